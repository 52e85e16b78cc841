// Registers the constraints by name, and the formulations by the names of their two parts.
#pragma once
#include <nlohmann/json.hpp>

#include "constraints/block_formulation.hpp"
#include "constraints/contact/contact_friction.hpp"
#include "constraints/coordinate/coordinate_block.hpp"
#include "constraints/joint/joint_block.hpp"
#include "constraints/load/efforts.hpp"
#include "constraints/load/loads.hpp"
#include "constraints/own_checks.hpp"
#include "constraints/relations/list.hpp"
#include "core/method/plugins.hpp"
#include "core/scene/passive.hpp"

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

/// Adds a coordinate of joints to the catalogue.
template <class Space, class Coordinate>
void show_coordinate(Plugins<Space>& plugins) {
  for (auto const& each : plugins.coordinates)
    if (each.name == Coordinate::name) throw std::logic_error("registered twice: " + each.name);
  plugins.coordinates.push_back({"joint coordinate", Coordinate::name, Coordinate::about});
}

/// Registers a coordinate of joints that is not in the list, for spaces of the host. A joint names
/// it in its type(). Throws Error if its Jacobian is wrong.
template <class Space, class Coordinate>
void add_coordinate(Plugins<Space>& plugins) {
  static_assert(on_host<Space>, "kernels of devices have the coordinates of the list only");
  static_assert(
      !requires { typename Coordinate::Counted; },
      "a coordinate with angles in it whose turns count belongs in the list");
  static_assert(Coordinate::rows == 1 && Coordinate::position_rows == 1);
  require_jacobian<Coordinate>(Frames::two_points);
  show_coordinate<Space, Coordinate>(plugins);
  using Matrix = Mat<1, 6>;
  add_own_coordinate({&typeid(Coordinate), Coordinate::name, Coordinate::period,
                      Coordinate::linear_rows,
                      [](JointItem const& item, Pose<> const& A, Pose<> const& B) {
                        return Coordinate::gap(item, A, B);
                      },
                      [](JointItem const& item, Pose<> const& A, Pose<> const& B, Matrix& J_A,
                         Matrix& J_B) { Coordinate::jacobian(item, A, B, J_A, J_B); },
                      geometric_stiffness<Coordinate>, rates_by_q<Coordinate>});
}

/// Registers a type of joints from its relation.
template <class Space, class Joint>
void add_unchecked_joint(Plugins<Space>& plugins) {
  for (auto const& slot : Joint::type().coordinates) {
    int const coordinate = coordinate_of(slot.coordinate);
    if (coordinate < 0)
      throw std::logic_error(std::string("joint ") + Joint::name + " before its coordinate " +
                             slot.coordinate);
    if (coordinate >= listed_coordinates && !on_host<Space>)
      throw std::logic_error(std::string("joint ") + Joint::name + " on a device, whose kernels " +
                             "do not have its coordinate " + slot.coordinate);
  }
  auto type = Joint::type();
  type.opening = [](JointSpec const& joint, Pose<> const& A, Pose<> const& B) {
    auto const c = Joint::gap(placed_item(joint, 0, 0), A, B);
    Real most = 0;
    for (int r = 0; r < Joint::rows; ++r) most = larger(most, std::abs(c[r]));
    return most;
  };
  plugins.constraints[Joint::name] = {
      Joint::about, true, type,
      [](Model<Space> const& model, Scene const& scene, ConstraintSet<Space>& to) {
        to.add(std::make_unique<JointBlock<Space, Joint>>(model, scene));
      }};
}

/// Registers a type of joints of a program's own. Throws Error if its Jacobian is wrong.
template <class Space, class Joint>
void add_joint(Plugins<Space>& plugins) {
  require_jacobian<Joint>(Joint::type().frames);
  add_unchecked_joint<Space, Joint>(plugins);
}

template <class Space>
void register_constraints(Plugins<Space>& plugins) {
  using Set = ConstraintSet<Space>;
  for_each_in<Coordinates>(
      [&](auto coordinate) { show_coordinate<Space, decltype(coordinate)>(plugins); });
  for_each_in<Joints>([&](auto joint) { add_unchecked_joint<Space, decltype(joint)>(plugins); });
  // The laws along the coordinate of an element are made together with all others.
  for_each_in<Elements>([&](auto element) {
    plugins.constraints[element.name] = {element.about, true, element.type(),
                                         [](Model<Space> const&, Scene const&, Set&) {}};
  });
  for (auto const kind : {CoordinateKind::drive, CoordinateKind::stop, CoordinateKind::limit})
    plugins.constraints[CoordinateBlock<Space>::name_of(kind)] = {
        CoordinateBlock<Space>::about(kind),
        false,
        {},
        [kind](Model<Space> const& model, Scene const& scene, Set& to) {
          auto made = std::make_unique<CoordinateBlock<Space>>(model, scene, kind);
          if (made->capacity() > 0) to.add(std::move(made));
        }};
  plugins.constraints[Efforts<Space>::kind] = {
      Efforts<Space>::about, false, {}, [](Model<Space> const& model, Scene const& scene, Set& to) {
        auto made = std::make_unique<Efforts<Space>>(model, scene);
        if (!made->empty()) to.add(std::move(made));
      }};
  plugins.constraints[Loads<Space>::kind] = {
      Loads<Space>::about, false, {}, [](Model<Space> const& model, Scene const& scene, Set& to) {
        if (!scene.loads.empty()) to.add(std::make_unique<Loads<Space>>(model, scene));
      }};
  plugins.constraints[ContactPointRelation::name] = {
      ContactPointRelation::about, false, {}, add_contacts<Space>};
}

