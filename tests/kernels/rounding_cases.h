#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <set>
#include <type_traits>
#include <vector>

#include "halfulp/formats/codec.h"

namespace halfulp::testing {

// Inputs that rounding to a format can get wrong, as patterns of the carrier T: a set, so
// that none is tried twice.
template <class T>
class RoundingCases {
 public:
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

  explicit RoundingCases(const Format& format) : format_(format) {
    add_members_and_midpoints();
    add_tie_patterns();
    add_specials();
    add_random_patterns();
  }

  // Without NaNs or infinities where they are not wanted.
  std::vector<T> inputs(bool nans, bool infinities) const {
    std::vector<T> chosen;
    for (const Bits pattern : patterns_) {
      const Bits magnitude = pattern & ~kSign;
      if (magnitude > kInfinity && !nans) continue;
      if (magnitude == kInfinity && !infinities) continue;
      chosen.push_back(std::bit_cast<T>(pattern));
    }
    return chosen;
  }

 private:
  static constexpr int kFractionBits = std::numeric_limits<T>::digits - 1;
  static constexpr Bits kSign = Bits{1} << (8 * sizeof(T) - 1);
  static constexpr Bits kOne = 1;
  static constexpr Bits kInfinity = kSign - (kOne << kFractionBits);

  void add(Bits pattern) {
    patterns_.insert(pattern & ~kSign);
    patterns_.insert(pattern | kSign);
  }

  void add_with_neighbours(double x) {
    const Bits pattern = std::bit_cast<Bits>(static_cast<T>(x));
    add(pattern - 1);
    add(pattern);
    add(pattern + 1);
  }

  // Exponents near 0 and the ends of the format's range.
  bool near(int e) const {
    return std::abs(e) <= 30 || std::abs(e - format_.emax) <= 4 ||
           std::abs(e - format_.emin) <= format_.precision + 4;
  }

  // All codes of small formats; of others those with few or many ones in the fraction.
  bool wanted(std::uint64_t code) const {
    if (format_.width <= 10) return true;
    const std::uint64_t mask = (std::uint64_t{1} << format_.fraction_bits()) - 1;
    const std::uint64_t fraction = code & mask;
    const int e = static_cast<int>(code >> format_.fraction_bits()) + format_.emin - 1;
    return near(e) &&
           (fraction <= 1 || fraction >= mask - 1 || std::has_single_bit(fraction + 1));
  }

  void add_members_and_midpoints() {
    const std::uint64_t codes = format_.encoding == Encoding::sign_magnitude
                                    ? format_.max_code()
                                    : format_.top_code();
    const int step = format_.width <= 10 ? 0 : std::max(0, format_.fraction_bits() - 3);
    for (std::uint64_t block = 0; block <= codes >> step; ++block) {
      for (std::uint64_t code :
           {block << step, (block << step) + 1, ((block + 1) << step) - 1}) {
        if (code > codes || !wanted(code)) continue;
        const double here = decode(code, format_);
        const double next = code < codes ? decode(code + 1, format_) : 2 * here;
        add_with_neighbours(here);
        add_with_neighbours(here / 2 + next / 2);
      }
    }
  }

  // Those exponents and some others, with every kind of tail.
  void add_tie_patterns() {
    const int dropped = std::max(1, kFractionBits + 1 - format_.precision);
    const Bits half = dropped > kFractionBits ? 0 : kOne << (dropped - 1);
    const Bits fraction_mask = (kOne << kFractionBits) - 1;
    const int bias = std::numeric_limits<T>::max_exponent - 1;
    const int fields = 2 * bias + 1;
    for (int field = 0; field <= fields; ++field) {
      const int e = field - bias;
      if (!near(e) && field > 3 && field < fields - 3 && field % 61 != 0) continue;
      const Bits base = static_cast<Bits>(field) << kFractionBits;
      for (Bits tail : {Bits{0}, kOne, half - 1, half, half + 1, 2 * half - 1,
                        3 * half - 1, 3 * half, 3 * half + 1, fraction_mask / 2,
                        fraction_mask / 2 + 1, fraction_mask - half, fraction_mask}) {
        add(base | (tail & fraction_mask));
      }
    }
    for (int bit = 0; bit < kFractionBits; ++bit) add(kOne << bit);  // subnormals
  }

  void add_specials() {
    add(0);
    add(kInfinity);
    for (Bits payload : {kOne, kOne << (kFractionBits - 1), (kOne << kFractionBits) - 1,
                         Bits{5} << (kFractionBits - 4), Bits{0x155555}}) {
      add(kInfinity | payload);
    }
  }

  void add_random_patterns() {
    std::mt19937_64 random(20250101);
    for (int i = 0; i < 500; ++i) add(static_cast<Bits>(random()));
  }

  Format format_;
  std::set<Bits> patterns_;
};

}  // namespace halfulp::testing
