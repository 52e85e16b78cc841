// Joints: closed where they were placed, and free in exactly the allowed motions.
#include <Eigen/Dense>

#include "tests/constraints/relation_items.hpp"
#include "tests/dense.hpp"

namespace orthant::test::joints {
namespace {

template <class Joint>
class EveryJoint : public ::testing::Test {};
TYPED_TEST_SUITE(EveryJoint, AsTypes<Joints>, ByName);

Real const round_off = 1e-14;  // lever arms of a few metres

TYPED_TEST(EveryJoint, IsClosedWhereItWasPlaced) {
  Dice dice(51);
  for (int i = 0; i < 200; ++i) {
    auto const [item, A, B] = closed_joint<TypeParam>(dice);
    auto const c = TypeParam::gap(item, A, B);
    for (int r = 0; r < TypeParam::rows; ++r) EXPECT_NEAR(c[r], 0, round_off);
  }
}

TYPED_TEST(EveryJoint, IsClosedUpsideDownToo) {
  // At the axis -z the shortest rotation from z is not unique.
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
    auto const [item, A, B] = closed_joint<TypeParam>(dice);
    Mat<TypeParam::rows, 6> J_A, J_B;
    TypeParam::jacobian(item, A, B, J_A, J_B);
    Eigen::MatrixXd J(TypeParam::rows, 6);
    for (int r = 0; r < TypeParam::rows; ++r)
      for (int k = 0; k < 6; ++k) J(r, k) = J_B[r][k];
    EXPECT_GT(singular_values(J)[TypeParam::rows - 1], 0.05);
  }
}

/// The row for motions along (or, after the linear rows, about) an axis of the frame; or -1.
template <class Joint>
int row_of(bool rotation, int axis) {
  for (int r = rotation ? Joint::linear_rows : 0; r < (rotation ? Joint::rows : Joint::linear_rows);
       ++r)
    if (Joint::axes[r] == axis) return r;
  return -1;
}

/// The axis e_k of the closed joint's frame, in the world.
template <class Joint>
Vec3 frame_axis(Posed<Joint> const& closed, int k) {
  return axis_of(joint_frame(closed.B, closed.item.X_BJ), k);
}

TYPED_TEST(EveryJoint, LeavesItsOwnMotionsFreeAndBlocksAllElse) {
  Dice dice(53);
  for (int i = 0; i < 200; ++i) {
    auto const closed = closed_joint<TypeParam>(dice);
    auto const& [item, A, B] = closed;
    Mat<TypeParam::rows, 6> J_A, J_B;
    TypeParam::jacobian(item, A, B, J_A, J_B);
    Vec3 const arm = rotate(B.q_WB, item.X_BJ.p_WB);
    for (int k = 0; k < 3; ++k) {
      Vec3 const e = frame_axis(closed, k);
      // B rotates about the joint's point, or moves
      for (auto const& [rotation, u] :
           {std::pair(true, stacked(cross(arm, e), e)), std::pair(false, stacked(e, {}))}) {
        auto const speed = J_B * u;
        bool const free = row_of<TypeParam>(rotation, k) < 0;
        EXPECT_NEAR(norm(speed), free ? 0 : 1, round_off * 10) << rotation << " axis " << k;
      }
    }
  }
}

/// The gap equals the motion to third order in the angle, or exactly in the length; in the row of
/// that axis unless rows are in world axes, with the correct sign.
TYPED_TEST(EveryJoint, SmallMotionsShowAsTheirSize) {
  Dice dice(54);
  Real const size = 1e-3;
  auto const closed = closed_joint<TypeParam>(dice);
  auto const& [item, A, B] = closed;
  Vec3 const x_C = at(B, item.X_BJ.p_WB);
  for (int k = 0; k < 3; ++k) {
    for (bool const is_angular : {false, true}) {
      Vec3 const axis = frame_axis(closed, k);
      Pose<> const rotated{{}, rotation(axis, is_angular ? size : 0)};
      Pose<> const moved{x_C - rotate(rotated.q_WB, x_C) + (is_angular ? 0 : size) * axis,
                         rotated.q_WB};
      auto const c = TypeParam::gap(item, A, moved * B);
      int const row = row_of<TypeParam>(is_angular, k);
      auto const frames = TypeParam::type().frames;
      bool const of_length = frames == Frames::two_points || frames == Frames::link;
      // A distance changes at second order across its line; a link only in the directions that its
      // hinge does not see.
      Real const third_order = is_angular || frames == Frames::link ? size * size * size : 0;
      Real const second_order = of_length ? size * size : 0;
      Real const within = third_order + (row < 0 ? second_order : 0) + 10 * round_off;
      EXPECT_NEAR(norm(c), row < 0 ? 0 : size, within) << is_angular << " axis " << k;
      if (row >= 0 && (is_angular || !TypeParam::world_axes)) {
        EXPECT_NEAR(c[row], size, within);
      }
    }
  }
}

TEST(HingeJoint, ATurnByHalfIsNotClosedInBetween) {
  // c_4, c_5 vanish for z_A = -z_B as well; every way there passes through |(c_4, c_5)| = 1.
  JointItem const item;
  auto const c = HingeJoint::gap(item, Pose<>{}, Pose<>{{}, rotation(x_axis, quarter)});
  EXPECT_NEAR(hypot(c[3], c[4]), 1, round_off);
}

}  // namespace
}  // namespace orthant::test::joints
