// Ten lines for pkg-config; pkg_config.sh compiles them.
#include <iostream>

#include "experiments/registry.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/round.h"

int main() {
  for (const auto& experiment : halfulp::experiments::all_experiments())
    std::cout << experiment.name << ' ' << halfulp::round(0.1, halfulp::bf16) << '\n';
}
