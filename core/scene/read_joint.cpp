// Joints: their bodies, frames and options.
#include "core/scene/read_joint.hpp"

#include <algorithm>

#include "core/config/schema.hpp"
#include "core/scene/mass_properties.hpp"
#include "core/scene/names.hpp"
#include "core/scene/read_opening.hpp"
#include "core/scene/scene_schema.hpp"

namespace orthant {
namespace {

char const* const tensor_schema = R"({
  "description": "a number, three for the axes, or a symmetric positive semidefinite matrix",
  "oneOf": [
    {"type": "number", "minimum": 0},
    {"type": "array", "items": {"type": "number", "minimum": 0}, "minItems": 3, "maxItems": 3},
    {"type": "array", "minItems": 3, "maxItems": 3,
     "items": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}}]})";

char const* const correction_schema = R"({
  "description": "a number, three for the axes, or a symmetric matrix with eigenvalues in [0, 1]",
  "oneOf": [
    {"type": "number", "minimum": 0, "maximum": 1},
    {"type": "array", "items": {"type": "number", "minimum": 0, "maximum": 1}, "minItems": 3,
     "maxItems": 3},
    {"type": "array", "minItems": 3, "maxItems": 3,
     "items": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}}]})";

/// The body that a joint names; the world is -1.
int read_end(Config& config, char const* key, BodyNames const& names, bool world_allowed) {
  std::string name = world_allowed ? "world" : "";
  if (!world_allowed) config.need(key, "the name of a body");
  config.text(key, name, "");
  if (world_allowed && name == "world") return -1;
  auto const found = names.find(name);
  if (found == names.end())
    refuse(config.where(key), "\"" + name + "\"",
           std::string("the name of a body") + (world_allowed ? ", or \"world\"" : ""));
  return found->second;
}

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

/// The turn whose matrix has the columns x, y and x cross y.
Quat<> turn_of(Vec3 const& x, Vec3 const& y) {
  Vec3 const z = cross(x, y);
  // From the largest component, which is no difference of like numbers.
  Real const trace = x[0] + y[1] + z[2];
  Real const s[4] = {1 + trace, 1 + 2 * x[0] - trace, 1 + 2 * y[1] - trace, 1 + 2 * z[2] - trace};
  int k = 0;
  for (int i = 1; i < 4; ++i)
    if (s[i] > s[k]) k = i;
  Real const wx = y[2] - z[1], wy = z[0] - x[2], wz = x[1] - y[0];
  Real const xy = x[1] + y[0], xz = z[0] + x[2], yz = y[2] + z[1];
  Quat<> const by[4] = {
      {s[0], wx, wy, wz}, {wx, s[1], xy, xz}, {wy, xy, s[2], yz}, {wz, xz, yz, s[3]}};
  return normalised(by[k]);
}

/// The shortest turn from z to the axis: (1 + cos, sin) without cancellation near -z.
Quat<> turn_to(Vec3 const& axis) {
  Vec3 const z = unit(axis);
  Real const sine2 = z[0] * z[0] + z[1] * z[1];
  Real const w = z[2] < 0 ? sine2 / (1 - z[2]) : 1 + z[2];
  return z[2] < 0 && sine2 == 0 ? Quat<>{0, 1, 0, 0} : normalised(Quat<>{w, -z[1], z[0], 0});
}

