// Follows joints along a run.
#include "experiments/app/run/joint_table.hpp"

#include <algorithm>

namespace orthant {

JointValues::JointValues(Experiment const& e, int worlds)
    : space_(e.setup.scene),
      worlds_(worlds),
      bodies_(e.simulation->bodies()),
      position_(nth(worlds_) * space_.columns().size()) {}

void JointValues::follow(Snapshot const& now) {
  now_ = now;
  std::vector<Real> next(space_.columns().size());
  for (int w = 0; w < worlds_; ++w) {
    auto const here = position_.data() + static_cast<std::ptrdiff_t>(w) * space_.size();
    space_.positions(w, now.pose.data() + static_cast<std::ptrdiff_t>(w) * bodies_, here,
                     next.data());
    std::ranges::copy(next, here);
  }
}

std::vector<JointValue> JointValues::values(Experiment const& e) const {
  auto const n = space_.columns().size();
  std::vector<Real> velocity(position_.size()), effort(position_.size());
  auto const first = [&](int w) { return static_cast<std::ptrdiff_t>(w) * bodies_; };
  for (int w = 0; w < worlds_; ++w)
    space_.velocities(w, now_.pose.data() + first(w), now_.twist.data() + first(w),
                      velocity.data() + nth(w) * n);
  for (auto const& load : e.simulation->last_step().joint_reactions())
    if (load.world < worlds_)
      space_.efforts(load.world, load.joint, now_.pose.data() + first(load.world), load.force_J,
                     load.torque_J, effort.data() + nth(load.world) * n);
  std::vector<JointValue> out;
  for (int w = 0; w < worlds_; ++w)
    for (std::size_t k = nth(space_.floating()); k < n; ++k) {
      auto const at = nth(w) * n + k;
      out.push_back({w, space_.columns()[k].name, position_[at], velocity[at], effort[at]});
    }
  return out;
}

}  // namespace orthant
