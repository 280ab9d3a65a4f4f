#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/arrays.h"
#include "bindings/bind.h"
#include "bindings/value_class.h"
#include "bindings/words.h"
#include "halfulp/arithmetic/named_models.h"

namespace halfulp::bindings {
namespace {

// A member of a model, as an attribute, a keyword argument and a part of its state.
struct Field {
  const char* name;
  std::function<py::object(const AccumulationModel&)> get;
  std::function<void(AccumulationModel&, const py::object&)> set;
  const char* doc;
};

template <class T>
Field plain(const char* name, T AccumulationModel::* member, const char* doc) {
  return {name, [=](const AccumulationModel& m) { return py::cast(m.*member); },
          [=](AccumulationModel& m, const py::object& value) {
            m.*member = value.cast<T>();
          },
          doc};
}

template <class Enum>
Field word(const char* name, Enum AccumulationModel::* member,
           std::span<const Word<Enum>> words, const char* doc) {
  return {name,
          [=](const AccumulationModel& m) -> py::object {
            return py::str(std::string(word_of(m.*member, words)));
          },
          [=](AccumulationModel& m, const py::object& value) {
            m.*member = parse_word(name, value.cast<std::string>(), words);
          },
          doc};
}

Field tree_field() {
  return {
      "tree_text",
      [](const AccumulationModel& m) -> py::object {
        if (!m.tree) return py::none();
        return py::str(text_of(*m.tree));
      },
      [](AccumulationModel& m, const py::object& value) {
        m.tree.reset();
        if (!value.is_none()) m.tree = parse_summation_tree(value.cast<std::string>());
      },
      "The order as nested parentheses, for sums of its length; None: another one."};
}

const std::vector<Field>& fields() {
  using M = AccumulationModel;
  static const std::vector<Field> list = {
      plain("operands", &M::operands, "a is rounded to it first."),
      plain("right_operands", &M::right_operands, "b is; None: as a."),
      plain("operand_rounding", &M::operand_rounding, "How operands are rounded."),
      plain("multiplier", &M::multiplier,
            "The format whose exponents a fixed-point sum sees; None: the operands'."),
      plain("product", &M::product,
            "Products are rounded to it; None: they are exact."),
      plain("accumulator", &M::accumulator,
            "Holds partial sums and the initial value."),
      plain("step_sum", &M::step_sum,
            "A step rounds its sum to it; None: to the accumulator's format."),
      plain("accumulation_rounding", &M::accumulation_rounding,
            "How products and partial sums are rounded."),
      plain("fused", &M::fused, "Products of one step."),
      word("group_sum", &M::group_sum, group_sum_words(),
           "How the products of a step are added."),
      word("compensation", &M::compensation, compensation_words(),
           "What carries the errors of the sum."),
      word("accumulator_place", &M::accumulator_place, accumulator_place_words(),
           "Where the running sum joins the products of a step."),
      plain("fixed_point", &M::fixed_point,
            "The fixed-point sum of a step; None: it is exact."),
      word("order", &M::order, accumulation_order_words(),
           "The order of the steps of a chain."),
      plain("partitions", &M::partitions,
            "How terms are dealt out to partial sums, outermost first."),
      tree_field(),
      plain("initial_last", &M::initial_last,
            "Whether c is added to the finished sum."),
      plain("alpha", &M::alpha, "The factor of the finished sum."),
      plain("beta", &M::beta, "The factor of c."),
      word("epilogue", &M::epilogue, epilogue_words(), "How the factors are applied."),
      plain("output", &M::output,
            "Results are rounded to it; None: to the accumulator's format."),
      plain("output_rounding", &M::output_rounding, "How results are rounded."),
      plain("scale", &M::scale, "The format of the operands' scales; None: no scales."),
      plain("scale_block", &M::scale_block,
            "Operands that share a scale; 0: no scales."),
      plain("positive_zero_inputs", &M::positive_zero_inputs,
            "Whether zero inputs, flushed ones too, are +0."),
      plain("positive_zero_sums", &M::positive_zero_sums,
            "Whether an exact zero sum is +0 whatever its terms are."),
      plain("infinite_overflow", &M::infinite_overflow,
            "Whether sums that are too large are infinite in every rounding mode."),
      plain("infinite_products", &M::infinite_products,
            "Whether products beyond the accumulator are infinite before they are "
            "added."),
      plain("unbounded_tininess", &M::unbounded_tininess,
            "Whether flushing judges results as if the exponents were unbounded."),
  };
  return list;
}

AccumulationModel make_model(const py::dict& values) {
  AccumulationModel model;
  for (const auto& [key, value] : values) {
    const auto name = key.cast<std::string>();
    bool known = false;
    for (const Field& field : fields()) {
      if (name != field.name) continue;
      try {
        field.set(model, py::reinterpret_borrow<py::object>(value));
      } catch (const py::cast_error&) {
        throw py::type_error(name + " must not be " +
                             py::repr(value).cast<std::string>() + " (" +
                             py::type::of(value).attr("__name__").cast<std::string>() +
                             "); see help(halfulp.AccumulationModel)");
      }
      known = true;
    }
    if (!known) throw py::type_error("a model has no field '" + name + "'");
  }
  return require_valid(model);
}

py::tuple state_of(const AccumulationModel& m) {
  py::list state;
  for (const Field& field : fields()) {
    py::object value = field.get(m);
    // A list has no hash.
    if (py::isinstance<py::list>(value)) value = py::tuple(value);
    state.append(value);
  }
  return py::tuple(state);
}

AccumulationModel from_state(const py::tuple& state) {
  AccumulationModel model;
  for (std::size_t i = 0; i < fields().size(); ++i)
    fields()[i].set(model, py::reinterpret_borrow<py::object>(state[i]));
  return require_valid(model);
}

constexpr const char* kLateDoc =
    R"(How a running sum joins a fixed-point sum formed without it.

Both become multiples of 2**(e - sum_bits) and 2**(e - accumulator_bits), with e the greater
exponent of the two, that of a zero running sum being zero_exponent; their total is cut to
total_bits fraction bits of its own; all of that by rounding. A running sum whose exponent
is less than e - dropped_below counts as zero. Source: MMA-Sim (arXiv 2511.10909), CDNA3.

>>> late = LateAccumulator(
...     sum_bits=32, accumulator_bits=24, zero_exponent=-126, total_bits=31
... )
>>> late.rounding
'down')";

constexpr const char* kFixedPointDoc =
    R"(The sum of a step in fixed point, as tensor cores have it.

Each term, product or running sum, becomes a multiple of 2**(e - fraction_bits) by the
rounding `alignment`, with e the greatest exponent of the terms that are not zero and, if
it is given, least_exponent. Exponents are those of the exponent fields: a product's is the
sum of its factors'.

interleaved: the products are dealt out to so many sums with exponents of their own (needs
late). exact_group: so many products of scaled operands are added exactly to one term, whose
exponent is that of their scales. late: a `LateAccumulator`; None: the running sum is one
more term. Source: Khattak and Mikaitis, MATLAB-tensor-core; MMA-Sim (arXiv 2511.10909).

>>> ampere = FixedPointSum(24, least_exponent=-132)
>>> ampere.alignment
'toward_zero')";

