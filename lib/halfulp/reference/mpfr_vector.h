#pragma once

#include <mpfr.h>

#include <cstddef>
#include <vector>

namespace halfulp::reference {

// Numbers of one precision (in bits) in one piece of memory: 32 + 8 bytes and the
// significand each, against a call of malloc each for mpfr_init2. They start as +0 and keep
// their precision.
class MpfrVector {
 public:
  MpfrVector(std::size_t size, mpfr_prec_t precision);
  MpfrVector(const MpfrVector&) = delete;
  MpfrVector& operator=(const MpfrVector&) = delete;

  mpfr_ptr operator[](std::size_t i) { return pointers_[i]; }
  mpfr_srcptr operator[](std::size_t i) const { return pointers_[i]; }
  std::size_t size() const { return pointers_.size(); }

  // As mpfr_sum wants them.
  const mpfr_ptr* pointers() const { return pointers_.data(); }

 private:
  std::vector<mp_limb_t> significands_;
  std::vector<__mpfr_struct> numbers_;
  std::vector<mpfr_ptr> pointers_;
};

}  // namespace halfulp::reference
