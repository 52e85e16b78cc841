// Which joint has a law of an angle beyond half a turn, so that its turns count.
#pragma once
#include <algorithm>
#include <cmath>

#include "orthant/constraints/relations/coordinates/list.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// The name of the first joint whose state poses alone do not tell, as it may have turned; "":
/// none. It has a limit of an angle beyond half a turn, the rest of a spring or, at this time, the
/// target of a motor; or it is a gear, a rack, a screw or a coupling.
inline std::string beyond_half_a_turn(Scene const& scene, Real time) {
  constexpr Real half_a_turn = 3.141592653589793;
  auto const turned = [&](CoordinateSpec const& of) {
    bool angle = false, counts = false;
    with_coordinate(coordinate_of(of.coordinate), [&](auto c) {
      angle = c.period > 0;
      counts = requires { typename decltype(c)::Counted; };
    });
    bool const follows = of.motor == Motor::position || of.motor == Motor::prescribed;
    auto const beyond = [](Real x) { return std::isfinite(x) && std::abs(x) > half_a_turn; };
    return counts || (angle && (beyond(of.lower) || beyond(of.upper) || beyond(of.rest) ||
                                (follows && beyond(of.target.value(time)))));
  };
  for (auto const& joint : scene.joints)
    if (!joint.coupled.empty() || std::ranges::any_of(joint.coordinates, turned)) return joint.name;
  return "";
}

}  // namespace orthant
