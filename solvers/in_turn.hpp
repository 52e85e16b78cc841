// The solvers `sequence` and `cascade`, which run other solvers in turn.
#pragma once
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/method/plugins.hpp"
#include "solvers/nonlinear/sequence.hpp"
#include "solvers/register.hpp"

namespace orthant {

/// The schema of "solvers" and "then"; `about` is a JSON string with its quotation marks.
inline std::string solvers_schema(char const* about) {
  std::string out = R"({"type": "array", "minItems": 1,
  "items": {"oneOf": [{"$ref": "#/$defs/nonlinear_solver/oneOf/0"},
                      {"$ref": "#/$defs/nonlinear_solver/oneOf/1"}]},
  "description": )";
  out += about;
  return out += "}";
}

/// A list of solvers of one law.
template <class Space>
class SolversInTurn {
 public:
  using Settings = typename Sequence<Space>::Settings;

  void add(std::string const& type, SolverRecipe<Space> const& solver, std::string const& where) {
    if (set_.parts.empty()) law_ = solver.law;
    if (solver.law != law_)
      refuse(where, "\"" + type + "\", whose contacts obey " + text(solver.law),
             "solvers of one law; the first has " + text(law_));
    set_.parts.push_back({name_for(type), solver});
  }

  /// Adds the solvers of a JSON array at `where`; `tolerance` is the default of each.
  void add(Plugins<Space> const& all, Demands const& demands, Json const& given, Json& resolved,
           std::string const& where, double tolerance = tolerance_by_speed) {
    if (!given.is_array() || given.empty())
      refuse(where, shown(given), "an array of nonlinear solvers, one at least");
    resolved = Json(given.size(), nullptr);
    for (std::size_t i = 0; i < given.size(); ++i) {
      Json one = given[i].is_string() ? Json{{"type", given[i]}} : given[i];
      if (std::isfinite(tolerance) && one.is_object() && !one.contains("tolerance"))
        one["tolerance"] = tolerance;
      std::string const here = where + "/" + std::to_string(i);
      auto const solver = all.nonlinear_solvers.make({one, resolved[i], here}, all, demands);
      add(resolved[i].at("type").template get<std::string>(), solver, here);
    }
  }

  /// A step begins with the second solver after two steps at which the first took so many
  /// iterations.
  void first_is_costly_from(int iterations) { set_.costly_from = iterations; }

  FrictionLaw law() const { return law_; }
  SolverRecipe<Space> recipe(bool adapts, bool falls_back = false) const {
    Settings set = set_;
    set.adapts = adapts;
    set.falls_back = falls_back;
    auto const& first = set.parts.front();
    return {.law = law_,
            .tolerance = first.solver.tolerance,
            .first = first.name,
            .falls_back_on_linear_gaps = falls_back,
            .make = [set](Sizes const& n) { return std::make_unique<Sequence<Space>>(set, n); }};
  }

 private:
  /// The type as a name; with a number if the type is in the list already.
  std::string name_for(std::string const& type) const {
    auto const same = std::ranges::count_if(set_.parts, [&](auto const& each) {
      return each.name.substr(0, each.name.find(' ')) == type;
    });
    return same == 0 ? type : type + " " + std::to_string(same + 1);
  }

  Settings set_;
  FrictionLaw law_;
};

struct SequenceSettings {
  void fields(Fields& f) {
    f.described(
        "solvers",
        solvers_schema(R"("the first is asked first; absent: newton, then hybrid")").c_str());
  }
};

/// Reads the solvers at "solvers"; by default Newton and one fallback.
template <class Space>
SolverRecipe<Space> sequence_recipe(Config& config, Plugins<Space> const& all,
                                    Demands const& demands) {
  bool const cones = all.nonlinear_solvers.entries().contains("hybrid");
  bool const stiff =
      demands.stiffness_use == StiffnessUse::needed;  // cone solvers do not support it
  Json const otherwise = {{{"type", "newton"}},
                          stiff   ? Json{{"type", "newton"}, {"step", "nonmonotone"}}
                          : cones ? Json{{"type", "hybrid"}}
                                  : Json{{"type", "newton"}, {"friction", "w_fixed_point"}}};
  bool const chosen = config.has("solvers");
  if (!chosen) config.children("solvers");  // marks the key as known
  Json const given = chosen ? config.raw("solvers") : otherwise;
  SolversInTurn<Space> parts;
  parts.add(all, demands, given, config.resolved()["solvers"], config.where("solvers"));
  return parts.recipe(false);
}

/// The settings of Newton, with a smaller patience.
struct CascadeSettings : NewtonSettings {
  CascadeSettings() { patience = 10; }
  void fields(Fields& f) {
    NewtonSettings::fields(f);
    f.described(
        "then",
        solvers_schema(R"("what follows where Newton does not converge; absent: what solves most")")
            .c_str());
  }
};

/// Tolerance [m/s] from which on sweeps solve most steps of a pile.
inline constexpr double rough = 1e-4;

