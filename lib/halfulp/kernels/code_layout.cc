#include "halfulp/kernels/code_layout.h"

#include <bit>

#include "halfulp/formats/codec.h"
#include "halfulp/formats/named_formats.h"

namespace halfulp::kernels {
namespace {

std::int32_t pattern(double x) {
  return std::bit_cast<std::int32_t>(narrow_exactly(x));
}

bool is_laid_out_alike(const Format& f) {
  return f.encoding == Encoding::sign_magnitude && f.has_zero && f.has_subnormals &&
         f.precision > 1 && f.emin >= fp32.emin && holds_all_of(fp32, f);
}

// Whether binary32 has room for the number that has the gap of the largest binade as ulp.
bool has_grids(const Format& f) {
  return f.precision + 2 <= fp32.precision &&
         f.emax + fp32.precision - f.precision <= fp32.emax;
}

}  // namespace

std::optional<CodeLayout> code_layout(const Format& f) {
  if (!is_laid_out_alike(f)) return std::nullopt;
  CodeLayout layout{};
  layout.subnormals_are_normal = f.emin > fp32.emin;
  if (layout.subnormals_are_normal && !has_grids(f)) return std::nullopt;
  layout.shift = fp32.precision - f.precision;
  layout.sign_shift = 32 - f.width;
  layout.has_sign = f.has_sign;
  layout.zero_has_sign = f.has_minus_zero();
  layout.least_exponent = pattern(f.smallest_normal());
  layout.to_grid =
      (layout.shift << fp32.fraction_bits()) | (1 << (fp32.fraction_bits() - 1));
  layout.sign_code = f.has_sign ? std::uint32_t{1} << (f.width - 1) : 0;
  layout.max_code = static_cast<std::uint32_t>(f.max_code());
  layout.nan_code = f.has_sign && f.has_nan() && !f.has_minus_zero()
                        ? layout.sign_code
                        : layout.max_code + 1;
  return layout;
}

}  // namespace halfulp::kernels
