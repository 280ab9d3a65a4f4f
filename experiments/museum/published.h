#pragma once

#include <string_view>

#include "experiments/museum/museum.h"

namespace halfulp::experiments {

// The figure that the exhibit prints for this case, layer and metric, if it prints one and
// the parameters are the exhibit's, else null. It prints those of the first layer, and that
// each of its cases passes the gate in 8 of 8 layers.
Json published_in_exhibit(const MuseumParameters& parameters,
                          std::string_view case_name, int layer,
                          std::string_view metric);

}  // namespace halfulp::experiments
