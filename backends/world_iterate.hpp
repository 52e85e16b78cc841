// An iterate of a nonlinear solver in one world, on the host: the whole system, block by block.
#pragma once
#include <string>

#include "core/cone_problem/world_rows.hpp"
#include "core/math/small_inverse.hpp"

namespace orthant {

/// What a block of rows is of.
struct BlockSource {
  std::string kind;    // of constraint
  int joint = -1;      // which of the scene's; -1: none
  int a = -1, b = -1;  // bodies within the world, those too that do not react; -1: the world
};

struct MatrixEntry {
  int row, column;
  double value;
};

/// A unknown velocity of body b is 6 b + i, all bodies counted; those that do not react have no
/// entries. Phi_dyn = M (u - u_free) - J^T lambda, and the equations of a step are
///   K du - J^T dlambda = right_bodies,    P A du + Q dlambda = right - added
/// with A = J, or `slope` where it is there. `right` is minus the residual, but for directions that
/// P does not see, where P is zero, Q the identity and `right` the step of the impulse, and for
/// laws that are smoothed or about a centre. `added` is what the regularisation takes.
struct WorldIterate {
  int world = 0;
  int solve = 0;                    // which of the step's solves, from 0
  char const* stage = "";           // what is solved
  std::string solver;               // that shows it
  int iteration = 0;                // from 0
  bool last = false;                // the world ends with it
  WorldRows rows;                   // values and impulses, M^-1, u_free and u
  std::vector<BlockSource> source;  // (blocks)
  std::vector<bool> angular;        // (rows) in rad/s
  std::vector<Vec3> P, Q;           // (rows) the row of its block's matrix
  Vector weight, residual, right;   // (rows)
  std::vector<Vec6> Phi_dyn;        // (bodies) [N s], [N m s]
  std::vector<Vec6> Phi_kin;        // (bodies) [m], [rad]; empty where positions do not follow u

  bool has_step = false;  // the rest is there
  std::vector<MatrixEntry> K;
  std::vector<std::array<Vec6, 2>> slope;  // (rows) da/du; empty: J
  std::vector<Vec6> du, right_bodies;      // (bodies)
  Vector dlambda, added;                   // (rows)

  bool reacts(int body) const { return rows.inverse_mass[static_cast<std::size_t>(body)].mass > 0; }
};

/// Who is shown iterates.
class IterateSink {
 public:
  virtual ~IterateSink() = default;
  virtual bool wants(int world, int iteration, bool last) const = 0;
  virtual void take(WorldIterate const& iterate) = 0;
};

/// M of a body, from its inverse: the block of rotations [kg m^2].
inline Mat3 inertia_of(InverseMass const& M_inverse) {
  Mat3 const I = inverse_spd(M_inverse.inertia);
  Mat3 out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out[i][j] = 0.5 * (I[i][j] + I[j][i]);
  return out;
}

}  // namespace orthant
