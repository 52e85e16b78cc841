// A round table on many feet: any number of contacts on one body.
#include <numbers>

#include "orthant/core/scene/assemblies/parts.hpp"

namespace orthant {

struct Table {
  int feet = 8;
  double radius = 0.5, foot = 0.02, height = 0.2, mass = 1, friction = 0.5;
  double speed = 1, spin = 2;

  void fields(Fields& f) {
    f.integer("feet", feet, between(3, 1e5), "spheres on a circle under it");
    f.real("radius", radius, positive(), "[m] of that circle");
    f.real("foot", foot, positive(), "[m] radius of a foot");
    f.real("height", height, positive(), "[m] of the centre of mass above the floor");
    f.real("mass", mass, positive(), "[kg], that of a thin disc of that radius");
    f.real("friction", friction, not_negative(), "coefficient of its feet");
    f.real("speed", speed, any_number(), "[m/s] at the start, along x");
    f.real("spin", spin, any_number(), "[rad/s] at the start, about the vertical");
  }

  /// The table stands on the plane z = 0, which is not part of it.
  double bodies() const { return 1; }
  void build(Scene& scene, std::string const& name) const {
    BodySpec body;
    body.name = name;
    body.mass = mass;
    Real const across = mass * radius * radius / 4;
    body.inertia_B = diagonal({{across, across, 2 * across}});
    body.pose.p_WB = {{0, 0, height}};
    body.twist = stacked(Vec3{{speed, 0, 0}}, Vec3{{0, 0, spin}});
    for (int k = 0; k < feet; ++k) {
      Real const angle = 2 * std::numbers::pi * k / feet;
      Shape sphere{kind_of<shapes::Sphere>, 0, {{foot, 0, 0}}, {}, {friction}};
      sphere.X_BS.p_WB = {{radius * std::cos(angle), radius * std::sin(angle), foot - height}};
      body.shapes.push_back(sphere);
    }
    scene.add(std::move(body));
  }
};

void register_table(Assemblies& registry) {
  register_assembly<Table>(registry, "table", "a body that slides on many feet, without a floor");
}

}  // namespace orthant
