// Only one list names the execution spaces; all others use it.
#include "orthant/core/execution/detail/spaces.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "orthant/backends/simulation/backend.hpp"
#include "tests/rules/sources.hpp"

namespace orthant::test {
namespace {

TEST(Spaces, AreTheBackends) {
  for (auto const& name : space_names()) EXPECT_THAT(backends().names(), ::testing::Contains(name));
  for (auto const& name : backends().names()) {
    Json const input = {{"type", name}};
    Json resolved;
    auto const version = backends().make(Config(input, resolved, name))->version();
    EXPECT_EQ(version.empty(), std::ranges::count(space_names(), name) == 1) << name;
  }
}

TEST(Spaces, AreAskedOfKokkosByTheListAlone) {
  std::string const flag = std::string("KOKKOS_") + "ENABLE_";
  for (auto const& source : all_sources())
    EXPECT_EQ(source.text.find(flag) != source.text.npos,
              source.path == "core/execution/detail/spaces.hpp")
        << source.path;
}

/// A space that Kokkos cannot have, and one that it has.
#define ORTHANT_TEST_THERE
#define ORTHANT_TEST_ONE +1
TEST(Spaces, AreThoseWhoseFlagIsDefined) {
  EXPECT_EQ(0 ORTHANT_WHERE(ORTHANT_TEST_THERE, ORTHANT_TEST_ONE), 1);
  EXPECT_EQ(0 ORTHANT_WHERE(ORTHANT_TEST_NOT_THERE, ORTHANT_TEST_ONE), 0);
}

}  // namespace
}  // namespace orthant::test
