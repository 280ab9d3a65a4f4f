#include "halfulp/base/fp_environment.h"

namespace halfulp {

// glibc's default environment also clears FTZ and DAZ on x86 and FZ on Arm.
FpEnvironment::FpEnvironment() {
  std::fegetenv(&saved_);
  std::fesetenv(FE_DFL_ENV);
}

FpEnvironment::~FpEnvironment() { std::fesetenv(&saved_); }

}  // namespace halfulp
