#include <cstdio>

#include "halfulp/base/version.h"

int main() {
  std::puts(halfulp::kVersion);
  return 0;
}
