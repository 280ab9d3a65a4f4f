#include "experiments/museum/python_random.h"

#include <gtest/gtest.h>
#include <xmmintrin.h>

#include <bit>
#include <boost/multiprecision/mpfr.hpp>
#include <cmath>
#include <utility>

namespace halfulp::experiments {
namespace {

namespace mp = boost::multiprecision;

struct Stream {
  std::uint64_t seed;
  double first;
  double second;
  double thousandth;
  std::uint64_t exclusive_or;  // of the bits of the first thousand
};

// From CPython 3.11, for each SEED:
//   python3 -c 'import random, struct, functools
//   r = random.Random(SEED)
//   v = [r.random() for _ in range(1000)]
//   bits = [struct.unpack("<Q", struct.pack("<d", x))[0] for x in v]
//   print(v[0].hex(), v[1].hex(), v[999].hex(),
//         hex(functools.reduce(int.__xor__, bits)))'
constexpr Stream kStreams[] = {
    {0, 0x1.b0580f98a7dbep-1, 0x1.84129978f9c1ap-1, 0x1.ebf1437477ccep-2,
     0xe1768759ddee93},
    {1, 0x1.132d8f91b7584p-3, 0x1.b1e2d5b3584f8p-1, 0x1.699b1d0fc4300p-1,
     0x6fd02b4a84dbce},
    {12345, 0x1.aa9e665dc8a18p-2, 0x1.4d392d1f6f840p-7, 0x1.f40a852df3135p-1,
     0x963f3584594414},
    {4294967295, 0x1.454d9227a7013p-1, 0x1.a0274a3720bf8p-3, 0x1.492df3ceb45eep-2,
     0xbbe328593b14f6},
    {4294967296, 0x1.ced31cb3df170p-4, 0x1.abdb5477a4f26p-2, 0x1.5487e3d9d2810p-5,
     0x9df55294c77ba8},
    {9007199254740992, 0x1.62c10e5f87ad2p-1, 0x1.ffbb0f267ebc2p-1, 0x1.ae0cedbb30e20p-1,
     0x9986ad15781ade},
    {12345678901234567890u, 0x1.06273c7710f4dp-1, 0x1.dd1f72a2feb81p-1,
     0x1.1ce71fc824b88p-2, 0x8b2adfff707a68},
    {18446744073709551615u, 0x1.659799fd7f980p-6, 0x1.5a35a94f333d8p-2,
     0x1.cd4f273d5bd94p-1, 0x63efb2591cd075},
};

TEST(PythonRandom, IsUniformAsCPythons) {
  for (const Stream& stream : kStreams) {
    PythonRandom random(stream.seed);
    EXPECT_EQ(random.random(), stream.first) << stream.seed;
    EXPECT_EQ(random.random(), stream.second) << stream.seed;
  }
}

TEST(PythonRandom, HasCPythonsWholeState) {
  // A thousand numbers take each of the 624 words of the state three times.
  for (const Stream& stream : kStreams) {
    PythonRandom random(stream.seed);
    std::uint64_t exclusive_or = 0;
    double last = 0;
    for (int i = 0; i < 1000; ++i) {
      last = random.random();
      exclusive_or ^= std::bit_cast<std::uint64_t>(last);
    }
    EXPECT_EQ(last, stream.thousandth) << stream.seed;
    EXPECT_EQ(exclusive_or, stream.exclusive_or) << stream.seed;
  }
}

TEST(PythonRandom, IsNormalAsCPythons) {
  // python3 -c 'import random
  // r = random.Random(0)
  // print([r.gauss(0, 1).hex() for _ in range(4)],
  //       [r.gauss(0.5, 2.0).hex() for _ in range(3)])'
  PythonRandom random(0);
  for (double expected : {0x1.e22885827c580p-1, -0x1.6586248600484p+0,
                          -0x1.5c03883a3b23fp-1, 0x1.7b6549852df0cp-2}) {
    EXPECT_EQ(random.gauss(0, 1), expected);
  }
  for (double expected :
       {-0x1.885ee1dbba208p+0, 0x1.6c4c566602c08p-2, 0x1.b77f48b19d46dp-1}) {
    EXPECT_EQ(random.gauss(0.5, 2.0), expected);
  }
}

TEST(PythonRandom, MixesUniformAndNormalAsCPython) {
  // python3 -c 'import random
  // r = random.Random(7)
  // print([x.hex() for x in (r.gauss(0, 1), r.random(), r.gauss(0, 1), r.random())])'
  PythonRandom random(7);
  EXPECT_EQ(random.gauss(0, 1), -0x1.06057b7a4b411p-2);
  EXPECT_EQ(random.random(), 0x1.4d474883171ffp-1);
  EXPECT_EQ(random.gauss(0, 1), 0x1.05da59e8cdf2bp-1);
  EXPECT_EQ(random.random(), 0x1.28b2f3a47e100p-4);
}

// CPython's gauss with functions of the caller's.
template <class Functions>
class Gauss {
 public:
  Gauss(std::uint64_t seed, Functions functions) : random_(seed), f_(functions) {}

