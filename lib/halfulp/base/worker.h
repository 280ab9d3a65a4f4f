#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>

#include "halfulp/base/range_function.h"

namespace halfulp {

// body(begin, end), to be called once, in whichever thread.
struct Task {
  RangeFunction body;
  std::size_t begin;
  std::size_t end;
  std::exception_ptr failure = nullptr;  // what the body threw

  // Under FpEnvironment.
  void run() noexcept;
};

// Where threads sleep until a condition on atomics is true.
class Sleepers {
 public:
  template <class Condition>
  void sleep_until(const Condition& condition) {
    std::unique_lock lock(mutex_);
    count_.fetch_add(1);
    wakes_.wait(lock, condition);
    count_.fetch_sub(1);
  }

  // After the condition has become true. All atomics involved are sequentially consistent:
  // either this sees the sleeper's arrival, or the sleeper's last look sees the condition.
  void wake() {
    if (count_.load() == 0) return;
    {
      const std::lock_guard lock(mutex_);
    }
    wakes_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable wakes_;
  std::atomic<int> count_ = 0;
};

// A thread that waits for tasks. A caller who has taken an idle worker with a task is the
// only one who may call result() or take_back(), and calls one of them that succeeds.
//
// Waiting means spinning for some microseconds if there is a core to spare, then sleeping. The thread blocks all signals
// but those that its own code raises.
class Worker {
 public:
  // Taken already, with a task. `spinners`: how many more workers may spin, shared by all.
  // Throws std::system_error if there can be no more threads.
  Worker(const Task& task, std::atomic<int>& spinners);
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Whether it was idle.
  bool take(const Task& task);

  // Whether it had not begun the task; then it never will, and is idle.
  bool take_back();

  // What the task threw, when it has ended. Then the worker is idle.
  std::exception_ptr result();

  // Ends the thread, or lets one that is at work go on, as it may be at it for long.
  void stop();

 private:
  enum class State { idle, taken, given, running, done, stopped };

  bool change(State from, State to);
  void work();
  State mail();

  // On one cache line, of their own: what goes from core to core.
  alignas(64) std::atomic<State> state_ = State::given;
  Task task_;

  alignas(64) Sleepers worker_;
  Sleepers caller_;
  std::atomic<int>& spinners_;
  std::thread thread_;
};

}  // namespace halfulp
