#include "support/machine_orders.h"

#include <algorithm>
#include <utility>

namespace halfulp::testing {
namespace {

std::size_t size_of(int count) { return static_cast<std::size_t>(count); }

// Calls f with each `length` terms.
template <class F>
void for_each_group(Terms terms, int length, F f) {
  for (std::size_t i = 0; i < terms.size(); i += size_of(length))
    f(terms.subspan(i, std::min(size_of(length), terms.size() - i)));
}

}  // namespace

// --- steps ---

Step fused_step(const Narrowing& to) {
  return [to](MachineOracle& m, double s, Terms t) { return m.exact_sum(s, t, to); };
}

Step rounded_step(const Narrowing& product, const Narrowing& to) {
  return [product, to](MachineOracle& m, double s, Terms t) {
    for (const int k : t) s = m.add(s, m.multiply(k, product), to);
    return s;
  };
}

Step aligned_step(const Alignment& alignment, const Narrowing& to) {
  return [alignment, to](MachineOracle& m, double s, Terms t) {
    return m.aligned_sum(s, t, alignment, to);
  };
}

Step grouped_step(int group, const Alignment& alignment, const Narrowing& to) {
  return [group, alignment, to](MachineOracle& m, double s, Terms t) {
    return m.grouped_sum(s, t, group, alignment, to);
  };
}

Step late_step(const LateRule& rule, const Narrowing& to) {
  return [rule, to](MachineOracle& m, double s, Terms t) {
    return m.late_sum(s, t, rule, to);
  };
}

Step pairwise_step(const Narrowing& to) {
  return [to](MachineOracle& m, double s, Terms t) {
    double p[4] = {};
    for (std::size_t i = 0; i < t.size(); ++i) p[i] = m.multiply(t[i], to);
    double sum = m.add(p[0], p[1], to);
    if (t.size() > 2) sum = m.add(sum, m.add(p[2], p[3], to), to);
    return m.add(s, sum, to);
  };
}

Step fused_pair_step(const Narrowing& to) {
  return [to](MachineOracle& m, double s, Terms t) {
    return m.add(s, m.exact_sum({}, t, to), to);
  };
}

// --- orders of instructions ---

Order chain(Step step, int length) {
  return [step = std::move(step), length](MachineOracle& m, Terms terms,
                                          std::optional<double> c) {
    double s = c.value_or(0.0);
    for_each_group(terms, length, [&](Terms t) { s = step(m, s, t); });
    return s;
  };
}

Order repeated(Order instruction, int length) {
  return [instruction = std::move(instruction), length](MachineOracle& m, Terms terms,
                                                        std::optional<double> c) {
    for_each_group(terms, length, [&](Terms t) { c = instruction(m, t, c); });
    return c.value_or(0.0);
  };
}

Order swapped_pairs(Step step) {
  return repeated(
      [step = std::move(step)](MachineOracle& m, Terms t, std::optional<double> c) {
        return step(m, step(m, c.value_or(0.0), t.subspan(1)), t.first(1));
      },
      2);
}

Order even_odd(Step step, const Narrowing& to) {
  return repeated(
      [step = std::move(step), to](MachineOracle& m, Terms t, std::optional<double> c) {
        double sums[2] = {};
        for (std::size_t i = 0; i < t.size(); ++i)
          sums[i % 2] = step(m, sums[i % 2], t.subspan(i, 1));
        const double sum = m.add(sums[0], sums[1], to);
        return c ? m.add(*c, sum, to) : sum;
      },
      32);
}

Order emulated(Step step, const Narrowing& to) {
  return repeated(
      [step = std::move(step), to](MachineOracle& m, Terms t, std::optional<double> c) {
        double sum = 0.0;
        for (const bool late : {false, true}) {
          std::vector<int> half;
          for (std::size_t i = 0; i < t.size(); ++i)
            if ((i % 4 >= 2) == late) half.push_back(t[i]);
          sum = step(m, sum, half);
        }
        return c ? m.add(*c, sum, to) : sum;
      },
      32);
}

Order reverse_chain(Step step, int length) {
  return [step = std::move(step), length](MachineOracle& m, Terms terms,
                                          std::optional<double> c) {
    std::vector<Terms> groups;
    for_each_group(terms, length, [&](Terms t) { groups.push_back(t); });
    double s = c.value_or(0.0);
    for (auto t = groups.rbegin(); t != groups.rend(); ++t) s = step(m, s, *t);
    return s;
  };
}

Order initial_last(Order inner, const Narrowing& to) {
  return [inner = std::move(inner), to](MachineOracle& m, Terms terms,
                                        std::optional<double> c) {
    const double s = inner(m, terms, {});
    return c ? m.add(*c, s, to) : s;
  };
}

// --- orders of programs ---

Deal blocks_of(int count) {
  return [count](Terms terms) {
    std::vector<std::vector<int>> blocks;
    for_each_group(terms, count,
                   [&](Terms t) { blocks.emplace_back(t.begin(), t.end()); });
    return blocks;
  };
}

Deal parts(int count) {
  return [count](Terms terms) {
    const int n = static_cast<int>(terms.size());
    return blocks_of(std::max(1, (n + count - 1) / count))(terms);
  };
}

Deal lanes(int count, int run) {
  return [count, run](Terms terms) {
    std::vector<std::vector<int>> dealt(size_of(count));
    for (std::size_t k = 0; k < terms.size(); ++k)
      dealt[k / size_of(run) % size_of(count)].push_back(terms[k]);
    std::erase_if(dealt, [](const auto& lane) { return lane.empty(); });
    return dealt;
  };
}

namespace {

double joined(MachineOracle& m, std::span<const double> sums, const Narrowing& to) {
  if (sums.size() == 1) return sums.front();
  const std::size_t half = (sums.size() + 1) / 2;
  return m.add(joined(m, sums.first(half), to), joined(m, sums.subspan(half), to), to);
}

double joined_in_turn(MachineOracle& m, std::span<const double> sums,
                      std::optional<double> c, const Narrowing& to) {
  double s = c ? m.add(*c, sums.front(), to) : sums.front();
  for (const double sum : sums.subspan(1)) s = m.add(s, sum, to);
  return s;
}

}  // namespace

Order split(Deal deal, Order inner, Join join, const Narrowing& to) {
  return [=](MachineOracle& m, Terms terms, std::optional<double> c) {
    std::vector<double> sums;
    for (const std::vector<int>& part : deal(terms)) {
      const bool goes_on = join == Join::chain;
      sums.push_back(inner(m, part, goes_on ? c : std::nullopt));
      if (goes_on) c = sums.back();
    }
    if (join == Join::chain) return sums.back();
    if (join == Join::pairwise) {
      const double s = joined(m, sums, to);
      return c ? m.add(*c, s, to) : s;
    }
    if (join == Join::reverse) std::reverse(sums.begin(), sums.end());
    return joined_in_turn(m, sums, c, to);
  };
}

Order lanes_and_tail(int count, int run, Order inner, Join join, Step tail,
                     const Narrowing& to) {
  return [=](MachineOracle& m, Terms terms, std::optional<double> c) {
    const std::size_t round = size_of(count) * size_of(run);
    const std::size_t whole = terms.size() - terms.size() % round;
    const bool c_last = join == Join::pairwise;
    const std::optional<double> first = c_last ? std::nullopt : c;
    double s = first.value_or(0.0);
    if (whole != 0)
      s = split(lanes(count, run), inner, join, to)(m, terms.first(whole), first);
    for (const int& term : terms.subspan(whole)) s = tail(m, s, {&term, 1});
    return c && c_last ? m.add(*c, s, to) : s;
  };
}

Order balanced(Leaf leaf, int length, const Narrowing& to) {
  const Order inner = [leaf = std::move(leaf)](MachineOracle& m, Terms t,
                                               std::optional<double>) {
    return leaf(m, t);
  };
  return split(blocks_of(length), inner, Join::pairwise, to);
}

namespace {

double numpy_block(MachineOracle& m, const Step& step, const Narrowing& to, Terms a) {
  const std::size_t n = a.size();
  double res = 0.0;
  std::size_t i = 0;
  if (n >= 8) {
    double r[8] = {};
    for (i = 0; i < n - n % 8; ++i) r[i % 8] = step(m, r[i % 8], a.subspan(i, 1));
    const double low = m.add(m.add(r[0], r[1], to), m.add(r[2], r[3], to), to);
    const double high = m.add(m.add(r[4], r[5], to), m.add(r[6], r[7], to), to);
    res = m.add(low, high, to);
  }
  for (; i < n; ++i) res = step(m, res, a.subspan(i, 1));
  return res;
}

double numpy_sum(MachineOracle& m, const Step& step, const Narrowing& to, Terms a) {
  if (a.size() <= 128) return numpy_block(m, step, to, a);
  std::size_t half = a.size() / 2;
  half -= half % 8;
  return m.add(numpy_sum(m, step, to, a.first(half)),
               numpy_sum(m, step, to, a.subspan(half)), to);
}

}  // namespace

Order numpy_pairwise(Step step, const Narrowing& to) {
  return initial_last(
      [step = std::move(step), to](MachineOracle& m, Terms terms,
                                   std::optional<double>) {
        return numpy_sum(m, step, to, terms);
      },
      to);
}

// --- sums that carry what was lost ---

namespace {

struct Carried {
  double s;
  double e = 0.0;
};

Carried kahan(MachineOracle& m, Carried sum, int term, const Narrowing& to) {
  const double y = m.subtract(m.multiply(term, to), sum.e, to);
  const double t = m.add(sum.s, y, to);
  return {t, m.subtract(m.subtract(t, sum.s, to), y, to)};
}

Carried neumaier(MachineOracle& m, Carried sum, int term, const Narrowing& to) {
  const double p = m.multiply(term, to);
  const double t = m.add(sum.s, p, to);
  const bool sum_is_larger = (sum.s < 0 ? -sum.s : sum.s) >= (p < 0 ? -p : p);
  const double x = sum_is_larger ? sum.s : p;
  const double y = sum_is_larger ? p : sum.s;
  return {t, m.add(sum.e, m.add(m.subtract(x, t, to), y, to), to)};
}

Carried dot2(MachineOracle& m, Carried sum, int term, const Narrowing& to) {
  const double p = m.multiply(term, to);
  const double t = m.add(sum.s, p, to);
  const double z = m.subtract(t, sum.s, to);
  const double lost =
      m.add(m.subtract(sum.s, m.subtract(t, z, to), to), m.subtract(p, z, to), to);
  return {t, m.add(sum.e, m.add(lost, m.multiply_error(term, p, to), to), to)};
}

}  // namespace

Order compensated(Compensated kind, const Narrowing& to) {
  return [kind, to](MachineOracle& m, Terms terms, std::optional<double> c) {
    Carried sum{c.value_or(0.0)};
    for (const int term : terms) {
      if (kind == Compensated::kahan) sum = kahan(m, sum, term, to);
      if (kind == Compensated::neumaier) sum = neumaier(m, sum, term, to);
      if (kind == Compensated::dot2) sum = dot2(m, sum, term, to);
    }
    return kind == Compensated::kahan ? sum.s : m.add(sum.s, sum.e, to);
  };
}

}  // namespace halfulp::testing
