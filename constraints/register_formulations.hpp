// Registers the formulations by the names of their two parts.
#pragma once
#include <nlohmann/json.hpp>

#include "orthant/constraints/detail/block_formulation.hpp"
#include "orthant/constraints/detail/own_checks.hpp"
#include "orthant/core/method/plugins.hpp"

namespace orthant {

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
void add_unchecked_friction(Plugins<Space>& plugins) {
  add_listed<Friction>(plugins.friction_forms);
  if (Friction::symmetric) plugins.symmetric_friction.emplace_back(Friction::name);
  if constexpr (treats_whole_contact<Friction>)
    add_formulation<Space, NoNcp, Friction>(plugins);
  else
    for_each_in<NcpFunctions>(
        [&](auto phi) { add_formulation<Space, decltype(phi), Friction>(plugins); });
}

/// Registers a form of friction of a program's own. Throws Error if its zeros or derivatives are
/// wrong.
template <class Space, class Friction>
void add_friction(Plugins<Space>& plugins) {
  require_friction<Friction>();
  add_unchecked_friction<Space, Friction>(plugins);
}

/// Reads "friction", with its default, and "ncp" of a nonlinear solver.
template <class Space>
std::shared_ptr<Formulation<Space> const> read_formulation(Config& config,
                                                           Plugins<Space> const& all,
                                                           char const* otherwise) {
  auto const form = all.friction_forms.make(config.plugin("friction", otherwise));
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

/// Registers all functions and forms of the lists, each pair of them, and the reading of both.
template <class Space>
void register_formulations(Plugins<Space>& plugins) {
  for_each_in<NcpFunctions>([&](auto phi) { add_listed<decltype(phi)>(plugins.ncp_functions); });
  for_each_in<FrictionForms>(
      [&](auto form) { add_unchecked_friction<Space, decltype(form)>(plugins); });
  plugins.formulation = read_formulation<Space>;
}

}  // namespace orthant
