// Sources, by the letters of the comments below:
//   K  Khattak and Mikaitis, MATLAB-tensor-core: models and captures of hardware
//   M  MMA-Sim: arXiv 2511.10909 and its code
//   F  Fasi, Higham, Mikaitis, Pranesh, PeerJ Computer Science 7:e330 (2021)
// They disagree on some least exponents and on CDNA3's late addition; those here are of the
// newer source, or of the one that probed the hardware.
#include "halfulp/arithmetic/named_models.h"

#include <array>

namespace halfulp {
namespace {

constexpr RoundingRule kTowardZero = {.mode = Rounding::toward_zero};
constexpr RoundingRule kFlushOutput = {.subnormals = Subnormals::flush_output};
constexpr RoundingRule kFlushBoth = {.subnormals = Subnormals::flush_both};

const std::string kCaptured =
    "hardware captures and models of Khattak and Mikaitis (MATLAB-tensor-core); MMA-Sim "
    "(arXiv 2511.10909); Fasi et al., PeerJ CS 7:e330";
const std::string kSimulated =
    "MMA-Sim (arXiv 2511.10909) and an independent model of its published rule";

// A tensor core of NVIDIA: a fixed-point sum of L products and the accumulator, cut to F
// fraction bits, normalised once (F, M, K).
AccumulationModel tensor_core(const Format& operands, const Format& accumulator,
                              int fused, int fraction_bits, int least_exponent) {
  AccumulationModel model;
  model.operands = operands;
  model.accumulator = accumulator;
  model.fused = fused;
  model.fixed_point = FixedPointSum{.fraction_bits = fraction_bits,
                                    .least_exponent = least_exponent};
  if (accumulator == fp32) model.accumulation_rounding = kTowardZero;
  // The multipliers read the upper 19 bits of a register.
  if (operands == tf32) model.operand_rounding = kTowardZero;
  model.positive_zero_sums = true;
  model.infinite_overflow = true;
  return model;
}

// FP8 on Ada and Hopper: sums in binary32 registers have 13 fraction bits.
AccumulationModel short_sums(AccumulationModel model) {
  if (model.accumulator == fp32) model.step_sum = fp22_e8m13;
  return model;
}

// FP8 by mma.sync on Hopper and B200: widened to fp16, 16 of each 32 products in one step of
// the fp16 tensor core, then the other 16; c is added last, rounded to nearest (K's captures).
AccumulationModel emulated_fp8(const Format& operands, AccumulationModel fp16_core) {
  AccumulationModel model = std::move(fp16_core);
  model.operands = operands;
  model.multiplier = fp16;
  model.partitions = {
      {.split = Split::blocks, .count = 32, .format = model.accumulator},
      {.split = Split::lanes, .count = 2, .run = 2, .join = AccumulationOrder::chain},
  };
  return model;
}

// FP4 without scales is widened to fp16 first (M); of FP6 nothing is known.
AccumulationModel widened(AccumulationModel model) {
  if (model.operands == e2m1fn) model.multiplier = fp16;
  return model;
}

// One scale to each 32 numbers of MXFP8 and the like: it adds to the exponents.
AccumulationModel scaled_core(const Format& operands) {
  AccumulationModel model = tensor_core(operands, fp32, 32, 25, -133);
  model.scale = e8m0fnu;
  model.scale_block = 32;
  return model;
}

// Four-bit operands: 16 products are added exactly, then scaled.
AccumulationModel grouped_core(const Format& scale, int scale_block) {
  AccumulationModel model = tensor_core(e2m1fn, fp32, 64, 35, -139);
  model.fixed_point->exact_group = 16;
  model.scale = scale;
  model.scale_block = scale_block;
  return model;
}

AccumulationModel fma_chain(const Format& format) {
  AccumulationModel model;
  model.operands = format;
  model.accumulator = format;
  return model;
}

// CDNA1: products and accumulator added exactly, rounded once.
AccumulationModel exact_step(const Format& operands, int fused) {
  AccumulationModel model;
  model.operands = operands;
  model.accumulator = fp32;
  model.fused = fused;
  model.positive_zero_sums = true;
  return model;
}

// CDNA2: rounded products in a balanced tree of additions; every result is flushed, and zero
// operands are positive (AMD's MIOpen documentation; M, K).
AccumulationModel flushing_tree(const Format& operands, int fused) {
  AccumulationModel model;
  model.operands = operands;
  model.operand_rounding = {.subnormals = Subnormals::flush_input};
  model.product = fp32;
  model.accumulator = fp32;
  model.accumulation_rounding = kFlushOutput;
  model.fused = fused;
  model.group_sum = GroupSum::pairwise;
  model.accumulator_place = AccumulatorPlace::after_step;
  model.positive_zero_inputs = true;
  return model;
}

// CDNA3: the accumulator joins a fixed-point sum late, cut downwards (M).
AccumulationModel late_core(const Format& operands, int fused) {
  AccumulationModel model;
  model.operands = operands;
  if (operands == tf32) model.operand_rounding = kTowardZero;
  model.accumulator = fp32;
  model.fused = fused;
  model.fixed_point = FixedPointSum{.fraction_bits = 24};
  model.fixed_point->late = LateAccumulator{.sum_bits = 32,
                                            .accumulator_bits = 24,
                                            .zero_exponent = -126,
                                            .total_bits = 31};
  model.infinite_products = true;
  model.positive_zero_sums = true;
  return model;
}

AccumulationModel late_fp8_core(const Format& operands) {
  AccumulationModel model = late_core(operands, 16);
  model.fixed_point->interleaved = 2;
  model.fixed_point->late->dropped_below = 25;
  model.infinite_products = false;
  return model;
}

// x86 flushes inputs and results, judging by the rounded result.
AccumulationModel x86_chain(const Format& operands, bool flushes_operands) {
  AccumulationModel model;
  model.operands = operands;
  if (flushes_operands)
    model.operand_rounding = {.subnormals = Subnormals::flush_input};
  model.accumulator = fp32;
  model.accumulation_rounding = kFlushOutput;
  model.unbounded_tininess = true;
  return model;
}

// Of each pair the product of the odd elements comes first.
AccumulationModel vdpbf16ps() {
  AccumulationModel model = x86_chain(bf16, true);
  model.order = AccumulationOrder::reverse;
  model.partitions = {
      {.split = Split::blocks, .count = 2, .join = AccumulationOrder::chain}};
  return model;
}

// Two chains from +0, over even and odd elements of a tile's row of 32; then c plus their sum.
AccumulationModel amx_tile(const Format& operands, bool flushes_operands) {
  AccumulationModel model = x86_chain(operands, flushes_operands);
  model.partitions = {
      {.split = Split::blocks, .count = 32},
      {.split = Split::lanes, .count = 2},
  };
  return model;
}

// BFDOT: a pair of products is summed, then added to the accumulator.
AccumulationModel bfdot_rounding_to_odd() {
  AccumulationModel model;
  model.operands = bf16;
  model.operand_rounding = {.subnormals = Subnormals::flush_input};
  model.product = fp32;
  model.accumulator = fp32;
  model.accumulation_rounding = kFlushBoth;
  model.accumulation_rounding.mode = Rounding::odd;
  model.fused = 2;
  model.group_sum = GroupSum::pairwise;
  model.accumulator_place = AccumulatorPlace::after_step;
  model.infinite_overflow = true;
  return model;
}

AccumulationModel bfdot_extended() {
  AccumulationModel model;
  model.operands = bf16;
  model.accumulator = fp32;
  model.fused = 2;
  model.accumulator_place = AccumulatorPlace::after_step;
  return model;
}

AccumulationModel with_promotion(AccumulationModel model, int every) {
  model.partitions.insert(model.partitions.begin(),
                          {.split = Split::blocks, .count = every, .format = fp32});
  return model;
}

// numpy.add.reduce of a contiguous axis: pairwise above 128 terms, eight lanes below.
// Numbers of 16 bits are added in binary32.
AccumulationModel numpy_sum(const Format& format) {
  AccumulationModel model = fma_chain(format == fp16 ? fp32 : format);
  model.operands = format;
  model.output = format;
  model.partitions = {
      {.split = Split::halves,
       .count = 128,
       .run = 8,
       .join = AccumulationOrder::pairwise},
      {.split = Split::lanes,
       .count = 8,
       .tail_after = true,
       .join = AccumulationOrder::pairwise},
  };
  return model;
}

AccumulationModel ordered(AccumulationModel model, AccumulationOrder order) {
  model.order = order;
  return model;
}

AccumulationModel rounding_products(AccumulationModel model) {
  model.product = model.accumulator;
  return model;
}

AccumulationModel integers() {
  // Multiples of 1 in two's complement.
  AccumulationModel model;
  model.operands = {.name = "int8",
                    .width = 8,
                    .precision = 7,
                    .emax = 6,
                    .emin = 6,
                    .specials = Specials::none,
                    .encoding = Encoding::twos_complement};
  model.accumulator = model.operands;
  model.accumulator.name = "int32";
  model.accumulator.width = 32;
  model.accumulator.precision = 31;
  model.accumulator.emax = model.accumulator.emin = 30;
  return model;
}

using List = std::vector<NamedModel>;

// "nvidia.ampere.mma.e4m3.fp32": the operands' name with e4m3 for e4m3fn.
std::string word_for(const Format& format) {
  const std::string name(format.name.view());
  return name.ends_with("fn") ? name.substr(0, name.size() - 2) : name;
}

void add(List& list, const std::string& prefix, const AccumulationModel& model,
         Confidence confidence, const std::string& source, const std::string& old_name) {
  const std::string types = word_for(model.operands) + "." + word_for(model.accumulator);
  list.push_back({prefix + "." + types, model, source, confidence, {}});
  if (!old_name.empty()) list.back().aliases = {old_name + "." + types};
}

void add_volta_to_ada(List& list) {
  const auto captured = Confidence::measured;
  const auto simulated = Confidence::probed;
  add(list, "nvidia.volta.mma", tensor_core(fp16, fp32, 4, 23, -131), captured, kCaptured,
      "Volta");
  add(list, "nvidia.volta.mma", tensor_core(fp16, fp16, 4, 23, -19), captured, kCaptured,
      "Volta");
  add(list, "nvidia.turing.mma", tensor_core(fp16, fp32, 8, 24, -132), simulated,
      kSimulated, "Turing");
  add(list, "nvidia.turing.mma", tensor_core(fp16, fp16, 8, 24, -20), simulated,
      kSimulated, "Turing");
  for (const auto& [prefix, old_name] :
       {std::pair{"nvidia.ampere.mma", "Ampere"}, {"nvidia.ada.mma", "Ada"}}) {
    for (const Format& f : {fp16, bf16})
      add(list, prefix, tensor_core(f, fp32, 8, 24, -132), captured, kCaptured, old_name);
    add(list, prefix, tensor_core(tf32, fp32, 4, 24, -132), captured, kCaptured,
        old_name);
    add(list, prefix, tensor_core(fp16, fp16, 8, 24, -20), captured, kCaptured, old_name);
  }
  for (const Format& f : {e4m3fn, e5m2}) {
    add(list, "nvidia.ada.mma", short_sums(tensor_core(f, fp32, 16, 13, -132)), captured,
        kCaptured, "Ada");
    add(list, "nvidia.ada.mma", tensor_core(f, fp16, 16, 13, -20), captured, kCaptured,
        "Ada");
  }
  add(list, "nvidia.ampere.dmma", fma_chain(fp64), simulated, kSimulated, "");
  list.back().aliases = {"any.fp64"};
}

void add_hopper(List& list) {
  const auto captured = Confidence::measured;
  for (const Format& f : {fp16, bf16}) {
    add(list, "nvidia.hopper.mma", tensor_core(f, fp32, 16, 25, -133), captured,
        kCaptured, "Hopper");
    add(list, "nvidia.hopper.wgmma", tensor_core(f, fp32, 16, 25, -133),
        Confidence::probed, kSimulated, "");
  }
  add(list, "nvidia.hopper.mma", tensor_core(tf32, fp32, 8, 25, -133), captured,
      kCaptured, "Hopper");
  add(list, "nvidia.hopper.wgmma", tensor_core(tf32, fp32, 8, 25, -133),
      Confidence::probed, kSimulated, "");
  add(list, "nvidia.hopper.mma", tensor_core(fp16, fp16, 16, 25, -21), captured,
      kCaptured, "Hopper");
  add(list, "nvidia.hopper.wgmma", tensor_core(fp16, fp16, 16, 25, -133),
      Confidence::reported, kSimulated, "");
  for (const Format& f : {e4m3fn, e5m2}) {
    add(list, "nvidia.hopper.wgmma", short_sums(tensor_core(f, fp32, 32, 13, -133)),
        captured, kCaptured + "; DeepSeek-V3, section 3.5.2", "Hopper");
    add(list, "nvidia.hopper.wgmma", tensor_core(f, fp16, 32, 13, -133),
        Confidence::reported, kSimulated, "Hopper");
    // On Hopper only results in fp16 were captured; those in fp32 on B200.
    add(list, "nvidia.hopper.mma", emulated_fp8(f, tensor_core(fp16, fp32, 16, 25, -133)),
        Confidence::reported, kCaptured + "; by analogy with B200", "");
    add(list, "nvidia.hopper.mma", emulated_fp8(f, tensor_core(fp16, fp16, 16, 25, -21)),
        captured, kCaptured, "");
    list.back().aliases = {"Hopper." + word_for(f) + ".fp16.mma_sync_emulated"};
    const AccumulationModel promoted =
        with_promotion(short_sums(tensor_core(f, fp32, 32, 13, -133)), 128);
    list.push_back({"nvidia.hopper.wgmma." + word_for(f) + ".fp32.promoted128", promoted,
                    "DeepSeek-V3 (arXiv 2412.19437), section 3.5.2: each 128 products are "
                    "added to binary32 sums outside the tensor core",
                    Confidence::reported});
  }
}

void add_blackwell(List& list) {
  const auto captured = Confidence::measured;
  for (const Format& f : {fp16, bf16}) {
    add(list, "nvidia.blackwell.mma", tensor_core(f, fp32, 16, 25, -133), captured,
        kCaptured, "Blackwell");
    add(list, "nvidia.blackwell.tcgen05", tensor_core(f, fp32, 16, 25, -133),
        Confidence::probed, kSimulated, "");
  }
  add(list, "nvidia.blackwell.mma", tensor_core(tf32, fp32, 8, 25, -133), captured,
      kCaptured, "Blackwell");
  add(list, "nvidia.blackwell.tcgen05", tensor_core(tf32, fp32, 8, 25, -133),
      Confidence::probed, kSimulated, "");
  add(list, "nvidia.blackwell.mma", tensor_core(fp16, fp16, 16, 25, -21), captured,
      kCaptured, "Blackwell");
  add(list, "nvidia.blackwell.tcgen05", tensor_core(fp16, fp16, 16, 25, -133),
      Confidence::reported, kSimulated, "");
  for (const Format& f : {e4m3fn, e5m2}) {
    for (const Format& accumulator : {fp32, fp16}) {
      const int least = accumulator == fp32 ? -133 : -21;
      add(list, "nvidia.blackwell.mma",
          emulated_fp8(f, tensor_core(fp16, accumulator, 16, 25, least)), captured,
          kCaptured + "; B200", "");
      list.back().aliases = {"Blackwell." + word_for(f) + "." + word_for(accumulator) +
                             ".mma_sync_emulated"};
    }
  }
  for (const Format& f : {e4m3fn, e5m2, e3m2fn, e2m3fn, e2m1fn}) {
    const bool is_fp8 = f.width == 8;
    const auto confidence = is_fp8 ? Confidence::probed : Confidence::reported;
    const std::string old_name = is_fp8 ? "Blackwell" : "";
    add(list, "nvidia.blackwell.tcgen05", widened(tensor_core(f, fp32, 32, 25, -133)), confidence,
        kSimulated, old_name);
    add(list, "nvidia.blackwell.tcgen05", widened(tensor_core(f, fp16, 32, 25, -133)),
        Confidence::reported, kSimulated, old_name);
    add(list, "nvidia.rtx_blackwell.mma", widened(tensor_core(f, fp32, 32, 25, -133)), confidence,
        kSimulated, "");
    add(list, "nvidia.rtx_blackwell.mma", widened(tensor_core(f, fp16, 32, 25, -21)),
        Confidence::reported, kSimulated, "");
  }
}

void add_blackwell_blocks(List& list) {
  const std::string prefix = "nvidia.blackwell.tcgen05.";
  const auto add_blocks = [&](const std::string& name, const AccumulationModel& model,
                              std::vector<std::string> aliases) {
    list.push_back({prefix + name + ".fp32", model, kSimulated, Confidence::reported,
                    std::move(aliases)});
  };
  add_blocks("mxfp8_e4m3", scaled_core(e4m3fn), {"Blackwell.mxfp8.e4m3"});
  add_blocks("mxfp8_e5m2", scaled_core(e5m2), {"Blackwell.mxfp8.e5m2"});
  add_blocks("mxfp6_e3m2", scaled_core(e3m2fn), {});
  add_blocks("mxfp6_e2m3", scaled_core(e2m3fn), {});
  add_blocks("mxfp4", grouped_core(e8m0fnu, 32), {"Blackwell.mxfp4"});
  add_blocks("nvfp4", grouped_core(ue4m3, 16), {"Blackwell.nvfp4"});
}

void add_amd(List& list) {
  const auto probed = Confidence::probed;
  const std::string source =
      "MMA-Sim (arXiv 2511.10909); models of Khattak and Mikaitis (MATLAB-tensor-core)";
  const std::string fma = "MMA-Sim (arXiv 2511.10909): a chain of FMAs";
  add(list, "amd.cdna1.mfma", exact_step(fp16, 4), probed, source, "CDNA1");
  add(list, "amd.cdna1.mfma", exact_step(bf16, 2), probed, source, "CDNA1");
  add(list, "amd.cdna1.mfma", fma_chain(fp32), probed, fma, "");
  add(list, "amd.cdna2.mfma", flushing_tree(fp16, 4), probed, source, "CDNA2");
  add(list, "amd.cdna2.mfma", flushing_tree(bf16, 2), probed, source, "CDNA2");
  list.push_back({"amd.cdna2.mfma.bf16_1k.fp32", flushing_tree(bf16, 4), source, probed,
                  {"CDNA2.bf16_1k.fp32"}});
  add(list, "amd.cdna3.mfma", late_core(fp16, 8), probed, source, "CDNA3");
  add(list, "amd.cdna3.mfma", late_core(bf16, 8), probed, source, "CDNA3");
  list.push_back({"amd.cdna3.mfma.xf32.fp32", late_core(tf32, 4), source, probed,
                  {"CDNA3.tf32.fp32"}});
  for (const Format& f : {e4m3fnuz, e5m2fnuz})
    add(list, "amd.cdna3.mfma", late_fp8_core(f), probed, source, "CDNA3");
  for (const char* prefix : {"amd.cdna2.mfma", "amd.cdna3.mfma"}) {
    add(list, prefix, fma_chain(fp32), probed, fma, "");
    add(list, prefix, fma_chain(fp64), probed, fma, "");
  }
}

void add_processors(List& list) {
  const std::string intel = "Intel 64 and IA-32 Architectures Software Developer's Manual";
  const std::string arm = "Arm Architecture Reference Manual, BFDOT and BFMMLA; ";
  list.push_back({"x86.vdpbf16ps.bf16.fp32", vdpbf16ps(),
                  intel + ", VDPBF16PS; measured on AMD EPYC with avx512_bf16",
                  Confidence::measured, {"x86.vdpbf16ps"}});
  list.push_back({"x86.amx.tdpbf16ps.bf16.fp32", amx_tile(bf16, true),
                  intel + ", TDPBF16PS", Confidence::documented, {"x86.amx.tdpbf16ps"}});
  list.push_back({"x86.amx.tdpfp16ps.fp16.fp32", amx_tile(fp16, false),
                  intel + ", TDPFP16PS", Confidence::documented, {"x86.amx.tdpfp16ps"}});
  list.push_back({"arm.bfdot.ebf0.bf16.fp32", bfdot_rounding_to_odd(),
                  arm + "FPCR.EBF = 0", Confidence::documented,
                  {"arm.bfdot.ebf0", "arm.bfmmla.ebf0"}});
  list.push_back({"arm.bfdot.ebf1.bf16.fp32", bfdot_extended(),
                  arm + "FPCR.EBF = 1, RMode to nearest", Confidence::documented,
                  {"arm.bfdot.ebf1", "arm.bfmmla.ebf1"}});
}

void add_assumed(List& list) {
  AccumulationModel tpu;
  tpu.operands = bf16;
  tpu.accumulator = fp32;
  list.push_back({"google.tpu.mxu.bf16.fp32", tpu,
                  "documented: bf16 products, binary32 sums; nothing is published on "
                  "order, rounding and subnormals: a chain of FMAs is assumed",
                  Confidence::assumed, {"tpu.mxu.assumed"}});
  AccumulationModel cube = tpu;
  cube.operands = fp16;
  cube.fused = 16;
  list.push_back({"ascend.cube.fp16.fp32", cube,
                  "documented: 16 x 16 x 16 products a cycle into binary32; nothing is "
                  "published on the width, rounding and subnormals of the sum: 16 "
                  "products, added exactly and rounded to nearest, are assumed",
                  Confidence::assumed, {"ascend.cube.assumed"}});
}

void add_software(List& list) {
  const auto add_defined = [&](const std::string& name, const AccumulationModel& model,
                               const std::string& source) {
    list.push_back({name, model, source, Confidence::defined});
  };
  for (const Format& f : {fp16, bf16, fp32, fp64}) {
    const std::string type(f.name.view());
    const AccumulationModel chain = fma_chain(f);
    add_defined("software.fma." + type, chain, "a chain of fused multiply-adds");
    add_defined("software.sequential." + type, rounding_products(chain),
                "a loop: each product is rounded, then added");
    add_defined("software.pairwise." + type,
                ordered(rounding_products(chain), AccumulationOrder::pairwise),
                "a balanced tree of additions of rounded products");
    if (f != bf16) {
      add_defined("numpy.sum." + type, numpy_sum(f),
                  "NumPy, loops_utils.h: pairwise sums along a contiguous axis, eight "
                  "lanes in blocks of 128");
    }
  }
  add_defined("software.int8.int32", integers(),
              "exact up to 2^17 products; a partial sum that is too large becomes the "
              "nearest int32");
}

List all_models() {
  List list;
  add_volta_to_ada(list);
  add_hopper(list);
  add_blackwell(list);
  add_blackwell_blocks(list);
  add_amd(list);
  add_processors(list);
  add_assumed(list);
  add_software(list);
  for (const NamedModel& named : list) require_valid(named.model);
  return list;
}

}  // namespace

std::span<const Word<Confidence>> confidence_words() {
  static constexpr std::array<Word<Confidence>, 6> words = {{
      {Confidence::measured, "measured"},
      {Confidence::probed, "probed"},
      {Confidence::reported, "reported"},
      {Confidence::documented, "documented"},
      {Confidence::defined, "defined"},
      {Confidence::assumed, "assumed"},
  }};
  return words;
}

std::span<const NamedModel> named_models() {
  static const List models = all_models();
  return models;
}

const NamedModel& model_named(std::string_view name) {
  std::vector<std::string_view> names;
  std::vector<std::string_view> aliases;
  for (const NamedModel& named : named_models()) {
    if (equal_ignoring_case(named.name, name)) return named;
    names.push_back(named.name);
    for (const std::string& alias : named.aliases) {
      if (equal_ignoring_case(alias, name)) return named;
      aliases.push_back(alias);
    }
  }
  throw_unknown_name("model", name, names, aliases);
}

}  // namespace halfulp
