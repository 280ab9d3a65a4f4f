#include "halfulp/base/version.h"

#include <gtest/gtest.h>

#include <string_view>

TEST(Version, HasThreeNumbers) {
  EXPECT_EQ(halfulp::version(), std::string_view(HALFULP_VERSION));
}
