#include <string>
#include <string_view>

#include "bindings/arrays.h"
#include "bindings/bind.h"
#include "bindings/init.h"
#include "bindings/value_class.h"
#include "bindings/words.h"
#include "halfulp/base/random.h"
#include "halfulp/kernels/random_words.h"
#include "halfulp/kernels/round.h"
#include "halfulp/rounding/neighbour_arrays.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::bindings {
namespace {

RoundingRule make_rule(std::string_view mode, std::string_view overflow,
                       std::string_view subnormals, std::string_view inf_input,
                       std::string_view nan, Integer random_bits) {
  const RoundingRule rule{parse_word("rounding mode", mode, rounding_words()),
                          parse_word("overflow", overflow, overflow_words()),
                          parse_word("subnormals", subnormals, subnormals_words()),
                          parse_word("inf_input", inf_input, inf_input_words()),
                          parse_word("nan", nan, nan_words()),
                          random_bits.value};
  require_valid(rule);
  return rule;
}

py::tuple state_of(const RoundingRule& r) {
  return py::make_tuple(word_of(r.mode, rounding_words()),
                        word_of(r.overflow, overflow_words()),
                        word_of(r.subnormals, subnormals_words()),
                        word_of(r.inf_input, inf_input_words()),
                        word_of(r.nan, nan_words()), r.random_bits);
}

RoundingRule from_state(const py::tuple& s) {
  return make_rule(s[0].cast<std::string>(), s[1].cast<std::string>(),
                   s[2].cast<std::string>(), s[3].cast<std::string>(),
                   s[4].cast<std::string>(), s[5].cast<Integer>());
}

constexpr const char* kRuleDoc = R"(How a real number becomes a member of a format.

mode: nearest_even, nearest_away, nearest_toward_zero, toward_zero, up, down, away, odd, and
    the stochastic modes: with v the discarded fraction of |x|, N random bits and R the
    integer that they are, the magnitude goes up
    stochastic_a (or stochastic): if floor(v 2^N) + R >= 2^N,
    stochastic_b: if floor(v 2^(N+1)) + 2R + 1 >= 2^(N+1),
    stochastic_c: if v 2^N rounded to nearest even, plus R, is >= 2^N,
    stochastic_equal: with probability 1/2 whatever v, unless v is 0.
overflow: ieee (IEEE 754-2019, 7.4), saturate_finite, saturate_propagate (or saturate), none.
subnormals: keep, flush_input, flush_output, flush_both.
inf_input: what an infinite input becomes where the format has no infinity: nan, max, error.
nan: what a NaN becomes: canonical, payload, error.
random_bits: N, from 1 to 32. They are the highest bits of a word of 32.
Raises ValueError naming the nearest known word.

>>> RoundingRule("toward_zero", overflow="saturate").overflow
'saturate_propagate')";

void bind_rule(py::module_& m) {
  py::class_<RoundingRule> cls(m, "RoundingRule", py::is_final(), kRuleDoc);
  cls.attr("__module__") = "halfulp";
  bind_init(cls, "RoundingRule", &make_rule, py::arg("mode") = "nearest_even",
            py::kw_only(), py::arg("overflow") = "ieee", py::arg("subnormals") = "keep",
            py::arg("inf_input") = "nan", py::arg("nan") = "canonical",
            py::arg("random_bits") = 32);
  cls.def_property_readonly("mode", word_getter(&RoundingRule::mode, rounding_words()),
                            "Which neighbour is chosen.");
  cls.def_property_readonly("overflow",
                            word_getter(&RoundingRule::overflow, overflow_words()),
                            "What becomes of results beyond the largest number.");
  cls.def_property_readonly("subnormals",
                            word_getter(&RoundingRule::subnormals, subnormals_words()),
                            "Whether subnormal inputs or results become zero.");
  cls.def_property_readonly("inf_input",
                            word_getter(&RoundingRule::inf_input, inf_input_words()),
                            "What an infinity becomes where the format has none.");
  cls.def_property_readonly("nan", word_getter(&RoundingRule::nan, nan_words()),
                            "What a NaN becomes.");
  cls.def_property_readonly(
      "random_bits", [](const RoundingRule& rule) { return rule.random_bits; },
      "How many random bits a stochastic mode takes.");
  cls.def_property_readonly(
      "is_stochastic",
      [](const RoundingRule& rule) { return is_stochastic(rule.mode); },
      "Whether the mode takes random bits.");
  cls.def("__repr__", [](const RoundingRule& rule) {
    const bool shows_bits = is_stochastic(rule.mode) || rule.random_bits != 32;
    return py::str(
               "RoundingRule({!r}, overflow={!r}, subnormals={!r}, inf_input={!r}, "
               "nan={!r}" +
               std::string(shows_bits ? ", random_bits={!r})" : ")"))
        .format(*state_of(rule));
  });
  bind_value(cls, &state_of, &from_state);
}

