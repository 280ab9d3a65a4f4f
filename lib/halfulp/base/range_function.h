#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace halfulp {

// A reference to something that is called with a range, as a lambda is: unlike
// std::function it owns nothing, so it must not outlive that.
class RangeFunction {
 public:
  template <class Body>
    requires(!std::same_as<Body, RangeFunction> &&
             std::invocable<const Body&, std::size_t, std::size_t>)
  RangeFunction(const Body& body)  // NOLINT(google-explicit-constructor): stands for it
      : object_(std::addressof(body)),
        call_([](const void* object, std::size_t begin, std::size_t end) {
          (*static_cast<const Body*>(object))(begin, end);
        }) {}

  void operator()(std::size_t begin, std::size_t end) const {
    call_(object_, begin, end);
  }

 private:
  const void* object_;
  void (*call_)(const void*, std::size_t, std::size_t);
};

}  // namespace halfulp
