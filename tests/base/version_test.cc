#include "halfulp/base/version.h"

#include <gtest/gtest.h>

#include <cstdio>

TEST(Version, HasThreeNumbers) {
  int major = -1, minor = -1, patch = -1, end = 0;
  ASSERT_EQ(std::sscanf(halfulp::kVersion, "%d.%d.%d%n", &major, &minor, &patch, &end),
            3);
  EXPECT_EQ(halfulp::kVersion[end], '\0');
  EXPECT_TRUE(major >= 0 && minor >= 0 && patch >= 0);
}
