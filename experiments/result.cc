#include "experiments/result.h"

#include <sys/utsname.h>

#include <chrono>
#include <ctime>
#include <fstream>

#include "halfulp/base/build_config.h"
#include "halfulp/base/sha256.h"
#include "halfulp/base/text.h"
#include "halfulp/base/version.h"
#include "halfulp/kernels/targets.h"

namespace halfulp::experiments {
namespace {

std::string processor() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "unknown";
}

std::string utc_time() {
  const std::time_t now =
      std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm broken_down{};
  gmtime_r(&now, &broken_down);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &broken_down);
  return text;
}

Json body(const Result& result) {
  return {{"experiment", result.experiment},
          {"parameters", result.parameters},
          {"columns", result.columns},
          {"rows", result.rows}};
}

template <class AnyJson>
void make_hex(AnyJson& value) {
  if (value.is_number_float()) {
    value = hex_float(value.template get<double>());
  } else if (value.is_structured()) {
    for (AnyJson& element : value) make_hex(element);
  }
}

}  // namespace

Json to_json(const Result& result) {
  Json json = body(result);
  json["hash"] = hash_of(result);
  return json;
}

std::string hash_of(const Result& result) { return sha256(body(result).dump()); }

Json manifest() {
  const BuildConfig build;
  utsname host{};
  uname(&host);
  return {{"version", kVersion},
          {"build",
           {{"compiler", build.compiler},
            {"flags", build.flags},
            {"build_type", build.build_type},
            {"highway", build.highway},
            {"mpfr", build.mpfr},
            {"eigen", build.eigen},
            {"nlohmann_json", build.nlohmann_json}}},
          {"target", kernels::dispatched_target()},
          {"targets", kernels::available_targets()},
          {"host",
           {{"system", std::string(host.sysname) + " " + host.release},
            {"machine", host.machine},
            {"processor", processor()}}},
          {"time", utc_time()}};
}

nlohmann::json with_hex_numbers(const Result& result) {
  Json json = body(result);
  make_hex(json);
  return nlohmann::json::parse(json.dump());
}

}  // namespace halfulp::experiments
