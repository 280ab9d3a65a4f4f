// halfulp-experiment NAME [parameter=value ...] [--threads N] [--target NAME]
// halfulp-experiment --help
//
// Prints the result of an experiment as JSON, manifest included: the command line for those
// who have no Python. Exit status 0, or 2 where the arguments are wrong or the output cannot
// be written.

#include <algorithm>
#include <exception>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "experiments/registry.h"
#include "halfulp/kernels/targets.h"

namespace {

using halfulp::experiments::Json;

constexpr std::string_view kUsage =
    "usage: halfulp-experiment NAME [parameter=value ...] [--threads N] [--target "
    "NAME]";

struct Arguments {
  std::string experiment;
  Json parameters = Json::object();
  int threads = 1;
  std::optional<std::string> target;
};

// A number where it reads as one, else a string.
Json value_of(const std::string& text) {
  const Json number = Json::parse(text, nullptr, false);
  return number.is_number() ? number : Json(text);
}

int thread_count(const std::string& text) {
  const Json number = value_of(text);
  const double threads = number.is_number_integer() ? number.get<double>() : 0;
  if (threads >= 1 && threads <= 1024) return number.get<int>();
  throw std::invalid_argument("--threads must be an integer between 1 and 1024, got " +
                              text);
}

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::size_t equals = argument.find('=');
    if (argument == "--threads" || argument == "--target") {
      if (++i == argc) throw std::invalid_argument(argument + " needs a value");
      if (argument == "--target") {
        arguments.target = argv[i];
      } else {
        arguments.threads = thread_count(argv[i]);
      }
    } else if (equals != std::string::npos) {
      arguments.parameters[argument.substr(0, equals)] =
          value_of(argument.substr(equals + 1));
    } else if (arguments.experiment.empty()) {
      arguments.experiment = argument;
    } else {
      throw std::invalid_argument("unexpected argument '" + argument + "'");
    }
  }
  if (arguments.experiment.empty()) {
    throw std::invalid_argument(std::string(kUsage));
  }
  return arguments;
}

bool asks_for_help(int argc, char** argv) {
  return std::any_of(argv + 1, argv + argc, [](std::string_view argument) {
    return argument == "--help" || argument == "-h";
  });
}

void print_help() {
  std::cout << kUsage << "\n\nPrints the result of an experiment as JSON.\n";
  for (const auto& experiment : halfulp::experiments::all_experiments()) {
    std::cout << '\n' << experiment.name << ": " << experiment.title.english << '\n';
    for (const auto& parameter : experiment.parameters) {
      std::cout << "  " << parameter.name << '=' << parameter.default_value.dump()
                << "  " << parameter.meaning.english << '\n';
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (asks_for_help(argc, argv)) {
      print_help();
      return 0;
    }
    const Arguments arguments = parse(argc, argv);
    std::optional<halfulp::kernels::ForcedTarget> target;
    if (arguments.target) target.emplace(*arguments.target);
    const auto& experiment =
        halfulp::experiments::experiment_named(arguments.experiment);
    Json json = halfulp::experiments::to_json(
        halfulp::experiments::run(experiment, arguments.parameters, arguments.threads));
    json["manifest"] = halfulp::experiments::manifest();
    std::cout << json.dump(1) << '\n' << std::flush;
    if (!std::cout) throw std::runtime_error("cannot write standard output");
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "halfulp-experiment: " << error.what() << '\n';
    return 2;
  }
}