// Deterministic modes do not look at the source.
template <class T>
void bind_round(py::module_& m) {
  m.def(
      "round",
      [](const Array<T>& x, const Format& format, const RoundingRule& rule,
         std::string_view generator, std::uint64_t key, std::uint64_t first_index,
         int threads) {
        const RandomSource source{
            key, first_index, parse_word("generator", generator, generator_words())};
        return transformed<T>(x, [&](std::span<const T> in, std::span<T> out) {
          kernels::round(in, out, format, rule, source, threads);
        });
      },
      py::arg("x").noconvert(), py::arg("format"), py::arg("rule"),
      py::arg("generator"), py::arg("key"), py::arg("first_index"), py::arg("threads"),
      "x rounded to the format, of the same shape and dtype.");
}

// Into an array of the same shape, which the caller has checked.
template <class T>
void bind_round_into(py::module_& m) {
  m.def(
      "round_into",
      [](const Array<T>& x, Array<T>& out, const Format& format,
         const RoundingRule& rule, std::string_view generator, std::uint64_t key,
         std::uint64_t first_index, int threads) {
        const RandomSource source{
            key, first_index, parse_word("generator", generator, generator_words())};
        const std::span<const T> in = elements(x);
        const std::span<T> target = mutable_elements(out);
        const py::gil_scoped_release without_gil;
        kernels::round(in, target, format, rule, source, threads);
      },
      py::arg("x").noconvert(), py::arg("out").noconvert(), py::arg("format"),
      py::arg("rule"), py::arg("generator"), py::arg("key"), py::arg("first_index"),
      py::arg("threads"), "x rounded to the format, written to out.");
}

void bind_random_words(py::module_& m) {
  m.def(
      "random_words",
      [](std::string_view generator, std::uint64_t key, std::uint64_t first_index,
         py::ssize_t count) {
        const RandomSource source{
            key, first_index, parse_word("generator", generator, generator_words())};
        Array<std::uint32_t> words(count);
        const std::span<std::uint32_t> out = mutable_elements(words);
        {
          const py::gil_scoped_release without_gil;
          kernels::random_words(source, out);
        }
        return words;
      },
      py::arg("generator"), py::arg("key"), py::arg("first_index"), py::arg("count"),
      "The words of a source, from the first on.");
}

using ArrayFunction = void (*)(std::span<const double>, std::span<double>,
                               const Format&, int);

void bind_neighbour(py::module_& m, const char* name, ArrayFunction function) {
  m.def(
      name,
      [=](const Array<double>& x, const Format& format, int threads) {
        return transformed<double>(
            x, [&](std::span<const double> in, std::span<double> out) {
              function(in, out, format, threads);
            });
      },
      py::arg("x").noconvert(), py::arg("format"), py::arg("threads") = 1);
}

}  // namespace

void bind_rounding(py::module_& m) {
  bind_rule(m);
  bind_round<double>(m);
  bind_round<float>(m);
  bind_round_into<double>(m);
  bind_round_into<float>(m);
  bind_random_words(m);
  bind_neighbour(m, "ulp", &ulp);
  bind_neighbour(m, "next_up", &next_up);
  bind_neighbour(m, "next_down", &next_down);
}

}  // namespace halfulp::bindings
