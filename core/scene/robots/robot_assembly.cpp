// Reads the keys of a robot and its file, and adds its bodies and joints to a scene.
#include "orthant/core/scene/robots/robot_assembly.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/spelling.hpp"
#include "orthant/core/robots/model_files.hpp"
#include "orthant/core/robots/readers.hpp"
#include "orthant/core/scene/names.hpp"
#include "orthant/core/scene/read_body.hpp"
#include "orthant/core/scene/read_joint.hpp"
#include "orthant/core/scene/robots/robot_parts.hpp"
#include "orthant/core/scene/robots/robot_positions.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

constexpr Named<RobotSettings::Base> bases[] = {{RobotSettings::Base::as_in_file, "as_in_file"},
                                                {RobotSettings::Base::fixed, "fixed"},
                                                {RobotSettings::Base::floating, "floating"}};

using Reader = Robot (*)(std::string const&, std::vector<std::string> const&);

class RobotAssembly final : public Assembly {
 public:
  explicit RobotAssembly(RobotParts parts) : parts_(std::move(parts)) {}

  double bodies() const override { return static_cast<double>(parts_.bodies.size()); }

  void build(Scene& scene, std::string const& name) const override {
    auto const called = [&](std::string const& part) { return parts_.notes.called(part, name); };
    int const first = static_cast<int>(scene.bodies.size());
    int const first_joint = static_cast<int>(scene.joints.size());
    for (auto body : parts_.bodies) {
      body.name = called(body.name);
      require_name(parts_.notes.path + "/file", body.name);
      scene.add(std::move(body));
    }
    for (auto joint : parts_.joints) {
      joint.name = called(joint.name);
      require_name(parts_.notes.path + "/file", joint.name);
      if (joint.a >= 0) joint.a += first;
      if (joint.b >= 0) joint.b += first;
      for (auto& term : joint.coupled) term.joint += first_joint;
      scene.joints.push_back(std::move(joint));
    }
    scene.geometries.insert(scene.geometries.end(), parts_.geometries.begin(),
                            parts_.geometries.end());
    for (auto const& [a, b] : parts_.apart) scene.apart.emplace_back(first + a, first + b);
  }
  ModelNotes const* notes() const override { return &parts_.notes; }

 private:
  RobotParts parts_;
};

/// The folders of "search", below that of the experiment.
std::vector<std::string> read_search(Config& config, fs::path const& folder) {
  std::vector<std::string> out;
  if (!config.has("search")) return out;
  Json const& given = config.raw("search");
  bool good = given.is_array();
  for (std::size_t k = 0; good && k < given.size(); ++k) {
    good = given[k].is_string();
    if (!good) break;
    auto const path = (folder / given[k].get<std::string>()).lexically_normal();
    std::error_code error;
    if (!fs::is_directory(path, error))
      refuse(config.where("search") + "/" + std::to_string(k), "\"" + path.string() + "\"",
             "the path of a folder");
    out.push_back(path.string());
  }
  if (!good) refuse(config.where("search"), shown(given), "an array of paths of folders");
  config.resolved()["search"] = out;
  return out;
}

void read_positions(Config config, Robot const& robot, RobotSettings& settings) {
  std::map<std::string, int> counts;  // numbers of each name
  std::map<std::string, RobotJointType> types;
  for (auto const& joint : robot.joints)
    if (int const count = position_count(joint.type); count > 0 && !joint.loop) {
      counts[joint.name] = count;
      types[joint.name] = joint.type;
    }
  for (auto const& axis : named_axes(robot))
    if (!robot.joints[nth(axis.joint)].loop) counts.emplace(axis.name, 1);
  std::vector<std::string> names;
  names.reserve(counts.size());
  for (auto const& [name, count] : counts) names.push_back(name);
  for (auto const& key : config.keys()) {
    auto const found = counts.find(key);
    if (found == counts.end()) {
      refuse(config.where(key), "no joint of the model with a coordinate",
             "one of " + comma_separated(names) + nearest_hint(key, names));
    }
    std::vector<Real> q(1);
    if (found->second == 1)
      config.real(key, q[0], any_number(), "");
    else
      q = config.reals(key, found->second);
    if (types.contains(key) && types[key] == RobotJointType::ball &&
        std::abs(std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) - 1) > 1e-6)
      refuse(config.where(key), "a quaternion that has not the length 1",
             "a unit quaternion (w, x, y, z)");
    settings.positions[key] = q;
  }
  config.done();
}

