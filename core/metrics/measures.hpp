// What a step is judged by, whichever method made it: computed from state and impulses alone.
#pragma once
#include "core/math/vec.hpp"

namespace orthant {

/// Of one world. Contacts: lambda is the impulse of a contact, u its velocity, u_free = u + mu
/// |u_t| n, K the friction cone, and r = A_nn [1/kg] turns an impulse into a velocity. u_n is the
/// value of the normal row with Sigma lambda_n, that is what is complementary to lambda_n whatever
/// its law: c(q+)/h at position level, J u+ with restitution and Y c(q-)/h at velocity level, of a
/// compliant contact what its spring and damper leave. Where friction is not the same in all
/// directions, the tangents are those of the rows, in which K is round.
struct Measures {
  Real penetration = 0;          // largest overlap of two shapes, detected anew at q+, whatever
                                 // the law says of it: what velocity level leaves, and how far
                                 // compliant contacts yield [m]
  Real joint_error = 0;          // largest error of a rigid joint or limit [m]
  Real joint_error_angular = 0;  // likewise [rad]
  Real drift = 0;                // largest way of a body from where it started [m]
  Real speed = 0;                // largest |v| of a body's centre [m/s]
  Real spin = 0;                 // largest |omega| of a body [rad/s]
  Real ncp_residual = 0;         // largest |min(u_n, r lambda_n)| [m/s]
  Real natural_map = 0;          // largest r |lambda - P_K(lambda - u_free/r)| [m/s]
  Real cone_violation = 0;       // largest distance of lambda to K, over the larger of the largest
                                 // |lambda| and h times the weight of all bodies [-]
  Real dual_violation = 0;       // largest distance of u_free to K* [m/s]
  Real complementarity = 0;      // largest |<lambda, u_free>| [J]
  Real momentum_balance = 0;     // largest |M (u - u_free) - J^T lambda|, linear part [N s]
  Real momentum_balance_angular = 0;  // likewise, angular part [N m s]
  Real kinetic = 0;                   // energy [J]
  Real potential = 0;                 // of gravity [J]
  Real elastic = 0;                   // of springs and of what yields [J]
  Vec3 momentum;                      // [N s]
  Vec3 angular_momentum;              // about the world's origin [N m s]

  Real energy() const { return kinetic + potential + elastic; }
};

}  // namespace orthant
