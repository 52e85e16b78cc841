// A cube on a slope.
#include <numbers>

#include "orthant/core/scene/assemblies/parts.hpp"

namespace orthant {

/// Gravity is tilted in place of the plane: by atan(ratio mu) towards a direction in the plane.
struct Incline {
  double ratio = 0.99, direction = 0, friction = 0.3, edge = 1, mass = 1;

  void fields(Fields& f) {
    f.real("ratio", ratio, not_negative(), "slope over friction: below 1 the cube rests");
    f.real("direction", direction, any_number(), "[degree] in which the slope falls, from x");
    f.real("friction", friction, not_negative(), "coefficient of friction");
    f.real("edge", edge, positive(), "[m] of the cube");
    f.real("mass", mass, positive(), "[kg] of the cube");
  }
  double bodies() const { return 2; }
  void build(Scene& scene, std::string const& name) const {
    Real const g = norm(scene.gravity), slope = std::atan(ratio * friction);
    Real const heading = direction * std::numbers::pi / 180;
    scene.gravity = {{g * std::sin(slope) * std::cos(heading),
                      g * std::sin(slope) * std::sin(heading), -g * std::cos(slope)}};
    scene.add(floor_body(name + "/plane", 0, friction));
    scene.add(
        solid_box(name + "/cube", {{edge, edge, edge}}, mass, friction, {{{0, 0, edge / 2}}, {}}));
  }
};

void register_incline(Assemblies& registry) {
  register_assembly<Incline>(registry, "incline", "a cube on a plane, gravity tilted");
}

}  // namespace orthant