/// Refuses a complementarity function beside a form of friction that does not use one.
inline void refuse_ncp_with(Config& config, std::string const& friction) {
  if (config.is_given("ncp"))
    refuse(config.where("ncp"), shown(config.raw("ncp")) + " beside friction \"" + friction + "\"",
           "no such key, or null: this form makes the normal row itself");
}

/// Registers a complementarity function or a form of friction, read as itself with its settings.
template <class T>
void add_listed(Registry<std::any>& to) {
  to.add<ListedSettings<T>>(T::name, T::about,
                            [](ListedSettings<T> const& set, Config& config) -> std::any {
                              if constexpr (requires { set.value.check(config); })
                                set.value.check(config);
                              return set.value;
                            });
}

/// Compiles a complementarity function, or NoNcp, beside a form of friction.
template <class Space, class Ncp, class Friction>
void add_formulation(Plugins<Space>& plugins) {
  static_assert(treats_whole_contact<Friction> == std::is_same_v<Ncp, NoNcp>,
                "a form of whole contacts takes no complementarity function, each other form one");
  plugins.formulations[{Ncp::name, Friction::name}] = [](std::any const& function,
                                                         std::any const& form) {
    return std::make_shared<BlockFormulation<Space, Ncp, Friction> const>(
        std::any_cast<Ncp const&>(function), std::any_cast<Friction const&>(form));
  };
}

/// Registers a complementarity function, beside all forms of friction of the list that take one.
template <class Space, class Ncp>
void add_unchecked_ncp(Plugins<Space>& plugins) {
  add_listed<Ncp>(plugins.ncp_functions);
  for_each_in<FrictionForms>([&](auto form) {
    if constexpr (!treats_whole_contact<decltype(form)>)
      add_formulation<Space, Ncp, decltype(form)>(plugins);
  });
}

/// Registers a complementarity function of a program's own. Throws Error if its zeros or
/// derivatives are wrong.
template <class Space, class Ncp>
void add_ncp(Plugins<Space>& plugins) {
  require_ncp<Ncp>();
  add_unchecked_ncp<Space, Ncp>(plugins);
}

/// Registers a form of friction, beside all complementarity functions of the list if it takes one.
template <class Space, class Friction>
void add_friction(Plugins<Space>& plugins) {
  add_listed<Friction>(plugins.friction_forms);
  if (Friction::symmetric) plugins.symmetric_friction.emplace_back(Friction::name);
  if constexpr (treats_whole_contact<Friction>)
    add_formulation<Space, NoNcp, Friction>(plugins);
  else
    for_each_in<NcpFunctions>(
        [&](auto phi) { add_formulation<Space, decltype(phi), Friction>(plugins); });
}

/// Reads "friction" and "ncp" of a nonlinear solver.
template <class Space>
std::shared_ptr<Formulation<Space> const> read_formulation(Config& config,
                                                           Plugins<Space> const& all) {
  auto const form = all.friction_forms.make(config.plugin("friction", WNewton::name));
  std::string const friction = config.resolved().at("friction").at("type");
  if (auto const whole = all.formulations.find({NoNcp::name, friction});
      whole != all.formulations.end()) {
    refuse_ncp_with(config, friction);
    return whole->second(NoNcp{}, form);
  }
  auto const function = all.ncp_functions.make(config.plugin("ncp", FischerBurmeister::name));
  std::string const ncp = config.resolved().at("ncp").at("type");
  auto const made = all.formulations.find({ncp, friction});
  if (made == all.formulations.end())
    refuse(config.where("friction"), "\"" + friction + "\" beside ncp \"" + ncp + "\"",
           "a pair of which one comes with Orthant, or that a program compiles by add_formulation");
  return made->second(function, form);
}

template <class Space>
void register_formulations(Plugins<Space>& plugins) {
  for_each_in<NcpFunctions>([&](auto phi) { add_listed<decltype(phi)>(plugins.ncp_functions); });
  for_each_in<FrictionForms>([&](auto form) { add_friction<Space, decltype(form)>(plugins); });
  plugins.formulation = read_formulation<Space>;
}

}  // namespace orthant
