// The table of the solvers that follow Newton's method, with their settings.
#include "orthant/solvers/default_solver.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

#include "orthant/core/config/config.hpp"

namespace orthant {
namespace {

template <class Settings>
Json values_of(Settings set) {
  Json const none = Json::object();
  Json out = none;
  Config config(none, out, "");
  set.fields(config);
  return out;
}

/// With the settings that are not the struct's own defaults.
template <class Settings>
Json changed(Settings const& set) {
  Json out = values_of(set);
  Json const usual = values_of(Settings{});
  for (auto const& [key, value] : usual.items())
    if (out[key] == value) out.erase(key);
  return out;
}

Json changed(NewtonFollower const& newton) {
  Json out = changed(newton.set);
  if (newton.friction) out["friction"] = newton.friction;
  if (newton.step) out["step"] = newton.step;
  return out;
}

template <class Inner>
Json changed(ConeFollower<Inner> const& cone) {
  Json out = changed(cone.set);
  out["inner"] = changed(cone.inner);
  return out;
}

constexpr double acceptable = 100;  // tolerances, where none is given
constexpr double no_limit = 1e6;    // [s]
constexpr double rough = 1e-4;  // tolerance from which on sweeps solve most steps of a pile [m/s]

}  // namespace

std::vector<Follower> default_followers(StepsToSolve const& steps) {
  auto const& law = steps.law;
  bool const coulomb = law == FrictionLaw{}, given = std::isfinite(steps.tolerance);
  bool const needed = steps.stiffness_use == StiffnessUse::needed;
  bool const turns = steps.stiffness_use == StiffnessUse::offered && steps.takes_stiffness;
  bool const polygon = law.kind == FrictionLaw::Kind::polyhedral && steps.has_cone_solvers;
  bool const exact = !needed && coulomb, cones = exact && steps.has_cone_solvers;
  std::string const stiff = "the integrator has geometric stiffness in its equations";
  std::string const host = "Coulomb's law, on a host", device = "Coulomb's law, on a device";
  // Where forces turn within the step, all of their stiffness comes first. The impulses of joints
  // that have turned far since the last step are a bad start.
  NewtonSettings stiffly, freely;
  stiffly.geometric_stiffness = GeometricStiffness::exact;
  stiffly.patience = FirstNewtonSettings{}.patience;
  freely = stiffly;
  freely.start = NewtonSettings::Start::free;
  PivotingSettings pivoting;
  ProximalNewtonSettings proximal;
  HybridSettings hybrid;
  pivoting.seconds = proximal.stop.seconds = hybrid.stop.seconds = no_limit;
  if (law.facets > 0) pivoting.facets = law.facets;
  proximal.iterations = 300;
  hybrid.last_iterations = 1500;
  RelinearisedConeSettings accepting;
  if (!given) accepting.acceptable = acceptable;
  return {
      {needed && coulomb, stiff, "newton", NewtonFollower{stiffly, "alart_curnier", "nonmonotone"}},
      {needed && coulomb, stiff, "newton", NewtonFollower{freely, "alart_curnier"}},
      {needed, stiff, "newton", NewtonFollower{stiffly, nullptr, "nonmonotone"}},
      {needed && coulomb, stiff, "newton", NewtonFollower{stiffly}},
      {turns, "forces turn within a step", "newton", NewtonFollower{freely}},
      {!needed && !coulomb, "another law of friction than Coulomb's", "newton",
       NewtonFollower{{}, nullptr, "nonmonotone"}},
      {!needed && polygon, "polyhedral friction, whose facets it has", "lemke",
       ConeFollower<PivotingSettings>{{}, pivoting}},
      {exact && given && steps.tolerance >= rough,
       "a `tolerance` of " + text(rough) + " m/s at least is given", "sequential_impulses",
       SequentialImpulsesSettings{}},
      {cones, host + "; `acceptable` where no `tolerance` is given", "proximal_newton",
       ConeFollower<ProximalNewtonSettings>{accepting, proximal}},
      {cones, host, "hybrid", ConeFollower<HybridSettings>{{}, hybrid}},
      {exact && !cones, device, "newton", NewtonFollower{{}, "alart_curnier"}},
      {exact && !cones, device, "newton", NewtonFollower{{}, "alart_curnier", "nonmonotone"}},
      {exact && !cones, device, "newton", NewtonFollower{{}, nullptr, "nonmonotone"}}};
}

Json changed_settings(NewtonSettings const& set) {
  Json out = changed(set);
  if (set.friction != std::string_view(NewtonSettings{}.friction)) out["friction"] = set.friction;
  return out;
}

Json Follower::changed() const {
  return std::visit([](auto const& settings) { return orthant::changed(settings); }, set);
}

}  // namespace orthant
