// Joints at places that are not unique, and half a turn away.
#include "orthant/tests/conformance/relation_items.hpp"

namespace orthant::test::joints {
namespace {

Real const round_off = 1e-14;

TEST(Placement, IsClosedUpsideDownToo) {
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

TEST(HingeJoint, ATurnByHalfIsNotClosedInBetween) {
  // c_4, c_5 vanish for z_A = -z_B as well; every way there passes through |(c_4, c_5)| = 1.
  JointItem const item;
  auto const c = HingeJoint::gap(item, Pose<>{}, Pose<>{{}, rotation(x_axis, quarter)});
  EXPECT_NEAR(hypot(c[3], c[4]), 1, round_off);
}

}  // namespace
}  // namespace orthant::test::joints
