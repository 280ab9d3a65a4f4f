// The threads behind parallel_for: who runs what, when they start, wait and end.

#include "halfulp/base/thread_pool.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "halfulp/base/parallel.h"
#include "support/process.h"

namespace halfulp::testing {
namespace {

using std::chrono::seconds;
using std::chrono::steady_clock;

void add_indices(std::vector<std::size_t>& x, int threads, std::size_t grain) {
  parallel_for(x.size(), threads, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) x[i] += i;
  });
}

bool holds_indices_times(const std::vector<std::size_t>& x, std::size_t factor) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] != factor * i) return false;
  }
  return true;
}

TEST(ThreadPool, RunsRangesAtOnce) {
  // Each waits until the other one has begun.
  std::atomic<int> begun = 0;
  const auto last = steady_clock::now() + seconds(30);
  parallel_for(2, 2, 1, [&](std::size_t, std::size_t) {
    ++begun;
    while (begun < 2 && steady_clock::now() < last) std::this_thread::yield();
  });
  EXPECT_LT(steady_clock::now(), last);
}

TEST(ThreadPool, KeepsThreads) {
  std::set<std::thread::id> ids;
  std::mutex mutex;
  for (int call = 0; call < 1000; ++call) {
    parallel_for(3, 3, 1, [&](std::size_t, std::size_t) {
      const std::lock_guard lock(mutex);
      ids.insert(std::this_thread::get_id());
    });
  }
  // Other tests may have started more workers than the two of this one.
  EXPECT_LE(ids.size(), static_cast<std::size_t>(thread_count()));
}

TEST(ThreadPool, ManySizesInARow) {
  std::mt19937 random(0x5EED0101);
  for (int call = 0; call < 2000; ++call) {
    const std::size_t count = random() % 300;
    const int threads = 1 + static_cast<int>(random() % 9);
    const std::size_t grain = 1 + random() % 20;
    std::vector<std::size_t> x(count);
    add_indices(x, threads, grain);
    ASSERT_TRUE(holds_indices_times(x, 1))
        << "call " << call << ": " << count << ' ' << threads << ' ' << grain;
  }
}

