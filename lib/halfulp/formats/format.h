#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "halfulp/base/binary64.h"

namespace halfulp {

// Which codes are not finite numbers. "All ones" and "minus zero" are codes of one sign.
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
  tapered,  // HiFloat8: the farther the exponent from 0, the fewer fraction bits
};

// The name of a format, owned, so that constants are constexpr and formats made at run time
// do not dangle. Longer names are refused by check().
struct FormatName {
  static constexpr std::size_t kCapacity = 31;
  char text[kCapacity + 1] = {};
  std::size_t length = 0;

  constexpr FormatName(std::string_view name)  // NOLINT(google-explicit-constructor)
      : length(name.size()) {
    for (std::size_t i = 0; i < std::min(length, kCapacity); ++i) text[i] = name[i];
  }
  constexpr FormatName(const char* name)  // NOLINT(google-explicit-constructor)
      : FormatName(std::string_view(name)) {}
  constexpr std::string_view view() const {
    return {text, std::min(length, kCapacity)};
  }
  friend constexpr bool operator==(const FormatName&, const FormatName&) = default;
};

// A finite set of numbers and their codes: parameters only. How a real number becomes a
// member of the set is never part of it: rounding, overflow and the treatment of subnormals
// are arguments of the operation (rounding/rounding_rule.h).
//
// A normal number is s * 2^(e - precision + 1) with an integer 2^(precision-1) <= s <
// 2^precision and emin <= e <= emax; a subnormal one has e = emin and a smaller s. Every
// number of a format is a binary64 number.
struct Format {
  FormatName name;
  int width;      // bits in the encoding
  int precision;  // p: significand bits, leading bit included
  int emax;       // exponent of the largest finite number
  int emin;       // exponent of the smallest normal number
  Specials specials = Specials::ieee;
  bool has_sign = true;
  bool has_zero = true;
  bool has_subnormals = true;  // without them the exponent field 0 is one more binade
  Encoding encoding = Encoding::sign_magnitude;

  friend constexpr bool operator==(const Format&, const Format&) = default;

  // The first broken rule of a valid format, with its remedy; empty if there is none.
  constexpr std::string_view check() const;

  constexpr bool has_infinity() const {
    return specials == Specials::ieee || specials == Specials::inf_nan_all_ones ||
           specials == Specials::inf_nan_minus_zero;
  }
  constexpr bool has_nan() const { return specials != Specials::none; }
  constexpr bool has_minus_zero() const {
    return has_sign && has_zero && encoding == Encoding::sign_magnitude &&
           specials != Specials::nan_minus_zero &&
           specials != Specials::inf_nan_minus_zero;
  }

  constexpr double max() const;              // largest finite number
  constexpr double lowest() const;           // least finite number
  constexpr double smallest() const;         // smallest positive number
  constexpr double smallest_normal() const;  // smallest positive normal number
  constexpr double smallest_subnormal() const { return smallest(); }  // NumPy's name

  // Greatest relative error of rounding to nearest, 2^-p, and the gap after 1, 2^(1-p).
  constexpr double unit_roundoff() const { return power_of_two(-precision); }
  constexpr double epsilon() const { return power_of_two(1 - precision); }

  // The gap between neighbours in the binade [2^e, 2^(e+1)) is 2^quantum_exponent(e), below
  // emin that of the subnormals.
  constexpr int quantum_exponent(int e) const;

  // Sign-magnitude codes: their fields, and the codes of one sign in increasing order.
  constexpr int fraction_bits() const { return precision - 1; }
  constexpr int exponent_bits() const { return magnitude_bits() - fraction_bits(); }
  constexpr int magnitude_bits() const { return width - (has_sign ? 1 : 0); }
  constexpr std::uint64_t top_code() const {
    return ~std::uint64_t{0} >> (64 - magnitude_bits());
  }
  constexpr std::uint64_t max_code() const;       // of the largest finite number
  constexpr std::uint64_t infinity_code() const;  // has_infinity() only
  constexpr std::uint64_t nan_code() const;  // canonical; nan_minus_zero: sign included
  constexpr double magnitude_of_code(std::uint64_t code) const;  // finite codes only
};

// HiFloat8 spends the bits that small exponents leave over on the fraction.
constexpr int tapered_precision(int e) {
  const int distance = e < 0 ? -e : e;
  return distance <= 3 ? 4 : distance <= 7 ? 3 : distance <= 15 ? 2 : 1;
}

constexpr int Format::quantum_exponent(int e) const {
  if (encoding == Encoding::tapered) {
    const int least =
        emin - 7;  // the powers of two 2^-22 ... 2^-16 stand for subnormals
    return std::max(e, least) - tapered_precision(std::max(e, least)) + 1;
  }
  return std::max(e, emin) - precision + 1;
}

constexpr std::uint64_t Format::max_code() const {
  switch (specials) {
    case Specials::ieee: {
      const std::uint64_t field = static_cast<std::uint64_t>(emax - emin) + 1;
      return ((field + 1) << fraction_bits()) - 1;
    }
    case Specials::nan_all_ones:
    case Specials::inf_nan_minus_zero:
      return top_code() - 1;
    case Specials::inf_nan_all_ones:
      return top_code() - 2;
    case Specials::nan_minus_zero:
    case Specials::none:
      break;
  }
  return top_code();
}

