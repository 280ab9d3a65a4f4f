// Steps of several products, for the lanes of a binary64 vector: added exactly or in fixed
// point, then rounded once. Included once per target, after hwy/highway.h.

#include "halfulp/kernels/matmul_step-inl.h"
#include "halfulp/kernels/matmul_tiles.h"

#if defined(HALFULP_KERNELS_MATMUL_FIXED_POINT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_KERNELS_MATMUL_FIXED_POINT_INL_H_
#undef HALFULP_KERNELS_MATMUL_FIXED_POINT_INL_H_
#else
#define HALFULP_KERNELS_MATMUL_FIXED_POINT_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {

// The products of one step for one vector of sums. Exponents and integers are numbers.
struct StepProducts {
  const double* HWY_RESTRICT a;
  const double* HWY_RESTRICT b;  // kPanelLanes<double> from one to the next
  const double* HWY_RESTRICT a_exponents;
  const double* HWY_RESTRICT b_exponents;
  std::size_t count;

  template <class D>
  HWY_INLINE hn::Vec<D> Product(D d, std::size_t i) const {
    return hn::Mul(hn::Set(d, a[i]), hn::Load(d, b + i * kPanelLanes<double>));
  }
  template <class D>
  HWY_INLINE hn::Vec<D> Exponent(D d, std::size_t i) const {
    return hn::Add(hn::Set(d, a_exponents[i]),
                   hn::Load(d, b_exponents + i * kPanelLanes<double>));
  }
};

// Calls `sum` on each sum and the products of each of its steps.
template <std::size_t kRows, class D, class Sum>
HWY_INLINE void ForEachStep(D d, const TileJob<double>& job, const Operands<double>& at,
                            std::size_t k, const MatmulProgram::Run& run,
                            hn::Vec<D>* left, hn::Vec<D>* right, const Sum& sum) {
  const std::size_t lanes = hn::Lanes(d);
  const bool has_exponents = at.a_exponents != nullptr;
  for (std::size_t i = 0; i < run.times; ++i, k += run.terms) {
    const std::size_t b = k * kPanelLanes<double>;
    for (std::size_t row = 0; row < kRows; ++row) {
      const std::size_t a = row * job.depth + k;
      StepProducts products{at.a + a, at.b + b,
                            has_exponents ? at.a_exponents + a : nullptr,
                            has_exponents ? at.b_exponents + b : nullptr, run.terms};
      left[row] = sum(products, left[row]);
      products.b += lanes;
      if (has_exponents) products.b_exponents += lanes;
      right[row] = sum(products, right[row]);
    }
  }
}

// Where x is an integer of at most 51 bits: the pattern of x + 2^52 has it in the last bits.
template <class D>
HWY_INLINE Pattern<D> IntegerOf(D d, hn::Vec<D> x) {
  const SignedTag<D> di;
  return hn::BitCast(di, hn::Add(x, hn::Set(d, 0x1p52)));
}

// 2^x; x is an integer. Below the normal numbers it is 2^-1022.
template <class D>
HWY_INLINE hn::Vec<D> PowerOfTwo(D d, hn::Vec<D> x) {
  const auto field = hn::Max(hn::Add(x, hn::Set(d, 1023.0)), hn::Set(d, 1.0));
  return hn::BitCast(d, hn::ShiftLeft<52>(IntegerOf(d, field)));
}

// floor(log2 |x|) of normal numbers; -1023 for 0.
template <class D>
HWY_INLINE hn::Vec<D> ExponentOf(D d, hn::Vec<D> x) {
  const SignedTag<D> di;
  const hn::RebindToUnsigned<SignedTag<D>> du;
  const auto field = hn::ShiftRight<52>(hn::BitCast(du, hn::Abs(x)));
  const auto joined = hn::Or(hn::BitCast(di, field), hn::BitCast(di, hn::Set(d, 0x1p52)));
  return hn::Sub(hn::BitCast(d, joined), hn::Set(d, 0x1p52 + 1023));
}

