// Every assembly of the registry builds from its defaults, and refuses settings without bodies.
#include "orthant/core/scene/assembly.hpp"
#include "orthant/core/scene/mass_properties.hpp"
#include "tests/config/scene_json.hpp"

namespace orthant::test {
namespace {

Scene built(Json const& assembly, Json* resolved = nullptr) {
  return scene_of({{"assemblies", {assembly}}}, resolved);
}

class EveryAssembly : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryAssembly, BuildsGoodBodiesFromItsDefaults) {
  Scene const scene = built({{"type", GetParam()}, {"name", "it"}});
  ASSERT_FALSE(scene.bodies.empty());
  for (auto const& body : scene.bodies) {
    EXPECT_EQ(body.name.rfind("it", 0), 0u) << body.name << " begins with the assembly's name";
    EXPECT_FALSE(body.shapes.empty()) << body.name;
    if (body.motion != Motion::dynamic) continue;
    EXPECT_GT(body.mass, 0) << body.name;
    EXPECT_EQ(flaw_of_inertia(body.inertia_B), "") << body.name;
  }
  for (auto const& joint : scene.joints) EXPECT_TRUE(joint_types.count(joint.type)) << joint.type;
}

TEST_P(EveryAssembly, ResolvesToASceneThatReadsAsItself) {
  Json once, twice;
  built({{"type", GetParam()}}, &once);
  scene_of(once, &twice);
  EXPECT_EQ(once, twice);
}

TEST_P(EveryAssembly, StandsTwiceUnderTwoNames) {
  Json const scene = {{"assemblies", {{{"type", GetParam()}}, {{"type", GetParam()}}}}};
  EXPECT_EQ(scene_of(scene).bodies.size(), 2 * built({{"type", GetParam()}}).bodies.size());
}

/// One setting below its range, and one that does not exist.
TEST_P(EveryAssembly, RefusesSettingsThatMakeNoBody) {
  Json resolved;
  built({{"type", GetParam()}}, &resolved);
  for (auto const& [key, value] : resolved["assemblies"][0].items()) {
    Json assembly = {{"type", GetParam()}, {key, "word"}};
    if (key != "name" && key != "type") {
      EXPECT_THAT(refusal([&] { built(assembly); }), HasSubstr("scene/assemblies/0/" + key));
    }
    if (key == "count" || key == "links" || key == "levels" || key == "courses" || key == "mass" ||
        key == "friction" || key == "edge" || key == "width" || key == "density") {
      assembly[key] = -1;
      EXPECT_THAT(refusal([&] { built(assembly); }), HasSubstr(key + ": found -1"));
    }
    if (key == "size") {
      assembly[key] = {1, 1, 0};
      EXPECT_THAT(refusal([&] { built(assembly); }), HasSubstr("size/2: found 0"));
    }
  }
  EXPECT_THAT(refusal([&] {
                built({{"type", GetParam()}, {"colour", 1}});
              }),
              HasSubstr("scene/assemblies/0/colour: unknown key, allowed:"));
}

/// All but robots, which have no defaults: they need a file.
std::vector<std::string> generated() {
  std::vector<std::string> out;
  for (auto const& name : assemblies().names())
    if (name != "urdf" && name != "mjcf" && name != "sdf") out.push_back(name);
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, EveryAssembly, ::testing::ValuesIn(generated()),
                         [](auto const& each) { return each.param; });

TEST(Assemblies, HaveTheBodiesThatTheyPromise) {
  EXPECT_EQ(built({{"type", "floor"}}).bodies.size(), 1u);
  EXPECT_EQ(built({{"type", "stack"}, {"count", 7}}).bodies.size(), 8u);
  EXPECT_EQ(built({{"type", "brick_wall"}, {"courses", 3}, {"columns", 4}}).bodies.size(), 13u);
  // a level of k tents has 2k cards and a plate: 2 (1 + 2 + 3) + 3 and the floor
  EXPECT_EQ(built({{"type", "card_house"}, {"levels", 3}}).bodies.size(), 16u);
  // 3 x 4, 2 x 3 and 1 x 2 cubes, and the floor
  EXPECT_EQ(built({{"type", "pyramid"}, {"levels", 3}, {"ridge", 1}}).bodies.size(), 21u);
  EXPECT_EQ(built({{"type", "plank_tower"}, {"layers", 5}, {"planks", 3}}).bodies.size(), 16u);
  // a floor and four walls
  EXPECT_EQ(built({{"type", "box_pile"}, {"columns", 2}, {"layers", 5}}).bodies.size(), 35u);
  Scene const spheres = built({{"type", "sphere_pile"}, {"columns", 2}, {"rows", 3}});
  EXPECT_EQ(spheres.bodies.size(), 29u);
  EXPECT_NEAR(spheres.bodies.back().mass, 4 / 3. * std::numbers::pi, 1e-12);
  Scene const chain = built({{"type", "chain"}, {"links", 5}, {"tip_mass", 2}});
  EXPECT_EQ(chain.bodies.size(), 6u);
  EXPECT_EQ(chain.joints.size(), 6u);
  EXPECT_EQ(built({{"type", "stack"}, {"count", 2}, {"top_mass", 50}}).bodies.back().mass, 50);
}

TEST(Assemblies, ATypeThatIsMisspeltIsRefusedWithTheGoodOnes) {
  EXPECT_EQ(refusal([] {
              built({{"type", "stak"}});
            }),
            "scene/assemblies/0/type: \"stak\" is not one of " +
                comma_separated(assemblies().names()) + "; nearest: \"stack\"");
}

/// Gravity keeps its size, and is tilted by the angle whose tangent is the ratio times mu.
TEST(Assemblies, TheInclineTiltsGravity) {
  Vec3 const g = built({{"type", "incline"}, {"ratio", 0.5}, {"friction", 0.4}}).gravity;
  EXPECT_NEAR(norm(g), 9.81, 1e-14);
  EXPECT_NEAR(-g[0] / g[2], 0.2, 1e-15);
}

}  // namespace
}  // namespace orthant::test
