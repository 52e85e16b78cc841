// The frictional problem of a single contact, solved exactly.
#pragma once
#include <Eigen/Core>

namespace orthant {

/// The r of  u = A r + q,  K contains r _|_ u + mu |u_t| e_n in K*,  for a symmetric positive
/// definite A. Where the contact
///   parts    q_n >= 0:           r = 0
///   sticks   -A^-1 q in K:       r = -A^-1 q
///   slides   otherwise:          u_n = 0,  u_t = -s r_t,  s > 0,  |r_t| = mu r_n
/// With r_n eliminated by u_n = 0, sliding is one equation in s:
///   B = A_tt - A_tn A_nt / A_nn,  p = q_t - A_tn q_n / A_nn,   r_t(s) = -(B + s I)^-1 p
///   h(s) = |r_t(s)| - mu r_n(s) = 0,   where h(0) > 0 outside the cone, and h < 0 as s grows.
Eigen::Vector3d solve_single_contact(Eigen::Matrix3d const& A, Eigen::Vector3d const& q, double mu);

}  // namespace orthant
