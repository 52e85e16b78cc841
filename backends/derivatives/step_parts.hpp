// What the derivatives of a step are made of, of one world, in the host's memory.
#pragma once
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "core/step/rows.hpp"

namespace orthant {

/// A block of rows. Bodies count within the world, those that do not react too; -1: the world.
struct BlockParts {
  Law law = Law::free;
  int row = 0, rows = 0;  // the first, and how many
  int a = -1, b = -1;
  Real friction = 0;
  DiscRadius disc;   // its `normal` counts within the world
  Mat<12, 12> turn;  // d(J^T lambda)/dq by the motions of both bodies, where J stands
  /// Of a contact whose surfaces bounce, how far it is from another law [m/s].
  Real from_striking = std::numeric_limits<Real>::infinity();
};

/// 1/m of a row, of the mass or the mean moment of inertia of each body that reacts: the sum is
/// that of the reduced one, and does not depend on where bodies are [1/kg], [1/(kg m^2)].
inline Real per_mass(InverseMass const& of, bool angular) {
  Mat3 const& I = of.inertia;
  return angular ? (I[0][0] + I[1][1] + I[2][2]) / 3 : of.mass;
}

/// A row, by the motions of the two bodies of its block.
struct RowParts6 {
  Real value = 0, impulse = 0;
  Real per_mass = 1;
  Vec3 compliance;  // of its block
  bool angular = false;
  std::array<Vec6, 2> J;
  std::array<Vec6, 2> by_twist;      // da/du+ while nothing moves
  std::array<Vec6, 2> by_end;        // da/dq+
  std::array<Vec6, 2> by_where;      // da/dq where J stands
  std::array<Vec6, 2> by_old_twist;  // da/du-
};

struct StepParts {
  std::string why_not;  // what is not covered; "": all is
  Real h = 0;
  bool matrices_at_end = false;
  std::vector<Body> body;
  std::vector<std::string> names;
  std::vector<Pose<>> start, end;
  std::vector<Twist> old_twist, twist, free_twist;
  std::vector<BlockParts> blocks;
  std::vector<RowParts6> rows;

  int bodies() const { return static_cast<int>(body.size()); }
};

}  // namespace orthant
