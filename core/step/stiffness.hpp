// How momentum balance and rows change with the configuration that follows from the velocity.
#pragma once
#include "core/step/rows.hpp"

namespace orthant {

/// A change du = (dv, dw) of a body's twist moves its end by  sigma h (dv, T dw), and the place
/// where J stands by  sigma h (k dv, T_J dw): q+ itself, or half-way. With p the momentum, and d
/// the defect u - u_free - M^-1 J^T lambda, Newton's equations of the bodies are
///   (dp/du - sigma h G diag(k, T_J)) du - J^T dlambda = -p_d
/// where p_d = M d if u_free and K are given, and dp/du d if the twist is solved for from momentum.
template <class Space>
struct Stiffness {
  Span<Space, Real* [12][12]> G;    // (blocks) d(J^T lambda)/dq; empty: not asked for
  Span<Space, int* [2]> body;       // (blocks) these bodies, moved ones too; -1: the world
  Span<Space, Real* [2][6]> slope;  // (rows) da/du, which may be more than J; empty: not asked for
  Span<Space, Mat3*> inertia;       // (worlds x bodies) of dp/du the block of rotations
  Span<Space, Mat3*> T, T_J;        // (worlds x bodies) as above [-]
  Real reach = 0;                   // sigma h [s]
  Real along_J = 1;                 // k
  bool of_momentum = false;         // p_d = dp/du d

  /// (dc/dq)(dq+/du) for a row dc/dq of a body.
  KOKKOS_FUNCTION Vec6 at_end(int b, Vec6 const& row) const {
    return reach * stacked(linear(row), transposed_times(T(b), angular(row)));
  }
  /// The same where J stands.
  KOKKOS_FUNCTION Vec6 at_J(int b, Vec6 const& row) const {
    return reach * stacked(along_J * linear(row), transposed_times(T_J(b), angular(row)));
  }
};

/// What a step has for the geometric stiffness of a solver.
enum class StiffnessUse {
  none,     // J stays at the start of the step, and the forces with it
  at_need,  // it does so while that can be, and is offered from then on
  offered,  // J is where the unknown takes it
  needed    // it is a part of the equations of the step
};

}  // namespace orthant
