// Rotors along coordinates of joints: their inertia, momentum and energy.
#include "orthant/core/config/error.hpp"
#include "tests/joints/parts.hpp"

namespace orthant::test::rotors {
namespace {

constexpr Real g = 10;

bool takes_rotors(Json const& integrator) {
  return integrator["type"] != "bdf2" && integrator["type"] != "generalised_alpha";
}
std::vector<Json> those_with_rotors() {
  std::vector<Json> out;
  for (auto const& each : one_of_each_way())
    if (takes_rotors(each)) out.push_back(each);
  return out;
}

class RotorsOf : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EachWay, RotorsOf, testing::ValuesIn(those_with_rotors()), by_integrator);

/// A rod of mass 2 whose centre is 1 m below a hinge about y, with a rotor of 3 kg m^2.
Json pendulum(Real speed) {
  return scene_of(
      {rigid("rod", 2, {{0.5, 0.5, 0.5}}, {{0, 0, -1}}, {{-speed, 0, 0}}, {{0, speed, 0}})},
      {joint_at("hinge", "rod", {}, y_axis, {{"rotor_inertia", 3}})}, {{0, 0, -g}});
}

/// A pendulum of small swings has the period 2 pi sqrt((I_rod + m l^2 + I)/(m g l)), and is where
/// it was after one.
TEST_P(RotorsOf, SlowAPendulum) {
  Real const period = 2 * M_PI * std::sqrt((0.5 + 2 + 3) / (2 * g)), speed = 1e-3;
  int const steps = 2000;
  Real const w = 2 * M_PI / period;
  JointRun run(pendulum(speed), period / steps, GetParam(), solver_of(GetParam()));
  run.step(steps);
  EXPECT_NEAR(2 * run.pose().q_WB.y * w / speed, 0, 2e-3);
  EXPECT_NEAR(run.twist()[4] / speed, 1, 0.02);
}

/// Two rods in line on hinges about y at 0 and 1, centres in the middle, with rotors of I_1 and I_2
/// along both angles. With the absolute angles a_1, a_2 the kinetic energy is
///   1/2 (J + 1/4 + 1) a_1'^2 + 1/2 (J + 1/4) a_2'^2 + 1/2 a_1' a_2'
///   + 1/2 I_1 a_1'^2 + 1/2 I_2 (a_2' - a_1')^2
TEST(Rotors, ActBetweenTwoBodies) {
  Real const J = 0.2, I_1 = 0.7, I_2 = 1.3, tau = 5;
  Vec3 const moments{{J, J, J}};
  JointRun run(
      scene_of({rigid("0", 1, moments, {{0.5, 0, 0}}), rigid("1", 1, moments, {{1.5, 0, 0}})},
               {joint_at("hinge", "0", {}, y_axis, {{"rotor_inertia", I_1}}),
                joint_at("hinge", "1", {{1, 0, 0}}, y_axis,
                         {{"a", "0"},
                          {"rotor_inertia", I_2},
                          {"motor", {{"type", "force"}, {"value", tau}}}})}),
      1e-3, "moreau_jean");
  run.step();
  Real const a = J + 1.25 + I_1 + I_2, b = 0.5 - I_2, d = J + 0.25 + I_2;
  Real const det = a * d - b * b;
  EXPECT_NEAR(run.twist(0)[4] / 1e-3, (d * -tau - b * tau) / det, 1e-10);
  EXPECT_NEAR(run.twist(1)[4] / 1e-3, (-b * -tau + a * tau) / det, 1e-10);
}

/// An arm that turns about z, with a sleeve along it and a rotor of I along the sleeve:
///   (m + I) r'' = m r w^2,    (J + m r^2) w = constant
struct Sleeve {
  static constexpr Real J = 2, m = 1, I = 1.5;
  Real r = 1, rate = 0.3, w = 1.2, L = (J + m) * 1.2;

