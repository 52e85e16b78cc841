// A tower of planks.
#include "orthant/core/scene/assemblies/parts.hpp"

namespace orthant {

/// Layers of parallel planks, each across the one below. With p planks a layer, p^2 pairs of faces
/// meet between two layers, at four points each. The default plank has the proportions 15 : 3 : 1
/// of the toy.
struct PlankTower {
  int layers = 10, planks = 2;
  Vec3 size{{0.117, 0.0234, 0.0078}}, velocity;
  double mass = 0.011, friction = 0.5;

  void fields(Fields& f) {
    f.integer("layers", layers, between(1, 10000), "layers");
    f.integer("planks", planks, between(1, 1000), "planks in a layer, spread over its width");
    f.vector("size", size, positive(), "[m] edges of a plank: length, width, height");
    f.real("mass", mass, positive(), "[kg] of a plank");
    f.real("friction", friction, not_negative(), "coefficient of friction, floor included");
    f.vector("velocity", velocity, "[m/s] of all planks at the start");
  }
  double bodies() const { return 1 + 1.0 * layers * planks; }
  void build(Scene& scene, std::string const& name) const {
    scene.add(floor_body(name + "/floor", 0, friction));
    Real const pitch = planks > 1 ? (size[0] - size[1]) / (planks - 1) : 0;
    for (int k = 0; k < layers; ++k)
      for (int i = 0; i < planks; ++i) {
        Real const aside = (i - 0.5 * (planks - 1)) * pitch, height = (k + 0.5) * size[2];
        bool const along_x = k % 2 == 0;
        Vec3 const edges = along_x ? size : Vec3{{size[1], size[0], size[2]}};
        Vec3 const centre = along_x ? Vec3{{0, aside, height}} : Vec3{{aside, 0, height}};
        auto plank = solid_box(name + "/" + std::to_string(k) + "/" + std::to_string(i), edges,
                               mass, friction, {centre, {}});
        plank.twist = stacked(velocity, {});
        scene.add(std::move(plank));
      }
  }
};

void register_plank_tower(Assemblies& registry) {
  register_assembly<PlankTower>(registry, "plank_tower",
                                "layers of planks laid crosswise, on a floor");
}

}  // namespace orthant
