// Newton's method with the exact geometric stiffness converges quadratically for every joint, for
// all laws along a coordinate and for contacts, with every integrator with J at its unknown end or
// middle; it is refused where it has no effect.
#include <algorithm>

#include "tests/config/refusal.hpp"
#include "tests/joints/bead.hpp"
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

/// Two asymmetric bodies in fast rotation, with joints between them or with the world.
Json pair(std::vector<Json> joints) {
  if (!joints.empty()) joints[0]["a"] = "other";
  Vec3 const moments{{.1, .2, .25}};
  return scene_of({rigid("other", 1, moments, {{-0.4, 0, 0}}, {}, {{0.5, -1, 0.8}}),
                   rigid("body", 1, moments, {{0.5, 0.2, 0.1}}, {{0.3, 1, -0.4}}, {{-1, 2, 1.5}})},
                  joints, falling);
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
      EXPECT_LE(next, 120 * now * now + 1e-12) << what << " step " << k << " iteration " << i;
    }
  }
}

class EveryType : public testing::TestWithParam<std::string> {};

/// Held at position or velocity level, or yielding; and springs, motors, active limits, and dry
/// friction along every coordinate.
TEST_P(EveryType, ConvergesQuadraticallyWithAllItsLaws) {
  auto const type = joint_types_of_serial().at(GetParam());
  Real const at = type.frames == Frames::two_points ? 1 : 0;
  Json const plain = joint_of(GetParam(), {{0.05, 0, 0}}, {{0.1, 0.2, 1}}, {{1, 0, -0.1}});
  std::vector<Json> const laws = {
      {{"spring", {{"stiffness", 100}, {"damping", 0.5}, {"rest", at + 0.2}}}},
      {{"spring", {{"force", {{-1, -100}, {0, -10}, {0.2, 0}, {1, 20}}}, {"rest", at}}},
       {"damper", {{"force", {{-2, -1}, {0, 0}, {2, 0.5}}}}}},
      {{"motor", {{"type", "position"}, {"kp", 50}, {"kd", 1}, {"target", at + 0.2}}}},
      {{"motor", {{"type", "velocity"}, {"kd", 1}, {"target", 0.4}}}},
      {{"limits", {{"lower", at + 0.02}, {"compliance", 1e-2}}}},
      {{"friction", 0.5}}};
  for (auto const& integrator : turning_integrators()) {
    auto const expect = [&](Json const& joint, char const* friction) {
      expect_quadratic(pair({joint}), integrator, newton("exact", friction),
                       integrator.dump() + joint.dump());
    };
    std::string const part = type.linear_rows > 0 ? "" : "angular_";
    if (type.has_rows)
      for (Json const& more : {Json::object(), Json{{"level", "velocity"}, {"baumgarte", 0.5}},
                               Json{{part + "compliance", 1e-3}, {part + "damping", 20}}})
        expect(with(plain, more), "w_newton");
    for (auto const& slot : type.coordinates)
      for (auto const& law : laws) {
        Json joint = plain;
        (std::string(slot.key).empty() ? joint : joint[slot.key]).update(law);
        expect(joint, "alart_curnier");
      }
  }
}

std::vector<std::string> all_types() {
  std::vector<std::string> out;
  for (auto const& [name, type] : joint_types_of_serial())
    if (type.has_rows || !type.coordinates.empty()) out.push_back(name);
  return out;
}
INSTANTIATE_TEST_SUITE_P(GeometricStiffness, EveryType, testing::ValuesIn(all_types()), by_type);

/// A coupling with all functions of coordinates of three joints, held or with laws along it.
TEST(GeometricStiffness, OfCouplingsMakesConvergenceQuadratic) {
  std::vector<Json> const free = {
      joint_at("universal", "body", {{0.05, 0, 0}}, y_axis,
               {{"name", "cross"}, {"axis_b", {0, 0, 1}}}),
      line_of("strut", "body", {{0, 0.5, 1}}, {{0.6, 0.2, 0.1}}, {{"name", "rod"}})};
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
      auto joints = free;
      joints.push_back(with({{"type", "coupling"}, {"of", of}}, more));
      expect_quadratic(pair(joints), integrator, newton("exact", "alart_curnier"),
                       integrator.dump() + more.dump());
    }
}

