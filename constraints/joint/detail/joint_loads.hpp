// The load of a joint on its second body, from the impulses of its rows.
#pragma once
#include "orthant/constraints/relations/items/detail/joint_item.hpp"
#include "orthant/constraints/relations/relation_kernels.hpp"

namespace orthant {

/// A wrench about the centre of mass of B, moved to the joint's point on B, in A's joint frame.
KOKKOS_INLINE_FUNCTION JointLoad load_of(JointItem const& it, Vec6 const& wrench, Pose<> const& A,
                                         Pose<> const& B) {
  Vec3 const f = linear(wrench), arm = rotate(B.q_WB, it.X_BJ.p_WB);
  return {it.world,
          it.joint,
          f,
          angular(wrench) - cross(arm, f),
          A.q_WB * it.X_AJ.q_WB,
          (B * it.X_BJ).p_WB - (A * it.X_AJ).p_WB};
}

/// The load J_B^T lambda of every item, J at `pose`. Without poses only the joint numbers are
/// written.
template <class Space, class Item>
struct SumLoads {
  static constexpr char const* label = "orthant::constraint::sum_loads";
  Span<Space, Item*> item;
  Span<Space, int*> row;  // -1: none in this step
  int rows_per_item;
  Rows<Space> rows;
  Span<Space, Pose<>*> pose;
  Span<Space, JointLoad*> out;

  KOKKOS_FUNCTION void operator()(int k) const {
    JointItem const& it = item(k);
    out(k) = {it.world, it.joint, {}, {}, {}, {}};
    if (pose.extent(0) == 0) return;
    Vec6 wrench;
    for (int r = row(k); r >= 0 && r < row(k) + rows_per_item; ++r)
      wrench += rows.impulse(r) * rows.jacobian(r, 1);
    out(k) = load_of(it, wrench, pose_of<Space>(pose, it.a), pose_of<Space>(pose, it.b));
  }
};

}  // namespace orthant
