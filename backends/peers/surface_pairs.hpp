// Which bodies may touch, and the coefficients of their contacts, for simulators that ask pair by
// pair.
#pragma once
#include <set>

#include "orthant/backends/peers/abilities.hpp"

namespace orthant {

class SurfacePairs {
 public:
  explicit SurfacePairs(Scene const& scene)
      : friction_(scene.contact.friction_combination),
        restitution_(scene.contact.restitution_combination) {
    for (auto const& pair : held_together(scene)) apart_.insert(pair);
  }

  /// Whether two bodies, given by their numbers, may touch.
  bool may_touch(int a, int b) const {
    return a != b && !apart_.contains({std::min(a, b), std::max(a, b)});
  }
  Real friction(Surface const& a, Surface const& b) const {
    return combined(friction_, a.friction, b.friction);
  }
  Real restitution(Surface const& a, Surface const& b) const {
    return combined(restitution_, a.restitution, b.restitution);
  }

 private:
  Combination friction_, restitution_;
  std::set<std::pair<int, int>> apart_;
};

}  // namespace orthant
