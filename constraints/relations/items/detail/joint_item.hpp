// What every joint stores: its bodies and a joint frame on each; and functions that relations
// share.
#pragma once
#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/scene/scene.hpp"
#include "orthant/core/step/constraint_block.hpp"

namespace orthant {

/// A force f with c + C (f + D dc/dt) = 0 holds the rows c(q): a spring C^-1 in parallel to a
/// damper D. C = 0 is rigid. C and D are symmetric and positive semidefinite. A damper alone has no
/// C.
struct Elasticity {
  Mat3 C;  // [m/N] or [rad/(N m)]
  Mat3 D;  // [N s/m] or [N m s/rad]
};

/// The impulse is lambda = s h (w f+ + (1 - w) f-), from the forces at both ends of a step, with
/// the weight w and the share s. With c+ = c(q+) and dc/dt = v J u + (1 - v) J u-, v the weight of
/// speeds, the law times B is
///   B (w c+ + (1 - w) c- + (1 - v) C D J u-) + (I - w sigma h B) J u + Sigma lambda = 0,
///   B = (w sigma h I + v C D)^-1,    Sigma = B C / (s h)
/// Its derivative by u is J, because dc+ = sigma h J du. In the notation of compliant constraints,
///   J v + Sigma lambda = eta (beta C D + gamma I)^-1 f,   Sigma = (beta C D + gamma I)^-1 C,
/// these are beta = s v h, gamma = s w sigma h^2, eta = s h: implicit Euler for sigma = w = s = 1.
/// Sigma is symmetric because (beta C D + gamma I)^-1 C = C (beta D C + gamma I)^-1.
struct Yield {
  Mat3 B;      // [1/s]
  Mat3 Sigma;  // [1/kg] or [1/(kg m^2)]
};

KOKKOS_INLINE_FUNCTION Yield yield_of(Elasticity const& of, StepSize const& size, int rows) {
  Mat3 A = of.C * of.D;
  for (auto& row : A.m)
    for (Real& x : row) x *= size.speed_weight;
  for (int i = 0; i < 3; ++i) A[i][i] += size.weight * size.reach();
  Yield out;
  out.B = inverse_general(A, rows);
  out.Sigma = out.B * of.C;
  for (auto& row : out.Sigma.m)
    for (Real& x : row) x /= size.impulse_per_force();
  return out;
}

struct JointItem {
  int a = -1, b = -1;  // bodies, counted over all worlds; -1: the world
  int world = 0;
  int joint = 0;               // number in the scene
  Pose<> X_AJ, X_BJ;           // joint frame on each body
  Real length = 0;             // distance of two points [m]
  Real pitch = 0;              // of a thread [m]
  Harmonics cam;               // displacement along a cam [m]
  Real radius = 0;             // of the wheel on b, may be negative: see GearAdvance [m]
  Elasticity linear, angular;  // of the rows in metres, and of those in radians
  bool rigid = true;           // no row has compliance
  bool velocity = false;       // held at velocity level, J u + Upsilon c(q-)/h
  Quat<> near;                 // of SameOrientation, at the start of the step
  /// Upsilon of the linear and of the angular rows: the share of an error that a step removes [-].
  Mat3 correction = diagonal({{1, 1, 1}}), angular_correction = correction;
};

/// The bodies and frames of a joint of the scene in one world.
inline JointItem placed_item(JointSpec const& joint, int world, int first_body) {
  JointItem item;
  item.a = joint.a < 0 ? -1 : joint.a + first_body;
  item.b = joint.b < 0 ? -1 : joint.b + first_body;
  item.world = world;
  item.X_AJ = joint.X_AJ;
  item.X_BJ = joint.X_BJ;
  item.length = joint.length;
  item.pitch = joint.pitch;
  item.cam = joint.cam;
  item.radius = joint.radius;
  return item;
}

/// The part of a matrix in joint axes that belongs to the rows [first, end).
template <class Relation>
Mat3 along_rows(Mat3 const& M, int first, int end) {
  Mat3 out;
  for (int i = first; i < end; ++i)
    for (int j = first; j < end; ++j)
      out[i - first][j - first] = M[Relation::axes[i]][Relation::axes[j]];
  return out;
}

/// An item with the laws of its rows.
template <class Relation>
JointItem with_elasticity(JointSpec const& joint, JointItem item) {
  constexpr int linear = Relation::linear_rows, rows = Relation::rows;
  item.linear = {along_rows<Relation>(joint.compliance, 0, linear),
                 along_rows<Relation>(joint.damping, 0, linear)};
  item.angular = {along_rows<Relation>(joint.angular_compliance, linear, rows),
                  along_rows<Relation>(joint.angular_damping, linear, rows)};
  item.velocity = joint.level == Level::velocity;
  item.correction = along_rows<Relation>(joint.correction, 0, linear);
  item.angular_correction = along_rows<Relation>(joint.angular_correction, linear, rows);
  for (int i = 0; i < 3; ++i)  // semidefinite: zero with its diagonal
    if (item.linear.C[i][i] > 0 || item.angular.C[i][i] > 0) item.rigid = false;
  return item;
}

/// The gaps of the linear and of the angular rows of a joint, as vectors.
struct GapParts {
  Vec3 linear, angular;
};
template <class Relation>
KOKKOS_FUNCTION GapParts parts_of(Vec<Relation::rows> const& c) {
  GapParts out;
  for (int r = 0; r < Relation::rows; ++r)
    (r < Relation::linear_rows ? out.linear[r] : out.angular[r - Relation::linear_rows]) = c[r];
  return out;
}

/// The joint frame of a body in the world.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Pose<T> joint_frame(Pose<T> const& X_WB, Pose<> const& X_BJ) {
  auto const& q = X_BJ.q_WB;
  return X_WB * Pose<T>{constant<T>(X_BJ.p_WB), {T(q.w), T(q.x), T(q.y), T(q.z)}};
}

