// Spheres that fall into a container.
#include "orthant/core/scene/assemblies/pile.hpp"
#include "orthant/core/scene/read_body.hpp"

namespace orthant {

/// A grid of solid spheres over a floor within four walls; each is shifted at random.
struct SpherePile {
  int columns = 5, rows = 5, layers = 4, seed = 1;
  double radius = 0.1, pitch = 1.02, shift = 0.01, density = 1000, friction = 0.5;

  void fields(Fields& f) {
    f.integer("columns", columns, between(1, 1000), "spheres of a layer, along x");
    f.integer("rows", rows, between(1, 1000), "spheres of a layer, along y");
    f.integer("layers", layers, between(1, 1000), "layers");
    f.real("radius", radius, positive(), "[m] of a sphere");
    f.real("pitch", pitch, at_least(1), "from centre to centre, relative to the diameter");
    f.real("shift", shift, between(0, 1), "of a sphere along each axis, at most; as the pitch");
    f.real("density", density, positive(), "[kg/m^3]");
    f.real("friction", friction, not_negative(), "coefficient of friction, container included");
    f.integer("seed", seed, not_negative(), "of the random numbers");
  }
  double bodies() const { return 5 + 1.0 * columns * rows * layers; }
  void build(Scene& scene, std::string const& name) const {
    Real const diameter = 2 * radius;
    add_container(scene, name, {pitch * diameter * columns, pitch * diameter * rows}, friction);
    Jitter jitter(seed);
    for (int k = 0; k < layers; ++k)
      for (int i = 0; i < columns; ++i)
        for (int j = 0; j < rows; ++j) {
          Vec3 const place{{i - 0.5 * (columns - 1), j - 0.5 * (rows - 1), k + 0.5}};
          Vec3 const centre = diameter * (pitch * place + shift * jitter.vector());
          scene.add(sphere(
              name + "/" + std::to_string(k) + "/" + std::to_string(i) + "/" + std::to_string(j),
              centre));
        }
  }

 private:
  BodySpec sphere(std::string const& name, Vec3 const& centre) const {
    BodySpec body;
    body.name = name;
    body.pose.p_WB = centre;
    Shape shape;
    shape.kind = kind_of<shapes::Sphere>;
    shape.size[0] = radius;
    shape.surface.friction = friction;
    body.shapes.push_back(shape);
    make_solid(body, density * 4 / 3 * std::numbers::pi * radius * radius * radius);
    return body;
  }
};

void register_sphere_pile(Assemblies& registry) {
  register_assembly<SpherePile>(registry, "sphere_pile", "spheres falling into a container");
}

}  // namespace orthant