/// The default solvers after Newton, if forces keep their directions. The order has the least cost
/// on steps that Newton does not solve.
template <class Space>
Json followers_at_rest(Plugins<Space> const& all, FrictionLaw const& law, double tolerance) {
  Json const damped = {{"type", "newton"}, {"step", "nonmonotone"}};
  if (law != FrictionLaw{}) {
    Json same = damped;
    same["friction"] = form_of(law);
    Json out = Json::array({same});
    if (law.kind == FrictionLaw::Kind::polyhedral &&
        all.nonlinear_solvers.entries().contains("lemke"))
      out.push_back({{"type", "lemke"}, {"inner", {{"facets", law.facets}, {"seconds", 1e6}}}});
    return out;
  }
  Json out = Json::array();
  if (std::isfinite(tolerance) && tolerance >= rough)
    out.push_back({{"type", "sequential_impulses"}});
  if (!all.nonlinear_solvers.entries().contains("proximal_newton")) {
    Json exact = {{"type", "newton"}, {"friction", "alart_curnier"}}, damped_exact = exact;
    damped_exact["step"] = "nonmonotone";
    Json const fixed_point = {{"type", "newton"}, {"friction", "w_fixed_point"}};
    for (auto const& each : {exact, damped_exact, fixed_point}) out.push_back(each);
    return out;
  }
  // Limits count iterations, so that the result does not depend on the speed of the machine.
  Json cones = Json::parse(R"([
    {"type": "proximal_newton", "inner": {"iterations": 300, "seconds": 1e6}},
    {"type": "hybrid", "inner": {"last_iterations": 1500, "seconds": 1e6}}])");
  constexpr double acceptable = 100;  // tolerances, where none is given
  if (!std::isfinite(tolerance)) cones[0]["acceptable"] = acceptable;
  for (auto const& each : cones) out.push_back(each);
  return out;
}

/// Where they turn within a step, all of their stiffness comes first, if there is a linear solver
/// that takes it; where it is a part of the step, exact forms of friction with it are all that can
/// follow.
template <class Space>
Json followers(Plugins<Space> const& all, FrictionLaw const& law, StiffnessUse stiffness_use,
               double tolerance) {
  Json exact = {{"type", "newton"}, {"geometric_stiffness", "exact"}, {"patience", 10}};
  // impulses of joints that have turned far since the last step are a bad start
  if (stiffness_use == StiffnessUse::offered) exact["start"] = "free";
  if (law != FrictionLaw{}) exact["friction"] = form_of(law);
  if (stiffness_use == StiffnessUse::needed) {
    Json damped = exact;
    damped["step"] = "nonmonotone";
    if (law != FrictionLaw{}) return Json::array({damped});
    Json sharp = exact;
    sharp["friction"] = "alart_curnier";
    Json damped_sharp = sharp, free_sharp = sharp;
    damped_sharp["step"] = "nonmonotone";
    free_sharp["start"] = "free";
    return Json::array({sharp, damped_sharp, free_sharp, damped});
  }
  Json out = Json::array();
  if (stiffness_use == StiffnessUse::offered &&
      all.linear_solvers.entries().contains("saddle_point"))
    out.push_back(exact);
  for (auto const& each : followers_at_rest(all, law, tolerance)) out.push_back(each);
  return out;
}

/// Newton with the keys of `cascade`, followed by the solvers at "then".
template <class Space>
SolverRecipe<Space> cascade_recipe(CascadeSettings set, Config& config, Plugins<Space> const& all,
                                   Demands const& demands) {
  bool const chosen = config.has("then");
  if (!chosen) config.children("then");  // marks the key as known
  // Newton supports forces of joints that turn within a step.
  if (set.geometric_stiffness == GeometricStiffness::automatic &&
      demands.stiffness_use == StiffnessUse::offered)
    set.geometric_stiffness = GeometricStiffness::lumped;
  SolversInTurn<Space> parts;
  parts.add("newton", newton_recipe(set, config, all, demands), config.path());
  Json const then = chosen ? config.raw("then")
                           : followers(all, parts.law(), demands.stiffness_use, set.tolerance);
  parts.add(all, demands, then, config.resolved()["then"], config.where("then"), set.tolerance);
  constexpr int costly = 5;  // iterations of Newton's method, each as expensive as a dozen sweeps
                             // or more
  if (!chosen && then.front().value("type", "") == "sequential_impulses")
    parts.first_is_costly_from(costly);
  return parts.recipe(true, !chosen);
}

template <class Space>
void register_in_turn(Plugins<Space>& plugins) {
  plugins.nonlinear_solvers.template add<SequenceSettings>(
      "sequence", "solvers in turn, each where the one before did not converge",
      [](SequenceSettings const&, Config& config, Plugins<Space> const& all,
         Demands const& demands) { return sequence_recipe(config, all, demands); });
  plugins.nonlinear_solvers.template add<CascadeSettings>(
      "cascade", "newton, then stronger solvers in steps at which it does not converge",
      cascade_recipe<Space>);
}

}  // namespace orthant
