#include "halfulp/kernels/round_array.h"

#include <algorithm>
#include <cstdint>

#include "halfulp/kernels/random_words.h"
#include "halfulp/kernels/round_lanes.h"
#include "hwy/cache_control.h"

namespace halfulp::kernels {
namespace {

template <class T>
Stores stores_for(const T* in, const T* out, std::size_t count) {
  constexpr std::size_t kBeyondCaches = std::size_t{8} << 20;  // bytes
  return in != out && count * sizeof(T) >= kBeyondCaches ? Stores::past_caches
                                                         : Stores::cached;
}

void flush(Stores stores) {
  if (stores == Stores::past_caches) hwy::FlushStream();
}

template <class T>
void round_whole(Rounding mode, const T* in, T* out, const std::uint32_t* words,
                 std::size_t count, const RoundParams<T>& params,
                 const Shortcut<T>& shortcut) {
  const Stores stores = stores_for(in, out, count);
  round_lanes(mode, stores, in, out, words, count, params, shortcut);
  flush(stores);
}

// A few words are made at a time.
template <class T>
void round_in_pieces(Rounding mode, const T* in, T* out, const RandomSource& source,
                     std::size_t count, const RoundParams<T>& params,
                     const Shortcut<T>& shortcut) {
  if (!is_stochastic(mode)) {
    return round_whole(mode, in, out, nullptr, count, params, shortcut);
  }
  const Stores stores = stores_for(in, out, count);
  RandomWords words;
  // All pieces but the first begin where a vector may be stored.
  constexpr std::size_t kVector = 64 / sizeof(T);
  std::size_t piece =
      RandomWords::kMost - reinterpret_cast<std::uintptr_t>(out) / sizeof(T) % kVector;
  for (std::size_t i = 0; i < count;) {
    piece = std::min(piece, count - i);
    round_lanes(mode, stores, in + i, out + i, words.fill(source, i, piece), piece,
                params, shortcut);
    i += piece;
    piece = RandomWords::kMost;
  }
  flush(stores);
}

}  // namespace

void round_array(Rounding mode, const float* in, float* out, const RandomSource& source,
                 std::size_t count, const RoundParams<float>& params,
                 const Shortcut<float>& shortcut) {
  round_in_pieces(mode, in, out, source, count, params, shortcut);
}

void round_array(Rounding mode, const double* in, double* out,
                 const RandomSource& source, std::size_t count,
                 const RoundParams<double>& params, const Shortcut<double>& shortcut) {
  round_in_pieces(mode, in, out, source, count, params, shortcut);
}

void round_array_with(Rounding mode, const float* in, float* out,
                      const std::uint32_t* words, std::size_t count,
                      const RoundParams<float>& params,
                      const Shortcut<float>& shortcut) {
  round_whole(mode, in, out, words, count, params, shortcut);
}

void round_array_with(Rounding mode, const double* in, double* out,
                      const std::uint32_t* words, std::size_t count,
                      const RoundParams<double>& params,
                      const Shortcut<double>& shortcut) {
  round_whole(mode, in, out, words, count, params, shortcut);
}

}  // namespace halfulp::kernels
