// Reads a model as an assembly and writes its bodies and joints.
#include "experiments/app/import/import_command.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>

#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/run/experiment.hpp"
#include "orthant/backends/simulation/backend.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/input_file.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/scene/read_joint.hpp"
#include "orthant/core/scene/read_scene.hpp"

namespace orthant {
namespace {

Json numbers(Vec3 const& v) { return {v[0], v[1], v[2]}; }
Json numbers(Quat<> const& q) { return {q.w, q.x, q.y, q.z}; }
Json matrix(Mat3 const& A) {
  Json out = Json::array();
  for (int r = 0; r < 3; ++r) out.push_back({A[r][0], A[r][1], A[r][2]});
  return out;
}
Json frame(Pose<> const& X) {
  return {{"position", numbers(X.p_WB)}, {"orientation", numbers(X.q_WB)}};
}

/// Keys of a size, as the type reads them.
Json size_of(Shape const& shape, std::string const& where) {
  Vec3 const& s = shape.size;
  if (shape.is<shapes::Box>()) return {{"type", "box"}, {"size", numbers(2 * s)}};
  if (shape.is<shapes::Sphere>()) return {{"type", "sphere"}, {"radius", s[0]}};
  if (shape.is<shapes::Capsule>())
    return {{"type", "capsule"}, {"radius", s[0]}, {"length", 2 * s[1]}};
  if (shape.is<shapes::Cylinder>())
    return {{"type", "cylinder"}, {"radius", s[0]}, {"length", 2 * s[1]}};
  if (shape.is<shapes::Ellipsoid>()) return {{"type", "ellipsoid"}, {"half_axes", numbers(s)}};
  if (shape.is<shapes::HalfSpace>()) return {{"type", "half_space"}};
  std::string name;
  with_type(shape.kind, [&](auto type) { name = type.name; });
  refuse(where, "the shape \"" + name + "\"", "shapes of a few numbers: use the model as it is");
}

/// The names of groups, of those that some shape is in.
Json groups_json(unsigned bits, unsigned used) {
  Json out = Json::array();
  for (unsigned k = 0; k < 32; ++k)
    if ((bits & used) >> k & 1U) out.push_back(k == 0 ? "default" : "group" + std::to_string(k));
  return out;
}

/// `used`: groups in which shapes of the scene are.
Json shape_json(Shape const& shape, unsigned used, std::string const& where) {
  Json out = size_of(shape, where);
  auto const& s = shape.surface;
  out["position"] = numbers(shape.X_BS.p_WB);
  out["orientation"] = numbers(shape.X_BS.q_WB);
  out["friction"] = s.friction;
  if (s.anisotropy != 1)
    out["friction"] = {{"along", s.friction},
                       {"across", s.anisotropy * s.friction},
                       {"direction", numbers(s.direction)}};
  if (shape.groups != 1) out["groups"] = groups_json(shape.groups, used);
  if ((shape.touches & used) != 1) out["touches"] = groups_json(shape.touches, used);
  auto const other = [&](char const* key, Real x) {
    if (x != 0) out[key] = x;
  };
  other("restitution", s.restitution);
  other("compliance", s.compliance);
  other("relaxation_time", s.relaxation);
  other("torsional_friction", s.torsional_friction);
  other("rolling_friction", s.rolling_friction);
  other("adhesion", s.adhesion);
  return out;
}

Json body_json(BodySpec const& body, unsigned used, std::string const& where) {
  Json out = frame(body.pose);
  out["name"] = body.name;
  if (body.motion != Motion::dynamic) {
    out["motion"] = body.motion == Motion::fixed ? "fixed" : "kinematic";
  } else {
    out["mass"] = body.mass;
    out["inertia"] = matrix(body.inertia_B);
  }
  if (!body.collide) out["collide"] = false;
  for (auto const& shape : body.shapes) out["shapes"].push_back(shape_json(shape, used, where));
  return out;
}

Json function_json(TimeFunction const& f) {
  if (f.rate == 0 && f.amplitude == 0) return f.offset;
  return {{"offset", f.offset},
          {"rate", f.rate},
          {"amplitude", f.amplitude},
          {"frequency", f.frequency},
          {"phase", f.phase}};
}

Json motor_json(CoordinateSpec const& c) {
  Json out;
  auto const law = [&](char const* type, char const* target) {
    out["type"] = type;
    out[target] = function_json(c.target);
  };
  if (c.motor == Motor::position) {
    law("position", "target");
    out["kp"] = c.kp;
    out["kd"] = c.kd;
  } else if (c.motor == Motor::velocity) {
    law("velocity", "target");
    if (std::isfinite(c.kd)) out["kd"] = c.kd;
  } else if (c.motor == Motor::force) {
    law("force", "value");
  } else {
    law("prescribed", "target");
  }
  if (c.motor != Motor::force && std::isfinite(c.max_effort)) out["max_effort"] = c.max_effort;
  return out;
}

/// What acts along a coordinate; null: nothing.
Json coordinate_json(CoordinateSpec const& c) {
  Json out;
  if (std::isfinite(c.lower)) out["limits"]["lower"] = c.lower;
  if (std::isfinite(c.upper)) out["limits"]["upper"] = c.upper;
  if (c.friction > 0) out["friction"] = c.friction;
  if (c.inertia > 0) out["rotor_inertia"] = c.inertia;
  if (std::isfinite(c.max_rate)) out["max_rate"] = c.max_rate;
  if (c.stiffness > 0 || c.damping > 0)
    out["spring"] = {{"stiffness", c.stiffness}, {"damping", c.damping}, {"rest", c.rest}};
  if (c.motor != Motor::none) out["motor"] = motor_json(c);
  return out;
}

Json coupling_json(Scene const& scene, JointSpec const& joint, JointTypes const& types) {
  Json out = {{"name", joint.name}, {"type", joint.type}};
  for (auto const& of : joint.coupled) {
    auto const& other = scene.joints[nth(of.joint)];
    Json term = {{"joint", other.name}, {"start", of.start}};
    if (std::all_of(of.polynomial + 1, std::end(of.polynomial), [](Real p) { return p == 0; }))
      term["ratio"] = of.polynomial[0];
    else
      term["polynomial"] = of.polynomial;
    for (auto const& slot : types.at(other.type).coordinates)
      if (of.coordinate == slot.coordinate && *slot.key != '\0') term["coordinate"] = slot.key;
    out["of"].push_back(term);
  }
  auto const& along = joint.coordinates.front();
  if (along.motor == Motor::prescribed) return out;
  out["held"] = false;
  out.update(coordinate_json(along));
  return out;
}

Json joint_json(Scene const& scene, JointSpec const& joint, JointTypes const& types) {
  if (!joint.coupled.empty()) return coupling_json(scene, joint, types);
  auto const& type = types.at(joint.type);
  auto const end = [&](int body) {
    return body < 0 ? std::string("world") : scene.bodies[nth(body)].name;
  };
  Json out = {{"name", joint.name}, {"type", joint.type}, {"a", end(joint.a)}, {"b", end(joint.b)}};
  if (type.frames == Frames::two_points) {
    auto const point = [&](int body, Pose<> const& X) {
      auto const p = body < 0 ? X.p_WB : at(scene.bodies[nth(body)].pose, X.p_WB);
      return Json{p[0], p[1], p[2]};
    };
    out["point_a"] = point(joint.a, joint.X_AJ);
    out["point_b"] = point(joint.b, joint.X_BJ);
  } else {
    out["frames"] = {{"a", frame(joint.X_AJ)}, {"b", frame(joint.X_BJ)}};
  }
  if (joint.pitch != 0) out["pitch"] = joint.pitch;
  for (auto const& c : joint.coordinates)
    for (auto const& slot : type.coordinates) {
      if (c.coordinate != slot.coordinate) continue;
      Json const laws = coordinate_json(c);
      if (laws.is_null()) continue;
      *slot.key == '\0' ? out.update(laws) : void(out[slot.key] = laws);
    }
  return out;
}

/// "bodies" and "joints" that read as this scene: numbers have all digits, and joints their frames.
/// For scenes of models at rest; messages about what they do not have begin with `where`.
Json plain_scene(Scene const& scene, JointTypes const& types, std::string const& where) {
  Json out = {{"bodies", Json::array()}};
  unsigned used = 1;
  for (auto const& body : scene.bodies)
    for (auto const& shape : body.shapes) used |= shape.groups;
  for (auto const& body : scene.bodies) out["bodies"].push_back(body_json(body, used, where));
  for (auto const& joint : scene.joints) out["joints"].push_back(joint_json(scene, joint, types));
  for (auto const& [a, b] : scene.apart)
    out["apart"].push_back({scene.bodies[nth(a)].name, scene.bodies[nth(b)].name});
  return out;
}

/// The format, by the first of the elements that begin them.
std::string type_of(std::string const& file) {
  auto in = open_input(file, "a model in URDF, MJCF or SDF");
  std::string text(1 << 16, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  std::pair<char const*, char const*> const roots[] = {
      {"<robot", "urdf"}, {"<mujoco", "mjcf"}, {"<sdf", "sdf"}};
  for (auto const& [root, type] : roots)
    if (text.find(root) != text.npos) return type;
  refuse(file, "no <robot>, <mujoco> or <sdf>",
         "a model in URDF, MJCF or SDF; or --type, for one whose element comes late");
}

/// Refuses an experiment as `check` would: bodies that overlap at the start, too.
void require_runnable(Json const& experiment, std::string const& to, std::string const& file) {
  try {
    for (auto const& each : build_experiment(experiment, to).warnings)
      log_line(Said::warning, "warning: " + each);
  } catch (Lack const&) {
    throw;
  } catch (Error const& e) {
    throw Error(file + ": what import would write is refused: " + e.what() +
                "; --set changes keys of the model, such as joint_positions and self_collision");
  }
}

}  // namespace

int import_command(ImportCommand const& command) {
  return reporting([&] {
    Json assembly = {{"type", command.type.empty() ? type_of(command.file) : command.type},
                     {"file", fs::absolute(command.file).string()},
                     {"name", fs::path(command.file).stem().string()},
                     {"prefix", ""}};
    for (auto const& each : command.assignments) assign(assembly, each);
    Json const input = {{"assemblies", {assembly}}};
    Json resolved, backend_resolved;
    Json const backend = {{"type", "serial"}};
    auto const types = backends().make(Config(backend, backend_resolved, "backend"))->joint_types();
    std::vector<ModelNotes> notes;
    auto const scene = read_scene(Config(input, resolved, "scene"), types, {}, &notes);
    std::vector<std::string> sentences;
    for (auto const& model : notes) note_model(model, sentences);
    for (auto const& each : sentences) log_line(Said::note, "note: " + each);
    Json const out = {{"description", "From " + fs::path(command.file).filename().string() + "."},
                      {"scene", plain_scene(scene, types, command.file)},
                      {"step", 0.001},
                      {"duration", 1}};
    fs::path const to =
        command.output.empty() ? fs::path(command.file).stem().string() + ".json" : command.output;
    require_runnable(out, to.string(), command.file);
    write_whole(to, out);
    print("{}: {} bodies, {} joints\n", to.string(), scene.bodies.size(), scene.joints.size());
    return 0;
  });
}

}  // namespace orthant
