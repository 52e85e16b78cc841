// A floor.
#include "orthant/core/scene/assemblies/parts.hpp"

namespace orthant {

struct Floor {
  double height = 0, friction = 0.5;

  void fields(Fields& f) {
    f.real("height", height, any_number(), "[m] z of the surface");
    f.real("friction", friction, not_negative(), "coefficient of friction");
  }
  double bodies() const { return 1; }
  void build(Scene& scene, std::string const& name) const {
    scene.add(floor_body(name, height, friction));
  }
};

void register_floor(Assemblies& registry) {
  register_assembly<Floor>(registry, "floor", "the fixed half-space below a height");
}

}  // namespace orthant