/// The i-th axis of a frame, column i of R(q).
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Vec<3, T> axis_of(Pose<T> const& frame, int i) {
  auto const& q = frame.q_WB;
  Vec<3, T> const u{{q.x, q.y, q.z}};
  int const j = (i + 1) % 3, k = (i + 2) % 3;
  Vec<3, T> e;
  e[i] = T(1) - T(2) * (u[j] * u[j] + u[k] * u[k]);
  e[j] = T(2) * (u[i] * u[j] + q.w * u[k]);
  e[k] = T(2) * (u[i] * u[k] - q.w * u[j]);
  return e;
}

/// Both joint frames, and the displacement from the origin of A's frame to that of B's.
template <class T>
struct JointFrames {
  Pose<T> A, B;
  Vec<3, T> d;
  Quat<> near;  // of the item

  KOKKOS_FORCEINLINE_FUNCTION JointFrames(JointItem const& item, Pose<T> const& X_A,
                                          Pose<T> const& X_B)
      : A(joint_frame(X_A, item.X_AJ)),
        B(joint_frame(X_B, item.X_BJ)),
        d(B.p_WB - A.p_WB),
        near(item.near) {}
};

/// A coordinate of a joint, in metres.
struct LengthCoordinate {
  static constexpr int rows = 1, position_rows = 1, linear_rows = 1;
  static constexpr Real period = 0;
  using Item = JointItem;
};
/// A coordinate in radians, up to whole turns.
struct AngleCoordinate {
  static constexpr int rows = 1, position_rows = 1, linear_rows = 0;
  static constexpr Real period = 6.283185307179586;
  using Item = JointItem;
};

/// Writes the row of  J u = w . (w_B - w_A).
template <int R, class T>
KOKKOS_FUNCTION void rotation_row(int row, Vec<3, T> const& w, Mat<R, 6, T>& J_A,
                                  Mat<R, 6, T>& J_B) {
  for (int k = 0; k < 3; ++k) {
    J_A[row][3 + k] = T(-1) * w[k];
    J_B[row][3 + k] = w[k];
  }
}

/// Writes the row of d/dt (e . d) = e . (v_B + w_B x r_B - v_A - w_A x (r_A + d)) for a unit vector
/// e fixed in A. r leads from the centre of mass to the joint frame.
template <int R, class T>
KOKKOS_FUNCTION void offset_row(int row, Vec<3, T> const& e, Vec<3, T> const& x_B,
                                Pose<T> const& X_A, Pose<T> const& X_B, Mat<R, 6, T>& J_A,
                                Mat<R, 6, T>& J_B) {
  auto const moment_A = cross(x_B - X_A.p_WB, e), moment_B = cross(x_B - X_B.p_WB, e);
  for (int k = 0; k < 3; ++k) {
    J_A[row][k] = T(-1) * e[k];
    J_B[row][k] = e[k];
    J_A[row][3 + k] = T(-1) * moment_A[k];
    J_B[row][3 + k] = moment_B[k];
  }
}

/// Rows of the coincidence of two body points, in world axes. r leads from the centre of mass to
/// the point.
template <int R, class T>
KOKKOS_FUNCTION void point_rows(Vec<3, T> const& r_A, Vec<3, T> const& r_B, Mat<R, 6, T>& J_A,
                                Mat<R, 6, T>& J_B) {
  for (int i = 0; i < 3; ++i) {
    // e_i . (w x r) = w . (r x e_i)
    int const j = (i + 1) % 3, k = (i + 2) % 3;
    J_A[i][i] = T(-1);
    J_B[i][i] = T(1);
    J_A[i][3 + j] = T(-1) * r_A[k];
    J_A[i][3 + k] = r_A[j];
    J_B[i][3 + j] = r_B[k];
    J_B[i][3 + k] = T(-1) * r_B[j];
  }
}

}  // namespace orthant
