// A point on a plane and a massless link: their free motions.
#include "orthant/tests/integrators/simulations.hpp"
#include "tests/joints/every_joint.hpp"

namespace orthant::test::links {
namespace {

class Links : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Two, Links, testing::ValuesIn(two_integrators()),
                         [](auto const& test) { return orthant::test::name_of(test.param); });

Json held(Json joint, Json const& more) {
  joint["b"] = "body";
  Json body = {{"name", "body"}, {"mass", 2}, {"inertia", {0.2, 0.3, 0.4}}};
  body.update(more);
  return {{"bodies", Json::array({body})}, {"joints", Json::array({joint})}};
}

Json link(Vec3 const& axis) {
  return {{"type", "revolute_spherical"},
          {"point_a", {0, 0, 0}},
          {"point_b", {0.6, 0, 0}},
          {"axis", json_of(axis)}};
}

/// In the plane of its hinge a link is a rod; it carries a force along the hinge axis.
TEST_P(Links, AreRodsInThePlaneOfTheirHinge) {
  Json const start = {{"position", {0.6, 0, 0}}, {"angular_velocity", {0, 3, 0}}};
  Json pushed = start;
  pushed["force"] = {0, 7, 0};
  Json const rod = {{"type", "distance"}, {"point_a", {0, 0, 0}}, {"point_b", {0.6, 0, 0}}};
  JointRun a(held(link(y_axis), pushed), 0.005, GetParam(), "newton"),
      b(held(rod, start), 0.005, GetParam(), "newton");
  for (int k = 0; k < 100; ++k) {
    a.step();
    b.step();
    ASSERT_NEAR(norm(a.pose().p_WB - b.pose().p_WB), 0, 1e-8) << k;
    ASSERT_NEAR(a.reaction().force_W[1], -7, 1e-6);
    ASSERT_NEAR(norm(a.reaction().torque_W), 0, 1e-8) << "a ball on the body";
  }
  EXPECT_LT(a.pose().p_WB[2], -0.3);
}

/// The hinge is on a: it turns with a, and takes the link along.
TEST(RevoluteSpherical, TurnsWithTheBodyOfItsHinge) {
  Json scene = held(link(y_axis), {{"position", {0.6, 0, 0}}, {"velocity", {0, 0.6, 0}}});
  scene["gravity"] = {0, 0, 0};
  scene["bodies"].push_back(
      {{"name", "table"}, {"motion", "kinematic"}, {"angular_velocity", {0, 0, 1}}});
  scene["joints"][0]["a"] = "table";
  JointRun run(scene, 0.001);
  run.step(1000);
  Vec3 const e{{-std::sin(1.), std::cos(1.), 0}};
  EXPECT_NEAR(dot(run.pose().p_WB, e), 0, 1e-3) << "in the plane that has turned by one radian";
  EXPECT_NEAR(norm(run.pose().p_WB), 0.6, 1e-10);
}

/// Down a frictionless plane of slope 3 : 4; m g 4/5 is carried along the normal.
TEST_P(Links, OnAPlaneAPointSlides) {
  JointRun run(held({{"type", "point_on_plane"}, {"point", {0, 0, 0}}, {"axis", {-3, 0, 4}}},
                    {{"velocity", {0, 1, 0}}}),
               0.01, GetParam(), "newton");
  Real const g = 9.81 * 0.6;
  for (int k = 1; k <= 100; ++k) {
    run.step();
    ASSERT_NEAR(dot(run.pose().p_WB, Vec3{{-0.6, 0, 0.8}}), 0, 1e-10);
    ASSERT_NEAR(dot(linear(run.twist()), Vec3{{-0.8, 0, -0.6}}), g * 0.01 * k, 1e-9);
    ASSERT_NEAR(run.pose().p_WB[1], 0.01 * k, 1e-9);
    ASSERT_NEAR(norm(run.reaction().force_W - 2 * 9.81 * 0.8 * Vec3{{-0.6, 0, 0.8}}), 0, 1e-7);
  }
}

}  // namespace
}  // namespace orthant::test::links