  static Json scene() {
    return scene_of(
        {rigid("arm", 1, {{1.5, 1.5, 1.5}}, {}, {}, {{0, 0, 1.2}}),
         rigid("sleeve", 1, {{0.5, 0.5, 0.5}}, {{1, 0, 0}}, {{0.3, 1.2, 0}}, {{0, 0, 1.2}})},
        {joint_at("hinge", "arm", {}, z_axis),
         joint_at("slider", "sleeve", {{1, 0, 0}}, x_axis, {{"a", "arm"}, {"rotor_inertia", I}})});
  }
  /// Its distance after one second.
  Real end() const {
    return integrated(Vec<2>{{r, rate}}, 1, 1000, [&](Vec<2> const& y) {
      Real const turn = L / (J + m * y[0] * y[0]);
      return Vec<2>{{y[1], m * y[0] * turn * turn / (m + I)}};
    })[0];
  }
};

Real error_of(Json const& integrator, Real h) {
  JointRun run(Sleeve::scene(), h, integrator, solver_of(integrator));
  run.step(static_cast<int>(std::lround(1 / h)));
  return std::abs(norm(run.pose(1).p_WB) - Sleeve().end());
}

/// The coordinate's direction turns; half the step gives a half or a quarter of the error.
TEST_P(RotorsOf, KeepTheOrderOfTheMethod) {
  Real const coarse = error_of(GetParam(), 0.02), fine = error_of(GetParam(), 0.01);
  EXPECT_LT(coarse, 0.05);
  EXPECT_GT(coarse / fine, orders(GetParam()).state == 2 ? 3.6 : 1.7);
}

/// Two bodies in free space on a hinge with a motor. The bodies alone keep linear and angular
/// momentum: a rotor that only its inertia along the coordinate describes pushes both equally, and
/// has none of its own.
TEST_P(RotorsOf, ConserveMomentumOfBodies) {
  Vec3 const moments{{0.2, 0.3, 0.4}}, v{{0, 1, 0}};
  Json const scene = scene_of(
      {rigid("a", 1, moments, {}, v), rigid("b", 2, moments, {{1, 0, 0}}, v)},
      {joint_at(
          "hinge", "b", {{0.3, 0, 0}}, z_axis,
          {{"a", "a"}, {"rotor_inertia", 0.6}, {"motor", {{"type", "force"}, {"value", 2}}}})});
  JointRun run(scene, 0.01, GetParam(), solver_of(GetParam()));
  auto const first = run.simulation->measure()[0];
  run.step(50);
  auto const last = run.simulation->measure()[0];
  std::string const type = GetParam()["type"];
  bool const symmetric = type == "implicit_midpoint" || type == "variational";
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(last.momentum[i], first.momentum[i], 1e-9);
    EXPECT_NEAR(last.angular_momentum[i], first.angular_momentum[i], symmetric ? 1e-6 : 0.05);
  }
  EXPECT_GT(run.twist(1)[5], 0.4);
}

TEST(Rotors, HaveKineticEnergy) {
  JointRun run(Sleeve::scene(), 0.01);
  Real const of_bodies = 0.5 * Sleeve::J * 1.44 + 0.5 * (0.09 + 1.44);
  EXPECT_NEAR(run.simulation->measure()[0].kinetic, of_bodies + 0.5 * Sleeve::I * 0.09, 1e-12);
}

/// No energy drifts away, and the watch over energy is silent.
TEST(Rotors, KeepEnergy) {
  for (char const* integrator : {"implicit_midpoint", "variational"}) {
    auto scene = Sleeve::scene();
    scene["joints"][1]["spring"] = {{"stiffness", 30}};
    JointRun run(scene, 0.01, integrator);
    Real const first = run.simulation->measure()[0].energy();
    for (int k = 0; k < 1000; ++k) {
      EXPECT_FALSE(run.simulation->step().gains_energy);
      EXPECT_NEAR(run.simulation->measure()[0].energy() / first, 1, 2e-3) << integrator;
    }
  }
}

TEST(Rotors, AreRefusedWhereMomentumIsExtrapolated) {
  for (char const* integrator : {"bdf2", "generalised_alpha"})
    EXPECT_THROW(JointRun(Sleeve::scene(), 0.01, integrator), Error) << integrator;
}

}  // namespace
}  // namespace orthant::test::rotors
