// Couplings of the coordinates of joints, against closed forms, equations of one degree of freedom,
// and equivalent gears, racks, screws and cams.
#include "tests/joints/couplings.hpp"

namespace orthant::test::couplings {
namespace {

class Couplings : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Two, Couplings, testing::ValuesIn(two_integrators()), by_integrator);

/// By harmonics of the angle, by its powers and by points, over several turns of a spinning screw.
TEST_P(Couplings, ThatBendMoveByTheirInertiaWithTheOrderOfTheIntegrator) {
  for (auto const& f : {wave(), polynomial(), table("spline"), table("cubic")}) {
    Real const T = 0.3, spin = 20;
    Json const scene = press(term("screw", f.given), Json::object(), spin, f.at(0).slope * spin);
    Real const exact = rotated(f, spin, T);
    auto const error = [&](int steps) {
      JointRun run(scene, T / steps, GetParam(), solver);
      UnwrappedAngle unwrapped;
      for (int k = 0; k < steps; ++k) {
        run.step();
        Real const t = unwrapped.of(run.pose(0));
        EXPECT_NEAR(run.pose(1).p_WB[2], f.at(t).f - f.at(0).f, 1e-9) << k;
      }
      return std::abs(unwrapped.of(run.pose(0)) - exact);
    };
    // Where the second derivative jumps, accelerations do too, and no method has more than order
    // one.
    bool const jumps = f.given.value("interpolation", "") == "cubic";
    bool const second = orders(GetParam()).state == 2 && !jumps;
    Real const coarse = error(200), fine = error(1600);
    EXPECT_GT(coarse / fine, second ? 30 : 5) << f.given << " " << coarse << " " << fine;
    EXPECT_LT(fine, second ? 2e-4 : 2e-2) << f.given;
  }
}

/// The same motion, up to round-off, as with an equivalent joint.
void expect_alike(Json const& one, Json const& other, Json const& integrator, Real near = 1e-9) {
  JointRun a(one, 0.002, integrator, solver), b(other, 0.002, integrator, solver);
  for (int k = 0; k < 300; ++k) {
    a.step();
    b.step();
    for (int i = 0; i < a.simulation->bodies(); ++i) {
      ASSERT_LT(norm(a.pose(i).p_WB - b.pose(i).p_WB), near) << k;
      auto const p = a.pose(i).q_WB, q = b.pose(i).q_WB;
      ASSERT_NEAR(std::abs(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z), 1, near) << k;
      for (int c = 0; c < 6; ++c) ASSERT_NEAR(a.twist(i)[c], b.twist(i)[c], 100 * near) << k;
    }
    Real const energy = b.simulation->measure()[0].energy();
    ASSERT_NEAR(a.simulation->measure()[0].energy(), energy, 1000 * near) << k;
  }
}

TEST_P(Couplings, HoldWhatAScrewAndACamHold) {
  Real const lead = 0.015;
  Json const body =
      rigid("body", m, {{0.02, 0.03, I}}, {}, {{0, 0, 0.01 * 2 * 20 + 0.3}}, {{0, 0, 20}});
  Json const free = joint_at("cylindrical", "body", {}, z_axis, {{"name", "guide"}});
  Json const screw = with(free, {{"pitch", lead * 2 * M_PI},
                                 {"cam", {{"cosine", Json::array({-0.05})}, {"sine", {0, 0.01}}}}});
  Json const of = drive(
      {term("guide", {{"coordinate", "translation"}, {"ratio", 1}}),
       term("guide", {{"coordinate", "rotation"}, {"ratio", -lead}}),
       term("guide", {{"coordinate", "rotation"}, {"cosine", {0.05}}, {"sine", {0, -0.01}}})});
  Vec3 const down{{0, 0, -g}};
  expect_alike(scene_of({body}, {screw}, down), scene_of({body}, {free, of}, down), GetParam());
}

TEST_P(Couplings, HoldWhatGearsHold) {
  Vec3 const there{{0.5, 0, 0}};
  std::vector<Json> const wheels{wheel("a", 0.02, {}), wheel("b", 0.05, there)};
  for (Json const& more :
       {Json::object(), Json{{"compliance", 1e-4}, {"damping", 10}}, Json{{"backlash", 0.01}}}) {
    auto const held_by = [&](Json const& joint) {
      return scene_of(wheels,
                      {hinge("left", "a", {}, 0.5), hinge("right", "b", there), with(joint, more)});
    };
    Json const gear = line_of("gear", "b", {}, there,
                              {{"a", "a"}, {"axis", {0, 0, 1}}, {"teeth_a", 20}, {"teeth_b", 30}});
    expect_alike(held_by(gear), held_by(drive({ratio("left", 0.2), ratio("right", 0.3)})),
                 GetParam(), more.contains("backlash") ? 1e-7 : 1e-9);
  }
}

TEST_P(Couplings, HoldWhatARackHolds) {
  Vec3 const at{{0.05, 0, 0}};
  auto const held_by = [&](Json const& joint) {
    return scene_of({rigid("rack", m, {{0.1, 0.1, 0.1}}), wheel("pinion", 0.004, at)},
                    {joint_at("slider", "rack", {}, y_axis, {{"name", "way"}}),
                     hinge("turn", "pinion", at), joint},
                    {{0, -9.81, 0}});
  };
  Json const rack = line_of("rack", "pinion", {}, at, {{"a", "rack"}, {"axis", {0, 0, 1}}});
  expect_alike(held_by(rack), held_by(drive({ratio("way", 1), ratio("turn", 0.05)})), GetParam());
}

/// Two links of one length, the second rotated against the first by twice its angle: the end moves
/// along a straight line. One joint is between the world and A, the other between A and B.
TEST_P(Couplings, OfTwoLinksLeadAPointAlongALine) {
  auto const link = [](char const* name, Real x) {
    return rigid(name, 1, {{0.01, 0.02, 0.02}}, {{x, 0, 0}});
  };
  JointRun run(scene_of({link("first", 0.5), link("second", 1.5)},
                        {hinge("root", "first", {}, 3),
                         with(hinge("elbow", "second", {{1, 0, 0}}), {{"a", "first"}}),
                         drive({ratio("root", 2), ratio("elbow", 1)})},
                        {{-1, -2, 0}}),
               0.005, GetParam(), solver);
  for (int k = 0; k < 200; ++k) {
    run.step();
    ASSERT_NEAR(at(run.pose(1), {{0.5, 0, 0}})[1], 0, 1e-9) << k;
  }
  EXPECT_GT(std::abs(run.pose(0).p_WB[1]), 0.1);
}

constexpr Real I_a = 0.02, I_b = 0.05;

/// Two wheels with laws along n_a t_a + n_b t_b, which is free.
Json free_wheels(Real n_a, Real n_b, Json const& laws) {
  return scene_of(
      {wheel("a", I_a, {}), wheel("b", I_b, {{1, 0, 0}})},
      {hinge("left", "a", {}), hinge("right", "b", {{1, 0, 0}}),
       drive({ratio("left", n_a), ratio("right", n_b)}, with({{"held", false}}, laws))});
}

/// Wheels with a spring along c = 2 t_a - t_b:  c'' = -K (4/I_a + 1/I_b) c.
TEST_P(Couplings, ThatAreFreeHaveSpringsOfADifferential) {
  Real const K = 2, w = std::sqrt(K * (4 / I_a + 1 / I_b)), T = 0.5;
  Json const scene = free_wheels(2, -1, {{"spring", {{"stiffness", K}, {"rest", 0.1}}}});
  Real energy = 0;
  auto const error = [&](int steps) {
    JointRun run(scene, T / steps, GetParam(), solver);
    UnwrappedAngle a, b;
    Real const start = run.simulation->measure()[0].energy();
    EXPECT_NEAR(start, 0.5 * K * 0.01, 1e-15);
    for (int k = 0; k < steps; ++k) {
      run.step();
      a.of(run.pose(0));
      b.of(run.pose(1));
      energy = run.simulation->measure()[0].energy() - start;
    }
    Real const c = 2 * a.of(run.pose(0)) - b.of(run.pose(1));
    return std::abs(c - 0.1 * (1 - std::cos(w * T)));
  };
  Real const coarse = error(400), fine = error(800);
  int const order = orders(GetParam()).state;
  bool const second = order == 2 || coarse / fine > 3.4;
  EXPECT_GT(coarse / fine, order == 2 ? 3.4 : 1.6) << coarse << " " << fine;
  EXPECT_LT(std::abs(energy), second ? 1e-4 : 5e-3);
}

/// lower <= c, dry friction and a given force along c = t_a + 2 t_b, with J = (1, 2).
TEST_P(Couplings, ThatAreFreeHaveLimitsFrictionAndMotors) {
  Real const h = 0.002, F = 0.3;
  Json const motor = {{"motor", {{"type", "force"}, {"value", F}}}};
  auto const run_with = [&](Json const& laws) {
    return JointRun(free_wheels(1, 2, laws), h, GetParam(), solver);
  };
  auto pushed = run_with(motor);
  pushed.step(100);
  EXPECT_NEAR(pushed.twist(0)[5], F / I_a * 100 * h, 1e-3);
  EXPECT_NEAR(pushed.twist(1)[5], 2 * F / I_b * 100 * h, 1e-3);
  EXPECT_NEAR(pushed.reaction(0).torque_W[2], F, 1e-9);
  EXPECT_NEAR(pushed.reaction(1).torque_W[2], 2 * F, 1e-9);

  auto stopped = run_with(with(motor, {{"limits", {{"upper", 0.1}}}}));
  UnwrappedAngle a, b;
  for (int k = 0; k < 300; ++k) {
    stopped.step();
    a.of(stopped.pose(0));
    b.of(stopped.pose(1));
  }
  EXPECT_NEAR(a.of(stopped.pose(0)) + 2 * b.of(stopped.pose(1)), 0.1, 1e-5);
  EXPECT_NEAR(stopped.reaction(0).torque_W[2], 0, 1e-3) << "the limit takes what the motor gives";

  auto sliding = run_with(with(motor, {{"friction", 0.1}}));
  sliding.step(100);
  EXPECT_NEAR(sliding.twist(0)[5], (F - 0.1) / I_a * 100 * h, 1e-3);

  auto led = run_with({{"motor", {{"type", "prescribed"}, {"target", {{"rate", 3}}}}}});
  led.step(100);
  EXPECT_NEAR(led.twist(0)[5] + 2 * led.twist(1)[5], 3, 1e-3);
  EXPECT_NEAR(led.twist(0)[5] * I_a * 2, led.twist(1)[5] * I_b, 1e-9) << "impulses by J";
}

/// A body with prescribed motion counts among the two bodies; a fixed one does not, wherever it is.
TEST_P(Couplings, SeeBodiesThatDoNotReact) {
  Real const spin = 3;
  Json const carrier = {
      {"name", "carrier"}, {"motion", "kinematic"}, {"angular_velocity", {0, 0, spin}}};
  Json const stand = {{"name", "stand"},
                      {"motion", "fixed"},
                      {"position", {0.3, 0.1, 2}},
                      {"orientation", {0.8, 0, 0.6, 0}}};
  JointRun run(
      scene_of({stand, carrier, wheel("a", 0.02, {})},
               {with(hinge("on stand", "a", {}), {{"a", "stand"}}),
                joint_at("torsion", "a", {}, z_axis, {{"name", "against"}, {"a", "carrier"}}),
                drive({ratio("on stand", 1), ratio("against", 1)})}),
      0.002, GetParam(), solver);
  run.step(500);
  EXPECT_NEAR(run.twist(2)[5], spin / 2, 1e-4);
  UnwrappedAngle a, c;
  EXPECT_NEAR(a.of(run.pose(2)), 0.5 * c.of(run.pose(1)), 1e-8);
}

/// Functions store no energy: the energy is that of the bodies, or of a spring along c.
TEST(CouplingEnergy, IsKept) {
  for (Json const& more : {Json::object(), Json{{"compliance", 1e-5}},
                           Json{{"held", false}, {"spring", {{"stiffness", 3e4}}}}})
    for (auto const& f : {wave(), table("spline")})
      for (char const* integrator : {"implicit_midpoint", "variational"}) {
        JointRun run(press(term("screw", f.given), more, 20, f.at(0).slope * 20), 0.001, integrator,
                     solver);
        Real const start = run.simulation->measure()[0].energy();
        Real most = 0;
        for (int k = 0; k < 1000; ++k) {
          run.step();
          most = std::max(most, std::abs(run.simulation->measure()[0].energy() - start));
        }
        EXPECT_LT(most, 0.02) << integrator << f.given << more;
      }
}

}  // namespace
}  // namespace orthant::test::couplings