void read_frames(Config& config, Scene const& scene, JointSpec& joint, Frames frames) {
  if (frames == Frames::two_points) {
    config.allow({"point_b"});
    Vec3 const a = point_field(config, "point_a"), b = point_field(config, "point_b");
    if (!(norm(b - a) > 0) && joint.type != "strut")
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
             "an axis that is not at right angles to the way between the points",
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
  // The fixed joint has an axis only for the sake of its matrices.
  Vec3 axis{{0, 0, 1}};
  if (joint.type != "fixed" || config.has("axis")) axis = read_axis(config, "axis");
  place_joint(scene, joint, point, axis);
}

/// Along a length of zero there is no direction. The force of a spring that rests there needs none:
/// -K d of the way d between the points, which is what a ball that yields by 1/K has.
void join_points(Config const& config, JointSpec& joint) {
  auto const& c = joint.coordinates.front();
  bool const alone = c.damping == 0 && c.friction == 0 && c.damper.empty() &&
                     c.motor == Motor::none && std::isinf(c.lower) && std::isinf(c.upper);
  if (!(c.stiffness > 0 && c.rest == 0 && alone))
    refuse(config.where("point_b"), "the same point as point_a",
           "two points, as a length of zero has no direction; or a \"spring\" with a stiffness > 0 "
           "and \"rest\" 0 alone, whose force needs none");
  joint.type = "ball";
  joint.parts_collide = true;  // as those of any strut
  joint.compliance = diagonal({{1 / c.stiffness, 1 / c.stiffness, 1 / c.stiffness}});
  joint.coordinates.clear();
}

std::vector<std::string> const levels{"position", "velocity"};

/// Of a symmetric matrix the part of an error that a step removes, along its axes.
Mat3 read_correction(Config& config, std::string const& key) {
  Mat3 const Y = read_tensor(config, key);
  Mat3 rest;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) rest[i][k] = (i == k) - Y[i][k];
  if (!flaw_of_semidefinite(rest).empty())
    refuse(config.where(key), shown(config.raw(key)),
           "a number in [0, 1], three for the axes, or a symmetric matrix with eigenvalues there");
  return Y;
}

/// A number alone is for all rows.
void read_corrections(Config& config, JointSpec& joint) {
  joint.correction = read_correction(config, "baumgarte");
  bool const one = config.has("baumgarte") && config.raw("baumgarte").is_number();
  joint.angular_correction = one && !config.has("angular_baumgarte")
                                 ? joint.correction
                                 : read_correction(config, "angular_baumgarte");
}

void read_laws(Config& config, JointSpec& joint) {
  std::string level = "position";
  config.name("level", level, levels, "");
  joint.velocity_level = level == "velocity";
  if (joint.velocity_level) read_corrections(config, joint);
  auto const read = [&](std::string const& part, Mat3& compliance, Mat3& damping) {
    compliance = read_tensor(config, part + "compliance");
    damping = read_tensor(config, part + "damping");
    if (largest(damping) > 0 && !(largest(compliance) > 0))
      refuse(config.where(part + "damping"), "damping of rows that do not yield",
             "a \"" + part + "compliance\" beside it");
  };
  read("", joint.compliance, joint.damping);
  read("angular_", joint.angular_compliance, joint.angular_damping);
}

void describe_laws(SchemaFields& f) {
  f.add("level", {{"enum", levels},
                  {"default", "position"},
                  {"description", "c(q+) = 0 (position), or J u + Y c(q-)/h = 0 (velocity)"}});
  f.add("baumgarte",
        {{"$ref", "#/$defs/correction"},
         {"default", 0},
         {"description",
          "Y: share of an error of the linear rows that a step removes; at velocity level"}});
  f.add("angular_baumgarte",
        {{"$ref", "#/$defs/correction"},
         {"description", "of the angular rows; absent: baumgarte where that is a number, else 0"}});
  std::pair<char const*, char const*> const tensors[] = {
      {"compliance", "[m/N] of the linear rows; 0: rigid"},
      {"damping", "[N s/m] beside the compliance"},
      {"angular_compliance", "[rad/(N m)] of the angular rows; 0: rigid"},
      {"angular_damping", "[N m s/rad] beside the angular compliance"}};
  for (auto const& [key, about] : tensors)
    f.add(key, {{"$ref", "#/$defs/tensor"}, {"default", 0}, {"description", about}});
}

