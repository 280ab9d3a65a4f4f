#include "halfulp/kernels/block_scaling.h"

#include <algorithm>
#include <array>

#include "halfulp/formats/named_formats.h"
#include "halfulp/kernels/block_part.h"
#include "halfulp/kernels/exact_division.h"
#include "halfulp/kernels/narrow_scaling.h"

namespace halfulp::kernels {
namespace {

constexpr RoundingRule kNearestSaturating = {.overflow = Overflow::saturate_finite};

}  // namespace

bool is_moderate(const Format& format) {
  return format.emax <= 300 && format.quantum_exponent(kBelowAllExponents) >= -300;
}

template <class T>
std::optional<WideScaling> wide_scaling(double tensor_scale, const BlockFormat& format,
                                        const BlockRule& rule) {
  if (!is_moderate(format.element) || !is_moderate(format.scale)) return std::nullopt;
  if (divides_by_multiplying<double>(tensor_scale, format, rule))
    return WideScaling{.step = ScaleStep::multiply, .inverse = true};
  if (rule.division == Division::reciprocal)
    return WideScaling{.step = ScaleStep::multiply_to_odd, .to_binary32 = true};
  const bool exact = rule.division == Division::exact;
  if constexpr (sizeof(T) == 4) {
    if (!exact) return WideScaling{ScaleStep::multiply};  // 24 + 8 bits
    if (divides_exactly(format, rule.element)) return WideScaling{ScaleStep::divide};
  }
  const int places =
      is_stochastic(rule.element.mode) ? rule.element.random_bits + 2 : 2;
  if (format.element.precision + places > 52) return std::nullopt;
  return WideScaling{exact ? ScaleStep::divide_to_odd : ScaleStep::multiply_to_odd};
}

template std::optional<WideScaling> wide_scaling<float>(double, const BlockFormat&,
                                                        const BlockRule&);
template std::optional<WideScaling> wide_scaling<double>(double, const BlockFormat&,
                                                         const BlockRule&);

ScaleFactors::ScaleFactors(double tensor_scale, Division division, bool inverse)
    : tensor_scale_(tensor_scale),
      division_(division),
      inverse_(inverse),
      to_binary32_(rounder<double>(fp32, kNearestSaturating)),
      to_bfloat16_(rounder<double>(bf16, kNearestSaturating)) {}

void ScaleFactors::operator()(std::span<const double> scales,
                              std::span<double> factors) const {
  const std::size_t count = scales.size();
  for (std::size_t i = 0; i < count; ++i) {
    factors[i] = scales[i] * tensor_scale_;
    if (inverse_) factors[i] = 1.0 / factors[i];
  }
  if (division_ == Division::exact) return;
  const bool binary32 = division_ == Division::reciprocal;
  if (binary32) to_binary32_(factors.data(), factors.data(), RandomSource{}, count);
  std::array<double, kPartNumbers> divisors;
  std::array<double, kPartNumbers> ones;
  std::copy(factors.begin(), factors.end(), divisors.begin());
  std::fill_n(ones.begin(), count, 1.0);
  scale_in_row(ScaleStep::divide_to_odd, ones.data(), count, divisors.data(),
               factors.data());
  const auto& narrow = binary32 ? to_binary32_ : to_bfloat16_;
  narrow(factors.data(), factors.data(), RandomSource{}, count);
  for (std::size_t i = 0; i < count; ++i) {
    if (divisors[i] == 0) factors[i] = fp32.max();
  }
}

}  // namespace halfulp::kernels
