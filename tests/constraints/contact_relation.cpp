// The contact relation: its gap at detection, its frame, and its sliding rows.
#include <map>

#include "orthant/tests/conformance/relation_items.hpp"

namespace orthant::test::contact_relation {
namespace {

Real const round_off = 1e-12;

TEST(ContactRelation, HasTheGapThatWasFound) {
  Dice dice(61);
  std::map<ContactKind, int> kinds;
  for (int i = 0; i < 2000; ++i) {
    auto const [item, A, B] = random_item<ContactPointRelation>(dice);
    EXPECT_NEAR(ContactPointRelation::gap(item, A, B)[0], item.gap, round_off) << i;
    ++kinds[item.kind];
  }
  EXPECT_EQ(kinds.size(), 7);  // all but meetings
  for (auto const& [kind, count] : kinds) EXPECT_GT(count, 20) << static_cast<int>(kind);
}

TEST(ContactRelation, FrameIsOrthonormalAndRightHanded) {
  Dice dice(62);
  for (int i = 0; i < 1000; ++i) {
    auto const [item, A, B] = random_item<ContactPointRelation>(dice);
    auto const f = ContactPointRelation::frame(item, A, B);
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(dot(f.axis[r], f.axis[c]), r == c ? 1 : 0, round_off);
    EXPECT_LT(norm(cross(f.axis[1], f.axis[2]) - f.axis[0]), round_off);
  }
}

TEST(ContactRelation, ActsHalfWayBetweenTheSurfaces) {
  Dice dice(63);
  for (int i = 0; i < 1000; ++i) {
    auto const [item, A, B] = random_item<ContactPointRelation>(dice);
    auto const w = ContactPointRelation::witness(item, A, B);
    auto const f = ContactPointRelation::frame(item, A, B);
    Vec3 const surface_A = w.x_A + item.r_A * w.normal, surface_B = w.x_B - item.r_B * w.normal;
    EXPECT_LT(norm(f.x_C - 0.5 * (surface_A + surface_B)), round_off);
    EXPECT_LT(norm(surface_B - surface_A - item.gap * w.normal), 10 * round_off);
  }
}

TEST(ContactRelation, RowsAreTheRelativeVelocityOfMaterialPoints) {
  Dice dice(64);
  for (int i = 0; i < 1000; ++i) {
    auto const [item, A, B] = random_item<ContactPointRelation>(dice);
    auto const f = ContactPointRelation::frame(item, A, B);
    Mat<3, 6> J_A, J_B;
    ContactPointRelation::jacobian(item, A, B, J_A, J_B);
    Twist const u_A = stacked(dice.direction(), dice.direction());
    Twist const u_B = stacked(dice.direction(), dice.direction());
    auto const velocity = [&](Pose<> const& X, Twist const& u) {
      return linear(u) + cross(angular(u), f.x_C - X.p_WB);
    };
    Vec3 const relative = velocity(B, u_B) - velocity(A, u_A), rows = J_A * u_A + J_B * u_B;
    for (int r = 0; r < 3; ++r) EXPECT_NEAR(rows[r], dot(f.axis[r], relative), round_off);
  }
}

TEST(ContactRelation, TangentsTurnWithTheFirstBody) {
  // So an impulse stored in these axes keeps its direction from step to step.
  Dice dice(65);
  for (int i = 0; i < 200; ++i) {
    auto const [item, A, B] = random_item<ContactPointRelation>(dice);
    Pose<> const X = dice.pose(3);
    auto const here = ContactPointRelation::frame(item, A, B);
    auto const there = ContactPointRelation::frame(item, X * A, X * B);
    if (ContactPointRelation::witness(item, A, B).distance < 1e-2) continue;  // ill-conditioned
    for (int r = 0; r < 3; ++r)
      EXPECT_LT(norm(there.axis[r] - rotate(X.q_WB, here.axis[r])), 100 * round_off);
  }
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

}  // namespace
}  // namespace orthant::test::contact_relation
