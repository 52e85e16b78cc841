// Reads joints: their bodies, and the keys of their types.
#include "orthant/core/scene/read_joint.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/schema.hpp"
#include "orthant/core/config/spelling.hpp"
#include "orthant/core/scene/detail/place_joint.hpp"
#include "orthant/core/scene/names.hpp"
#include "orthant/core/scene/read_frames.hpp"
#include "orthant/core/scene/read_hold.hpp"
#include "orthant/core/scene/read_joint_laws.hpp"
#include "orthant/core/scene/scene_schema.hpp"

namespace orthant {
namespace {

/// Reads the keys of screws, cams, gears and racks, which couple the coordinates of one joint.

void pitch_field(Fields& f, JointSpec& joint) {
  f.real("pitch", joint.pitch, any_number(),
         "[m] the displacement along the axis for each turn, of a screw; 0: free of each other");
}

Json cam_schema() {
  Json const list = harmonics_schema("[m] of the first, second, ... harmonic of the angle");
  return {
      {"type", {"object", "null"}},
      {"description", "the displacement along the axis, sum of a_k (cos k t - 1) + b_k sin k t"},
      {"properties", {{"cosine", list}, {"sine", list}}},
      {"minProperties", 1},
      {"additionalProperties", false}};
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

/// Reads a thread or a cam, whose coordinate stays at zero.
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

void describe_thread(SchemaFields& f) {
  JointSpec joint;
  pitch_field(f, joint);
  f.add("cam", cam_schema());
}

/// The pitch circles fill the distance of the centres; GearAdvance explains the sign.
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

void describe_teeth(SchemaFields& f) {
  Teeth teeth;
  teeth_fields(f, teeth);
}

void opening_fields(Fields& f, Vec3& offset, Vec3& rotation) {
  f.vector("offset", offset,
           "[m] of the joint frame of b from that of a, at the start, world axes");
  f.vector("rotation", rotation, "[rad] of the one against the other, about this axis, world axes");
}

/// Moves the frame of b away from that of a by the initial opening of the joint.
void read_opening(Config& config, Scene const& scene, JointSpec& joint) {
  if (!config.is_given("open")) return;
  Config opening = config.child("open");
  Vec3 offset, rotation;
  opening_fields(opening, offset, rotation);
  opening.done();
  Real const angle = norm(rotation);
  if (!(angle < std::numbers::pi / 2))
    refuse(opening.where("rotation"), "a rotation by " + text(angle) + " rad",
           "less than a quarter, pi/2: of more a joint could close the other way round");
  joint.open = norm(offset) > 0 || angle > 0;
  if (!joint.open) return;
  Pose<> frame = joint.b < 0 ? joint.X_BJ : scene.bodies[joint.b].pose * joint.X_BJ;
  frame.p_WB += offset;
  if (angle > 0) {
    Vec3 const v = (std::sin(0.5 * angle) / angle) * rotation;
    frame.q_WB = normalised(Quat<>{std::cos(0.5 * angle), v[0], v[1], v[2]} * frame.q_WB);
  }
  joint.X_BJ = seen_by(scene, joint.b, frame);
}

void length_field(Fields& f, Real& length) {
  f.real("length", length, positive(), "[m] that it holds; absent: that at the start");
}

/// Reads the initial distance of a joint that holds two points at a distance.
void read_length(Config& config, JointSpec& joint) {
  if (!config.has("length")) return;
  Real const start = joint.length;
  length_field(config, joint.length);
  joint.open = joint.length != start;
}

/// Whether a part of every error is removed: no eigenvalue is zero.
bool corrects_all(Mat3 const& Y) {
  Mat3 const& m = Y;
  Real const determinant = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  return determinant > 0;
}

/// Requires that the laws of an open joint can close it.
void require_closing(Config& config, JointSpec const& joint, char const* key) {
  if (!joint.open || joint.level == Level::position) return;
  bool const rotated = config.has("open") && config.raw("open").contains("rotation");
  if (!corrects_all(joint.correction) || (rotated && !corrects_all(joint.angular_correction)))
    refuse(config.where(key), "an open joint at velocity level, which nothing closes",
           "\"baumgarte\" > 0 with it, along all axes, or \"level\": \"position\"");
}

/// Reads a body of a joint; the world is -1.
int read_end(Config& config, char const* key, BodyNames const& names) {
  std::string name = "world";
  if (auto const* given = config.given(key); given && given->is_number())
    throw WrongValue(config.where(key), "found " + shown(*given) +
                                            ", allowed: the name of a body, or \"world\", in "
                                            "quotes: bodies have names, not numbers");
  config.text(key, name, "");
  if (name == "world") return -1;
  auto const found = names.find(name);
  if (found == names.end())
    refuse(config.where(key), "\"" + name + "\"",
           "the name of a body, or \"world\"" + nearest_body(name, names));
  return found->second;
}

/// Turns a strut of length zero, which has no direction, into a compliant ball joint. The force of
/// a spring with rest length zero is -K d of the displacement d between the points, which is that
/// of a ball joint with the compliance 1/K.
void join_points(Config const& config, JointSpec& joint, std::string const& type) {
  auto const& c = joint.coordinates.front();
  bool const alone = c.damping == 0 && c.friction == 0 && c.inertia == 0 &&
                     std::isinf(c.max_rate) && c.damper.empty() && c.motor == Motor::none &&
                     std::isinf(c.lower) && std::isinf(c.upper);
  if (!(c.stiffness > 0 && c.rest == 0 && alone))
    refuse(config.where("point_b"), "the same point as point_a",
           "two points, as a length of zero has no direction; or a \"spring\" with a stiffness > 0 "
           "and \"rest\" 0 alone, whose force needs none");
  joint.type = type;
  joint.parts_collide = true;  // like those of any strut
  joint.compliance = diagonal({{1 / c.stiffness, 1 / c.stiffness, 1 / c.stiffness}});
  joint.coordinates.clear();
}

Json joint_schema(JointType const& type) {
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
  f.described("b", R"({"type": "string", "description": "the other body, or the world"})");
  describe_frames(f, type);
  if (type.has_rows) {
    if (type.frames == Frames::two_points) {
      f.add("length", {{"type", "number"},
                       {"exclusiveMinimum", 0},
                       {"description", "[m] that it holds; absent: that at the start"}});
    } else {
      Vec3 offset, rotation;
      f.object(
          "open", [&](Fields& of) { opening_fields(of, offset, rotation); },
          "how far it is open at the start; its law closes it");
    }
    describe_joint_laws(f);
  }
  if (type.thread) describe_thread(f);
  if (type.has_teeth) describe_teeth(f);
  if (type.held) describe_hold(f, hold_of_teeth);
  for (auto const& slot : type.coordinates) {
    if (*slot.key == '\0') {
      describe_coordinate(f);
      continue;
    }
    f.add(slot.key, {{"$ref", "#/$defs/coordinate"}});
  }
  Json out = f.schema();
  allow_frames(out, type);
  for (char const* key : {"baumgarte", "angular_baumgarte"})
    if (type.has_rows)
      out["dependentSchemas"][key] = {{"properties", {{"level", {{"const", "velocity"}}}}},
                                      {"required", Json::array({"level"})}};
  return out;
}

}  // namespace

std::string nearest_body(std::string const& name, BodyNames const& names) {
  std::vector<std::string> all{"world"};
  for (auto const& [each, index] : names) all.push_back(each);
  return nearest_hint(name, all);
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
  joint.a = read_end(config, "a", names);
  config.need("b", "the name of a body, or \"world\"");
  joint.b = read_end(config, "b", names);
  if (joint.a == joint.b)
    refuse(config.where(joint.b < 0 ? "b" : "a"),
           joint.b < 0 ? "the world, as for \"a\"" : "the same body as b", "two bodies");
  read_frames(config, scene, joint, type);
  if (type.has_rows) {
    bool const points = type.frames == Frames::two_points;
    points ? read_length(config, joint) : read_opening(config, scene, joint);
    read_joint_laws(config, joint, type);
    require_closing(config, joint, points ? "length" : "open");
  }
  if (type.thread) read_thread(config, joint, type.thread);
  if (type.has_teeth) read_teeth(config, joint);
  if (type.held) joint.coordinates.push_back(read_hold(config, type.held, hold_of_teeth));
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
  if (type.without_length && joint.length == 0) join_points(config, joint, type.without_length);
  return joint;
}

Json joint_schema(JointTypes const& types) {
  std::vector<Variant> of;
  for (auto const& [name, type] : types) of.push_back({name, "", joint_schema(type)});
  return variants("type", of);
}

void describe_joint_parts(Json& definitions) {
  describe_joint_law_parts(definitions);
  describe_frame_parts(definitions);
  definitions["coupled"] = coupled_schema();
  describe_coordinate_parts(definitions);
}

}  // namespace orthant
