#include "halfulp/base/version.h"

#include <gtest/gtest.h>

#include <regex>

TEST(Version, HasThreeNumbers) {
  EXPECT_TRUE(std::regex_match(halfulp::kVersion, std::regex(R"(\d+\.\d+\.\d+)")));
}
