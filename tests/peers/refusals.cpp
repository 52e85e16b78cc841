// Scenes that another simulator cannot express, and simulators that are not in the build, are
// refused before a run.
#include "orthant/core/config/json_file.hpp"
#include "tests/config/refusal.hpp"
#include "tests/peers/peers.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

Json base(std::string const& peer) {
  return experiment(peer,
                    {floor_of_friction(0.3),
                     {{"name", "box"},
                      {"mass", 1},
                      {"friction", 0.3},
                      {"position", {0, 0, 1}},
                      {"shapes", {{{"type", "box"}, {"size", {1, 1, 1}}}}}}},
                    {{{"type", "hinge"},
                      {"a", "world"},
                      {"b", "box"},
                      {"point", {0, 0, 1}},
                      {"axis", {0, 1, 0}}}});
}

std::string refusal_of(std::string const& peer, std::string const& path, Json const& value) {
  auto input = base(peer);
  assign(input, path, value, "test");
  return refusal([&] { build_experiment(input, "e"); });
}

TEST(Peers, RefuseWhatTheyCannotExpress) {
  struct {
    char const *path, *value, *says;
  } const wrong[] = {
      {"integrator", R"("bdf2")", "e/integrator: found \"bdf2\", allowed: null, or no such key"},
      {"solver", R"({"type": "newton"})", "e/solver: found an object, allowed: null"},
      {"scene.bodies.0.motion", R"("kinematic")", "e/scene/bodies/0/motion: found \"kinematic\""},
      {"scene.bodies.1.shapes.0", R"({"type": "ellipsoid", "half_axes": [1, 1, 1]})", "ellipsoid"},
      {"scene.bodies.1.friction", R"({"along": 0.3, "across": 0.6})",
       "/friction/across: found an ellipse"},
      {"scene.bodies.1.friction", R"({"static": 0.3, "kinetic": 0.2, "stribeck_speed": 0.1})",
       "/friction/kinetic: found a coefficient that falls"},
      {"scene.bodies.1.adhesion", "1", "/adhesion: found 1, allowed: 0"},
      {"scene.contact", R"({"creep_speed": 0.1})", "e/scene/contact/creep_speed"},
      {"scene.contact", R"({"model": "mujoco"})", "e/scene/contact/model"},
      {"scene.contact", R"({"friction_softness": 0.1})", "e/scene/contact/friction_softness"},
      {"scene.bodies.1.compliance", "1e-5", "e/scene/bodies/1/shapes/0/compliance: found 1e-05"},
      {"scene.bodies.1.torsional_friction", "0.1", "/torsional_friction: found 0.1"},
      {"scene.bodies.1.rolling_friction", "0.1", "/rolling_friction: found 0.1, allowed: 0"},
      {"scene.contact", R"({"level": "velocity"})", "e/scene/contact/level"},
      {"scene.contact", R"({"recovery_speed": 1})", "e/scene/contact/recovery_speed"},
      {"scene.contact", R"({"level": "velocity", "baumgarte": 0.2})", "e/scene/contact/"},
      {"scene.contact", R"({"least_norm": 1e-6})", "e/scene/contact/least_norm"},
      {"scene.joints.0.type", R"("universal")", "e/scene/joints/0"},
      {"scene.joints.0.limits", R"({"lower": -1, "upper": 1})",
       "e/scene/joints/0: found \"limits\" of its angle"},
      {"scene.joints.0.spring", R"({"stiffness": 5})", "found \"spring\""},
      {"scene.joints.0.motor", R"({"type": "velocity", "target": 1})", "found \"motor\""},
      {"scene.joints.0.friction", "1", "found \"friction\""},
      {"scene.joints.0.compliance", "1e-4", "found \"compliance\""},
      {"scene.joints.0.level", R"("velocity")", "found \"level\""},
      {"scene.loads", R"([{"body": "box", "force": [1, 0, 0]}])", "e/scene/loads: found 1 loads"},
  };
  for (auto const& peer : all_peers())
    for (auto const& [path, value, says] : wrong) {
      auto const json = Json::parse(value);
      if (peer == "mujoco" && std::string(says) == "ellipsoid") continue;  // it has ellipsoids
      EXPECT_THAT(refusal_of(peer, path, json), HasSubstr(says)) << peer << ", " << path;
    }
}

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
