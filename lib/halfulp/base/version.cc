#include "halfulp/base/version.h"

#include <hwy/highway.h>
#include <hwy/targets.h>
#include <mpfr.h>

namespace halfulp {

const char* version() {
  // Uses both libraries, so that linking is tried.
  return mpfr_get_version() && hwy::SupportedTargets() ? HALFULP_VERSION : "";
}

}  // namespace halfulp
