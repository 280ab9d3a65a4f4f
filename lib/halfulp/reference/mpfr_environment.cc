#include "halfulp/reference/mpfr_environment.h"

namespace halfulp::reference {
namespace {

// Frees at the end of its thread; without it every thread leaks its caches.
class ThreadCaches {
 public:
  ThreadCaches() = default;
  ~ThreadCaches() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
  ThreadCaches(const ThreadCaches&) = delete;
  ThreadCaches& operator=(const ThreadCaches&) = delete;
};

void free_caches_at_thread_end() { static thread_local const ThreadCaches caches; }

}  // namespace

MpfrEnvironment::MpfrEnvironment()
    : emin_(mpfr_get_emin()), emax_(mpfr_get_emax()), flags_(mpfr_flags_save()) {
  free_caches_at_thread_end();
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
}

MpfrEnvironment::~MpfrEnvironment() {
  mpfr_set_emin(emin_);
  mpfr_set_emax(emax_);
  mpfr_flags_restore(flags_, MPFR_FLAGS_ALL);
}

}  // namespace halfulp::reference
