#include "halfulp/reference/mpfr_number.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "halfulp/reference/mpfr_environment.h"

namespace halfulp::reference {
namespace {

// All numbers beyond 2^+-kFar round alike in every format, as none has exponents beyond
// those of binary64; MPFR's exponents do not fit an int.
constexpr mpfr_exp_t kFar = 10000;

// The leading 64 bits of a nonzero x; `sticky` for what follows them.
Real leading_bits(mpfr_srcptr x, bool inexact) {
  static_assert(sizeof(unsigned long) == sizeof(std::uint64_t));
  MPFR_DECL_INIT(leading, 64);
  const bool cut = mpfr_set(leading, x, MPFR_RNDZ) != 0;
  const mpfr_exp_t exponent = std::clamp(mpfr_get_exp(leading), -kFar, kFar);
  mpfr_abs(leading, leading, MPFR_RNDZ);
  mpfr_set_exp(leading, 64);  // an integer of 64 bits
  return {mpfr_signbit(x) != 0, mpfr_get_ui(leading, MPFR_RNDZ),
          static_cast<int>(exponent) - 64, cut || inexact};
}

// A number beyond MPFR's range, of which only sign and side are known.
Real far_away(bool negative, mpfr_exp_t exponent) {
  return {negative, std::uint64_t{1} << 63, static_cast<int>(exponent), true};
}

}  // namespace

double round(mpfr_srcptr x, bool inexact, const Format& format,
             const RoundingRule& rule) {
  if (inexact && mpfr_get_prec(x) < 64) {
    throw std::invalid_argument("an inexact number needs 64 bits or more, got " +
                                std::to_string(mpfr_get_prec(x)));
  }
  if (mpfr_nan_p(x)) return halfulp::round(kQuietNan, format, rule);
  const bool negative = mpfr_signbit(x) != 0;
  if (mpfr_inf_p(x)) {
    if (inexact) return halfulp::round(far_away(negative, kFar), format, rule);
    return halfulp::round(with_sign(kPositiveInfinity, negative), format, rule);
  }
  if (mpfr_zero_p(x)) {
    if (inexact) return halfulp::round(far_away(negative, -kFar), format, rule);
    return halfulp::round(Real{.negative = negative}, format, rule);
  }
  const MpfrEnvironment environment;
  return halfulp::round(leading_bits(x, inexact), format, rule);
}

}  // namespace halfulp::reference
