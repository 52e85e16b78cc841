// What a joint does to its second body, from the impulses of its rows.
#pragma once
#include "constraints/relations/joint_item.hpp"

namespace orthant {

/// Where the rows of a joint were linearised.
struct JointPlace {
  Vec3 arm_W;   // from B's centre of mass to the joint's point on it [m]
  Quat<> q_WJ;  // A's joint frame
};

template <class Space, class Item>
struct PlaceLoads {
  static constexpr char const* label = "orthant::constraint::place_loads";
  Span<Space, Item*> item;
  Span<Space, Pose<>*> pose;
  Span<Space, JointPlace*> place;
  Span<Space, int*> running;

  KOKKOS_FUNCTION void operator()(int k) const {
    JointItem const& it = item(k);
    if (!running(it.world)) return;
    Pose<> const A = it.a < 0 ? Pose<>{} : pose(it.a), B = it.b < 0 ? Pose<>{} : pose(it.b);
    place(k) = {rotate(B.q_WB, it.X_BJ.p_WB), (A.q_WB * it.X_AJ.q_WB)};
  }
};

/// The wrench J_B^T lambda about B's centre of mass, moved to the joint's point.
template <class Space, class Item>
struct SumLoads {
  static constexpr char const* label = "orthant::constraint::sum_loads";
  Span<Space, Item*> item;
  Span<Space, int*> row;
  Span<Space, JointPlace*> place;
  int rows_per_item;
  Rows<Space> rows;
  Span<Space, JointLoad*> out;

  KOKKOS_FUNCTION void operator()(int k) const {
    Vec6 wrench;
    for (int r = row(k); r < row(k) + rows_per_item; ++r)
      wrench += rows.impulse(r) * rows.jacobian(r, 1);
    Vec3 const f = linear(wrench);
    JointItem const& it = item(k);
    out(k) = {it.world, it.joint, f, angular(wrench) - cross(place(k).arm_W, f), place(k).q_WJ};
  }
};

}  // namespace orthant
