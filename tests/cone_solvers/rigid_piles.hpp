// Contact problems of one step of rigid bodies with a known geometry, of any size.
#pragma once
#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant::test {

/// The parameters of a pile.
struct PileKind {
  double friction = 0.5;
  double motion = 0;  // random velocities, relative to the effect of gravity in the step
  unsigned seed = 1;
};

/// Unit cubes in layers of n^2, (n - 1)^2, ..., 1, each on the quarters of four others: four
/// contacts for each pair of faces, 8/3 contact rows for each velocity.
ConeProblem pyramid(int layers, PileKind const& kind);

/// Bricks of 2 by 1 by 1 in running bond.
ConeProblem brick_wall(int layers, int bricks, PileKind const& kind);

/// Randomly packed balls of different radii, with contacts between close neighbours, and with a
/// floor.
ConeProblem packed_balls(int count, PileKind const& kind);

}  // namespace orthant::test
