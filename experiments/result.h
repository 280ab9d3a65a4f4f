#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace halfulp::experiments {

using Json = nlohmann::ordered_json;

// What an experiment found: a value, never a print. Everything in it is the same for every
// number of threads, SIMD target and compiler.
struct Result {
  std::string experiment;
  Json parameters;  // all of them, defaults included
  // The last four: predicted, measured, published, status.
  std::vector<std::string> columns;
  std::vector<Json> rows;  // arrays, one value a column; null where there is none
};

// {experiment, parameters, columns, rows, hash}, without the manifest. Numbers are the
// shortest decimals that read back as the same binary64 number.
Json to_json(const Result& result);

// SHA-256 of the compact JSON of everything but the manifest and the hash itself.
std::string hash_of(const Result& result);

// Where and how it was computed: version, compiler and flags, library versions, the Highway
// target that ran, the machine, the time. Never part of the hash.
Json manifest();

// `result` with every number in `rows` and `parameters` that is not an integer replaced by
// its C99 hexadecimal form: what is compared with a golden file, digit for digit.
nlohmann::json with_hex_numbers(const Result& result);

}  // namespace halfulp::experiments
