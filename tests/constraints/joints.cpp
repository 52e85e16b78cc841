// Joints: closed where they were placed, and free in exactly the motions that they leave.
#include <Eigen/Dense>

#include "constraints/register.hpp"
#include "tests/constraints/relation_items.hpp"

namespace orthant::test {
namespace {

template <class Joint>
class EveryJoint : public ::testing::Test {};
TYPED_TEST_SUITE(EveryJoint, AsTypes<Joints>, ByName);

Real const round_off = 1e-14;  // arms of a few metres

TYPED_TEST(EveryJoint, IsClosedWhereItWasPlaced) {
  Dice dice(51);
  for (int i = 0; i < 200; ++i) {
    auto const [item, A, B] = closed_joint(dice);
    auto const c = TypeParam::gap(item, A, B);
    for (int r = 0; r < TypeParam::rows; ++r) EXPECT_NEAR(c[r], 0, round_off);
  }
}

TYPED_TEST(EveryJoint, IsClosedUpsideDownToo) {
  // the axis -z is where the shortest turn from z is not unique
  for (Real const tilt : {0., 1e-100, 1e-12, 1e-9, 1e-6, 1e-4, 1e-2}) {
    Scene scene;
    scene.add({});
    JointSpec joint;
    place_joint(scene, joint, {{1, 2, 3}}, {{tilt, 0, -1}});
    Vec3 const axis = rotate(joint.X_BJ.q_WB, z_axis);
    EXPECT_LT(norm(axis - unit(Vec3{{tilt, 0, -1}})), round_off) << tilt;
  }
}

TYPED_TEST(EveryJoint, RowsAreIndependent) {
  Dice dice(52);
  for (int i = 0; i < 100; ++i) {
    auto const [item, A, B] = closed_joint(dice);
    Mat<TypeParam::rows, 6> J_A, J_B;
    TypeParam::jacobian(item, A, B, J_A, J_B);
    Eigen::MatrixXd J(TypeParam::rows, 6);
    for (int r = 0; r < TypeParam::rows; ++r)
      for (int k = 0; k < 6; ++k) J(r, k) = J_B[r][k];
    auto const values = Eigen::JacobiSVD<Eigen::MatrixXd>(J).singularValues();
    EXPECT_GT(values[TypeParam::rows - 1], 0.05);
  }
}

TYPED_TEST(EveryJoint, LeavesItsOwnTurnsFreeAndBlocksAllElse) {
  Dice dice(53);
  for (int i = 0; i < 200; ++i) {
    auto const [item, A, B] = closed_joint(dice);
    Mat<TypeParam::rows, 6> J_A, J_B;
    TypeParam::jacobian(item, A, B, J_A, J_B);
    Vec3 const arm = rotate(B.q_WB, item.X_BJ.p_WB);
    auto const speed = [&](Vec3 const& w) {  // of rows, as B turns about the joint's point
      return norm(J_B * stacked(cross(arm, w), w));
    };
    for (int k = 0; k < 3; ++k) {
      Vec3 e;
      e[k] = 1;
      Vec3 const axis = rotate(B.q_WB, rotate(item.X_BJ.q_WB, e));
      bool const free = k == 2 || !TypeParam::has_axis;
      EXPECT_NEAR(speed(axis), free ? 0 : 1, round_off * 10) << "axis " << k;
    }
    Vec3 const v = dice.direction();
    EXPECT_NEAR(norm(J_B * stacked(v, {})), 1, round_off);
  }
}

TYPED_TEST(EveryJoint, SmallTurnsShowAsTheirAngle) {
  Dice dice(54);
  Real const angle = 1e-3;
  auto const [item, A, B] = closed_joint(dice);
  Vec3 const x_C = at(B, item.X_BJ.p_WB);
  for (int k = 0; k < 3; ++k) {
    Vec3 e;
    e[k] = 1;
    Vec3 const axis = rotate(B.q_WB, rotate(item.X_BJ.q_WB, e));
    Pose<> const turned{{}, turn(axis, angle)};
    Pose<> const about{x_C - rotate(turned.q_WB, x_C), turned.q_WB};
    auto const c = TypeParam::gap(item, A, about * B);
    Real drift = 0;
    for (int r = 0; r < TypeParam::rows; ++r) drift = hypot(drift, c[r]);
    bool const free = k == 2 || !TypeParam::has_axis;
    EXPECT_NEAR(drift, free ? 0 : std::sin(angle), 10 * round_off);
  }
}

TEST(HingeJoint, ATurnByHalfIsNotClosedInBetween) {
  // c_4, c_5 vanish for z_A = -z_B as well; every way there passes through |(c_4, c_5)| = 1.
  JointItem const item;
  auto const c = HingeJoint::gap(item, Pose<>{}, Pose<>{{}, turn(x_axis, quarter)});
  EXPECT_NEAR(hypot(c[3], c[4]), 1, round_off);
}

}  // namespace
}  // namespace orthant::test
