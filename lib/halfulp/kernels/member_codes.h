#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "halfulp/formats/codec.h"
#include "halfulp/kernels/block_steps.h"
#include "halfulp/kernels/encode_params.h"

namespace halfulp::kernels {

// Codes of members of a format, in carrier T: those of halfulp::encode, in vectors where
// encode_params has a way. NaNs are encoded as encode_params says.
template <class T>
class MemberCodes {
 public:
  explicit MemberCodes(const Format& format)
      : format_(format), params_(encode_params<T>(format)) {}

  template <class Code>
  void operator()(const T* in, std::size_t count, Code* codes) const {
    if (!params_) {
      for (std::size_t i = 0; i < count; ++i)
        codes[i] = static_cast<Code>(halfulp::encode(in[i], format_));
      return;
    }
    std::array<typename EncodeParams<T>::Bits, 512> buffer;
    for (std::size_t i = 0; i < count; i += buffer.size()) {
      const std::size_t part = std::min(buffer.size(), count - i);
      codes_of(in + i, part, *params_, buffer.data());
      for (std::size_t j = 0; j < part; ++j)
        codes[i + j] = static_cast<Code>(buffer[j]);
    }
  }

 private:
  Format format_;
  std::optional<EncodeParams<T>> params_;
};

}  // namespace halfulp::kernels
