// Boxes on top of each other.
#include "orthant/core/scene/assemblies/parts.hpp"

namespace orthant {

struct Stack {
  int count = 10;
  Vec3 size{{1, 1, 1}}, velocity;
  double mass = 1, top_mass = 0, friction = 0.5;

  void fields(Fields& f) {
    f.integer("count", count, between(1, 1e6), "boxes");
    f.vector("size", size, positive(), "[m] edges of a box");
    f.real("mass", mass, positive(), "[kg] of a box");
    f.real("top_mass", top_mass, not_negative(), "[kg] of the uppermost box; 0: as the others");
    f.real("friction", friction, not_negative(), "coefficient of friction, floor included");
    f.vector("velocity", velocity, "[m/s] of all boxes at the start");
  }
  double bodies() const { return 1.0 + count; }
  void build(Scene& scene, std::string const& name) const {
    scene.add(floor_body(name + "/floor", 0, friction));
    for (int k = 0; k < count; ++k) {
      bool const heavy = k == count - 1 && top_mass > 0;
      auto body = solid_box(name + "/" + std::to_string(k), size, heavy ? top_mass : mass, friction,
                            {{{0, 0, (k + 0.5) * size[2]}}, {}});
      body.twist = stacked(velocity, {});
      scene.add(std::move(body));
    }
  }
};

void register_stack(Assemblies& registry) {
  register_assembly<Stack>(registry, "stack", "boxes on top of each other, on a floor");
}

}  // namespace orthant
