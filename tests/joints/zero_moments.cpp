// Point masses and slender rods: bodies without moments of inertia where these are of no effect.
#include "tests/config/refusal.hpp"
#include "tests/joints/parts.hpp"

namespace orthant::test::zero_moments {
namespace {

class ZeroMoments : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EachWay, ZeroMoments, testing::ValuesIn(one_of_each_way()), by_integrator);

/// Both scenes have the same motion.
void expect_alike(Json const& one, Json const& other, Json const& integrator, int steps = 100) {
  Json const newton = {{"type", "newton"}, {"tolerance", 1e-12}};
  JointRun a(one, 0.005, integrator, newton), b(other, 0.005, integrator, newton);
  for (int k = 0; k < steps; ++k) {
    a.step();
    b.step();
    for (int body = 0; body < a.simulation->bodies(); ++body) {
      EXPECT_LE(norm(a.pose(body).p_WB - b.pose(body).p_WB), 1e-9) << k;
      EXPECT_LE(norm(linear(a.twist(body) - b.twist(body))), 1e-8) << k;
    }
    EXPECT_NEAR(a.simulation->measure()[0].energy(), b.simulation->measure()[0].energy(), 1e-7);
    EXPECT_LE(norm(a.reaction().force_W - b.reaction().force_W), 1e-6);
  }
}

/// A double pendulum in space, of rods without mass, and a strut and a ball.
TEST_P(ZeroMoments, PointMassesMoveAsWithAnyMoment) {
  auto const pendulum = [](Vec3 const& moments) {
    Vec3 const p{{1, 0, 0}}, q{{1, 1, 0}}, r{{2, 1, 0}};
    return scene_of({rigid("p", 2, moments, p, {{0, 0.5, 0}}), rigid("q", 2, moments, q),
                     rigid("r", 2, moments, r)},
                    {line_of("distance", "p", {}, p), line_of("distance", "q", p, q, {{"a", "p"}}),
                     line_of("strut", "r", q, r, {{"a", "q"}, {"spring", {{"stiffness", 50}}}})},
                    falling);
  };
  expect_alike(pendulum({}), pendulum({{0.1, 0.2, 0.25}}), GetParam());
}

Json rod(char const* name, Real x, Real about_axis) {
  return rigid(name, 1, {{about_axis, 1. / 12, 1. / 12}}, {{x, 0, 0}});
}

/// Two rods on hinges about one direction, in a plane scene and in space.
TEST_P(ZeroMoments, RodsOnHingesMoveAsWithAnyMoment) {
  auto const pendulum = [](Json const& plane, Real about_axis) {
    return with(scene_of({rod("p", 0.5, about_axis), rod("q", 1.5, about_axis)},
                         {joint_at("hinge", "p", {}, y_axis),
                          joint_at("hinge", "q", {{1, 0, 0}}, y_axis, {{"a", "p"}})},
                         falling),
                plane);
  };
  for (Json const& plane : {Json::object(), Json{{"plane", "xz"}}})
    expect_alike(pendulum(plane, 0), pendulum(plane, 0.01), GetParam());
}

/// A rod in free motion in space, held at its ends by springs.
TEST_P(ZeroMoments, RodsWithForcesOnTheirAxisMoveAsWithItsOtherMoment) {
  auto const scene = [](Real about_axis) {
    Json const spring = {{"spring", {{"stiffness", 40}}}};
    return scene_of({with(rod("p", 0, about_axis), {{"angular_velocity", {0, 1, 2}}})},
                    {line_of("strut", "p", {{-0.5, 0, 1}}, {{-0.5, 0, 0}}, spring),
                     line_of("strut", "p", {{0.5, 0.3, 1}}, {{0.5, 0, 0}}, spring)},
                    falling);
  };
  expect_alike(scene(0), scene(1. / 12), GetParam(), 40);
  JointRun run(scene(0), 0.001, GetParam(), "cascade");
  for (int k = 0; k < 300; ++k) run.step();
  Vec3 const e = rotate(run.pose().q_WB, x_axis);
  EXPECT_NEAR(dot(angular(run.twist()), e), 0, 0.02);
}

TEST(ZeroMoments, AreRefusedWhereTheRotationHasNoEquation) {
  auto const found = [](Json const& inertia, Json const& more, Json joint, Json const& scene_more) {
    Json scene = {{"bodies", {with(with(rod("p", 0.5, 0), {{"inertia", inertia}}), more)}}};
    if (!joint.is_null()) scene["joints"] = {joint};
    scene.update(scene_more);
    return refusal([&] { JointRun(scene, 0.01); });
  };
  Json const none = Json::object(), point = {0, 0, 0}, thin = {0, 1. / 12, 1. / 12};
  Json const hinge = joint_at("hinge", "p", {}, y_axis), along = joint_at("hinge", "p", {}, x_axis);
  Json const ball = ball_at("p", {{0.5, 0.1, 0}}), sphere = sphere_shape(0.1);
  EXPECT_EQ(found(point, none, ball_at("p", {{0.5, 0, 0}}), none), "");
  EXPECT_EQ(found(point, none, nullptr, none), "");
  EXPECT_EQ(found(point, none, joint_at("slider", "p", {}, y_axis), none), "");
  EXPECT_EQ(found(thin, none, ball, {{"plane", "xz"}}).find("inertia"), std::string::npos);
  EXPECT_EQ(found(thin, {{"shapes", sphere}, {"friction", 0}}, nullptr, none), "");
  auto const says = [](std::string const& text, char const* what) {
    EXPECT_THAT(text, HasSubstr("bodies/0/inertia: found"));
    EXPECT_THAT(text, HasSubstr(what));
  };
  says(found(point, none, hinge, none), "moments that are all zero, beside joint \"joint 0\"");
  says(found(thin, none, along, none), "about an axis, beside joint \"joint 0\"");
  says(found(thin, none, ball, none), "joint 0");
  says(found(point, {{"torque", {0, 0, 1}}}, nullptr, none), "a torque");
  says(found(thin, {{"angular_velocity", {1, 0, 0}}}, nullptr, none), "an angular velocity");
  says(found(point, {{"shapes", sphere}}, nullptr, none), "with friction");
  says(found({0, 0, 1}, none, nullptr, none), "not positive definite");
  says(found({0, 1, 2}, none, nullptr, none), "not positive definite");
}

}  // namespace
}  // namespace orthant::test::zero_moments
