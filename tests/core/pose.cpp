// Quaternions, poses and the motion of a pose by a twist.
#include <gtest/gtest.h>

#include "orthant/tests/collision/dice.hpp"
#include "orthant/tests/dual.hpp"

namespace orthant::test {
namespace {

Real const round_off = 1e-14;  // a few dozen operations on numbers near one

Real length(Quat<> const& q) { return sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z); }

/// Half of the smaller angle between two orientations; q and -q are the same.
Real between(Quat<> const& a, Quat<> const& b) {
  Quat<> const d = conjugate(a) * b;
  return std::atan2(sqrt(d.x * d.x + d.y * d.y + d.z * d.z), std::fabs(d.w));
}

TEST(Quaternion, ProductsComposeTurns) {
  Dice dice(1);
  for (int i = 0; i < 100; ++i) {
    auto const a = dice.orientation(), b = dice.orientation();
    Vec3 const x = dice.direction();
    EXPECT_LT(norm(rotate(a * b, x) - rotate(a, rotate(b, x))), round_off);
    EXPECT_LT(norm(rotate_back(a, rotate(a, x)) - x), round_off);
    EXPECT_LT(norm(rotation_matrix(a) * x - rotate(a, x)), round_off);
  }
}

TEST(Quaternion, ARotationMatrixIsOrthogonalAndRightHanded) {
  Dice dice(2);
  for (int i = 0; i < 100; ++i) {
    Mat3 const R = rotation_matrix(dice.orientation()), one = R * transpose(R);
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(one[r][c], r == c ? 1 : 0, round_off);
    EXPECT_LT(norm(cross(column(R, 0), column(R, 1)) - column(R, 2)), round_off);
  }
}

TEST(Pose, SeenFromUndoesAt) {
  Dice dice(3);
  for (int i = 0; i < 100; ++i) {
    auto const X = dice.pose(5), Y = dice.pose(5);
    Vec3 const p = dice.direction();
    EXPECT_LT(norm(seen_from(X, at(X, p)) - p), 5 * round_off);
    EXPECT_LT(norm(at(X * Y, p) - at(X, at(Y, p))), 10 * round_off);
  }
}

TEST(Advance, TurnsByTheCayleyAngleAboutTheAngularVelocity) {
  Dice dice(4);
  for (Real const speed : {1e-9, 1e-3, 1.0, 50.0, 1e4}) {
    Vec3 const axis = dice.direction();
    auto const X = dice.pose(1);
    Real const h = 0.01;
    auto const next = advance(X, stacked({}, speed * axis), h);
    Quat<> const expected = rotation(axis, 2 * std::atan(0.5 * h * speed)) * X.q_WB;
    EXPECT_LT(between(next.q_WB, expected), round_off) << speed;
  }
}

TEST(Advance, KeepsTheQuaternionUnitOverManySteps) {
  Dice dice(5);
  Pose<> X = dice.pose(1);
  for (int i = 0; i < 10000; ++i) X = advance(X, stacked({}, 300 * dice.direction()), 0.01);
  EXPECT_NEAR(length(X.q_WB), 1, 4e-16);
}

TEST(Advance, ApproachesAHalfTurnAndNeverPassesIt) {
  // 2 atan(h w / 2) -> pi: a body that spins too fast for the step turns by less than pi.
  for (Real const speed : {1e6, 1e12, 1e150}) {
    auto const X = advance({}, {{0, 0, 0, 0, 0, speed}}, 1);
    EXPECT_NEAR(X.q_WB.z, 1, 3 / (speed * speed) + round_off);  // sin(pi/2 - 2/speed)
    EXPECT_GE(X.q_WB.w, 0);
    EXPECT_LT(norm(rotate(X.q_WB, x_axis) + x_axis), 8 / speed + round_off);
  }
}

TEST(Advance, IsTheImplicitUpdateToo) {
  // q+ = q- + h G(q+) u up to length: (1, -h w/2) q+ is parallel to q-.
  Dice dice(6);
  for (int i = 0; i < 100; ++i) {
    auto const X = dice.pose(1);
    Vec3 const w = dice.between(0, 100) * dice.direction();
    Real const h = 0.02;
    auto const next = advance(X, stacked({}, w), h);
    Quat<> const back = Quat<>{1, -0.5 * h * w[0], -0.5 * h * w[1], -0.5 * h * w[2]} * next.q_WB;
    EXPECT_LT(between(normalised(back), X.q_WB), round_off);
  }
}

TEST(Advance, BackAndForthIsTheSamePose) {
  Dice dice(7);
  for (int i = 0; i < 100; ++i) {
    auto const X = dice.pose(2);
    Twist const u = stacked(3 * dice.direction(), 20 * dice.direction());
    auto const Y = advance(advance(X, u, 0.01), -u, 0.01);
    EXPECT_LT(norm(Y.p_WB - X.p_WB), round_off);
    EXPECT_LT(between(Y.q_WB, X.q_WB), round_off);
  }
}

TEST(Advance, StartsAlongTheKinematicMap) {
  // (advance(q, u, h) - advance(q, u, -h)) / 2h = G(q) u + O(h^2), and normalising is of second
  // order: the difference falls by four when h is halved.
  Dice dice(8);
  for (int i = 0; i < 20; ++i) {
    auto const X = dice.pose(1);
    Twist const u = stacked(dice.direction(), dice.direction());
    auto const G = moving<6>(X, 0).q_WB;
    Dual<6> const* const part[] = {&G.w, &G.x, &G.y, &G.z};
    auto const error = [&](Real h) {
      auto const p = advance(X, u, h).q_WB, m = advance(X, u, -h).q_WB;
      Real const slope[] = {p.w - m.w, p.x - m.x, p.y - m.y, p.z - m.z};
      Real most = 0;
      for (int k = 0; k < 4; ++k) {
        Real Gu = 0;
        for (int j = 0; j < 6; ++j) Gu += part[k]->d[j] * u[j];
        most = larger(most, std::fabs(slope[k] / (2 * h) - Gu));
      }
      return most;
    };
    EXPECT_LT(error(1e-2), 1e-4);
    EXPECT_NEAR(error(1e-2) / error(5e-3), 4, 0.01);
  }
}

}  // namespace
}  // namespace orthant::test
