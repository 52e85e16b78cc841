// Derivatives of momentum balance and rows by the configuration that follows from the velocity.
#pragma once
#include "orthant/core/step/rows.hpp"

namespace orthant {

/// A change du = (dv, dw) of the twist of a body moves its end by sigma h (dv, T dw), and the pose
/// of J, which is q+ or half-way, by sigma h (k dv, T_J dw). With the momentum p and the defect d =
/// u - u_free - M^-1 J^T lambda, Newton's equations of the bodies are
///   (dp/du - sigma h G diag(k, T_J)) du - J^T dlambda = -p_d
/// where p_d = M d if u_free and K are given, and p_d = dp/du d if the twist is solved from
/// momentum.
template <class Space>
struct Stiffness {
  Span<Space, Real* [12][12]> G;    // (blocks) d(J^T lambda)/dq; empty: not requested
  Span<Space, int* [2]> body;       // (blocks) its bodies, reacting or not; -1: the world
  Span<Space, Real* [2][6]> slope;  // (rows) da/du, which may differ from J; empty: not requested
  Span<Space, Mat3*> inertia;       // (worlds x bodies) rotational block of dp/du
  Span<Space, Mat3*> T, T_J;        // (worlds x bodies) as above [-]
  Span<Space, Mat3*> T_rate = {};   // (worlds x bodies) of the pose of rates, which moves by
  Span<Space, Real*> along_rate = {};  // (along_rate dv, T_rate dw); empty: it is q+
  Span<Space, Mat3*> part = {};  // (worlds x bodies) of rows whose J is half-way, and not where k
                                 // and T_J say: it moves by (dv/2, part dw) of that; empty: others
  Real reach = 0;                // sigma h [s]
  Real along_J = 1;              // k
  bool of_momentum = false;      // p_d = dp/du d
  bool gaps_alone = false;       // slopes are those of gaps; J stays, and T_J is not read

  /// (dc/dq)(dq+/du) for a row dc/dq of a body.
  KOKKOS_FUNCTION Vec6 at_end(int b, Vec6 const& row) const {
    return reach * stacked(linear(row), transposed_times(T(b), angular(row)));
  }
  /// The same at the pose of J.
  KOKKOS_FUNCTION Vec6 at_J(int b, Vec6 const& row) const {
    return reach * stacked(along_J * linear(row), transposed_times(T_J(b), angular(row)));
  }
  /// The same at the pose of rates.
  KOKKOS_FUNCTION Vec6 at_rate(int b, Vec6 const& row) const {
    if (T_rate.extent(0) == 0) return at_end(b, row);
    return stacked(along_rate(b) * linear(row), transposed_times(T_rate(b), angular(row)));
  }
};

/// How the steps use geometric stiffness.
enum class StiffnessUse {
  none,     // J stays at the start of the step, and so do the directions of forces
  at_need,  // as `none` as long as possible, then as `offered`
  offered,  // J follows the unknown
  needed    // geometric stiffness is a part of the equations of the step
};

}  // namespace orthant