/// A body that rolls and turns on a fixed one, for every kind of touching features: the normal of a
/// plane is fixed, the others turn with both bodies. Rows of published models depend on u- too.
TEST(GeometricStiffness, OfContactsMakesConvergenceQuadratic) {
  Json const plane = {{"type", "half_space"}}, ball = {{"type", "sphere"}, {"radius", 0.3}},
             rod = {{"type", "capsule"}, {"radius", 0.3}, {"length", 2}},
             egg = {{"type", "ellipsoid"}, {"half_axes", {.35, .25, .3}}},
             pebble = {{"type", "ellipsoid"}, {"half_axes", {.2, .25, .3}}},
             cube = {{"type", "box"}, {"size", {.4, .4, .4}}};
  Real const half = std::sqrt(0.5), tilt = 0.3250575836718682;
  struct Case {
    Json table, shape;
    Real height;
    Vec3 rotation = {};  // of the body: vector part of a quaternion over its scalar part
    char const* model = "";
  };
  for (Case const& c : {Case{plane, ball, 0.3},
                        {plane, cube, 0.2 * std::sqrt(3.), {{tilt, -tilt, 0}}},
                        {plane, pebble, 0.3},
                        {ball, ball, 0.6},
                        {rod, ball, 0.6, {{1, 0, 0}}},
                        {rod, rod, 0.6, {{0, 1, 0}}},
                        {egg, egg, 0.6},
                        {rod, egg, 0.6},
                        {ball, egg, 0.6},
                        {egg, egg, 0.599, {}, "mujoco"},
                        {egg, egg, 0.599, {}, "sap"}}) {
    bool const published = *c.model != 0;
    Json fixed = {{"name", "other"}, {"motion", "fixed"}, {"friction", 2}, {"shapes", {c.table}}};
    if (c.table == rod) fixed["orientation"] = {half, half, 0, 0};
    auto const q = normalised(Quat<>{1, c.rotation[0], c.rotation[1], c.rotation[2]});
    Json const body = with(pair({})["bodies"][1], {{"position", {0, 0, c.height}},
                                                   {"velocity", {0.1, 0.2, 0}},
                                                   {"orientation", {q.w, q.x, q.y, q.z}},
                                                   {"friction", 2},
                                                   {"shapes", {c.shape}}});
    Json scene = {{"bodies", {fixed, body}}};
    if (published) scene["contact"] = {{"model", c.model}, {"overlap_tolerance", 1}};
    for (auto const& integrator : turning_integrators())
      expect_quadratic(scene, integrator,
                       newton("exact", published ? "associated" : "alart_curnier"),
                       integrator.dump() + c.table.dump() + c.shape.dump() + c.model, 0.005);
  }
}

/// The effect of two taut springs, with h^2 k/m = 40. So the first step of implicit Euler ends at
/// v/(1 + 40), and the displacement is negligible in the next steps.
TEST(Bead, IsHeldByTautSpringsAtLongSteps) {
  auto all = turning_integrators();
  all.push_back("linearly_implicit");
  for (auto const& integrator : all)
    for (char const* how : {"lumped", "exact"}) {
      if (integrator == "linearly_implicit" && std::string(how) != "exact") continue;
      JointRun run(bead(0.4, 0.01), 0.01, integrator, newton(how));
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
    JointRun run(bead(0.4, 0.01), 0.01, integrator, newton("exact"));
    run.step();
    EXPECT_NEAR(run.twist()[2], 0.01 / 41, 1e-9) << integrator;
  }
}

/// Compressed springs have the opposite sign of G, and M - h^2 G is indefinite. The equations of
/// the step have the root v/(1 - 40), which L U of the saddle point finds.
TEST(Bead, BetweenPressingSpringsIsSolvedThoughTheMatrixIsIndefinite) {
  for (Json const& integrator : {turning_integrators()[0], Json("linearly_implicit")}) {
    JointRun run(bead(0.6, 1e-7), 0.01, integrator, newton("exact"));
    run.step();
    EXPECT_NEAR(run.twist()[2], -1e-7 / 39, 1e-13) << integrator;
  }
}

