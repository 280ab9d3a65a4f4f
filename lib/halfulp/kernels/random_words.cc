#include "halfulp/kernels/random_words.h"

#include <algorithm>

#include "halfulp/base/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halfulp/kernels/random_words.cc"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace halfulp::kernels {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Fills `out` from its beginning, up to a vector beyond `count`, with the hashes of
// index_low and the indices that follow it.
void HashWords(HashKey key, std::uint32_t index_low, std::uint32_t* out,
               std::size_t count) {
  const hn::ScalableTag<std::uint32_t> d;
  const auto lanes = static_cast<std::uint32_t>(hn::Lanes(d));
  const auto second = hn::Set(d, key.second);
  const auto factor1 = hn::Set(d, kHashFactors[1]);
  const auto factor2 = hn::Set(d, kHashFactors[2]);
  const auto step = hn::Set(d, lanes * kHashFactors[0]);
  auto product = hn::Add(hn::Mul(hn::Iota(d, index_low), hn::Set(d, kHashFactors[0])),
                         hn::Set(d, key.first));
  for (std::size_t i = 0; i < count; i += lanes) {
    // As hash_word of base/random.h.
    auto x = hn::Xor3(product, hn::ShiftRight<11>(product), second);
    x = hn::Mul(x, factor1);
    x = hn::Mul(hn::Xor(x, hn::ShiftRight<15>(x)), factor2);
    hn::StoreU(hn::Xor(x, hn::ShiftRight<14>(x)), d, out + i);
    product = hn::Add(product, step);
  }
}

#if HWY_TARGET == HWY_SCALAR  // its vectors have one lane and cannot be split in halves

void PhiloxWords(std::uint64_t key, std::uint64_t first, std::uint32_t* out,
                 std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = halfulp::random_word({.key = key}, 4 * first + i);
  }
}

#else

// The lanes' low halves times `factor`, all 64 bits of the product.
template <class D, class V = hn::Vec<D>>
V MulLow(D d, V x, std::uint32_t factor) {
  const hn::Repartition<std::uint32_t, D> d32;
  return hn::BitCast(d, hn::MulEven(hn::BitCast(d32, x), hn::Set(d32, factor)));
}

// Philox4x32-10 for the counters in the lanes of `block`, as philox() of base/random.h. The
// four words of a counter are the low halves of the results' lanes; their high halves are
// left over from products.
template <class D, class V = hn::Vec<D>>
void Philox(D d, V block, std::uint64_t key, V& c0, V& c1, V& c2, V& c3) {
  auto k0 = static_cast<std::uint32_t>(key);
  auto k1 = static_cast<std::uint32_t>(key >> 32);
  c0 = block;
  c1 = hn::ShiftRight<32>(block);
  c2 = c3 = hn::Zero(d);
  for (int round = 0; round < 10; ++round) {
    const V p0 = MulLow(d, c0, 0xD2511F53);
    const V p1 = MulLow(d, c2, 0xCD9E8D57);
    c0 = hn::Xor3(hn::ShiftRight<32>(p1), c1, hn::Set(d, std::uint64_t{k0}));
    c2 = hn::Xor3(hn::ShiftRight<32>(p0), c3, hn::Set(d, std::uint64_t{k1}));
    c1 = p1;
    c3 = p0;
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
}

// Fills `out` from its beginning, up to two vectors beyond `count`, with the words of
// block `first` and of those that follow it, modulo 2^62.
void PhiloxWords(std::uint64_t key, std::uint64_t first, std::uint32_t* out,
                 std::size_t count) {
  const hn::ScalableTag<std::uint64_t> d;
  const hn::Repartition<std::uint32_t, decltype(d)> d32;
  const std::size_t lanes = hn::Lanes(d);
  const auto low = hn::Set(d, std::uint64_t{0xFFFFFFFF});
  // Even lanes hold the first half of the counters, odd ones the second: interleaving lower
  // and upper lanes then gives the words in their order.
  const auto iota = hn::Iota(d, std::uint64_t{0});
  const auto odd = hn::And(iota, hn::Set(d, std::uint64_t{1}));
  const auto offset = hn::IfThenElse(
      hn::Ne(odd, hn::Zero(d)),
      hn::Add(hn::ShiftRight<1>(iota), hn::Set(d, std::uint64_t{lanes / 2})),
      hn::ShiftRight<1>(iota));
  for (std::size_t i = 0; i < count; i += 4 * lanes) {
    const auto block = hn::And(hn::Add(hn::Set(d, first + i / 4), offset),
                               hn::Set(d, ~std::uint64_t{0} >> 2));
    auto c0 = block, c1 = block, c2 = block, c3 = block;
    Philox(d, block, key, c0, c1, c2, c3);
    const auto w01 = hn::Or(hn::And(c0, low), hn::ShiftLeft<32>(c1));
    const auto w23 = hn::Or(hn::And(c2, low), hn::ShiftLeft<32>(c3));
    const auto first_half = hn::BitCast(d32, hn::InterleaveLower(d, w01, w23));
    const auto second_half = hn::BitCast(d32, hn::InterleaveUpper(d, w01, w23));
    hn::StoreU(first_half, d32, out + i);
    hn::StoreU(second_half, d32, out + i + 2 * lanes);
  }
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace halfulp::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::kernels {
namespace {

HWY_EXPORT(HashWords);
HWY_EXPORT(PhiloxWords);

// The hash key changes with the high half of the index.
void hash_words(std::uint64_t key, std::uint64_t index, std::uint32_t* out,
                std::size_t count) {
  for (std::size_t i = 0; i < count;) {
    const std::uint64_t at = index + i;
    const std::uint64_t to_next_high = (std::uint64_t{1} << 32) - (at & 0xFFFFFFFF);
    const std::size_t part = std::min<std::uint64_t>(count - i, to_next_high);
    HWY_DYNAMIC_DISPATCH(HashWords)
    (hash_key(key, static_cast<std::uint32_t>(at >> 32)),
     static_cast<std::uint32_t>(at), out + i, part);
    i += part;
  }
}

}  // namespace

const std::uint32_t* RandomWords::fill(const RandomSource& source, std::uint64_t index,
                                       std::size_t count) {
  const std::uint64_t first = source.first_index + index;
  if (source.generator == Generator::fast_hash) {
    hash_words(source.key, first, words_, count);
    return words_;
  }
  const std::size_t skipped = first % 4;
  HWY_DYNAMIC_DISPATCH(PhiloxWords)
  (source.key, first / 4, words_, count + skipped);
  return words_ + skipped;
}

void random_words(const RandomSource& source, std::span<std::uint32_t> out,
                  int threads) {
  parallel_for(out.size(), threads, RandomWords::kMost,
               [&](std::size_t begin, std::size_t end) {
                 RandomWords words;
                 for (std::size_t i = begin; i < end; i += RandomWords::kMost) {
                   const std::size_t part = std::min(RandomWords::kMost, end - i);
                   std::copy_n(words.fill(source, i, part), part, out.data() + i);
                 }
               });
}

}  // namespace halfulp::kernels
#endif  // HWY_ONCE
