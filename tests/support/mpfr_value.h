#pragma once

#include <mpfr.h>

namespace halfulp::testing {

// An mpfr_t for the oracles, with its precision in bits.
class MpfrValue {
 public:
  explicit MpfrValue(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
  MpfrValue(double x, mpfr_prec_t precision) : MpfrValue(precision) {
    mpfr_set_d(value_, x, MPFR_RNDN);
  }
  MpfrValue(const MpfrValue& other) : MpfrValue(mpfr_get_prec(other.value_)) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
  }
  MpfrValue& operator=(const MpfrValue&) = delete;
  ~MpfrValue() { mpfr_clear(value_); }

  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }

 private:
  mpfr_t value_;
};

}  // namespace halfulp::testing
