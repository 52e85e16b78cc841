// Reads points and axes of joints, and checks their relative position.
#include "orthant/core/scene/read_frames.hpp"

#include "orthant/core/config/schema.hpp"
#include "orthant/core/scene/detail/place_joint.hpp"
#include "orthant/core/scene/read_body.hpp"

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
  if (!(norm(axis) > 0))
    refuse(config.where(key), "a zero vector", "a direction, such as [0, 0, 1]");
  return unit(axis);
}

bool has_frame(Frames frames) {
  return frames == Frames::point || frames == Frames::axis || frames == Frames::two_axes;
}

Pose<> read_frame(Config frame) {
  Pose<> out;
  frame.vector("position", out.p_WB, "");
  out.q_WB = read_orientation(frame);
  frame.done();
  return out;
}

/// Reads the joint frames on both bodies. Where they coincide the coordinates are 0.
void read_given_frames(Config& config, Scene const& scene, JointSpec& joint,
                       JointType const& type) {
  for (char const* key : {"point", "axis", "axis_b"})
    if (config.has(key)) refuse(config.where(key), "a value beside \"frames\"", "one of the two");
  Config frames = config.child("frames");
  frames.need("b", "an object with position and orientation");
  joint.X_AJ = read_frame(frames.child("a"));
  joint.X_BJ = read_frame(frames.child("b"));
  frames.done();
  auto const in_world = [&](int body, Pose<> const& X) {
    return body < 0 ? X : scene.bodies[nth(body)].pose * X;
  };
  joint.open =
      !type.leaves || frame_gap(*type.leaves, in_world(joint.a, joint.X_AJ),
                                in_world(joint.b, joint.X_BJ)) > largest_gap_of_closed_joints;
}

constexpr char const* frames_schema = R"({
  "description": "the joint frames on a and b, in place of a point and axes; where they coincide the coordinates are 0",
  "type": "object", "required": ["b"], "additionalProperties": false,
  "properties": {"a": {"$ref": "#/$defs/frame"}, "b": {"$ref": "#/$defs/frame"}}})";

}  // namespace

void read_frames(Config& config, Scene const& scene, JointSpec& joint, JointType const& type) {
  auto const frames = type.frames;
  if (has_frame(frames) && config.has("frames"))
    return read_given_frames(config, scene, joint, type);
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
  f.described("frames", frames_schema);
}

void allow_frames(Json& schema, JointType const& type) {
  if (!has_frame(type.frames)) return;
  Json others = Json::array(), placed = Json::array();
  for (auto const& key : schema["required"])
    (key == "point" || key == "axis" || key == "axis_b" ? placed : others).push_back(key);
  schema["required"] = others;
  schema["oneOf"] = {{{"required", placed}}, {{"required", {"frames"}}}};
}

void describe_frame_parts(Json& definitions) {
  SchemaFields f;
  Vec3 position;
  f.vector("position", position, "[m] of the joint frame, axes of the body about its centre");
  f.described("orientation", orientation_schema);
  definitions["frame"] = f.schema();
  definitions["frame"]["description"] = "a joint frame on a body; of the world in world axes";
}

}  // namespace orthant
