// Forces and torques on bodies as functions of time: without rows, a part of u_free.
#pragma once
#include "orthant/core/scene/scene.hpp"
#include "orthant/core/step/given_forces.hpp"

namespace orthant {

/// A range of the entries in an array; see TimedVector.
struct TimeTable {
  int first = 0, count = 0;
};

/// Number of entries up to a time t.
template <class Entries>
KOKKOS_FUNCTION int entries_until(TimeTable const& table, Entries const& entries, Real t) {
  int low = 0, high = table.count;
  while (low < high) {
    int const middle = (low + high) / 2;
    if (entries(table.first + middle).t <= t)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// Between two entries that follow each other, with `begun` entries before t.
template <class Entries>
KOKKOS_FUNCTION Vec3 value_at(TimeTable const& table, Entries const& entries, int begun, Real t) {
  if (begun == 0) return entries(table.first).x;
  TimedVector const from = entries(table.first + begun - 1);
  if (begun == table.count) return from.x;
  TimedVector const to = entries(table.first + begun);  // later than `from`
  return from.x + ((t - from.t) / (to.t - from.t)) * (to.x - from.x);
}

/// The mean over [t, t + h]: of straight pieces, each by its value in its middle. Exact, so that
/// neither a pulse within the step nor a jump is missed.
template <class Entries>
KOKKOS_FUNCTION Vec3 mean_over(TimeTable const& table, Entries const& entries, Real t, Real h) {
  if (table.count == 0) return {};
  Real const end = t + h;
  int k = entries_until(table, entries, t);
  if (k == table.count || entries(table.first + k).t >= end)
    return value_at(table, entries, k, t + 0.5 * h);
  Vec3 sum;
  for (Real from = t; from < end; ++k) {
    Real const to = k < table.count ? smaller(end, entries(table.first + k).t) : end;
    if (to > from) sum += (to - from) * value_at(table, entries, k, 0.5 * (from + to));
    from = to;
  }
  return (1 / h) * sum;
}

struct LoadItem {
  int body = 0;  // counted over all worlds
  Vec3 point_B;
  bool in_body_axes = false;
  TimeTable force, torque;
};

/// wrench += (F, r x F + T), F and T the means over the step. Body axes and the point r are those
/// of the middle q- (+) h/2 u-, so that forces are of second order whatever turns them. One thread
/// for each world, because two loads may share a body.
template <class Space>
struct ApplyLoads {
  static constexpr char const* label = "orthant::load::apply";
  Span<Space, LoadItem*> item;
  int uniform;
  Span<Space, TimedVector*> entries;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> twist;
  Span<Space, Vec6*> wrench;
  Real start, h;  // [s]

  KOKKOS_FUNCTION void operator()(int world) const {
    for (int k = world * uniform; k < (world + 1) * uniform; ++k) {
      auto const& it = item(k);
      Quat<> const rotation = advance(pose(it.body), twist(it.body), 0.5 * h).q_WB;
      Vec3 F = mean_over(it.force, entries, start, h), T = mean_over(it.torque, entries, start, h);
      if (it.in_body_axes) F = rotate(rotation, F), T = rotate(rotation, T);
      wrench(it.body) += stacked(F, cross(rotate(rotation, it.point_B), F) + T);
    }
  }
};

template <class Space>
class Loads final : public GivenForces<Space> {
 public:
  static constexpr char const* kind = "load";
  static constexpr char const* about = "forces and torques on bodies in time; no rows";

  Loads(Model<Space> const& model, Scene const& scene)
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
        auto const& load = scene.of(w).loads[nth(k)];
        bool const again = w > 0 && scene.worlds.empty();  // its tables are those of world 0
        LoadItem item = again ? items[nth(k)]
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
  void add(Space const& space, StepLoads<Space> const& of) override {
    each(space, worlds_,
         ApplyLoads<Space>{.item = item_,
                           .uniform = uniform_,
                           .entries = entry_,
                           .pose = of.state.pose,
                           .twist = of.state.twist,
                           .wrench = of.wrench,
                           .start = of.state.time,
                           .h = of.h});
  }

 private:
  int worlds_, uniform_;  // number of worlds, loads in each world
  Array<Space, LoadItem*> item_;
  Array<Space, TimedVector*> entry_;
};

}  // namespace orthant