void describe_frames(SchemaFields& f, std::string const& type, Frames frames) {
  bool const wheels = frames == Frames::wheels;
  if (frames == Frames::two_points || frames == Frames::link || wheels) {
    point_field(f, "point_a");
    point_field(f, "point_b");
    if (frames == Frames::link || wheels) axis_field(f, "axis");
    return;
  }
  point_field(f, "point");
  if (frames == Frames::axis && type == "fixed")
    f.described("axis", R"({"type": "array", "items": {"type": "number"}, "minItems": 3,
      "maxItems": 3, "default": [0, 0, 1], "description": "z of the joint frame"})");
  else if (frames != Frames::point)
    axis_field(f, "axis");
  if (frames == Frames::two_axes) axis_field(f, "axis_b");
}

void pitch_field(Fields& f, JointSpec& joint) {
  f.real("pitch", joint.pitch, any_number(),
         "[m] the way along the axis for each turn, of a screw; 0: free of each other");
}

/// A thread or a cam: its coordinate stays at zero.
void read_thread(Config& config, JointSpec& joint, std::string const& coordinate) {
  pitch_field(config, joint);
  if (config.is_given("cam")) {
    Config cam = config.child("cam");
    read_harmonics(cam, "cosine", joint.cam.cosine, joint.cam.count);
    read_harmonics(cam, "sine", joint.cam.sine, joint.cam.count);
    cam.done();
    if (joint.cam.count == 0)
      refuse(config.where("cam"), shown(config.raw("cam")),
             "\"cosine\" or \"sine\" with a number that is not 0, or no cam");
  }
  if (joint.pitch == 0 && joint.cam.count == 0) return;
  CoordinateSpec thread;
  thread.coordinate = coordinate;
  thread.motor = Motor::prescribed;
  joint.coordinates.push_back(thread);
}

struct Teeth {
  Real a = 0, b = 0;
  bool internal = false;
};

void teeth_fields(Fields& f, Teeth& teeth) {
  f.allow({"teeth_b"});
  f.need("teeth_a", "a number > 0");
  f.real("teeth_a", teeth.a, positive(), "of the wheel on a, or its radius: their ratio counts");
  f.need("teeth_b", "a number > 0");
  f.real("teeth_b", teeth.b, positive(), "of the wheel on b");
  f.flag("internal", teeth.internal, "the wheel of more teeth is a ring around the other");
}

/// The pitch circles fill the distance of the centres; see GearAdvance for the sign.
void read_teeth(Config& config, JointSpec& joint) {
  Teeth teeth;
  teeth_fields(config, teeth);
  Real a = teeth.a, b = teeth.b;
  if (teeth.internal) {
    if (a == b)
      refuse(config.where("teeth_b"), "as many teeth as \"teeth_a\", " + text(b),
             "another number: a wheel within a ring has fewer");
    (a < b ? a : b) *= -1;
  }
  joint.radius = joint.length * (b / (a + b));
}

struct Mesh {
  Real compliance = 0, damping = 0, backlash = 0;
};

void mesh_fields(Fields& f, Mesh& mesh) {
  f.real("compliance", mesh.compliance, not_negative(), "[m/N] of the teeth; 0: rigid");
  f.real("damping", mesh.damping, not_negative(), "[N s/m] beside the compliance");
  f.real("backlash", mesh.backlash, not_negative(), "[m] along the pitch circle, free in all");
}

/// Teeth: their coordinate stays at zero, or within the backlash, or yields.
void read_mesh(Config& config, JointSpec& joint, std::string const& coordinate) {
  Mesh mesh;
  mesh_fields(config, mesh);
  if (mesh.damping > 0 && !(mesh.compliance > 0))
    refuse(config.where("damping"), "damping of teeth that do not yield",
           "a \"compliance\" beside it");
  CoordinateSpec teeth;
  teeth.coordinate = coordinate;
  if (mesh.backlash > 0) {
    teeth.upper = 0.5 * mesh.backlash;
    teeth.lower = -teeth.upper;
    teeth.limit_compliance = mesh.compliance;
    teeth.limit_damping = mesh.damping;
  } else if (mesh.compliance > 0) {
    teeth.stiffness = 1 / mesh.compliance;
    teeth.damping = mesh.damping;
  } else {
    teeth.motor = Motor::prescribed;
  }
  joint.coordinates.push_back(teeth);
}

