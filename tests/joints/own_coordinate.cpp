// A joint whose coordinate a program adds moves in the bits of the same one of the list.
#include <cstring>

#include "orthant/constraints/register.hpp"
#include "tests/joints/parts.hpp"
#include "tests/registered.hpp"

namespace orthant::test::own_coordinate {
namespace {

struct OwnDistance : PointDistance {
  static constexpr char const* name = "distance_own";
};
struct OwnTwist : TwistAngle {
  static constexpr char const* name = "angle_own";
};
struct OwnHinge : HingeJoint {
  static constexpr char const* name = "own_hinge";
  static JointType type() { return {Frames::axis, {{"", "angle_own"}}}; }
};

Plugins<Space> with_own() {
  auto plugins = registered();
  add_coordinate<Space, OwnDistance>(plugins);
  add_coordinate<Space, OwnTwist>(plugins);
  add_joint<Space, OwnHinge>(plugins);
  auto& strut = plugins.constraints["own_strut"] = plugins.constraints.at("strut");
  strut.joint.coordinates = {{"", "distance_own"}};
  return plugins;
}

/// A rod that turns more than once about a motor's axis, and a weight on a spring from its end;
/// limits, dry friction, and a coupling of both coordinates.
Json scene(char const* hinge, char const* strut) {
  Json const of = {{{"joint", "motor"}, {"cosine", {0.1}}},
                   {{"joint", "spring"}, {"table", {{0, 0}, {0.5, 0.3}, {1, 1}}}}};
  return scene_of(
      {rigid("rod", 1, {{0.01, 0.1, 0.1}}, {{0.5, 0, 0}}),
       rigid("weight", 0.5, {{0.1, 0.2, 0.3}}, {{1.2, 0.1, -0.5}}, {{0, 1, 0}})},
      {joint_at(hinge, "rod", {}, y_axis,
                {{"name", "motor"},
                 {"friction", 0.05},
                 {"motor", {{"type", "velocity"}, {"kd", 3}, {"target", 9}}}}),
       line_of(strut, "weight", {{1, 0, 0}}, {{1.2, 0, -0.4}},
               {{"name", "spring"},
                {"a", "rod"},
                {"limits", {{"upper", 0.9}}},
                {"spring", {{"stiffness", 60}, {"damping", 0.5}}}}),
       {{"type", "coupling"}, {"held", false}, {"of", of}, {"spring", {{"stiffness", 20}}}}},
      falling);
}

Snapshot after(Plugins<Space> const& plugins, Json const& scene, Json const& integrator) {
  auto const backend = backend_with(plugins);
  Json const input = {{"scene", scene}, {"integrator", integrator}};
  Json resolved;
  Config config(input, resolved, "own");
  Setup setup;
  setup.h = 0.01;
  setup.scene = read_scene(config.child("scene"), backend->joint_types());
  auto const made = backend->build(setup, config);
  config.done();
  for (int k = 0; k < 100; ++k) EXPECT_TRUE(made->step().solve.converged()) << integrator << k;
  return made->snapshot();
}

TEST(OwnCoordinate, MovesInTheBitsOfTheSameOneOfTheList) {
  auto const plugins = with_own();
  for (Json const& integrator :
       {Json("implicit_euler"), Json{{"type", "implicit_euler"}, {"matrices", "iterate"}},
        Json("implicit_midpoint"), Json("semi_implicit_euler")}) {
    SCOPED_TRACE(integrator);
    auto const listed = after(plugins, scene("hinge", "strut"), integrator);
    auto const own = after(plugins, scene("own_hinge", "own_strut"), integrator);
    ASSERT_EQ(listed.pose.size(), 2u);
    EXPECT_EQ(std::memcmp(listed.pose.data(), own.pose.data(), 2 * sizeof own.pose[0]), 0);
    EXPECT_EQ(std::memcmp(listed.twist.data(), own.twist.data(), 2 * sizeof own.twist[0]), 0);
  }
}

TEST(OwnCoordinate, IsInTheCatalogue) {
  std::vector<std::string> found;
  for (auto const& each : backend_with(with_own())->catalog())
    if (each.kind == "joint coordinate" && each.name.ends_with("own")) found.push_back(each.name);
  EXPECT_EQ(found, (std::vector<std::string>{"distance_own", "angle_own"}));
}

}  // namespace
}  // namespace orthant::test::own_coordinate
