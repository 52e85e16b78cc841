// A chain of rods.
#include <numbers>

#include "orthant/core/scene/assemblies/parts.hpp"
#include "orthant/core/scene/detail/place_joint.hpp"
#include "orthant/core/scene/read_body.hpp"

namespace orthant {

struct Chain {
  int links = 100;
  double length = 0.1, width = 0.02, mass = 0.1;
  double angle = 45, tip_mass = 0, tip_radius = 0.1;

  void fields(Fields& f) {
    f.integer("links", links, between(1, 1e6), "rods");
    f.real("length", length, positive(), "[m] of a rod, from joint to joint");
    f.real("width", width, positive(), "[m] of a rod's square section");
    f.real("mass", mass, positive(), "[kg] of a rod");
    f.real("angle", angle, between(-180, 180), "[degree] of the chain from the vertical");
    f.real("tip_mass", tip_mass, not_negative(), "[kg] of a sphere on the last rod's end; 0: none");
    f.real("tip_radius", tip_radius, positive(), "[m] of that sphere");
  }

  /// The chain hangs from the origin by a ball joint. Its rods do not collide.
  double bodies() const { return 1.0 + links; }
  void build(Scene& scene, std::string const& name) const {
    Real const a = angle * std::numbers::pi / 180;
    Vec3 const along{{std::sin(a), 0, -std::cos(a)}};
    Quat<> const rotation = rotation_about({{0, 1, 0}}, std::numbers::pi / 2 - a);  // x to `along`
    int previous = -1;
    for (int k = 0; k < links; ++k) {
      auto rod = solid_box(numbered(name, {k}), {{length, width, width}}, mass, 0,
                           {(k + 0.5) * length * along, rotation});
      rod.collide = false;
      previous = join(scene, std::move(rod), previous, k * length * along);
    }
    if (tip_mass == 0) return;
    BodySpec tip;
    tip.name = name + "/tip";
    tip.collide = false;
    tip.pose.p_WB = links * length * along;
    tip.shapes.push_back(
        {.kind = kind_of<shapes::Sphere>, .size = {{tip_radius, 0, 0}}, .X_BS = {}, .surface = {}});
    make_solid(tip, tip_mass);
    join(scene, std::move(tip), previous, links * length * along);
  }

 private:
  static int join(Scene& scene, BodySpec body, int to, Vec3 const& point) {
    JointSpec joint;
    joint.type = "ball";
    joint.path = body.name;
    joint.a = to;
    joint.b = scene.add(std::move(body));
    place_joint(scene, joint, point, {{0, 0, 1}});
    scene.joints.push_back(joint);
    return joint.b;
  }
};

void register_chain(Assemblies& registry) {
  register_assembly<Chain>(registry, "chain", "rods on ball joints, hanging from the origin");
}

}  // namespace orthant
