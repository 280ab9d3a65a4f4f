// Stochastic rounding, the definition: all random integers of up to 8 bits are tried, and
// how many go up is compared with the documented function in exact rationals.

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/round.h"
#include "support/bits.h"
#include "support/code_table.h"
#include "support/format_facts.h"
#include "support/mpfr_value.h"
#include "support/rounding_points.h"
#include "support/stochastic_oracle.h"

namespace halfulp::testing {
namespace {

std::vector<FormatFacts> listable_formats() {
  std::vector<FormatFacts> facts;
  for (const FormatFacts& f : format_facts()) {
    if (f.format.width <= 20) facts.push_back(f);
  }
  return facts;
}

// Hard points, and random ones between numbers of the format, below the smallest too.
std::vector<double> points_of(const Format& f, Random& random, std::size_t most) {
  const auto values = sorted_values(f);
  std::vector<double> points = hard_points(f, values.size() / most + 1);
  for (std::size_t i = 0; i < 2 * most; ++i) {
    const auto at = static_cast<std::size_t>(
        random.between(0, static_cast<int>(values.size()) - 2));
    const double part = std::ldexp(static_cast<double>(random.bits() >> 11), -53);
    points.push_back(values[at].value +
                     part * (values[at + 1].value - values[at].value));
  }
  for (int i = 0; i < 20; ++i) {
    points.push_back(random.near_one(0) * f.smallest() * 0.5);
    points.push_back(f.smallest() * (i + 1) / 21);
    points.push_back(std::ldexp(f.smallest(), -random.between(0, 40)));
  }
  return points;
}

std::uint32_t word_of_bits(std::uint32_t random, int bits, Random& rest) {
  const std::uint32_t ignored = bits == 32 ? 0 : ~std::uint32_t{0} >> bits;
  return random << (32 - bits) | (static_cast<std::uint32_t>(rest.bits()) & ignored);
}

class StochasticTest : public ::testing::TestWithParam<FormatFacts> {
 protected:
  const Format& format() const { return GetParam().format; }

  // Tries all random integers; the bits of the word that follow them are arbitrary.
  void expect_documented_share(double x, const RoundingRule& rule, Random& random) {
    const RoundingOracle::Place place = oracle_.place(x);
    const ExpectedChoice expected(discarded_fraction(x, place), rule);
    const double up = oracle_.round(place, rule, true);
    const double down = oracle_.round(place, rule, false);
    const std::uint32_t all = std::uint32_t{1} << rule.random_bits;
    std::uint32_t ups = 0;
    for (std::uint32_t r = 0; r < all; ++r) {
      const std::uint32_t word = word_of_bits(r, rule.random_bits, random);
      const double rounded = round(x, format(), rule, word);
      const bool goes_up = expected.goes_up(word);
      ups += goes_up ? 1 : 0;
      ASSERT_TRUE(same_bits(rounded, goes_up ? up : down))
          << "round(" << show(x) << ", " << format().name.view() << ", " << show(rule)
          << " of " << rule.random_bits << " bits, word " << word << "), seed "
          << random.seed();
    }
    ASSERT_EQ(ups, expected.ups() << (rule.random_bits - expected.bits()));
  }

