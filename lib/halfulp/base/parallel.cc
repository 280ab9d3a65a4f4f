#include "halfulp/base/parallel.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "halfulp/base/fp_environment.h"
#include "halfulp/base/thread_pool.h"

namespace halfulp {

void parallel_for(std::size_t count, int threads, std::size_t grain,
                  RangeFunction body) {
  if (threads < 1 || threads > 1024) {
    throw std::invalid_argument("threads must be between 1 and 1024, got " +
                                std::to_string(threads));
  }
  if (grain == 0) throw std::invalid_argument("grain must be 1 or more, got 0");
  const std::size_t grains = count / grain + (count % grain != 0 ? 1 : 0);
  const std::size_t parts = std::min(static_cast<std::size_t>(threads), grains);
  if (parts == 0) return;
  if (parts == 1) return in_default_fp_environment([&] { body(0, count); });

  const auto begin_of = [&](std::size_t part) {
    const std::size_t first = grains / parts * part + std::min(part, grains % parts);
    return std::min(count, first * grain);
  };
  std::vector<Task> tasks;
  tasks.reserve(parts);
  for (std::size_t part = 0; part < parts; ++part)
    tasks.push_back({body, begin_of(part), begin_of(part + 1)});
  run_all(tasks);
  for (const Task& task : tasks) {
    if (task.failure) std::rethrow_exception(task.failure);
  }
}

}  // namespace halfulp
