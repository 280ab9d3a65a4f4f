// A library may be unloaded while its threads wait for work: they end, and what they ran on
// is not needed any more.

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "support/process.h"

// AddressSanitizer asks. What callers may still look at is left where it is on purpose: see
// Pool in base/thread_pool.cc.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }

namespace halfulp::testing {
namespace {

TEST(Unload, EndsTheThreads) {
  const int before = thread_count();
  for (int turn = 0; turn < 3; ++turn) {
    void* const library = dlopen(POOL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    const auto run = reinterpret_cast<int (*)(int)>(dlsym(library, "run_in_threads"));
    ASSERT_NE(run, nullptr) << dlerror();
    EXPECT_EQ(run(4), 4);
    EXPECT_EQ(thread_count(), before + 3);
    ASSERT_EQ(dlclose(library), 0) << dlerror();
    EXPECT_EQ(thread_count_soon(before), before);
  }
}

TEST(Unload, AtTheEndOfTheProgram) {
  const int status = status_of_fork([] {
    void* const library = dlopen(POOL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    const auto run = reinterpret_cast<int (*)(int)>(dlsym(library, "run_in_threads"));
    std::exit(run(4));
  });
  EXPECT_EQ(status, 4);
}

}  // namespace
}  // namespace halfulp::testing
