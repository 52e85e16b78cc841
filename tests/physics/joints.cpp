// Joints stay closed and carry loads with every linear solver.
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

INSTANTIATE_TEST_SUITE_P(EverySolver, Joints, testing::ValuesIn(every_linear_solver()), name_of);

}  // namespace
}  // namespace orthant::test::joints
