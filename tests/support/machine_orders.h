#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "support/machine_oracle.h"

// Orders of sums for the judge, as instructions and programs have them.

namespace halfulp::testing {

inline constexpr Narrowing kBinary64{53, -1022, 1023};
inline constexpr Narrowing kBinary32{24, -126, 127};
inline constexpr Narrowing kBinary16{11, -14, 15};
inline constexpr Narrowing kBfloat16{8, -126, 127};

constexpr Narrowing narrowing_to(const Layout& layout) {
  return {layout.precision(), layout.least_exponent(), layout.greatest_exponent()};
}

// --- what happens to a running sum ---

Step fused_step(const Narrowing& to);  // its products exactly, rounded once
Step rounded_step(const Narrowing& product, const Narrowing& to);
Step aligned_step(const Alignment& alignment, const Narrowing& to);
Step grouped_step(int group, const Alignment& alignment, const Narrowing& to);
Step late_step(const LateRule& rule, const Narrowing& to);
// c + ((p0 + p1) + (p2 + p3)), everything rounded.
Step pairwise_step(const Narrowing& to);
// c + (p0 + p1), the pair exact and rounded once.
Step fused_pair_step(const Narrowing& to);

// --- orders ---

// Steps of `length` terms, one after another. The sum starts at +0 without an initial value.
Order chain(Step step, int length);
// What an instruction does with `length` terms, repeated: its sum is the next one's initial
// value. Where that comes last, nothing is added without one.
Order repeated(Order instruction, int length);
// VDPBF16PS: the second of two terms first.
Order swapped_pairs(Step step);
// AMX: chains of the even and the odd terms, c + (even + odd).
Order even_odd(Step step, const Narrowing& to);
// FP8 mma.sync on Hopper and B200: k mod 4 in {0, 1}, then {2, 3}, then c.
Order emulated(Step step, const Narrowing& to);
// chain(), but the last step first.
Order reverse_chain(Step step, int length);
// c is added to what the order gives without it.
Order initial_last(Order inner, const Narrowing& to);

// Terms dealt out to partial sums, which are joined.
using Deal = std::function<std::vector<std::vector<int>>(Terms)>;
enum class Join { sequential, reverse, pairwise, chain };
Deal blocks_of(int count);
Deal parts(int count);
Deal lanes(int count, int run);
// What is left after the last whole round over the lanes is added at the end.
Order lanes_and_tail(int count, int run, Order inner, Join join, Step tail,
                     const Narrowing& to);
Order split(Deal deal, Order inner, Join join, const Narrowing& to);

// A balanced tree over sums of `length` terms: the first half has the odd one; c comes last.
using Leaf = std::function<double(MachineOracle&, Terms)>;
Order balanced(Leaf leaf, int length, const Narrowing& to);
// pairwise_sum of NumPy; c comes last.
Order numpy_pairwise(Step step, const Narrowing& to);

enum class Compensated { kahan, neumaier, dot2 };
Order compensated(Compensated kind, const Narrowing& to);

}  // namespace halfulp::testing
