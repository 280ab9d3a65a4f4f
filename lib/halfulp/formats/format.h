#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "halfulp/base/binary64.h"

namespace halfulp {

// Which codes are not finite numbers. "All ones" and "minus zero" are codes of one sign:
// 0x7F and 0x80 in 8 bits.
enum class Specials {
  ieee,                // the top exponent field holds the infinities and the NaNs
  nan_all_ones,        // all ones is NaN, for each sign; no infinity (OCP E4M3, E8M0)
  nan_minus_zero,      // the code of -0 is the only NaN; no infinity (the FNUZ types)
  inf_nan_all_ones,    // all ones is NaN, the code below it infinity (P3109, unsigned)
  inf_nan_minus_zero,  // all ones is infinity, the code of -0 NaN (P3109, signed)
  none,                // every code is a finite number (OCP FP6 and FP4)
};

// How a code holds a number.
enum class Encoding {
  sign_magnitude,   // sign, exponent field, fraction
  twos_complement,  // an integer times 2^(emin - precision + 1); one binade (OCP MXINT8)
  tapered,          // HiFloat8: the larger |exponent|, the fewer fraction bits
};

// The name of a format, owned, so that constants are constexpr and formats made at run time
// do not dangle. Longer names are refused by check().
struct FormatName {
  static constexpr std::size_t kCapacity = 31;
  char text[kCapacity + 1] = {};
  std::size_t length = 0;
  // The document that defines the format of this name and what it leaves open; not owned, no
  // part of the value. Ask source_of (formats/registry.h).
  std::string_view source = {};

  constexpr FormatName(std::string_view name)  // NOLINT(google-explicit-constructor)
      : length(name.size()) {
    for (std::size_t i = 0; i < std::min(length, kCapacity); ++i) text[i] = name[i];
  }
  constexpr FormatName(const char* name)  // NOLINT(google-explicit-constructor)
      : FormatName(std::string_view(name)) {}
  constexpr std::string_view view() const {
    return {text, std::min(length, kCapacity)};
  }
  friend constexpr bool operator==(const FormatName& a, const FormatName& b) {
    return a.length == b.length && a.view() == b.view();
  }
};

// A finite set of numbers and their codes: parameters only. How a real number becomes a
// member of the set is never part of it: rounding, overflow and the treatment of subnormals
// are arguments of the operation (rounding/rounding_rule.h).
//
// A normal number is s * 2^(e - precision + 1) with an integer 2^(precision-1) <= s <
// 2^precision and emin <= e <= emax; a subnormal one has e = emin and a smaller s. Every
// number of a format is a binary64 number, but a normal one may be a subnormal of binary64.
//
// All members but check() assume a valid format.
struct Format {
  FormatName name;
  int width;      // bits in the encoding
  int precision;  // p: significand bits, leading bit included; tapered: the most there are
  int emax;       // exponent of the largest finite number
  int emin;       // exponent of the smallest normal number
  Specials specials = Specials::ieee;
  bool has_sign = true;
  bool has_zero = true;
  // Without subnormals the exponent field 0 is one more binade, in which zero, if there is
  // one, takes the place of 2^emin.
  bool has_subnormals = true;
  Encoding encoding = Encoding::sign_magnitude;

  friend constexpr bool operator==(const Format&, const Format&) = default;

  // The first broken rule of a valid format, with its remedy; empty if there is none.
  constexpr std::string_view check() const;

  constexpr bool has_infinity() const {  // +infinity; -infinity needs has_sign too
    return specials == Specials::ieee || specials == Specials::inf_nan_all_ones ||
           specials == Specials::inf_nan_minus_zero;
  }
  constexpr bool has_nan() const { return specials != Specials::none; }
  constexpr bool has_signed_nan() const {
    return has_sign && has_nan() && !nan_is_minus_zero();
  }
  constexpr bool has_minus_zero() const {
    return has_sign && has_zero && encoding == Encoding::sign_magnitude &&
           !nan_is_minus_zero();
  }

  constexpr double max() const;       // largest finite number
  constexpr double lowest() const;    // least finite number
  constexpr double smallest() const;  // smallest positive number
  // Smallest positive normal number. Two's complement: smallest(), as its numbers are a
  // fixed point's, evenly spaced from end to end: none of them is subnormal (or flushed).
  constexpr double smallest_normal() const;
  constexpr double smallest_subnormal() const { return smallest(); }  // NumPy's name

