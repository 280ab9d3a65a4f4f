#pragma once

#include <cstddef>
#include <optional>

#include "halfulp/kernels/code_layout.h"

namespace halfulp::kernels {

// Codes of members of a format, in carrier T, float or double: those of halfulp::encode.
// NaNs are quiet, as roundings make them. Code is an unsigned integer of 8, 16, 32 or 64 bits
// that holds the codes. Floating-point environment: the default one.
template <class T>
class MemberCodes {
 public:
  explicit MemberCodes(const Format& format);

  template <class Code>
  void operator()(const T* in, std::size_t count, Code* codes) const;

 private:
  Format format_;
  std::optional<CodeLayout<T>> layout_;
  std::optional<CodeLayout<double>> wide_layout_;
};

}  // namespace halfulp::kernels
