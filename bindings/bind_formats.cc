#include <pybind11/stl.h>

#include <string>
#include <string_view>
#include <vector>

#include "bindings/bind.h"
#include "bindings/init.h"
#include "bindings/value_class.h"
#include "bindings/words.h"
#include "halfulp/formats/codec.h"
#include "halfulp/formats/registry.h"

namespace halfulp::bindings {
namespace {

Format make_format(std::string_view name, Integer width, Integer precision,
                   Integer emax, Integer emin, std::string_view specials, bool has_sign,
                   bool has_zero, bool has_subnormals, std::string_view encoding) {
  return require_valid({name, width.value, precision.value, emax.value, emin.value,
                        parse_word("specials", specials, specials_words()), has_sign,
                        has_zero, has_subnormals,
                        parse_word("encoding", encoding, encoding_words())});
}

py::tuple state_of(const Format& f) {
  return py::make_tuple(f.name.view(), f.width, f.precision, f.emax, f.emin,
                        word_of(f.specials, specials_words()), f.has_sign, f.has_zero,
                        f.has_subnormals, word_of(f.encoding, encoding_words()));
}

Format from_state(const py::tuple& s) {
  return make_format(s[0].cast<std::string>(), s[1].cast<Integer>(),
                     s[2].cast<Integer>(), s[3].cast<Integer>(), s[4].cast<Integer>(),
                     s[5].cast<std::string>(), s[6].cast<bool>(), s[7].cast<bool>(),
                     s[8].cast<bool>(), s[9].cast<std::string>());
}

// The call that makes the format, defaults left out.
std::string repr_of(const Format& f) {
  std::string text =
      "Format('" + std::string(f.name.view()) + "', width=" + std::to_string(f.width) +
      ", precision=" + std::to_string(f.precision) +
      ", emax=" + std::to_string(f.emax) + ", emin=" + std::to_string(f.emin);
  if (f.specials != Specials::ieee) {
    text += ", specials='" + std::string(word_of(f.specials, specials_words())) + "'";
  }
  if (!f.has_sign) text += ", has_sign=False";
  if (!f.has_zero) text += ", has_zero=False";
  if (!f.has_subnormals) text += ", has_subnormals=False";
  if (f.encoding != Encoding::sign_magnitude) {
    text += ", encoding='" + std::string(word_of(f.encoding, encoding_words())) + "'";
  }
  return text + ")";
}

constexpr const char* kFormatDoc = R"(A finite set of numbers and their codes.

A normal number is s * 2**(e - precision + 1) with an integer
2**(precision - 1) <= s < 2**precision and emin <= e <= emax; a subnormal one has
e = emin and a smaller s. How a real number becomes a member of the set is no part of a
format: rounding, overflow and flushing are arguments of the operation.

width: bits in the encoding. precision: bits of the significand, the leading one included.
specials: which codes are no finite numbers, one of ieee, nan_all_ones, nan_minus_zero,
inf_nan_all_ones, inf_nan_minus_zero, none. encoding: sign_magnitude, twos_complement or
tapered. Raises ValueError naming the parameter that is wrong.

>>> fp4 = Format("fp4", width=4, precision=2, emax=2, emin=0, specials="none")
>>> fp4.max, fp4.smallest_subnormal, fp4.has_nan
(6.0, 0.5, False))";

}  // namespace

void bind_formats(py::module_& m) {
  py::class_<Format> cls(m, "Format", py::is_final(), kFormatDoc);
  cls.attr("__module__") = "halfulp";
  bind_init(cls, "Format", &make_format, py::arg("name"), py::kw_only(),
            py::arg("width"), py::arg("precision"), py::arg("emax"), py::arg("emin"),
            py::arg("specials") = "ieee", py::arg("has_sign") = true,
            py::arg("has_zero") = true, py::arg("has_subnormals") = true,
            py::arg("encoding") = "sign_magnitude");
  cls.def_property_readonly(
      "name", [](const Format& f) { return std::string(f.name.view()); },
      "Canonical name.");
  cls.def_property_readonly(
      "aliases",
      [](const Format& f) {
        const auto aliases = aliases_of(f);
        return py::tuple(py::cast(std::vector(aliases.begin(), aliases.end())));
      },
      "Other spellings that parse: those of IEEE 754, ml_dtypes, torch, LLVM, OCP and "
      "Triton.");
  cls.def_property_readonly(
      "source", [](const Format& f) { return std::string(source_of(f)); },
      "The document that defines it and what that leaves open; empty for your own.");
  cls.def_readonly("width", &Format::width, "Bits in the encoding.");
  cls.def_readonly("precision", &Format::precision,
                   "Significand bits, leading bit included.");
  cls.def_readonly("emax", &Format::emax, "Exponent of the largest finite number.");
  cls.def_readonly("emin", &Format::emin, "Exponent of the smallest normal number.");
  cls.def_property_readonly("specials",
                            word_getter(&Format::specials, specials_words()),
                            "Which codes are no finite numbers.");
  cls.def_property_readonly("encoding",
                            word_getter(&Format::encoding, encoding_words()),
                            "How a code holds a number.");
  cls.def_readonly("has_sign", &Format::has_sign, "Whether it has negative numbers.");
  cls.def_readonly("has_zero", &Format::has_zero, "Whether 0 is one of its numbers.");
  cls.def_readonly("has_subnormals", &Format::has_subnormals,
                   "Whether the exponent field 0 is for subnormal numbers.");
  cls.def_property_readonly("has_minus_zero", &Format::has_minus_zero,
                            "Whether -0 has a code of its own.");
  cls.def_property_readonly("has_infinity", &Format::has_infinity,
                            "Whether some code stands for an infinity.");
  cls.def_property_readonly("has_nan", &Format::has_nan,
                            "Whether some code stands for NaN.");
  cls.def_property_readonly("has_subnormal_numbers", &Format::has_subnormal_numbers,
                            "Whether any number is subnormal: with precision 1 none.");
  cls.def_property_readonly("exponent_bits", &Format::exponent_bits,
                            "Bits of the exponent field of a sign-magnitude code.");
  cls.def_property_readonly("max", &Format::max, "Largest finite number.");
  cls.def_property_readonly("lowest", &Format::lowest, "Least finite number.");
  cls.def_property_readonly("smallest_normal", &Format::smallest_normal,
                            "Smallest positive normal number; of two's complement, "
                            "which is evenly spaced, the smallest positive one.");
  cls.def_property_readonly("smallest_subnormal", &Format::smallest_subnormal,
                            "Smallest positive number.");
  cls.def_property_readonly(
      "unit_roundoff", &Format::unit_roundoff,
      "Greatest relative error of rounding to nearest, 2**-precision.");
  cls.def_property_readonly("epsilon", &Format::epsilon,
                            "The gap after 1, 2**(1 - precision).");
  cls.def("__repr__", &repr_of);
  bind_value(cls, &state_of, &from_state);

  m.def(
      "formats",
      [] {
        const auto formats = named_formats();
        return std::vector(formats.begin(), formats.end());
      },
      "All named formats, widest first.");
  m.def("format_named", &format_named, py::arg("name"),
        "The named format that the name spells.");
  m.def("holds_all_of", &holds_all_of, py::arg("outer"), py::arg("inner"),
        "Whether every number of inner is one of outer.");
}

}  // namespace halfulp::bindings
