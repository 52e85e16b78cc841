// Newton's method with the exact geometric stiffness converges quadratically for every joint, for
// all laws along a coordinate and for contacts, with every integrator with J at its unknown end or
// middle; it is refused where it has no effect.
#include <algorithm>

#include "orthant/core/config/error.hpp"
#include "tests/joints/every_joint.hpp"

namespace orthant::test::turning {
namespace {

std::vector<Json> turning_integrators() {
  return {{{"type", "implicit_euler"}, {"matrices", "iterate"}},
          {{"type", "moreau_jean"}, {"matrices", "iterate"}},
          {{"type", "implicit_midpoint"}},
          {{"type", "generalised_alpha"}},
          {{"type", "bdf2"}}};
}

Json newton(std::string const& stiffness, std::string const& friction = "w_newton") {
  Json const unregularised = {{"type", "falling"}, {"rho", 0}, {"floor", 0}};
  return {{"type", "newton"},      {"geometric_stiffness", stiffness},
          {"friction", friction},  {"tolerance", 1e-11},
          {"max_iterations", 200}, {"regularisation", unregularised}};
}

/// Two asymmetric bodies in fast rotation, with `joint` between them.
Json pair(Json joint) {
  auto const body = [](char const* name, Vec3 const& x, Vec3 const& v, Vec3 const& w) {
    return Json{{"name", name},
                {"mass", 1},
                {"inertia", {.1, .2, .25}},
                {"position", json_of(x)},
                {"velocity", json_of(v)},
                {"angular_velocity", json_of(w)}};
  };
  joint["a"] = "other";
  Json scene = {{"bodies",
                 {body("other", {{-0.4, 0, 0}}, {}, {{0.5, -1, 0.8}}),
                  body("body", {{0.5, 0.2, 0.1}}, {{0.3, 1, -0.4}}, {{-1, 2, 1.5}})}},
                {"joints", {joint}}};
  return scene;
}

Real size_of(Residuals const& r) {
  return std::max({r.joint, r.joint_angular, r.normal, r.friction, r.normal_angular,
                   r.friction_angular, r.dynamics, r.dynamics_angular});
}

/// Finally each iteration squares the error, up to round-off; without the stiffness it reduces the
/// error by a factor. Later stages are counted anew.
void expect_quadratic(Json const& scene, Json const& integrator, Json solver,
                      std::string const& what, Real h = 0.02) {
  JointRun run(scene, h, integrator, solver);
  for (int k = 0; k < 4; ++k) {
    auto const& report = run.simulation->step();
    ASSERT_TRUE(report.solve.converged()) << what << " step " << k;
    auto const& history = report.solve.history;
    for (std::size_t i = 1; i + 1 < history.size() && history[i + 1].iteration > 0; ++i) {
      EXPECT_LT(i, 7u) << what << " step " << k;
      Real const now = size_of(history[i].residual), next = size_of(history[i + 1].residual);
      if (now > 1e-2) continue;
      // Where the reach is not h/2, the lever arms of laws are at the pose without their impulses:
      // G does not contain the rotation by (1/2 - sigma) h J, h/6 J in bdf2.
      auto const type = integrator["type"].get<std::string>();
      Real const unknown = type == "bdf2" || type == "generalised_alpha" ? 3e-3 * now : 0;
      EXPECT_LE(next, 50 * now * now + unknown + 1e-12)
          << what << " step " << k << " iteration " << i;
    }
  }
}

class EveryType : public testing::TestWithParam<std::string> {};

TEST_P(EveryType, HeldByPositionOrVelocityOrYielding) {
  for (auto const& integrator : turning_integrators())
    for (Json const& more : {Json::object(), Json{{"level", "velocity"}, {"baumgarte", 0.5}},
                             Json{{"compliance", 1e-3}, {"damping", 20}}}) {
      Json joint = joint_of(GetParam(), {{0.05, 0, 0}}, {{0.1, 0.2, 1}}, {{1, 0, -0.1}});
      joint.update(more);
      expect_quadratic(pair(joint), integrator, newton("exact"), integrator.dump() + joint.dump());
    }
}
INSTANTIATE_TEST_SUITE_P(GeometricStiffness, EveryType, testing::ValuesIn(every_joint()), by_type);

/// Springs, motors, active limits, and dry friction, along every coordinate.
TEST(GeometricStiffness, OfAllThatActsAlongACoordinateMakesConvergenceQuadratic) {
  auto const laws = [](Real at) -> std::vector<Json> {
    return {{{"spring", {{"stiffness", 100}, {"damping", 0.5}, {"rest", at + 0.2}}}},
            {{"spring", {{"force", {{-1, -100}, {0, -10}, {0.2, 0}, {1, 20}}}, {"rest", at}}},
             {"damper", {{"force", {{-2, -1}, {0, 0}, {2, 0.5}}}}}},
            {{"motor", {{"type", "position"}, {"kp", 50}, {"kd", 1}, {"target", at + 0.2}}}},
            {{"motor", {{"type", "velocity"}, {"kd", 1}, {"target", 0.4}}}},
            {{"limits", {{"lower", at + 0.02}, {"compliance", 1e-2}}}},
            {{"friction", 0.5}}};
  };
  for (auto const& [name, type] : joint_types_of_serial())
    for (auto const& slot : type.coordinates)
      for (auto const& law : laws(type.frames == Frames::two_points ? 1 : 0))
        for (auto const& integrator : turning_integrators()) {
          Json joint = joint_of(name, {{0.05, 0, 0}}, {{0.1, 0.2, 1}}, {{1, 0, -0.1}});
          if (std::string const key = slot.key; key.empty())
            joint.update(law);
          else
            joint[key] = law;
          expect_quadratic(pair(joint), integrator, newton("exact", "alart_curnier"),
                           integrator.dump() + joint.dump());
        }
}

/// A coupling with all functions of coordinates of three joints, held or with laws along it.
TEST(GeometricStiffness, OfCouplingsMakesConvergenceQuadratic) {
  Json const free = pair({{"name", "cross"},
                          {"type", "universal"},
                          {"b", "body"},
                          {"point", {0.05, 0, 0}},
                          {"axis", {0, 1, 0}},
                          {"axis_b", {0, 0, 1}}});
  Json const rod = {{"name", "rod"},
                    {"type", "strut"},
                    {"b", "body"},
                    {"point_a", {0, 0.5, 1}},
                    {"point_b", {0.6, 0.2, 0.1}}};
  Json const of = {{{"joint", "cross"}, {"coordinate", "rotation_a"}, {"ratio", -0.5}},
                   {{"joint", "cross"}, {"coordinate", "rotation_b"}, {"sine", {1, 0.3}}},
                   {{"joint", "rod"}, {"cosine", {0.1}}, {"sine", {0.4}}, {"period", 3}}};
  for (Json const& more : std::vector<Json>{
           Json::object(),
           {{"compliance", 1e-3}, {"damping", 20}},
           {{"held", false}, {"spring", {{"stiffness", 100}, {"rest", 0.2}}}},
           {{"held", false}, {"spring", {{"force", {{-1, -100}, {0, 0}, {1, 20}}}, {"rest", 0.1}}}},
           {{"held", false}, {"limits", {{"lower", 0.02}, {"compliance", 1e-2}}}},
           {{"held", false}, {"friction", 0.5}}})
    for (auto const& integrator : turning_integrators()) {
      Json scene = free, coupling = {{"type", "coupling"}, {"of", of}};
      coupling.update(more);
      scene["joints"].push_back(rod);
      scene["joints"].push_back(coupling);
      expect_quadratic(scene, integrator, newton("exact", "alart_curnier"),
                       integrator.dump() + more.dump());
    }
}

/// A body that rolls and turns on a fixed one, for every kind of touching features: the normal of a
/// plane is fixed, the others turn with both bodies.
TEST(GeometricStiffness, OfContactsMakesConvergenceQuadratic) {
  auto const plane = Json{{"type", "half_space"}};
  auto const ball = Json{{"type", "sphere"}, {"radius", 0.3}};
  auto const rod = Json{{"type", "capsule"}, {"radius", 0.3}, {"length", 2}};
  auto const egg = Json{{"type", "ellipsoid"}, {"half_axes", {.35, .25, .3}}};
  struct Case {
    Json table, shape;
    Real height;
    Vec3 rotation;  // of the body: vector part of a quaternion over its scalar part
  };
  for (Case const& c : {Case{plane, ball, 0.3, {}},
                        {plane,
                         {{"type", "box"}, {"size", {.4, .4, .4}}},
                         0.2 * std::sqrt(3.),
                         {{0.3250575836718682, -0.3250575836718682, 0}}},
                        {plane, {{"type", "ellipsoid"}, {"half_axes", {.2, .25, .3}}}, 0.3, {}},
                        {ball, ball, 0.6, {}},
                        {rod, ball, 0.6, {{1, 0, 0}}},
                        {rod, rod, 0.6, {}},
                        {egg, egg, 0.6, {}},
                        {rod, egg, 0.6, {}},
                        {ball, egg, 0.6, {}}}) {
    Json fixed = {{"name", "other"}, {"motion", "fixed"}, {"friction", 2}, {"shapes", {c.table}}};
    Real const half = std::sqrt(0.5);
    if (c.table == rod) fixed["orientation"] = {half, half, 0, 0};
    auto const q = normalised(Quat<>{1, c.rotation[0], c.rotation[1], c.rotation[2]});
    Json body = pair(Json::object())["bodies"][1];
    body.update({{"position", {0, 0, c.height}},
                 {"orientation", {q.w, q.x, q.y, q.z}},
                 {"friction", 2},
                 {"shapes", {c.shape}}});
    if (c.shape == rod) body["orientation"] = {half, 0, half, 0};
    body["velocity"] = {0.1, 0.2, 0};
    Json const scene = {{"bodies", {fixed, body}}};
    for (auto const& integrator : turning_integrators())
      expect_quadratic(scene, integrator, newton("exact", "alart_curnier"),
                       integrator.dump() + c.table.dump() + c.shape.dump(), 0.005);
  }
}

/// Rows that also depend on u-, of an egg that rolls on another.
TEST(GeometricStiffness, OfPublishedContactsMakesConvergenceQuadratic) {
  Json const egg = {{"type", "ellipsoid"}, {"half_axes", {.35, .25, .3}}};
  Json const fixed = {{"name", "other"}, {"motion", "fixed"}, {"friction", 2}, {"shapes", {egg}}};
  Json body = pair(Json::object())["bodies"][1];
  body.update({{"position", {0, 0, 0.599}}, {"friction", 2}, {"shapes", {egg}}});
  body["velocity"] = {0.1, 0.2, 0};
  for (char const* model : {"mujoco", "sap"})
    for (auto const& integrator : turning_integrators()) {
      Json const scene = {{"bodies", {fixed, body}},
                          {"contact", {{"model", model}, {"overlap_tolerance", 1}}}};
      expect_quadratic(scene, integrator, newton("exact", "associated"), integrator.dump() + model,
                       0.005);
    }
}

/// The effect of two taut springs on a bead of 0.1 kg that moves across them at 0.01 m/s: a lateral
/// stiffness 2 F/L = 4e4 N/m with h^2 k/m = 40. So the first step of implicit Euler ends at v/(1 +
/// 40), and the displacement is negligible in the next steps.
Json bead(Real rest) {
  Json scene = {{"gravity", {0, 0, 0}},
                {"bodies",
                 {{{"name", "body"},
                   {"mass", 0.1},
                   {"inertia", {1, 1, 1}},
                   {"position", {0.5, 0, 0}},
                   {"velocity", {0, 0, 0.01}}}}},
                {"joints", Json::array()}};
  for (int x : {0, 1})
    scene["joints"].push_back({{"type", "strut"},
                               {"b", "body"},
                               {"point_a", {x, 0, 0}},
                               {"point_b", {0.5, 0, 0}},
                               {"spring", {{"stiffness", 1e5}, {"rest", rest}}}});
  return scene;
}

TEST(Bead, IsHeldByTautSpringsAtLongSteps) {
  auto all = turning_integrators();
  all.push_back("linearly_implicit");
  for (auto const& integrator : all)
    for (char const* how : {"lumped", "exact"}) {
      if (integrator == "linearly_implicit" && std::string(how) != "exact") continue;
      JointRun run(bead(0.4), 0.01, integrator, newton(how));
      Real most = 0;
      for (int k = 0; k < 60; ++k) {
        run.step();
        most = std::max(most, norm(run.pose().p_WB - Vec3{{0.5, 0, 0}}));
      }
      // the midpoint rule conserves energy: an amplitude of v/omega = 0.01/sqrt(4e5)
      bool const keeps = integrator.is_object() && (integrator["type"] == "implicit_midpoint" ||
                                                    integrator["type"] == "generalised_alpha");
      EXPECT_LT(most, keeps ? 1.582e-5 : 1e-5) << integrator << how;
    }
  for (Json const& integrator : {turning_integrators()[0], Json("linearly_implicit")}) {
    JointRun run(bead(0.4), 0.01, integrator, newton("exact"));
    run.step();
    EXPECT_NEAR(run.twist()[2], 0.01 / 41, 1e-9) << integrator;
  }
}

/// Compressed springs have the opposite sign of G, and M - h^2 G is indefinite. The equations of
/// the step have the root v/(1 - 40), which L U of the saddle point finds.
TEST(Bead, BetweenPressingSpringsIsSolvedThoughTheMatrixIsIndefinite) {
  for (Json const& integrator : {turning_integrators()[0], Json("linearly_implicit")}) {
    Json scene = bead(0.6);
    scene["bodies"][0]["velocity"] = {0, 0, 1e-7};
    JointRun run(scene, 0.01, integrator, newton("exact"));
    run.step();
    EXPECT_NEAR(run.twist()[2], -1e-7 / 39, 1e-13) << integrator;
  }
}

TEST(GeometricStiffness, IsRefusedWhereNothingTurns) {
  auto const message = [](Json const& integrator, Json const& solver) -> std::string {
    try {
      JointRun run(bead(0.4), 0.01, integrator, solver);
    } catch (Error const& error) {
      return error.what();
    }
    return "";
  };
  for (char const* how : {"lumped", "exact"})
    for (Json const& integrator :
         {Json{{"type", "implicit_euler"}, {"matrices", "start"}}, Json("semi_implicit_euler"),
          Json{{"type", "moreau_jean"}, {"matrices", "start"}}, Json("variational")})
      EXPECT_THAT(message(integrator, newton(how)),
                  testing::HasSubstr("solver/geometric_stiffness"))
          << integrator;
  EXPECT_THAT(message("linearly_implicit", newton("off")),
              testing::HasSubstr("solver/geometric_stiffness"));
  EXPECT_THAT(message("linearly_implicit", "interior_point"), testing::HasSubstr("newton"));
  EXPECT_EQ(message("linearly_implicit", "newton"), "");
}

/// A string of beads on taut springs, for which the lumped stiffness is not enough: the default
/// solver continues with the exact one. Methods that need it have it.
TEST(GeometricStiffness, IsAmongWhatTheDefaultSolverTries) {
  int const beads = 9;
  Json scene = {{"gravity", {0, 0, 0}}, {"bodies", Json::array()}, {"joints", Json::array()}};
  Real const l = 1. / (beads + 1);
  for (int i = 1; i <= beads; ++i)
    scene["bodies"].push_back({{"name", "bead " + std::to_string(i)},
                               {"mass", 0.01},
                               {"inertia", {1e-4, 1e-4, 1e-4}},
                               {"position", {i * l, 0, 0}},
                               {"velocity", {0, 0, 2 * std::sin(M_PI * i * l)}}});
  for (int i = 0; i <= beads; ++i) {
    Json strut = {{"type", "strut"},
                  {"point_a", {i * l, 0, 0}},
                  {"point_b", {(i + 1) * l, 0, 0}},
                  {"spring", {{"stiffness", 1e6}, {"rest", l - 1e-3}}}};
    if (i == beads) std::swap(strut["point_a"], strut["point_b"]);
    if (i > 0 && i < beads) strut["a"] = "bead " + std::to_string(i);
    strut["b"] = "bead " + std::to_string(i < beads ? i + 1 : i);
    scene["joints"].push_back(strut);
  }
  for (char const* solver : {"cascade", "sequence"})
    for (Json const& integrator : {turning_integrators()[0], Json("linearly_implicit")}) {
      if (std::string(solver) == "sequence" && integrator != "linearly_implicit") continue;
      JointRun run(scene, 0.005, integrator, solver);
      run.step(10);
      EXPECT_LT(run.pose(4).p_WB[2], 0.01) << solver << integrator;
    }
}

/// One factorisation a step, and one more at the start for the impulses in G.
TEST(LinearlyImplicit, TakesOneLinearSolveAStep) {
  JointRun run(bead(0.4), 0.01, "linearly_implicit", newton("exact"));
  for (int k = 0; k < 5; ++k)
    EXPECT_EQ(run.simulation->step().solve.linear_solves, k == 0 ? 2 : 1) << k;
}

}  // namespace
}  // namespace orthant::test::turning
