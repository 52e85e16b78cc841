// The angles of a gimbal are those of the rotations that it is made of.
#include "orthant/constraints/relations/coordinates/gimbal_angles.hpp"
#include "orthant/core/math/pose.hpp"
#include "orthant/tests/conformance/relation_items.hpp"

namespace orthant::test::gimbal {
namespace {

TEST(Gimbal, AnglesAreThoseOfItsThreeRotations) {
  Dice dice(44);
  for (int i = 0; i < 500; ++i) {
    auto posed = random_item<GimbalAngleX>(dice);
    Vec3 const angle{{dice.between(-3.1, 3.1), dice.between(-1.5, 1.5), dice.between(-3.1, 3.1)}};
    auto const X_WJ = posed.A * posed.item.X_AJ;
    auto const R = rotation_about({{1, 0, 0}}, angle[0]) * rotation_about({{0, 1, 0}}, angle[1]) *
                   rotation_about({{0, 0, 1}}, angle[2]);
    Pose<> const back{-rotate_back(posed.item.X_BJ.q_WB, posed.item.X_BJ.p_WB),
                      conjugate(posed.item.X_BJ.q_WB)};
    Pose<> const B = X_WJ * Pose<>{{}, R} * back;
    // The outer angles lose digits near a middle angle of 90 degrees.
    EXPECT_NEAR(GimbalAngleX::gap(posed.item, posed.A, B)[0], angle[0], 1e-12);
    EXPECT_NEAR(GimbalAngleY::gap(posed.item, posed.A, B)[0], angle[1], 1e-12);
    EXPECT_NEAR(GimbalAngleZ::gap(posed.item, posed.A, B)[0], angle[2], 1e-12);
  }
}

}  // namespace
}  // namespace orthant::test::gimbal
