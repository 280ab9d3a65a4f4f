#include "halfulp/base/worker.h"

#include <pthread.h>
#include <signal.h>

#include <chrono>
#include <utility>

#include "halfulp/base/fp_environment.h"

namespace halfulp {
namespace {

// Longer than it takes to wake a thread: calls in a row find workers awake.
constexpr std::chrono::microseconds kSpin{50};

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

template <class Condition>
bool comes_true_soon(const Condition& condition) {
  if (condition()) return true;
  const auto last = std::chrono::steady_clock::now() + kSpin;
  do {
    for (int i = 0; i < 16; ++i) {
      if (condition()) return true;
      pause();
    }
  } while (std::chrono::steady_clock::now() < last);
  return false;
}

// Threads that are started in its lifetime inherit the mask.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int own :
         {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF})
      sigdelset(&blocked, own);
    pthread_sigmask(SIG_BLOCK, &blocked, &saved_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &saved_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t saved_;
};

}  // namespace

void Task::run() noexcept {
  try {
    in_default_fp_environment([&] { body(begin, end); });
  } catch (...) {
    failure = std::current_exception();
  }
}

Worker::Worker(const Task& task, std::atomic<int>& spinners)
    : task_(task), spinners_(spinners) {
  const BlockedSignals blocked;
  thread_ = std::thread([this] { work(); });
}

bool Worker::take(const Task& task) {
  if (!change(State::idle, State::taken)) return false;
  task_ = task;
  state_.store(State::given);
  worker_.wake();
  return true;
}

bool Worker::take_back() { return change(State::given, State::idle); }

std::exception_ptr Worker::result() {
  const auto done = [&] { return state_.load() == State::done; };
  // On the last core, the worker itself may wait for the one who spins.
  const bool may_spin = spinners_.load() > 0;
  if (!may_spin || !comes_true_soon(done)) caller_.sleep_until(done);
  std::exception_ptr failure = std::exchange(task_.failure, nullptr);
  state_.store(State::idle);
  return failure;
}

void Worker::stop() {
  if (change(State::idle, State::stopped)) {
    worker_.wake();
    thread_.join();
  } else {
    thread_.detach();
  }
}

bool Worker::change(State from, State to) {
  // A look first: it does not take the cache line away from the other core.
  return state_.load() == from && state_.compare_exchange_strong(from, to);
}

void Worker::work() {
  while (mail() == State::given) {
    if (!change(State::given, State::running)) continue;
    task_.run();
    state_.store(State::done);
    caller_.wake();
  }
}

// `given` or `stopped`, when it is one of them.
Worker::State Worker::mail() {
  State state;
  const auto has_mail = [&] {
    state = state_.load();
    return state == State::given || state == State::stopped;
  };
  const bool may_spin = spinners_.fetch_sub(1) > 0;
  const bool soon = may_spin && comes_true_soon(has_mail);
  spinners_.fetch_add(1);
  if (!soon) worker_.sleep_until(has_mail);
  return state;
}

}  // namespace halfulp
