// Scenes that another simulator cannot express, and simulators that are not in the build, are
// refused before a run.
#include "orthant/core/config/json_file.hpp"
#include "tests/config/refusal.hpp"
#include "tests/peers/peers.hpp"
#include "tests/table.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

Json base(std::string const& peer) { return changed(base_of("peer"), {{"/backend", peer}}); }

std::string refusal_of(std::string const& peer, std::string const& path, Json const& value) {
  auto input = base(peer);
  assign(input, path, value, "test");
  return refusal([&] { build_experiment(input, "e"); });
}

[[maybe_unused]] bool const inexpressible =
    test_rows("PeersRefuse", "peers/refusals.json", [](Json const& row) {
      for (auto const& peer : all_peers())
        if (peer != row.value("but", ""))
          expect_said(refusal_of(peer, row["path"], row["value"]), row);
    });

/// Not even by name of a file: what nobody knows of their steps.
TEST_F(EveryPeer, WriteNoForcesOfJoints) {
  for (auto const& peer : built_peers())
    for (char const* key : {"gauss_gap", "joint_reactions", "solves"})
      EXPECT_THAT(refusal_of(peer, std::string("output.") + key, true),
                  HasSubstr(std::string("e/output/") + key))
          << peer;
}

TEST_F(EveryPeer, RefuseVelocitiesThatJointsDoNotAllow) {
  for (auto const& peer : built_peers()) {
    auto input = base(peer);
    input["scene"]["bodies"][1]["velocity"] = {0, 0, 1};
    // The others close joints again, like Orthant.
    if (peer != "mujoco" && peer != "dart") continue;
    EXPECT_THAT(refusal([&] { build_experiment(input, "e"); }), HasSubstr("that the joints allow"))
        << peer;
  }
}

TEST(Peers, ThatAreNotBuiltSaySo) {
  auto const built = built_peers();
  for (auto const& peer : all_peers())
    if (std::ranges::find(built, peer) == built.end()) {
      EXPECT_THAT(refusal([&] { build_experiment(base(peer), "e"); }),
                  HasSubstr("which is not in this build, allowed: a build with it"));
    }
}

}  // namespace
}  // namespace orthant::test
