#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "support/exact_steps.h"
#include "support/machine_numbers.h"
#include "support/mpfr_value.h"

// An independent judge of sums of products under the rules of machines. It has its own
// description of a machine and computes with MPFR, which rounds nothing: a result that does
// not fit its precision is an error. Partial sums are binary64 numbers between the steps.

namespace halfulp::testing {

// When a number below the least normal one becomes a zero of its sign.
enum class Tiny {
  kept,
  flushed_before,     // it is below before it is rounded (Arm)
  flushed_after,      // it is below after it is rounded to the grid
  flushed_unbounded,  // ... after it is rounded as if exponents had no end (x86)
};

// How an exact number becomes one of a format.
struct Narrowing {
  int precision;
  int least;     // exponent of normal numbers
  int greatest;  // and the other end
  Direction direction = Direction::nearest_even;
  Tiny tiny = Tiny::kept;
  bool always_infinite = false;  // overflow, in every direction
  bool plus_zero = false;        // an exact zero is +0
};

// Terms are made multiples of 2^(e - bits), e being the greatest exponent of those that are
// not zero, and `floor`.
struct Alignment {
  int bits;
  std::optional<int> floor = {};
  Direction direction = Direction::to_zero;
};

// CDNA3: the running sum joins late.
struct LateRule {
  int product_bits = 24;
  int lanes = 1;  // 2: even and odd terms
  int sum_bits = 32;
  int accumulator_bits = 24;
  int total_bits = 31;
  int zero_exponent = -126;
  std::optional<int> dropped_below = {};
};

using Terms = std::span<const int>;

class MachineOracle;
using Step = std::function<double(MachineOracle&, double sum, Terms)>;
using Order =
    std::function<double(MachineOracle&, Terms, std::optional<double> initial)>;

struct Machine {
  Layout left, right, accumulator;
  Order order;
  // Operands are cut to that many fraction bits (tf32 registers).
  std::optional<int> kept_fraction = {};
  // The exponents of operands as of numbers of another format (fp16: -14).
  std::optional<int> multiplier_least = {};
  bool flush_operands = false;  // to zeros of their sign
  bool flush_initial = false;
  bool plus_zero_inputs = false;   // zeros, flushed ones too, are +0
  bool infinite_products = false;  // |a b| >= 2^128, before it is added
  std::optional<Layout> scale = {};
  int scale_block = 0;
  bool scales_apart = false;  // for grouped_sum; else they are part of the operands
  std::optional<Narrowing> output = {};
  std::optional<Layout> result = {};  // if not the accumulator's
};

struct MachineProblem {
  std::span<const std::uint64_t> a, b;
  std::optional<std::uint64_t> c = {};
  std::span<const std::uint64_t> a_scales = {}, b_scales = {};
};

class MachineOracle {
 public:
  explicit MachineOracle(Machine machine);

  const Machine& machine() const { return machine_; }
  const Layout& result_layout() const {
    return machine_.result ? *machine_.result : machine_.accumulator;
  }
  std::uint64_t dot(const MachineProblem& problem);

  // What orders and steps are made of. Terms are numbers of loaded products.
  double multiply(int term, const Narrowing& to);
  double multiply_error(int term, double product, const Narrowing& to);
  double add(double x, double y, const Narrowing& to);
  double subtract(double x, double y, const Narrowing& to) { return add(x, -y, to); }
  double multiply_add(int term, double sum, const Narrowing& to);
  double narrow(double x, const Narrowing& to);
  // The exact sum; of the terms alone without a running sum.
  double exact_sum(std::optional<double> sum, Terms terms, const Narrowing& to);
  double aligned_sum(std::optional<double> sum, Terms terms, const Alignment& alignment,
                     const Narrowing& to);
  // Each `group` terms are summed exactly, times the significands of their scales; the
  // exponent is that of the scales.
  double grouped_sum(double sum, Terms terms, int group, const Alignment& alignment,
                     const Narrowing& to);
  double late_sum(double sum, Terms terms, const LateRule& rule, const Narrowing& to);

 private:
  struct Operand {
    double value;
    int exponent;
  };
  struct Addend {
    MpfrValue value{192};
    long exponent = 0;
  };

  void load(const MachineProblem& problem);
  Operand operand(std::uint64_t code, const Layout& layout) const;
  double initial(std::uint64_t code) const;
  std::vector<Operand> operands(std::span<const std::uint64_t> codes,
                                std::span<const std::uint64_t> scales,
                                const Layout& layout) const;
  bool special(std::optional<double> sum, Terms terms) const;
  double special_sum(std::optional<double> sum, Terms terms);
  double group_scale(Terms group, std::span<const std::uint64_t> scales) const;
  void set_product(mpfr_ptr product, int term);
  Addend& next_addend();
  void append_accumulator(std::optional<double> sum);
  void append_product(int term);
  void append_group(Terms group);
  std::optional<long> greatest_exponent() const;
  void add_aligned(long quantum, Direction direction);
  std::optional<long> sum_lane(Terms terms, std::size_t lane, const LateRule& rule,
                               double& sum);
  void add_floored(double x, long quantum);
  bool has_infinite_product(Terms terms);
  double narrow_addends(const Alignment& alignment, const Narrowing& to);
  double narrow_sum(const Narrowing& to);
  bool is_tiny(const Narrowing& to);

  Machine machine_;
  MpfrValue x_{53}, y_{53}, sum_, other_;
  std::vector<Operand> left_, right_;
  std::span<const std::uint64_t> left_scales_, right_scales_;
  std::vector<int> terms_;
  std::vector<Addend> addends_;
  std::size_t addends_used_ = 0;
};

}  // namespace halfulp::testing
