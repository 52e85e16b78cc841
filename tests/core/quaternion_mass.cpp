// The mass matrix in quaternion coordinates, reduced by the kinematic map to that of the twist.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "orthant/core/model/model.hpp"
#include "orthant/tests/collision/dice.hpp"

namespace orthant::test::quaternion_mass {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// dq/dt = G u of one body: (v, 1/2 (0, w) q), 7 x 6.
MatrixXd kinematic_map(Pose<> const& X) {
  MatrixXd G = MatrixXd::Zero(7, 6);
  for (int i = 0; i < 3; ++i) {
    G(i, i) = 1;
    Quat<> const w{0, i == 0 ? 0.5 : 0, i == 1 ? 0.5 : 0, i == 2 ? 0.5 : 0};
    Quat<> const rate = w * X.q_WB;
    G.block<4, 1>(3, 3 + i) << rate.w, rate.x, rate.y, rate.z;
  }
  return G;
}

/// diag(m 1, 4 Q I Q^T), with Q (4 x 3) of  w_B = 2 Q^T dq/dt:  the kinetic energy is
/// 1/2 w_B . I w_B = 1/2 dq/dt . (4 Q I Q^T) dq/dt.
MatrixXd mass_matrix(Body const& body, Pose<> const& X) {
  auto const& q = X.q_WB;
  MatrixXd Q(4, 3), inertia(3, 3);
  Q << -q.x, -q.y, -q.z, q.w, -q.z, q.y, q.z, q.w, -q.x, -q.y, q.x, q.w;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) inertia(r, c) = body.inertia_B[r][c];
  MatrixXd M = MatrixXd::Zero(7, 7);
  M.topLeftCorner(3, 3).diagonal().setConstant(body.mass);
  M.bottomRightCorner(4, 4) = 4 * Q * inertia * Q.transpose();
  return M;
}

Body random_body(Dice& dice) {
  Vec3 const a = dice.direction();
  Body body;
  body.mass = 1.7;
  body.inertia_B = diagonal({{2, 3, 4}});
  for (int r = 0; r < 3; ++r)  // not diagonal
    for (int c = 0; c < 3; ++c) body.inertia_B[r][c] += 0.5 * a[r] * a[c];
  return body;
}

VectorXd vector(Vec6 const& x) {
  VectorXd out(6);
  for (int i = 0; i < 6; ++i) out[i] = x[i];
  return out;
}

/// About fifty operations on numbers up to 10.
double const round_off = 1e-13;

TEST(QuaternionMass, IsReducedByTheKinematicMap) {
  Dice dice(91);
  for (int i = 0; i < 100; ++i) {
    Pose<> const X = dice.pose(2);
    Body const body = random_body(dice);
    MatrixXd const G = kinematic_map(X), reduced = G.transpose() * mass_matrix(body, X) * G;
    for (int c = 0; c < 6; ++c) {
      Vec6 e;
      e[c] = 1;
      EXPECT_LE((reduced.col(c) - vector(momentum(body, X, e))).cwiseAbs().maxCoeff(), round_off);
    }
  }
}

/// The free motion: of all velocities of a rigid body, G u_free is closest to dq/dt- + h M^-1 f_q
/// in the metric of M: G^T (M G (u_free - u) - h f_q) = 0. With f = G^T f_q that is M u_free = M u-
/// + h f.
TEST(QuaternionMass, GivesTheSameFreeVelocity) {
  Dice dice(92);
  double const h = 0.01;
  for (int i = 0; i < 100; ++i) {
    Pose<> const X = dice.pose(2);
    Body body = random_body(dice);
    Eigen::Matrix3d inertia;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) inertia(r, c) = body.inertia_B[r][c];
    Eigen::Matrix3d const inverse = inertia.inverse();
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) body.inverse_inertia_B[r][c] = inverse(r, c);
    Vec6 const u = stacked(dice.direction(), dice.direction());
    MatrixXd const G = kinematic_map(X), M = mass_matrix(body, X);
    VectorXd const f = G.transpose() * VectorXd::Random(7);
    VectorXd const x = vector(u) + h * (G.transpose() * M * G).ldlt().solve(f);
    Vec6 force;
    for (int k = 0; k < 6; ++k) force[k] = f[k];
    Vec6 const free = u + h * (inverse_mass(body, X) * force);
    EXPECT_LE((x - vector(free)).cwiseAbs().maxCoeff(), round_off);
  }
}

}  // namespace
}  // namespace orthant::test::quaternion_mass
