#pragma once

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iterator>

namespace halfulp::testing {

// Of this process, as Linux lists them.
inline int thread_count() {
  const std::filesystem::directory_iterator threads("/proc/self/task");
  return static_cast<int>(std::distance(begin(threads), end(threads)));
}

// The same, once it is `wanted`, or after a second: a thread that has been joined may still
// be listed.
inline int thread_count_soon(int wanted) {
  for (int i = 0; i < 100 && thread_count() != wanted; ++i) usleep(10'000);
  return thread_count();
}

// The exit status of a forked process that calls body(), which ends it; -1 if a signal ended
// it, one that is sent after a minute included.
template <class Body>
int status_of_fork(Body body) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    body();
    _exit(99);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace halfulp::testing
