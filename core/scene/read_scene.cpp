// Reads the scene as a whole.
#include "orthant/core/scene/read_scene.hpp"

#include "orthant/core/config/config.hpp"
#include "orthant/core/config/detail/list.hpp"
#include "orthant/core/config/schema.hpp"
#include "orthant/core/scene/assembly.hpp"
#include "orthant/core/scene/names.hpp"
#include "orthant/core/scene/plane_scene.hpp"
#include "orthant/core/scene/read_body.hpp"
#include "orthant/core/scene/read_load.hpp"
#include "orthant/core/scene/read_surface_shape.hpp"
#include "orthant/core/scene/scene.hpp"
#include "orthant/core/scene/scene_schema.hpp"
#include "orthant/core/scene/zero_moments.hpp"

namespace orthant {
namespace {

/// Reads the key "model" of "contact".
void read_contact_model(Config& contact, ContactSettings& to) {
  with_listed<ContactModels>(contact, "model", ComplementarityModel::name,
                             [&](auto const& model) { to.model = model; });
}

/// Refuses a coefficient of a surface in contact that exceeds the limit of the model.
void refuse_surfaces(Scene const& scene, Real Surface::*coefficient, char const* key,
                     std::string const& beside, char const* why) {
  for (auto const& body : scene.bodies)
    for (auto const& shape : body.shapes)
      if (body.collide && shape.surface.*coefficient > 0)
        refuse(body.path + "/" + key, text(shape.surface.*coefficient) + beside,
               std::string("0, or no such key: ") + why);
}

/// Refuses keys of `contact`, and coefficients of surfaces, that the model does not support.
void check_contact_model(Scene const& scene, Config& contact) {
  auto const& set = scene.contact;
  if (!set.published()) return;
  bool const mujoco = set.mujoco() != nullptr;
  std::string const beside =
      std::string(" beside model \"") + (mujoco ? MujocoModel::name : SapModel::name) + "\"";
  auto const absent = [&](char const* key, char const* why) {
    if (contact.is_given(key))
      refuse(contact.where(key), shown(contact.raw(key)) + beside,
             std::string("no such key: ") + why);
  };
  if (contact.is_given("level") && set.level != Level::velocity)
    refuse(contact.where("level"), "\"position\"" + beside,
           "\"velocity\", or no such key: its law is about the velocity, of the gap at the start");
  char const* const own = "the model says by itself how overlap goes";
  for (char const* key : {"baumgarte", "recovery_speed", "least_norm"}) absent(key, own);
  absent("restitution_form", "the model has no restitution");
  for (char const* key : {"creep_speed", "friction_softness"})
    absent(key, "the model says by itself how friction yields");
  if (mujoco)
    for (char const* key : {"touching", "margin", "speculative"})
      absent(key, "contacts are found by the margin and the gap of the model");
  refuse_surfaces(scene, &Surface::restitution, "restitution", beside, "it has no law of impact");
  refuse_surfaces(scene, &Surface::adhesion, "adhesion", beside, "it has none");
  refuse_surfaces(scene, &Surface::torsional_friction, "torsional_friction", beside,
                  "friction is that of points");
  refuse_surfaces(scene, &Surface::rolling_friction, "rolling_friction", beside,
                  "friction is that of points");
  if (mujoco)
    refuse_surfaces(scene, &Surface::compliance, "compliance", beside,
                    "all contacts yield by its impedance");
  for (auto const& body : scene.bodies)
    for (auto const& shape : body.shapes)
      if (body.collide && shape.surface.kinetic < 1)
        refuse(body.path + "/friction", "a coefficient that falls with the speed" + beside,
               "one number, or an ellipse: the model is convex");
}

void require_reacting(Scene const& scene, JointSpec const& joint) {
  auto const dynamic = [&](int b) { return b >= 0 && scene.bodies[b].motion == Motion::dynamic; };
  if (!dynamic(joint.a) && !dynamic(joint.b))
    refuse(joint.path, "two bodies that do not react", "at least one dynamic body");
}

/// Refuses keys of velocity level at position level, where they would be ignored.
void check_level(Scene const& scene, Config const& contact) {
  auto const& set = scene.contact;
  if (set.at_velocity_level()) return;
  char const* const allowed = "contact.level \"velocity\" with it";
  if (set.stabilised())
    refuse(contact.where("baumgarte"), text(set.baumgarte) + " at position level", allowed);
  if (!set.speculative) refuse(contact.where("speculative"), "false at position level", allowed);
}

/// Refuses restitution together with settings that would make it inexact.
void check_restitution(Scene const& scene, Config const& contact) {
  auto const& set = scene.contact;
  BodySpec const *bouncing = nullptr, *soft = nullptr;
  for (auto const& body : scene.bodies)
    for (auto const& shape : body.shapes) {
      if (!body.collide) continue;
      if (shape.surface.restitution > 0) bouncing = &body;
      if (shape.surface.compliance > 0) soft = &body;
    }
  if (set.pushes() && !set.speculative)
    refuse(contact.where("baumgarte"), text(set.baumgarte) + " beside speculative false",
           "no such key: what has fallen in would be thrown out");
  if (!bouncing) return;
  if (set.pushes())
    refuse(contact.where("baumgarte"),
           text(set.baumgarte) + " beside restitution of \"" + bouncing->name + "\"",
           "no such key: it adds to the velocity that restitution leaves");
  if (soft)
    refuse(bouncing->path + "/restitution",
           "a value beside the compliance of \"" + soft->name + "\"",
           "restitution, or compliance with a damper: a spring has no impact");
}

/// Refuses least_norm with laws that have no overlap: contacts would sink without end.
void check_least_norm(Scene const& scene, Config const& contact) {
  auto const& set = scene.contact;
  if (!(set.least_norm > 0)) return;
  if (set.stabilised())
    refuse(contact.where("least_norm"), text(set.least_norm) + " beside baumgarte",
           "one of the two");
  if (set.restitution_form != RestitutionForm::literal) return;
  for (auto const& body : scene.bodies)
    for (auto const& shape : body.shapes)
      if (body.collide && shape.surface.restitution > 0)
        refuse(contact.where("least_norm"),
               text(set.least_norm) + " beside literal restitution of \"" + body.name + "\"",
               "restitution_form \"newton\" with it");
}

/// Refuses two ways to let a contact creep.
void check_creep(Scene const& scene, Config const& contact) {
  auto const& set = scene.contact;
  if (set.creep_speed > 0 && set.friction_softness > 0)
    refuse(contact.where("friction_softness"),
           text(set.friction_softness) + " beside creep_speed " + text(set.creep_speed),
           "one of the two");
}

void scene_fields(Fields& f, Scene& scene) {
  f.vector("gravity", scene.gravity, "[m/s^2]");
  f.choice(
      "plane", scene.plane, planes,
      "through the origin, in which all bodies stay, with contacts of that plane; none: space");
}

Json assembly_schema() {
  std::vector<Variant> of;
  for (auto const& [name, entry] : assemblies().entries()) {
    SchemaFields f;
    f.described("name", R"({"type": "string", "pattern": "^$|^[^=]",
      "description": "begins the names of its bodies"
  })");
    entry.describe(f);
    of.push_back({name, entry.about, f.schema()});
  }
  return variants("type", of);
}

}  // namespace

