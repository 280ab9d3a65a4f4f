#include "experiments/museum/museum.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "experiments/registry.h"
#include "support/every_target.h"

namespace halfulp::experiments {
namespace {

using Key = std::tuple<std::string, int, std::string>;  // case, layer, metric

std::map<Key, Json> measured(const Result& result) {
  std::map<Key, Json> values;
  for (const Json& row : result.rows) values[{row[0], row[2], row[3]}] = row[5];
  return values;
}

const Json& cell(const Result& result, const Key& key, std::size_t column) {
  for (const Json& row : result.rows) {
    if (Key(row[0], row[2], row[3]) == key) return row[column];
  }
  throw std::out_of_range("no such row");
}

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

const std::vector<std::pair<std::string, const char*>> kExhibitColumns = {
    {"cosine", "%.6f"},
    {"one_minus_cosine_binary64", "%.3e"},
    {"max_abs", "%.3e"},
    {"rmse", "%.3e"},
    {"rel_rmse", "%.3e"}};

class Museum : public testing::EveryTarget {};

// The figures as the exhibit prints them, a case after a header line: layer, cosine,
// 1 - cosine, greatest error, RMSE, relative RMSE, and "passed".
TEST_F(Museum, PrintsTheExhibitsFigures) {
  const auto values = measured(run_museum({}));
  std::ifstream table(HALFULP_GOLDEN_DIR "/museum_exhibit.txt");
  const std::vector<std::string> cases = {"bf16_inputs", "wrong_variance"};
  std::size_t headers = 0;
  int figures = 0;
  for (std::string line; std::getline(table, line);) {
    if (line.starts_with("【")) ++headers;
    std::istringstream fields(line);
    int layer = 0;
    if (!(fields >> layer)) continue;
    const std::string& name = cases.at(headers - 1);
    for (const auto& [metric, format] : kExhibitColumns) {
      std::string expected;
      fields >> expected;
      EXPECT_EQ(formatted(format, values.at({name, layer, metric}).get<double>()),
                expected)
          << name << " layer " << layer << " " << metric;
      ++figures;
    }
    std::string verdict;
    fields >> verdict;
    EXPECT_EQ(verdict,
              values.at({name, layer, "passes_gate"}) == 1 ? "通过" : "未通过");
  }
  EXPECT_EQ(figures, 80);
}

// 4.0741e-16 by 200-bit arithmetic on the exhibit's data.
TEST_F(Museum, MeasuresTheAngleThatBinary64Hides) {
  const auto values = measured(run_museum({}));
  EXPECT_EQ(formatted("%.4e", values.at({"wrong_variance", 1, "one_minus_cosine"})),
            "4.0741e-16");
}

TEST_F(Museum, PredictsWhereTheoryDoes) {
  const Result forced = run_museum({.teacher_forced = true});
  for (int layer = 1; layer <= 8; ++layer) {
    const Json predicted = cell(forced, {"wrong_variance", layer, "rel_rmse"}, 4);
    EXPECT_EQ(formatted("%.3e", predicted), "7.843e-03");  // 1 - sqrt(63/64)
    EXPECT_EQ(formatted("%.3e", cell(forced, {"wrong_variance", layer, "rel_rmse"}, 5)),
              "7.843e-03");
    EXPECT_EQ(formatted("%.3e", cell(forced, {"bf16_inputs", layer, "rel_rmse"}, 4)),
              "2.346e-03");
  }
  const Result propagated = run_museum({});
  EXPECT_TRUE(cell(propagated, {"wrong_variance", 2, "rel_rmse"}, 4).is_null());
}

TEST_F(Museum, IsTheSameOnEveryTargetAndForAllThreads) {
  for (const bool forced : {false, true}) {
    const std::string expected = to_json(run_museum({.teacher_forced = forced})).dump();
    for (const int threads : {1, 2, 5}) {
      EXPECT_EQ(to_json(run_museum({.teacher_forced = forced}, {}, threads)).dump(),
                expected);
    }
    on_every_target([&] {
      EXPECT_EQ(to_json(run_museum({.teacher_forced = forced})).dump(), expected);
    });
  }
}

TEST_F(Museum, LayerOneIsTheSameInBothModes) {
  auto propagated = measured(run_museum({}));
  for (const auto& [key, value] : measured(run_museum({.teacher_forced = true}))) {
    if (std::get<1>(key) != 1) continue;
    EXPECT_EQ(propagated[key], value);
  }
}

TEST_F(Museum, TakesAThirdCase) {
  std::vector<int> layers;
  const Result result =
      run_museum({}, [&](const Matrix& h, const Matrix& w, int layer) {
        layers.push_back(layer);
        EXPECT_EQ(h.rows(), 4);
        EXPECT_EQ(w.cols(), 64);
        return Matrix::Zero(4, 64);
      });
  EXPECT_EQ(layers, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
  // Zeros: no cosine, no gate passed, and an error as large as the reference.
  EXPECT_EQ(cell(result, {"altered", 1, "cosine"}, 7), "undefined");
  EXPECT_TRUE(cell(result, {"altered", 1, "cosine"}, 5).is_null());
  EXPECT_EQ(cell(result, {"altered", 1, "passes_gate"}, 5), 0);
  EXPECT_EQ(cell(result, {"altered", 1, "rel_rmse"}, 5), 1.0);
  EXPECT_THROW(cell(result, {"fp16_accumulator", 1, "cosine"}, 5), std::out_of_range);
}

TEST_F(Museum, RefusesAThirdCaseOfAnotherShape) {
  const AlteredLayer wrong = [](const Matrix&, const Matrix&, int) {
    return Matrix::Zero(4, 63);
  };
  EXPECT_EQ(message_of([&] { run_museum({}, wrong); }),
            "the altered layer 1 returned shape (4, 63); it must be (4, 64)");
}

TEST_F(Museum, RefusesImpossibleParameters) {
  EXPECT_EQ(message_of([] { run_museum({.rows = -1}); }),
            "parameter 'rows' of experiment 'museum' must be an integer between 1 and "
            "65536, got -1");
  EXPECT_EQ(
      message_of(
          [] { run_museum({.gate = std::numeric_limits<double>::quiet_NaN()}); }),
      "parameter 'gate' of experiment 'museum' must be a number between -1 and 1, "
      "got NaN");
}

TEST_F(Museum, PublishedFiguresAreOfTheExhibitsParametersOnly) {
  EXPECT_EQ(cell(run_museum({}), {"wrong_variance", 1, "rmse"}, 6), 7.843e-03);
  EXPECT_TRUE(
      cell(run_museum({.seed = 1}), {"wrong_variance", 1, "rmse"}, 6).is_null());
}

// The file beside the experiment, number for number.
TEST_F(Museum, GivesItsGoldenResults) {
  std::ifstream file(HALFULP_EXPERIMENTS_DIR "/museum/expected.json");
  const auto expected = nlohmann::json::parse(file);
  const auto lines = differences(expected, golden(experiment_named("museum")));
  EXPECT_TRUE(lines.empty()) << lines.size() << " differences, the first: " << lines[0];
}

TEST(Parameters, AreCompletedAndChecked) {
  const Experiment& museum = experiment_named("museum");
  EXPECT_EQ(complete_parameters(museum, {{"rows", 2}})["rows"], 2);
  EXPECT_EQ(complete_parameters(museum, Json::object())["width"], 64);
  const auto refusal = [&](const Json& given) {
    return message_of([&] { complete_parameters(museum, given); });
  };
  EXPECT_EQ(refusal({{"rows", -1}}),
            "parameter 'rows' of experiment 'museum' must be an integer between 1 and "
            "65536, got -1");
  EXPECT_EQ(refusal({{"seed", std::numeric_limits<double>::quiet_NaN()}}),
            "parameter 'seed' of experiment 'museum' must be an integer between 0 and "
            "9007199254740992, got NaN");
  EXPECT_EQ(refusal({{"rows", 2.5}}),
            "parameter 'rows' of experiment 'museum' must be an integer between 1 and "
            "65536, got 2.5");
  EXPECT_EQ(refusal({{"mode", "forced"}}),
            "parameter 'mode' of experiment 'museum' must be one of propagated, "
            "teacher_forced, got \"forced\"");
  EXPECT_EQ(refusal({{"row", 4}}).substr(0, 64),
            "unknown museum parameter 'row'; did you mean 'rows'? "
            "known: seed");
}

TEST(Registry, SuggestsTheNearestExperiment) {
  EXPECT_EQ(message_of([] { experiment_named("musem"); }),
            "unknown experiment 'musem'; did you mean 'museum'? known: museum");
}

TEST(Golden, DifferencesNameThePlace) {
  nlohmann::json expected = golden(experiment_named("museum"));
  nlohmann::json computed = expected;
  computed["runs"][0]["rows"][3][5] = "0x1p+0";
  const auto lines = differences(expected, computed);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(lines[0].starts_with("/runs/0/rows/3/5: expected \"0x1.358"));
}

}  // namespace
}  // namespace halfulp::experiments
