// Boxes that fall into a container.
#include "orthant/core/scene/assemblies/pile.hpp"

namespace orthant {

/// A grid of boxes over a floor within four walls; each box is rotated and shifted at random.
struct BoxPile {
  int columns = 3, rows = 3, layers = 3, seed = 1;
  Vec3 size{{0.2, 0.2, 0.2}};
  double pitch = 1.3, rotation = 10, shift = 0.02, mass = 4, friction = 0.5;

  void fields(Fields& f) {
    f.integer("columns", columns, between(1, 1000), "boxes of a layer, along x");
    f.integer("rows", rows, between(1, 1000), "boxes of a layer, along y");
    f.integer("layers", layers, between(1, 1000), "layers");
    f.vector("size", size, positive(), "[m] edges of a box");
    f.real("pitch", pitch, at_least(1), "from box to box, relative to its edges");
    f.real("rotation", rotation, between(0, 180), "[degree] of a box about a random axis, at most");
    f.real("shift", shift, between(0, 1), "of a box along each axis, at most; as the pitch");
    f.real("mass", mass, positive(), "[kg] of a box");
    f.real("friction", friction, not_negative(), "coefficient of friction, container included");
    f.integer("seed", seed, not_negative(), "of the random numbers");
  }
  double bodies() const { return 5 + 1.0 * columns * rows * layers; }
  void build(Scene& scene, std::string const& name) const {
    add_container(scene, name, {pitch * size[0] * columns, pitch * size[1] * rows}, friction);
    Jitter jitter(seed);
    for (int k = 0; k < layers; ++k)
      for (int i = 0; i < columns; ++i)
        for (int j = 0; j < rows; ++j) {
          Vec3 const place{{i - 0.5 * (columns - 1), j - 0.5 * (rows - 1), k + 0.5}};
          Vec3 const off = jitter.vector(), axis = jitter.vector();
          Vec3 centre;
          for (int a = 0; a < 3; ++a) centre[a] = (place[a] * pitch + shift * off[a]) * size[a];
          Real const angle = rotation * std::numbers::pi / 180 * jitter.next();
          scene.add(solid_box(
              name + "/" + std::to_string(k) + "/" + std::to_string(i) + "/" + std::to_string(j),
              size, mass, friction, {centre, rotation_about(unit(axis), angle)}));
        }
  }
};

void register_box_pile(Assemblies& registry) {
  register_assembly<BoxPile>(registry, "box_pile", "boxes falling into a container");
}

}  // namespace orthant
