// Shapes that move far in a step: when they first meet, their contacts, and crossings.
#include "orthant/core/collision/detail/ahead.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "orthant/tests/collision/dice.hpp"

namespace orthant::test::ahead {
namespace {

/// The motion of a shape that is a body by itself: rotated about its origin, then displaced.
MovingShape moving(Placed const& p, Vec3 const& displacement, Quat<> const& rotated = {}) {
  return {p.shape, motion_between(p.X_WS, {p.X_WS.p_WB + displacement, rotated * p.X_WS.q_WB})};
}

Kinds const movable[] = {{kind_of<shapes::Sphere>, kind_of<shapes::Sphere>},
                         {kind_of<shapes::Capsule>, kind_of<shapes::Sphere>},
                         {kind_of<shapes::Capsule>, kind_of<shapes::Capsule>},
                         {kind_of<shapes::Box>, kind_of<shapes::Sphere>},
                         {kind_of<shapes::Box>, kind_of<shapes::Capsule>},
                         {kind_of<shapes::Box>, kind_of<shapes::Box>}};

struct MovingPair {
  Placed a, b;
  Vec3 displacement_a, displacement_b;
  Quat<> rotation_a, rotation_b;

  MovingShape first() const { return moving(a, displacement_a, rotation_a); }
  MovingShape second() const { return moving(b, displacement_b, rotation_b); }
};

/// Shapes that are apart, and move towards and past each other.
MovingPair random_motion(Dice& dice, Kinds const& kinds) {
  MovingPair m;
  m.a = dice.shape(kinds.a).in(dice.pose(2));
  m.b = dice.shape(kinds.b).in(dice.pose(2));
  Real const reach = bounding_radius(m.a.shape) + bounding_radius(m.b.shape);
  Vec3 const d = dice.direction();
  m.b.X_WS.p_WB = m.a.X_WS.p_WB + (reach + dice.between(0, 1)) * d;
  m.displacement_a = dice.between(0, 1) * dice.direction();
  m.displacement_b =
      m.displacement_a - dice.between(1, 3) * reach * d + 0.7 * reach * dice.direction();
  m.rotation_a = rotation(dice.direction(), dice.below(2) * dice.between(0, 1.5));
  m.rotation_b = rotation(dice.direction(), dice.below(2) * dice.between(0, 1.5));
  return m;
}

class Ahead : public ::testing::TestWithParam<Kinds> {};

/// The gap of a meeting is positive at the start and negative at the end: the row stops the bodies.
/// With a rotation of more than a radian a point may return before it is passed.
void expect_meeting(MovingShape const& a, MovingShape const& b, Real first, int& unsure) {
  Manifold const found = contacts_ahead(a, b, {0.01, 0});
  ASSERT_GT(found.count, 0);
  EXPECT_NEAR(found.time, first, 1e-3);
  EXPECT_EQ(static_cast<int>(features(found).size()), found.count);
  ContactPoint const& point = deepest_of(found);
  EXPECT_EQ(point.kind, ContactKind::meeting);
  Contact const c = meeting(point, 0, 1, a.body, b.body, found.time);
  auto const gap = [&](Real s) {
    Pose<> const A = a.body.at(s), B = b.body.at(s);
    return c.a == 0 ? meeting_gap(c, A, B) : meeting_gap(c, B, A);
  };
  EXPECT_NEAR(gap(0), c.gap, 1e-12);
  EXPECT_GE(c.gap, 0);
  if (c.gap > 0)
    EXPECT_NEAR(gap(found.time), point.gap, 1e-12);
  else
    ++unsure;
  if (gap(1) > 0) ++unsure;
}

/// A free motion without contacts must be admissible at its end.
void expect_free(MovingShape const& a, MovingShape const& b) {
  Manifold const found = contacts_ahead(a, b, {0.01, 10});
  for (int k = 0; k < found.count; ++k) {
    Contact const c = meeting(found.points[k], 0, 1, a.body, b.body, 0);
    Pose<> const A = a.body.at(1), B = b.body.at(1);
    EXPECT_GE(c.a == 0 ? meeting_gap(c, A, B) : meeting_gap(c, B, A), 0);
  }
  EXPECT_FALSE(crossed(a, b));
}

/// The motion up to the meeting crosses nothing; the whole motion does if it goes far beyond, and
/// then it returns true.
bool expect_crossing(MovingShape const& a, MovingShape const& b, Real first) {
  EXPECT_FALSE(crossed({a.shape, motion_between(a.body.start, a.body.at(first))},
                       {b.shape, motion_between(b.body.start, b.body.at(first))}));
  Real least = 0;
  for (int k = 0; k <= 200; ++k) least = smaller(least, nearest_of(a, b, k / 200.).gap);
  bool const deep = least < -0.6 * (inscribed_radius(a.shape) + inscribed_radius(b.shape));
  bool const beyond = deep && nearest_of(a, b, 1).gap > 0;
  EXPECT_TRUE(!beyond || crossed(a, b));
  return beyond;
}

TEST_P(Ahead, NothingTouchesBeforeTheFirstTimeAndMeetingsStopWhatWouldCross) {
  Dice dice(71);
  int hits = 0, misses = 0, meetings = 0, unsure = 0, stopped = 0, through = 0;
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(i);
    MovingPair const m = random_motion(dice, GetParam());
    MovingShape const a = m.first(), b = m.second();
    FirstTime const first = first_time(a, b, 0, 1, 1e-9);
    for (int k = 0; k <= 100; ++k)
      EXPECT_GE(nearest_of(a, b, k * (first.found ? first.s : 1) / 100).gap, -1e-9) << k;
    bool const far = relative_displacement(a, b) > safe_displacement(a.shape, b.shape);
    ++(first.found ? hits : misses);
    if (!first.found) {
      if (!far || first_time(a, b, 0, 1.5, 1e-9).found) continue;
      expect_free(a, b);
      ++stopped;
      continue;
    }
    EXPECT_NEAR(nearest_of(a, b, first.s).gap, 0, 1e-4);
    through += expect_crossing(a, b, first.s);
    if (!far || first.s > 0.9) continue;
    expect_meeting(a, b, first.s, unsure);
    ++meetings;
  }
  EXPECT_GT(hits, 100);
  EXPECT_GT(misses, 20);
  EXPECT_GT(stopped, 20);
  EXPECT_GT(through, 20);
  EXPECT_GT(meetings, 100);
  EXPECT_LT(unsure, 0.02 * meetings);
}

/// A velocity that is wrong takes bodies beyond all numbers within a step.
TEST_P(Ahead, FarAwayAreApart) {
  Dice dice(6);
  for (Real const far : {1e30, 1e154, 1e160, 1e300, std::numeric_limits<Real>::max(), HUGE_VAL}) {
    MovingPair m = random_motion(dice, GetParam());
    m.displacement_a = {{far, 0, 0}};
    MovingShape const a = m.first(), b = m.second();
    EXPECT_GT(nearest_of(a, b, 1).gap, 0) << far;
    contacts_ahead(a, b, {0.01, far});
    crossed(a, b);
    first_time(a, b, 0, 1, 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Pairs, Ahead, ::testing::ValuesIn(movable),
                         [](auto const& test) { return name_of_pair(test.param); });

/// Balls of radius r, of which one passes the other at the distance y: x = -sqrt(4 r^2 - y^2).
TEST(AheadOfBalls, MeetAtTheirTime) {
  Real const r = 0.02;
  for (Real y : {0., 0.01, 0.99 * 2 * r}) {
    MovingShape const a = moving(sphere(r), {}),
                      b = moving(sphere(r).at(-0.1, y, 0), {{0.2, 0, 0}});
    FirstTime const first = first_time(a, b, 0, 1, 1e-12);
    ASSERT_TRUE(first.found);
    EXPECT_NEAR(-0.1 + 0.2 * first.s, -std::sqrt(4 * r * r - y * y), 1e-10);
  }
  MovingShape const a = moving(sphere(r), {}),
                    b = moving(sphere(r).at(-0.1, 1.01 * 2 * r, 0), {{0.2, 0, 0}});
  EXPECT_FALSE(first_time(a, b, 0, 1, 1e-12).found);
  EXPECT_EQ(contacts_ahead(a, b, {0.01, 0.2}).count, 0);
}

/// The tip of a rod that rotates about its middle through a ball: 0.4 sin(angle left) = r_1 + r_2.
TEST(AheadOfRods, SweepWithTheirTips) {
  Placed const rod = capsule(0.01, 0.5).at(0, 0, 0, rotation(x_axis, quarter));  // along -y
  Real const angle = 0.9;
  MovingShape const a = moving(rod, {}, rotation(z_axis, 1.5));
  MovingShape const b =
      moving(sphere(0.02).at(0.4 * std::sin(angle), -0.4 * std::cos(angle), 0), {});
  FirstTime const first = first_time(a, b, 0, 1, 1e-12);
  ASSERT_TRUE(first.found);
  EXPECT_NEAR(1.5 * first.s, angle - std::asin(0.03 / 0.4), 1e-9);
  EXPECT_TRUE(crossed(a, b));
  Manifold const found = contacts_ahead(a, b, {0.01, 1});
  ASSERT_EQ(found.count, 1);
  EXPECT_EQ(found.points[0].kind, ContactKind::meeting);
}

/// Nearly parallel rods turn through parallel, where the normal of their lines would flip.
TEST(AheadOfRods, KeepTheirSidesWhereTheyTurnThroughParallel) {
  Placed const rod = capsule(0.01, 0.05);
  MovingShape const a = moving(rod, {}), b = moving(rod.at(0.03, 0, 0, rotation(x_axis, 0.06)), {},
                                                    rotation(x_axis, -0.12));
  ASSERT_EQ(collide(a.shape, a.pose(0), b.shape, b.pose(0), 0.02).points[0].kind,
            ContactKind::line_line);
  Manifold const found = contacts_ahead(a, b, {0.02, 0});
  ASSERT_EQ(found.count, 1);
  ASSERT_EQ(found.points[0].kind, ContactKind::meeting);
  Contact const c = meeting(found.points[0], 0, 1, a.body, b.body, found.time);
  EXPECT_NEAR(meeting_gap(c, a.body.at(0), b.body.at(0)), 0.01, 1e-12);
  EXPECT_NEAR(meeting_gap(c, a.body.at(1), b.body.at(1)), 0.01, 1e-12);
}

/// A ball that rolls on a ball, or a rod that spins on a box: large displacements without crossing.
TEST(Crossings, RollingAndSpinningAreNone) {
  MovingShape const ball = moving(sphere(0.1), {});
  for (Real angle : {0.1, 0.5, 1.}) {
    Vec3 const from{{0, 0, 0.2}}, to{{0.2 * std::sin(angle), 0, 0.2 * std::cos(angle)}};
    MovingShape const rolls =
        moving(sphere(0.1).moved(from), to - from, rotation(y_axis, 2 * angle));
    EXPECT_FALSE(crossed(ball, rolls));
  }
  MovingShape const rod =
      moving(capsule(0.1, 1).at(0, 0, 0.6, rotation(x_axis, quarter)), {}, rotation(y_axis, 3));
  EXPECT_FALSE(crossed(moving(box(1, 1, 0.5), {}), rod));
}

/// Thin plates on each other: one rotates about its edge, so that the straight motion sags.
TEST(Crossings, ATurningPlateIsNone) {
  Placed const table = box(1, 1, 0.0005);
  for (Real angle : {0.05, 0.2, 0.5}) {
    Quat<> const up = rotation(y_axis, -0.7), higher = rotation(y_axis, -0.7 - angle);
    Vec3 const arm{{0.05, 0, 0}}, lift{{0, 0, 0.0015}};
    Placed card = box(0.05, 0.03, 0.0005);
    card.X_WS = {rotate(up, arm) + lift, up};
    MovingShape const moves =
        moving(card, rotate(higher, arm) - rotate(up, arm), rotation(y_axis, -angle));
    EXPECT_FALSE(crossed(moving(table, {}), moves)) << angle;
  }
}

/// It ends within the other, beyond its middle: the overlap alone does not tell from which side.
TEST(Crossings, ToEndBeyondTheMiddleIsOne) {
  MovingShape const wall = moving(box(0.01, 1, 1), {});
  auto const ball = [](Real displacement) {
    return moving(sphere(0.02).at(-0.1, 0, 0), {{displacement, 0, 0}});
  };
  EXPECT_FALSE(crossed(wall, ball(0.07)));
  EXPECT_FALSE(crossed(wall, ball(0.098)));
  EXPECT_TRUE(crossed(wall, ball(0.102)));
  EXPECT_TRUE(crossed(wall, ball(0.2)));
}

/// A rotation by Cayley's map is linear in the twist.
TEST(StraightMotions, LeadFromPoseToPose) {
  Dice dice(75);
  for (int i = 0; i < 200; ++i) {
    Pose<> const from = dice.pose(2);
    Twist const u = stacked(dice.direction(), dice.between(0, 30) * dice.direction());
    Pose<> const to = advance(from, u, 0.1);
    EXPECT_LT(norm(cayley_vector(from.q_WB, to.q_WB) - 0.1 * angular(u)), 1e-12);
    StraightMotion const motion = motion_between(from, to);
    Vec3 const p = dice.direction();
    EXPECT_LT(norm(at(motion.at(1), p) - at(to, p)), 1e-13);
    EXPECT_LT(norm(at(motion.at(0), p) - at(from, p)), 1e-15);
    EXPECT_NEAR(norm(cayley_vector(from.q_WB, motion.at(0.5).q_WB)), 2 * std::tan(motion.angle / 4),
                1e-12);
  }
}

}  // namespace
}  // namespace orthant::test::ahead
