#pragma once

#include <span>

#include "halfulp/base/worker.h"

namespace halfulp {

// Runs all tasks and returns when they have ended: the first in the caller's thread, each
// other one in an idle worker or, if there is none or it does not wake up in time, in the
// caller's thread, too. May be called by many threads and by tasks.
//
// Workers are started when needed and kept: as many as the largest call had tasks besides
// its first, or one less than the machine has cores if that is more, shared by all callers.
// They are stopped when the program ends or the library is unloaded. A forked process begins
// without any. Where the system cannot tell of forks, the caller's thread runs all.
void run_all(std::span<Task> tasks);

}  // namespace halfulp
