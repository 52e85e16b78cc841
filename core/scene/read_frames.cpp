// Reads points and axes of joints, and checks their relative position.
#include "core/scene/read_frames.hpp"

#include "core/config/schema.hpp"
#include "core/scene/place_joint.hpp"

namespace orthant {
namespace {

Vec3 point_field(Fields& f, char const* key) {
  Vec3 point;
  f.need(key, "a world point, three numbers [m]");
  f.vector(key, point, "[m] world axes, at the start");
  return point;
}

Vec3 axis_field(Fields& f, char const* key) {
  Vec3 axis;
  f.need(key, "a world direction, three numbers");
  f.vector(key, axis, "a direction, of any length, in world axes at the start");
  return axis;
}

Vec3 read_axis(Config& config, char const* key) {
  Vec3 const axis = axis_field(config, key);
  if (!(norm(axis) > 0)) refuse(config.where(key), "a zero vector", "a direction");
  return unit(axis);
}

}  // namespace

void read_frames(Config& config, Scene const& scene, JointSpec& joint, JointType const& type) {
  auto const frames = type.frames;
  if (frames == Frames::two_points) {
    config.allow({"point_b"});
    Vec3 const a = point_field(config, "point_a"), b = point_field(config, "point_b");
    if (!(norm(b - a) > 0) && !type.without_length)
      refuse(config.where("point_b"), "the same point as point_a",
             "two points; a \"ball\" holds two points together");
    return place_points(scene, joint, a, b);
  }
  if (frames == Frames::link || frames == Frames::wheels) {
    config.allow({"point_b"});
    Vec3 const a = point_field(config, "point_a"), b = point_field(config, "point_b");
    Vec3 const axis = read_axis(config, "axis");
    if (!(norm(b - a) > 0))
      refuse(config.where("point_b"), "the same point as point_a", "two points");
    if (!(std::abs(dot(axis, unit(b - a))) <= 1e-6))
      refuse(config.where("axis"),
             "an axis that is not at right angles to the line between the points",
             "a direction across it");
    return frames == Frames::link ? place_link(scene, joint, a, b, axis)
                                  : place_wheels(scene, joint, a, b, axis);
  }
  Vec3 const point = point_field(config, "point");
  if (frames == Frames::point) return place_joint(scene, joint, point, {{0, 0, 1}});
  if (frames == Frames::two_axes) {
    Vec3 const axis = read_axis(config, "axis"), axis_b = read_axis(config, "axis_b");
    if (!(std::abs(dot(axis, axis_b)) <= 1e-6))
      refuse(config.where("axis_b"), "an axis that is not at right angles to \"axis\"",
             "a direction across it");
    return place_joint(scene, joint, point, axis, axis_b);
  }
  Vec3 axis{{0, 0, 1}};
  if (type.needs_axis || config.has("axis")) axis = read_axis(config, "axis");
  place_joint(scene, joint, point, axis);
}

void describe_frames(SchemaFields& f, JointType const& type) {
  auto const frames = type.frames;
  bool const wheels = frames == Frames::wheels;
  if (frames == Frames::two_points || frames == Frames::link || wheels) {
    point_field(f, "point_a");
    point_field(f, "point_b");
    if (frames == Frames::link || wheels) axis_field(f, "axis");
    return;
  }
  point_field(f, "point");
  if (frames == Frames::axis && !type.needs_axis)
    f.described("axis", R"({"type": "array", "items": {"type": "number"}, "minItems": 3,
      "maxItems": 3, "default": [0, 0, 1], "description": "z of the joint frame"})");
  else if (frames != Frames::point)
    axis_field(f, "axis");
  if (frames == Frames::two_axes) axis_field(f, "axis_b");
}

}  // namespace orthant
