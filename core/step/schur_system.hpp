// The linear system of an iterate, for all worlds of a batch.
#pragma once
#include "core/step/stiffness.hpp"

namespace orthant {

/// (left K^-1 J^T + Q) z = b in every running world, with rows.J and left that a formulation has
/// scaled already. Where left is empty it is J, and the matrix symmetric and positive semidefinite.
/// It may be singular, since real contacts are hyperstatic; b is then in its range but for
/// round-off.
template <class Space>
struct SchurSystem {
  Rows<Space> rows;                        // their J, and which bodies each block touches
  Span<Space, Real* [max_block_rows]> Q;   // (rows) the row of its block's matrix [1/kg]
  Span<Space, InverseMass*> inverse_mass;  // (worlds x bodies) K^-1 [1/kg] and [1/(kg m^2)]
  Span<Space, int*> active;                // (worlds)
  bool same_pattern = false;               // rows and bodies are those of the last call
  bool same_matrix = false;                // and so are all numbers but b
  Span<Space, Real* [2][6]> left = {};     // (rows, 2, 6)

  /// Where there is stiffness: the equations of the bodies are  K du - J^T z = -momentum  with the
  /// K of Stiffness, and the rows' are  left du + Q z = b. Such a solver writes du too.
  Stiffness<Space> stiffness = {};
  Span<Space, Twist*> momentum = {}, du = {};  // (worlds x bodies) [N s], [N m s]; [m/s], [rad/s]

  /// Whether there is stiffness.
  KOKKOS_FUNCTION bool stiff() const { return momentum.extent(0) > 0; }
  /// Whether left is J.
  KOKKOS_FUNCTION bool symmetric() const { return left.extent(0) == 0; }
  /// (rows, 2, 6) the matrix on the left, whichever it is.
  KOKKOS_FUNCTION Span<Space, Real* [2][6]> left_rows() const {
    return symmetric() ? rows.J : left;
  }

  /// The same once more, for another b.
  SchurSystem again() const {
    SchurSystem s = *this;
    s.same_pattern = s.same_matrix = true;
    return s;
  }
};

}  // namespace orthant
