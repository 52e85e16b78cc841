// Contact problems of one step of rigid bodies with a known geometry, as large as one likes.
#pragma once
#include "core/cone_problem/cone_problem.hpp"

namespace orthant::test {

/// What is varied from one pile to the next.
struct PileKind {
  double friction = 0.5;
  double motion = 0;  // random velocities, relative to what gravity adds in the step
  unsigned seed = 1;
};

/// Unit cubes in layers of n^2, (n - 1)^2, ..., 1, each on the quarters of four others: four
/// contacts per pair of faces, 8/3 of a contact's rows per velocity.
ConeProblem pyramid(int layers, PileKind const& kind);

/// Bricks of 2 by 1 by 1 in running bond.
ConeProblem brick_wall(int layers, int bricks, PileKind const& kind);

/// Balls of different radii that are packed at random: a contact where two are near each other, and
/// with a floor.
ConeProblem packed_balls(int count, PileKind const& kind);

}  // namespace orthant::test
