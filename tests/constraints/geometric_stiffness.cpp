// The geometric stiffness of relations: against forms by hand, finite differences, and the rule of
// composition.
#include "constraints/geometric_stiffness.hpp"

#include <gtest/gtest.h>

#include "tests/constraints/relation_items.hpp"

namespace orthant::test::stiffness {
namespace {

using G12 = Mat<12, 12>;

/// Arms of a few metres, and impulses of one: formulas of some hundred operations.
Real const round_off = 1e-12;

Mat3 across(Vec3 const& a) { return {{{0, -a[2], a[1]}, {a[2], 0, -a[0]}, {-a[1], a[0], 0}}}; }

void add(G12& G, int row, int column, Mat3 const& A, Real sign = 1) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) G[row + i][column + j] += sign * A[i][j];
}

void expect_equal(G12 const& found, G12 const& expected, Real tolerance) {
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j)
      EXPECT_NEAR(found[i][j], expected[i][j], tolerance) << i << " " << j;
}

/// The torque r x f of a force that keeps its direction on a point r of a body that turns:
///   d(r x f) = (dtheta x r) x f = [f]x [r]x dtheta
G12 ball_by_hand(JointItem const& item, Pose<> const& A, Pose<> const& B, Vec3 const& f) {
  G12 G;
  add(G, 3, 3, across(f) * across(rotate(A.q_WB, item.X_AJ.p_WB)), -1);
  add(G, 9, 9, across(f) * across(rotate(B.q_WB, item.X_BJ.p_WB)));
  return G;
}

/// And the torques -+ lambda z x s of the axis z on B and a direction s = -y, x on A:
///   d(z x s) = (dtheta_B x z) x s + z x (dtheta_A x s) = [s]x [z]x dtheta_B - [z]x [s]x dtheta_A
G12 hinge_by_hand(JointItem const& item, Pose<> const& A, Pose<> const& B, Vec<5> const& lambda) {
  G12 G = ball_by_hand(item, A, B, {{lambda[0], lambda[1], lambda[2]}});
  JointFrames<Real> const J(item, A, B);
  Vec3 const z = axis_of(J.B, 2);
  for (int i = 0; i < 2; ++i) {
    Vec3 const s = i == 0 ? -lambda[3] * axis_of(J.A, 1) : lambda[4] * axis_of(J.A, 0);
    for (int side = 0; side < 2; ++side) {
      Real const sign = side == 0 ? -1 : 1;
      add(G, 3 + 6 * side, 9, across(s) * across(z), sign);
      add(G, 3 + 6 * side, 3, across(z) * across(s), -sign);
    }
  }
  return G;
}

template <class Relation>
Vec<12> pushed(typename Relation::Item const& item, Pose<> const& A, Pose<> const& B,
               Vec<Relation::rows> const& lambda) {
  Mat<Relation::rows, 6> J_A, J_B;
  Relation::jacobian(item, A, B, J_A, J_B);
  Vec6 const a = transposed_times(J_A, lambda), b = transposed_times(J_B, lambda);
  Vec<12> out;
  for (int i = 0; i < 6; ++i) {
    out[i] = a[i];
    out[6 + i] = b[i];
  }
  return out;
}

template <int N>
Vec<N> random_vector(Dice& dice) {
  Vec<N> out;
  for (int i = 0; i < N; ++i) out[i] = dice.direction()[i % 3];
  return out;
}

/// Central differences of J^T lambda: an error of step^2 beside round-off over the step.
template <class Relation>
void expect_derivative_of_force(Dice& dice) {
  Real const step = 1e-5;
  auto const [item, A, B] = random_item<Relation>(dice);
  auto const lambda = random_vector<Relation::rows>(dice);
  auto const G = geometric_stiffness<Relation>(item, A, B, lambda);
  for (int j = 0; j < 12; ++j) {
    Twist u;
    u[j % 6] = 1;
    auto const at = [&, &item = item, &A = A, &B = B](Real h) {
      return pushed<Relation>(item, j < 6 ? advance(A, u, h) : A, j < 6 ? B : advance(B, u, h),
                              lambda);
    };
    auto const difference = (0.5 / step) * (at(step) - at(-step));
    for (int i = 0; i < 12; ++i) EXPECT_NEAR(G[i][j], difference[i], 1e-9) << i << " " << j;
  }
}

