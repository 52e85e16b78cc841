// The measures of a step, for any method: computed from state and impulses alone.
#pragma once
#include "orthant/core/math/vec.hpp"

namespace orthant {

/// The measures of one world. lambda is the impulse of a contact, u its velocity, U^ = u + mu |u_t|
/// n, K the friction cone, and r = W_nn [1/kg] turns an impulse into a velocity. u_n is the value
/// of the normal row plus Sigma lambda_n, which is complementary to lambda_n in every law: c(q+)/h
/// at position level, J u+ with restitution and Upsilon c(q-)/h at velocity level, and for a
/// compliant contact the value of its spring and damper. With anisotropic friction the tangents are
/// those of the rows, in which K is round.
struct Measures {
  Real penetration = 0;          // largest overlap of two shapes, detected anew at q+, for any law:
                                 // errors of velocity level and the deformation of compliant
                                 // contacts included [m]
  Real joint_error = 0;          // largest error of a rigid joint or limit [m]
  Real joint_error_angular = 0;  // likewise [rad]
  Real drift = 0;                // largest displacement of a body from its start [m]
  Real speed = 0;                // largest |v| of a body's centre [m/s]
  Real spin = 0;                 // largest |omega| of a body [rad/s]
  Real ncp_residual = 0;         // largest |min(u_n, r lambda_n)| [m/s]
  Real natural_map = 0;          // largest r |lambda - P_K(lambda - U^/r)| [m/s]
  Real cone_violation = 0;       // largest distance of lambda to K, over the larger of the largest
                                 // |lambda| and h times the weight of all bodies [-]
  Real dual_violation = 0;       // largest distance of U^ to K* [m/s]
  Real complementarity = 0;      // largest |<lambda, U^>| [J]
  Real momentum_balance = 0;     // largest |M (u - u_free) - J^T lambda|, linear part [N s]
  Real momentum_balance_angular = 0;  // likewise, angular part [N m s]
  Real kinetic = 0;                   // energy [J]
  Real potential = 0;                 // of gravity [J]
  Real elastic = 0;                   // of springs and compliant rows [J]
  Vec3 momentum;                      // [N s]
  Vec3 angular_momentum;              // about the world's origin [N m s]

  /// Kinetic, potential and elastic energy together [J].
  Real energy() const { return kinetic + potential + elastic; }
};

}  // namespace orthant
