// The geometric stiffness of contacts, against differences, and the rule of composition.
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

void expect_equal(G12 const& found, G12 const& expected, Real tolerance) {
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j)
      EXPECT_NEAR(found[i][j], expected[i][j], tolerance) << i << " " << j;
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
      Vec<R> const rate = J_A * u_A + J_B * u_B;
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

}  // namespace
}  // namespace orthant::test::stiffness
