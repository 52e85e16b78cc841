// Reads bodies and their shapes, and checks them.
#include "orthant/core/scene/read_body.hpp"

#include <algorithm>
#include <cstdio>
#include <numbers>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/schema.hpp"
#include "orthant/core/math/pose.hpp"
#include "orthant/core/scene/names.hpp"
#include "orthant/core/scene/read_mass.hpp"
#include "orthant/core/scene/read_surface.hpp"
#include "orthant/core/scene/read_surface_shape.hpp"
#include "orthant/core/scene/scene_schema.hpp"

namespace orthant {
namespace {

std::vector<std::string> shape_names() {
  std::vector<std::string> out;
  for (int k = 0; k < Shapes::count; ++k)
    with_type(ShapeKind{k}, [&](auto type) { out.emplace_back(type.name); });
  return out;
}
constexpr Named<Motion> motions[] = {
    {Motion::dynamic, "dynamic"}, {Motion::fixed, "fixed"}, {Motion::kinematic, "kinematic"}};

char const* const orientation_text = R"({
  "description": "to the axes of what it stands in: a unit quaternion (w, x, y, z), or a rotation by an angle about an axis",
  "default": [1, 0, 0, 0],
  "oneOf": [
    {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4},
    {"type": "object", "required": ["axis", "angle"], "additionalProperties": false, "properties": {
      "axis": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3,
        "description": "of any length, not zero"},
      "angle": {"type": "number", "description": "[degree] counterclockwise as seen against the axis"}}}]})";

/// A quaternion of the same direction.
std::string of_unit_length(std::vector<double> const& q, double length) {
  if (!(length > 0) || !std::isfinite(length)) return "";
  auto const of = [&](int w, int x, int y, int z) {
    auto const at = [&](int i) { return q[nth(i)] / length; };
    char out[100];
    std::snprintf(out, sizeof out, "[%.7g, %.7g, %.7g, %.7g]", at(w), at(x), at(y), at(z));
    return std::string(out);
  };
  bool const w_last = std::abs(q[3]) > std::abs(q[0]);
  return ", w first, such as " + of(0, 1, 2, 3) +
         (w_last ? "; if w was last: " + of(3, 0, 1, 2) : "");
}

/// Three numbers, or one, are angles about axes: says how one is written.
void refuse_angles(std::string const& where, Json const& given) {
  bool const three = given.is_array() && given.size() == 3;
  if (!three && !given.is_number()) return;
  Vec3 axis{0, 0, given.is_number() ? 1. : 0.};
  double angle = given.is_number() ? given.get<double>() : 30;
  int turned = given.is_number();
  for (int i = 0; three && i < 3; ++i)
    if (given[i].is_number() && given[i] != 0) {
      axis[i] = 1;
      angle = given[i].get<double>();
      ++turned;
    }
  if (turned != 1) axis = {0, 0, 1}, angle = 30;
  char about[120];
  std::snprintf(about, sizeof about, "{\"axis\": [%g, %g, %g], \"angle\": %g}", axis[0], axis[1],
                axis[2], angle);
  throw WrongValue(where,
                   "found " + (three ? given.dump() : shown(given)) +
                       ", allowed: a unit quaternion (w, x, y, z), or an axis and an angle in "
                       "degrees, such as " +
                       about + (turned > 1 ? "; several angles in turn are one rotation" : ""));
}

/// A rotation by an angle [degree] about an axis.
Quat<> read_rotation(Config& rotation) {
  Vec3 axis;
  double angle = 0;
  rotation.need("axis", "an array of 3 finite numbers");
  rotation.need("angle", "a finite number, in degrees");
  rotation.vector("axis", axis, "");
  rotation.real("angle", angle, any_number(), "");
  if (!(norm(axis) > 0)) refuse(rotation.where("axis"), "a zero vector", "a direction");
  return rotation_about(unit(axis), angle * std::numbers::pi / 180);
}

}  // namespace

char const* const orientation_schema = orientation_text;

/// A deviation of the length from one by up to 1e-6 counts as round-off.
Quat<> read_orientation(Config& config) {
  if (!config.has("orientation")) return {};
  if (config.has_object("orientation")) {
    Config parts = config.child("orientation");
    Quat<> const out = read_rotation(parts);
    parts.done();
    return out;
  }
  refuse_angles(config.where("orientation"), *config.given("orientation"));
  auto const q = config.reals("orientation", 4);
  Real const length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(std::abs(length - 1) <= 1e-6))
    refuse(config.where("orientation"), "a quaternion of length " + text(length),
           "a unit quaternion (w, x, y, z)" + of_unit_length(q, length) +
               ", or {\"axis\": [0, 0, 1], \"angle\": degrees}");
  return normalised(Quat<>{q[0], q[1], q[2], q[3]});
}

