#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "halfulp/kernels/targets.h"

namespace halfulp::testing {

// A test that runs its body on every Highway target of this build and machine.
class EveryTarget : public ::testing::Test {
 protected:
  // Calls body() once a target, and checks that kernels were really dispatched to it.
  template <class Body>
  void on_every_target(const Body& body) {
    for (const std::string& target : kernels::available_targets()) {
      SCOPED_TRACE("target " + target);
      const kernels::ForcedTarget forced(target);
      ASSERT_EQ(kernels::dispatched_target(), target);
      body();
      ASSERT_EQ(kernels::dispatched_target(), target) << "the body changed the target";
      dispatched_.push_back(target);
    }
  }

  // The targets that bodies have run on, in order.
  const std::vector<std::string>& dispatched() const { return dispatched_; }

 private:
  std::vector<std::string> dispatched_;
};

}  // namespace halfulp::testing