TEST(GeometricStiffness, OfABallJointIsTheFormByHand) {
  Dice dice(61);
  for (int i = 0; i < 50; ++i) {
    auto const [item, A, B] = random_item<BallJoint>(dice);
    Vec3 const f = dice.direction();
    expect_equal(geometric_stiffness<BallJoint>(item, A, B, f), ball_by_hand(item, A, B, f),
                 round_off);
  }
}

TEST(GeometricStiffness, OfAHingeIsTheFormByHand) {
  Dice dice(62);
  for (int i = 0; i < 50; ++i) {
    auto const [item, A, B] = random_item<HingeJoint>(dice);
    auto const lambda = random_vector<5>(dice);
    expect_equal(geometric_stiffness<HingeJoint>(item, A, B, lambda),
                 hinge_by_hand(item, A, B, lambda), round_off);
  }
}

TEST(GeometricStiffness, IsTheDerivativeOfTheForces) {
  Dice dice(63);
  for (int i = 0; i < 20; ++i) {
    expect_derivative_of_force<BallJoint>(dice);
    expect_derivative_of_force<HingeJoint>(dice);
  }
}

/// Symmetric but for half the torques t of J^T lambda, since rotations do not commute: with r x f
/// of the form by hand, ([f]x [r]x - [r]x [f]x)/2 = [f x r]x / 2 = -[t]x / 2.
TEST(GeometricStiffness, IsSymmetricButForTheTorques) {
  Dice dice(64);
  for (int k = 0; k < 20; ++k) {
    auto const [item, A, B] = random_item<HingeJoint>(dice);
    auto const lambda = random_vector<5>(dice);
    auto const G = geometric_stiffness<HingeJoint>(item, A, B, lambda);
    auto expected = symmetrised(G);
    auto const force = pushed<HingeJoint>(item, A, B, lambda);
    for (int o : {3, 9})
      add(expected, o, o, across({{force[o], force[o + 1], force[o + 2]}}), -0.5);
    expect_equal(G, expected, round_off);
  }
}

/// A relation made of a map g from the two bodies to the two points of a ball joint, and
/// f = p_B - p_A, which has no stiffness; and of |p_B - p_A|^2 / 2, which has.
struct HalfSquare {
  static constexpr int position_rows = 1;
  using Item = JointItem;
  template <class T>
  static Vec<1, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    auto const d = BallJoint::gap(item, A, B);
    return {{T(0.5) * dot(d, d)}};
  }
};

TEST(GeometricStiffness, OfACompositionIsPushedAndPulled) {
  Dice dice(65);
  for (int k = 0; k < 50; ++k) {
    auto const [item, A, B] = random_item<BallJoint>(dice);
    Real const lambda = 1 + dice.direction()[0];
    // f = |d|^2/2:  J_f^T lambda = lambda d,  G_f = lambda 1
    Vec3 const d = BallJoint::gap(item, A, B);
    Mat<3, 6> J_A, J_B;
    BallJoint::jacobian(item, A, B, J_A, J_B);
    Mat<3, 12> J_g;
    for (int r = 0; r < 3; ++r)
      for (int i = 0; i < 6; ++i) {
        J_g[r][i] = J_A[r][i];
        J_g[r][6 + i] = J_B[r][i];
      }
    Mat3 const G_f = diagonal({{lambda, lambda, lambda}});
    auto const G_g = geometric_stiffness<BallJoint>(item, A, B, lambda * d);
    expect_equal(composed_stiffness<12, 3>(G_g, J_g, G_f),
                 geometric_stiffness<HalfSquare>(item, A, B, {{lambda}}), 100 * round_off);
  }
}

}  // namespace
}  // namespace orthant::test::stiffness
