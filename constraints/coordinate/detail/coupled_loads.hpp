// Loads of a coupling on the joints that it couples. It exerts a force f' lambda along the
// coordinate of each joint, which is a part of the load of that joint. It has no load of its own.
#pragma once
#include "orthant/constraints/coordinate/detail/coordinate_kernels.hpp"
#include "orthant/constraints/joint/detail/joint_loads.hpp"

namespace orthant::coordinate_kernels {

/// The loads of a coupling with an impulse along its coordinate, at its places from `first` on. Its
/// own load is zero.
template <class Space>
KOKKOS_FUNCTION void write_coupled(View<Space> const& v, int k, Span<Space, Pose<>*> const& pose,
                                   Real impulse, int first, Span<Space, JointLoad*> const& out) {
  auto const& it = v.item(k);
  out(k) = {it.world, it.joint, {}, {}, {}, {}};
  if (it.tied.first > 0) return;  // those of its law are written with the first row
  for_terms<Space>(it, v.terms, pose, v.last(k),
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
  Held<Space, View<Space>> v;
  Rows<Space> rows;
  Span<Space, Pose<>*> pose;
  int first;
  Span<Space, JointLoad*> out;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = v.item(k);
    int const n = v.row(k);
    if (it.coupled.given())
      write_coupled<Space>(v, k, pose, n < 0 ? 0 : it.law.sign * rows.impulse(n), first, out);
  }
};

}  // namespace orthant::coordinate_kernels
