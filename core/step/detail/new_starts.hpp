// Worlds of a batch that start anew while others go on.
#pragma once
#include <vector>

#include "orthant/core/execution/array.hpp"

namespace orthant {

/// Angles of joints at a start, with their whole turns: of coordinates, each in all worlds.
struct KnownAngles {
  struct Column {
    int joint = 0, coordinate = 0;  // numbers in the scene, and in the list of coordinates
  };
  std::vector<Column> columns;
  std::vector<Real> values;  // (worlds x columns) [rad]

  /// Zero, within half a turn of which an angle is, where it is not known.
  Real of(int world, int joint, int coordinate) const {
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (columns[k].joint == joint && columns[k].coordinate == coordinate)
        return values[nth(world) * columns.size() + k];
    return 0;
  }
};

template <class Space>
struct NewStarts {
  Span<Space, int*> world;    // (worlds) 1 where it starts anew
  std::vector<char> on_host;  // the same
  KnownAngles const& angles;

  KOKKOS_FUNCTION bool operator()(int w) const { return world(w) != 0; }
};

}  // namespace orthant
