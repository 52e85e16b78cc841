// The coordinate of a coupling: its Jacobian is the derivative of its value, its stiffness that of
// its force, and turns are counted before functions are applied.
#include <gtest/gtest.h>

#include "orthant/constraints/coordinate/detail/coordinate_geometry.hpp"
#include "orthant/core/scene/detail/place_joint.hpp"
#include "orthant/tests/collision/dice.hpp"

namespace orthant::test::couplings {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;
using namespace coordinate_kernels;

/// Two moving bodies and a fixed one; a coupling of four coordinates of three joints:
///   c = 2 (a_1) + F(a_2) + T(d) + S(x)
/// with both angles of a universal joint between the moving bodies, the distance of one of them
/// from a point of the fixed body, and its displacement along a line of the world.
struct Mechanism {
  Mechanism() {
    Dice dice(5);
    for (int b = 0; b < 3; ++b) {
      BodySpec body;
      body.pose = dice.pose(2);
      body.motion = b == 1 ? Motion::fixed : Motion::dynamic;
      scene.add(body);
    }
    auto const joint = [&](int a, int b) {
      JointSpec out;
      out.a = a;
      out.b = b;
      return out;
    };
    JointSpec cross = joint(0, 2), strut = joint(2, 1), line = joint(-1, 0);
    place_joint(scene, cross, dice.direction(), {{1, 0, 0}}, {{0, 1, 0}});
    place_points(scene, strut, dice.direction(), 3 * dice.direction());
    place_joint(scene, line, dice.direction(), dice.direction());
    scene.joints = {cross, strut, line};
    JointSpec coupling = joint(2, 0);
    CoupledSpec straight{.joint = 0, .coordinate = "angle_a", .ratio = 2, .wave = {}};
    CoupledSpec wave{.joint = 0, .coordinate = "angle_b", .wave = {}};
    wave.wave.count = 2;
    wave.wave.cosine[1] = 0.7;
    wave.wave.sine[0] = 0.4;
    CoupledSpec bent{.joint = 1, .coordinate = "distance", .start = strut.length, .wave = {}};
    bent.table = curve_of({{{0, 0}}, {{2, 1}}, {{5, 5}}, {{9, 6}}}, Interpolation::cubic);
    CoupledSpec along{.joint = 2, .coordinate = "displacement", .wave = {}};
    along.wave = wave.wave;
    along.period = 3;
    coupling.coupled = {straight, wave, bent, along};
    scene.joints.push_back(coupling);
    item = {placed_item(coupling, 0, 0), -1, {}, store.add(scene, 0, 3, 0, curves)};
    term = to_device<Space>("test::terms", store.terms());
    pieces = to_device<Space>("test::pieces", curves.pieces());
    pose = Array<Space, Pose<>*>("test::pose", 3);
    for (int b = 0; b < 3; ++b) pose(b) = dice.pose(2);
    last = counter<Space>(item, of(), pose, UnwrappedValues{});
  }
  CoupledTerms<Space> of() const { return {term, pieces}; }

  /// Evaluates f with both bodies moved by s along one of twelve motions.
  template <class F>
  auto moved_by(int motion, Real s, F const& f) const {
    int const b = motion < 6 ? 2 : 0;
    Pose<> const before = pose(b);
    Twist u;
    u[motion % 6] = 1;
    pose(b) = advance(before, u, s);
    auto const out = f();
    pose(b) = before;
    return out;
  }
  /// The derivative by a difference formula with four points.
  template <class F>
  auto slope(int motion, F const& f) const {
    Real const s = 3e-4;
    auto const at = [&](Real x) { return moved_by(motion, x, f); };
    return (1 / (12 * s)) * (at(-2 * s) - 8. * at(-s) + 8. * at(s) - at(2 * s));
  }

  Scene scene;
  CurveStore curves;
  CoupledStore store;
  CoordinateItem item;
  Array<Space, CoupledCoordinate*> term;
  Array<Space, CurvePiece*> pieces;
  Array<Space, Pose<>*> pose;
  UnwrappedValues last;
};

TEST(Coupling, HasTheDerivativeOfItsValue) {
  Mechanism const at;
  auto const J = row_of(jacobian_of<Space>(at.item, at.of(), at.pose, at.last));
  for (int k = 0; k < 12; ++k) {
    Real const found =
        at.slope(k, [&] { return counted<Space>(at.item, at.of(), at.pose, at.last); });
    EXPECT_NEAR(J[0][k], found, 1e-8) << k;
  }
}

TEST(Coupling, HasTheStiffnessOfItsForce) {
  Mechanism const at;
  Real const lambda = 1.7;
  auto const G = stiffness_of<Space>(at.item, at.of(), at.pose, at.last, lambda);
  for (int j = 0; j < 12; ++j) {
    auto const found = at.slope(j, [&] {
      auto const J = row_of(jacobian_of<Space>(at.item, at.of(), at.pose, at.last));
      Vec<12> force;
      for (int i = 0; i < 12; ++i) force[i] = lambda * J[0][i];
      return force;
    });
    for (int i = 0; i < 12; ++i) EXPECT_NEAR(G[i][j], found[i], 1e-6) << i << " " << j;
  }
}

/// d(J u)/dq at fixed twists is u^T G for a unit force.
TEST(Coupling, HasTheTurningOfItsRate) {
  Mechanism const at;
  Dice dice(9);
  Twist const a = stacked(dice.direction(), dice.direction());
  Twist const b = stacked(dice.direction(), dice.direction());
  auto const G = stiffness_of<Space>(at.item, at.of(), at.pose, at.last, 1);
  auto const rate_by_q = rate_by_q_of<Space>(at.item, at.of(), at.pose, at.last, a, b);
  for (int j = 0; j < 12; ++j) {
    Real sum = 0;
    for (int i = 0; i < 12; ++i) sum += (i < 6 ? a[i] : b[i - 6]) * G[i][j];
    EXPECT_NEAR(rate_by_q[0][j], sum, 1e-11) << j;
  }
}

/// After whole turns a curve is evaluated at the angle that includes them.
TEST(Coupling, CountsTurnsBeforeItBends) {
  Mechanism at;
  at.scene.joints[3].coupled[1].wave = {};
  at.scene.joints[3].coupled[1].table =
      curve_of({{{-9, 1}}, {{0, 2}}, {{9, 7}}, {{20, 9}}}, Interpolation::cubic);
  CurveStore curves;
  CoupledStore store;
  auto const coupled = store.add(at.scene, 0, 3, 0, curves);
  auto const& term = store.terms()[1];
  at.item.coupled = coupled;
  at.term = to_device<Space>("test::terms", store.terms());
  at.pieces = to_device<Space>("test::pieces", curves.pieces());
  UnwrappedValues rotated = at.last;
  rotated[1] += 2 * M_PI;
  Real const gain = counted<Space>(at.item, at.of(), at.pose, rotated) -
                    counted<Space>(at.item, at.of(), at.pose, at.last);
  EXPECT_NEAR(gain, term.at(at.pieces, rotated[1]).f - term.at(at.pieces, at.last[1]).f, 1e-12);
  auto const before = row_of(jacobian_of<Space>(at.item, at.of(), at.pose, at.last));
  auto const after = row_of(jacobian_of<Space>(at.item, at.of(), at.pose, rotated));
  EXPECT_GT(std::abs(after[0][10] - before[0][10]) + std::abs(after[0][9] - before[0][9]), 1e-3);
}

}  // namespace
}  // namespace orthant::test::couplings
