#pragma once

#include <cstddef>

#include "halfulp/base/range_function.h"

namespace halfulp {

// Calls body(begin, end) on the consecutive ranges of a partition of [0, count), under
// FpEnvironment: the first in the caller's thread, the others in threads that are idle, or
// in the caller's, too. There are at most `threads` ranges, none empty; every one but the
// last is a multiple of `grain` elements long. They depend on count, threads and grain only.
//
// The ranges must not share outputs nor wait for each other; then the result does not depend
// on `threads`. The exception of the lowest range that threw is rethrown when all have ended.
// Throws std::invalid_argument unless 1 <= threads <= 1024 and grain > 0.
//
// Threads are kept for later calls (base/thread_pool.h). Many threads may call, and so may
// the body. A process may be forked between calls, not by a body.
void parallel_for(std::size_t count, int threads, std::size_t grain,
                  RangeFunction body);

}  // namespace halfulp
