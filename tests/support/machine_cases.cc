#include "support/machine_cases.h"

#include <algorithm>
#include <array>
#include <bit>
#include <sstream>

namespace halfulp::testing {
namespace {

// Draws the numbers of one case.
class Draws {
 public:
  Draws(DataKind kind, const Machine& machine, std::mt19937_64& random)
      : kind_(kind), machine_(machine), random_(random) {
    const Layout& sum = machine.accumulator;
    const int ends[] = {0, lowest(sum), sum.least_exponent(), sum.greatest_exponent(),
                        between(-12, 16)};
    middle_ = kind == DataKind::overflow     ? ends[3]
              : kind == DataKind::subnormals ? ends[1 + below(2)]
              : kind == DataKind::ties       ? ends[below(5)]
                                             : 0;
    spread_ = std::array{3, 12, 30, 60}[below(4)];
    density_ = std::array{0, 1, 3, 6}[below(4)];
    const int p = below(4) == 0 ? 14 : sum.precision();
    zeros_ = 1 + below(3);
    tiny_ = between(1, 40);
    levels_ = {0, -1, 1 - p, -p, -p - 1, -p - 2, -tiny_, -tiny_};
    if (kind == DataKind::ties && middle_ == lowest(sum)) {
      // Where least exponents show: far below half of the smallest number.
      tiny_ = below(2) == 0 ? between(6, 10) : between(17, 24);
      levels_ = {0, -1, -1, -1, -tiny_, -tiny_, -tiny_, -tiny_ - 1};
    }
  }

  void term(std::uint64_t& a, std::uint64_t& b);
  std::uint64_t initial();
  std::uint64_t scale(const Layout& layout);
  std::uint64_t below(std::uint64_t n) { return random_() % n; }

 private:
  static int lowest(const Layout& layout) {
    return layout.least_exponent() - layout.fraction_bits;
  }
  int between(int low, int high) {
    if (high < low) std::swap(low, high);
    return low + static_cast<int>(below(static_cast<std::uint64_t>(high - low) + 1));
  }
  std::uint64_t mask(const Layout& layout) const {
    return ~std::uint64_t{0} >> (64 - layout.width());
  }

  // The number of that exponent and of fraction bits as the kind has them, as far as the
  // layout has it.
  std::uint64_t code(const Layout& layout, int exponent);
  void product(int e, std::uint64_t& a, std::uint64_t& b);
  std::uint64_t fraction(const Layout& layout);
  std::uint64_t gaussian(const Layout& layout);
  std::uint64_t special(const Layout& layout);
  std::uint64_t zero(const Layout& layout);
  std::uint64_t number_near(const Layout& layout, std::uint64_t pattern) const;
  std::uint64_t anywhere(const Layout& layout) {
    return code(layout, between(lowest(layout), layout.greatest_exponent()));
  }

