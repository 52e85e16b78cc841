// Joints and the scene as a whole.
#include "core/scene/read_scene.hpp"

#include <nlohmann/json.hpp>

#include "core/scene/assembly.hpp"
#include "core/scene/read_body.hpp"

namespace orthant {
namespace {

using Names = std::map<std::string, int>;

/// The body that a joint names; the world is -1.
int read_end(Config& config, char const* key, Names const& names, bool world_allowed) {
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

JointSpec read_joint(Config& config, Scene const& scene, Names const& names,
                     JointTypes const& types) {
  JointSpec joint;
  joint.path = config.path();
  std::vector<std::string> allowed;
  for (auto const& [name, axis] : types) allowed.push_back(name);
  config.name("type", joint.type, allowed, "");
  joint.a = read_end(config, "a", names, true);
  joint.b = read_end(config, "b", names, false);
  if (joint.a == joint.b) refuse(config.where("a"), "the same body as b", "two bodies");

  Vec3 point, axis{{0, 0, 1}};
  config.need("point", "a world point, three numbers [m]");
  config.vector("point", point, "");
  if (types.at(joint.type)) {
    config.need("axis", "a world direction, three numbers");
    config.vector("axis", axis, "");
    if (!(norm(axis) > 0)) refuse(config.where("axis"), "a zero vector", "a direction");
  }
  Real compliance = 0;
  config.real("compliance", compliance, not_negative(), "");
  joint.compliance = joint.angular_compliance = diagonal({{compliance, compliance, compliance}});
  config.done();
  place_joint(scene, joint, point, axis);
  return joint;
}

void require_reacting(Scene const& scene, JointSpec const& joint) {
  auto const dynamic = [&](int b) { return b >= 0 && scene.bodies[b].motion == Motion::dynamic; };
  if (!dynamic(joint.a) && !dynamic(joint.b))
    refuse(joint.path, "two bodies that do not react", "at least one dynamic body");
}

/// Restitution is a law between velocities: at position level it would be ignored, as would be the
/// rest of what belongs to velocity level.
void check_level(Scene const& scene, Config const& contact) {
  auto const& set = scene.contact;
  if (set.at_velocity_level()) return;
  char const* const allowed = "contact.level \"velocity\" with it";
  if (set.baumgarte != 1)
    refuse(contact.where("baumgarte"), text(set.baumgarte) + " at position level", allowed);
  if (set.restitution_form != "newton")
    refuse(contact.where("restitution_form"), "\"literal\" at position level", allowed);
  if (!set.speculative) refuse(contact.where("speculative"), "false at position level", allowed);
  for (auto const& body : scene.bodies)
    for (auto const& shape : body.shapes)
      if (shape.surface.restitution > 0)
        refuse(body.path + "/restitution", text(shape.surface.restitution) + " at position level",
               allowed);
}

}  // namespace

void place_joint(Scene const& scene, JointSpec& joint, Vec3 const& point, Vec3 const& axis) {
  Vec3 const z = unit(axis);
  // The shortest turn from z to the axis, (1 + cos, sin) without cancellation near -z.
  Real const sine2 = z[0] * z[0] + z[1] * z[1];
  Real const w = z[2] < 0 ? sine2 / (1 - z[2]) : 1 + z[2];
  Quat<> const turn =
      z[2] < 0 && sine2 == 0 ? Quat<>{0, 1, 0, 0} : normalised(Quat<>{w, -z[1], z[0], 0});
  auto const seen = [&](int body) {
    if (body < 0) return Pose<>{point, turn};
    auto const& X = scene.bodies[body].pose;
    return Pose<>{seen_from(X, point), conjugate(X.q_WB) * turn};
  };
  joint.X_AJ = seen(joint.a);
  joint.X_BJ = seen(joint.b);
}

Scene read_scene(Config config, JointTypes const& types) {
  Scene scene;
  config.vector("gravity", scene.gravity, "[m/s^2]");
  Config contact = config.child("contact");
  scene.contact.fields(contact);
  contact.done();

  Names names;
  auto const learn = [&](std::size_t from) {
    for (auto b = from; b < scene.bodies.size(); ++b)
      if (!names.emplace(scene.bodies[b].name, static_cast<int>(b)).second)
        refuse(scene.bodies[b].path, "a second body \"" + scene.bodies[b].name + "\"",
               "names that differ");
  };
  int number = 0;
  for (auto& each : config.children("assemblies")) {
    std::string const where = each.path();
    std::string name = "assembly " + std::to_string(number++);
    each.text("name", name, "");
    auto const first = scene.bodies.size();
    assemblies().make(each)->build(scene, name);
    for (auto b = first; b < scene.bodies.size(); ++b) scene.bodies[b].path = where;
    learn(first);
  }
  for (auto& each : config.children("bodies")) {
    auto const first = scene.bodies.size();
    scene.add(read_body(each, "body " + std::to_string(first)));
    learn(first);
  }
  if (scene.bodies.empty()) refuse(config.path(), "no bodies", "\"bodies\" or \"assemblies\"");
  for (auto& each : config.children("joints"))
    scene.joints.push_back(read_joint(each, scene, names, types));
  for (auto const& joint : scene.joints) require_reacting(scene, joint);
  check_level(scene, contact);
  config.done();
  return scene;
}

}  // namespace orthant
