#pragma once

#include <mpfr.h>

#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/round.h"

namespace halfulp::reference {

// An mpfr_t that is cleared when it goes; the precision is in bits.
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
// ternary value was not zero). Infinities and NaNs follow the rule.
double round(mpfr_srcptr x, bool inexact, const Format& format,
             const RoundingRule& rule);

}  // namespace halfulp::reference
