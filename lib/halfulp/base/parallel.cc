#include "halfulp/base/parallel.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "halfulp/base/fp_environment.h"

namespace halfulp {

void parallel_for(std::size_t count, int threads, std::size_t grain,
                  const std::function<void(std::size_t, std::size_t)>& body) {
  if (threads < 1 || threads > 1024) {
    throw std::invalid_argument("threads must be between 1 and 1024, got " +
                                std::to_string(threads));
  }
  if (grain == 0) throw std::invalid_argument("grain must be 1 or more, got 0");
  const std::size_t grains = count / grain + (count % grain != 0 ? 1 : 0);
  const std::size_t parts = std::min(static_cast<std::size_t>(threads), grains);
  std::vector<std::exception_ptr> failures(parts);

  const auto begin_of = [&](std::size_t part) {
    const std::size_t first = grains / parts * part + std::min(part, grains % parts);
    return std::min(count, first * grain);
  };
  const auto run_part = [&](std::size_t part) {
    try {
      in_default_fp_environment([&] { body(begin_of(part), begin_of(part + 1)); });
    } catch (...) {
      failures[part] = std::current_exception();
    }
  };

  {
    std::vector<std::jthread> workers;
    workers.reserve(parts);
    for (std::size_t part = 1; part < parts; ++part)
      workers.emplace_back(run_part, part);
    if (parts > 0) run_part(0);
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace halfulp
