#include "halfulp/reference/dot.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "halfulp/base/fp_environment.h"
#include "halfulp/base/parallel.h"
#include "halfulp/formats/registry.h"
#include "halfulp/reference/mpfr_environment.h"
#include "halfulp/reference/mpfr_number.h"
#include "halfulp/reference/mpfr_vector.h"

namespace halfulp::reference {
namespace {

// Holds the product of two binary64 numbers. The factors have the same precision, though 53
// bits would do: MPFR is fastest where all three have one precision.
constexpr mpfr_prec_t kProductBits = 106;

void assign(mpfr_ptr to, double x) { mpfr_set_d(to, x, MPFR_RNDZ); }

// The sign of a zero sum, IEEE 754-2019, 6.3: that of its terms if all are zeros of one
// sign, else + but for - in mode down.
bool zero_sum_is_negative(const MpfrVector& terms, Rounding mode) {
  std::size_t negative_zeros = 0;
  bool alike = true;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    alike = alike && mpfr_zero_p(terms[i]);
    negative_zeros += mpfr_signbit(terms[i]) != 0 ? 1 : 0;
  }
  alike = alike && (negative_zeros == 0 || negative_zeros == terms.size());
  return alike ? negative_zeros > 0 : mode == Rounding::down;
}

// A NaN that arises in a sum, or from its overflow, has no sign to keep.
double canonical(double x) { return is_not_a_number(x) ? kQuietNan : x; }

double round_sum(const MpfrVector& terms, const Format& format,
                 const RoundingRule& rule) {
  MPFR_DECL_INIT(sum, 64);
  const bool inexact = mpfr_sum(sum, terms.pointers(), terms.size(), MPFR_RNDZ) != 0;
  if (mpfr_zero_p(sum)) {
    const bool negative = zero_sum_is_negative(terms, rule.mode);
    return canonical(halfulp::round(Real{.negative = negative}, format, rule));
  }
  return canonical(round(sum, inexact, format, rule));
}

void require_same_length(std::size_t x, std::size_t y) {
  if (x == y) return;
  throw std::invalid_argument("dot: the lengths " + std::to_string(x) + " and " +
                              std::to_string(y) + " differ");
}

// The columns of b one after the other.
void assign_columns(MpfrVector& columns, const MatrixView& b) {
  std::size_t next = 0;
  for (Eigen::Index j = 0; j < b.cols(); ++j) {
    for (Eigen::Index k = 0; k < b.rows(); ++k) assign(columns[next++], b(k, j));
  }
}

}  // namespace

double dot(std::span<const double> x, std::span<const double> y, const Format& format,
           const RoundingRule& rule) {
  require_same_length(x.size(), y.size());
  require_valid(format);
  require_deterministic(rule);
  return in_default_fp_environment([&] {
    const MpfrEnvironment environment;
    MPFR_DECL_INIT(a, kProductBits);
    MPFR_DECL_INIT(b, kProductBits);
    MpfrVector products(x.size(), kProductBits);
    for (std::size_t i = 0; i < x.size(); ++i) {
      assign(a, x[i]);
      assign(b, y[i]);
      mpfr_mul(products[i], a, b, MPFR_RNDZ);
    }
    return round_sum(products, format, rule);
  });
}

double sum(std::span<const double> x, const Format& format, const RoundingRule& rule) {
  require_valid(format);
  require_deterministic(rule);
  return in_default_fp_environment([&] {
    const MpfrEnvironment environment;
    MpfrVector terms(x.size(), 53);
    for (std::size_t i = 0; i < x.size(); ++i) assign(terms[i], x[i]);
    return round_sum(terms, format, rule);
  });
}

Matrix matmul(const MatrixView& a, const MatrixView& b, const Format& format,
              const RoundingRule& rule, int threads) {
  require_matmul_shapes(a, b);
  require_valid(format);
  require_deterministic(rule);
  const auto length = static_cast<std::size_t>(a.cols());
  MpfrVector columns(length * static_cast<std::size_t>(b.cols()), kProductBits);
  in_default_fp_environment([&] {
    const MpfrEnvironment environment;
    assign_columns(columns, b);
  });

  Matrix result(a.rows(), b.cols());
  const auto multiply_rows = [&](std::size_t begin, std::size_t end) {
    const MpfrEnvironment environment;
    MpfrVector row(length, kProductBits);
    MpfrVector products(length, kProductBits);
    for (auto i = static_cast<Eigen::Index>(begin); i < static_cast<Eigen::Index>(end);
         ++i) {
      for (std::size_t k = 0; k < length; ++k)
        assign(row[k], a(i, static_cast<Eigen::Index>(k)));
      std::size_t column = 0;
      for (Eigen::Index j = 0; j < b.cols(); ++j) {
        for (std::size_t k = 0; k < length; ++k)
          mpfr_mul(products[k], row[k], columns[column++], MPFR_RNDZ);
        result(i, j) = round_sum(products, format, rule);
      }
    }
  };
  // An MPFR that is not thread-safe is used by one thread.
  const int usable = mpfr_buildopt_tls_p() != 0 ? threads : std::min(threads, 1);
  parallel_for(static_cast<std::size_t>(a.rows()), usable, 1, multiply_rows);
  return result;
}

}  // namespace halfulp::reference
