// The solvers `sequence` and `cascade`, which run other solvers in turn.
#pragma once
#include <algorithm>
#include <nlohmann/json.hpp>

#include "orthant/core/method/plugins.hpp"
#include "orthant/solvers/default_solver.hpp"
#include "orthant/solvers/nonlinear/sequence.hpp"
#include "orthant/solvers/register.hpp"

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
                          cones && !stiff ? Json{{"type", "hybrid"}}
                                          : Json{{"type", "newton"}, {"step", "nonmonotone"}}};
  bool const chosen = config.has("solvers");
  if (!chosen) config.children("solvers");  // marks the key as known
  Json const given = chosen ? config.raw("solvers") : otherwise;
  SolversInTurn<Space> parts;
  parts.add(all, demands, given, config.resolved()["solvers"], config.where("solvers"));
  return parts.recipe(false);
}

/// The first solver's settings, and what follows it.
struct CascadeSettings : FirstNewtonSettings {
  void fields(Fields& f) {
    NewtonSettings::fields(f);
    f.described(
        "then",
        solvers_schema(R"("what follows where Newton does not converge; absent: what solves most")")
            .c_str());
  }
};

/// The default solvers after Newton's method, as an experiment would list them.
inline Json listed(std::vector<Follower> const& followers, FrictionLaw const& law) {
  Json out = Json::array();
  for (auto const& each : followers) {
    Json one = each.changed();
    one["type"] = each.type;
    if (std::holds_alternative<NewtonFollower>(each.set) && law != FrictionLaw{})
      one["friction"] = form_of(law);
    out.push_back(one);
  }
  return out;
}

/// Whether the linear solver, given or by default, takes matrices that are not symmetric.
template <class Space>
bool takes_any_matrix(Config& config, Plugins<Space> const& all) {
  Json const given = config.has("linear") ? config.raw("linear") : Json("by_size");
  Json const type = given.is_object() && given.contains("type") ? given["type"] : given;
  auto const any =
      linear_solvers_that(all, [](auto const& each) { return each.takes_nonsymmetric; });
  return type.is_string() && std::ranges::find(any, type.get<std::string>()) != any.end();
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
  if (!takes_any_matrix(config, all)) set.friction = NewtonSettings{}.friction;
  SolversInTurn<Space> parts;
  parts.add("newton", newton_recipe(set, config, all, demands), config.path());
  Json then;
  if (chosen) {
    then = config.raw("then");
  } else {
    auto followers = default_followers(
        {parts.law(), demands.stiffness_use, set.tolerance,
         all.nonlinear_solvers.entries().contains("hybrid"),
         !linear_solvers_that(all, [](auto const& each) { return each.takes_stiffness; }).empty()});
    std::erase_if(followers, [](Follower const& each) { return !each.asked; });
    if (std::holds_alternative<SequentialImpulsesSettings>(followers.front().set))
      parts.first_is_costly_from(iterations_of_costly_first);
    then = listed(followers, parts.law());
  }
  parts.add(all, demands, then, config.resolved()["then"], config.where("then"), set.tolerance);
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
