// The contract between constraints and solvers: constraint rows, and nothing else.
//
//   [ K   -J^T ] [du]       [Phi_dyn]      P and Q are block diagonal, one block of at most three
//   [ P J   Q  ] [dl]  =  - [Phi_c  ]      rows a constraint; a block touches at most two bodies.
//
// Rows, blocks and bodies of all worlds stand in one flat array each, world by world.
#pragma once
#include "core/model/model.hpp"

namespace orthant {

/// Rows of a block, at most.
inline constexpr int max_block_rows = 3;

/// Where the impulse of a block lives. It decides which law holds, not how it is solved.
enum class Law : int {
  free,         // bilateral: any impulse
  coulomb,      // normal row first: |lambda_t| <= mu lambda_n, complementary to the gap
  nonnegative,  // one row: 0 <= a complementary to lambda >= 0
  disc          // dry friction: |lambda| <= k, and a against lambda where |lambda| = k
};

/// The radius k of a disc:  bound + mu lambda_n, with mu the block's coefficient and lambda_n the
/// first impulse of the block `normal`; of that block only the value at the iterate is seen.
struct DiscRadius {
  Real bound = 0;   // [N s] or [N m s]
  int normal = -1;  // -1: no other block
};

/// The Delassus operator of a problem whose bodies are not known:  value = W lambda + q.
template <class Space>
struct GivenDelassus {
  Span<Space, int*> first;  // (blocks + 1) the blocks that each is coupled to ...
  Span<Space, int*> block;  // ... ascending, itself among them
  Span<Space, Mat3*> W;     // and how: rows of the one, columns of the other [1/kg]
  Span<Space, Real*> q;     // (rows) [m/s]

  /// Whether there is one.
  KOKKOS_FUNCTION bool given() const { return first.extent(0) > 0; }
};

/// Kinematics of the rows and the impulses on them.
template <class Space>
struct Rows {
  int worlds = 0, bodies = 0;  // bodies: per world
  int rows = 0, blocks = 0;    // in use, of all worlds
  int contacts = 0;            // of the blocks, those with a complementarity law

  Span<Space, int*> world_row;    // (worlds + 1) first row of each world
  Span<Space, int*> world_block;  // (worlds + 1) first block of each world

  Span<Space, int*> block_row;    // (blocks + 1) first row of each block
  Span<Space, int*> block_world;  // (blocks)
  Span<Space, int* [2]> body;     // (blocks, 2) reacting bodies, in the flat count; -1: none
  Span<Space, Law*> law;          // (blocks)
  Span<Space, Real*> friction;    // (blocks) mu [-]; of a disc in rad/s [m]
  Span<Space, DiscRadius*> disc;  // (blocks) of discs

  Span<Space, Real* [2][6]> J;  // (rows, 2, 6) with respect to the two twists; the part of a
                                // body that does not react is there, but has body -1
  Span<Space, Real*> value;     // (rows) a: the row's value at the iterate [m/s] or [rad/s]
  Span<Space, Real*> impulse;   // (rows) lambda [N s] or [N m s]
  Span<Space, int*> angular;    // (rows) 1 where the row is in rad/s

  /// (rows) Sigma: the row of its block's matrix in  a + Sigma lambda [1/kg] or [1/(kg m^2)].
  /// Symmetric, positive semidefinite; of a coulomb block diagonal; of a disc zero.
  Span<Space, Real* [max_block_rows]> compliance;

  Span<Space, int*>
      incidence_begin;          // (worlds x bodies + 1) the blocks of each body, in CSR form ...
  Span<Space, int*> incidence;  // ... as 2 block + side, ascending

  GivenDelassus<Space> delassus;  // instead of bodies, of which there are none then

  /// Bilateral rows say what others say already: the impulses on them are not unique.
  bool redundant = false;

  /// Sigma of some rows depends on the iterate: it is written with their values.
  bool bends = false;

  /// (blocks) of coulomb blocks: 1 where Sigma is no spring but picks one of many impulses.
  Span<Space, int*> shares = {};

  /// Rows of a block.
  KOKKOS_FUNCTION int size(int block) const { return block_row(block + 1) - block_row(block); }

  /// Sigma lambda of a row of a block.
  KOKKOS_FUNCTION Real yielding(int block, int row) const {
    int const begin = block_row(block);
    Real s = 0;
    for (int k = 0; k < size(block); ++k) s += compliance(row, k) * impulse(begin + k);
    return s;
  }

  /// J of a row by the twist of the body on one side, 0 or 1.
  KOKKOS_FUNCTION Vec6 jacobian(int row, int side) const {
    Vec6 out;
    for (int i = 0; i < 6; ++i) out[i] = J(row, side, i);
    return out;
  }

  /// J_row . u over the reacting bodies of its block.
  KOKKOS_FUNCTION Real apply(int block, int row, Span<Space, Twist*> const& u) const {
    return apply(J, block, row, u);
  }
  /// The same with other rows in place of J.
  KOKKOS_FUNCTION Real apply(Span<Space, Real* [2][6]> const& with, int block, int row,
                             Span<Space, Twist*> const& u) const {
    Real s = 0;
    for (int side = 0; side < 2; ++side)
      if (int const b = body(block, side); b >= 0)
        for (int i = 0; i < 6; ++i) s += with(row, side, i) * u(b)[i];
    return s;
  }

  /// (J^T x)_b, gathered in the order of the rows: the same bits on every run.
  ORTHANT_CALLS_WHAT_IT_IS_GIVEN
  template <class X>
  KOKKOS_FUNCTION Vec6 apply_transpose(int b, X const& x) const {
    Vec6 f;
    for (int t = incidence_begin(b); t < incidence_begin(b + 1); ++t) {
      int const block = incidence(t) / 2, side = incidence(t) % 2;
      for (int row = block_row(block); row < block_row(block + 1); ++row) {
        Real const x_row = x(row);
        for (int i = 0; i < 6; ++i) f[i] += J(row, side, i) * x_row;
      }
    }
    return f;
  }
};

/// What a formulation makes of the rows at an iterate:  P da + Q dl = -Phi_c  in each block, as
///   (P_left J K^-1 J^T P_right + Q) z = target - P_left da(step),     dl = P_right z + step
/// Symmetric formulations, with P and Q symmetric, P = P_right P_right and P_right Q = Q P_right,
/// have P_left = P_right and leave P_left empty, with target = -P_right^-1 Phi_c. A direction in
/// which P vanishes fixes its impulse at once: P_right and target are zero along it, Q is the
/// identity, and `step` holds its dl. Others have P_left = P, P_right = I, target = -Phi_c and no
/// step.
template <class Space>
struct Linearisation {
  Span<Space, Real*> residual;                  // (rows) Phi_c [m/s] or [rad/s]
  Span<Space, Real*> target;                    // (rows)
  Span<Space, Real*> step;                      // (rows) [N s] or [N m s]
  Span<Space, Real* [max_block_rows]> P_right;  // (rows) the row of its block's P_right
  Span<Space, Real* [max_block_rows]> Q;        // (rows) likewise
  Span<Space, Real* [max_block_rows]> P_left;   // (rows) likewise; empty: P_right
};

}  // namespace orthant