  // Whether there are numbers between 0 and the smallest normal one; with precision 1 none.
  constexpr bool has_subnormal_numbers() const {
    return bits_of(smallest()) < bits_of(smallest_normal());
  }

  // 2^-p, which bounds the relative error of rounding a number between smallest_normal()
  // (two's complement: 2^emin) and max() to nearest; the gap after 1, 2^(1-p). Tapered:
  // those of the binade of 1.
  constexpr double unit_roundoff() const { return power_of_two(-precision); }
  constexpr double epsilon() const { return power_of_two(1 - precision); }

  // The gap between neighbours in the binade [2^e, 2^(e+1)) is 2^quantum_exponent(e), below
  // emin that of the subnormals, as if there were no largest number.
  constexpr int quantum_exponent(int e) const;

  // The fields of a code.
  constexpr int fraction_bits() const { return precision - 1; }
  constexpr int exponent_bits() const {
    return width - (has_sign ? 1 : 0) - fraction_bits();
  }

  // The codes of non-negative numbers: those of finite ones are 0 to max_code(), in
  // increasing order but for tapered formats.
  constexpr std::uint64_t top_code() const {  // all ones but for the sign
    return ~std::uint64_t{0} >> (64 - (width - (has_sign ? 1 : 0)));
  }
  constexpr std::uint64_t max_code() const;       // of the largest finite number
  constexpr std::uint64_t infinity_code() const;  // has_infinity() only
  constexpr std::uint64_t nan_code() const;       // canonical; has_nan() only

  // The number of a code from 0 to max_code(); sign_magnitude only.
  constexpr double magnitude_of_code(std::uint64_t code) const;