  RoundingOracle oracle_{GetParam().format};
};

TEST_P(StochasticTest, EveryRandomIntegerGivesTheDocumentedShare) {
  Random random(0x5EED2001);
  const auto points = points_of(format(), random, format().width <= 6 ? 64 : 16);
  for (const double x : points) {
    for (const Rounding mode : kStochasticModes) {
      for (const int bits : {1, 2, 3, 5}) {
        expect_documented_share(x, {.mode = mode, .random_bits = bits}, random);
        if (HasFailure()) return;
      }
    }
  }
}

TEST_P(StochasticTest, EightBitsGiveTheDocumentedShare) {
  Random random(0x5EED2002);
  for (const double x : points_of(format(), random, 3)) {
    for (const Rounding mode : kStochasticModes) {
      for (const int bits : {4, 6, 7, 8}) {
        expect_documented_share(x, {.mode = mode, .random_bits = bits}, random);
        if (HasFailure()) return;
      }
    }
  }
}

// Words on both sides of where the choice changes, for every number of bits.
TEST_P(StochasticTest, TheThresholdIsExactForEveryNumberOfBits) {
  Random random(0x5EED2003);
  for (const double x : points_of(format(), random, 6)) {
    const RoundingOracle::Place place = oracle_.place(x);
    const cpp_rational fraction = discarded_fraction(x, place);
    for (const Rounding mode : kStochasticModes) {
      for (int bits = 1; bits <= 32; ++bits) {
        const RoundingRule rule{.mode = mode, .random_bits = bits};
        const ExpectedChoice expected(fraction, rule);
        const std::uint64_t first = expected.first_up();
        for (const std::uint64_t r : {first - 1, first, first + 1}) {
          if (r >> expected.bits() != 0) continue;
          const std::uint32_t word =
              word_of_bits(static_cast<std::uint32_t>(r), expected.bits(), random);
          const bool goes_up = expected.goes_up(word);
          ASSERT_TRUE(same_bits(round(x, format(), rule, word),
                                oracle_.round(place, rule, goes_up)))
              << "round(" << show(x) << ", " << format().name.view() << ", "
              << show(rule) << " of " << bits << " bits, word " << word << "), seed "
              << random.seed();
        }
      }
    }
  }
}

TEST_P(StochasticTest, TheOverflowAndSubnormalWords) {
  Random random(0x5EED2004);
  for (const double x : points_of(format(), random, 12)) {
    const RoundingOracle::Place place = oracle_.place(x);
    const cpp_rational fraction = discarded_fraction(x, place);
    for (RoundingRule rule : all_rules()) {
      if (rule.mode != Rounding::nearest_even) continue;
      for (const Rounding mode : kStochasticModes) {
        rule.mode = mode;
        rule.random_bits = random.between(1, 32);
        const auto word = static_cast<std::uint32_t>(random.bits());
        ASSERT_TRUE(same_bits(
            round(x, format(), rule, word),
            oracle_.round(place, rule, ExpectedChoice(fraction, rule).goes_up(word))))
            << "round(" << show(x) << ", " << format().name.view() << ", " << show(rule)
            << " of " << rule.random_bits << " bits, word " << word << "), seed "
            << random.seed();
      }
    }
  }
}

TEST_P(StochasticTest, NumbersOfTheFormatNeverMove) {
  Random random(0x5EED2005);
  for (const CodedValue& v : sorted_values(format())) {
    for (const auto& mode : rounding_words()) {
      RoundingRule rule{.mode = mode.value};
      for (const std::uint32_t word :
           {std::uint32_t{0}, ~std::uint32_t{0}, std::uint32_t{0x80000000},
            static_cast<std::uint32_t>(random.bits())}) {
        rule.random_bits = random.between(1, 32);
        ASSERT_TRUE(same_bits(round(v.value, format(), rule, word), v.value))
            << mode.name << ", word " << word << ", seed " << random.seed();
      }
    }
  }
}

// The midpoint of any two neighbours goes up with half of all random integers.
TEST_P(StochasticTest, MidpointsGoUpHalfTheTime) {
  const auto values = sorted_values(format());
  const std::size_t stride = values.size() / 300 + 1;
  for (std::size_t i = 0; i + 1 < values.size(); i += stride) {
    const double x = values[i].value / 2 + values[i + 1].value / 2;
    for (const Rounding mode : kStochasticModes) {
      for (const int bits : {1, 4}) {
        const std::uint32_t all = std::uint32_t{1} << bits;
        std::uint32_t greater = 0;
        for (std::uint32_t r = 0; r < all; ++r) {
          const double rounded =
              round(x, format(), {.mode = mode, .random_bits = bits}, r << (32 - bits));
          greater += rounded == values[i + 1].value ? 1 : 0;
          ASSERT_TRUE(rounded == values[i].value || rounded == values[i + 1].value);
        }
        // A tie of v 2^bits only comes with 0 bits, so the modes agree.
        ASSERT_EQ(greater, all / 2) << show(x);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, StochasticTest,
                         ::testing::ValuesIn(listable_formats()), name_of);

}  // namespace
}  // namespace halfulp::testing
