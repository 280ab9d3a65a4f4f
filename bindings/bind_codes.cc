#include <string_view>

#include "bindings/arrays.h"
#include "bindings/bind.h"
#include "halfulp/base/words.h"
#include "halfulp/kernels/codes.h"

namespace halfulp::bindings {
namespace {

template <class Code>
void bind_decode(py::module_& m) {
  m.def(
      "decode",
      [](const Array<Code>& codes, const Format& format, int threads) {
        return transformed<double>(
            codes, [&](std::span<const Code> in, std::span<double> out) {
              kernels::decode(in, out, format, threads);
            });
      },
      py::arg("codes").noconvert(), py::arg("format"), py::arg("threads") = 1,
      "The numbers that the codes stand for, of the same shape.");
}

template <class Code, class T>
py::array encoded(const Array<T>& x, const Format& format, const RoundingRule& rule,
                  const RandomSource& source, int threads) {
  return transformed<Code>(x, [&](std::span<const T> in, std::span<Code> out) {
    kernels::encode(in, out, format, rule, source, threads);
  });
}

// Deterministic modes do not look at the source.
template <class T>
void bind_encode(py::module_& m) {
  m.def(
      "encode",
      [](const Array<T>& x, const Format& format, const RoundingRule& rule,
         std::string_view generator, std::uint64_t key, std::uint64_t first_index,
         int threads) {
        const RandomSource source{
            key, first_index, parse_word("generator", generator, generator_words())};
        if (format.width <= 8)
          return encoded<std::uint8_t>(x, format, rule, source, threads);
        if (format.width <= 16)
          return encoded<std::uint16_t>(x, format, rule, source, threads);
        if (format.width <= 32)
          return encoded<std::uint32_t>(x, format, rule, source, threads);
        return encoded<std::uint64_t>(x, format, rule, source, threads);
      },
      py::arg("x").noconvert(), py::arg("format"), py::arg("rule"),
      py::arg("generator"), py::arg("key"), py::arg("first_index"), py::arg("threads"),
      "The codes of x rounded to the format, in the smallest integers that hold them.");
}

}  // namespace

void bind_codes(py::module_& m) {
  bind_decode<std::uint8_t>(m);
  bind_decode<std::uint16_t>(m);
  bind_decode<std::uint32_t>(m);
  bind_decode<std::uint64_t>(m);
  bind_encode<double>(m);
  bind_encode<float>(m);
}

}  // namespace halfulp::bindings
