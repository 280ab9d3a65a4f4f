#include <algorithm>
#include <random>
#include <utility>

#include "halfulp/formats/named_formats.h"
#include "support/machine_orders.h"
#include "support/machine_settings.h"

namespace halfulp::testing {
namespace {

struct Known {
  const Format* format;
  Layout layout;
};
const Known kOperands[] = {{&fp16, layouts::fp16},  {&bf16, layouts::bf16},
                           {&fp32, layouts::fp32},  {&e4m3fn, layouts::e4m3},
                           {&e5m2, layouts::e5m2},  {&e4m3fnuz, layouts::e4m3fnuz},
                           {&e2m3fn, layouts::e2m3}};
const Known kSums[] = {
    {&fp32, layouts::fp32}, {&fp16, layouts::fp16}, {&bf16, layouts::bf16}};

constexpr std::pair<Rounding, Direction> kModes[] = {
    {Rounding::toward_zero, Direction::to_zero},
    {Rounding::nearest_even, Direction::nearest_even},
    {Rounding::down, Direction::down},
    {Rounding::up, Direction::up},
    {Rounding::nearest_away, Direction::nearest_away},
    {Rounding::odd, Direction::odd}};

// Draws one setting, for the engine and for the judge at once.
class RandomSetting {
 public:
  explicit RandomSetting(std::uint64_t seed) : random_(seed) {}
  Setting draw();

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  bool chance(std::size_t n) { return below(n) == 0; }
  int between(int low, int high) {
    return low + static_cast<int>(below(static_cast<std::size_t>(high - low + 1)));
  }

  void draw_formats();
  void draw_rounding();
  void draw_steps();
  void draw_order();
  void draw_partition();
  void draw_output();
  Leaf group_sum() const;
  Step step() const;

  std::mt19937_64 random_;
  Setting made_;
  AccumulationModel& model_ = made_.model;
  Narrowing sum_, step_sum_;
  std::optional<Alignment> alignment_;
  bool after_step_ = false;
};

void RandomSetting::draw_formats() {
  const Known& left = kOperands[below(std::size(kOperands))];
  const Known& right = chance(3) ? kOperands[below(std::size(kOperands))] : left;
  const Known& sum = kSums[below(std::size(kSums))];
  model_.operands = *left.format;
  if (right.format != left.format) model_.right_operands = *right.format;
  model_.accumulator = *sum.format;
  made_.machine.left = left.layout;
  made_.machine.right = right.layout;
  made_.machine.accumulator = sum.layout;
  sum_ = step_sum_ = narrowing_to(sum.layout);
  if (sum.format == &fp32 && chance(3)) {
    model_.step_sum = fp22_e8m13;
    step_sum_.precision = 14;
  }
}

void RandomSetting::draw_rounding() {
  const auto& [mode, direction] = kModes[below(std::size(kModes))];
  model_.accumulation_rounding.mode = mode;
  model_.infinite_overflow = chance(2);
  model_.positive_zero_sums = true;
  if (chance(4)) {  // the initial value is rounded to the accumulator so too
    model_.accumulation_rounding.subnormals = Subnormals::flush_output;
    made_.machine.flush_initial = true;
  }
  for (Narrowing* to : {&sum_, &step_sum_}) {
    to->direction = direction;
    to->always_infinite = model_.infinite_overflow;
    to->plus_zero = true;
    if (model_.accumulation_rounding.flushes_output()) to->tiny = Tiny::flushed_after;
  }
}

void RandomSetting::draw_steps() {
  model_.fused = between(1, 20);
  after_step_ = chance(3);
  if (after_step_) model_.accumulator_place = AccumulatorPlace::after_step;
  if (chance(5)) return;  // exact
  const auto& [mode, direction] = kModes[below(std::size(kModes))];
  alignment_ = Alignment{between(3, 40), {}, direction};
  if (chance(2)) alignment_->floor = between(-160, 0);
  model_.fixed_point = FixedPointSum{.fraction_bits = alignment_->bits,
                                     .least_exponent = alignment_->floor,
                                     .alignment = mode};
}

// Of products alone.
Leaf RandomSetting::group_sum() const {
  const Narrowing to = step_sum_;
  if (const auto alignment = alignment_)
    return
        [=](MachineOracle& m, Terms t) { return m.aligned_sum({}, t, *alignment, to); };
  return [=](MachineOracle& m, Terms t) { return m.exact_sum({}, t, to); };
}

Step RandomSetting::step() const {
  if (!after_step_)
    return alignment_ ? aligned_step(*alignment_, step_sum_) : fused_step(step_sum_);
  return [leaf = group_sum(), to = sum_](MachineOracle& m, double s, Terms t) {
    return m.add(s, leaf(m, t), to);
  };
}

void RandomSetting::draw_order() {
  Order& order = made_.machine.order;
  switch (below(4)) {
    case 0:
      model_.order = AccumulationOrder::reverse;
      order = reverse_chain(step(), model_.fused);
      return;
    case 1:
      model_.order = AccumulationOrder::pairwise;
      order = balanced(group_sum(), model_.fused, sum_);
      return;
    default:
      order = chain(step(), model_.fused);
  }
}

// One more level outside.
void RandomSetting::draw_partition() {
  const int count = between(1, 9);
  const int run = between(1, 3);
  Partition partition{.count = count};
  Deal deal = blocks_of(count);
  if (chance(3)) {
    partition.split = Split::parts;
    deal = parts(count);
  } else if (chance(2)) {
    partition.split = Split::lanes;
    partition.run = run;
    deal = lanes(count, run);
  }
  Join join = Join::sequential;
  if (chance(2)) {
    join = Join::pairwise;
    partition.join = AccumulationOrder::pairwise;
  } else if (chance(3)) {
    join = Join::reverse;
    partition.join = AccumulationOrder::reverse;
  }
  made_.machine.order = split(std::move(deal), made_.machine.order, join, sum_);
  model_.partitions.insert(model_.partitions.begin(), partition);
}

void RandomSetting::draw_output() {
  const Known& output = kSums[below(std::size(kSums))];
  const auto& [mode, direction] = kModes[below(std::size(kModes))];
  model_.output = *output.format;
  model_.output_rounding.mode = mode;
  Narrowing to = narrowing_to(output.layout);
  to.direction = direction;
  made_.machine.output = to;
  made_.machine.result = output.layout;
}

Setting RandomSetting::draw() {
  draw_formats();
  draw_rounding();
  draw_steps();
  draw_order();
  for (std::size_t levels = below(3); levels > 0; --levels) draw_partition();
  if (chance(4)) {
    model_.initial_last = true;
    made_.machine.order = initial_last(made_.machine.order, sum_);
  }
  if (chance(2)) draw_output();
  return std::move(made_);
}

}  // namespace

Setting random_setting(std::uint64_t seed) {
  Setting made = RandomSetting(seed).draw();
  made.name = "random_setting(" + std::to_string(seed) + ")";
  return made;
}

}  // namespace halfulp::testing