template <class D>
HWY_INLINE hn::Vec<D> ToInteger(D /*tag*/, hn::Vec<D> x, Rounding mode) {
  switch (mode) {
    case Rounding::nearest_even:
      return hn::Round(x);
    case Rounding::up:
      return hn::Ceil(x);
    case Rounding::down:
      return hn::Floor(x);
    default:
      return hn::Trunc(x);
  }
}

// `finite` but where the plain sum of the terms is an infinity or a NaN: then so is the
// sum, as finite terms are far from overflow.
template <class D>
HWY_INLINE hn::Vec<D> OrSpecial(D d, hn::Vec<D> finite, hn::Vec<D> plain) {
  const auto magnitude = hn::Abs(plain);
  return hn::IfThenElse(hn::Lt(magnitude, hn::Inf(d)), finite, plain);
}

// The exponent of the running sum s, or kZeroExponent.
template <class D>
HWY_INLINE hn::Vec<D> SumExponent(D d, hn::Vec<D> s, double emin, double of_zero) {
  const auto exponent = hn::Max(ExponentOf(d, s), hn::Set(d, emin));
  return hn::IfThenElse(hn::Eq(s, hn::Zero(d)), hn::Set(d, of_zero), exponent);
}

struct FixedPointSteps {
  const LaneStep<double>& step;

  template <std::size_t kRows, class D>
  HWY_INLINE void Run(D d, const TileJob<double>& job, const Operands<double>& at,
                      std::size_t k, const MatmulProgram::Run& run, hn::Vec<D>* left,
                      hn::Vec<D>* right) const {
    ForEachStep<kRows>(d, job, at, k, run, left, right,
                       [&](const StepProducts& products, hn::Vec<D> s) {
                         return Sum(d, products, s);
                       });
  }

  template <class D>
  hn::Vec<D> Sum(D d, const StepProducts& products, hn::Vec<D> s) const {
    const FixedPointLanes& fixed = step.fixed_point;
    auto greatest = hn::Max(SumExponent(d, s, fixed.accumulator_emin, kZeroExponent),
                            hn::Set(d, fixed.least_exponent));
    for (std::size_t i = 0; i < products.count; ++i)
      greatest = hn::Max(greatest, products.Exponent(d, i));
    const auto last_place = hn::Sub(greatest, hn::Set(d, fixed.fraction_bits));
    const auto scale = PowerOfTwo(d, hn::Neg(last_place));

    auto plain = s;
    auto sum = ToInteger(d, hn::Mul(s, scale), fixed.alignment);
    sum = hn::Add(sum, hn::Zero(d));  // no -0
    for (std::size_t i = 0; i < products.count; i += fixed.exact_group) {
      const std::size_t end = std::min(products.count, i + fixed.exact_group);
      auto term = products.Product(d, i);
      for (std::size_t j = i + 1; j < end; ++j)
        term = hn::Add(term, products.Product(d, j));
      plain = hn::Add(plain, term);
      sum = hn::Add(sum, ToInteger(d, hn::Mul(term, scale), fixed.alignment));
    }
    const auto exact = hn::Mul(sum, PowerOfTwo(d, last_place));
    return RoundInMode(d, step.mode, OrSpecial(d, exact, plain), *step.round_sum);
  }

  template <class D>
  HWY_INLINE hn::Vec<D> Join(D d, const TileJob<double>& job, hn::Vec<D> x, hn::Vec<D> y,
                             int rule) const {
    return JoinSums(d, job, x, y, rule);
  }
};

struct LateSteps {
  const LaneStep<double>& step;

  template <std::size_t kRows, class D>
  HWY_INLINE void Run(D d, const TileJob<double>& job, const Operands<double>& at,
                      std::size_t k, const MatmulProgram::Run& run, hn::Vec<D>* left,
                      hn::Vec<D>* right) const {
    ForEachStep<kRows>(d, job, at, k, run, left, right,
                       [&](const StepProducts& products, hn::Vec<D> s) {
                         return Sum(d, products, s);
                       });
  }

