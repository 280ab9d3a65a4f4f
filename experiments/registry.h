#pragma once

#include <nlohmann/json.hpp>

namespace halfulp {

nlohmann::json run_museum();

}  // namespace halfulp
