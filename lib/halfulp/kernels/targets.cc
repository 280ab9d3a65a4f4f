#include "halfulp/kernels/targets.h"

#include <algorithm>
#include <cstdint>

#include "halfulp/base/words.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/targets.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {

std::int64_t CompiledFor() { return HWY_TARGET; }

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::kernels {
namespace {

HWY_EXPORT(CompiledFor);

}  // namespace

std::vector<std::string> available_targets() {
  std::vector<std::string> names;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    names.emplace_back(hwy::TargetName(target));
  }
  return names;
}

std::string dispatched_target() {
  return hwy::TargetName(HWY_DYNAMIC_DISPATCH(CompiledFor)());
}

// Dispatch looks at Highway's chosen target only. The set of supported targets stays as it
// is, so available_targets() does not depend on what is forced.
ForcedTarget::ForcedTarget(std::string_view name) {
  const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  const auto found = std::find_if(
      targets.begin(), targets.end(),
      [name](std::int64_t target) { return hwy::TargetName(target) == name; });
  if (found == targets.end()) {
    std::vector<std::string_view> known;
    for (const std::int64_t target : targets) known.push_back(hwy::TargetName(target));
    throw_unknown_name("target", name, known);
  }
  hwy::GetChosenTarget().Update(*found);
}

ForcedTarget::~ForcedTarget() { hwy::GetChosenTarget().DeInit(); }

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
