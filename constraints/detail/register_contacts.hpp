// Registers contacts, with the friction that they bear.
#pragma once
#include "orthant/constraints/contact/detail/contact_friction.hpp"
#include "orthant/constraints/relations/list.hpp"
#include "orthant/core/method/plugins.hpp"
#include "orthant/core/scene/detail/passive.hpp"

namespace orthant {

/// The largest value of this coefficient over all surfaces in contact, in any world.
inline Real largest_of_surfaces(Scene const& scene, Real Surface::*coefficient) {
  Real most = 0;
  for (auto const& body : scene.bodies)
    for (auto const& shape : body.shapes)
      if (body.collide) most = larger(most, shape.surface.*coefficient);
  for (auto const& each : scene.worlds) most = larger(most, largest_of_surfaces(each, coefficient));
  return most;
}
inline bool any_surface(Scene const& scene, Real Surface::*coefficient) {
  return largest_of_surfaces(scene, coefficient) > 0;
}

template <class Space>
void add_contacts(Model<Space> const& model, Scene const& scene, ConstraintSet<Space>& to) {
  auto const& set = scene.contact;
  std::vector<std::pair<int, int>> jointed;
  for (auto const& joint : scene.joints)
    if (joint.a >= 0 && joint.b >= 0 && joint.traits.holds() && !joint.parts_collide)
      jointed.emplace_back(joint.a, joint.b);
  jointed.insert(jointed.end(), scene.apart.begin(), scene.apart.end());
  int const capacity =
      model.shapes == 0 ? 0 : static_cast<int>(set.room(model.worlds, model.bodies));
  Real const lag = set.sap() ? largest_of_surfaces(scene, &Surface::relaxation) : 0;
  Detector<Space> detector(model, set, {set.friction_combination, set.restitution_combination},
                           jointed, capacity, lag);
  detector.see_in_plane(scene.normal());
  auto made = std::make_unique<ContactBlock<Space>>(
      model, std::move(detector), law_of_contacts(set), any_surface(scene, &Surface::restitution),
      any_surface(scene, &Surface::adhesion), any_surface_runs(scene));
  auto const& contacts = *made;
  to.add(std::move(made));
  if (any_surface(scene, &Surface::torsional_friction))
    to.add(std::make_unique<ContactFriction<Space, TorsionalFriction>>(model, contacts));
  if (any_surface(scene, &Surface::rolling_friction))
    to.add(std::make_unique<ContactFriction<Space, RollingFriction>>(model, contacts));
}

template <class Space>
void register_contacts(Plugins<Space>& plugins) {
  plugins.constraints[ContactPointRelation::name] = {
      ContactPointRelation::about, false, {}, add_contacts<Space>};
}

}  // namespace orthant
