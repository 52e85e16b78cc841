// Loads of a coupling on the joints that it couples. It exerts a force f' lambda along the
// coordinate of each joint, which is a part of the load of that joint. It has no load of its own.
#pragma once
#include "orthant/constraints/coordinate/detail/coordinate_geometry.hpp"
#include "orthant/constraints/joint/detail/joint_loads.hpp"

namespace orthant::coordinate_kernels {

/// The loads of a coupling with an impulse along its coordinate, at its places from `first` on. Its
/// own load is zero.
template <class Space>
KOKKOS_FUNCTION void write_coupled(CoordinateItem const& it, CoupledTerms<Space> const& of,
                                   Span<Space, Pose<>*> const& pose, UnwrappedValues const& last,
                                   Real impulse, int own, int first,
                                   Span<Space, JointLoad*> const& out) {
  out(own) = {it.world, it.joint, {}, {}, {}, {}};
  for_terms<Space>(it, of, pose, last,
                   [&](int i, CoupledCoordinate const& term, FunctionValue const& f) {
                     auto const J = jacobian_of<Space>(term.coordinate, term, pose);
                     out(first + it.coupled.part + i) =
                         load_of(term, transposed_times(J.of[1], Vec<1>{{impulse * f.slope}}),
                                 pose_of<Space>(pose, term.a), pose_of<Space>(pose, term.b));
                   });
}

template <class Space>
struct CoupledLoads {
  static constexpr char const* label = "orthant::coordinate::coupled_loads";
  Span<Space, CoordinateItem*> item;
  CoupledTerms<Space> terms;
  Span<Space, int*> row;
  Span<Space, UnwrappedValues*> last;
  Rows<Space> rows;
  Span<Space, Pose<>*> pose;
  int first;
  Span<Space, JointLoad*> out;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = item(k);
    if (it.coupled.given())
      write_coupled<Space>(it, terms, pose, last(k),
                           row(k) < 0 ? 0 : it.law.sign * rows.impulse(row(k)), k, first, out);
  }
};

}  // namespace orthant::coordinate_kernels
