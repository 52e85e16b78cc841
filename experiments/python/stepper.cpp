// Makes steps, and refuses inputs that would make them wrong.
#include "experiments/python/stepper.hpp"

#include <algorithm>
#include <cmath>

#include "backends/stepping/beyond_half_a_turn.hpp"
#include "backends/stepping/pushed.hpp"
#include "experiments/app/run/run.hpp"
#include "experiments/python/session.hpp"

namespace orthant::python {
namespace {

bool finite(Pose<> const& X) {
  return std::isfinite(dot(X.p_WB, X.p_WB)) &&
         std::isfinite(X.q_WB.w + X.q_WB.x + X.q_WB.y + X.q_WB.z);
}
bool finite(Twist const& u) { return std::isfinite(dot(u, u)); }

Real length(Quat<> const& q) { return std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z); }

}  // namespace

Stepper::Stepper(Json const& input, std::string const& path)
    : input_(input), experiment_(std::make_unique<Experiment>(build_experiment(input, path))) {
  at_end(this, [this] {
    differentiated_.reset();
    experiment_->simulation.reset();
  });
  auto& s = simulation();
  if (s.solves())
    begin_ = save();
  else
    begin_of_other_ = s.snapshot();
}

Stepper::~Stepper() { forget(this); }

Simulation& Stepper::simulation() {
  if (!experiment_->simulation) throw Error("the library has ended, and this simulation with it");
  return *experiment_->simulation;
}

std::string Stepper::why_unsolved(StepReport const& report) const {
  return "step " + std::to_string(steps_) +
         " is not solved: " + orthant::why_unsolved(*experiment_->simulation, report);
}

void Stepper::require_finite() {
  auto const& s = simulation();
  int const n = s.worlds() * s.bodies();
  auto const all = [&](Pose<> const* pose, Twist const* twist) {
    for (int i = 0; i < n; ++i)
      if (!finite(pose[i]) || !finite(twist[i])) return false;
    return true;
  };
  bool good = true;
  if (auto const view = s.view(); view.pose) {
    good = all(view.pose, view.twist);
  } else {
    auto const copy = s.snapshot();
    good = all(copy.pose.data(), copy.twist.data());
  }
  if (!good) throw Error("state not finite after step " + std::to_string(steps_));
}

Steps Stepper::step(int n, bool stops, std::function<void()> const& after) {
  if (n < 0) refuse("n", std::to_string(n), "a number of steps >= 0");
  auto& s = simulation();
  Steps out;
  while (out.made < n) {
    StepRecord const& report = s.step();
    if (report.missing_contacts > 0)
      throw Error(std::string(no_room) + ": room for " + std::to_string(report.missing_contacts) +
                  " contacts more was needed in step " + std::to_string(steps_ + 1));
    ++steps_;
    ++out.made;
    require_finite();
    if (s.solves() && !report.solved()) {
      if (out.unsolved++ == 0) out.first_unsolved = why_unsolved(report);
      if (stops) break;
    }
    after();
  }
  return out;
}

void Stepper::carry(Carried& c) {
  c.values(steps_, start_);
  std::string of_simulation;
  if (!c.reads()) of_simulation = simulation().save();
  c.list(of_simulation);
  if (c.reads()) simulation().restore(of_simulation);
}

std::string Stepper::save() {
  return saved([this](Carried& c) { carry(c); });
}

void Stepper::restore(std::string_view bytes) {
  restore_saved(bytes, [this](Carried& c) { carry(c); });
}

void Stepper::reset() {
  if (simulation().solves()) return restore(begin_);
  simulation().set_state(begin_of_other_);
  steps_ = 0;
  start_ = 0;
}

void Stepper::set_state(Snapshot state, bool unturned) {
  auto& s = simulation();
  auto const& bodies = experiment_->setup.scene.bodies;
  int const n = s.bodies();
  auto const where = [&](char const* what, int i) {
    return std::string(what) + "[" + std::to_string(i / n) + ", " + std::to_string(i % n) +
           "] (body \"" + bodies[static_cast<std::size_t>(i % n)].name + "\")";
  };
  for (int i = 0; i < s.worlds() * n; ++i) {
    auto& pose = state.pose[static_cast<std::size_t>(i)];
    auto const& twist = state.twist[static_cast<std::size_t>(i)];
    if (!finite(pose)) refuse(where("poses", i), "a number that is not finite", "finite ones");
    if (!finite(twist)) refuse(where("twists", i), "a number that is not finite", "finite ones");
    Real const size = length(pose.q_WB);
    if (!(std::abs(size - 1) <= 1e-6))
      refuse(where("poses", i), "a quaternion of length " + text(size),
             "a unit quaternion (w, x, y, z), to 1e-6");
    if (std::abs(size - 1) > 1e-15) pose.q_WB = normalised(pose.q_WB);
    if (bodies[static_cast<std::size_t>(i % n)].motion == Motion::fixed && dot(twist, twist) > 0)
      refuse(where("twists", i), "a twist of a body that is fixed", "zeros");
  }
  if (!std::isfinite(state.time)) refuse("time", text(state.time), "a number that is finite");
  if (auto const beyond = beyond_half_a_turn(experiment_->setup.scene, state.time);
      !unturned && !beyond.empty())
    refuse("set_state", "joint \"" + beyond + "\", whose turns count and are not in poses",
           "unturned=True for joints within half a turn, or restore() for a state with its turns");
  s.set_state(state);
  steps_ = 0;
  start_ = state.time;
}

void Stepper::differentiate(bool keeps, std::vector<std::string> const& paths) {
  differentiated_.reset();
  if (keeps) {
    std::vector<Parameter> parameters;
    parameters.reserve(paths.size());
    for (auto const& path : paths) parameters.push_back(parameter_at(path, *experiment_, input_));
    differentiated_ = std::make_unique<Differentiated>(*experiment_, input_, parameters);
  }
  simulation().keep_parts(keeps);
}

Differentiated& Stepper::differentiated() {
  if (!differentiated_)
    throw Error("there is no derivative: differentiate() before a step keeps what it is made of");
  return *differentiated_;
}

namespace {

Pushed& pushed(Simulation& s) {
  auto* const out = dynamic_cast<Pushed*>(&s);
  if (!out) throw Error("wrenches: another simulator takes those of the experiment alone");
  return *out;
}

}  // namespace

void Stepper::push(std::vector<Vec6> const& wrenches) {
  auto& s = simulation();
  auto const& bodies = experiment_->setup.scene.bodies;
  for (std::size_t i = 0; i < wrenches.size(); ++i) {
    auto const& body = bodies[i % bodies.size()];
    Real const size = dot(wrenches[i], wrenches[i]);
    std::string const where = "wrenches[" + std::to_string(i / bodies.size()) + ", " +
                              std::to_string(i % bodies.size()) + "] (body \"" + body.name + "\")";
    if (!std::isfinite(size)) refuse(where, "a number that is not finite", "finite ones");
    if (body.motion != Motion::dynamic && size > 0)
      refuse(where, "a force on a body that does not react", "zeros");
  }
  pushed(s).push(wrenches);
}

std::vector<Vec6> Stepper::wrenches() { return pushed(simulation()).wrenches(); }

}  // namespace orthant::python