  double operator()(double sigma) {
    if (std::exchange(kept_, !kept_)) return 0.0 + second_ * sigma;
    const double angle = random_.random() * 0x1.921fb54442d18p+2;
    const double radius = std::sqrt(-2.0 * f_.log(1.0 - random_.random()));
    second_ = f_.sin(angle) * radius;
    return 0.0 + f_.cos(angle) * radius * sigma;
  }

 private:
  PythonRandom random_;
  Functions f_;
  bool kept_ = false;
  double second_ = 0;
};

struct Libm {
  double log(double x) const { return std::log(x); }
  double sin(double x) const { return std::sin(x); }
  double cos(double x) const { return std::cos(x); }
};

// 50 decimal digits, 166 bits, rounded once.
struct Rounded {
  using Real =
      boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<50>,
                                    boost::multiprecision::et_off>;
  double log(double x) const { return static_cast<double>(mp::log(Real(x))); }
  double sin(double x) const { return static_cast<double>(mp::sin(Real(x))); }
  double cos(double x) const { return static_cast<double>(mp::cos(Real(x))); }
};

// The draws of the museum, in its order.
template <class Visit>
void for_each_draw(Visit visit) {
  for (int i = 0; i < 8 * 64 * 64; ++i) visit(0.125);
  for (int i = 0; i < 4 * 64; ++i) visit(1.0);
}

TEST(PythonRandom, DrawsTheMuseumWithCorrectlyRoundedFunctions) {
  PythonRandom random(0);
  Gauss rounded(0, Rounded());
  for_each_draw(
      [&](double sigma) { ASSERT_EQ(random.gauss(0.0, sigma), rounded(sigma)); });
}

TEST(PythonRandom, DrawsTheMuseumNearlyAsCPython) {
  // Where libm is off by one place in log, cos or sin (u = 2^-53): sqrt halves 2u to u, the
  // product adds 2u, and its own two roundings 2u.
  PythonRandom random(0);
  Gauss libm(0, Libm());
  int differing = 0;
  for_each_draw([&](double sigma) {
    const double ours = random.gauss(0.0, sigma);
    const double theirs = libm(sigma);
    differing += ours != theirs ? 1 : 0;
    ASSERT_NEAR(ours, theirs, 6 * 0x1p-53 * std::abs(ours));
  });
  RecordProperty("differing_draws", differing);
  EXPECT_LT(differing, 331) << "of 33,024: more than 1 %";
}

TEST(PythonRandom, DoesNotDependOnTheCallersEnvironment) {
  PythonRandom random(3);
  PythonRandom expected(3);
  const unsigned before = _mm_getcsr();
  for (int i = 0; i < 100; ++i) {
    _mm_setcsr(0xFFC0);  // FTZ, DAZ, to zero
    const double z = random.gauss(0.0, 1e-308);
    _mm_setcsr(before);
    EXPECT_EQ(z, expected.gauss(0.0, 1e-308));
  }
}

}  // namespace
}  // namespace halfulp::experiments
