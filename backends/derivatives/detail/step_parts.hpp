// The parts of a step in one world from which its derivative is made, in host memory.
#pragma once
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "orthant/core/cone_problem/detail/world_rows.hpp"

namespace orthant {

/// The derivatives of a block by the motions of its bodies.
struct BlockSlopes {
  Mat<12, 12> turn;  // d(J^T lambda)/dq by the motions of both bodies, at the pose of J
  /// Of a contact with restitution, its distance from the other law, striking or not [m/s].
  Real from_striking = std::numeric_limits<Real>::infinity();
};

/// The derivatives of a row by the motions of the two bodies of its block.
struct RowSlopes {
  std::array<Vec6, 2> by_twist;      // da/du+ at fixed poses
  std::array<Vec6, 2> by_end;        // da/dq+
  std::array<Vec6, 2> by_where;      // da/dq at the pose of J
  std::array<Vec6, 2> by_old_twist;  // da/du-
};

/// One step in one world: its rows at the solution, start and end. `u` is u+, M is at q-, and the
/// bodies of a block may be such as do not react.
struct StepParts : WorldRows {
  std::string why_not;  // the reason why the step is not covered; "": it is
  Real h = 0;
  bool matrices_at_end = false;
  bool linearised = false;  // see EulerScheme
  std::vector<Body> body;
  std::vector<std::string> names;
  std::vector<Pose<>> start, end;
  std::vector<Twist> old_twist;
  std::vector<BlockSlopes> of_block;
  std::vector<RowSlopes> of_row;

  int bodies() const { return static_cast<int>(body.size()); }
};

}  // namespace orthant
