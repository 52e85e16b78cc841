// A wall of bricks in running bond.
#include "orthant/core/scene/assemblies/parts.hpp"

namespace orthant {

struct BrickWall {
  int courses = 10, columns = 10;
  Vec3 size{{0.2, 0.1, 0.1}};
  double mass = 2, friction = 0.6, offset = 0.05, joint = 0.002;

  void fields(Fields& f) {
    f.integer("courses", courses, between(1, 1000), "layers of bricks");
    f.integer("columns", columns, between(1, 1000), "bricks in a course");
    f.vector("size", size, positive(), "[m] edges of a brick; x along the wall");
    f.real("mass", mass, positive(), "[kg] of a brick");
    f.real("friction", friction, not_negative(), "coefficient of friction, floor included");
    f.real("offset", offset, any_number(), "[m] by which every other course is shifted");
    f.real("joint", joint, not_negative(), "[m] between neighbours in a course");
  }
  double bodies() const { return 1 + 1.0 * courses * columns; }
  void build(Scene& scene, std::string const& name) const {
    scene.add(floor_body(name + "/floor", 0, friction));
    for (int k = 0; k < courses; ++k)
      for (int i = 0; i < columns; ++i) {
        Vec3 const centre{{(i - 0.5 * (columns - 1)) * (size[0] + joint) + (k % 2 ? offset : 0), 0,
                           (k + 0.5) * size[2]}};
        scene.add(solid_box(name + "/" + std::to_string(k) + "/" + std::to_string(i), size, mass,
                            friction, {centre, {}}));
      }
  }
};

void register_brick_wall(Assemblies& registry) {
  register_assembly<BrickWall>(registry, "brick_wall", "bricks in running bond, on a floor");
}

}  // namespace orthant
