// Common parts of assemblies, and the registry of assemblies.
#include "orthant/core/scene/assemblies/parts.hpp"

#include "orthant/core/scene/read_body.hpp"
#include "orthant/core/scene/robots/robot_assembly.hpp"

namespace orthant {

BodySpec solid_box(std::string const& name, Vec3 const& edges, Real mass, Real friction,
                   Pose<> const& pose, Vec3 const& velocity) {
  BodySpec body;
  body.name = name;
  body.pose = pose;
  body.twist = stacked(velocity, {});
  body.shapes.push_back(box_shape(edges, friction));
  make_solid(body, mass);
  return body;
}

std::string numbered(std::string name, std::initializer_list<int> numbers) {
  for (int const each : numbers) name += "/" + std::to_string(each);
  return name;
}

BodySpec floor_body(std::string const& name, Real height, Real friction) {
  BodySpec body;
  body.name = name;
  body.motion = Motion::fixed;
  body.pose.p_WB[2] = height;
  Shape plane;
  plane.kind = kind_of<shapes::HalfSpace>;
  plane.surface.friction = friction;
  body.shapes.push_back(plane);
  return body;
}

Assemblies const& assemblies() {
  static Assemblies const registry = [] {
    Assemblies r;
    register_floor(r);
    register_boxes(r);
    register_piles(r);
    register_chain(r);
    register_incline(r);
    register_table(r);
    register_robots(r);
    return r;
  }();
  return registry;
}

}  // namespace orthant
