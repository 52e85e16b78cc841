// Frictional contact as a problem of its own, without a scene, as it is stored in files.
#pragma once
#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <string>

namespace orthant {

using Vector = Eigen::VectorXd;              // a column of numbers
using Sparse = Eigen::SparseMatrix<double>;  // column by column

/// For each contact, normal component first, with K = {|r_t| <= mu r_n} and its dual K*:
///   u = W r + q,     K contains r  _|_  u + mu |u_t| e_n  in K*
/// r are impulses [N s] and u velocities [m/s] if the problem comes from a step. A file may have
/// other units, which it does not state.
struct ConeProblem {
  std::string name;  // for tables and messages; of a stored problem that of its file
  /// Of the stored contacts. 2: planar, stored without a second tangent, which is added here (see
  /// plane_contacts.hpp).
  int dimension = 3;
  Sparse W;   // (3n, 3n) symmetric positive semidefinite up to errors of the file
  Vector q;   // (3n)
  Vector mu;  // (n) >= 0

  /// The form with velocities, if it is known: M v = f + H r, u = H^T v + w. Else M is 0 by 0.
  Sparse M;  // (m, m) symmetric positive definite
  Sparse H;  // (m, 3n)
  Sparse Z;  // (m, 3n) with W = Z^T Z and rows as H; 0 by 0 if it is not known
  Vector f;  // (m)
  Vector w;  // (3n)

  /// The number n of contacts.
  int contacts() const { return static_cast<int>(mu.size()); }
  /// Whether M, H, f and w are given.
  bool has_velocities() const { return M.rows() > 0; }
};

}  // namespace orthant
