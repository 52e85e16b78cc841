// The geometric stiffness of relations, against hand-written forms, finite differences, and the
// rule of composition.
#include "orthant/constraints/relations/geometric_stiffness.hpp"

#include <gtest/gtest.h>

#include "orthant/constraints/contact/detail/contact_stiffness.hpp"
#include "orthant/constraints/relations/contact_spin.hpp"
#include "orthant/tests/conformance/relation_items.hpp"

namespace orthant::test::stiffness {
namespace {

using G12 = Mat<12, 12>;

/// Lever arms of a few metres, and unit impulses: formulas of about a hundred operations.
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

/// The torque r x f of a force with fixed direction on a point r of a rotating body:
///   d(r x f) = (dtheta x r) x f = [f]x [r]x dtheta
G12 ball_by_hand(JointItem const& item, Pose<> const& A, Pose<> const& B, Vec3 const& f) {
  G12 G;
  add(G, 3, 3, across(f) * across(rotate(A.q_WB, item.X_AJ.p_WB)), -1);
  add(G, 9, 9, across(f) * across(rotate(B.q_WB, item.X_BJ.p_WB)));
  return G;
}

/// Also the torques -+ lambda z x s of the axis z on B and a direction s = -y, x on A:
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

template <int R>
Vec<R> rates(Mat<R, 6> const& J_A, Mat<R, 6> const& J_B, Twist const& u_A, Twist const& u_B) {
  return J_A * u_A + J_B * u_B;
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

/// The rate at which the normal of a contact turns with its bodies [1/m].
Real turning(Contact const& item, Pose<> const& A, Pose<> const& B) {
  Real fastest = 0;
  for (int j = 0; j < 12; ++j)
    fastest = larger(fastest, norm(along(j, A, B, [&](Pose<> const& X, Pose<> const& Y) {
                       return ContactPointRelation::witness(item, X, Y).normal;
                     })));
  return fastest;
}

/// For the gap of a contact, its tangents, and the axes of torsional and rolling friction. Nearly
/// touching features of small or zero radius turn too fast for differences.
template <class Relation>
void expect_contact_derivatives(Dice& dice) {
  constexpr int R = Relation::rows;
  auto const posed = random_item<ContactPointRelation>(dice);
  auto const& item = posed.item;
  auto const w = ContactPointRelation::witness(item, posed.A, posed.B);
  bool const sharp = item.kind == ContactKind::point_point || item.kind == ContactKind::line_point;
  if (sharp && w.distance < 0.3) return;
  if (item.kind == ContactKind::line_line &&
      norm(cross(rotate(posed.A.q_WB, item.d_A), rotate(posed.B.q_WB, item.d_B))) < 0.5)
    return;
  bool const round =
      item.kind == ContactKind::line_ellipsoid || item.kind == ContactKind::ellipsoid_ellipsoid;
  if (round && turning(item, posed.A, posed.B) > 3) return;
  Vec<R> const lambda = random_vector<R>(dice);
  Twist const u_A = stacked(dice.direction(), dice.direction());
  Twist const u_B = stacked(dice.direction(), dice.direction());
  contact_kernels::MovingRows<Relation> const moving(item, posed.A, posed.B);
  auto const G = moving.stiffness(lambda);
  for (int j = 0; j < 12; ++j) {
    auto const all = along(j, posed.A, posed.B, [&](Pose<> const& A, Pose<> const& B) {
      Mat<R, 6> J_A, J_B;
      Relation::jacobian(item, A, B, J_A, J_B);
      Vec6 const a = transposed_times(J_A, lambda), b = transposed_times(J_B, lambda);
      Vec<R> const rate = rates<R>(J_A, J_B, u_A, u_B);
      Vec<12 + R> out;
      for (int i = 0; i < 6; ++i) out[i] = a[i], out[6 + i] = b[i];
      for (int r = 0; r < R; ++r) out[12 + r] = rate[r];
      return out;
    });
    for (int i = 0; i < 12; ++i) EXPECT_NEAR(G[i][j], all[i], 1e-8) << Relation::name << i << j;
    for (int r = 0; r < R; ++r)
      EXPECT_NEAR(moving.rate(r, u_A, u_B)[j], all[12 + r], 1e-8) << Relation::name << r << j;
  }
}

TEST(GeometricStiffness, IsTheDerivativeOfTheForcesOfContacts) {
  Dice dice(66);
  for (int i = 0; i < 300; ++i) {
    expect_contact_derivatives<ContactPointRelation>(dice);
    expect_contact_derivatives<TorsionalFriction>(dice);
    expect_contact_derivatives<RollingFriction>(dice);
  }
}

/// Symmetric except for half of the torques t of J^T lambda, because rotations do not commute: with
/// r x f of the hand-written form, ([f]x [r]x - [r]x [f]x)/2 = [f x r]x / 2 = -[t]x / 2.
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

/// The relation f(g) = |p_B - p_A|^2 / 2 composed with the map g from two bodies to the two points
/// of a ball joint; f has a stiffness, unlike p_B - p_A.
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

/// The row of a gear is linear in two coordinates of the same bodies: G of their composition.
TEST(GeometricStiffness, OfGearsIsThatOfTheirCoordinates) {
  Dice dice(67);
  for (int k = 0; k < 20; ++k) {
    auto const [item, A, B] = nearly_closed<GearAdvance>(dice);
    Real const lambda = 1 + dice.direction()[0];
    auto expected = geometric_stiffness<CentreAngle>(item, A, B, {{item.length * lambda}});
    auto const by_rotation = geometric_stiffness<TwistAngle>(item, A, B, {{-item.radius * lambda}});
    for (int i = 0; i < 12; ++i)
      for (int j = 0; j < 12; ++j) expected[i][j] += by_rotation[i][j];
    expect_equal(geometric_stiffness<GearAdvance>(item, A, B, {{lambda}}), expected,
                 10 * round_off);
  }
}

/// A row x - p/(2 pi) t - F(t) of the displacement x and the angle t, by push and pull.
TEST(GeometricStiffness, OfAScrewWithACamIsThatOfItsCoordinates) {
  Dice dice(68);
  for (int k = 0; k < 20; ++k) {
    auto const [item, A, B] = nearly_closed<ScrewAdvance>(dice);
    Real const lambda = 1 + dice.direction()[0], t = TwistAngle::gap(item, A, B)[0];
    Real slope = item.pitch / (2 * M_PI), bend = 0;
    for (int n = 1; n <= item.cam.count; ++n) {
      Real const a = item.cam.cosine[n - 1], b = item.cam.sine[n - 1];
      slope += n * (b * std::cos(n * t) - a * std::sin(n * t));
      bend -= n * n * (a * std::cos(n * t) + b * std::sin(n * t));
    }
    auto G_g = geometric_stiffness<AxisDisplacement>(item, A, B, {{lambda}});
    auto const by_rotation = geometric_stiffness<TwistAngle>(item, A, B, {{-slope * lambda}});
    Mat<1, 6> displacement_A, displacement_B, rotation_A, rotation_B;
    AxisDisplacement::jacobian(item, A, B, displacement_A, displacement_B);
    TwistAngle::jacobian(item, A, B, rotation_A, rotation_B);
    Mat<2, 12> J_g;
    for (int i = 0; i < 12; ++i) {
      for (int j = 0; j < 12; ++j) G_g[i][j] += by_rotation[i][j];
      J_g[0][i] = i < 6 ? displacement_A[0][i] : displacement_B[0][i - 6];
      J_g[1][i] = i < 6 ? rotation_A[0][i] : rotation_B[0][i - 6];
    }
    Mat<2, 2> G_f;
    G_f[1][1] = -bend * lambda;
    expect_equal(geometric_stiffness<ScrewAdvance>(item, A, B, {{lambda}}),
                 composed_stiffness<12, 2>(G_g, J_g, G_f), 10 * round_off);
  }
}

}  // namespace
}  // namespace orthant::test::stiffness
