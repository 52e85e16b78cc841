// Refusals that need the scene, the output or the simulation as a whole.
#include "experiments/app/run/requirements.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiments/app/run/doubts.hpp"
#include "experiments/app/run/resumption.hpp"

namespace orthant {
namespace {

constexpr std::size_t most_pairs = 200;  // in a message

/// What is odd about one of the bodies, "; ...": an overlap may come of a slip of units.
std::string doubt_about(Experiment const& experiment, int a, int b) {
  auto const& bodies = experiment.setup.scene.bodies;
  for (auto const& doubt : doubts(experiment))
    for (int const each : {a, b})
      if (doubt.starts_with(bodies[nth(each)].path + ": "))
        return "; " + doubt.substr(doubt.find(": ") + 2);
  return "";
}

/// Refuses what is about single steps, where parts of an interval are made more than once.
void require_step_of_given_length(Experiment const& e, Config const& config) {
  if (!(e.setup.accuracy > 0)) return;
  std::string const otherwise =
      "no such key beside a step of chosen lengths, or a number as \"step\"";
  if (e.output.looks_at_iterates())
    refuse(config.where("output/residuals"), "residuals of iterates", otherwise);
  if (e.systems) refuse(config.where("record_systems"), "systems of iterates", otherwise);
  if (!e.simulation->solves())
    refuse(config.where("step"), "an accuracy beside another simulator", "a number > 0 [s]");
}

/// Refuses output that another simulator does not provide.
void require_known(Experiment const& e, Config const& config) {
  if (e.simulation->solves()) return;
  auto const absent = [&](bool asked, std::string const& key, std::string const& what) {
    if (asked)
      refuse(config.where(key), what,
             "false, or no such key, beside a backend that is another simulator");
  };
  absent(e.record.has_value(), "record_problems", "contact problems to record");
  absent(e.systems.has_value(), "record_systems", "systems to record");
  absent(e.output.looks_at_iterates(), "output/residuals", "residuals");
  absent(e.output.solves, "output/solves", "solves");
  absent(e.output.gauss_gap, "output/gauss_gap", "distances from Gauss's minimum");
  absent(e.output.joint_reactions, "output/joint_reactions", "reactions");
  absent(e.output.joints, "output/joints", "efforts of joints");
  absent(e.output.contacts && !e.simulation->tells_contact_forces(), "output/contacts",
         "forces of contacts, which " + e.device + " does not tell");
}

/// Refuses output of iterates for solvers that do not show them.
void require_iterates(Experiment const& experiment, Config const& config) {
  if (!experiment.systems && !experiment.output.looks_at_iterates()) return;
  if (experiment.simulation->show_iterates(nullptr)) return;
  refuse(config.where("solver"), "a solver that does not show its iterates",
         std::string("no ") + (experiment.systems ? "record_systems" : "output/residuals") +
             " beside it, or a solver that shows them: newton, a cone solver, or these in turn");
}

}  // namespace

void require_parts_in_scene(Json const& input, std::string const& path) {
  for (char const* key : {"bodies", "joints", "assemblies"})
    if (input.contains(key))
      refuse(path + "/" + key, shown(input.at(key)),
             "it in \"scene\": {\"" + std::string(key) + "\": [...]}");
}

void require_countable(Setup const& setup, std::string const& where) {
  auto const& scene = setup.scene;
  double const most = 5e8, worlds = setup.worlds;
  double const contacts = scene.contact.room(setup.worlds, static_cast<int>(scene.bodies.size()));
  double const rows = 3 * contacts + 6 * worlds * static_cast<double>(scene.joints.size());
  if (rows > most)
    refuse(where, "room for " + text(rows) + " rows of contacts and joints",
           "up to " + text(most) + ": fewer bodies or worlds, or a smaller scene/contact/capacity");
}

void require_possible_output(Experiment const& e, Config const& config) {
  require_step_of_given_length(e, config);
  require_known(e, config);
  require_iterates(e, config);
}

void keep_possible_snapshots(Experiment& e, bool asked, Config const& config) {
  auto const why = why_not_resumed(e);
  if (why.empty()) return;
  if (asked && e.output.snapshot_every > 0)
    refuse(config.where("output/snapshot_every"), text(e.output.snapshot_every) + " beside " + why,
           "0, or no such key, beside it");
  e.output.snapshot_every = 0;
  e.resolved["output"]["snapshot_every"] = 0.0;
}

void require_room(Experiment const& experiment, std::string const& where) {
  if (int const missing = experiment.simulation->missing_contacts(); missing > 0)
    refuse(where + "/scene/contact/capacity",
           "no room for " + std::to_string(missing) + " contacts more", "a larger capacity");
}

void require_apart(Experiment const& experiment, std::string const& where) {
  auto const& scene = experiment.setup.scene;
  int const n = experiment.simulation->bodies();
  auto const all = experiment.simulation->contacts();
  auto const overlaps = [&](Contact const& c) { return -c.gap > scene.contact.overlap_tolerance; };
  auto const first = std::ranges::find_if(all, overlaps);
  if (first == all.end()) return;
  Json pairs = Json::array();
  for (auto const& c : all) {
    auto const [a, b] = std::minmax({c.a % n, c.b % n});
    Json const pair = {scene.bodies[a].name, scene.bodies[b].name};
    if (overlaps(c) && std::ranges::find(pairs, pair) == pairs.end()) pairs.push_back(pair);
    if (pairs.size() > most_pairs) break;
  }
  std::string more;
  if (pairs.size() > most_pairs) {
    pairs.erase(pairs.size() - 1);
    more = ", of which there are more than these " + std::to_string(most_pairs);
  }
  refuse(where + "/scene",
         "\"" + scene.bodies[first->a % n].name + "\" and \"" + scene.bodies[first->b % n].name +
             "\" overlapping by " + text(-first->gap) + " m" +
             (scene.worlds.empty() ? "" : " in world " + std::to_string(first->world)) +
             (pairs.size() > 1 ? ", the first of " + std::to_string(pairs.size()) + " pairs" : ""),
         "overlaps up to contact/overlap_tolerance, " + text(scene.contact.overlap_tolerance) +
             " m; another start; or pairs that never touch, in \"scene\": {\"apart\": " +
             pairs.dump() + "}" + more +
             (experiment.models.empty() ? ""
                                        : "; or \"self_collision\": false of a robot, which takes "
                                          "apart the parts of each of its trees") +
             doubt_about(experiment, first->a % n, first->b % n));
}

}  // namespace orthant
