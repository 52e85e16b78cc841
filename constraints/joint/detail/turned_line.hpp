// Whether the line of two points turns round within a step.
#pragma once
#include "orthant/constraints/relations/items/detail/joint_item.hpp"
#include "orthant/constraints/relations/relation_kernels.hpp"

namespace orthant {

/// A force along the line d of two points has one direction for a step. If d turns by more than a
/// right angle, it is a push at one end of the step and a pull at the other. The distance |d| of
/// the end is then that of points which have passed each other: the row has a second root there.
/// Marks the worlds in which such a row changed speeds.
template <class Space, class Item>
struct TurnedLine {
  static constexpr char const* label = "orthant::constraint::turned_line";
  static constexpr Real slight = 1e-9;  // [m/s]
  Span<Space, Item*> item;
  Span<Space, int*> row;  // first of each; -1: none in this step
  int last;               // from it to the row of the distance
  Span<Space, Body*> body;
  Rows<Space> rows;
  StepWay<Space> way;
  Span<Space, int*> out;  // (worlds)

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = item(k);
    if (row(k) < 0) return;
    if constexpr (requires { it.has_line(); })
      if (!it.has_line()) return;
    Real lightness = 0;
    for (int b : {it.a, it.b})
      if (b >= 0 && body(b).dynamic()) lightness += 1 / body(b).mass;
    if (!(fabs(rows.impulse(row(k) + last)) * lightness > slight)) return;
    auto const line = [&](Span<Space, Pose<>*> const& pose) {
      return JointFrames<Real>(it, pose_of<Space>(pose, it.a), pose_of<Space>(pose, it.b)).d;
    };
    if (dot(line(way.from), line(way.to)) < 0) out(it.world) = 1;
  }
};

}  // namespace orthant
