#pragma once

#include <optional>
#include <span>
#include <vector>

#include "halfulp/arithmetic/summation_tree.h"
#include "halfulp/base/words.h"
#include "halfulp/formats/format.h"
#include "halfulp/formats/named_formats.h"
#include "halfulp/rounding/rounding_rule.h"

namespace halfulp {

// How the products of one fused step are added.
enum class GroupSum {
  fused,     // all at once, rounded once
  pairwise,  // each rounded on its own, then in a balanced tree of rounded additions
};

// Where the running sum joins the products of a step.
enum class AccumulatorPlace {
  in_step,     // it is one more term of the step's sum
  after_step,  // the products are summed and rounded, then added to it
};

// The order in which partial sums, or the groups of a chain, are added.
enum class AccumulationOrder {
  sequential,  // the first one first, each added to the sum so far
  reverse,     // the last one first
  pairwise,    // those of either half (the first has the odd one), then both
  chain,       // of partial sums: each goes on where the one before it ended
};

// How the terms of a sum are dealt out to partial sums.
enum class Split {
  blocks,  // of `count` terms each, the last one perhaps shorter
  parts,   // `count` of them, of equal length but for the last ones
  lanes,   // `count` of them: term k belongs to lane (k / run) mod count
  halves,  // two, halved again while longer than `count`; multiples of `run` come first
};

// One level of the order of a sum: its terms are split, each part is summed, and the partial
// sums are joined by additions that round.
struct Partition {
  Split split = Split::blocks;
  int count = 1;
  int run = 1;  // lanes and halves only
  // Lanes: the terms after the last whole round are added at the end, one by one.
  bool tail_after = false;
  AccumulationOrder join = AccumulationOrder::sequential;
  std::optional<Format> format = {};  // of the joined sums; empty: the accumulator's
  RoundingRule rounding = {};         // of the additions, where `format` is given

  friend bool operator==(const Partition&, const Partition&) = default;
};

// How a running sum joins a fixed-point sum of products that was formed without it, as
// CDNA3 does. Exponents are those of FixedPointSum.
struct LateAccumulator {
  int sum_bits;          // the products' sum is a multiple of 2^(e - sum_bits) ...
  int accumulator_bits;  // ... and the running sum of 2^(e - accumulator_bits),
                         // e being the greater exponent of the two
  Rounding rounding = Rounding::down;  // to these multiples
  int zero_exponent;                   // e of a running sum that is zero
  // The total has that many fraction bits (from `zero_exponent` on), rounded so too.
  int total_bits;
  std::optional<int> dropped_below = {};  // the running sum counts as zero if its
                                          // exponent is less than e - dropped_below

  friend bool operator==(const LateAccumulator&, const LateAccumulator&) = default;
};

// A sum of terms that are first made multiples of 2^(e - fraction_bits), where e is the
// greatest exponent among those of the terms that are not zero and, if it is given,
// `least_exponent`. A term of several products is zero only if they all are: not if they
// cancel.
//
// The exponent of a number is that of its format's exponent field: floor(log2 |x|), but at
// least emin. That of a product is the sum of its factors' exponents, even where the product
// of the significands is 2 or more.
struct FixedPointSum {
  int fraction_bits;
  std::optional<int> least_exponent = {};
  Rounding alignment = Rounding::toward_zero;  // of each term, to these multiples
  // The products are dealt out in turn to that many sums with exponents of their own, which
  // are joined, rounded down, at the greatest of these exponents.
  int interleaved = 1;
  // Scaled operands: that many products are summed exactly, times both scales, to one term,
  // whose exponent is that of the scales alone. 1: each product is one term, and the scales
  // add to its exponent.
  int exact_group = 1;
  std::optional<LateAccumulator> late = {};

