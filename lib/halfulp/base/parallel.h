#pragma once

#include <cstddef>
#include <functional>

namespace halfulp {

// Calls body(begin, end) on the consecutive ranges of a partition of [0, count), each in a
// thread of its own (the first in the caller's) and under FpEnvironment. There are at most
// `threads` ranges, none empty; every one but the last is a multiple of `grain` elements
// long. They depend on count, threads and grain only.
//
// The ranges must not share outputs; then the result does not depend on `threads`. The
// exception of the lowest range that threw is rethrown when all have ended. Throws
// std::invalid_argument unless 1 <= threads <= 1024 and grain > 0.
void parallel_for(std::size_t count, int threads, std::size_t grain,
                  const std::function<void(std::size_t begin, std::size_t end)>& body);

}  // namespace halfulp