void bind_late(py::module_& m) {
  const auto make = [](int sum_bits, int accumulator_bits, int zero_exponent,
                       int total_bits, std::optional<int> dropped_below,
                       std::string_view rounding) {
    return LateAccumulator{sum_bits,
                           accumulator_bits,
                           parse_word("rounding", rounding, rounding_words()),
                           zero_exponent,
                           total_bits,
                           dropped_below};
  };
  py::class_<LateAccumulator> cls(m, "LateAccumulator", py::is_final(), kLateDoc);
  cls.attr("__module__") = "halfulp";
  cls.def(py::init(make), py::kw_only(), py::arg("sum_bits"),
          py::arg("accumulator_bits"), py::arg("zero_exponent"), py::arg("total_bits"),
          py::arg("dropped_below") = std::nullopt, py::arg("rounding") = "down");
  cls.def_readonly("sum_bits", &LateAccumulator::sum_bits,
                   "Fraction bits of the products' sum.")
      .def_readonly("accumulator_bits", &LateAccumulator::accumulator_bits,
                    "Fraction bits of the running sum.")
      .def_readonly("zero_exponent", &LateAccumulator::zero_exponent,
                    "The exponent of a running sum that is zero.")
      .def_readonly("total_bits", &LateAccumulator::total_bits,
                    "Fraction bits of their total.")
      .def_readonly("dropped_below", &LateAccumulator::dropped_below,
                    "So far below the greatest exponent a running sum is dropped.")
      .def_property_readonly("rounding",
                             word_getter(&LateAccumulator::rounding, rounding_words()),
                             "How all of them are cut.");
  const auto state = [](const LateAccumulator& late) {
    return py::make_tuple(late.sum_bits, late.accumulator_bits, late.zero_exponent,
                          late.total_bits, late.dropped_below,
                          word_of(late.rounding, rounding_words()));
  };
  bind_value(cls, state, [make](const py::tuple& s) {
    return make(s[0].cast<int>(), s[1].cast<int>(), s[2].cast<int>(), s[3].cast<int>(),
                s[4].cast<std::optional<int>>(), s[5].cast<std::string>());
  });
}

