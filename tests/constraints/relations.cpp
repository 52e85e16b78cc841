// The contact relation: its gap at detection, its frame, and its sliding rows; joints at places
// that are not unique, half a turn away, and angles of a gimbal.
#include <map>

#include "orthant/constraints/relations/coordinates/gimbal_angles.hpp"
#include "orthant/core/math/pose.hpp"
#include "orthant/tests/conformance/relation_items.hpp"

namespace orthant::test::contact_relation {
namespace {

Real const round_off = 1e-12;

/// The gap of detection, axes at right angles half way between the surfaces, and rows that are the
/// relative velocity of material points there.
TEST(ContactRelation, HasTheGapFrameAndRowsOfWhatWasFound) {
  Dice dice(61);
  std::map<ContactKind, int> kinds;
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    auto const [item, A, B] = random_item<ContactPointRelation>(dice);
    ++kinds[item.kind];
    EXPECT_NEAR(ContactPointRelation::gap(item, A, B)[0], item.gap, round_off);
    auto const f = ContactPointRelation::frame(item, A, B);
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(dot(f.axis[r], f.axis[c]), r == c ? 1 : 0, round_off);
    EXPECT_LT(norm(cross(f.axis[1], f.axis[2]) - f.axis[0]), round_off);
    auto const w = ContactPointRelation::witness(item, A, B);
    Vec3 const surface_A = w.x_A + item.r_A * w.normal, surface_B = w.x_B - item.r_B * w.normal;
    EXPECT_LT(norm(f.x_C - 0.5 * (surface_A + surface_B)), round_off);
    EXPECT_LT(norm(surface_B - surface_A - item.gap * w.normal), 10 * round_off);
    Mat<3, 6> J_A, J_B;
    ContactPointRelation::jacobian(item, A, B, J_A, J_B);
    Twist const u_A = stacked(dice.direction(), dice.direction());
    Twist const u_B = stacked(dice.direction(), dice.direction());
    Vec3 const relative = linear(u_B) + cross(angular(u_B), f.x_C - B.p_WB) - linear(u_A) -
                          cross(angular(u_A), f.x_C - A.p_WB);
    Vec3 const rows = J_A * u_A + J_B * u_B;
    for (int r = 0; r < 3; ++r) EXPECT_NEAR(rows[r], dot(f.axis[r], relative), round_off);
  }
  kinds.erase(ContactKind::mean_plane);  // of mirror images
  EXPECT_EQ(kinds.size(), 7);            // all but meetings
  for (auto const& [kind, count] : kinds) EXPECT_GT(count, 20) << static_cast<int>(kind);
}

/// Mirror images that move as such keep the plane between them, and J is the rate of the gap for
/// any motion.
TEST(ContactRelation, OfMirrorImagesHasThePlaneBetweenThem) {
  Dice dice(71);
  int points = 0;
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    Vec3 const half{{dice.between(0.1, 0.3), dice.between(0.1, 0.3), dice.between(0.1, 0.3)}};
    Real const tilt = dice.between(1e-6, 0.1), apart = dice.between(-0.01, 0.05);
    Real const x = half[0] * std::cos(tilt) + half[2] * std::sin(tilt) + 0.5 * apart;
    Pose<> const A{{{-x, 0, 0}}, rotation(y_axis, tilt)}, B{{{x, 0, 0}}, rotation(y_axis, -tilt)};
    Placed const shape = box(half[0], half[1], half[2]);
    Manifold const found = collide(shape.shape, A, shape.shape, B, 0.2);
    ASSERT_GE(found.count, 2);
    for (int k = 0; k < found.count; ++k) {
      ASSERT_EQ(found.points[k].kind, ContactKind::mean_plane);
      Contact const c = fixed_to_bodies(found.points[k], {}, 0, 1, A, B);
      auto const after = [&](Twist const& u_A, Twist const& u_B, Real t) {
        Pose<> const a = advance(A, u_A, t), b = advance(B, u_B, t);
        return c.a == 0 ? std::pair{a, b} : std::pair{b, a};
      };
      Vec3 const v = dice.direction(), w = dice.direction();
      auto const [first, second] =
          after(stacked(v, w), stacked({{-v[0], v[1], v[2]}}, {{w[0], -w[1], -w[2]}}), 0.01);
      auto const frame = ContactPointRelation::frame(c, first, second);
      EXPECT_NEAR(std::abs(frame.axis[0][0]), 1, 1e-12);
      EXPECT_NEAR(frame.x_C[0], 0, 1e-12);
      Twist const u[] = {stacked(dice.direction(), dice.direction()),
                         stacked(dice.direction(), dice.direction())};
      auto const gap = [&](Real t) {
        auto const at = after(u[0], u[1], t);
        return ContactPointRelation::gap(c, at.first, at.second)[0];
      };
      auto const at = after({}, {}, 0);
      Mat<3, 6> J[2];
      ContactPointRelation::jacobian(c, at.first, at.second, J[0], J[1]);
      Vec3 const rows = J[0] * u[c.a] + J[1] * u[c.b];
      EXPECT_NEAR((gap(1e-5) - gap(-1e-5)) / 2e-5, rows[0], 1e-8);
      ++points;
    }
  }
  EXPECT_GT(points, 400);
}