  // The greatest exponent of every `stride`-th product.
  template <class D>
  hn::Vec<D> Greatest(D d, const StepProducts& products, std::size_t first,
                      std::size_t stride) const {
    auto greatest = hn::Set(d, step.fixed_point.least_exponent);
    for (std::size_t i = first; i < products.count; i += stride)
      greatest = hn::Max(greatest, products.Exponent(d, i));
    return greatest;
  }

  template <class D>
  hn::Vec<D> Sum(D d, const StepProducts& products, hn::Vec<D> s) const {
    const FixedPointLanes& fixed = step.fixed_point;
    const auto fraction_bits = hn::Set(d, fixed.fraction_bits);
    const auto greatest = Greatest(d, products, 0, 1);
    auto plain = s;
    auto sum = hn::Zero(d);  // in units of 2^(greatest - fraction_bits)
    for (std::size_t first = 0; first < fixed.interleaved; ++first) {
      const auto own = Greatest(d, products, first, fixed.interleaved);
      const auto scale = PowerOfTwo(d, hn::Sub(fraction_bits, own));
      auto dealt = hn::Zero(d);
      for (std::size_t i = first; i < products.count; i += fixed.interleaved) {
        const auto product = products.Product(d, i);
        dealt = hn::Add(dealt,
                        ToInteger(d, hn::Mul(product, scale), fixed.alignment));
        plain = hn::Add(plain, WithInfinities(d, product));
      }
      const auto shift = PowerOfTwo(d, hn::Sub(own, greatest));
      sum = hn::Add(sum, hn::Floor(hn::Mul(dealt, shift)));
    }
    const auto exact = WithAccumulator(d, sum, greatest, s);
    return RoundInMode(d, step.mode, OrSpecial(d, exact, plain), *step.round_sum);
  }

  template <class D>
  HWY_INLINE hn::Vec<D> WithInfinities(D d, hn::Vec<D> product) const {
    const auto is_finite = hn::Lt(
        hn::Abs(product), hn::Set(d, step.fixed_point.infinite_product));
    const auto infinite = hn::Or(hn::Inf(d), hn::And(product, hn::SignBit(d)));
    return hn::IfThenElse(hn::Or(is_finite, hn::IsNaN(product)), product, infinite);
  }

  // LateAccumulator: `sum` in units of 2^(greatest - fraction_bits).
  template <class D>
  hn::Vec<D> WithAccumulator(D d, hn::Vec<D> sum, hn::Vec<D> greatest,
                             hn::Vec<D> s) const {
    const FixedPointLanes& fixed = step.fixed_point;
    const auto set = [d](double x) { return hn::Set(d, x); };
    const auto exponent =
        SumExponent(d, s, fixed.accumulator_emin, fixed.zero_exponent);
    const auto top = hn::Max(greatest, exponent);
    const auto dropped = hn::Lt(exponent, hn::Sub(top, set(fixed.dropped_below)));

    const auto of_sum = hn::Add(hn::Sub(greatest, top),
                                set(fixed.sum_bits - fixed.fraction_bits));
    const auto cut = hn::Floor(hn::Mul(sum, PowerOfTwo(d, of_sum)));
    const auto of_s = PowerOfTwo(d, hn::Sub(set(fixed.accumulator_bits), top));
    const auto cut_s = hn::Mul(
        hn::Floor(hn::Mul(s, of_s)),
        PowerOfTwo(d, set(fixed.sum_bits - fixed.accumulator_bits)));
    // In units of 2^(top - sum_bits).
    const auto total = hn::Add(cut, hn::IfThenZeroElse(dropped, cut_s));

    const auto unit = hn::Sub(top, set(fixed.sum_bits));
    const auto own = hn::Max(hn::Add(ExponentOf(d, total), unit),
                             set(fixed.zero_exponent));
    const auto last_place = hn::Sub(own, set(fixed.total_bits));
    const auto floored =
        hn::Floor(hn::Mul(total, PowerOfTwo(d, hn::Sub(unit, last_place))));
    return hn::Add(hn::Mul(floored, PowerOfTwo(d, last_place)), hn::Zero(d));
  }