void read_motors(Config config, RobotSettings& settings) {
  for (auto const& key : config.keys()) {
    CoordinateSpec spec;
    // a target that is absent is where each joint starts
    read_motor(config.child(key), spec, std::numeric_limits<Real>::quiet_NaN());
    settings.motors.emplace_back(key, spec);
  }
  config.done();
}

/// Calls f; messages about the file begin with the path of the assembly.
template <class F>
auto at_file(Config const& config, F const& f) {
  auto const said = [&](Error const& e) {
    std::string const what = e.what();
    return what.starts_with(config.path()) ? what : config.where("file") + ": " + what;
  };
  try {
    return f();
  } catch (NotBuilt const&) {
    throw;
  } catch (Lack const& e) {
    throw Lack(said(e));
  } catch (Error const& e) {
    throw Error(said(e));
  }
}

std::unique_ptr<Assembly> make_robot(RobotSettings settings, Config& config, fs::path const& folder,
                                     Reader reader) {
  auto const search = read_search(config, folder);
  auto path = (folder / settings.file).lexically_normal();
  config.resolved()["file"] = settings.file = path.string();
  settings.orientation = read_orientation(config);
  if (config.has("prefix")) {
    settings.prefix = "";
    config.text("prefix", *settings.prefix, "");
    if (!settings.prefix->empty()) require_name(config.where("prefix"), *settings.prefix);
  }
  auto places = search;
  if (!folder.empty()) places.push_back(folder.string());
  Robot robot = at_file(config, [&] { return reader(settings.file, places); });
  if (config.is_given("joint_positions"))
    read_positions(config.child("joint_positions"), robot, settings);
  if (config.is_given("motors")) read_motors(config.child("motors"), settings);
  auto parts = at_file(config, [&] { return parts_of(std::move(robot), settings, config.path()); });
  parts.notes.prefix = settings.prefix;
  return std::make_unique<RobotAssembly>(std::move(parts));
}

void describe_robot(Fields& f) {
  f.described("orientation", orientation_schema);
  f.described("joint_positions", R"({"type": "object",
    "description": "at the start, by the names of joints: [m or rad] one number; two of a cylindrical joint (along, about), a universal one and a cross slide; x, y, z of a cartesian one; x, y and angle of a planar one; a unit quaternion of a ball; absent: 0, or the limit nearest to it",
    "additionalProperties": {"oneOf": [{"type": "number"}, {"type": "array",
      "items": {"type": "number"}, "minItems": 2, "maxItems": 4}]}})");
  f.described("motors", R"({"type": "object",
    "description": "motors by the names of joints, or by patterns in which * stands for any characters; later keys and this list go before motors of the file; the effort is that of the file at most",
    "additionalProperties": {"$ref": "#/$defs/motor"}})");
  f.described("prefix", R"({"type": "string",
    "description": "begins the names of its bodies and joints, before a slash; absent: the assembly's name; \"\": nothing"})");
  f.described("search", R"({"type": "array", "items": {"type": "string"},
    "description": "folders for package:// and model://, and for files beside the model's folder; relative to the experiment's folder"})");
}

void register_robot(Assemblies& registry, char const* name, char const* about, Reader reader) {
  registry.add<RobotSettings>(
      name, about,
      [reader](RobotSettings const& settings, Config& config, fs::path const& folder) {
        return make_robot(settings, config, folder, reader);
      },
      describe_robot);
}

}  // namespace

void RobotSettings::fields(Fields& f) {
  f.allow({"friction"});
  f.need("file", "the path of a model");
  f.text("file", file, "of the model, relative to the experiment's folder");
  f.choice("base", base, bases, "what the uppermost link does; URDF: floating, but for \"world\"");
  f.vector("position", position, "[m] of the model's frame, world axes");
  f.real("friction", friction, not_negative(), "coefficient of surfaces whose file gives none");
  f.flag("lenient", lenient,
         "leave out what Orthant has not, and mend inertias; the result lists it");
  f.flag("merge_fixed", merge_fixed, "links on fixed joints are one body");
  f.flag("self_collision", self_collision,
         "parts of one tree of joints touch each other, but for those of a joint");
}

void register_robots(Assemblies& registry) {
  register_robot(registry, "urdf", "a robot in URDF", read_urdf);
  register_robot(registry, "mjcf", "a model in MuJoCo's MJCF", read_mjcf);
  register_robot(registry, "sdf", "a model in SDF", read_sdf);
}

}  // namespace orthant
