#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "halfulp/arithmetic/accumulation_model.h"
#include "halfulp/base/random.h"

namespace halfulp {

// The operands of a dot product as bit patterns, as a machine's registers hold them.
struct DotCodes {
  std::span<const std::uint64_t> a;
  std::span<const std::uint64_t> b;
  std::optional<std::uint64_t> c = {};
  std::span<const std::uint64_t> a_scales = {};
  std::span<const std::uint64_t> b_scales = {};
};

// The format of the patterns of operands: its own, but binary32 for tf32, whose registers
// have 32 bits.
const Format& code_format(const Format& operands);

// dot() of the numbers of the codes, as a code of the output format; c is one of the
// accumulator. Throws as dot() does, and std::invalid_argument for a code that stands for
// nothing, naming its index.
std::uint64_t dot_codes(const DotCodes& codes, const AccumulationModel& model,
                        const std::optional<RandomSource>& source = std::nullopt);

}  // namespace halfulp
