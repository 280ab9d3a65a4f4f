#pragma once

#include <mpfr.h>

#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/round.h"

namespace halfulp::reference {

// An mpfr_t that is cleared when it goes; the precision is in bits. Without a value it is
// NaN. A binary64 value needs 53 bits to be exact, and FpEnvironment if it is subnormal.
class MpfrNumber {
 public:
  explicit MpfrNumber(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  MpfrNumber(double x, mpfr_prec_t precision) : MpfrNumber(precision) {
    mpfr_set_d(value_, x, MPFR_RNDN);
  }
  ~MpfrNumber() { mpfr_clear(value_); }
  MpfrNumber(const MpfrNumber&) = delete;
  MpfrNumber& operator=(const MpfrNumber&) = delete;

  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }

 private:
  mpfr_t value_;
};

// x rounded once to `format`. If `inexact`, x stands for a real number strictly between it
// and its neighbour of 64 bits or more away from zero (a value computed with MPFR_RNDZ whose
// ternary value was not zero): an inexact zero is a nonzero number smaller than all that
// MPFR has, an inexact infinity a finite one larger than all.
//
// Exact infinities and NaNs become what the rule makes of such inputs; the NaN is the
// canonical positive one. Throws std::invalid_argument for an inexact x of less than 64 bits,
// an invalid format, a stochastic mode, and where the rule makes an infinity or a NaN an
// error.
double round(mpfr_srcptr x, bool inexact, const Format& format,
             const RoundingRule& rule);

}  // namespace halfulp::reference
