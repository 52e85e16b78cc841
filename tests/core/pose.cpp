// Quaternions, poses and the motion of a pose by a twist; its derivatives by dual numbers.
#include <gtest/gtest.h>

#include "orthant/core/math/dual.hpp"
#include "orthant/tests/collision/dice.hpp"

namespace orthant::test {
namespace {

Real const round_off = 1e-14;  // a few dozen operations on numbers near one

Real length(Quat<> const& q) { return sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z); }

/// Half of the smaller angle between two orientations; q and -q are the same.
Real between(Quat<> const& a, Quat<> const& b) {
  Quat<> const d = conjugate(a) * b;
  return std::atan2(sqrt(d.x * d.x + d.y * d.y + d.z * d.z), std::fabs(d.w));
}

TEST(Pose, ComposesTurnsAndPlacesAndIsUndone) {
  Dice dice(1);
  for (int i = 0; i < 100; ++i) {
    auto const a = dice.orientation(), b = dice.orientation();
    auto const X = dice.pose(5), Y = dice.pose(5);
    Vec3 const x = dice.direction();
    EXPECT_LT(norm(rotate(a * b, x) - rotate(a, rotate(b, x))), round_off);
    EXPECT_LT(norm(rotate_back(a, rotate(a, x)) - x), round_off);
    Mat3 const R = rotation_matrix(a), one = R * transpose(R);
    EXPECT_LT(norm(R * x - rotate(a, x)), round_off);
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(one[r][c], r == c ? 1 : 0, round_off);
    EXPECT_LT(norm(cross(column(R, 0), column(R, 1)) - column(R, 2)), round_off);
    EXPECT_LT(norm(seen_from(X, at(X, x)) - x), 5 * round_off);
    EXPECT_LT(norm(at(X * Y, x) - at(X, at(Y, x))), 10 * round_off);
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

TEST(Advance, IsTheImplicitUpdateTooAndUndoneByTheOppositeTwist) {
  // q+ = q- + h G(q+) u up to length: (1, -h w/2) q+ is parallel to q-.
  Dice dice(6);
  Real const h = 0.02;
  for (int i = 0; i < 100; ++i) {
    auto const X = dice.pose(2);
    Vec3 const w = dice.between(0, 100) * dice.direction();
    Twist const u = stacked(3 * dice.direction(), w);
    auto const next = advance(X, u, h), again = advance(next, -u, h);
    Quat<> const back = Quat<>{1, -0.5 * h * w[0], -0.5 * h * w[1], -0.5 * h * w[2]} * next.q_WB;
    EXPECT_LT(between(normalised(back), X.q_WB), round_off);
    EXPECT_LT(norm(again.p_WB - X.p_WB), round_off);
    EXPECT_LT(between(again.q_WB, X.q_WB), round_off);
  }
}

TEST(Advance, StartsAlongTheKinematicMap) {
  // (advance(q, u, h) - advance(q, u, -h)) / 2h = G(q) u + O(h^2), and normalising is of second
  // order: the difference falls by four when h is halved.
  Dice dice(8);
  for (int i = 0; i < 20; ++i) {
    auto const X = dice.pose(1);
    Twist const u = stacked(dice.direction(), dice.direction());
    auto const G = moved<6>(X, 0).q_WB;
    DualNumber<6> const* const part[] = {&G.w, &G.x, &G.y, &G.z};
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

using Inner = DualNumber<2>;
using Outer = DualNumber<2, Inner>;

Outer variable(Real value, int i) {
  Inner x(value);
  x.d[i] = 1;
  Outer out = lifted<2>(x);
  out.d[i] = Inner(1);
  return out;
}

TEST(DualNumber, OfDualNumbersHasSecondDerivatives) {
  Real const x = 3, y = 5;
  auto const X = variable(x, 0), Y = variable(y, 1);
  auto const f = sqrt(X * Y) / Y - X * X;  // sqrt(x/y) - x^2
  Real const root = std::sqrt(x / y);
  EXPECT_NEAR(f.x.x, root - x * x, 1e-14);
  EXPECT_NEAR(f.d[0].x, 0.5 * root / x - 2 * x, 1e-14);
  EXPECT_NEAR(f.d[0].d[0], -0.25 * root / (x * x) - 2, 1e-14);
  EXPECT_NEAR(f.d[1].d[1], 0.75 * root / (y * y), 1e-14);
  EXPECT_NEAR(f.d[0].d[1], -0.25 * root / (x * y), 1e-14);
  EXPECT_NEAR(f.d[1].d[0], f.d[0].d[1], 1e-16);
}

/// d/di d/dj of a point of a body: j rotates the body first, then i, e_i x (e_j x r).
TEST(DualNumber, MovesABodyTwice) {
  Pose<> const X{{{1, 2, 3}}, {0.5, 0.5, -0.5, 0.5}};
  Vec3 const p{{0.3, -0.2, 0.7}}, r = rotate(X.q_WB, p);
  auto const twice = moved<6>(moved<6>(X, 0), 0);
  auto const point = at(twice, constant<DualNumber<6, DualNumber<6>>>(p));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      Vec3 e_i, e_j;
      e_i[i] = e_j[j] = 1;
      Vec3 const second = cross(e_i, cross(e_j, r));
      Vec3 const first = cross(e_i, r);
      for (int k = 0; k < 3; ++k) {
        EXPECT_EQ(point[k].d[i].x, k == i ? 1 : 0);
        EXPECT_NEAR(point[k].d[3 + i].x, first[k], 1e-15);
        EXPECT_NEAR(point[k].d[3 + i].d[3 + j], second[k], 1e-15);
        EXPECT_EQ(point[k].d[i].d[j], 0);
      }
    }
}

}  // namespace
}  // namespace orthant::test
