#include "support/machine_table.h"

#include <string>
#include <utility>
#include <vector>

#include "support/machine_orders.h"

namespace halfulp::testing {
namespace {

using Words = std::vector<std::string>;

Words words_of(std::string_view name) {
  Words words(1);
  for (const char c : name) {
    if (c == '.')
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

struct NamedLayout {
  std::string_view name;
  Layout layout;
};

constexpr NamedLayout kLayouts[] = {
    {"fp64", layouts::fp64},         {"fp32", layouts::fp32},
    {"tf32", layouts::fp32},         {"xf32", layouts::fp32},
    {"fp16", layouts::fp16},         {"bf16", layouts::bf16},
    {"bf16_1k", layouts::bf16},      {"e4m3", layouts::e4m3},
    {"e5m2", layouts::e5m2},         {"e4m3fnuz", layouts::e4m3fnuz},
    {"e5m2fnuz", layouts::e5m2fnuz}, {"e3m2", layouts::e3m2},
    {"e2m3", layouts::e2m3},         {"e2m1", layouts::e2m1},
    {"mxfp8_e4m3", layouts::e4m3},   {"mxfp8_e5m2", layouts::e5m2},
    {"mxfp6_e3m2", layouts::e3m2},   {"mxfp6_e2m3", layouts::e2m3},
    {"mxfp4", layouts::e2m1},        {"nvfp4", layouts::e2m1},
};

Layout layout_of(std::string_view name) {
  for (const NamedLayout& known : kLayouts)
    if (known.name == name) return known.layout;
  return {};
}

Machine machine_of(std::string_view operands, std::string_view accumulator,
                   Order order) {
  const Layout layout = layout_of(operands);
  Machine machine{.left = layout,
                  .right = layout,
                  .accumulator = layout_of(accumulator),
                  .order = std::move(order)};
  if (operands == "tf32" || operands == "xf32") machine.kept_fraction = 10;
  return machine;
}

bool is_fp8(std::string_view x) { return x == "e4m3" || x == "e5m2"; }
bool is_fp6(std::string_view x) { return x == "e3m2" || x == "e2m3"; }

// --- NVIDIA ---

Narrowing tensor_core_output(std::string_view accumulator, bool fourteen_bits) {
  Narrowing to = kBinary16;
  if (accumulator == "fp32") {
    to = kBinary32;
    to.direction = Direction::to_zero;
    if (fourteen_bits) to.precision = 14;
  }
  to.always_infinite = true;
  to.plus_zero = true;
  return to;
}

struct TensorCore {
  int length;
  int bits;
  int floor_fp32;
  int floor_fp16;
  bool fourteen_bits = false;
};

std::optional<TensorCore> tensor_core(const Words& name) {
  const std::string& arch = name[1];
  const std::string& in = name[3];
  const bool wide = name[2] == "wgmma" || name[2] == "tcgen05";
  if (arch == "volta") return TensorCore{4, 23, -131, -19};
  if (arch == "turing") return TensorCore{8, 24, -132, -20};
  if (arch == "ada" && is_fp8(in)) return TensorCore{16, 13, -132, -20, true};
  if (arch == "ampere" || arch == "ada")
    return TensorCore{in == "tf32" ? 4 : 8, 24, -132, -20};
  const bool narrow = is_fp8(in) || is_fp6(in) || in == "e2m1";
  if (arch == "hopper" && narrow) return TensorCore{32, 13, -133, -133, true};
  const int length = in == "tf32" ? 8 : narrow ? 32 : 16;
  return TensorCore{length, 25, -133, wide ? -133 : -21};
}

JudgedMachine fused_dot(const Words& name) {
  const TensorCore core = *tensor_core(name);
  const bool fp32 = name[4] == "fp32";
  const Alignment alignment{core.bits, fp32 ? core.floor_fp32 : core.floor_fp16};
  const Narrowing to = tensor_core_output(name[4], core.fourteen_bits);
  Machine machine =
      machine_of(name[3], name[4], chain(aligned_step(alignment, to), core.length));
  // MMA-Sim widens FP4 to binary16, so that subnormal numbers have exponents of their own.
  // Of FP6 nothing is published: their fields' exponents, as in the general rule.
  if (name[3] == "e2m1") machine.multiplier_least = -14;
  return {"fused dot product", std::move(machine), core.length};
}

JudgedMachine emulated_fp8(const Words& name) {
  const bool fp32 = name[4] == "fp32";
  const Alignment alignment{25, fp32 ? -133 : -21};
  const Step step = aligned_step(alignment, tensor_core_output(name[4], false));
  Narrowing to = fp32 ? kBinary32 : kBinary16;
  to.plus_zero = true;  // assumed, as of the instruction's other sums
  Machine machine = machine_of(name[3], name[4], emulated(step, to));
  machine.multiplier_least = -14;  // it is widened to binary16
  return {"emulated FP8", std::move(machine), 32, false};
}

JudgedMachine promoted(const Words& name) {
  const Words inner_name(name.begin(), name.begin() + 5);
  JudgedMachine judged = fused_dot(inner_name);
  judged.machine.order =
      split(blocks_of(128), judged.machine.order, Join::sequential, kBinary32);
  judged.family = "promoted every 128";
  judged.step = 128;
  return judged;
}

JudgedMachine scaled(const Words& name) {
  const std::string& in = name[3];
  const bool nvfp4 = in == "nvfp4";
  const bool grouped = nvfp4 || in == "mxfp4";
  const Narrowing to = tensor_core_output("fp32", false);
  Machine machine = machine_of(in, "fp32",
                               grouped ? chain(grouped_step(16, {35, -139}, to), 64)
                                       : chain(aligned_step({25, -133}, to), 32));
  machine.scale = nvfp4 ? layouts::ue4m3 : layouts::e8m0;
  machine.scale_block = nvfp4 ? 16 : 32;
  machine.scales_apart = grouped;
  return {grouped ? "scaled groups" : "scaled", std::move(machine), grouped ? 64 : 32,
          false};
}

std::optional<JudgedMachine> nvidia(const Words& name) {
  if (name[2] == "dmma") {
    return JudgedMachine{
        "FMA chain", machine_of("fp64", "fp64", chain(fused_step(kBinary64), 1)), 4};
  }
  if (name.size() == 6) return promoted(name);
  if (name[3].starts_with("mx") || name[3].starts_with("nv")) return scaled(name);
  const bool emulates = name[1] == "hopper" || name[1] == "blackwell";
  if (emulates && name[2] == "mma" && is_fp8(name[3])) return emulated_fp8(name);
  return fused_dot(name);
}

// --- AMD ---

JudgedMachine cdna2(const Words& name) {
  Narrowing to = kBinary32;
  to.tiny = Tiny::flushed_after;
  const int length = name[3] == "bf16" ? 2 : 4;
  Machine machine = machine_of(name[3], name[4], chain(pairwise_step(to), length));
  machine.flush_operands = true;
  machine.flush_initial = true;
  machine.plus_zero_inputs = true;
  return {"pairwise, flushed", std::move(machine), length, false};
}

JudgedMachine cdna3(const Words& name) {
  const bool fp8 = name[3].starts_with("e");
  Narrowing to = kBinary32;
  to.plus_zero = true;
  LateRule rule;
  if (fp8) {
    rule.lanes = 2;
    rule.dropped_below = 25;
  }
  const int length = fp8 ? 16 : name[3] == "xf32" ? 4 : 8;
  Machine machine = machine_of(name[3], name[4], chain(late_step(rule, to), length));
  machine.infinite_products = !fp8;
  return {fp8 ? "even and odd" : "late", std::move(machine), length};
}

std::optional<JudgedMachine> amd(const Words& name) {
  if (name[3] == "fp32" || name[3] == "fp64") {
    const Narrowing to = narrowing_to(layout_of(name[4]));
    return JudgedMachine{"FMA chain",
                         machine_of(name[3], name[4], chain(fused_step(to), 1)), 4};
  }
  if (name[1] == "cdna2") return cdna2(name);
  if (name[1] == "cdna3") return cdna3(name);
  if (name[1] != "cdna1") return {};
  Narrowing to = kBinary32;
  to.plus_zero = true;
  const int length = name[3] == "fp16" ? 4 : 2;
  return JudgedMachine{
      "exact", machine_of(name[3], name[4], chain(fused_step(to), length)), length};
}

// --- processors ---

JudgedMachine x86(const Words& name) {
  Narrowing to = kBinary32;
  to.tiny = Tiny::flushed_unbounded;
  const bool amx = name[1] == "amx";
  const std::string& in = name[name.size() - 2];
  const Step step = fused_step(to);
  Machine machine =
      machine_of(in, "fp32", amx ? even_odd(step, to) : swapped_pairs(step));
  machine.flush_operands = in == "bf16";
  machine.flush_initial = true;
  return {amx ? "AMX" : "VDPBF16PS", std::move(machine), amx ? 32 : 2, false};
}

JudgedMachine arm(const Words& name) {
  const bool extended = name[2] == "ebf1";
  Narrowing to = kBinary32;
  if (!extended) {
    to.direction = Direction::odd;
    to.tiny = Tiny::flushed_before;
    to.always_infinite = true;
  }
  const Step step = extended ? fused_pair_step(to) : pairwise_step(to);
  Machine machine = machine_of("bf16", "fp32", chain(step, 2));
  machine.flush_operands = !extended;
  machine.flush_initial = !extended;
  return {"BFDOT", std::move(machine), 2, false};
}

// --- programs ---

std::optional<JudgedMachine> software(const Words& name) {
  const std::string& in = name[2];
  if (layout_of(in).exponent_bits == 0) return {};
  Narrowing to = narrowing_to(layout_of(in));
  const Step rounded = rounded_step(to, to);
  if (name[1] == "fma")
    return JudgedMachine{"software", machine_of(in, in, chain(fused_step(to), 1)), 16};
  if (name[1] == "sequential")
    return JudgedMachine{"software", machine_of(in, in, chain(rounded, 1)), 16};
  if (name[1] == "pairwise") {
    const Leaf leaf = [to](MachineOracle& m, Terms t) { return m.multiply(t[0], to); };
    return JudgedMachine{"software", machine_of(in, in, balanced(leaf, 1, to)), 16};
  }
  return {};
}

JudgedMachine numpy(const Words& name) {
  const std::string& in = name[2];
  // HALF_pairwise_sum adds in binary32.
  const std::string accumulator = in == "fp16" ? "fp32" : in;
  const Narrowing to = narrowing_to(layout_of(accumulator));
  Machine machine = machine_of(in, accumulator, numpy_pairwise(fused_step(to), to));
  if (in == "fp16") {
    machine.output = kBinary16;
    machine.result = layouts::fp16;
  }
  return {"software", std::move(machine), 130};
}

}  // namespace

std::optional<JudgedMachine> judged_machine(std::string_view name) {
  const Words words = words_of(name);
  if (words[0] == "nvidia") return nvidia(words);
  if (words[0] == "amd") return amd(words);
  if (words[0] == "x86") return x86(words);
  if (words[0] == "arm") return arm(words);
  if (words[0] == "software") return software(words);
  if (words[0] == "numpy") return numpy(words);
  if (words[0] == "google") {  // a chain of FMAs is assumed
    return JudgedMachine{
        "FMA chain", machine_of("bf16", "fp32", chain(fused_step(kBinary32), 1)), 16};
  }
  if (words[0] == "ascend") {  // exact sums of 16 are assumed
    return JudgedMachine{
        "exact", machine_of("fp16", "fp32", chain(fused_step(kBinary32), 16)), 16};
  }
  return {};
}

}  // namespace halfulp::testing
