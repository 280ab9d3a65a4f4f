#include "support/machine_settings.h"

#include <utility>

#include "halfulp/formats/named_formats.h"
#include "support/machine_orders.h"

namespace halfulp::testing {
namespace {

struct Known {
  const Format& format;
  Layout layout;
};
const Known kFp16{fp16, layouts::fp16};
const Known kBf16{bf16, layouts::bf16};
const Known kFp32{fp32, layouts::fp32};
const Known kFp64{fp64, layouts::fp64};

Setting setting(std::string name, const Known& known, Order order) {
  Setting made{.name = std::move(name) + " " + std::string(known.format.name.view()),
               .model = {},
               .machine = {.left = known.layout,
                           .right = known.layout,
                           .accumulator = known.layout,
                           .order = std::move(order)}};
  made.model.operands = known.format;
  made.model.accumulator = known.format;
  return made;
}

AccumulationOrder order_of(Join join) {
  switch (join) {
    case Join::sequential:
      return AccumulationOrder::sequential;
    case Join::reverse:
      return AccumulationOrder::reverse;
    case Join::pairwise:
      return AccumulationOrder::pairwise;
    case Join::chain:
      break;
  }
  return AccumulationOrder::chain;
}

constexpr std::pair<Join, const char*> kJoins[] = {{Join::sequential, "in turn"},
                                                   {Join::reverse, "backwards"},
                                                   {Join::pairwise, "in pairs"},
                                                   {Join::chain, "as a chain"}};

// The products are rounded, then added.
void add_plain(std::vector<Setting>& all, const Known& known) {
  const Narrowing to = narrowing_to(known.layout);
  const Step rounded = rounded_step(to, to);
  const Leaf product = [to](MachineOracle& m, Terms t) { return m.multiply(t[0], to); };
  all.push_back(setting("sequential", known, chain(rounded, 1)));
  all.push_back(setting("reverse", known, reverse_chain(rounded, 1)));
  all.back().model.order = AccumulationOrder::reverse;
  all.push_back(setting("pairwise", known, balanced(product, 1, to)));
  all.back().model.order = AccumulationOrder::pairwise;
  all.push_back(setting("c last", known, initial_last(chain(rounded, 1), to)));
  all.back().model.initial_last = true;
}

void add_partitioned(std::vector<Setting>& all, const Known& known, Join join,
                     const std::string& how) {
  const Narrowing to = narrowing_to(known.layout);
  const Step step = rounded_step(to, to);
  const Order inner = chain(step, 1);
  const auto add = [&](const std::string& name, const Partition& partition,
                       Order order) {
    all.push_back(setting(name + " " + how, known, std::move(order)));
    all.back().model.partitions = {partition};
    all.back().model.partitions[0].join = order_of(join);
  };
  add("blocks of 7", {.split = Split::blocks, .count = 7},
      split(blocks_of(7), inner, join, to));
  add("4 parts", {.split = Split::parts, .count = 4}, split(parts(4), inner, join, to));
  add("4 lanes", {.split = Split::lanes, .count = 4},
      split(lanes(4, 1), inner, join, to));
  add("3 lanes of 2", {.split = Split::lanes, .count = 3, .run = 2},
      split(lanes(3, 2), inner, join, to));
  if (join == Join::chain) return;
  add("4 lanes and a tail", {.split = Split::lanes, .count = 4, .tail_after = true},
      lanes_and_tail(4, 1, inner, join, step, to));
}

// Split-K: partial sums in one format, reduced in another.
void add_reduced(std::vector<Setting>& all, const Known& known, const Known& reduced,
                 Join join, const std::string& how) {
  const Narrowing to = narrowing_to(known.layout);
  const Narrowing wide = narrowing_to(reduced.layout);
  all.push_back(setting(
      "split-K, reduced " + how + " in " + std::string(reduced.format.name.view()),
      known, split(parts(5), chain(rounded_step(to, to), 1), join, wide)));
  all.back().model.partitions = {{.split = Split::parts,
                                  .count = 5,
                                  .join = order_of(join),
                                  .format = reduced.format}};
  all.back().machine.output = to;
}

// Two levels: parts of lanes.
void add_nested(std::vector<Setting>& all, const Known& known) {
  const Narrowing to = narrowing_to(known.layout);
  const Order lane =
      split(lanes(2, 1), chain(rounded_step(to, to), 1), Join::pairwise, to);
  all.push_back(setting("3 parts of 2 lanes", known,
                        split(parts(3), lane, Join::sequential, to)));
  all.back().model.partitions = {
      {.split = Split::parts, .count = 3},
      {.split = Split::lanes, .count = 2, .join = AccumulationOrder::pairwise}};
}

}  // namespace

std::vector<Setting> program_settings() {
  std::vector<Setting> all;
  for (const Known* known : {&kFp16, &kBf16, &kFp32, &kFp64}) {
    add_plain(all, *known);
    add_nested(all, *known);
    for (const auto& [join, how] : kJoins) add_partitioned(all, *known, join, how);
  }
  for (const auto& [join, how] : kJoins) {
    if (join == Join::chain) continue;
    add_reduced(all, kFp16, kFp32, join, how);
    add_reduced(all, kFp32, kBf16, join, how);
  }
  for (Setting& made : all) made.model.product = made.model.accumulator;
  return all;
}

std::vector<Setting> compensated_settings() {
  constexpr std::pair<Compensated, Compensation> kKinds[] = {
      {Compensated::kahan, Compensation::kahan},
      {Compensated::neumaier, Compensation::neumaier},
      {Compensated::dot2, Compensation::dot2}};
  std::vector<Setting> all;
  for (const Known* known : {&kFp16, &kBf16, &kFp32}) {
    for (const auto& [judged, kind] : kKinds) {
      all.push_back(setting(std::string(word_of(kind, compensation_words())), *known,
                            compensated(judged, narrowing_to(known->layout))));
      all.back().model.compensation = kind;
    }
  }
  return all;
}

}  // namespace halfulp::testing
