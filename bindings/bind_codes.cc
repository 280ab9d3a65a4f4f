#include "bindings/arrays.h"
#include "bindings/bind.h"
#include "halfulp/formats/code_arrays.h"

namespace halfulp::bindings {
namespace {

template <class Code>
void bind_code_type(py::module_& m, const char* encode_name) {
  m.def(
      "decode",
      [](const Array<Code>& codes, const Format& format) {
        return transformed<double>(
            codes, [&](std::span<const Code> in, std::span<double> out) {
              decode(in, out, format);
            });
      },
      py::arg("codes").noconvert(), py::arg("format"),
      "The numbers that the codes stand for, of the same shape.");
  m.def(
      encode_name,
      [](const Array<double>& values, const Format& format) {
        return transformed<Code>(values,
                                 [&](std::span<const double> in, std::span<Code> out) {
                                   encode(in, out, format);
                                 });
      },
      py::arg("values").noconvert(), py::arg("format"),
      "The codes of numbers of the format, of the same shape.");
}

}  // namespace

void bind_codes(py::module_& m) {
  bind_code_type<std::uint8_t>(m, "encode_uint8");
  bind_code_type<std::uint16_t>(m, "encode_uint16");
  bind_code_type<std::uint32_t>(m, "encode_uint32");
  bind_code_type<std::uint64_t>(m, "encode_uint64");
}

}  // namespace halfulp::bindings
