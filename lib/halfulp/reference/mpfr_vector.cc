#include "halfulp/reference/mpfr_vector.h"

namespace halfulp::reference {

MpfrVector::MpfrVector(std::size_t size, mpfr_prec_t precision) {
  const std::size_t limbs = mpfr_custom_get_size(precision) / sizeof(mp_limb_t);
  significands_.resize(size * limbs);
  numbers_.resize(size);
  pointers_.reserve(size);
  for (std::size_t i = 0; i < size; ++i) {
    mp_limb_t* significand = significands_.data() + i * limbs;
    mpfr_custom_init(significand, precision);
    mpfr_custom_init_set(&numbers_[i], MPFR_ZERO_KIND, 0, precision, significand);
    pointers_.push_back(&numbers_[i]);
  }
}

}  // namespace halfulp::reference