  friend bool operator==(const FixedPointSum&, const FixedPointSum&) = default;
};

// Sums that carry what their additions lost: s and e, which is 0 at first. Every operation
// rounds to the accumulator, the product p too.
enum class Compensation {
  none,
  kahan,     // y = p - e; t = s + y; e = (t - s) - y; s = t (Kahan 1965)
  neumaier,  // t = s + p; e += (x - t) + y, x the larger of s and p in magnitude and y the
             // other; s = t; the sum is s + e (Neumaier 1974)
  dot2,      // t = s + p; e += TwoSum's error of t + that of p; s = t; the sum is s + e
             // (Ogita, Rump, Oishi 2005)
};

// How the finished sum meets the initial value c where alpha or beta is not 1, all in the
// accumulator's format.
enum class Epilogue {
  fused,    // alpha * sum + round(beta * c), rounded once (CUTLASS)
  rounded,  // round(alpha * sum) + round(beta * c), rounded
};

// How a machine computes a sum of products: which number is rounded where, to what.
//
// The sum consists of steps. A step adds up to `fused` products to the running sum: exactly,
// or in fixed point where `fixed_point` is given, and rounds once; where `product` is given,
// it rounds each product to it first. With fused = 1 that is s <- round(a*b + s). The order
// of the steps is that of `partitions`, outermost first, and within them `order`.
//
// Overflow, subnormals, infinities and NaN are as the rule of each rounding says
// (rounding_rule.h), but for what the members under "special cases" say. A NaN in a sum is
// the canonical positive one.
struct AccumulationModel {
  Format operands = fp64;                     // a is rounded to it first
  std::optional<Format> right_operands = {};  // b, if to another one
  RoundingRule operand_rounding = {};
  // The exponents of operands in a fixed-point sum are those of this format, which holds
  // both operands'; empty: of their own.
  std::optional<Format> multiplier = {};

  std::optional<Format> product = {};   // empty: exact
  Format accumulator = fp64;            // holds every partial sum and the initial value
  std::optional<Format> step_sum = {};  // a step rounds to it; empty: the accumulator
  RoundingRule accumulation_rounding = {};  // of products and partial sums

  int fused = 1;
  GroupSum group_sum = GroupSum::fused;
  Compensation compensation = Compensation::none;
  AccumulatorPlace accumulator_place = AccumulatorPlace::in_step;
  std::optional<FixedPointSum> fixed_point = {};

  AccumulationOrder order = AccumulationOrder::sequential;
  std::vector<Partition> partitions = {};
  std::optional<SummationTree> tree = {};
  // The initial value is added to the finished sum; so it is in any case where the outermost
  // order is pairwise.
  bool initial_last = false;
  double alpha = 1.0;
  double beta = 1.0;
  Epilogue epilogue = Epilogue::fused;

  std::optional<Format> output = {};  // empty: the accumulator's format
  RoundingRule output_rounding = {};

  // Operands in blocks that share a scale; empty: there are none.
  std::optional<Format> scale = {};
  int scale_block = 0;

  // Special cases.
  bool positive_zero_inputs = false;  // zero operands and initial values, flushed ones too
  bool positive_zero_sums = false;    // an exact zero sum is +0 whatever its terms are
  bool infinite_overflow = false;     // in every rounding mode a sum or product that
                                      // is too large becomes an infinity
  bool infinite_products = false;     // as is an exact product of at least 2^(emax+1)
                                      // of the accumulator, before it is added
  bool unbounded_tininess = false;    // flush_output flushes what would be subnormal if
                                      // the exponents were unbounded, as x86 does

  friend bool operator==(const AccumulationModel&, const AccumulationModel&) = default;

  const Format& left_format() const { return operands; }
  const Format& right_format() const {
    return right_operands ? *right_operands : operands;
  }
  const Format& step_format() const { return step_sum ? *step_sum : accumulator; }
  const Format& output_format() const { return output ? *output : accumulator; }
};

// Returns `model` if it is valid, else throws std::invalid_argument naming the field.
//
// A format that rounds products or sums must have a sign and a zero, and a NaN unless
// operands and initial values are never NaN or infinite. A rounding must be deterministic but
// for that of the accumulation.
const AccumulationModel& require_valid(const AccumulationModel& model);

// The tree of a sum of `terms` products under a valid model. Throws std::invalid_argument if
// the model has a tree of another length, or without the initial value that there is.
SummationTree tree_of(const AccumulationModel& model, int terms, bool has_initial);

// The names of enumerators, for word_of and parse_word (base/words.h).
std::span<const Word<GroupSum>> group_sum_words();
std::span<const Word<AccumulatorPlace>> accumulator_place_words();
std::span<const Word<AccumulationOrder>> accumulation_order_words();  // but chain
std::span<const Word<AccumulationOrder>> join_words();                // and chain
std::span<const Word<Split>> split_words();
std::span<const Word<Compensation>> compensation_words();
std::span<const Word<Epilogue>> epilogue_words();

}  // namespace halfulp
