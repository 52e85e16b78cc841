// Steps with changes and forces between them.
#include "experiments/app/view/session.hpp"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "experiments/app/run/run.hpp"
#include "experiments/app/run/summary.hpp"
#include "orthant/backends/stepping/steered.hpp"

namespace orthant {
namespace {

Experiment built_for_view(Json const& document, std::string const& path) {
  Experiment e = build_experiment(without_end(document), path);
  if (e.setup.worlds > 1)
    refuse(path + "/worlds", std::to_string(e.setup.worlds),
           document.contains("worlds") ? "one world: --set worlds=1" : "a scene of one world");
  return e;
}

/// Whether all of a change is about laws and solvers, so that what steps carry on still holds.
bool keeps_steps(std::vector<Change> const& changes) {
  return std::ranges::none_of(changes, [](Change const& each) {
    return each.path == "/step" || each.path == "/integrator";
  });
}

}  // namespace

Session::Session(Json experiment, std::string path)
    : document_(std::move(experiment)),
      path_(std::move(path)),
      e_(built_for_view(document_, path_)) {
  begin();
}

void Session::begin() {
  start_ = state();
  forces_ = {};
  hands_.clear();
  acting_.clear();
  pushes_ = false;
  steps_ = 0;
  changed_at_.reset();
  unsolved_ = {};
  last_solved_ = true;
  numbers_ = Json::object();
  stopped_.clear();
}

void Session::reset() {
  e_ = built_for_view(document_, path_);
  begin();
}

void Session::require_same_bodies(Experiment const& other) const {
  auto const &now = e_.setup.scene.bodies, &then = other.setup.scene.bodies;
  bool const same = std::ranges::equal(now, then, [](BodySpec const& a, BodySpec const& b) {
    return a.name == b.name && a.motion == b.motion;
  });
  if (!same) refuse(path_ + "/scene", "other bodies", "the same, or a new start of the program");
}

std::string Session::change(std::vector<Change> const& changes) {
  Json document = document_;
  for (auto const& each : changes) apply_change(document, each, path_);
  Experiment next = built_for_view(document, path_);
  require_same_bodies(next);
  std::string told = "the motion begins with it";
  if (steps_ > 0) {
    bool whole = keeps_steps(changes);
    if (whole) try {
        next.simulation->restore(e_.simulation->save());
        told = "taken along: all that steps carry on";
      } catch (Error const&) {
        whole = false;  // of another method
      }
    if (!whole) {
      next.simulation->set_state(state());
      told = "taken along: poses and velocities";
      if (!e_.setup.scene.joints.empty()) told += "; joints count turns anew";
    }
    if (int const missing = next.simulation->missing_contacts(); missing > 0)
      refuse(path_ + "/scene/contact/capacity",
             "no room for " + std::to_string(missing) + " contacts more", "a larger capacity");
    if (!changed_at_) changed_at_ = steps_;
  }
  for (auto const& doubt : next.warnings)
    if (std::ranges::find(e_.warnings, doubt) == e_.warnings.end()) told += "; doubtful: " + doubt;
  document_ = std::move(document);
  e_ = std::move(next);
  stopped_.clear();
  ++revision_;
  return told;
}

void Session::hold(std::vector<Hand> hands) {
  auto const& bodies = e_.setup.scene.bodies;
  for (auto const& each : hands) {
    bool const known = each.body >= 0 && each.body < static_cast<int>(bodies.size());
    if (!known || bodies[nth(each.body)].motion != Motion::dynamic)
      refuse("body", std::to_string(each.body), "the index of a dynamic body");
  }
  if (!hands.empty()) part_of(*e_.simulation, &SimulationParts::pushed, "hands");
  hands_ = std::move(hands);
}

Wrenches Session::wrenches_of_hands(Snapshot const& now) const {
  Wrenches out;
  for (auto const& hand : hands_) {
    auto const b = nth(hand.body);
    out[hand.body] += wrench_of(hand, e_.setup.scene, now.pose[b], now.twist[b], e_.setup.h);
  }
  return out;
}

/// The wrenches of the scene and of the hands, for the next step.
void Session::push() {
  if (acting_.empty() && !pushes_) return;
  auto const& bodies = e_.setup.scene.bodies;
  std::vector<Vec6> all(bodies.size());
  for (std::size_t b = 0; b < all.size(); ++b) all[b] = bodies[b].wrench_W;
  for (auto const& [body, wrench] : acting_) all[nth(body)] += wrench;
  e_.simulation->parts().pushed->push(all);
  pushes_ = true;
}

bool Session::step() {
  if (forces_.full() && !hands_.empty())
    stopped_ = "the record of forces is full; a reset empties it";
  if (!stopped_.empty()) return false;
  Snapshot const before = state();
  acting_ = wrenches_of_hands(before);
  push();
  auto const begun = std::chrono::steady_clock::now();
  StepRecord const& made = e_.simulation->step();
  std::chrono::duration<double> const wall = std::chrono::steady_clock::now() - begun;
  if (made.missing_contacts > 0) {
    stopped_ = why_no_room(steps_ + 1, made.missing_contacts);
    return false;
  }
  ++steps_;
  if (!acting_.empty() || !forces_.empty()) forces_.add(acting_, before.time, state().time);
  look(made, wall.count());
  return stopped_.empty();
}

void Session::look(StepRecord const& made, double wall) {
  auto& simulation = *e_.simulation;
  Measures const worst = over_worlds(simulation.measure());
  last_solved_ = !simulation.solves() || made.solved();
  if (!last_solved_) unsolved_.add(steps_, made, simulation);
  auto const known = known_of_steps(simulation);
  StepRow const row{.step = steps_,
                    .time = state().time,
                    .report = made,
                    .solved_by = "",
                    .measures = worst,
                    .wall = wall};
  numbers_ = Json::object();
  for (auto const& each : metrics()) {
    if (!each.column || !each.is_in(known)) continue;
    Cell const cell = each.of_step ? each.of_step(row) : Cell(each.of_world.in(worst));
    std::visit([&](auto const& value) { numbers_[each.column] = value; }, cell);
  }
  stopped_ = why_to_stop(e_, steps_, made, worst, start_);
}

Json Session::to_run_again() const {
  return orthant::to_run_again(document_, e_.resolved, forces_.loads(e_.setup.scene), steps_);
}

std::vector<std::string> Session::why_not_same() const {
  std::vector<std::string> out;
  if (changed_at_)
    out.push_back("The configuration was changed after step " + std::to_string(*changed_at_) +
                  "; the file has the last one from the start.");
  if (!says_its_length(document_))
    out.push_back("The reference of the experiment decides how long the file runs.");
  auto const& scene = e_.setup.scene;
  for (int const b : forces_.bodies()) {
    auto const& body = scene.bodies[nth(b)];
    bool const given = dot(body.wrench_W, body.wrench_W) > 0;
    if (given && std::ranges::any_of(scene.loads, [b](auto const& load) { return load.body == b; }))
      out.push_back("\"" + body.name +
                    "\" has a force and a load of its own, which the file adds to the others in "
                    "another order: the last digits differ.");
  }
  return out;
}

}  // namespace orthant
