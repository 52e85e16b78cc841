// Point masses and slender rods: bodies without moments of inertia where these are of no effect.
#include "orthant/tests/integrators/simulations.hpp"
#include "tests/config/refusal.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test::zero_moments {
namespace {

constexpr Real g = 9.81;

class ZeroMoments : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EachWay, ZeroMoments, testing::ValuesIn(one_of_each_way()),
                         [](auto const& test) { return name_of(test.param); });

Json mass(char const* name, Vec3 const& at, Json const& inertia, Vec3 const& velocity = {}) {
  return {{"name", name},
          {"mass", 2},
          {"inertia", inertia},
          {"position", json_of(at)},
          {"velocity", json_of(velocity)}};
}

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
  auto const pendulum = [](Json const& inertia) {
    Json const joints = {
        {{"type", "distance"}, {"b", "p"}, {"point_a", {0, 0, 0}}, {"point_b", {1, 0, 0}}},
        {{"type", "distance"},
         {"a", "p"},
         {"b", "q"},
         {"point_a", {1, 0, 0}},
         {"point_b", {1, 1, 0}}},
        {{"type", "strut"},
         {"a", "q"},
         {"b", "r"},
         {"point_a", {1, 1, 0}},
         {"point_b", {2, 1, 0}},
         {"spring", {{"stiffness", 50}}}}};
    return Json{{"bodies",
                 {mass("p", {{1, 0, 0}}, inertia, {{0, 0.5, 0}}), mass("q", {{1, 1, 0}}, inertia),
                  mass("r", {{2, 1, 0}}, inertia)}},
                {"joints", joints}};
  };
  expect_alike(pendulum({0, 0, 0}), pendulum({0.1, 0.2, 0.25}), GetParam());
}

/// On a circle at the angle a to the vertical: w^2 = g/(L cos a).
TEST(ZeroMoments, APointMassIsAConicalPendulum) {
  Real const a = 0.6, L = 1.5, w = std::sqrt(g / (L * std::cos(a))), r = L * std::sin(a);
  Vec3 const at{{r, 0, -L * std::cos(a)}};
  Json const scene = {
      {"bodies", {mass("p", at, {0, 0, 0}, {{0, r * w, 0}})}},
      {"joints",
       {{{"type", "distance"}, {"b", "p"}, {"point_a", {0, 0, 0}}, {"point_b", json_of(at)}}}}};
  JointRun run(scene, 0.002, "variational");
  for (int k = 1; k <= 1000; ++k) {
    run.step();
    Real const t = k * run.h;
    Vec3 const right{{r * std::cos(w * t), r * std::sin(w * t), at[2]}};
    EXPECT_LE(norm(run.pose().p_WB - right), 1e-4) << k;
  }
}

Json rod(char const* name, Real x, Real about_axis) {
  return {{"name", name},
          {"mass", 1},
          {"inertia", {about_axis, 1. / 12, 1. / 12}},
          {"position", {x, 0, 0}}};
}

/// Two rods on hinges about one direction, in a plane scene and in space.
TEST_P(ZeroMoments, RodsOnHingesMoveAsWithAnyMoment) {
  auto const pendulum = [](Json const& plane, Real about_axis) {
    Json out = {
        {"bodies", {rod("p", 0.5, about_axis), rod("q", 1.5, about_axis)}},
        {"joints",
         {{{"type", "hinge"}, {"b", "p"}, {"point", {0, 0, 0}}, {"axis", {0, 1, 0}}},
          {{"type", "hinge"}, {"a", "p"}, {"b", "q"}, {"point", {1, 0, 0}}, {"axis", {0, 1, 0}}}}}};
    out.update(plane);
    return out;
  };
  for (Json const& plane : {Json::object(), Json{{"plane", "xz"}}})
    expect_alike(pendulum(plane, 0), pendulum(plane, 0.01), GetParam());
}

