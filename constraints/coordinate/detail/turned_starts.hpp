// The turns with which angles of coordinates start anew.
#pragma once
#include "orthant/constraints/coordinate/detail/coordinate_geometry.hpp"
#include "orthant/core/step/detail/new_starts.hpp"

namespace orthant {

namespace coordinate_kernels {

template <class Space>
struct Forget {
  static constexpr char const* label = "orthant::coordinate::forget";
  Span<Space, CoordinateItem*> item;
  Span<Space, int*> world;
  Span<Space, Real*> impulse;
  KOKKOS_FUNCTION void operator()(int k) const {
    if (world(item(k).world)) impulse(k) = 0;
  }
};

}  // namespace coordinate_kernels

/// The values whose turns an item counts, of known angles.
template <class Terms>
coordinate_kernels::UnwrappedValues known_turns(CoordinateItem const& it, Terms const& terms,
                                                KnownAngles const& angles) {
  coordinate_kernels::UnwrappedValues out;
  for (int i = 0; i < it.coupled.count; ++i) {
    auto const& term = terms(it.coupled.first + i);
    out[i] = angles.of(it.world, term.joint, term.coordinate);
  }
  if (it.coupled.given()) return out;
  with_coordinate(it.coordinate, [&](auto coordinate) {
    using C = decltype(coordinate);
    if constexpr (requires { typename C::Counted; })
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((out[I] = angles.of(it.world, it.joint,
                             coordinate_of(std::tuple_element_t<I, typename C::Counted>::name))),
         ...);
      }
    (coordinate_kernels::Counted<C>{});
    else out[0] = angles.of(it.world, it.joint, it.coordinate);
  });
  return out;
}

/// Turns the items of worlds that start anew, of which each has as many.
template <class Space>
void turn_starts(NewStarts<Space> const& at, Array<Space, CoordinateItem*> const& item,
                 Array<Space, CoupledCoordinate*> const& terms,
                 Array<Space, coordinate_kernels::UnwrappedValues*> const& last) {
  int const uniform = item.extent_int(0) / static_cast<int>(at.on_host.size());
  if (uniform == 0) return;
  auto const of = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), item);
  auto const term = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), terms);
  auto const out = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), last);
  for (std::size_t w = 0; w < at.on_host.size(); ++w)
    for (int k = static_cast<int>(w) * uniform;
         at.on_host[w] && k < (static_cast<int>(w) + 1) * uniform; ++k)
      out(k) = known_turns(of(k), term, at.angles);
  Kokkos::deep_copy(last, out);
}

}  // namespace orthant