  DataKind kind_;
  const Machine& machine_;
  std::mt19937_64& random_;
  int middle_;  // the exponents of products lie about it
  int spread_;
  int density_;          // of sparse data, in sixteenths
  std::uint64_t zeros_;  // of ties, in quarters
  int tiny_;
  std::array<int, 8> levels_;  // of ties: exponents less the middle
};

// The pattern itself if it is a finite number, else one that is.
std::uint64_t Draws::number_near(const Layout& layout, std::uint64_t pattern) const {
  const double x = value_of(pattern, layout);
  if (x - x == 0) return pattern;
  if (layout.top == Layout::Top::minus_zero) return 0;
  return layout.top == Layout::Top::ieee
             ? pattern & ~(std::uint64_t{1} << layout.fraction_bits)
             : pattern - 1;
}

std::uint64_t Draws::fraction(const Layout& layout) {
  const std::uint64_t ones = (std::uint64_t{1} << layout.fraction_bits) - 1;
  if (kind_ == DataKind::all_ones) return ones;
  if (kind_ != DataKind::ties) return random_() & ones;
  const std::uint64_t few[] = {0, 0, 0, 0, 0, 1, ones, (ones + 1) / 2};
  return few[below(8)];
}

std::uint64_t Draws::code(const Layout& layout, int exponent) {
  const std::uint64_t sign = (layout.has_sign ? below(2) : 0) << (layout.width() - 1);
  const int e = std::clamp(exponent, lowest(layout), layout.greatest_exponent());
  const std::uint64_t hidden = std::uint64_t{1} << layout.fraction_bits;
  const std::uint64_t significand = fraction(layout) | hidden;
  const int least = layout.least_exponent();
  const std::uint64_t magnitude =
      e < least ? significand >> (least - e)
                : static_cast<std::uint64_t>(e - least) * hidden + significand;
  return number_near(layout, (sign | magnitude) & mask(layout));
}

// The exponent of a sum of four uniform numbers (Irwin and Hall), any fraction.
std::uint64_t Draws::gaussian(const Layout& layout) {
  std::uint64_t word = random_();
  double x = -2;
  for (int i = 0; i < 4; ++i, word >>= 16)
    x += static_cast<double>(word & 0xFFFF) * 0x1p-16;
  return x == 0 ? 0 : code(layout, exponent_of(x * 1.75, lowest(layout)));
}

std::uint64_t Draws::zero(const Layout& layout) {
  const bool negative = layout.top != Layout::Top::minus_zero && below(2) == 0;
  return negative ? std::uint64_t{1} << (layout.width() - 1) : 0;
}

std::uint64_t Draws::special(const Layout& layout) {
  const std::uint64_t sign = below(2) << (layout.width() - 1);
  const std::uint64_t ones = mask(layout) >> 1;
  const std::uint64_t infinity = ones >> layout.fraction_bits << layout.fraction_bits;
  switch (below(4)) {
    case 0:
      return zero(layout);
    case 1:
      return layout.top == Layout::Top::ieee && below(3) == 0 ? sign | ones
                                                              : sign | infinity;
    case 2:
      return sign | (infinity - 1);
    default:
      return layout.top == Layout::Top::ieee         ? sign | infinity
             : layout.top == Layout::Top::minus_zero ? ones + 1
                                                     : ones;
  }
}

void Draws::term(std::uint64_t& a, std::uint64_t& b) {
  const Layout& left = machine_.left;
  const Layout& right = machine_.right;
  switch (kind_) {
    case DataKind::gaussian:
    case DataKind::cancellation:
      a = gaussian(left);
      b = gaussian(right);
      return;
    case DataKind::specials: {
      const bool rare = below(4) != 0;
      a = rare || below(2) == 0 ? gaussian(left) : special(left);
      b = rare || below(2) == 0 ? gaussian(right) : special(right);
      return;
    }
    case DataKind::wide:
      a = anywhere(left);
      b = anywhere(right);
      return;
    case DataKind::raw:
      a = random_() & mask(left);
      b = random_() & mask(right);
      return;
    case DataKind::sparse:
      a = below(16) < static_cast<std::uint64_t>(density_) ? anywhere(left)
                                                           : zero(left);
      b = below(4) != 0 ? gaussian(right) : zero(right);
      return;
    case DataKind::ties:
      if (below(4) < zeros_) {
        a = zero(left);
        b = gaussian(right);
        return;
      }
      product(middle_ + levels_[below(8)], a, b);
      return;
    case DataKind::subnormals:
      if (below(2) == 0) {
        a = code(left, between(lowest(left), left.least_exponent()));
        b = code(right, between(-3, 12));
        return;
      }
      break;
    case DataKind::overflow:
    case DataKind::all_ones:
      break;
  }
  product(middle_ + between(-spread_, 2), a, b);
}

// Operands whose exponents have the sum e, as far as the layouts have them.
void Draws::product(int e, std::uint64_t& a, std::uint64_t& b) {
  const Layout& left = machine_.left;
  const Layout& right = machine_.right;
  const int first = between(std::max(lowest(left), e - right.greatest_exponent()),
                            std::min(left.greatest_exponent(), e - lowest(right)));
  const int share =
      std::clamp(below(2) == 0 ? first : e / 2, lowest(left), left.greatest_exponent());
  a = code(left, share);
  b = code(right, e - share);
}

std::uint64_t Draws::initial() {
  const Layout& layout = machine_.accumulator;
  if (below(8) == 0) return zero(layout);
  switch (kind_) {
    case DataKind::gaussian:
    case DataKind::cancellation:
      return gaussian(layout);
    case DataKind::sparse:
      return below(2) == 0 ? gaussian(layout) : anywhere(layout);
    case DataKind::ties:
      return below(2) == 0 ? zero(layout) : code(layout, middle_ + levels_[below(8)]);
    case DataKind::specials:
      return below(3) == 0 ? special(layout) : gaussian(layout);
    case DataKind::wide:
      return anywhere(layout);
    case DataKind::raw:
      return random_() & mask(layout);
    default:
      return code(layout, middle_ + between(-spread_, 2));
  }
}

std::uint64_t Draws::scale(const Layout& layout) {
  if (kind_ == DataKind::raw) {
    const std::uint64_t drawn = random_() & mask(layout);
    return below(16) == 0 ? drawn : number_near(layout, drawn);
  }
  if (kind_ == DataKind::specials && below(8) == 0)
    return below(2) == 0 ? mask(layout) : 0;
  if (kind_ == DataKind::ties)
    return code(layout, -std::array{0, tiny_ / 2, (tiny_ + 1) / 2}[below(3)]);
  const int near = kind_ == DataKind::overflow     ? 60
                   : kind_ == DataKind::subnormals ? -70
                                                   : 0;
  const int spread = kind_ == DataKind::wide ? 127 : 7;
  return code(layout, near + between(-spread, spread));
}

// Makes each second term the opposite of another one, and c of a third.
void cancel(MachineCase& drawn, const Machine& machine, std::mt19937_64& random) {
  const std::size_t n = drawn.a.size();
  const std::uint64_t sign = std::uint64_t{1} << (machine.left.width() - 1);
  for (std::size_t k = 0; k + 1 < n; k += 2) {
    const std::size_t other = random() % n;
    if (other == k || value_of(drawn.a[other], machine.left) == 0) continue;
    drawn.a[k] = drawn.a[other] ^ sign;
    drawn.b[k] = drawn.b[other];
    if (random() % 4 == 0) drawn.b[k] ^= 1;  // but for the last bit
  }
  if (n == 0 || !drawn.c) return;
  const double product =
      value_of(drawn.a[0], machine.left) * value_of(drawn.b[0], machine.right);
  if (random() % 2 == 0 && machine.accumulator.width() == 32)
    drawn.c = std::bit_cast<std::uint32_t>(-static_cast<float>(product));
}

}  // namespace

std::string_view name_of(DataKind kind) {
  constexpr std::string_view kNames[] = {
      "gaussian",     "wide",     "raw",  "specials", "subnormals",
      "cancellation", "overflow", "ties", "all_ones", "sparse"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string MachineCase::text() const {
  std::ostringstream out;
  out << std::hex;
  const auto write = [&](const char* name, const std::vector<std::uint64_t>& codes) {
    out << name << " = {";
    for (const std::uint64_t code : codes) out << "0x" << code << ",";
    out << "}; ";
  };
  write("a", a);
  write("b", b);
  if (!a_scales.empty()) write("a_scales", a_scales);
  if (!b_scales.empty()) write("b_scales", b_scales);
  if (c)
    out << "c = 0x" << *c;
  else
    out << "no c";
  return out.str();
}

MachineCase draw_case(DataKind kind, const Machine& machine, int terms,
                      std::mt19937_64& random) {
  Draws draws(kind, machine, random);
  MachineCase drawn;
  const auto n = static_cast<std::size_t>(terms);
  drawn.a.resize(n);
  drawn.b.resize(n);
  for (std::size_t k = 0; k < n; ++k) draws.term(drawn.a[k], drawn.b[k]);
  if (draws.below(5) != 0) drawn.c = draws.initial();
  if (machine.scale) {
    const std::size_t blocks = n / static_cast<std::size_t>(machine.scale_block);
    for (std::size_t i = 0; i < blocks; ++i) {
      drawn.a_scales.push_back(draws.scale(*machine.scale));
      drawn.b_scales.push_back(draws.scale(*machine.scale));
    }
  }
  if (kind == DataKind::cancellation) cancel(drawn, machine, random);
  return drawn;
}

MachineCase two_powers(const Machine& machine, int first, int second, bool negative) {
  MachineCase made;
  const auto code = [](const Layout& layout, int e) {
    const int within = std::clamp(e, layout.least_exponent() - layout.fraction_bits,
                                  layout.greatest_exponent());
    return code_of(
        std::bit_cast<double>(static_cast<std::uint64_t>(within + 1023) << 52), layout);
  };
  for (const int e : {first, second}) {
    made.a.push_back(code(machine.left, e / 2));
    made.b.push_back(code(machine.right, e - e / 2));
  }
  if (negative) made.a.back() |= std::uint64_t{1} << (machine.left.width() - 1);
  return made;
}

}  // namespace halfulp::testing