 private:
  constexpr bool nan_is_minus_zero() const {
    return specials == Specials::nan_minus_zero ||
           specials == Specials::inf_nan_minus_zero;
  }
  constexpr std::string_view check_parameters() const;
  constexpr std::string_view check_sign_magnitude() const;
  constexpr std::string_view check_ieee() const;
  constexpr std::string_view check_twos_complement() const;
  constexpr std::string_view check_tapered() const;
};

// HiFloat8 spends the bits that small exponents leave over on the fraction. Its denormals
// are the powers of two from 2^-22 to 2^-16.
constexpr int tapered_precision(int e) {
  const int distance = e < 0 ? -e : e;
  return distance <= 3 ? 4 : distance <= 7 ? 3 : distance <= 15 ? 2 : 1;
}

constexpr int Format::quantum_exponent(int e) const {
  if (encoding == Encoding::tapered) {
    const int binade = std::max(e, emin - 7);
    return binade - tapered_precision(binade) + 1;
  }
  return std::max(e, emin) - precision + 1;
}

constexpr std::uint64_t Format::infinity_code() const {
  if (encoding == Encoding::tapered) return 0x6F;  // 1.5 * 2^15, were it finite
  switch (specials) {
    case Specials::ieee:
      return top_code() >> fraction_bits() << fraction_bits();
    case Specials::inf_nan_all_ones:
      return top_code() - 1;
    default:
      return top_code();
  }
}

constexpr std::uint64_t Format::max_code() const {
  switch (specials) {
    case Specials::ieee: {
      const auto field = static_cast<std::uint64_t>(emax - emin + 1);
      return ((field + 1) << fraction_bits()) - 1;
    }
    case Specials::nan_all_ones:
      return top_code() - 1;
    case Specials::inf_nan_all_ones:
    case Specials::inf_nan_minus_zero:
      return infinity_code() - 1;
    case Specials::nan_minus_zero:
    case Specials::none:
      break;
  }
  return top_code();
}

constexpr std::uint64_t Format::nan_code() const {
  if (specials == Specials::ieee) {
    const std::uint64_t quiet = std::uint64_t{1} << (fraction_bits() - 1);
    return infinity_code() | quiet;
  }
  return nan_is_minus_zero() ? top_code() + 1 : top_code();
}

constexpr double Format::magnitude_of_code(std::uint64_t code) const {
  const std::uint64_t implicit = std::uint64_t{1} << fraction_bits();
  const std::uint64_t fraction = code & (implicit - 1);
  const int field = static_cast<int>(code >> fraction_bits());
  // The exponent of the last place in binade emin.
  const int least = emin - fraction_bits();
  if (!has_subnormals) {
    if (code == 0 && has_zero) return 0.0;
    return pack_magnitude(fraction | implicit, least + field);
  }
  if (field == 0) return pack_magnitude(fraction, least);
  return pack_magnitude(fraction | implicit, least + field - 1);
}

constexpr double Format::max() const {
  switch (encoding) {
    case Encoding::twos_complement:
      return pack_magnitude(max_code(), emin - fraction_bits());
    case Encoding::tapered:
      return power_of_two(emax);
    case Encoding::sign_magnitude:
      break;
  }
  return magnitude_of_code(max_code());
}

constexpr double Format::lowest() const {
  if (!has_sign) return has_zero ? 0.0 : smallest();
  // Two's complement has one more negative number.
  const bool symmetric = encoding != Encoding::twos_complement;
  return with_sign(symmetric ? max() : power_of_two(emin + 1), true);
}

constexpr double Format::smallest() const {
  return has_subnormals ? power_of_two(quantum_exponent(kBelowAllExponents))
                        : smallest_normal();
}

constexpr double Format::smallest_normal() const {
  if (encoding == Encoding::twos_complement) return smallest();
  if (!has_subnormals && has_zero) return magnitude_of_code(1);
  return power_of_two(emin);
}

constexpr std::string_view Format::check() const {
  if (const std::string_view broken = check_parameters(); !broken.empty()) {
    return broken;
  }
  switch (encoding) {
    case Encoding::sign_magnitude:
      return check_sign_magnitude();
    case Encoding::twos_complement:
      return check_twos_complement();
    case Encoding::tapered:
      break;
  }
  return check_tapered();
}

constexpr std::string_view Format::check_parameters() const {
  if (name.length == 0 || name.length > FormatName::kCapacity)
    return "a format's name has 1 to 31 characters";
  if (precision < 1 || precision > 53) return "precision must be between 1 and 53";
  if (width < 1 || width > 64) return "width must be between 1 and 64 bits";
  if (emax > 1023) return "emax must be at most 1023, that of binary64";
  if (emin < -1074 + precision - 1)
    return "emin - precision + 1 must be at least -1074: numbers below 2^-1074 are not "
           "binary64's";
  if (emin > emax) return "emin must not exceed emax";

  if (has_subnormals && !has_zero)
    return "without a zero there are no subnormals: set has_subnormals to false";
  if (has_sign && !has_zero)
    return "a format with a sign has a zero, which lies between its numbers";
  if (!has_sign && nan_is_minus_zero())
    return "an unsigned format has no code of -0 that could be NaN";
  return {};
}

constexpr std::string_view Format::check_sign_magnitude() const {
  if (exponent_bits() < 1 || exponent_bits() > 11)
    return "width must leave 1 to 11 exponent bits beside the sign and the precision-1 "
           "fraction bits";
  if (specials == Specials::ieee) return check_ieee();
  if (precision == 1 && has_zero && !has_subnormals)
    return "with precision 1 zero takes all of the exponent field 0: set "
           "has_subnormals "
           "to true, and emin to the exponent of code 1";
  if (top_code() == 1 && max_code() != 1)
    return "width leaves no code for a positive number";
  const double largest = max();
  if (is_infinite(largest))
    return "width, precision and emin make numbers beyond binary64";
  const Unpacked unpacked = unpack_magnitude(largest);
  if (floor_log2(unpacked.significand, unpacked.exponent) != emax)
    return "emax is not the exponent of the largest number that width, precision, emin "
           "and specials give";
  return {};
}

constexpr std::string_view Format::check_ieee() const {
  if (!has_subnormals)
    return "a format with IEEE specials has subnormals: flushing them is a matter of "
           "rounding";
  if (precision < 2)
    return "IEEE specials need precision 2 or more to tell NaN from infinity";
  if (max_code() >= infinity_code())
    return "emax - emin is too wide for the exponent field that width and precision "
           "leave";
  return {};
}

constexpr std::string_view Format::check_twos_complement() const {
  if (emin == emax && emax < 1023 && width == precision + 1 &&
      specials == Specials::none && has_sign && has_zero && has_subnormals)
    return {};
  return "a two's complement format has emin = emax < 1023, width = precision + 1, a "
         "sign, a zero, subnormals and no special codes";
}

constexpr std::string_view Format::check_tapered() const {
  if (width == 8 && precision == 4 && emax == 15 && emin == -15 &&
      specials == Specials::inf_nan_minus_zero && has_sign && has_zero &&
      has_subnormals)
    return {};
  return "the only tapered encoding is HiFloat8's: width 8, precision 4, emax 15, "
         "emin -15, specials inf_nan_minus_zero";
}

}  // namespace halfulp