/// gap(q- (+) h u) = gap(q-) + h J u for any u, and J is that of the bodies where they meet.
TEST(ContactRelation, AMeetingIsLinearInTheTwistOfAStep) {
  Dice dice(66);
  Real const h = 0.1;
  for (int i = 0; i < 500; ++i) {
    Pair const pair = random_pair(dice, any_pair(dice));
    Manifold const found = collide(pair.a, pair.b, 0.3);
    if (found.count == 0 || narrow::has_size(found.points[0].E) ||
        found.points[0].kind == ContactKind::ellipsoid_ellipsoid)
      continue;
    auto const twist = [&] {
      return stacked(10 * dice.direction(), dice.between(0, 15) * dice.direction());
    };
    // Initial poses from which each body reaches the given pose in the part s of its motion.
    Real const s = dice.between(0, 1);
    Pose<> const A = dice.pose(2), B = dice.pose(2);
    Twist const u_A = twist(), u_B = twist();
    StraightMotion const a = motion_between(A, advance(A, u_A, h));
    StraightMotion const b = motion_between(B, advance(B, u_B, h));
    Contact const c = meeting(found.points[0], 0, 1, a, b, s);
    bool const flip = c.a == 1;
    auto const gap = [&](Pose<> const& X_A, Pose<> const& X_B) {
      return flip ? ContactPointRelation::gap(c, X_B, X_A)[0]
                  : ContactPointRelation::gap(c, X_A, X_B)[0];
    };
    EXPECT_NEAR(gap(A, B), c.gap, round_off);
    if (c.gap > 0) {  // otherwise it has been moved to zero
      EXPECT_NEAR(gap(a.at(s), b.at(s)), found.points[0].gap, 10 * round_off);
    }
    Mat<3, 6> J_first, J_second;
    ContactPointRelation::jacobian(c, flip ? B : A, flip ? A : B, J_first, J_second);
    for (int k = 0; k < 3; ++k) {
      Twist const v_A = twist(), v_B = twist();
      Real const rate = (J_first * (flip ? v_B : v_A) + J_second * (flip ? v_A : v_B))[0];
      EXPECT_NEAR(gap(advance(A, v_A, h), advance(B, v_B, h)), c.gap + h * rate, 100 * round_off);
    }
    Vec3 const x_first = (flip ? b : a).at(s).p_WB + c.p_A;
    EXPECT_NEAR(dot(found.points[0].normal, x_first - found.points[0].x_first),
                found.points[0].r_first + 0.5 * found.points[0].gap, 10 * round_off);
  }
}

TEST(Placement, IsClosedUpsideDownToo) {
  // At the axis -z the shortest rotation from z is not unique.
  for (Real const tilt : {0., 1e-100, 1e-12, 1e-9, 1e-6, 1e-4, 1e-2}) {
    Scene scene;
    scene.add({});
    JointSpec joint;
    place_joint(scene, joint, {{1, 2, 3}}, {{tilt, 0, -1}});
    Vec3 const axis = rotate(joint.X_BJ.q_WB, z_axis);
    EXPECT_LT(norm(axis - unit(Vec3{{tilt, 0, -1}})), 1e-14) << tilt;
  }
}

TEST(HingeJoint, ATurnByHalfIsNotClosedInBetween) {
  // c_4, c_5 vanish for z_A = -z_B as well; every way there passes through |(c_4, c_5)| = 1.
  JointItem const item;
  auto const c = HingeJoint::gap(item, Pose<>{}, Pose<>{{}, rotation(x_axis, quarter)});
  EXPECT_NEAR(hypot(c[3], c[4]), 1, 1e-14);
}

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
}  // namespace orthant::test::contact_relation
