// The linear system of an iterate, for all worlds of a batch.
#pragma once
#include "orthant/core/step/stiffness.hpp"

namespace orthant {

/// The system (left K^-1 J^T + Q) z = b in every running world. A formulation has scaled rows.J and
/// left already. If left is empty it is J, and the matrix is symmetric and positive semidefinite.
/// It may be singular, because real contacts are hyperstatic; b is then in its range, up to
/// round-off.
template <class Space>
struct SchurSystem {
  Rows<Space> rows;                        // with J, and the bodies of each block
  Span<Space, Real* [max_block_rows]> Q;   // (rows) row of the matrix of its block [1/kg]
  Span<Space, InverseMass*> inverse_mass;  // (worlds x bodies) K^-1 [1/kg] and [1/(kg m^2)]
  Span<Space, int*> active;                // (worlds)
  bool same_pattern = false;               // rows and bodies are the same as in the last call
  bool same_matrix = false;                // all numbers but b are the same too
  Span<Space, Real* [2][6]> left = {};     // (rows, 2, 6)
  /// (worlds) |b - S z| / |b| to which factors of the last matrix suffice; 0: to none. May be
  /// empty.
  Span<Space, Real*> enough = {};

  /// With stiffness the equations of the bodies are K du - J^T z = -momentum with the K of
  /// Stiffness, and those of the rows left du + Q z = b. The solver then writes du too.
  Stiffness<Space> stiffness = {};
  Span<Space, Twist*> momentum = {}, du = {};  // (worlds x bodies) [N s], [N m s]; [m/s], [rad/s]

  /// Whether there is stiffness.
  KOKKOS_FUNCTION bool stiff() const { return momentum.extent(0) > 0; }
  /// Whether left is J.
  KOKKOS_FUNCTION bool symmetric() const { return left.extent(0) == 0; }
  /// (rows, 2, 6) the left matrix: `left` or J.
  KOKKOS_FUNCTION Span<Space, Real* [2][6]> left_rows() const {
    return symmetric() ? rows.J : left;
  }

  /// The same system for another b.
  SchurSystem again() const {
    SchurSystem s = *this;
    s.same_pattern = s.same_matrix = true;
    return s;
  }
};

}  // namespace orthant
