// Boxes and spheres that fall into a container.
#include <cstdint>
#include <numbers>

#include "orthant/core/scene/assemblies/parts.hpp"
#include "orthant/core/scene/read_body.hpp"

namespace orthant {

namespace {

/// Random numbers between -1 and 1, the same on every machine: splitmix64 [Steele, Lea, Flood
/// 2014].
class Jitter {
 public:
  explicit Jitter(int seed) : state_(static_cast<std::uint64_t>(seed)) {}
  Real next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<Real>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
  }
  Vec3 vector() {
    Real const x = next(), y = next(), z = next();
    return {{x, y, z}};
  }

 private:
  std::uint64_t state_;
};

/// A floor, and four walls `width` [m] apart along x and y.
void add_container(Scene& scene, std::string const& name, std::array<Real, 2> const& width,
                   Real friction) {
  scene.add(floor_body(name + "/floor", 0, friction));
  for (int axis = 0; axis < 2; ++axis)
    for (int side : {-1, 1}) {
      auto wall = floor_body(name + "/wall " + (axis == 0 ? "x" : "y") + (side < 0 ? "-" : "+"), 0,
                             friction);
      wall.pose.p_WB[axis] = side * 0.5 * width[nth(axis)];
      // z of the half-space points inwards
      Real const quarter = -side * 0.5 * std::numbers::pi;
      wall.pose.q_WB =
          axis == 0 ? rotation_about({{0, 1, 0}}, quarter) : rotation_about({{1, 0, 0}}, -quarter);
      scene.add(std::move(wall));
    }
}

}  // namespace

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
    f.real("pitch", pitch, at_least(1),
           "from box to box, relative to its edges; boxes that are no cubes take more to turn");
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
          scene.add(solid_box(numbered(name, {k, i, j}), size, mass, friction,
                              {centre, rotation_about(unit(axis), angle)}));
        }
  }
};

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
          scene.add(sphere(numbered(name, {k, i, j}), centre));
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

void register_piles(Assemblies& registry) {
  register_assembly<BoxPile>(registry, "box_pile", "boxes falling into a container");
  register_assembly<SpherePile>(registry, "sphere_pile", "spheres falling into a container");
}

}  // namespace orthant