namespace {

/// The keys of a kind of shape, except orientation and surface.
void shape_fields(Fields& f, Shape& shape) {
  with_type(shape.kind, [&](auto type) { type.fields(f, shape); });
  f.vector(
      "position", shape.X_BS.p_WB,
      "[m] of its centre, body axes; of a point of the plane; of row 0, column 0 of a heightfield");
}

/// `as` has the surface and the groups of the body.
Shape read_shape(Config& config, Shape const& as, GroupNames const& groups, GeometryFiles& files) {
  Shape shape = as;
  std::string type;
  auto const names = shape_names();
  config.name("type", type, names, "");
  shape.kind =
      ShapeKind{static_cast<int>(std::find(names.begin(), names.end(), type) - names.begin())};
  shape_fields(config, shape);
  shape.X_BS.q_WB = read_orientation(config);
  if (shape.is<shapes::Hull>()) read_hull(config, shape, files);
  if (is_surface(shape)) read_surface_shape(config, shape, files);
  shape.surface = read_surface(config, as.surface);
  groups.read(config, shape);
  config.done();
  return shape;
}

/// The keys of a kind of motion with plain values.
void body_fields(Fields& f, BodySpec& body) {
  f.flag("collide", body.collide, "whether its shapes touch others");
  f.real("opacity", body.opacity, between(0, 1), "in pictures; 0: it is not drawn");
  f.vector("position", body.pose.p_WB,
           "[m] of the centre of mass, or of the frame of its shapes, world axes");
  Vec3 v, w, force, torque;
  if (body.motion != Motion::fixed) {
    f.vector("velocity", v, "[m/s] of the same point, world axes");
    f.vector("angular_velocity", w, "[rad/s] world axes");
  }
  if (body.motion == Motion::dynamic) {
    f.vector("force", force, "[N] applied at the centre of mass, world axes");
    f.vector("torque", torque, "[N m] applied, world axes");
  }
  body.twist = stacked(v, w);
  body.wrench_W = stacked(force, torque);
}

char const* about(Motion motion) {
  switch (motion) {
    case Motion::dynamic:
      return "reacts to forces";
    case Motion::fixed:
      return "never moves";
    case Motion::kinematic:
      break;
  }
  return "moves with its velocities, whatever touches it";
}

Json body_schema(Motion motion) {
  SchemaFields f;
  BodySpec body;
  body.motion = motion;
  f.described("name", R"({"type": "string", "pattern": "^$|^[^=]", "not": {"const": "world"},
    "description": "what joints call it; absent: by its number"})");
  describe_surface(f);
  describe_groups(f);
  f.described("colour", R"({"type": "string", "pattern": "^(#[0-9a-fA-F]{6})?$",
    "description": "in pictures, as \"#d55e00\"; absent: one of a palette"})");
  f.described("shapes", R"({"type": "array", "items": {"$ref": "#/$defs/shape"},
    "description": "about the centre of mass, or in the frame that \"frame\" names"})");
  body_fields(f, body);
  f.described("orientation", orientation_schema);
  if (motion != Motion::dynamic) return f.schema();
  describe_mass(f);
  Json out = f.schema();
  out.erase("required");  // mass and density are handled apart
  out["allOf"].push_back({{"oneOf", {{{"required", {"mass"}}}, {{"required", {"density"}}}}}});
  return out;
}

}  // namespace

Json shape_schema() {
  std::vector<Variant> of;
  for (int k = 0; k < Shapes::count; ++k) {
    SchemaFields f;
    describe_surface(f);
    describe_groups(f);
    f.forget_defaults();  // defaults are those of the body
    Shape shape;
    shape.kind = ShapeKind{k};
    shape_fields(f, shape);
    f.described("orientation", orientation_schema);
    with_type(shape.kind, [&](auto type) { of.push_back({type.name, type.about, f.schema()}); });
  }
  return variants("type", of);
}

Json body_schema() {
  std::vector<Variant> of;
  for (auto const& [motion, name] : motions)
    of.push_back({name, about(motion), body_schema(motion)});
  return variants("motion", of, name_in(motions, Motion::dynamic).c_str());
}

namespace {

void read_colour(Config& config, std::string& colour) {
  if (!config.has("colour")) return;
  config.text("colour", colour, "");
  bool const is_one = colour.size() == 7 && colour[0] == '#' &&
                      colour.find_first_not_of("0123456789abcdefABCDEF", 1) == colour.npos;
  if (!colour.empty() && !is_one)
    refuse(config.where("colour"), "\"" + colour + "\"",
           "\"#rrggbb\": red, green and blue from 00 to ff, such as \"#d55e00\"");
}

}  // namespace

BodySpec read_body(Config& config, std::string const& name, GroupNames const& groups,
                   GeometryFiles& files) {
  BodySpec body;
  body.name = name;
  body.path = config.path();
  config.text("name", body.name, "");
  require_name(config.where("name"), body.name);
  if (body.name == "world") refuse(config.where("name"), "\"world\"", "any other name");
  config.choice("motion", body.motion, motions, "");
  Shape as;
  as.surface = read_surface(config, {.friction = 0.5});
  groups.read(config, as);
  body_fields(config, body);
  read_colour(config, body.colour);
  bool plane = false;
  for (auto& each : config.children("shapes")) {
    body.shapes.push_back(read_shape(each, as, groups, files));
    plane = plane || body.shapes.back().is<shapes::HalfSpace>();
  }
  if (plane && body.motion == Motion::dynamic)
    refuse(config.where("motion"), "a dynamic body with a half_space",
           "\"motion\": \"fixed\" or \"kinematic\", without a mass; a body that moves has bounded "
           "shapes, such as a box");
  body.pose.q_WB = read_orientation(config);
  if (body.motion == Motion::dynamic) read_mass(config, body);
  config.done();
  return body;
}

}  // namespace orthant
