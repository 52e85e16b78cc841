// A published model has the parameters of its publication and no others.
#include "orthant/core/scene/read_contact_model.hpp"

#include "orthant/core/config/detail/list.hpp"

namespace orthant {

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

void read_contact_model(Config& contact, ContactSettings& to) {
  with_listed<ContactModels>(contact, "model", ComplementarityModel::name,
                             [&](auto const& model) { to.model = model; });
}

namespace {

/// Refuses a coefficient of a surface in contact that exceeds the limit of the model.
void refuse_surfaces(Scene const& scene, Real Surface::*coefficient, char const* key,
                     std::string const& beside, char const* why) {
  for (auto const& body : scene.bodies)
    for (auto const& shape : body.shapes)
      if (body.collide && shape.surface.*coefficient > 0)
        refuse(body.path + "/" + key, text(shape.surface.*coefficient) + beside,
               std::string("0, or no such key: ") + why);
}

}  // namespace

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

}  // namespace orthant
