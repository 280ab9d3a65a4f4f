#pragma once

#include <cstdint>

namespace halfulp::testing {

// How a machine lays out a number in bits: the judge's own description of the formats.
struct Layout {
  enum class Top {  // what the codes at the top are
    ieee,           // the top exponent field: infinities and NaNs
    ones_nan,       // all ones: NaN
    minus_zero,     // the code of -0 is NaN, all others are numbers
    numbers,        // all are numbers
  };
  int exponent_bits;
  int fraction_bits;
  int bias;
  Top top = Top::ieee;
  bool has_sign = true;

  constexpr int width() const { return exponent_bits + fraction_bits + has_sign; }
  constexpr int least_exponent() const { return 1 - bias; }  // subnormals included
  constexpr int precision() const { return fraction_bits + 1; }
  constexpr int greatest_exponent() const {
    return (1 << exponent_bits) - 1 - bias - (top == Top::ieee ? 1 : 0);
  }
};

namespace layouts {
inline constexpr Layout fp64{11, 52, 1023};
inline constexpr Layout fp32{8, 23, 127};
inline constexpr Layout fp16{5, 10, 15};
inline constexpr Layout bf16{8, 7, 127};
inline constexpr Layout e5m2{5, 2, 15};
inline constexpr Layout e4m3{4, 3, 7, Layout::Top::ones_nan};
inline constexpr Layout e5m2fnuz{5, 2, 16, Layout::Top::minus_zero};
inline constexpr Layout e4m3fnuz{4, 3, 8, Layout::Top::minus_zero};
inline constexpr Layout e3m2{3, 2, 3, Layout::Top::numbers};
inline constexpr Layout e2m3{2, 3, 1, Layout::Top::numbers};
inline constexpr Layout e2m1{2, 1, 1, Layout::Top::numbers};
inline constexpr Layout ue4m3{4, 3, 7, Layout::Top::ones_nan, false};
inline constexpr Layout e8m0{8, 0, 127, Layout::Top::ones_nan, false};  // no zero
}  // namespace layouts

double value_of(std::uint64_t code, const Layout& layout);

// The code of a number of the layout, one of fp64, fp32, fp16, bf16; NaNs are canonical.
std::uint64_t code_of(double value, const Layout& layout);

// The exponent field's exponent: floor(log2 |x|), at least `least`; x is finite, not zero.
int exponent_of(double x, int least);

}  // namespace halfulp::testing