void bind_fixed_point(py::module_& m) {
  const auto make = [](int fraction_bits, std::optional<int> least_exponent,
                       std::string_view alignment, int interleaved, int exact_group,
                       const std::optional<LateAccumulator>& late) {
    return FixedPointSum{fraction_bits,
                         least_exponent,
                         parse_word("alignment", alignment, rounding_words()),
                         interleaved,
                         exact_group,
                         late};
  };
  py::class_<FixedPointSum> cls(m, "FixedPointSum", py::is_final(), kFixedPointDoc);
  cls.attr("__module__") = "halfulp";
  cls.def(py::init(make), py::arg("fraction_bits"), py::kw_only(),
          py::arg("least_exponent") = std::nullopt,
          py::arg("alignment") = "toward_zero", py::arg("interleaved") = 1,
          py::arg("exact_group") = 1, py::arg("late") = std::nullopt);
  cls.def_readonly("fraction_bits", &FixedPointSum::fraction_bits,
                   "Bits of a term below its exponent.")
      .def_readonly("least_exponent", &FixedPointSum::least_exponent,
                    "The least exponent of a sum; None: there is none.")
      .def_property_readonly("alignment",
                             word_getter(&FixedPointSum::alignment, rounding_words()),
                             "How each term is rounded to these bits.")
      .def_readonly("interleaved", &FixedPointSum::interleaved,
                    "To how many sums the products are dealt out.")
      .def_readonly("exact_group", &FixedPointSum::exact_group,
                    "How many products are one term.")
      .def_readonly("late", &FixedPointSum::late,
                    "How the running sum joins late; None: it is a term.");
  const auto state = [](const FixedPointSum& sum) {
    return py::make_tuple(sum.fraction_bits, sum.least_exponent,
                          word_of(sum.alignment, rounding_words()), sum.interleaved,
                          sum.exact_group, sum.late);
  };
  bind_value(cls, state, [make](const py::tuple& s) {
    return make(s[0].cast<int>(), s[1].cast<std::optional<int>>(),
                s[2].cast<std::string>(), s[3].cast<int>(), s[4].cast<int>(),
                s[5].cast<std::optional<LateAccumulator>>());
  });
}

Partition make_partition(std::string_view split, int count, int run, bool tail_after,
                         std::string_view join, const std::optional<Format>& format,
                         const RoundingRule& rounding) {
  return {parse_word("split", split, split_words()), count,  run,     tail_after,
          parse_word("join", join, join_words()),    format, rounding};
}

void bind_partition(py::module_& m) {
  py::class_<Partition> cls(m, "Partition");
  cls.def(py::init(&make_partition), py::arg("split"), py::arg("count"), py::arg("run"),
          py::arg("tail_after"), py::arg("join"), py::arg("format"),
          py::arg("rounding"));
  cls.def_property_readonly("split", word_getter(&Partition::split, split_words()),
                            "How terms are dealt out.")
      .def_readonly("count", &Partition::count, "Of blocks and halves: their length.")
      .def_readonly("run", &Partition::run, "Terms that stay together.")
      .def_readonly("tail_after", &Partition::tail_after,
                    "Whether terms after the last whole round are added at the end.")
      .def_property_readonly("join", word_getter(&Partition::join, join_words()),
                             "How partial sums are joined.")
      .def_readonly("format", &Partition::format,
                    "Joined sums are rounded to it; None: as partial sums are.")
      .def_readonly("rounding", &Partition::rounding, "How joined sums are rounded.");
  const auto state = [](const Partition& p) {
    return py::make_tuple(word_of(p.split, split_words()), p.count, p.run, p.tail_after,
                          word_of(p.join, join_words()), p.format, p.rounding);
  };
  bind_value(cls, state, [](const py::tuple& s) {
    return make_partition(s[0].cast<std::string>(), s[1].cast<int>(), s[2].cast<int>(),
                          s[3].cast<bool>(), s[4].cast<std::string>(),
                          s[5].cast<std::optional<Format>>(),
                          s[6].cast<RoundingRule>());
  });
}

void bind_model_class(py::module_& m) {
  py::class_<AccumulationModel> cls(m, "AccumulationModel");
  cls.def(py::init(&make_model), py::arg("fields"));
  for (const Field& field : fields())
    cls.def_property_readonly(field.name, field.get, field.doc);
  cls.def_property_readonly("output_format", &AccumulationModel::output_format,
                            "The format of results: output, or else accumulator.");
  bind_value(cls, &state_of, &from_state);
}

py::tuple facts_of(const NamedModel& named) {
  return py::make_tuple(named.name, named.model, named.source,
                        word_of(named.confidence, confidence_words()), named.aliases);
}

}  // namespace

void bind_models(py::module_& m) {
  bind_late(m);
  bind_fixed_point(m);
  bind_partition(m);
  bind_model_class(m);
  m.def(
      "tree_of",
      [](const AccumulationModel& model, int terms, bool has_initial) {
        if (terms < 0 || terms > 1'000'000) {
          throw std::invalid_argument("terms must be from 0 to 1000000, got " +
                                      std::to_string(terms));
        }
        return text_of(tree_of(model, terms, has_initial));
      },
      py::arg("model"), py::arg("terms"), py::arg("has_initial"),
      "The order of a sum of so many terms as nested parentheses.");
  m.def(
      "named_models",
      [] {
        py::list list;
        for (const NamedModel& named : named_models()) list.append(facts_of(named));
        return list;
      },
      "Name, model, source, confidence and aliases of each named model.");
  m.def(
      "model_named",
      [](const std::string& name) { return facts_of(model_named(name)); },
      py::arg("name"), "The same of the model of that name or alias.");
}

}  // namespace halfulp::bindings
