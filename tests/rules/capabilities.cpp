// What a simulation or a part of it can do is asked of its interface, not of its type.
#include <gtest/gtest.h>

#include "tests/rules/sources.hpp"

namespace orthant::test {
namespace {

/// Whether a source of the library asks for a type. An adapter may ask another simulator.
bool asks_for_a_type(Source const& source) {
  for (char const* folder : {"experiments/", "tests/", "bench/", "backends/peers/"})
    if (source.path.starts_with(folder)) return false;
  return source.text.find("dynamic_cast") != source.text.npos;
}

TEST(Capabilities, AreAskedOfInterfaces) {
  for (auto const& source : all_sources()) EXPECT_FALSE(asks_for_a_type(source)) << source.path;
}

TEST(Capabilities, ATypeThatIsAskedForIsSeen) {
  EXPECT_TRUE(asks_for_a_type({"backends/a.hpp", "dynamic_cast<A*>(b)"}));
  EXPECT_FALSE(asks_for_a_type({"backends/a.hpp", "b->parts().a"}));
}

}  // namespace
}  // namespace orthant::test
