#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bindings/arrays.h"
#include "bindings/bind.h"
#include "bindings/init.h"
#include "bindings/value_class.h"
#include "bindings/words.h"
#include "halfulp/base/random.h"
#include "halfulp/formats/block_registry.h"
#include "halfulp/kernels/quantize_blocks.h"
#include "halfulp/kernels/scale_words.h"
#include "halfulp/rounding/quantize_block.h"

namespace halfulp::bindings {
namespace {

// (numbers in a group, bits of its micro-exponent), a pair for each level.
using Levels = std::vector<std::pair<int, int>>;

Levels levels_of(const BlockFormat& f) {
  Levels levels;
  for (const auto& [group_size, bits] : f.micro_exponents) {
    if (bits != 0) levels.emplace_back(group_size, bits);
  }
  return levels;
}

BlockFormat make_format(std::string_view name, const Format& element,
                        Integer block_size, const Format& scale,
                        std::string_view scale_rule, Number tensor_scale_target,
                        const Levels& micro_exponents) {
  BlockFormat format{name,
                     element,
                     block_size.value,
                     scale,
                     parse_word("scale_rule", scale_rule, scale_rule_words()),
                     tensor_scale_target.value};
  if (micro_exponents.size() > BlockFormat::kLevels) {
    throw std::invalid_argument("micro_exponents have at most " +
                                std::to_string(BlockFormat::kLevels) + " levels, got " +
                                std::to_string(micro_exponents.size()));
  }
  for (std::size_t level = 0; level < micro_exponents.size(); ++level) {
    const auto [group_size, bits] = micro_exponents[level];
    if (bits == 0) {
      throw std::invalid_argument(
          "micro-exponents have 1 to 4 bits, got 0; leave the level out");
    }
    format.micro_exponents[level] = {group_size, bits};
  }
  return require_valid(format);
}

py::tuple tuple_of(const Levels& levels) {
  py::tuple pairs(levels.size());
  for (std::size_t i = 0; i < levels.size(); ++i)
    pairs[i] = py::make_tuple(levels[i].first, levels[i].second);
  return pairs;
}

py::tuple state_of(const BlockFormat& f) {
  return py::make_tuple(f.name.view(), f.element, f.block_size, f.scale,
                        word_of(f.scale_rule, scale_rule_words()),
                        f.tensor_scale_target, tuple_of(levels_of(f)));
}

BlockFormat from_state(const py::tuple& s) {
  return make_format(s[0].cast<std::string>(), s[1].cast<Format>(),
                     s[2].cast<Integer>(), s[3].cast<Format>(),
                     s[4].cast<std::string>(), s[5].cast<Number>(),
                     s[6].cast<Levels>());
}

void bind_format_class(py::module_& m) {
  py::class_<BlockFormat> cls(m, "BlockFormat");
  bind_init(cls, "BlockFormat", &make_format, py::arg("name"), py::kw_only(),
            py::arg("element"), py::arg("block_size"), py::arg("scale"),
            py::arg("scale_rule"), py::arg("tensor_scale_target"),
            py::arg("micro_exponents"));
  cls.def_property_readonly(
      "name", [](const BlockFormat& f) { return std::string(f.name.view()); },
      "Canonical name.");
  cls.def_property_readonly(
      "aliases",
      [](const BlockFormat& f) {
        const auto aliases = aliases_of(f);
        return py::tuple(py::cast(std::vector(aliases.begin(), aliases.end())));
      },
      "Other spellings that parse.");
  cls.def_property_readonly(
      "source", [](const BlockFormat& f) { return std::string(source_of(f)); },
      "The document that defines it, and what that leaves open; empty for formats of "
      "your own.");
  cls.def_readonly("element", &BlockFormat::element, "The format of elements.");
  cls.def_readonly("block_size", &BlockFormat::block_size,
                   "How many elements share a scale.");
  cls.def_readonly("scale", &BlockFormat::scale, "The format of scales.");
  cls.def_property_readonly("scale_rule",
                            word_getter(&BlockFormat::scale_rule, scale_rule_words()),
                            "How a scale is chosen unless you say otherwise.");
  cls.def_readonly(
      "tensor_scale_target", &BlockFormat::tensor_scale_target,
      "The tensor scale is amax / (the largest magnitude in a block over its scale * "
      "this); 0: there is none.");
  cls.def_property_readonly("has_tensor_scale", &BlockFormat::has_tensor_scale,
                            "Whether the array has one more scale, a binary32 number.");
  cls.def_property_readonly(
      "micro_exponents", [](const BlockFormat& f) { return tuple_of(levels_of(f)); },
      "(numbers in a group, bits), a pair for each level of scales below the block's.");
  cls.def_property_readonly("smallest_group", &BlockFormat::smallest_group,
                            "How many numbers share all their scales.");
  cls.def_property_readonly("bits_per_number", &BlockFormat::bits_per_number,
                            "Bits of an element and its share of the block's scales.");
  bind_value(cls, &state_of, &from_state);

  m.def(
      "block_formats",
      [] {
        const auto formats = named_block_formats();
        return std::vector<BlockFormat>(formats.begin(), formats.end());
      },
      "All named block formats.");
  m.def("block_format_named", &block_format_named, py::arg("name"),
        "The named block format that the name spells.");
}

BlockRule make_rule(std::string_view scale_rule, const RoundingRule& element,
                    std::string_view nan_block, std::string_view inf_block,
                    std::string_view zero_block, std::string_view subnormal_scale,
                    std::string_view division, bool symmetric) {
  return {parse_word("scale_rule", scale_rule, scale_rule_words()),
          element,
          parse_word("nan_block", nan_block, non_finite_words()),
          parse_word("inf_block", inf_block, non_finite_words()),
          parse_word("zero_block", zero_block, zero_block_words()),
          parse_word("subnormal_scale", subnormal_scale, subnormal_scale_words()),
          parse_word("division", division, division_words()),
          symmetric};
}

void bind_rule(py::module_& m) {
  py::class_<BlockRule>(m, "BlockRule")
      .def(py::init(&make_rule), py::arg("scale_rule"), py::arg("element"),
           py::arg("nan_block"), py::arg("inf_block"), py::arg("zero_block"),
           py::arg("subnormal_scale"), py::arg("division"), py::arg("symmetric"))
      .def_readonly("element", &BlockRule::element, "How elements are rounded.")
      .def_property_readonly("division",
                             word_getter(&BlockRule::division, division_words()),
                             "What is rounded to an element.");
  m.def("default_block_rule", &default_block_rule, py::arg("format"),
        "How numbers become blocks of the format unless you say otherwise.");
}

// An array, C-contiguous, as outer x length x inner numbers, blocks along the axis.
kernels::BlockedShape shape_of(const py::array& x, py::ssize_t axis, int block_size) {
  kernels::BlockedShape shape{1, static_cast<std::size_t>(x.shape(axis)), 1,
                              block_size};
  for (py::ssize_t i = 0; i < x.ndim(); ++i) {
    const auto extent = static_cast<std::size_t>(x.shape(i));
    if (i < axis) shape.outer *= extent;
    if (i > axis) shape.inner *= extent;
  }
  return shape;
}

std::vector<py::ssize_t> dimensions_of(const py::array& x) {
  return {x.shape(), x.shape() + x.ndim()};
}

// Those of an array with one number for each `size` numbers along the axis.
std::vector<py::ssize_t> blocked_dimensions(const py::array& x, py::ssize_t axis,
                                            int size) {
  std::vector<py::ssize_t> dimensions = dimensions_of(x);
  dimensions[static_cast<std::size_t>(axis)] =
      static_cast<py::ssize_t>(shape_of(x, axis, size).blocks());
  return dimensions;
}

// Arrays of micro-exponents, level by level, from the words of scales of x.
py::tuple micro_exponents_of(const py::array& x, py::ssize_t axis,
                             const kernels::BlockedShape& shape,
                             const BlockFormat& format,
                             std::span<const std::uint32_t> words) {
  const Levels levels = levels_of(format);
  py::tuple arrays(levels.size());
  for (std::size_t level = 0; level < levels.size(); ++level) {
    Array<std::uint8_t> exponents(blocked_dimensions(x, axis, levels[level].first));
    kernels::micro_exponents_of(words, shape, format, level,
                                mutable_elements(exponents));
    arrays[level] = exponents;
  }
  return arrays;
}

// (codes of elements, codes of scales, micro-exponents level by level, tensor scale).
template <class T, class Code>
py::tuple quantize(const Array<T>& x, py::ssize_t axis, const BlockFormat& format,
                   const BlockRule& rule, const std::optional<double>& tensor_scale,
                   std::string_view generator, std::uint64_t key,
                   std::uint64_t first_index, int threads) {
  const RandomSource source{key, first_index,
                            parse_word("generator", generator, generator_words())};
  const kernels::BlockedShape shape = shape_of(x, axis, format.block_size);
  Array<Code> codes(dimensions_of(x));
  Array<std::uint32_t> scales(blocked_dimensions(x, axis, format.block_size));
  const std::span<const T> in = elements(x);
  const std::span<Code> code_span = mutable_elements(codes);
  const std::span<std::uint32_t> scale_span = mutable_elements(scales);
  double used = 1.0;
  {
    const py::gil_scoped_release without_gil;
    used = tensor_scale ? *tensor_scale : kernels::tensor_scale_of(in, format, threads);
    kernels::quantize_blocks(in, shape, used, format, rule, source, code_span,
                             scale_span, threads);
  }
  const py::tuple levels = micro_exponents_of(x, axis, shape, format, scale_span);
  kernels::scale_codes_of(scale_span, format, scale_span);
  return py::make_tuple(codes, scales, levels, used);
}

template <class T, class Code>
void bind_quantize(py::module_& m, const char* name) {
  m.def(
      name, &quantize<T, Code>, py::arg("x").noconvert(), py::arg("axis"),
      py::arg("format"), py::arg("rule"), py::arg("tensor_scale"), py::arg("generator"),
      py::arg("key"), py::arg("first_index"), py::arg("threads"),
      "The codes of elements and of scales along an axis, the micro-exponents level by "
      "level, and the tensor scale.");
}

Array<double> dequantize(const Array<double>& values, const Array<double>& scales,
                         py::ssize_t axis, int block_size, double tensor_scale,
                         int threads) {
  const kernels::BlockedShape shape = shape_of(values, axis, block_size);
  const std::span<const double> scale_span = elements(scales);
  return transformed<double>(
      values, [&](std::span<const double> in, std::span<double> out) {
        kernels::dequantize_blocks(in, scale_span, shape, tensor_scale, out, threads);
      });
}

}  // namespace

void bind_blocks(py::module_& m) {
  bind_format_class(m);
  bind_rule(m);
  bind_quantize<double, std::uint8_t>(m, "quantize_blocks_uint8");
  bind_quantize<float, std::uint8_t>(m, "quantize_blocks_uint8");
  bind_quantize<double, std::uint16_t>(m, "quantize_blocks_uint16");
  bind_quantize<float, std::uint16_t>(m, "quantize_blocks_uint16");
  bind_quantize<double, std::uint32_t>(m, "quantize_blocks_uint32");
  bind_quantize<float, std::uint32_t>(m, "quantize_blocks_uint32");
  m.def("require_tensor_scale", &require_tensor_scale, py::arg("tensor_scale"),
        py::arg("format"), "Raises ValueError unless it is one for the format.");
  m.def("dequantize_blocks", &dequantize, py::arg("elements").noconvert(),
        py::arg("scales").noconvert(), py::arg("axis"), py::arg("block_size"),
        py::arg("tensor_scale"), py::arg("threads"),
        "Elements times the scales of their blocks along an axis.");
}

}  // namespace halfulp::bindings