/// A rod on a hinge at its end: a'' = -3/2 g/L sin a.
TEST(ZeroMoments, ARodIsAPendulum) {
  JointRun run(
      {{"bodies", {rod("p", 0.5, 0)}},
       {"joints", {{{"type", "hinge"}, {"b", "p"}, {"point", {0, 0, 0}}, {"axis", {0, 1, 0}}}}}},
      0.001, "implicit_midpoint");
  Real x = 0, v = 0;  // below the horizontal
  for (int k = 0; k < 1000; ++k) {
    run.step();
    int const parts = 20;
    Real const d = run.h / parts;
    for (int i = 0; i < parts; ++i) {  // leapfrog
      x += 0.5 * d * v;
      v += d * 1.5 * g * std::cos(x);
      x += 0.5 * d * v;
    }
    EXPECT_NEAR(run.pose().p_WB[2], -0.5 * std::sin(x), 1e-4);
  }
}

/// A rod in free motion in space, held at its ends by springs.
TEST_P(ZeroMoments, RodsWithForcesOnTheirAxisMoveAsWithItsOtherMoment) {
  auto const scene = [](Real about_axis) {
    Json const spring = {{"stiffness", 40}};
    Json body = rod("p", 0, about_axis);
    body["angular_velocity"] = {0, 1, 2};
    return Json{{"bodies", {body}},
                {"joints",
                 {{{"type", "strut"},
                   {"b", "p"},
                   {"point_a", {-0.5, 0, 1}},
                   {"point_b", {-0.5, 0, 0}},
                   {"spring", spring}},
                  {{"type", "strut"},
                   {"b", "p"},
                   {"point_a", {0.5, 0.3, 1}},
                   {"point_b", {0.5, 0, 0}},
                   {"spring", spring}}}}};
  };
  expect_alike(scene(0), scene(1. / 12), GetParam(), 40);
  JointRun run(scene(0), 0.001, GetParam(), "cascade");
  for (int k = 0; k < 300; ++k) run.step();
  Vec3 const e = rotate(run.pose().q_WB, x_axis);
  EXPECT_NEAR(dot(angular(run.twist()), e), 0, 0.02);
}

TEST(ZeroMoments, AreRefusedWhereTheRotationHasNoEquation) {
  auto const found = [](Json const& inertia, Json const& more, Json joint, Json const& scene_more) {
    Json body = rod("p", 0.5, 0);
    body["inertia"] = inertia;
    body.update(more);
    Json scene = {{"bodies", {body}}};
    if (!joint.is_null()) {
      joint["b"] = "p";
      scene["joints"] = {joint};
    }
    scene.update(scene_more);
    return refusal([&] { JointRun(scene, 0.01); });
  };
  Json const none = Json::object(), point = {0, 0, 0}, thin = {0, 1. / 12, 1. / 12};
  Json const hinge = {{"type", "hinge"}, {"point", {0, 0, 0}}, {"axis", {0, 1, 0}}};
  Json const along = {{"type", "hinge"}, {"point", {0, 0, 0}}, {"axis", {1, 0, 0}}};
  Json const ball = {{"type", "ball"}, {"point", {0.5, 0.1, 0}}};
  Json const sphere = {{{"type", "sphere"}, {"radius", 0.1}}};
  EXPECT_EQ(found(point, none, {{"type", "ball"}, {"point", {0.5, 0, 0}}}, none), "");
  EXPECT_EQ(found(point, none, nullptr, none), "");
  EXPECT_EQ(
      found(point, none, {{"type", "slider"}, {"point", {0, 0, 0}}, {"axis", {0, 1, 0}}}, none),
      "");
  EXPECT_EQ(found(thin, none, ball, {{"plane", "xz"}}).find("inertia"), std::string::npos);
  EXPECT_EQ(found(thin, {{"shapes", sphere}, {"friction", 0}}, nullptr, none), "");
  auto const says = [](std::string const& text, char const* what) {
    EXPECT_THAT(text, HasSubstr("bodies/0/inertia: found"));
    EXPECT_THAT(text, HasSubstr(what));
  };
  says(found(point, none, hinge, none), "zero moments, beside joint \"joint 0\"");
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