Json cam_schema() {
  Json const list = harmonics_schema("[m] of the first, second, ... harmonic of the angle");
  return {{"type", {"object", "null"}},
          {"description", "the way along the axis, sum of a_k (cos k t - 1) + b_k sin k t"},
          {"properties", {{"cosine", list}, {"sine", list}}},
          {"minProperties", 1},
          {"additionalProperties", false}};
}

Json joint_schema(std::string const& name, JointType const& type) {
  SchemaFields f;
  f.described(
      "name",
      R"({"type": "string", "pattern": "^$|^[^=]", "description": "absent: by its number"})");
  if (type.couples) {
    describe_coupling(f);
    return f.schema();
  }
  f.described("a",
              R"({"type": "string", "default": "world", "description": "a body, or the world"})");
  f.need("b", "");
  f.described("b", R"({"type": "string", "description": "the other body"})");
  describe_frames(f, name, type.frames);
  if (type.has_rows) {
    if (type.frames == Frames::two_points) {
      f.add("length", {{"type", "number"},
                       {"exclusiveMinimum", 0},
                       {"description", "[m] that it holds; absent: that at the start"}});
    } else {
      Vec3 offset, turn;
      f.object(
          "open", [&](Fields& of) { opening_fields(of, offset, turn); },
          "how far it is open at the start; its law closes it");
    }
    describe_laws(f);
  }
  JointSpec joint;
  if (type.thread) {
    pitch_field(f, joint);
    f.add("cam", cam_schema());
  }
  Teeth teeth;
  Mesh mesh;
  if (type.has_teeth) teeth_fields(f, teeth);
  if (type.held) mesh_fields(f, mesh);
  for (auto const& slot : type.coordinates) {
    if (*slot.key == '\0') {
      describe_coordinate(f);
      continue;
    }
    f.add(slot.key, {{"$ref", "#/$defs/coordinate"}});
  }
  Json out = f.schema();
  for (char const* key : {"baumgarte", "angular_baumgarte"})
    if (type.has_rows)
      out["dependentSchemas"][key] = {{"properties", {{"level", {{"const", "velocity"}}}}},
                                      {"required", Json::array({"level"})}};
  return out;
}

}  // namespace

Mat3 read_tensor(Config& config, std::string const& key) {
  Mat3 out;
  if (!config.has(key)) {
    Real zero = 0;
    config.real(key, zero, not_negative(), "");
    return out;
  }
  Json const& given = config.raw(key);
  if (!given.is_array()) {
    Real x = 0;
    config.real(key, x, not_negative(), "");
    return diagonal({{x, x, x}});
  }
  if (given.size() != 3 || !given[0].is_array()) {
    Vec3 d;
    config.vector(key, d, not_negative(), "");
    return diagonal(d);
  }
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) {
      if (!given[r].is_array() || given[r].size() != 3 || !given[r][c].is_number())
        refuse(config.where(key) + "/" + std::to_string(r), shown(given[r]), "three numbers");
      out[r][c] = given[r][c].get<double>();
    }
  if (auto const flaw = flaw_of_semidefinite(out); !flaw.empty())
    refuse(config.where(key), "a matrix that is " + flaw,
           "a symmetric positive semidefinite matrix");
  return out;
}

