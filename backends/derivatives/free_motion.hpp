// The derivative of u_free by the start of a step, the applied wrench and the mass.
#pragma once
#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/model/model.hpp"
#include "orthant/integrators/detail/step_kernels.hpp"

namespace orthant {

/// The derivative of u_free (6): by the tangent of the pose (6), by the twist (6), by force and
/// torque (6). The derivative by the mass concerns the velocity alone.
struct FreeMotionDerivative {
  Mat<6, 6> by_pose, by_twist, by_wrench;
  Vec3 by_mass;      // [m/s / kg]
  Twist free_twist;  // u_free itself
};

/// The derivative of FreeMotion, for a constant wrench and gravity.
inline FreeMotionDerivative free_motion_derivative(Body const& body, Pose<> const& X,
                                                   Twist const& u, Real h) {
  FreeMotionDerivative out;
  out.free_twist = u;
  for (int i = 0; i < 6; ++i) out.by_twist[i][i] = 1;
  if (!body.dynamic()) return out;
  Vec3 const force = linear(body.wrench_W) + body.mass * body.gravity;
  Vec3 const torque = angular(body.wrench_W), w_W = angular(u);
  Mat3 const R = rotation_matrix(X.q_WB), &I = body.inertia_B;
  Vec3 w = rotate_back(X.q_WB, w_W), tau = rotate_back(X.q_WB, torque);

  // I (w' - w) + s w' x I w' = s tau in each part of the step; its derivative is dw' = I dw + s
  // dtau
  int const parts = parts_of_spin(w, h);
  Real const s = h / parts;
  Mat3 by_w = diagonal({{1, 1, 1}}), by_tau;
  for (int k = 0; k < parts; ++k) {
    Root const next = spun_once(I, body.inverse_inertia_B, w, tau, s);
    w = next.x;
    Mat3 const slope = next.settled ? spin_slope(I, w, s) : I;
    Mat3 const inverse = inverse_general(slope);
    Mat3 by_tau_next = I * by_tau;
    for (int i = 0; i < 3; ++i) by_tau_next[i][i] += s;
    by_w = inverse * (I * by_w);
    by_tau = inverse * by_tau_next;
  }
  Vec3 const free = R * w;
  out.free_twist = stacked(linear(u) + (h / body.mass) * force, free);
  out.by_mass = (-h / (body.mass * body.mass)) * linear(body.wrench_W);

  // R and components in body axes turn with the body: d(R^T x) = -R^T (dtheta x x)
  Mat3 const W = R * by_w * transpose(R), T = R * by_tau * transpose(R);
  Mat3 const turned_w = W * cross_matrix(w_W), turned_tau = T * cross_matrix(torque),
             turned_free = cross_matrix(free);
  for (int i = 0; i < 3; ++i) {
    out.by_wrench[i][i] = h / body.mass;
    for (int j = 0; j < 3; ++j) {
      out.by_pose[3 + i][3 + j] = turned_w[i][j] + turned_tau[i][j] - turned_free[i][j];
      out.by_twist[3 + i][3 + j] = W[i][j];
      out.by_wrench[3 + i][3 + j] = T[i][j];
    }
  }
  return out;
}

}  // namespace orthant