TEST(ThreadPool, CallsOfManyThreads) {
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> callers;
    for (int c = 0; c < 8; ++c) {
      callers.emplace_back([&, c] {
        std::vector<std::size_t> x(500);
        for (std::size_t call = 1; call <= 300; ++call) {
          add_indices(x, 1 + (c + static_cast<int>(call)) % 5, 7);
          if (!holds_indices_times(x, call)) ++wrong;
        }
      });
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST(ThreadPool, CallsWithinCalls) {
  std::vector<std::atomic<int>> seen(4 * 5 * 6);
  for (int call = 1; call <= 100; ++call) {
    parallel_for(4, 4, 1, [&](std::size_t i, std::size_t i_end) {
      for (; i < i_end; ++i) {
        parallel_for(5, 3, 1, [&](std::size_t j, std::size_t j_end) {
          for (; j < j_end; ++j) {
            parallel_for(6, 6, 1, [&](std::size_t k, std::size_t k_end) {
              for (; k < k_end; ++k) ++seen[(i * 5 + j) * 6 + k];
            });
          }
        });
      }
    });
    for (const auto& count : seen) ASSERT_EQ(count, call);
  }
}

TEST(ThreadPool, CallersShareWorkers) {
  const int enough = 2 + static_cast<int>(std::thread::hardware_concurrency());
  const auto nothing = [](std::size_t, std::size_t) {};
  parallel_for(1000, enough, 1, nothing);
  const int before = thread_count();
  constexpr int kCallers = 6;
  std::atomic<int> most = 0;
  {
    std::vector<std::jthread> callers;
    for (int c = 0; c < kCallers; ++c) {
      callers.emplace_back([&] {
        for (int call = 0; call < 50; ++call) {
          parallel_for(1000, enough, 1, [&](std::size_t, std::size_t) {
            parallel_for(10, 3, 1, nothing);
          });
        }
        const int now = thread_count();
        int seen = most;
        while (seen < now && !most.compare_exchange_weak(seen, now)) {
        }
      });
    }
  }
  EXPECT_LE(most, before + kCallers);
  EXPECT_EQ(thread_count_soon(before), before);
}

TEST(ThreadPool, GoesOnAfterExceptions) {
  for (int call = 0; call < 200; ++call) {
    for (std::size_t bad = 0; bad < 4; ++bad) {
      std::atomic<int> ended = 0;
      try {
        parallel_for(4, 4, 1, [&](std::size_t begin, std::size_t) {
          ++ended;
          if (begin >= bad) throw std::runtime_error(std::to_string(begin));
        });
        FAIL() << "did not throw";
      } catch (const std::runtime_error& error) {
        ASSERT_EQ(error.what(), std::to_string(bad));
        ASSERT_EQ(ended, 4);
      }
    }
    std::vector<std::size_t> x(100);
    add_indices(x, 4, 10);
    ASSERT_TRUE(holds_indices_times(x, 1));
  }
}

TEST(ThreadPool, ExceptionsOfCallsWithinCalls) {
  const auto inner = [](std::size_t begin, std::size_t) {
    if (begin == 2) throw std::runtime_error("inner");
  };
  for (int call = 0; call < 100; ++call) {
    EXPECT_THROW(
        parallel_for(3, 3, 1,
                     [&](std::size_t, std::size_t) { parallel_for(3, 3, 1, inner); }),
        std::runtime_error);
  }
}

// Which signals are blocked in the thread that calls.
std::set<int> blocked_signals() {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  std::set<int> blocked;
  for (int signal = 1; signal < 32; ++signal) {
    if (sigismember(&mask, signal) == 1) blocked.insert(signal);
  }
  return blocked;
}

TEST(ThreadPool, SignalsAreTheCallers) {
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);
  // More threads than any test before has started, so that some are new.
  parallel_for(200, 200, 1, [](std::size_t, std::size_t) {});
  EXPECT_EQ(blocked_signals(), std::set<int>());
  std::set<int> of_worker;
  std::atomic<bool> ran = false;
  const auto last = steady_clock::now() + seconds(30);
  parallel_for(2, 2, 1, [&](std::size_t begin, std::size_t) {
    if (begin == 1) {
      of_worker = blocked_signals();
      ran = true;
    }
    // Until the worker is there.
    while (!ran && steady_clock::now() < last) std::this_thread::yield();
  });
  ASSERT_LT(steady_clock::now(), last);
  for (int signal : {SIGINT, SIGTERM, SIGALRM, SIGCHLD, SIGUSR1, SIGHUP})
    EXPECT_TRUE(of_worker.contains(signal)) << signal;
  for (int signal :
       {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGPROF})
    EXPECT_FALSE(of_worker.contains(signal)) << signal;
}

TEST(ThreadPool, IdleWorkersSleep) {
  parallel_for(8, 8, 1, [](std::size_t, std::size_t) {});
  const auto used = [] {
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return std::chrono::microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) +
           seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
  };
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const auto before = used();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_LT(used() - before, std::chrono::milliseconds(30));
}

#if defined(__SANITIZE_THREAD__)
constexpr bool kForksStartThreads = false;  // ThreadSanitizer refuses them
#else
constexpr bool kForksStartThreads = true;
#endif

// In a forked process: 0 if all is well.
int work_of_fork() {
  std::vector<std::size_t> x(1000);
  if (thread_count() != 1) return 1;
  add_indices(x, 1, 10);
  if (thread_count() != 1) return 2;  // one thread needs no pool
  for (std::size_t call = 2; call <= 50; ++call) {
    add_indices(x, 2, 10);
    if (!holds_indices_times(x, call)) return 3;
  }
  return thread_count() == 2 ? 0 : 4;
}

TEST(ThreadPool, BeginsAnewInAFork) {
  if (!kForksStartThreads) GTEST_SKIP() << "the sanitizer refuses threads in forks";
  std::vector<std::size_t> x(1000);
  add_indices(x, 4, 10);
  EXPECT_EQ(status_of_fork([] { _exit(work_of_fork()); }), 0);
  EXPECT_EQ(status_of_fork([] { std::exit(work_of_fork()); }), 0);
  // A fork of a fork, whose parent has workers of its own.
  EXPECT_EQ(status_of_fork([] {
              if (work_of_fork() != 0) _exit(10);
              _exit(status_of_fork([] { _exit(work_of_fork()); }));
            }),
            0);
  add_indices(x, 4, 10);
  EXPECT_TRUE(holds_indices_times(x, 2));
}

TEST(ThreadPool, ForksWhileOthersCall) {
  if (!kForksStartThreads) GTEST_SKIP() << "the sanitizer refuses threads in forks";
  std::atomic<bool> enough = false;
  const auto call = [&] {
    std::vector<std::size_t> x(1000);
    while (!enough) add_indices(x, 3, 10);
  };
  std::jthread first(call), second(call);
  for (int fork = 0; fork < 20; ++fork)
    EXPECT_EQ(status_of_fork([] { _exit(work_of_fork()); }), 0);
  enough = true;
}

}  // namespace
}  // namespace halfulp::testing
