// Of many normal impulses that solve a step, those of least norm: closed forms, every method and
// integrator, and costs.
#include <nlohmann/json.hpp>

#include "tests/physics/scenes.hpp"

namespace orthant::test::least_norm {
namespace {

constexpr Real h = 0.01, m = 2, half = 0.1, weight = m * 9.81;  // [s], [kg], [m], [N]

/// A cube on its four corners.
char const* const cube = R"({
  "contact": {"least_norm": 1e-4},
  "bodies": [
    {"name": "floor", "motion": "fixed", "friction": 0.4, "shapes": [{"type": "half_space"}]},
    {"name": "cube", "mass": 2, "friction": 0.4, "position": [0, 0, 0.1],
     "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]}]})";

std::string part(Real nu) { return "contact.least_norm=" + json(nu); }
std::string pull(Vec3 const& force) { return "bodies.1.force=" + json(force); }
Changes const sliding_and_spinning{"bodies.1.velocity=[1,0.3,0]",
                                   "bodies.1.angular_velocity=[0,0,4]"};

Real yaw(Pose<> const& X) { return 2 * std::atan2(X.q_WB.z, X.q_WB.w); }

Trial trial_of(Json const& integrator, Json const& solver, Changes const& changes) {
  return Trial(cube, h, {.whole_solver = solver.dump(), .whole_integrator = integrator.dump()},
               changes);
}

/// With the weight w off the middle by d, the forces of least norm on the corners (x, y) = (+-a,
/// +-a) are affine in the position:
///   f = w/4 (1 + (x d_x + y d_y)/a^2)
Real largest_error(Simulation& simulation, Real d_x, Real d_y, Real share = 1) {
  Pose<> const X = simulation.snapshot().pose[1];
  auto const contacts = simulation.last_step().contact_impulses();
  EXPECT_EQ(contacts.size(), 4u);
  Real worst = 0;
  for (auto const& c : contacts) {
    Vec3 const r = c.place.point_W - X.p_WB;
    Real const f = share * weight / 4 * (1 + (r[0] * d_x + r[1] * d_y) / (half * half));
    worst = larger(worst, fabs(c.impulse[0] * c.force_per_impulse - f));
  }
  return worst / weight;
}

std::vector<Json> integrators() {
  std::vector<Json> out;
  for (auto const& name : plug_ins("integrator")) out.push_back({{"type", name}});
  for (char const* matrices : {"start", "iterate"})
    out.push_back({{"type", "implicit_euler"}, {"matrices", matrices}});
  return out;
}

class Shared : public testing::TestWithParam<Json> {};

/// A force at the centre of a sticking box: its moment is that of a weight off the middle.
TEST_P(Shared, AStillLoadOffTheMiddleHasItsClosedFormAndDoesNotDrift) {
  Vec3 const F{{3, -5, 0}};
  for (char const* level : {"position", "velocity"}) {
    SCOPED_TRACE(level);
    auto of = trial_of(GetParam(), Json{{"type", "newton"}, {"tolerance", 1e-11}},
                       {pull(F), std::string("contact.level=\"") + level + "\""});
    auto& s = of.simulation();
    auto const run = [&](int steps) {
      for (int k = 0; k < steps; ++k) EXPECT_TRUE(s.step().solve.converged()) << k;
      return s.snapshot();
    };
    auto const settled = run(100).pose[1];
    EXPECT_LT(norm(settled.p_WB - Vec3{{0, 0, half}}), 1e-7);
    auto const end = run(1000);
    EXPECT_LT(norm(end.pose[1].p_WB - settled.p_WB), 1e-9);
    EXPECT_LT(fabs(yaw(end.pose[1]) - yaw(settled)), 1e-8);
    EXPECT_LT(norm(end.twist[1]), 1e-8);
    EXPECT_LT(largest_error(s, half * F[0] / weight, half * F[1] / weight), 1e-5);
    EXPECT_LT(s.measure()[0].penetration, 1e-7);
  }
}

/// A sliding cube is pressed on its leading corners: f = w/4 (1 + mu x/a), v_k = v - k h mu g.
TEST_P(Shared, WhatSlidesStraightHasItsClosedForm) {
  auto of = trial_of(GetParam(), "newton", {"bodies.1.velocity=[2,0,0]"});
  auto& s = of.simulation();
  for (int k = 0; k < 30; ++k) EXPECT_TRUE(s.step().solve.converged()) << k;
  EXPECT_NEAR(s.snapshot().twist[1][0], 2 - 30 * h * 0.4 * 9.81, 1e-4);
  EXPECT_NEAR(yaw(s.snapshot().pose[1]), 0, 1e-9);
  EXPECT_LT(largest_error(s, 0.4 * half, 0), 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Integrators, Shared, testing::ValuesIn(integrators()),
                         [](auto const& test) {
                           return std::string(test.param["type"]) + "_" +
                                  test.param.value("matrices", "");
                         });

/// From the first step on, before contacts have sunk, up to a relative error of nu.
TEST(LeastNorm, IsTheLimitAsEpsilonFalls) {
  auto const error = [&](Real nu) {
    Trial trial(cube, h, {.tolerance = 1e-13}, {part(nu), pull({{3, -5, 0}})});
    trial.run(1);
    return largest_error(trial.simulation(), half * 3 / weight, -half * 5 / weight);
  };
  Real const coarse = error(1e-3), fine = error(5e-4);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_NEAR(coarse / fine, 2, 0.01);
}

/// Impulses of compliant contacts are unique already.
TEST(LeastNorm, IsNoneOfContactsThatYield) {
  Changes soft{"bodies.1.compliance=1e-6", pull({{3, -5, 0}})};
  Trial with(cube, h, {}, soft);
  soft.push_back(part(0));
  Trial without(cube, h, {}, soft);
  for (int k = 0; k < 20; ++k) {
    with.run(1);
    without.run(1);
    ASSERT_EQ(with.position("cube")[0], without.position("cube")[0]);
    ASSERT_EQ(with.position("cube")[2], without.position("cube")[2]);
  }
}

Real angle_by(Settings const& settings) {
  Trial trial(cube, h, settings, sliding_and_spinning);
  trial.run(40);
  return yaw(trial.pose("cube"));
}

/// Complementarity functions, forms of friction and scalings, which without least_norm end 8 %
/// apart.
TEST(LeastNorm, EveryMethodSlidesAndSpinsTheSameWay) {
  Real const expected = angle_by({});
  EXPECT_GT(expected, 0.3);
  auto const same = [&](Settings const& settings) {
    SCOPED_TRACE(testing::Message() << settings.solver << ", " << settings << ", "
                                    << settings.scaling << ", " << settings.step);
    EXPECT_NEAR(angle_by(settings), expected, 1e-6);
  };
  for (char const* friction : {"w_newton", "alart_curnier"})
    for (auto const& ncp : plug_ins("NCP function"))
      if (!is_or_tends_to_minimum_map(ncp)) same({.ncp = ncp, .friction = friction});
  for (char const* friction : {"de_saxce", "soc_fischer_burmeister"})
    same({.ncp = "", .friction = friction});
  for (auto const& scaling : plug_ins("scaling")) same({.scaling = scaling});
  for (char const* step : {"full", "nonmonotone"}) same({.step = step});
  for (char const* solver : {"cascade", "proximal_newton", "taylor_path", "hybrid"})
    same({.solver = solver});
}

/// A cube that falls flat separates at e times its speed of impact, less at most nu (1 + e) of it,
/// and comes to rest.
TEST_P(Shared, ImpactsAreOffByEpsilonAtMost) {
  for (Real e : {0., 0.5, 1.}) {
    SCOPED_TRACE(e);
    auto of = trial_of(GetParam(), "newton",
                       {"bodies.1.restitution=" + json(e), "bodies.1.velocity=[0,0,-1]",
                        "gravity=[0,0,0]", part(1e-3)});
    auto& s = of.simulation();
    EXPECT_TRUE(s.step().solve.converged());
    EXPECT_NEAR(s.snapshot().twist[1][2], e, 2 * 1e-3 * (1 + e));
    EXPECT_NEAR(s.snapshot().twist[1][3], 0, 1e-9);
  }
}

TEST_P(Shared, WhatBouncesComesToRest) {
  auto of = trial_of(GetParam(), Json{{"type", "newton"}, {"tolerance", 1e-11}},
                     {"bodies.1.restitution=0.5", "bodies.1.position=[0,0,0.15]"});
  auto& s = of.simulation();
  for (int k = 0; k < 200; ++k) EXPECT_TRUE(s.step().solve.converged()) << k;
  auto const end = s.snapshot();
  EXPECT_LT(norm(end.twist[1]), 1e-8);
  EXPECT_LT(largest_error(s, 0, 0), 1e-5);
}

}  // namespace
}  // namespace orthant::test::least_norm
