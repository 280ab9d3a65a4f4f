#pragma once

#include <gtest/gtest.h>

#include <string>

#include "halfulp/base/matrix.h"
#include "support/describe.h"

namespace halfulp::testing {

// Equal shapes and patterns, NaNs included; names the first difference.
inline ::testing::AssertionResult same_bits(const Matrix& actual,
                                            const Matrix& expected) {
  if (actual.rows() != expected.rows() || actual.cols() != expected.cols())
    return ::testing::AssertionFailure() << "the shapes differ";
  for (Eigen::Index i = 0; i < actual.rows(); ++i) {
    for (Eigen::Index j = 0; j < actual.cols(); ++j) {
      if (bits_of(actual(i, j)) == bits_of(expected(i, j))) continue;
      return ::testing::AssertionFailure()
             << "(" << i << ", " << j << ") is " << describe(actual(i, j)) << "\nnot "
             << describe(expected(i, j));
    }
  }
  return ::testing::AssertionSuccess();
}

}  // namespace halfulp::testing
