// The interface between constraints and solvers: constraint rows, and nothing else.
//
//   [ K   -J^T ] [du     ]       [Phi_dyn]      P and Q are block diagonal, with one block of at
//   [ P J   Q  ] [dlambda]  =  - [Phi_c  ]      most three rows for a constraint; a block touches
//                                               at most two bodies, and may be tied to others.
// Rows, blocks and bodies of all worlds are in one flat array each, world by world.
#pragma once
#include "orthant/core/model/model.hpp"

namespace orthant {

/// The largest number of rows of a block.
inline constexpr int max_block_rows = 3;

/// The set of impulses of a block. It decides which law holds, not how the law is solved.
enum class Law : int {
  free,         // bilateral: any impulse
  coulomb,      // normal row first: |lambda_t| <= mu lambda_n, complementary to the gap
  nonnegative,  // one row: 0 <= a complementary to lambda >= 0
  disc  // dry friction: |lambda| <= k, and a + Sigma lambda against lambda where |lambda| = k
};

/// The radius k of a disc: bound + mu lambda_n, with mu the coefficient of the block and lambda_n
/// the first impulse of the block `normal`. Only the value of lambda_n at the iterate is used.
struct DiscRadius {
  Real bound = 0;   // [N s] or [N m s]
  int normal = -1;  // -1: no other block
};

/// Blocks of one row each, one after another, that have one impulse and are the row of one law
/// together: each acts on its own two bodies, and the law is of the sums of their values and of
/// their Sigma, of which each has an equal share. So a coupling acts on any number of bodies.
struct Tied {
  int first = 0, count = 1;  // blocks; count 1: a block of its own
};

/// The Delassus operator of a problem without bodies: value = W lambda + q.
template <class Space>
struct GivenDelassus {
  Span<Space, int*> first;  // (blocks + 1) first of the blocks coupled to each block ...
  Span<Space, int*> block;  // ... in this list, ascending, itself included
  Span<Space, Mat3*> W;     // W_ij: rows of the block, columns of the coupled block [1/kg]
  Span<Space, Real*> q;     // (rows) [m/s]

  /// Whether the operator is given.
  KOKKOS_FUNCTION bool given() const { return first.extent(0) > 0; }
};

/// Kinematics of the rows and the impulses on them.
template <class Space>
struct Rows {
  int worlds = 0, bodies = 0;  // bodies: in each world
  int rows = 0, blocks = 0;    // in use, over all worlds
  int contacts = 0;            // number of blocks with a complementarity law

  Span<Space, int*> world_row;    // (worlds + 1) first row of each world
  Span<Space, int*> world_block;  // (worlds + 1) first block of each world

  Span<Space, int*> block_row;    // (blocks + 1) first row of each block
  Span<Space, int*> block_world;  // (blocks)
  Span<Space, int* [2]> body;     // (blocks, 2) reacting bodies, counted over all worlds; -1: none
  Span<Space, Law*> law;          // (blocks)
  Span<Space, Real*> friction;    // (blocks) mu [-]; of a disc in rad/s [m]
  Span<Space, DiscRadius*> disc;  // (blocks) of discs

  Span<Space, Real* [2][6]> J;  // (rows, 2, 6) by the two twists; the part of a body that does not
                                // react is present, but its body is -1
  Span<Space, Real*> value;     // (rows) a: the row's value at the iterate [m/s] or [rad/s]
  Span<Space, Real*> impulse;   // (rows) lambda [N s] or [N m s]
  Span<Space, int*> angular;    // (rows) 1 where the row is in rad/s

  /// (rows) Sigma: the row of the matrix of its block in a + Sigma lambda [1/kg], [1/(kg m^2)].
  /// Symmetric and positive semidefinite; diagonal for a coulomb block, and of a disc a multiple of
  /// the identity.
  Span<Space, Real* [max_block_rows]> compliance;

  Span<Space, int*>
      incidence_begin;          // (worlds x bodies + 1) the blocks of each body, in CSR form ...
  Span<Space, int*> incidence;  // ... as 2 block + side, ascending

