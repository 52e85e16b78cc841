// Forces and torques on bodies as functions of time: without rows, a part of u_free.
#pragma once
#include "core/scene/scene.hpp"
#include "core/step/constraint_block.hpp"

namespace orthant {

/// A range of the entries in an array; see TimedVector.
struct TimeTable {
  int first = 0, count = 0;
};

template <class Entries>
KOKKOS_FUNCTION Vec3 value_at(TimeTable const& table, Entries const& entries, Real t) {
  if (table.count == 0) return {};
  int low = table.first, high = table.first + table.count;
  if (t < entries(low).t) return entries(low).x;
  while (high - low > 1) {
    int const middle = (low + high) / 2;
    (entries(middle).t <= t ? low : high) = middle;
  }
  TimedVector const from = entries(low);
  if (low + 1 == table.first + table.count) return from.x;
  TimedVector const to = entries(low + 1);  // later than entry `low`
  return from.x + ((t - from.t) / (to.t - from.t)) * (to.x - from.x);
}

struct LoadItem {
  int body = 0;  // counted over all worlds
  Vec3 point_B;
  bool in_body_axes = false;
  TimeTable force, torque;
};

/// wrench += (F(t), r(t) x F(t) + T(t)). Body axes and the point r follow the motion q- (+) (t -
/// t-) u-, so that forces are of second order whatever turns them. One thread for each world,
/// because two loads may share a body.
template <class Space>
struct ApplyLoads {
  static constexpr char const* label = "orthant::load::apply";
  Span<Space, LoadItem*> item;
  int uniform;
  Span<Space, TimedVector*> entries;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> twist;
  Span<Space, Vec6*> wrench;
  Real time, ahead;

  KOKKOS_FUNCTION void operator()(int world) const {
    for (int k = world * uniform; k < (world + 1) * uniform; ++k) {
      auto const& it = item(k);
      Quat<> const rotation = advance(pose(it.body), twist(it.body), ahead).q_WB;
      Vec3 F = value_at(it.force, entries, time), T = value_at(it.torque, entries, time);
      if (it.in_body_axes) F = rotate(rotation, F), T = rotate(rotation, T);
      wrench(it.body) += stacked(F, cross(rotate(rotation, it.point_B), F) + T);
    }
  }
};

template <class Space>
class LoadBlock final : public ConstraintBlock<Space> {
 public:
  static constexpr char const* kind = "load";
  static constexpr char const* about = "forces and torques on bodies in time; no rows";

  LoadBlock(Model<Space> const& model, Scene const& scene)
      : worlds_(model.worlds), uniform_(static_cast<int>(scene.loads.size())) {
    std::vector<TimedVector> entries;
    std::vector<LoadItem> items;
    auto const add = [&](std::vector<TimedVector> const& of) {
      TimeTable const out{static_cast<int>(entries.size()), static_cast<int>(of.size())};
      entries.insert(entries.end(), of.begin(), of.end());
      return out;
    };
    for (int w = 0; w < model.worlds; ++w)
      for (int k = 0; k < uniform_; ++k) {
        auto const& load = scene.of(w).loads[static_cast<std::size_t>(k)];
        bool const again = w > 0 && scene.worlds.empty();  // its tables are those of world 0
        LoadItem item = again ? items[static_cast<std::size_t>(k)]
                              : LoadItem{.body = load.body,
                                         .point_B = load.point_B,
                                         .in_body_axes = load.in_body_axes,
                                         .force = add(load.force),
                                         .torque = add(load.torque)};
        item.body = w * model.bodies + load.body;
        items.push_back(item);
      }
    item_ = to_device<Space>("orthant::load::item", items);
    entry_ = to_device<Space>("orthant::load::entry", entries);
  }

  char const* name() const override { return kind; }
  int rows_per_item() const override { return 0; }
  int blocks_per_item() const override { return 0; }
  int capacity() const override { return 0; }
  bool complementary() const override { return false; }
  int items() const override { return 0; }
  ItemCounts<Space> counts() const override { return {}; }

  void add_loads(Space const& space, StepLoads<Space> const& of) override {
    each(space, worlds_,
         ApplyLoads<Space>{.item = item_,
                           .uniform = uniform_,
                           .entries = entry_,
                           .pose = of.state.pose,
                           .twist = of.state.twist,
                           .wrench = of.wrench,
                           .time = of.time,
                           .ahead = of.time - of.state.time});
  }
  int refresh(Space const&, StepStart<Space> const&) override { return 0; }
  void write_structure(Space const&, Rows<Space> const&, ItemOffsets<Space>, StepSize) override {}
  void store_warm_start(Space const&, Rows<Space> const&) override {}
  void jacobian(Space const&, Span<Space, Pose<>*>, Rows<Space> const&,
                Span<Space, int*>) const override {}
  /// These forces follow a motion that is known at the start of the step, and do not depend on u.
  void stiffness(Space const&, StepPoint<Space> const&, Span<Space, Pose<>*>, Rows<Space> const&,
                 Stiffness<Space> const&) const override {}
  void value(Space const&, StepPoint<Space> const&, Rows<Space> const&) const override {}
  void violation(Space const&, Span<Space, Pose<>*>, Rows<Space> const&,
                 Span<Space, Real*>) const override {}

 private:
  int worlds_, uniform_;  // number of worlds, loads in each world
  Array<Space, LoadItem*> item_;
  Array<Space, TimedVector*> entry_;
};

}  // namespace orthant
