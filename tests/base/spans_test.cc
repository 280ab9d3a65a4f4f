#include "halfulp/base/spans.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace halfulp {
namespace {

template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Spans, HaveEqualSizes) {
  EXPECT_EQ(refusal([] { require_equal_sizes(3, 3); }), "");
  EXPECT_EQ(refusal([] { require_equal_sizes(3, 4); }),
            "the sizes of the input, 3, and of the output, 4, differ");
}

// Every pair of parts of an array, against the definition: an index that is in both.
TEST(Spans, AreTheSameOrApart) {
  std::array<double, 6> array{};
  const std::span<double> all(array);
  for (std::size_t i = 0; i <= all.size(); ++i) {
    for (std::size_t j = 0; j <= all.size(); ++j) {
      for (std::size_t n = 0; n + std::max(i, j) <= all.size(); ++n) {
        bool share = false;
        for (std::size_t k = 0; k < all.size(); ++k)
          share |= i <= k && k < i + n && j <= k && k < j + n;
        const std::span<const double> in = all.subspan(i, n);
        const std::span<double> out = all.subspan(j, n);
        EXPECT_EQ(refusal([&] { require_same_or_apart(in, out); }).empty(),
                  !share || i == j)
            << i << ' ' << j << ' ' << n;
        EXPECT_EQ(refusal([&] { require_apart(in, out); }).empty(), !share)
            << i << ' ' << j << ' ' << n;
      }
    }
  }
}

TEST(Spans, OfTwoTypesOverlapInBytes) {
  alignas(8) std::array<std::byte, 64> bytes{};
  const std::span<const double> numbers(reinterpret_cast<double*>(bytes.data()), 4);
  for (std::size_t at = 0; at + 4 <= bytes.size(); ++at) {
    const std::span<std::uint8_t> codes(reinterpret_cast<std::uint8_t*>(&bytes[at]), 4);
    EXPECT_EQ(
        refusal([&] { require_apart(numbers, codes); }),
        at < 32 ? "the input and the output overlap; pass arrays that do not" : "")
        << at;
  }
}

TEST(Spans, OfTwoSizesAreRefusedFirst) {
  std::array<double, 6> array{};
  const std::span<double> all(array);
  const std::string message = "the sizes of the input, 6, and of the output, 5, differ";
  const std::span<const double> in = all;
  EXPECT_EQ(refusal([&] { require_same_or_apart(in, all.first(5)); }), message);
  EXPECT_EQ(refusal([&] { require_apart(in, all.first(5)); }), message);
}

}  // namespace
}  // namespace halfulp
