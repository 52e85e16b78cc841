// Forces that are given along the coordinates of joints: no rows, but a part of u~.
#pragma once
#include "constraints/coordinate_kernels.hpp"

namespace orthant {

namespace effort_kernels {

/// wrench += J^T F(t), J at q-. One thread a world: two efforts may share a body.
template <class Space>
struct Apply {
  static constexpr char const* label = "orthant::effort::apply";
  Span<Space, CoordinateItem*> item;
  int uniform;
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;
  Span<Space, Vec6*> wrench;
  Span<Space, JointLoad*> load;
  Real time, h;

  KOKKOS_FUNCTION void operator()(int world) const {
    for (int k = world * uniform; k < (world + 1) * uniform; ++k) {
      auto const& it = item(k);
      Pose<> const X[2] = {pose_of<Space>(pose, it.a), pose_of<Space>(pose, it.b)};
      Mat<1, 6> J[2];
      with_coordinate(it.coordinate,
                      [&](auto coordinate) { coordinate.jacobian(it, X[0], X[1], J[0], J[1]); });
      Vec<1> const force{{it.law.target.value(time)}};
      int const on[2] = {it.a, it.b};
      for (int side = 0; side < 2; ++side)
        if (int const b = on[side]; b >= 0 && body(b).dynamic())
          wrench(b) += transposed_times(J[side], force);
      Vec6 const impulse = h * transposed_times(J[1], force);
      Vec3 const arm = rotate(X[1].q_WB, it.X_BJ.p_WB), f = linear(impulse);
      load(k) = {it.world,
                 it.joint,
                 f,
                 angular(impulse) - cross(arm, f),
                 X[0].q_WB * it.X_AJ.q_WB,
                 (X[1] * it.X_BJ).p_WB - (X[0] * it.X_AJ).p_WB};
    }
  }
};

template <class Space>
struct Copy {
  static constexpr char const* label = "orthant::effort::copy";
  Span<Space, JointLoad*> from, to;
  KOKKOS_FUNCTION void operator()(int k) const { to(k) = from(k); }
};

}  // namespace effort_kernels

template <class Space>
class EffortBlock final : public ConstraintBlock<Space> {
 public:
  static constexpr char const* kind = "effort";
  static constexpr char const* about = "given forces along a joint's coordinate; no rows";

  EffortBlock(Model<Space> const& model, Scene const& scene) : worlds_(model.worlds) {
    std::vector<CoordinateItem> items;
    for (int w = 0; w < model.worlds; ++w)
      for (std::size_t k = 0; k < scene.joints.size(); ++k)
        for (auto const& spec : scene.of(w).joints[k].coordinates) {
          if (spec.motor != Motor::force) continue;
          CoordinateItem item{placed_item(scene.of(w).joints[k], w, w * model.bodies), {}, {}};
          item.joint = static_cast<int>(k);
          item.coordinate = coordinate_of(spec.coordinate);
          item.law.target = spec.target;
          items.push_back(item);
        }
    count_ = static_cast<int>(items.size());
    item_ = copied<Space>("orthant::effort::item", items);
    for (auto* each : {&next_, &load_})
      *each = Array<Space, JointLoad*>("orthant::effort::load", count_);
  }

  bool empty() const { return count_ == 0; }
  char const* name() const override { return kind; }
  int rows_per_item() const override { return 0; }
  int blocks_per_item() const override { return 0; }
  int most_items() const override { return 0; }
  bool complementary() const override { return false; }
  int items() const override { return 0; }
  ItemCounts<Space> counts() const override { return {}; }

  int refresh(Space const&, StepStart<Space> const&) override { return 0; }
  void push(Space const& space, StepLoads<Space> const& of) override {
    each(space, worlds_,
         effort_kernels::Apply<Space>{item_, count_ / worlds_, of.model.body, of.state.pose,
                                      of.wrench, next_, of.time, of.h});
  }
  JointLoads<Space> joint_loads(Space const&, Rows<Space> const&,
                                Span<Space, Pose<>*>) const override {
    return {count_, load_};
  }
  void place(Space const&, Rows<Space> const&, ItemPlaces<Space>, StepSize) override {}
  /// The next step may be prepared while the loads of this one are still asked for.
  void keep(Space const& space, Rows<Space> const&) override {
    each(space, count_, effort_kernels::Copy<Space>{next_, load_});
  }
  void jacobian(Space const&, Span<Space, Pose<>*>, Rows<Space> const&,
                Span<Space, int*>) const override {}
  /// These forces act where the step begins, and do not turn in it.
  void stiffness(Space const&, StepPoint<Space> const&, Span<Space, Pose<>*>, Rows<Space> const&,
                 Stiffness<Space> const&) const override {}
  void value(Space const&, StepPoint<Space> const&, Rows<Space> const&) const override {}
  void violation(Space const&, Span<Space, Pose<>*>, Rows<Space> const&,
                 Span<Space, Real*>) const override {}

 private:
  int worlds_, count_ = 0;
  Array<Space, CoordinateItem*> item_;
  Array<Space, JointLoad*> next_, load_;
};

}  // namespace orthant
