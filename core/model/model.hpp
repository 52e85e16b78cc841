// The bodies of a batch of worlds: Model is constant in a run, State changes in each step.
#pragma once
#include <memory>

#include "orthant/core/execution/array.hpp"
#include "orthant/core/math/pose.hpp"
#include "orthant/core/model/detail/shape.hpp"

namespace orthant {

/// Mass properties and load of one body.
struct Body {
  Real mass = 0;           // [kg]; 0: the body does not react (fixed, or with prescribed motion)
  Mat3 inertia_B;          // about the centre of mass, body axes [kg m^2]
  Mat3 inverse_inertia_B;  // [1/(kg m^2)]; zero if the mass is
  Vec6 wrench_W;           // applied force [N] and torque about the centre of mass [N m]
  Vec3 gravity;            // of its world [m/s^2]

  /// Whether it reacts to forces and impulses.
  KOKKOS_FUNCTION bool dynamic() const { return mass > 0; }
};

/// K^-1 of one body, world axes: diag(1/m I, (R I R^T)^-1). Zero for a body that does not react.
struct InverseMass {
  Real mass = 0;  // [1/kg]
  Mat3 inertia;   // [1/(kg m^2)]

  /// The change of a twist by an impulse f and its moment about the centre of mass, world axes.
  friend KOKKOS_FORCEINLINE_FUNCTION Vec6 operator*(InverseMass const& M_inverse, Vec6 const& f) {
    return stacked(M_inverse.mass * linear(f), M_inverse.inertia * angular(f));
  }
};

/// R A R^T: a tensor in body axes, transformed to world axes.
KOKKOS_FORCEINLINE_FUNCTION Mat3 in_world(Quat<> const& q_WB, Mat3 const& A_B) {
  Mat3 const R = rotation_matrix(q_WB);
  return R * A_B * transpose(R);
}

/// The inverse mass of a body at a pose.
KOKKOS_FORCEINLINE_FUNCTION InverseMass inverse_mass(Body const& body, Pose<> const& X) {
  if (!body.dynamic()) return {};
  return {1 / body.mass, in_world(X.q_WB, body.inverse_inertia_B)};
}

/// Radius of gyration, of the mean of the moments of inertia [m].
KOKKOS_INLINE_FUNCTION Real radius_of_gyration(Body const& body) {
  Mat3 const& I = body.inertia_B;
  return sqrt((I[0][0] + I[1][1] + I[2][2]) / (3 * body.mass));
}
/// The same, of the mean of the inverse moments; 0 for a body that does not turn [m].
KOKKOS_INLINE_FUNCTION Real radius_of_gyration(InverseMass const& M_inverse) {
  Mat3 const& I = M_inverse.inertia;
  Real const turning = (I[0][0] + I[1][1] + I[2][2]) / 3;
  return turning > 0 ? sqrt(M_inverse.mass / turning) : 0;
}

/// M u: momentum of a body, linear [N s] and angular about its centre of mass [N m s].
KOKKOS_FORCEINLINE_FUNCTION Vec6 momentum(Body const& body, Pose<> const& X, Twist const& u) {
  return stacked(body.mass * linear(u), in_world(X.q_WB, body.inertia_B) * angular(u));
}

/// Bodies and shapes of all worlds. Each world has the same number of both.
template <class Space>
struct Model {
  int worlds = 1;            // number of worlds
  int bodies = 0;            // in each world
  Array<Space, Body*> body;  // (worlds x bodies)
  int shapes = 0;            // in each world
  /// Offset between the shapes of two worlds; 0: all worlds share the same shapes.
  int shape_stride = 0;
  Array<Space, Shape*> shape;  // (shapes) or (worlds x shapes); Shape::body counts within a world
                               // and is the same in all
  std::shared_ptr<void const> geometries{};  // keeps what Shape::geometry points to
  Array<Space, int*> redundant{};            // (worlds) see Rows; empty: in no world

  /// The number of bodies over all worlds.
  int all_bodies() const { return worlds * bodies; }
};

/// Poses and twists of all bodies at one time.
template <class Space>
struct State {
  Array<Space, Pose<>*> pose;  // (worlds x bodies)
  Array<Space, Twist*> twist;  // (worlds x bodies)
  Real time = 0;               // [s]
  int version = 0;             // changes if the state is changed other than by a step
};

}  // namespace orthant