TEST(GeometricStiffness, IsRefusedWhereNothingTurns) {
  auto const message = [](Json const& integrator, Json const& solver) {
    return refusal([&] { JointRun(bead(0.4, 0.01), 0.01, integrator, solver); });
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
  EXPECT_THAT(message(turning_integrators()[0], with(newton("exact"), {{"linear", "pcr"}})),
              testing::AllOf(testing::HasSubstr("saddle_point"), testing::HasSubstr("lumped")));
}

/// A string of beads on taut springs, for which the lumped stiffness is not enough: the default
/// solver continues with the exact one. Methods that need it have it.
TEST(GeometricStiffness, IsAmongWhatTheDefaultSolverTries) {
  int const beads = 9;
  Real const l = 1. / (beads + 1);
  auto const name = [](int i) { return "bead " + std::to_string(i); };
  std::vector<Json> bodies, struts;
  for (int i = 0; i < beads; ++i)
    bodies.push_back(rigid(name(i), 0.01, {{1e-4, 1e-4, 1e-4}}, {{(i + 1) * l, 0, 0}},
                           {{0, 0, 2 * std::sin(M_PI * (i + 1) * l)}}));
  for (int i = 0; i <= beads; ++i) {  // to the next bead, or from the last one to the world
    bool const last = i == beads;
    Vec3 const a{{i * l, 0, 0}}, b{{(i + 1) * l, 0, 0}};
    struts.push_back(line_of("strut", name(last ? i - 1 : i), last ? b : a, last ? a : b,
                             {{"spring", {{"stiffness", 1e6}, {"rest", l - 1e-3}}}}));
    if (i > 0 && !last) struts.back()["a"] = name(i - 1);
  }
  for (char const* solver : {"cascade", "sequence"})
    for (Json const& integrator : {turning_integrators()[0], Json("linearly_implicit")}) {
      if (std::string(solver) == "sequence" && integrator != "linearly_implicit") continue;
      JointRun run(scene_of(bodies, struts), 0.005, integrator, solver);
      run.step(10);
      EXPECT_LT(run.pose(4).p_WB[2], 0.01) << solver << integrator;
    }
}

/// Ten rods of 0.1 kg that carry a thousand times their mass, released at 45 degrees.
TEST(GeometricStiffness, MakesStepsOf10MillisecondsConverge) {
  Json const chain = {
      {"assemblies", {{{"type", "chain"}, {"links", 10}, {"tip_mass", 100}, {"angle", 45}}}}};
  int const steps = 50;
  auto const course = [&](char const* stiffness) {
    JointRun run(chain, 0.01, turning_integrators()[0],
                 {{"type", "newton"},
                  {"ncp", "fischer_burmeister"},
                  {"friction", "w_newton"},
                  {"scaling", "row_sum"},
                  {"step", "full"},
                  {"tolerance", 1e-9},
                  {"geometric_stiffness", stiffness},
                  {"max_iterations", 60}});
    std::pair<int, int> converged_and_iterations;
    for (int k = 0; k < steps; ++k) {
      auto const& solve = run.simulation->step().solve;
      converged_and_iterations.first += solve.converged();
      converged_and_iterations.second += solve.iterations;
    }
    return converged_and_iterations;
  };
  auto const off = course("off"), lumped = course("lumped"), exact = course("exact");
  EXPECT_LT(off.first, steps / 2);
  EXPECT_EQ(exact.first, steps);
  EXPECT_LE(exact.second, 8 * steps);
  EXPECT_GT(lumped.first, off.first);
}

/// One factorisation a step, and one more at the start for the impulses in G.
TEST(LinearlyImplicit, TakesOneLinearSolveAStep) {
  JointRun run(bead(0.4, 0.01), 0.01, "linearly_implicit", newton("exact"));
  for (int k = 0; k < 5; ++k)
    EXPECT_EQ(run.simulation->step().solve.linear_solves, k == 0 ? 2 : 1) << k;
}

}  // namespace
}  // namespace orthant::test::turning
