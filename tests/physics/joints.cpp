// Joints stay closed, carry loads, conserve energy, and deform by their compliance.
#include "tests/physics/scenes.hpp"

namespace orthant::test::joints {
namespace {

constexpr Real g = 9.81;

/// A horizontal rod of one metre on a ball joint at the origin; it also swings out of its plane.
char const* const pendulum = R"({
  "bodies": [{"name": "rod", "mass": 2, "position": [0.5, 0, 0], "velocity": [0, 1, 0],
              "angular_velocity": [0, 0, 2], "shapes": [{"type": "box", "size": [1, 0.1, 0.1]}]}],
  "joints": [{"type": "ball", "b": "rod", "point": [0, 0, 0]}]})";

/// Two such rods in line, on hinges about y.
char const* const double_pendulum = R"({
  "bodies": [
    {"name": "upper", "mass": 2, "position": [0.5, 0, 0], "collide": false,
     "shapes": [{"type": "box", "size": [1, 0.1, 0.1]}]},
    {"name": "lower", "mass": 1, "position": [1.5, 0, 0], "collide": false,
     "shapes": [{"type": "box", "size": [1, 0.1, 0.1]}]}],
  "joints": [
    {"type": "hinge", "b": "upper", "point": [0, 0, 0], "axis": [0, 1, 0]},
    {"type": "hinge", "a": "upper", "b": "lower", "point": [1, 0, 0], "axis": [0, 1, 0]}]})";

char const* const still = "bodies.0.velocity=[0,0,0]";
char const* const no_spin = "bodies.0.angular_velocity=[0,0,0]";

class Joints : public testing::TestWithParam<Settings> {};

/// Rows c/h are accurate to 1e-10 m/s, so c to 1e-12 m.
TEST_P(Joints, StayClosed) {
  for (char const* scene : {pendulum, double_pendulum}) {
    Trial trial(scene, 0.005, GetParam());
    for (int k = 0; k < 200; ++k) {
      trial.run(1);
      EXPECT_LE(trial.measures().joint_error, 1e-12);
      EXPECT_LE(trial.measures().joint_error_angular, 1e-12);
    }
    EXPECT_GT(trial.measures().drift, 0.5);
  }
}

/// The same from snapshots: the distance of the rods' ends.
TEST_P(Joints, KeepTheRodsEndsTogether) {
  Trial trial(double_pendulum, 0.005, GetParam());
  Vec3 const half = 0.5 * x_axis;
  for (int k = 0; k < 200; ++k) {
    trial.run(1);
    auto const upper = trial.pose("upper"), lower = trial.pose("lower");
    EXPECT_LE(norm(at(upper, -half)), 1e-10);
    EXPECT_LE(norm(at(upper, half) - at(lower, -half)), 1e-10);
    EXPECT_LE(norm(rotate(upper.q_WB, y_axis) - y_axis), 1e-10);
  }
}

/// Relative to the largest kinetic energy.
Real worst_energy_error(char const* scene, Real h, Settings const& settings) {
  Trial trial(scene, h, settings);
  auto const energy = [&] {
    auto const m = trial.measures();
    return m.kinetic + m.potential;
  };
  Real const before = energy();
  Real worst = 0, kinetic = 0;
  for (int k = 0; k < std::lround(0.8 / h); ++k) {
    trial.run(1);
    worst = std::max(worst, std::abs(energy() - before));
    kinetic = std::max(kinetic, trial.measures().kinetic);
  }
  return worst / kinetic;
}

TEST_P(Joints, KeepTheEnergyToFirstOrder) {
  for (char const* scene : {pendulum, double_pendulum}) {
    Real const coarse = worst_energy_error(scene, 0.002, GetParam());
    Real const fine = worst_energy_error(scene, 0.001, GetParam());
    EXPECT_LT(fine, 0.03);
    EXPECT_NEAR(coarse / fine, 2, 0.2);
  }
}

