#pragma once

#include <span>
#include <string_view>

#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp::reference {

// Correctly rounded functions of a binary64 argument: the exact value of the function at x,
// rounded once to a format by a rule. Special values as in IEEE 754-2019, 9.2.1, and ISO C,
// annex F; gelu(-infinity) is -0 (the limit, from below), gelu(+infinity) +infinity.
//
// Ziv's strategy (ACM TOMS 17 (1991) 410-423): evaluate with some bits more than the format
// has, with a proved error bound; if both ends of the error interval round alike, done; else
// try again with twice as many extra bits. Exact results are recognised, and values next to
// a number (tanh(50)) or out of range follow from inequalities, so it ends: that no other
// value is halfway between two numbers or one itself is a theorem for exp, log, sin, cos and
// tanh (Hermite and Lindemann), sqrt and rsqrt, and a safe bet for erf, erfc and gelu.
enum class Function {
  exp,
  log,
  sin,
  cos,
  tanh,
  erf,
  erfc,
  sqrt,
  // 1 / sqrt(x); rsqrt(+-0) = +-infinity
  rsqrt,
  // x Phi(x) = x erfc(-x / sqrt(2)) / 2, Phi the normal distribution function
  gelu_erf,
  // x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2, with 0.044715 the decimal
  gelu_tanh,
};

// "exp", ...; function_named (function_arrays.h) is the inverse.
std::string_view name_of(Function function);
std::span<const Function> all_functions();
// Throws std::invalid_argument naming the nearest known function.
Function function_named(std::string_view name);

// How an evaluation went.
struct ZivStatistics {
  int evaluations = 0;  // 1 if the first precision sufficed, 0 if none was needed
  long precision = 0;   // bits of the last one
};

// Extra bits of the first evaluation, 2 to kMaxZivExtraBits. The result does not depend on
// it: 2 retries often, but gives the same numbers (tests/reference).
inline constexpr int kZivExtraBits = 14;
inline constexpr int kMaxZivExtraBits = 10000;

// function(x), rounded once to `format` by `rule`. A NaN becomes what the rule makes of it,
// a number outside of the domain what it makes of the canonical NaN, an exact infinity
// (log(0)) what it makes of an infinite input. Throws std::invalid_argument for an invalid
// format, a stochastic mode, extra_bits out of range, and where the rule makes an infinity or
// a NaN an error.
double evaluate(Function function, double x, const Format& format = fp64,
                const RoundingRule& rule = {}, int extra_bits = kZivExtraBits,
                ZivStatistics* statistics = nullptr);

// evaluate() under each function's name: binary64, to nearest even.
inline double exp(double x) { return evaluate(Function::exp, x); }
inline double log(double x) { return evaluate(Function::log, x); }
inline double sin(double x) { return evaluate(Function::sin, x); }
inline double cos(double x) { return evaluate(Function::cos, x); }
inline double tanh(double x) { return evaluate(Function::tanh, x); }
inline double erf(double x) { return evaluate(Function::erf, x); }
inline double erfc(double x) { return evaluate(Function::erfc, x); }
inline double sqrt(double x) { return evaluate(Function::sqrt, x); }
inline double rsqrt(double x) { return evaluate(Function::rsqrt, x); }
inline double gelu_erf(double x) { return evaluate(Function::gelu_erf, x); }
inline double gelu_tanh(double x) { return evaluate(Function::gelu_tanh, x); }

}  // namespace halfulp::reference