JointSpec read_joint(Config& config, Scene const& scene, BodyNames const& names,
                     JointTypes const& types) {
  JointSpec joint;
  joint.path = config.path();
  joint.name = "joint " + std::to_string(scene.joints.size());
  config.text("name", joint.name, "");
  require_name(config.where("name"), joint.name);
  std::vector<std::string> allowed;
  for (auto const& [name, type] : types) allowed.push_back(name);
  config.name("type", joint.type, allowed, "");
  auto const& type = types.at(joint.type);
  if (type.couples) {
    read_coupling(config, scene, types, joint);
    config.done();
    return joint;
  }
  joint.a = read_end(config, "a", names, true);
  joint.b = read_end(config, "b", names, false);
  if (joint.a == joint.b) refuse(config.where("a"), "the same body as b", "two bodies");
  read_frames(config, scene, joint, type.frames);
  if (type.has_rows) {
    bool const points = type.frames == Frames::two_points;
    points ? read_length(config, joint) : read_opening(config, scene, joint);
    read_laws(config, joint);
    require_closing(config, joint, points ? "length" : "open");
  }
  if (type.thread) read_thread(config, joint, type.thread);
  if (type.has_teeth) read_teeth(config, joint);
  if (type.held) read_mesh(config, joint, type.held);
  for (auto const& slot : type.coordinates) {
    Real const rest = type.frames == Frames::two_points ? joint.length : 0;
    if (*slot.key == '\0') {
      joint.coordinates.push_back(read_coordinate(config, slot.coordinate, rest));
    } else if (config.is_given(slot.key)) {
      Config part = config.child(slot.key);
      joint.coordinates.push_back(read_coordinate(part, slot.coordinate, rest));
      part.done();
    }
  }
  config.done();
  if (joint.type == "strut" && joint.length == 0) join_points(config, joint);
  return joint;
}

Json joint_schema(JointTypes const& types) {
  std::vector<Variant> of;
  for (auto const& [name, type] : types) of.push_back({name, "", joint_schema(name, type)});
  return variants("type", of);
}

void describe_joint_parts(Json& definitions) {
  definitions["tensor"] = Json::parse(tensor_schema);
  definitions["correction"] = Json::parse(correction_schema);
  definitions["coupled"] = coupled_schema();
  describe_coordinate_parts(definitions);
}

void place_joint(Scene const& scene, JointSpec& joint, Vec3 const& point, Vec3 const& axis) {
  joint.X_AJ = seen_by(scene, joint.a, {point, turn_to(axis)});
  joint.X_BJ = seen_by(scene, joint.b, {point, turn_to(axis)});
}

void place_joint(Scene const& scene, JointSpec& joint, Vec3 const& point, Vec3 const& axis,
                 Vec3 const& axis_b) {
  Vec3 const x = unit(axis);
  Quat<> const turn = turn_of(x, unit(axis_b - dot(axis_b, x) * x));
  joint.X_AJ = seen_by(scene, joint.a, {point, turn});
  joint.X_BJ = seen_by(scene, joint.b, {point, turn});
}

void place_points(Scene const& scene, JointSpec& joint, Vec3 const& point_a, Vec3 const& point_b) {
  joint.length = norm(point_b - point_a);
  Quat<> const turn = joint.length > 0 ? turn_to(point_b - point_a) : Quat<>{};
  joint.X_AJ = seen_by(scene, joint.a, {point_a, turn});
  joint.X_BJ = seen_by(scene, joint.b, {point_b, turn});
}

void place_link(Scene const& scene, JointSpec& joint, Vec3 const& point_a, Vec3 const& point_b,
                Vec3 const& axis) {
  joint.length = norm(point_b - point_a);
  Vec3 const z = unit(point_b - point_a), x = unit(axis - dot(axis, z) * z);
  Quat<> const turn = turn_of(x, cross(z, x));
  joint.X_AJ = seen_by(scene, joint.a, {point_a, turn});
  joint.X_BJ = seen_by(scene, joint.b, {point_b, turn});
}

void place_wheels(Scene const& scene, JointSpec& joint, Vec3 const& point_a, Vec3 const& point_b,
                  Vec3 const& axis) {
  joint.length = joint.radius = norm(point_b - point_a);
  Vec3 const x = unit(point_b - point_a), z = unit(axis - dot(axis, x) * x);
  Quat<> const turn = turn_of(x, cross(z, x));
  joint.X_AJ = seen_by(scene, joint.a, {point_a, turn});
  joint.X_BJ = seen_by(scene, joint.b, {point_b, turn});
}

}  // namespace orthant
