// The parts of a step in one world from which its derivative is made, in host memory.
#pragma once
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "core/step/rows.hpp"

namespace orthant {

/// A block of rows. Bodies, reacting or not, are counted within the world; -1: the world.
struct BlockParts {
  Law law = Law::free;
  int row = 0, rows = 0;  // first row, number of rows
  int a = -1, b = -1;
  Real friction = 0;
  DiscRadius disc;   // `normal` counts within the world
  Mat<12, 12> turn;  // d(J^T lambda)/dq by the motions of both bodies, at the pose of J
  /// Of a contact with restitution, its distance from the other law, striking or not [m/s].
  Real from_striking = std::numeric_limits<Real>::infinity();
};

/// 1/m of a row: the sum over its reacting bodies of 1/mass, or of 1/(mean moment of inertia) for
/// an angular row. It does not depend on the poses [1/kg], [1/(kg m^2)].
inline Real per_mass(InverseMass const& of, bool angular) {
  Mat3 const& I = of.inertia;
  return angular ? (I[0][0] + I[1][1] + I[2][2]) / 3 : of.mass;
}

/// A row with its derivatives by the motions of the two bodies of its block.
struct RowParts6 {
  Real value = 0, impulse = 0;
  Real per_mass = 1;
  Vec3 compliance;  // of its block
  bool angular = false;
  std::array<Vec6, 2> J;
  std::array<Vec6, 2> by_twist;      // da/du+ at fixed poses
  std::array<Vec6, 2> by_end;        // da/dq+
  std::array<Vec6, 2> by_where;      // da/dq at the pose of J
  std::array<Vec6, 2> by_old_twist;  // da/du-
};

/// One step in one world: start, end, blocks and rows at the solution.
struct StepParts {
  std::string why_not;  // the reason why the step is not covered; "": it is
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
