// Contacts that another simulator tells, as Orthant writes and judges its own.
#pragma once
#include <span>
#include <vector>

#include "orthant/backends/peers/peer.hpp"

namespace orthant {

/// `pose` and `twist`: of the bodies of its world, where the step ended.
ContactImpulse impulse_of(PeerContact const& found, Real h, int world, Scene const& scene,
                          std::span<Pose<> const> pose, std::span<Twist const> twist);

/// Writes the distance of the impulses to their cones into the measures of each world.
void judge_forces(std::vector<ContactImpulse> const& contacts, Setup const& setup,
                  std::vector<Measures>& to);

}  // namespace orthant
