// The joints of two bodies, which answer impulses on these at once.
#pragma once
#include "orthant/core/step/rows.hpp"

namespace orthant::contact_kernels {

/// Impulses p on both bodies change their velocities by
///   M^-1 (p - G^T (G M^-1 G^T + Sigma)^-1 G M^-1 p)
/// with the rows G of the joints on both bodies. Of the bodies beyond these joints nothing holds
/// but their inertia if they yield, so that the response is never too small; else they are at rest.
/// `InverseMasses`: M^-1 of a body by its number.
template <class Space, class InverseMasses>
class JointsOfTwo {
 public:
  using Impulses = Vec6[2];  // on body a and on body b

  /// a, b: -1 if there is none.
  KOKKOS_FUNCTION JointsOfTwo(Rows<Space> const& rows, InverseMasses const& inverse_mass, int a,
                              int b, bool neighbours_yield)
      : rows_(rows), inverse_mass_(inverse_mass), body_{a, b}, all_(neighbours_yield) {
    for (int side = 0; side < 2; ++side) {
      int const of = body_[side];
      if (of < 0) continue;
      for (int t = rows.incidence_begin(of); t < rows.incidence_begin(of + 1); ++t) {
        int const joint = rows.incidence(t) / 2;
        bool const seen =
            side == 1 && a >= 0 && (rows.body(joint, 0) == a || rows.body(joint, 1) == a);
        if (rows.law(joint) != Law::free || seen) continue;
        for (int row = rows.block_row(joint); row < rows.block_row(joint + 1); ++row)
          add(joint, row);
      }
    }
  }

  /// What joints take of p^T M^-1 p.
  KOKKOS_FUNCTION Real taken(Impulses const& p) const {
    Real y[most], out = 0;
    forward(p, y);
    for (int k = 0; k < count_; ++k) out += y[k] * y[k];
    return out;
  }

  /// The change of the velocity of body a or b.
  KOKKOS_FUNCTION void answer(Impulses const& p, Twist (&out)[2]) const {
    Real y[most];
    forward(p, y);
    Vec6 left[2] = {p[0], p[1]};
    for (int k = count_ - 1; k >= 0; --k) {
      for (int i = k + 1; i < count_; ++i) y[k] -= L_[i][k] * y[i];
      y[k] /= L_[k][k];
      for (int side = 0; side < 2; ++side)
        if (int const of = side_of(joint_[k], side); of >= 0)
          left[side] -= y[k] * rows_.jacobian(row_[k], of);
    }
    for (int side = 0; side < 2; ++side)
      out[side] = body_[side] < 0 ? Twist{} : inverse_mass_(body_[side]) * left[side];
  }

 private:
  static constexpr int most = 24;           // rows of joints; further ones are left out
  static constexpr Real redundant = 1e-12;  // a smaller part of a pivot is round-off

  KOKKOS_FUNCTION bool moves(int b) const {
    return b >= 0 && (all_ || b == body_[0] || b == body_[1]);
  }
  /// The side of a block that body a or b is; -1: none.
  KOKKOS_FUNCTION int side_of(int block, int which) const {
    for (int side = 0; side < 2 && body_[which] >= 0; ++side)
      if (rows_.body(block, side) == body_[which]) return side;
    return -1;
  }

  /// G_p M^-1 G_q^T
  KOKKOS_FUNCTION Real coupling(int block_p, int p, int block_q, int q) const {
    Real sum = 0;
    for (int i = 0; i < 2; ++i)
      for (int k = 0; k < 2; ++k)
        if (int const b = rows_.body(block_p, i); moves(b) && b == rows_.body(block_q, k))
          sum += dot(rows_.jacobian(p, i), inverse_mass_(b) * rows_.jacobian(q, k));
    return sum;
  }

  /// The next row of a Cholesky factorisation.
  KOKKOS_FUNCTION void add(int joint, int row) {
    if (count_ == most) return;
    Real pivot = 0, whole = 0;
    for (int k = 0; k <= count_; ++k) {
      bool const own = k == count_;
      int const other = own ? row : row_[k];
      Real x = coupling(joint, row, own ? joint : joint_[k], other);
      if (own || joint_[k] == joint) x += rows_.compliance(row, other - rows_.block_row(joint));
      if (own) pivot = whole = x;
      for (int i = 0; i < k; ++i)
        (own ? pivot : x) -= L_[count_][i] * (own ? L_[count_][i] : L_[k][i]);
      if (!own) L_[count_][k] = x / L_[k][k];
    }
    if (!(pivot > redundant * whole)) return;
    L_[count_][count_] = sqrt(pivot);
    row_[count_] = row;
    joint_[count_++] = joint;
  }

  /// L^-1 G M^-1 p
  KOKKOS_FUNCTION void forward(Impulses const& p, Real (&y)[most]) const {
    for (int k = 0; k < count_; ++k) {
      y[k] = 0;
      for (int i = 0; i < 2; ++i)
        for (int side = 0; side < 2; ++side)
          if (int const b = rows_.body(joint_[k], i); b >= 0 && b == body_[side])
            y[k] += dot(rows_.jacobian(row_[k], i), inverse_mass_(b) * p[side]);
      for (int i = 0; i < k; ++i) y[k] -= L_[k][i] * y[i];
      y[k] /= L_[k][k];
    }
  }

  Rows<Space> const& rows_;
  InverseMasses const& inverse_mass_;
  int body_[2];
  bool all_;
  int count_ = 0, row_[most], joint_[most];
  Real L_[most][most];
};

}  // namespace orthant::contact_kernels
