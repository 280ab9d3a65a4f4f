#include <cstdio>

#include "halfulp/base/version.h"

int main() {
  std::puts(halfulp::version());
  return 0;
}
