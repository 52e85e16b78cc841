// An iterate of a nonlinear solver in one world, in host memory: the whole system, block by block.
#pragma once
#include <string>

#include "orthant/core/cone_problem/detail/world_rows.hpp"
#include "orthant/core/math/small_inverse.hpp"

namespace orthant {

/// The source of a block of rows.
struct BlockSource {
  std::string kind;    // kind of constraint
  int joint = -1;      // number in the scene; -1: none
  int a = -1, b = -1;  // bodies within the world, reacting or not; -1: the world
};

/// A nonzero entry of a sparse matrix; indices count from 0.
struct MatrixEntry {
  int row, column;  // of the matrix
  double value;     // in the unit of the matrix
};

/// Velocity i of body b has the index 6 b + i, with all bodies counted. Bodies that do not react
/// have no entries. Phi_dyn = M (u - u_free) - J^T lambda, and the equations of a step are
///   K du - J^T dlambda = right_bodies,    P A du + Q dlambda = right - added
/// with A = J, or `slope` if it is given. `right` is minus the residual, with exceptions. In
/// directions eliminated from P, P is zero, Q the identity, and `right` the step of the impulse.
/// Laws with smoothing or with a centre differ too. `added` is the part of the regularisation.
struct WorldIterate {
  int world = 0;                    // of the batch
  int solve = 0;                    // which solve of the step, from 0
  char const* stage = "";           // what is solved; see docs/system.md
  std::string solver;               // the solver that shows it
  int iteration = 0;                // from 0
  bool last = false;                // whether the solve of the world ends here
  WorldRows rows;                   // values, impulses, M^-1, u_free and u
  std::vector<BlockSource> source;  // (blocks)
  std::vector<Vec3> P, Q;           // (rows) row of the matrix of its block
  Vector weight, residual, right;   // (rows)
  std::vector<Vec6> Phi_dyn;        // (bodies) [N s], [N m s]
  std::vector<Vec6> Phi_kin;        // (bodies) [m], [rad]; empty if positions do not follow u

  bool has_step = false;                   // the members below are set
  std::vector<MatrixEntry> K;              // (6 bodies, 6 bodies)
  std::vector<std::array<Vec6, 2>> slope;  // (rows) da/du; empty: J
  std::vector<Vec6> du, right_bodies;      // (bodies)
  Vector dlambda, added;                   // (rows)

  /// Whether impulses move a body, counted within the world.
  bool reacts(int body) const { return rows.inverse_mass[nth(body)].mass > 0; }
};

/// Receives iterates.
class IterateSink {
 public:
  virtual ~IterateSink() = default;
  /// Whether to make this iterate. `last`: the solve of the world ends there.
  virtual bool wants(int world, int iteration, bool last) const = 0;
  /// Takes an iterate, with the step from it unless it is the last one.
  virtual void take(WorldIterate const& iterate) = 0;
};

/// The rotational block of M of a body, from its inverse [kg m^2].
inline Mat3 inertia_of(InverseMass const& M_inverse) {
  Mat3 const I = inverse_spd(M_inverse.inertia);
  Mat3 out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out[i][j] = 0.5 * (I[i][j] + I[j][i]);
  return out;
}

}  // namespace orthant
