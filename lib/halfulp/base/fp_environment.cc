#include "halfulp/base/fp_environment.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace halfulp {

#if defined(__x86_64__)

// fegetenv and fesetenv load and store the whole x87 environment, which takes longer than
// rounding a small array does. Here that is left for when it has changed.
namespace {

constexpr unsigned kDefaultMxcsr = 0x1F80;
constexpr std::uint16_t kDefaultX87Control = 0x037F;
constexpr std::uint16_t kX87Flags = 0x3F;

std::uint16_t x87_control() {
  std::uint16_t control;
  asm volatile("fnstcw %0" : "=m"(control));
  return control;
}

std::uint16_t x87_flags() {
  std::uint16_t status;
  asm volatile("fnstsw %0" : "=a"(status));
  return status & kX87Flags;
}

void set_x87(std::uint16_t control, std::uint16_t flags) {
  if (x87_control() == control && x87_flags() == flags) return;
  struct {
    std::uint16_t control, unused_1, status, unused_2;
    std::uint32_t rest[5];
  } environment;
  asm volatile("fnstenv %0" : "=m"(environment));
  environment.control = control;
  environment.status = (environment.status & ~kX87Flags) | flags;
  asm volatile("fldenv %0" : : "m"(environment));
}

}  // namespace

FpEnvironment::FpEnvironment()
    : mxcsr_(_mm_getcsr()), x87_control_(x87_control()), x87_flags_(x87_flags()) {
  _mm_setcsr(kDefaultMxcsr);
  set_x87(kDefaultX87Control, 0);
}

FpEnvironment::~FpEnvironment() {
  _mm_setcsr(mxcsr_);
  set_x87(x87_control_, x87_flags_);
}

#else

// glibc's default environment also clears FZ on Arm.
FpEnvironment::FpEnvironment() {
  std::fegetenv(&saved_);
  std::fesetenv(FE_DFL_ENV);
}

FpEnvironment::~FpEnvironment() { std::fesetenv(&saved_); }

#endif

}  // namespace halfulp