  GivenDelassus<Space> delassus;  // in place of bodies

  /// (worlds) Not 0: bilateral rows are redundant, so that their impulses are not unique. Empty:
  /// those of no world are.
  Span<Space, int*> redundant = {};

  /// Sigma of some rows depends on the iterate and is written with their values.
  bool bends = false;

  /// (blocks) 1 if Sigma is no spring: it selects one of many impulses of a contact, or is that of
  /// a rotor.
  Span<Space, int*> shares = {};

  bool ties = false;                    // whether any blocks are tied
  Span<Space, Tied*> tied_blocks = {};  // (blocks) read by `tied`

  /// The blocks that are tied to a block.
  KOKKOS_FUNCTION Tied tied(int block) const { return ties ? tied_blocks(block) : Tied{block, 1}; }
  /// Whether bilateral rows of a world are redundant.
  KOKKOS_FUNCTION bool is_redundant(int world) const {
    return redundant.extent(0) > 0 && redundant(world) != 0;
  }

  /// The number of rows of a block.
  KOKKOS_FUNCTION int size(int block) const { return block_row(block + 1) - block_row(block); }

  /// k of a disc at the iterate.
  KOKKOS_FUNCTION Real radius(int block) const {
    auto const& [bound, normal] = disc(block);
    return bound + friction(block) * (normal < 0 ? 0 : larger(0.0, impulse(block_row(normal))));
  }

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

  /// J_row . u over the reacting bodies of its block; of tied rows the share of each in the sum.
  KOKKOS_FUNCTION Real apply(int block, int row, Span<Space, Twist*> const& u) const {
    return apply(J, block, row, u);
  }
  /// The same with other rows instead of J.
  KOKKOS_FUNCTION Real apply(Span<Space, Real* [2][6]> const& with, int block, int row,
                             Span<Space, Twist*> const& u) const {
    if (!ties || tied_blocks(block).count == 1) return apply_own(with, block, row, u);
    auto const [first, count] = tied_blocks(block);
    Real s = 0;
    for (int k = first; k < first + count; ++k) s += apply_own(with, k, block_row(k), u);
    return s / count;
  }
  /// The same of the row alone, tied or not.
  KOKKOS_FUNCTION Real apply_own(Span<Space, Real* [2][6]> const& with, int block, int row,
                                 Span<Space, Twist*> const& u) const {
    Real s = 0;
    for (int side = 0; side < 2; ++side)
      if (int const b = body(block, side); b >= 0)
        for (int i = 0; i < 6; ++i) s += with(row, side, i) * u(b)[i];
    return s;
  }

  /// (J^T x)_b, summed in the order of the rows: the same bits in every run.
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

/// The linearisation by a formulation at an iterate: P da + Q dlambda = -Phi_c in each block, as
///   (P_left J K^-1 J^T P_right + Q) z = target - P_left da(step),     dlambda = P_right z + step
/// Symmetric formulations have symmetric P and Q, P = P_right P_right and P_right Q = Q P_right.
/// They have P_left = P_right and leave P_left empty, with target = -P_right^-1 Phi_c. A direction
/// in which P vanishes fixes its impulse at once: P_right and target are zero along it, Q is the
/// identity, and `step` holds its dlambda. Other formulations have P_left = P, P_right = I,
/// target = -Phi_c and no step.
template <class Space>
struct Linearisation {
  Span<Space, Real*> residual;                  // (rows) Phi_c [m/s] or [rad/s]
  Span<Space, Real*> target;                    // (rows)
  Span<Space, Real*> step;                      // (rows) [N s] or [N m s]
  Span<Space, Real* [max_block_rows]> P_right;  // (rows) row of the matrix of its block
  Span<Space, Real* [max_block_rows]> Q;        // (rows) row of the matrix of its block
  Span<Space, Real* [max_block_rows]> P_left;   // (rows) row of the matrix of its block; empty:
                                                // P_right
};

}  // namespace orthant
