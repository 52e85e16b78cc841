// The coordinates of joints, and the choice of one by its index in the list or beyond its end.
#pragma once
#include <tuple>
#include <utility>

#include "orthant/constraints/relations/coordinates/axis_displacement.hpp"
#include "orthant/constraints/relations/coordinates/gear_advance.hpp"
#include "orthant/constraints/relations/coordinates/gimbal_angles.hpp"
#include "orthant/constraints/relations/coordinates/hooke_angles.hpp"
#include "orthant/constraints/relations/coordinates/own.hpp"
#include "orthant/constraints/relations/coordinates/point_distance.hpp"
#include "orthant/constraints/relations/coordinates/rack_advance.hpp"
#include "orthant/constraints/relations/coordinates/screw_advance.hpp"
#include "orthant/constraints/relations/coordinates/twist_angle.hpp"

namespace orthant {

/// To add one, write its relation, of one row, and put it here.
using Coordinates = std::tuple<AxisDisplacement, DisplacementX, DisplacementY, TwistAngle,
                               PointDistance, HookeAngleA, HookeAngleB, GimbalAngleX, GimbalAngleY,
                               GimbalAngleZ, ScrewAdvance, RackAdvance, GearAdvance>;

/// The number of coordinates in the list. Those of a program follow, with indices from it on.
inline constexpr int listed_coordinates = std::tuple_size_v<Coordinates>;

/// The index of the coordinate of that name in the list, or from its end on among a program's own;
/// -1: none.
inline int coordinate_of(std::string const& name) {
  int found = -1, k = 0;
  std::apply([&](auto... each) { ((name == each.name ? found = k : 0, ++k), ...); }, Coordinates{});
  for (auto const& each : own_coordinates()) {
    if (name == each.name) found = k;
    ++k;
  }
  return found;
}

/// Calls f(coordinate) for the k-th coordinate: a member of the list, or an OwnCoordinate.
ORTHANT_CALLS_WHAT_IT_IS_GIVEN
template <class F, std::size_t... I>
KOKKOS_FUNCTION void with_coordinate(int k, F const& f, std::index_sequence<I...>) {
  ((k == static_cast<int>(I) ? f(std::tuple_element_t<I, Coordinates>{}) : void()), ...);
#ifndef __CUDA_ARCH__
  if (k >= listed_coordinates) f(own_coordinates()[nth(k - listed_coordinates)]);
#endif
}
/// The same, for any k of coordinate_of that is not negative.
template <class F>
KOKKOS_FUNCTION void with_coordinate(int k, F const& f) {
  with_coordinate(k, f, std::make_index_sequence<listed_coordinates>{});
}

}  // namespace orthant
