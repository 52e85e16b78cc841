// The frictional problem of a single contact, solved exactly.
#pragma once
#include <Eigen/Core>

namespace orthant {

/// The impulse r of one contact: u = W r + q, with r in the friction cone K, u + mu |u_t| e_n in
/// the dual cone K*, and both orthogonal. W is its 3 x 3 block of the Delassus operator [1/kg],
/// symmetric and positive definite. The contact
///   parts    if q_n >= 0:            r = 0
///   sticks   if -W^-1 q is in K:     r = -W^-1 q
///   slides   otherwise:              u_n = 0,  u_t = -s r_t,  s > 0,  |r_t| = mu r_n
/// Sliding is one equation in s. Elimination of r_n by u_n = 0 gives
///   B = W_tt - W_tn W_nt / W_nn,   p = q_t - W_tn q_n / W_nn,   r_t(s) = -(B + s I)^-1 p,
///   h(s) = |r_t(s)| - mu r_n(s) = 0,
/// with h(0) > 0, because the sticking impulse is outside the cone, and h < 0 for large s.
Eigen::Vector3d solve_single_contact(Eigen::Matrix3d const& W, Eigen::Vector3d const& q, double mu);

}  // namespace orthant