/// A rod released from the horizontal passes the lowest point after a quarter of its period:
/// K(sin 45 deg) / w0, w0^2 = m g d / I, I = m (1 + 0.1^2) / 12 + m d^2.
TEST_P(Joints, LetAPendulumSwingWithItsPeriod) {
  Real const d = 0.5, I_over_m = 1.01 / 12 + d * d;
  Real const exact = std::comp_ellint_1(std::sqrt(0.5)) / std::sqrt(g * d / I_over_m);
  auto const error = [&](Real h) {
    Trial trial(pendulum, h, GetParam(), {still, no_spin});
    Real before = d;
    for (int k = 1; k * h < 2; ++k) {
      trial.run(1);
      Real const now = trial.position("rod")[0];
      if (now <= 0) return std::abs((k - now / (now - before)) * h - exact);
      before = now;
    }
    return HUGE_VAL;
  };
  Real const fine = error(0.001);
  EXPECT_LT(fine, 0.002);
  EXPECT_GT(error(0.002) / fine, 1.8);  // first order or better
}

/// At rest from the start, impulses are weights times h, up to the accuracy of rows. A row with an
/// error of 1e-10 m/s in one step and the opposite error in the next changes the momentum of the
/// bodies below by m 2e-10. The sixth link hangs on six such rows: 0.5 kg (1 + ... + 6) 2e-10 =
/// 2.1e-9 N s.
TEST_P(Joints, CarryWhatHangsOnThem) {
  Real const h = 0.01;
  Trial trial(R"({"assemblies": [{"type": "chain", "links": 6, "mass": 0.5, "angle": 0}]})", h,
              GetParam());
  trial.run(20);
  auto const joints = trial.simulation().last_step().joint_impulses();
  ASSERT_EQ(joints.size(), 6u);
  for (int k = 0; k < 6; ++k) {
    EXPECT_EQ(joints[k].a, k - 1);  // -1: the world
    EXPECT_EQ(joints[k].b, k);
    EXPECT_NEAR(joints[k].impulse[0], 0, 1e-9);
    EXPECT_NEAR(joints[k].impulse[1], 0, 1e-9);
    EXPECT_NEAR(joints[k].impulse[2], (6 - k) * 0.5 * g * h, 2.1e-9);
  }
}

/// A mass on a compliant joint, e its extension and w its speed downwards:
///   w+ = w + h g - h e+/(C m),   e+ = e + h w+
TEST_P(Joints, YieldByTheirCompliance) {
  Real const h = 0.01, m = 2, C = 1e-3;
  Trial trial(pendulum, h, GetParam(),
              {still, no_spin, "bodies.0.position=[0,0,-0.5]", "joints.0.compliance=" + json(C)});
  Real e = 0, w = 0;
  for (int k = 0; k < 1500; ++k) {
    trial.run(1);
    w = (w + h * g - h * e / (C * m)) / (1 + h * h / (C * m));
    e += h * w;
    if (k < 100) {
      // Errors of 1e-10 m/s a step, which the damped oscillation does not amplify.
      EXPECT_NEAR(-0.5 - trial.position("rod")[2], e, 1e-10);
      EXPECT_NEAR(trial.simulation().last_step().joint_impulses()[0].impulse[2], h * e / C, 1e-8);
    }
  }
  // A row accurate to 1e-10 m/s, and a momentum defect of m times that.
  EXPECT_NEAR(-0.5 - trial.position("rod")[2], C * m * g, (h + C * m / h) * 1e-10);
  EXPECT_NEAR(trial.simulation().last_step().joint_impulses()[0].impulse[2], m * g * h,
              (h * h / C + m) * 1e-10);
}

std::vector<Settings> linear_solvers() {
  std::vector<Settings> out;
  for (auto const& linear : plug_ins("linear solver"))
    for (char const* matrices : {"start", "iterate"})
      out.push_back({.linear = linear, .matrices = matrices});
  return out;
}
INSTANTIATE_TEST_SUITE_P(EverySolver, Joints, testing::ValuesIn(linear_solvers()), name_of);

}  // namespace
}  // namespace orthant::test::joints