void MujocoModel::check(Config& config) const {
  if (gap > margin)
    refuse(config.where("gap"), text(gap) + " beside margin " + text(margin),
           "a number up to the margin");
  if ((stiffness > 0) != (damping > 0))
    refuse(config.where(stiffness > 0 ? "stiffness" : "damping"), "one without the other",
           "\"stiffness\" and \"damping\" > 0, or \"time_constant\" and \"damping_ratio\"");
  for (char const* key : {"time_constant", "damping_ratio"})
    if (direct() && config.is_given(key))
      refuse(config.where(key), "a value beside \"stiffness\"", "one of the two forms");
}

Json scene_schema(JointTypes const& types, Json& definitions) {
  definitions["shape"] = shape_schema();
  definitions["body"] = body_schema();
  definitions["assembly"] = assembly_schema();
  definitions["joint"] = joint_schema(types);
  definitions["load"] = load_schema();
  describe_joint_parts(definitions);
  Scene scene;
  scene.contact = ContactSettings::by_size();
  definitions["contact"] = schema_of([&](Fields& f) {
    scene.contact.fields(f);
    f.part("model", "contact model", ComplementarityModel::name, "what contacts are made of");
  });
  definitions["contact"]["description"] = "how contacts are found, and which law they follow";
  SchemaFields f;
  scene_fields(f, scene);
  f.described("contact", R"({"$ref": "#/$defs/contact"})");
  std::pair<char const*, char const*> const lists[] = {
      {"assemblies", "assembly"}, {"bodies", "body"}, {"joints", "joint"}, {"loads", "load"}};
  for (auto const& [key, item] : lists)
    f.add(key, {{"type", "array"}, {"items", {{"$ref", definition_of(item)}}}});
  describe_apart(f);
  Json out = f.schema();
  out["anyOf"] = {{{"required", {"bodies"}}}, {{"required", {"assemblies"}}}};
  return out;
}

namespace {

/// Limits the number of bodies: each takes some kilobytes before anything is solved.
void require_countable(std::string const& where, double bodies) {
  constexpr double most = 1e6;
  if (bodies > most) refuse(where, text(bodies) + " bodies", "up to " + text(most));
}

}  // namespace

Scene read_scene(Config config, JointTypes const& types, std::filesystem::path const& folder,
                 std::vector<ModelNotes>* notes) {
  Scene scene;
  scene_fields(config, scene);
  Config contact = config.child("contact");
  scene.contact = ContactSettings::by_size();
  scene.contact.fields(contact);
  read_contact_model(contact, scene.contact);
  contact.done();

  BodyNames names;
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
    require_name(each.where("name"), name);
    auto const first = scene.bodies.size();
    auto const assembly = assemblies().make(each, folder);
    require_countable(where, static_cast<double>(first) + assembly->bodies());
    assembly->build(scene, name);
    for (auto b = first; b < scene.bodies.size(); ++b) scene.bodies[b].path = where;
    learn(first);
    if (assembly->notes()) {
      auto model = *assembly->notes();
      for (auto& part : model.merged) {
        part.link = model.called(part.link, name);
        part.into = model.called(part.into, name);
        if (!names.emplace(part.link, static_cast<int>(first) + part.body).second)
          refuse(where, "a second body \"" + part.link + "\"", "names that differ");
      }
      if (notes) notes->push_back(std::move(model));
    }
  }
  GeometryFiles files{folder, scene.geometries};
  GroupNames const groups(config);
  for (auto& each : config.children("bodies")) {
    auto const first = scene.bodies.size();
    scene.add(read_body(each, "body " + std::to_string(first), groups, files));
    learn(first);
  }
  if (scene.bodies.empty()) refuse(config.path(), "no bodies", "\"bodies\" or \"assemblies\"");
  for (auto& each : config.children("joints"))
    scene.joints.push_back(read_joint(each, scene, names, types));
  for (std::size_t k = 0; k < scene.joints.size(); ++k)  // joints of assemblies have no name yet
    if (scene.joints[k].name.empty()) scene.joints[k].name = "joint " + std::to_string(k);
  for (auto& joint : scene.joints)
    if (auto const type = types.find(joint.type); type != types.end()) joint.traits = type->second;
  for (auto const& joint : scene.joints) require_reacting(scene, joint);
  for (auto& each : config.children("loads"))
    scene.loads.push_back(read_load(each, scene, names, folder));
  for (auto const& pair : read_apart(config, scene)) scene.apart.push_back(pair);
  scene.contact.settle_lengths(scene.size());
  contact.resolved()["margin"] = scene.contact.margin;
  contact.resolved()["overlap_tolerance"] = scene.contact.overlap_tolerance;
  contact.resolved()["touching"] = scene.contact.touching;
  require_one_surface(scene);
  check_level(scene, contact);
  check_restitution(scene, contact);
  check_least_norm(scene, contact);
  check_creep(scene, contact);
  check_contact_model(scene, contact);
  keep_in_plane(scene, config.path());
  replace_zero_moments(scene);
  config.done();
  return scene;
}

}  // namespace orthant
