// A pyramid of cubes.
#include "orthant/core/scene/assemblies/parts.hpp"

namespace orthant {

/// Level l of L has (L - l) (L - l + ridge) cubes. Each stands on the corners of four cubes, at
/// four points on each.
struct Pyramid {
  int levels = 4, ridge = 0;
  double edge = 0.2, gap = 0.02, mass = 4, friction = 0.5;
  Vec3 velocity;

  void fields(Fields& f) {
    f.integer("levels", levels, between(1, 200), "levels");
    f.integer("ridge", ridge, between(0, 1000), "cubes that the top has more than one, along x");
    f.real("edge", edge, positive(), "[m] of a cube");
    f.real("gap", gap, not_negative(), "[m] between neighbours in a level");
    f.real("mass", mass, positive(), "[kg] of a cube");
    f.real("friction", friction, not_negative(), "coefficient of friction, floor included");
    f.vector("velocity", velocity, "[m/s] of all cubes at the start");
  }
  double bodies() const {
    double out = 1;
    for (int across = 1; across <= levels; ++across) out += (across + 1.0 * ridge) * across;
    return out;
  }
  void build(Scene& scene, std::string const& name) const {
    scene.add(floor_body(name + "/floor", 0, friction));
    for (int level = 0; level < levels; ++level) {
      int const across = levels - level, along = across + ridge;
      for (int i = 0; i < along; ++i)
        for (int j = 0; j < across; ++j) {
          Vec3 const centre{{(i - 0.5 * (along - 1)) * (edge + gap),
                             (j - 0.5 * (across - 1)) * (edge + gap), (level + 0.5) * edge}};
          auto cube = solid_box(name + "/" + std::to_string(level) + "/" + std::to_string(i) + "/" +
                                    std::to_string(j),
                                {{edge, edge, edge}}, mass, friction, {centre, {}});
          cube.twist = stacked(velocity, {});
          scene.add(std::move(cube));
        }
    }
  }
};

void register_pyramid(Assemblies& registry) {
  register_assembly<Pyramid>(registry, "pyramid", "cubes, each on the corners of four, on a floor");
}

}  // namespace orthant
