#pragma once

#include <mpfr.h>

namespace halfulp::reference {

// MPFR's widest exponent range for the lifetime of the object; the destructor restores the
// range and the flags of the caller, who may have narrowed it (to emulate a format, say).
// Both are the thread's own where MPFR is built thread-safe.
//
// The constants that MPFR caches in a thread which has held one are freed when it ends.
class MpfrEnvironment {
 public:
  MpfrEnvironment();
  ~MpfrEnvironment();
  MpfrEnvironment(const MpfrEnvironment&) = delete;
  MpfrEnvironment& operator=(const MpfrEnvironment&) = delete;

 private:
  mpfr_exp_t emin_;
  mpfr_exp_t emax_;
  mpfr_flags_t flags_;
};

}  // namespace halfulp::reference
