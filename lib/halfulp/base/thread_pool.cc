#include "halfulp/base/thread_pool.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace halfulp {
namespace {

// Neither a pool nor its workers are ever deleted: other threads may still look at them.
class Pool {
 public:
  // Gives the tasks to workers, in order, as far as these go; returns how many.
  std::size_t give(std::span<Task> tasks, std::span<Worker*> workers) {
    std::size_t given = 0;
    // In the same order every time: the data may be in the worker's caches yet.
    const std::size_t count = count_.load();
    for (std::size_t i = 0; i < count && given < tasks.size(); ++i) {
      workers[given] = workers_[i].load();
      if (workers[given]->take(tasks[given])) ++given;
    }
    const std::size_t most = std::max(tasks.size(), spare_cores_);
    for (; given < tasks.size(); ++given) {
      workers[given] = started_with(tasks[given], most);
      if (workers[given] == nullptr) break;
    }
    return given;
  }

  void stop() {
    const std::lock_guard lock(starting_);
    stopped_ = true;
    for (std::size_t i = 0; i < count_.load(); ++i) workers_[i].load()->stop();
  }

 private:
  static constexpr std::size_t kMost = 1023;  // as parallel_for asks for

  // Null if there are enough, or the system gives no more.
  Worker* started_with(const Task& task, std::size_t most) {
    if (count_.load() >= std::min(most, kMost)) return nullptr;
    const std::lock_guard lock(starting_);
    const std::size_t count = count_.load();
    if (stopped_ || count >= std::min(most, kMost)) return nullptr;
    try {
      workers_[count].store(new Worker(task, spinners_));
    } catch (const std::exception&) {
      return nullptr;
    }
    count_.store(count + 1);
    return workers_[count].load();
  }

  const std::size_t spare_cores_ =
      std::max(1u, std::thread::hardware_concurrency()) - 1;
  std::array<std::atomic<Worker*>, kMost> workers_{};
  std::atomic<std::size_t> count_ = 0;
  std::mutex starting_;
  bool stopped_ = false;
  alignas(64) std::atomic<int> spinners_ = static_cast<int>(spare_cores_);
};

constinit std::atomic<Pool*> the_pool = nullptr;
constinit std::atomic<Pool*> pool_of_parent = nullptr;

Pool& pool() {
  Pool* found = the_pool.load();
  if (found != nullptr) return *found;
  auto fresh = std::make_unique<Pool>();
  // Another thread may be faster.
  return the_pool.compare_exchange_strong(found, fresh.get()) ? *fresh.release()
                                                              : *found;
}

// In a forked process, which has no thread but the one that forked it. Locks that others
// held stay locked, so nothing of the parent's pool is touched.
void leave_pool_to_parent() { pool_of_parent.store(the_pool.exchange(nullptr)); }

// Of the program, or of the library in it.
const struct Lifetime {
  Lifetime() : forks(pthread_atfork(nullptr, nullptr, &leave_pool_to_parent) == 0) {}
  ~Lifetime() {
    if (Pool* const last = the_pool.load()) last->stop();
  }
  Lifetime(const Lifetime&) = delete;
  Lifetime& operator=(const Lifetime&) = delete;

  const bool forks;  // well: a fork that went on with its parent's pool would hang
} lifetime;

}  // namespace

void run_all(std::span<Task> tasks) {
  if (tasks.empty()) return;
  const std::span<Task> others = tasks.subspan(1);
  std::vector<Worker*> workers(others.size());
  const std::size_t given =
      others.empty() || !lifetime.forks ? 0 : pool().give(others, workers);
  tasks[0].run();
  for (Task& task : others.subspan(given)) task.run();
  // Rather than wait for a worker to wake up: the one that was called last first.
  for (std::size_t i = given; i-- > 0;) {
    if (!workers[i]->take_back()) continue;
    workers[i] = nullptr;
    others[i].run();
  }
  for (std::size_t i = 0; i < given; ++i) {
    if (workers[i] != nullptr) others[i].failure = workers[i]->result();
  }
}

}  // namespace halfulp
