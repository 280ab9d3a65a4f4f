#include "halfulp/arithmetic/dot_codes.h"

#include <stdexcept>
#include <string>
#include <vector>

#include "halfulp/arithmetic/dot.h"
#include "halfulp/formats/codec.h"

namespace halfulp {
namespace {

std::vector<double> numbers(std::span<const std::uint64_t> codes, const Format& format,
                            const char* name) {
  std::vector<double> result;
  result.reserve(codes.size());
  for (const std::uint64_t code : codes) {
    try {
      result.push_back(decode(code, format));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(std::string("dot_codes: ") + name + "[" +
                                  std::to_string(result.size()) + "]: " + error.what());
    }
  }
  return result;
}

}  // namespace

const Format& code_format(const Format& operands) {
  return operands == tf32 ? fp32 : operands;
}

std::uint64_t dot_codes(const DotCodes& codes, const AccumulationModel& model,
                        const std::optional<RandomSource>& source) {
  require_valid(model);
  const auto x = numbers(codes.a, code_format(model.left_format()), "a");
  const auto y = numbers(codes.b, code_format(model.right_format()), "b");
  std::vector<double> x_scales;
  std::vector<double> y_scales;
  if (model.scale) {
    x_scales = numbers(codes.a_scales, *model.scale, "a_scales");
    y_scales = numbers(codes.b_scales, *model.scale, "b_scales");
  } else if (!codes.a_scales.empty() || !codes.b_scales.empty()) {
    throw std::invalid_argument("dot_codes: the model has no scales, but some are given");
  }
  std::optional<double> initial;
  if (codes.c) {
    const std::uint64_t c[] = {*codes.c};
    initial = numbers(c, model.accumulator, "c").front();
  }
  const double result =
      dot(DotOperands{x, y, x_scales, y_scales}, model, initial, source);
  return encode(result, model.output_format());
}

}  // namespace halfulp