  template <class D>
  HWY_INLINE hn::Vec<D> Join(D d, const TileJob<double>& job, hn::Vec<D> x, hn::Vec<D> y,
                             int rule) const {
    return JoinSums(d, job, x, y, rule);
  }
};

// x + y = sum + error exactly.
template <class D>
HWY_INLINE void TwoSum(D /*tag*/, hn::Vec<D> x, hn::Vec<D> y, hn::Vec<D>& sum,
                       hn::Vec<D>& error) {
  sum = hn::Add(x, y);
  const auto y_part = hn::Sub(sum, x);
  error = hn::Add(hn::Sub(x, hn::Sub(sum, y_part)), hn::Sub(y, y_part));
}

// The terms as an expansion: numbers that do not overlap, the least first (Shewchuk,
// Adaptive precision floating-point arithmetic, 1997: GROW-EXPANSION). Where a term is an
// infinity or a NaN it is of no use.
struct ExactSteps {
  const LaneStep<double>& step;
  static constexpr std::size_t kMostTerms = 64;

  template <std::size_t kRows, class D>
  HWY_INLINE void Run(D d, const TileJob<double>& job, const Operands<double>& at,
                      std::size_t k, const MatmulProgram::Run& run, hn::Vec<D>* left,
                      hn::Vec<D>* right) const {
    ForEachStep<kRows>(d, job, at, k, run, left, right,
                       [&](const StepProducts& products, hn::Vec<D> s) {
                         return Sum(d, products, s);
                       });
  }

  template <class D>
  hn::Vec<D> Sum(D d, const StepProducts& products, hn::Vec<D> s) const {
    HWY_ALIGN double expansion[kMostTerms * hn::MaxLanes(d)];
    const std::size_t lanes = hn::Lanes(d);
    auto plain = s;
    hn::Store(s, d, expansion);
    for (std::size_t i = 0; i < products.count; ++i) {
      auto term = products.Product(d, i);
      if (step.round_product) term = RoundInMode(d, step.mode, term, *step.round_product);
      plain = hn::Add(plain, term);
      for (std::size_t j = 0; j <= i; ++j) {
        auto sum = term;
        auto error = term;
        TwoSum(d, term, hn::Load(d, expansion + j * lanes), sum, error);
        hn::Store(error, d, expansion + j * lanes);
        term = sum;
      }
      hn::Store(term, d, expansion + (i + 1) * lanes);
    }
    const auto odd = ToOdd(d, expansion, products.count + 1);
    // A zero has the sign of its terms if they are zeros of one sign, else it is +0.
    const auto zero = step.positive_zero
                          ? hn::Zero(d)
                          : hn::IfThenElseZero(hn::Eq(plain, hn::Zero(d)), plain);
    const auto exact = hn::IfThenElse(hn::Eq(odd, hn::Zero(d)), zero, odd);
    return RoundInMode(d, step.mode, OrSpecial(d, exact, plain), *step.round_sum);
  }

  // The expansion's value, rounded to odd: its leading part in one number, and the sign of
  // the first nonzero rest.
  template <class D>
  hn::Vec<D> ToOdd(D d, const double* expansion, std::size_t count) const {
    const std::size_t lanes = hn::Lanes(d);
    auto sum = hn::Load(d, expansion + (count - 1) * lanes);
    auto rest = hn::Zero(d);
    for (std::size_t i = count - 1; i-- > 0;) {
      const auto part = hn::IfThenElseZero(hn::Eq(rest, hn::Zero(d)),
                                           hn::Load(d, expansion + i * lanes));
      auto next = sum;
      auto error = sum;
      TwoSum(d, sum, part, next, error);
      sum = next;
      rest = hn::Add(rest, error);
    }
    return MadeOdd(d, sum, rest);
  }

  template <class D>
  HWY_INLINE hn::Vec<D> Join(D d, const TileJob<double>& job, hn::Vec<D> x, hn::Vec<D> y,
                             int rule) const {
    return JoinSums(d, job, x, y, rule);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#endif  // HALFULP_KERNELS_MATMUL_FIXED_POINT_INL_H_
