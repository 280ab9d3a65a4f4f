#include "halfulp/kernels/round.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <stdexcept>

#include "halfulp/rounding/round.h"
#include "kernels/rounding_cases.h"
#include "kernels/sample_formats.h"
#include "support/describe.h"
#include "support/every_target.h"

// The judge is the scalar definition, which other tests compare with MPFR.

namespace halfulp {
namespace {

using ::halfulp::testing::describe;
using ::halfulp::testing::RoundingCases;
using ::halfulp::testing::sample_formats;

template <class Requirement>
bool throws(Requirement require) {
  try {
    require();
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

template <class T>
bool same_bits(T x, T y) {
  return std::memcmp(&x, &y, sizeof(T)) == 0;
}

// All modes, overflow and subnormal rules (but not all pairs of these for stochastic modes,
// which have tests of their own); the treatments of infinities and NaNs and the
// numbers of random bits take turns, so that each meets each mode.
std::vector<RoundingRule> all_rules() {
  constexpr int kRandomBits[] = {32, 1, 8, 3, 16, 31, 23, 24, 25, 2, 32, 11, 7, 29, 30};
  std::vector<RoundingRule> rules;
  for (const auto& mode : rounding_words()) {
    if (mode.name == "stochastic") continue;
    for (const auto& overflow : overflow_words()) {
      if (overflow.name == "saturate") continue;
      for (const auto& subnormals : subnormals_words()) {
        const std::size_t turn = rules.size();
        if (is_stochastic(mode.value) && overflow.value != Overflow::ieee &&
            subnormals.value != Subnormals::keep) {
          continue;
        }
        rules.push_back({mode.value, overflow.value, subnormals.value,
                         turn % 2 == 0 ? InfInput::nan : InfInput::max,
                         turn % 3 == 0 ? NanRule::payload : NanRule::canonical,
                         kRandomBits[turn % std::size(kRandomBits)]});
      }
    }
  }
  return rules;
}

// Around its end and beginning.
constexpr RandomSource kSource{0x5EED1001, 0xFFFFFFFFFFFFFFFE, Generator::fast_hash};

template <class T>
class RoundTest : public testing::EveryTarget {
 protected:
  static bool carries(const Format& format) {
    return sizeof(T) == 8 || holds_all_of(fp32, format);
  }

  void expect_equal(const std::vector<T>& in, const std::vector<T>& actual,
                    const std::vector<T>& expected, const Format& format,
                    const RoundingRule& rule) {
    for (std::size_t i = 0; i < in.size(); ++i) {
      if (same_bits(actual[i], expected[i])) continue;
      ADD_FAILURE() << "element " << i << ", round(" << describe(in[i]) << ") to "
                    << describe(format) << ", " << describe(rule) << "\n is "
                    << describe(actual[i]) << "\nnot " << describe(expected[i]);
      return;
    }
  }

  static std::vector<T> defined(const std::vector<T>& in, const Format& format,
                                const RoundingRule& rule) {
    std::vector<T> out;
    for (const T x : in) {
      const std::uint32_t word =
          is_stochastic(rule.mode) ? random_word(kSource, out.size()) : 0;
      out.push_back(halfulp::round(x, format, rule, word));
    }
    return out;
  }

  void expect_definition(const Format& format, const RoundingRule& rule,
                         const RoundingCases<T>& cases) {
    const bool refuses_nan = throws([&] { require_nan_rule(format, rule); });
    const bool refuses_infinity = throws([&] {
      require_infinity_rule(format, rule, false);
      require_infinity_rule(format, rule, true);
    });
    const std::vector<T> in = cases.inputs(!refuses_nan, !refuses_infinity);
    const std::vector<T> expected = defined(in, format, rule);
    this->on_every_target([&] {
      std::vector<T> out(in.size());
      kernels::round(in, out, format, rule, kSource);
      expect_equal(in, out, expected, format, rule);
    });
  }
};

using Carriers = ::testing::Types<float, double>;
TYPED_TEST_SUITE(RoundTest, Carriers);

TYPED_TEST(RoundTest, IsTheDefinitionForEveryFormatAndRule) {
  const std::vector<RoundingRule> rules = all_rules();
  std::size_t turn = 0;
  for (const Format& format : sample_formats()) {
    if (!this->carries(format)) continue;
    const RoundingCases<TypeParam> cases(format);
    // Formats of one kind take turns: each rule meets several of them.
    const std::size_t step = testing::has_its_like(format) ? 5 : 1;
    for (std::size_t i = turn++ % step; i < rules.size(); i += step) {
      this->expect_definition(format, rules[i], cases);
      if (this->HasFailure()) break;  // one reproducer a format
    }
  }
}

TYPED_TEST(RoundTest, ErrorRulesLeaveOtherInputsAlone) {
  for (const Format& format : {fp16, e4m3fn, e2m1fn}) {
    const RoundingCases<TypeParam> cases(format);
    this->expect_definition(
        format, {.inf_input = InfInput::error, .nan = NanRule::error}, cases);
  }
}

// Tails and heads: every size, at every misalignment, elsewhere and in place, touching
// nothing else.
TYPED_TEST(RoundTest, EverySizeAtEveryAlignment) {
  const std::vector<TypeParam> all = RoundingCases<TypeParam>(fp16).inputs(true, true);
  const TypeParam guard = 12345;
  this->on_every_target([&] {
    for (std::size_t size = 0; size <= 130; ++size) {
      const std::size_t offset = size % 17;
      const std::vector<TypeParam> in(
          all.begin() + static_cast<std::ptrdiff_t>(7 * size),
          all.begin() + static_cast<std::ptrdiff_t>(8 * size));
      std::vector<TypeParam> out(offset + size + 1, guard);
      kernels::round(in, std::span(out).subspan(offset, size), fp16);
      for (std::size_t i = 0; i < out.size(); ++i) {
        const bool inside = i >= offset && i < offset + size;
        ASSERT_TRUE(
            same_bits(out[i], inside ? halfulp::round(in[i - offset], fp16) : guard))
            << "size " << size << ", offset " << offset << ", index " << i;
      }
    }
  });
}

TYPED_TEST(RoundTest, InPlace) {
  for (const Format& format : {fp16, e8m0fnu, hif8}) {
    const std::vector<TypeParam> in =
        RoundingCases<TypeParam>(format).inputs(true, true);
    const std::vector<TypeParam> expected = this->defined(in, format, {});
    this->on_every_target([&] {
      std::vector<TypeParam> x = in;
      kernels::round(x, x, format);
      this->expect_equal(in, x, expected, format, {});
    });
  }
}

TYPED_TEST(RoundTest, AnyNumberOfThreads) {
  for (const Format& format : {bf16, e8m0fnu, hif8}) {
    std::vector<TypeParam> in = RoundingCases<TypeParam>(format).inputs(true, true);
    for (std::size_t i = 0; in.size() < 30001; ++i) in.push_back(in[i]);
    const std::vector<TypeParam> expected = this->defined(in, format, {});
    this->on_every_target([&] {
      for (const int threads : {1, 2, 5}) {
        std::vector<TypeParam> out(in.size());
        kernels::round(in, out, format, {}, threads);
        this->expect_equal(in, out, expected, format, {});
      }
    });
  }
}

template <class T>
std::string message_of(std::vector<T> in, const Format& format,
                       const RoundingRule& rule) {
  const std::vector<T> before = in;
  std::string message;
  try {
    kernels::round(in, in, format, rule);
  } catch (const std::invalid_argument& error) {
    message = error.what();
  }
  EXPECT_EQ(std::memcmp(before.data(), in.data(), in.size() * sizeof(T)), 0)
      << "an error must leave the output alone";
  return message;
}

TYPED_TEST(RoundTest, ErrorsNameTheFirstIndexAndValue) {
  using T = TypeParam;
  const T infinity = std::numeric_limits<T>::infinity();
  const T nan = std::numeric_limits<T>::quiet_NaN();
  EXPECT_EQ(message_of<T>({1, 2, nan, nan}, fp16, {.nan = NanRule::error}),
            "element 2 is NaN: a NaN input met nan='error'");
  EXPECT_EQ(message_of<T>({1, infinity, nan}, e2m1fn, {}).substr(0, 23),
            "element 1 is Infinity: ");
  EXPECT_EQ(
      message_of<T>({1, 3, -infinity}, e4m3fn, {.inf_input = InfInput::error}),
      "element 2 is -Infinity: an infinite input met inf_input='error': e4m3fn has no "
      "-infinity");
  EXPECT_EQ(message_of<T>({1, infinity}, fp16, {.inf_input = InfInput::error}), "");
}

TYPED_TEST(RoundTest, RefusesWrongArguments) {
  using T = TypeParam;
  std::vector<T> x(10), y(9);
  const auto span = std::span(x);
  EXPECT_THROW(kernels::round(x, y, fp16), std::invalid_argument);
  EXPECT_THROW(kernels::round(span.first(5), span.subspan(1, 5), fp16),
               std::invalid_argument);
  EXPECT_THROW(kernels::round(x, x, fp16, {}, 0), std::invalid_argument);
  EXPECT_THROW(kernels::round(x, x, Format{"bad", 16, 60, 15, -14}),
               std::invalid_argument);
  kernels::round(span.first(5), span.last(5), fp16);  // neighbours do not overlap
}

TEST(Round, Binary32StorageRefusesFormatsThatItDoesNotHold) {
  std::vector<float> x(3);
  EXPECT_THROW(kernels::round(x, x, fp64), std::invalid_argument);
}

}  // namespace
}  // namespace halfulp
