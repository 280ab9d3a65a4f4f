#include "halfulp/base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cfenv>
#include <limits>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace halfulp {
namespace {

struct Range {
  std::size_t begin, end;
  friend auto operator<=>(const Range&, const Range&) = default;
};

std::set<Range> ranges_of(std::size_t count, int threads, std::size_t grain) {
  std::set<Range> ranges;
  std::mutex mutex;
  parallel_for(count, threads, grain, [&](std::size_t begin, std::size_t end) {
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(ranges.insert({begin, end}).second) << "a range was given twice";
  });
  return ranges;
}

TEST(ParallelFor, CoversEveryElementOnceInWholeGrains) {
  for (std::size_t count : {0u, 1u, 2u, 6u, 7u, 64u, 100u, 1001u}) {
    for (int threads : {1, 2, 5, 7, 64}) {
      for (std::size_t grain : {1u, 2u, 8u, 100u, 5000u}) {
        SCOPED_TRACE(std::to_string(count) + " elements, " + std::to_string(threads) +
                     " threads, grain " + std::to_string(grain));
        std::size_t next = 0;
        const std::set<Range> ranges = ranges_of(count, threads, grain);
        EXPECT_LE(ranges.size(), static_cast<std::size_t>(threads));
        for (const Range& range : ranges) {
          EXPECT_EQ(range.begin, next);
          EXPECT_LT(range.begin, range.end);
          next = range.end;
          if (next != count) {
            EXPECT_EQ((range.end - range.begin) % grain, 0u);
          }
        }
        EXPECT_EQ(next, count);
      }
    }
  }
}

TEST(ParallelFor, UsesAllThreadsWhereThereAreGrainsForThem) {
  EXPECT_EQ(ranges_of(1000, 7, 1).size(), 7u);
  EXPECT_EQ(ranges_of(1000, 7, 200).size(), 5u);
  EXPECT_EQ(ranges_of(3, 7, 1).size(), 3u);
}

TEST(ParallelFor, FirstRangeRunsInTheCallersThread) {
  for (int threads : {1, 2, 5}) {
    std::vector<std::thread::id> ids(5);
    parallel_for(5, threads, 1, [&](std::size_t begin, std::size_t) {
      ids[begin] = std::this_thread::get_id();
    });
    EXPECT_EQ(ids[0], std::this_thread::get_id()) << threads;
  }
}

TEST(ParallelFor, EveryRangeHasTheDefaultFloatingPointEnvironment) {
  std::fesetround(FE_UPWARD);
  std::atomic<int> nearest = 0;
  parallel_for(64, 4, 1, [&](std::size_t, std::size_t) {
    nearest += std::fegetround() == FE_TONEAREST ? 1 : 0;
  });
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(nearest, 4);
}

TEST(ParallelFor, HugeGrainIsOneRange) {
  const std::size_t grain = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(ranges_of(10, 3, grain), (std::set<Range>{{0, 10}}));
}

TEST(ParallelFor, RethrowsTheExceptionOfTheLowestRangeWhenAllHaveEnded) {
  for (int threads : {1, 2, 5, 7}) {
    std::atomic<int> ended = 0;
    const auto fail_late = [&](std::size_t begin, std::size_t end) {
      ++ended;
      if (end > 30) throw std::runtime_error(std::to_string(begin));
    };
    try {
      parallel_for(70, threads, 10, fail_late);
      FAIL() << "did not throw";
    } catch (const std::runtime_error& error) {
      EXPECT_LE(std::stoi(error.what()), 30);
      EXPECT_EQ(ended, threads);
    }
  }
}

template <class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "did not throw";
}

TEST(ParallelFor, RefusesBadArguments) {
  const auto nothing = [](std::size_t, std::size_t) { FAIL() << "was called"; };
  EXPECT_EQ(message_of([&] { parallel_for(1, 0, 1, nothing); }),
            "threads must be between 1 and 1024, got 0");
  EXPECT_EQ(message_of([&] { parallel_for(1, -3, 1, nothing); }),
            "threads must be between 1 and 1024, got -3");
  EXPECT_EQ(message_of([&] { parallel_for(1, 1025, 1, nothing); }),
            "threads must be between 1 and 1024, got 1025");
  EXPECT_EQ(message_of([&] { parallel_for(1, 1, 0, nothing); }),
            "grain must be 1 or more, got 0");
}

}  // namespace
}  // namespace halfulp
