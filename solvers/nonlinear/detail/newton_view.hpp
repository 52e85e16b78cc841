// The arrays of an iterate and of its linearisation, which the kernels of the nonlinear solvers
// share.
#pragma once
#include "orthant/core/step/detail/body_impulse.hpp"
#include "orthant/core/step/nonlinear_solver.hpp"
#include "orthant/solvers/nonlinear/detail/step_measure.hpp"
#include "orthant/solvers/nonlinear/detail/world_progress.hpp"

namespace orthant::newton {

/// The unknowns (u, lambda).
template <class Space>
struct Iterate {
  Span<Space, Twist*> u;
  Span<Space, Real*> impulse;
};

/// The momentum balance of each body.
template <class Space>
struct Balance {
  Span<Space, Twist*> defect;
  Span<Space, Twist*> terms;    // of StepMeasure
  Span<Space, Twist*> balance;  // u - u_free - M^-1 J^T lambda
};

/// What the linear system is made of.
template <class Space>
struct Matrices {
  Span<Space, Real* [2][6]> right_J;  // (rows) P_right J
  Span<Space, Real* [2][6]> left_J;   // (rows) P_left da/du; empty: P_right J
  Span<Space, Real* [2][6]> slope;    // (rows) da/du, of worlds that are `exact`
  SlopedWorlds<Space> sloped;
  bool one_P = true;                    // P_left is P_right
  Span<Space, Mat3*> scaled_W;          // blocks of P_left W P_right if W is given
  Span<Space, InverseMass*> K_inverse;  // of Newton's mass matrix: M^-1, or stiffened
  Span<Space, Twist*> defect_response;  // K^-1 M d: `defect`, or stiffened
  bool exact = false;  // the linear solver takes G and the momentum of d, and returns du
};

/// The right-hand side and the solution of the linear system, with the motion of bodies.
template <class Space>
struct Direction {
  Span<Space, Real*> b, z;
  Span<Space, Twist*> du;
};

/// What the kernels share.
template <class Space>
struct View {
  Rows<Space> rows;
  Linearisation<Space> at;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Twist*> free_twist, u;
  Span<Space, Real*> weight;
  Balance<Space> momentum;
  Matrices<Space> matrices;
  Direction<Space> direction;
  Iterate<Space> base, best;  // start of the line search; best iterate
  Span<Space, int*> active;
  WorldEnds<Space> ends;  // of the solver before
  Span<Space, WorldProgress*> world;
  Span<Space, SpeedScale*> scale;     // (worlds)
  Span<Space, Real*> response;        // (rows) r of StepMeasure
  Span<Space, Real*> regularisation;  // (rows) e of WeighRegularisation [1/kg]
  PositionScale<Space> positions{};   // of the problem
  FrictionLaw law{};                  // of contacts

  KOKKOS_FUNCTION StepMeasure<Space> measure() const {
    return {rows, inverse_mass, response, momentum.terms, positions, law};
  }
  KOKKOS_FUNCTION Span<Space, Real* [max_block_rows]> const& P_left() const {
    return matrices.one_P ? at.P_right : at.P_left;
  } KOKKOS_FUNCTION int world_of(int body) const {
    return body / rows.bodies;
  }
  /// Whether the solver before has solved a world.
  KOKKOS_FUNCTION bool left(int w) const { return ends.solved.extent(0) > 0 && ends.solved(w); }
};

}  // namespace orthant::newton
