#pragma once

#include <cfenv>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "halfulp/base/compiler_checks.h"

namespace halfulp {

// The default floating-point environment for the lifetime of the object: round to nearest,
// no exception traps, subnormal inputs and results kept (FTZ and DAZ off). The caller's
// environment, exception flags included, is restored by the destructor.
//
// Another library in the process may have switched FTZ and DAZ on, so every entry of this
// library that does floating-point arithmetic holds one, and so does every worker thread.
//
// The compiler does not know that arithmetic depends on this object: it may move it across
// the constructor or the destructor, or reuse what was computed outside. So do the
// arithmetic in in_default_fp_environment below, or in a function that is called through a
// pointer and stores to memory.
class FpEnvironment {
 public:
  FpEnvironment();
  ~FpEnvironment();
  FpEnvironment(const FpEnvironment&) = delete;
  FpEnvironment& operator=(const FpEnvironment&) = delete;

 private:
#if defined(__x86_64__)
  std::uint32_t mxcsr_;
  std::uint16_t x87_control_, x87_flags_;
#else
  std::fenv_t saved_;
#endif
};

// Calls body() where the optimiser can neither look in nor move arithmetic out: the memory
// barriers make it a function with side effects, which stays between other such calls.
template <class Body>
[[gnu::noinline]] auto call_out_of_line(Body& body) {
  asm volatile("" : : "r"(&body) : "memory");
  if constexpr (std::is_void_v<decltype(body())>) {
    body();
    asm volatile("" : : : "memory");
  } else {
    auto result = body();
    asm volatile("" : : "r"(&result) : "memory");
    return result;
  }
}

// Returns body(), computed in the default floating-point environment.
template <class Body>
auto in_default_fp_environment(Body&& body) {
  const FpEnvironment environment;
  return call_out_of_line(body);
}

}  // namespace halfulp
