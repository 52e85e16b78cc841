// A bead between two struts with springs, which are taut or pressed.
#pragma once
#include "tests/joints/parts.hpp"

namespace orthant::test {

/// Of 0.1 kg between springs of 0.5 m and 1e5 N/m that rest at this length, moving across them: a
/// lateral stiffness 2 F/L.
inline Json bead(Real rest, Real speed) {
  std::vector<Json> struts;
  for (Real const x : {0., 1.})
    struts.push_back(line_of("strut", "bead", {{x, 0, 0}}, {{0.5, 0, 0}},
                             {{"spring", {{"stiffness", 1e5}, {"rest", rest}}}}));
  return scene_of({rigid("bead", 0.1, {{1, 1, 1}}, {{0.5, 0, 0}}, {{0, 0, speed}})}, struts);
}

}  // namespace orthant::test