constexpr std::uint64_t Format::infinity_code() const {
  if (specials == Specials::ieee)
    return top_code() >> fraction_bits() << fraction_bits();
  return specials == Specials::inf_nan_all_ones ? top_code() - 1 : top_code();
}

constexpr std::uint64_t Format::nan_code() const {
  if (specials == Specials::ieee) {
    return infinity_code() |
           (std::uint64_t{1} << (fraction_bits() - 1));  // quiet, no payload
  }
  if (specials == Specials::nan_minus_zero ||
      specials == Specials::inf_nan_minus_zero) {
    return top_code() + 1;
  }
  return top_code();
}

constexpr double Format::magnitude_of_code(std::uint64_t code) const {
  const std::uint64_t implicit = std::uint64_t{1} << fraction_bits();
  const std::uint64_t fraction = code & (implicit - 1);
  const int field = static_cast<int>(code >> fraction_bits());
  const int least = emin - fraction_bits();
  if (!has_subnormals) {
    if (code == 0 && has_zero) return 0.0;
    return pack_magnitude(fraction | implicit, least + field);
  }
  if (field == 0) return pack_magnitude(fraction, least);
  return pack_magnitude(fraction | implicit, least + field - 1);
}

constexpr double Format::max() const {
  if (encoding == Encoding::twos_complement) {
    return pack_magnitude((std::uint64_t{1} << precision) - 1, emin - precision + 1);
  }
  if (encoding == Encoding::tapered) return power_of_two(emax);
  return magnitude_of_code(max_code());
}

constexpr double Format::lowest() const {
  if (!has_sign) return has_zero ? 0.0 : smallest();
  if (encoding == Encoding::twos_complement) return -power_of_two(emin + 1);
  return -max();
}

constexpr double Format::smallest_normal() const {
  // Without subnormals the code of 2^emin itself is that of zero, where there is one.
  if (!has_subnormals && has_zero) return magnitude_of_code(1);
  return power_of_two(emin);
}

constexpr double Format::smallest() const {
  if (!has_subnormals) return smallest_normal();
  return power_of_two(quantum_exponent(-1075));
}

constexpr std::string_view Format::check() const {
  if (name.length == 0 || name.length > FormatName::kCapacity) {
    return "a format's name has 1 to 31 characters";
  }
  if (precision < 1 || precision > 53) return "precision must be between 1 and 53";
  if (width < 1 || width > 64) return "width must be between 1 and 64 bits";
  if (emax > 1023) return "emax must be at most 1023, that of binary64";
  if (emin < -1022) return "emin must be at least -1022, that of binary64";
  if (emin > emax) return "emin must not exceed emax";
  if (has_subnormals && emin - precision + 1 < -1074) {
    return "the smallest subnormal 2^(emin-precision+1) must be at least 2^-1074";
  }
  if (has_subnormals && !has_zero) return "a format with subnormals has a zero";
  if (!has_sign && (specials == Specials::nan_minus_zero ||
                    specials == Specials::inf_nan_minus_zero)) {
    return "an unsigned format has no code of -0 that could be NaN";
  }
  switch (encoding) {
    case Encoding::twos_complement:
      if (emin == emax && width == precision + 1 && specials == Specials::none &&
          has_sign && has_zero && has_subnormals) {
        return {};
      }
      return "a two's complement format has emin = emax, width = precision + 1, a "
             "sign, a "
             "zero, subnormals and no special codes";
    case Encoding::tapered:
      if (width == 8 && precision == 4 && emax == 15 && emin == -15 &&
          specials == Specials::inf_nan_minus_zero && has_sign && has_zero &&
          has_subnormals) {
        return {};
      }
      return "the only tapered encoding is HiFloat8's: width 8, precision 4, emax 15, "
             "emin "
             "-15, specials inf_nan_minus_zero";
    case Encoding::sign_magnitude:
      break;
  }
  if (exponent_bits() < 1 || exponent_bits() > 11) {
    return "width must leave 1 to 11 exponent bits beside the sign and the precision-1 "
           "fraction bits";
  }
  if (specials == Specials::ieee) {
    if (!has_subnormals) return "a format with IEEE specials has subnormals";
    if (precision < 2)
      return "IEEE specials need precision 2 or more to tell NaN from infinity";
    if (max_code() >= infinity_code()) {
      return "emax - emin is too wide for the exponent field that width and precision "
             "leave";
    }
    return {};
  }
  const std::uint64_t reserved = top_code() - max_code();
  if (top_code() <= reserved) return "width leaves no code for a finite number";
  const double largest = magnitude_of_code(max_code());
  if (is_zero(largest) || is_infinite(largest)) {
    return "width, precision and emin make numbers beyond binary64";
  }
  const Unpacked unpacked = unpack_magnitude(largest);
  if (floor_log2(unpacked.significand, unpacked.exponent) != emax) {
    return "emax is not the exponent of the largest number that width, precision, emin "
           "and "
           "specials give";
  }
  return {};
}

}  // namespace halfulp
