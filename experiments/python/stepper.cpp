// Makes steps, and refuses inputs that would make them wrong.
#include "experiments/python/stepper.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/app/run/joint_doubts.hpp"
#include "experiments/app/run/run.hpp"
#include "experiments/python/session.hpp"
#include "orthant/backends/joint_space/close_rates.hpp"
#include "orthant/backends/stepping/beyond_half_a_turn.hpp"
#include "orthant/backends/stepping/steered.hpp"
#include "orthant/core/execution/same_bits.hpp"

namespace orthant::python {
namespace {

bool finite(Pose<> const& X) {
  return std::isfinite(dot(X.p_WB, X.p_WB)) &&
         std::isfinite(X.q_WB.w + X.q_WB.x + X.q_WB.y + X.q_WB.z);
}
bool finite(Twist const& u) { return std::isfinite(dot(u, u)); }

Real length(Quat<> const& q) { return std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z); }

}  // namespace

std::size_t require_world(Stepper& stepper, int world) {
  int const worlds = stepper.simulation().worlds();
  if (world < 0 || world >= worlds)
    refuse("world", std::to_string(world), "0 to " + std::to_string(worlds - 1));
  return nth(world);
}

Stepper::Stepper(Json const& input, std::string const& path) : input_(input) {
  experiment_ = std::make_unique<Experiment>(build_experiment(input, path));
  at_end(this, [this] {
    differentiated_.reset();
    experiment_->simulation.reset();
  });
  auto& s = simulation();
  joints_ = std::make_unique<Joints>(experiment_->setup.scene, s.worlds());
  start_joints();
  begin_state_ = s.snapshot();
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
  if (n > 0) drive();
  while (out.made < n) {
    before_ = twists();
    StepRecord const& report = s.step();
    if (report.missing_contacts > 0)
      throw Error(std::string(no_room) + ": room for " + std::to_string(report.missing_contacts) +
                  " contacts more was needed in step " + std::to_string(steps_ + 1));
    ++steps_;
    stepped_ = true;
    ++out.made;
    require_finite();
    follow_joints();
    std::ranges::fill(new_, 0);
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
  joints_->carry(c);
  if (!c.reads()) return;
  if (auto* const of = simulation().parts().steered) driven_ = of->inputs();
  joints_->set_inputs(driven_);
  before_ = twists();
  stepped_ = false;
  std::ranges::fill(new_, 0);
}

std::string Stepper::save() {
  drive();
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
  stepped_ = false;
  start_joints();
}

void Stepper::set_state(Snapshot state, bool unturned) {
  auto& s = simulation();
  auto const& bodies = experiment_->setup.scene.bodies;
  int const n = s.bodies();
  auto const where = [&](char const* what, int i) { return joints_->of_item(what, i / n, i % n); };
  for (int i = 0; i < s.worlds() * n; ++i) {
    auto& pose = state.pose[nth(i)];
    auto const& twist = state.twist[nth(i)];
    if (!finite(pose)) refuse(where("poses", i), "a number that is not finite", "finite ones");
    if (!finite(twist)) refuse(where("twists", i), "a number that is not finite", "finite ones");
    Real const size = length(pose.q_WB);
    if (!(std::abs(size - 1) <= 1e-6))
      refuse(where("poses", i), "a quaternion of length " + text(size),
             "a unit quaternion (w, x, y, z), to 1e-6");
    if (std::abs(size - 1) > 1e-15) pose.q_WB = normalised(pose.q_WB);
    if (bodies[nth(i % n)].motion == Motion::fixed && dot(twist, twist) > 0)
      refuse(where("twists", i), "a twist of a body that is fixed", "zeros");
  }
  if (!std::isfinite(state.time)) refuse("time", text(state.time), "a number that is finite");
  if (auto const beyond = beyond_half_a_turn(experiment_->setup.scene, state.time);
      !unturned && !beyond.empty())
    refuse("set_state", "joint \"" + beyond + "\", whose turns count and are not in poses",
           "unturned=True for joints within half a turn, or restore() for a state with its turns");
  joints_->settle_spins(std::vector<char>(nth(s.worlds()), 1), state);
  s.set_state(state);
  steps_ = 0;
  stepped_ = false;
  start_ = state.time;
  start_joints();
}

std::vector<Twist> Stepper::twists() {
  auto const& s = simulation();
  auto const view = s.view();
  if (!view.twist) return s.snapshot().twist;
  return {view.twist, view.twist + static_cast<std::ptrdiff_t>(s.worlds()) * s.bodies()};
}

void Stepper::follow_joints() {
  auto const view = simulation().view();
  joints_->follow(view.pose ? view.pose : simulation().snapshot().pose.data());
}

void Stepper::start_joints() {
  auto const state = simulation().snapshot();
  joints_->start(state.pose);
  before_ = state.twist;
  new_.assign(nth(simulation().worlds()), 0);
}

Steered& Stepper::steered(char const* what) {
  return part_of(simulation(), &SimulationParts::steered, what);
}

void Stepper::drive() {
  auto inputs = joints_->inputs();
  if (std::ranges::equal(inputs, driven_, same_bits<MotorInput>)) return;
  steered("targets").drive(inputs);
  driven_ = std::move(inputs);
}

void Stepper::start_anew(std::vector<char> const& worlds, Snapshot const& state,
                         std::vector<Real> const& turned) {
  auto const& columns = joints_->space().columns();
  KnownAngles angles;
  for (auto const& column : columns)
    if (column.turns) angles.columns.push_back({column.joint, coordinate_of(column.coordinate)});
  for (std::size_t w = 0; w < worlds.size(); ++w)
    for (std::size_t k = 0; k < columns.size(); ++k)
      if (columns[k].turns) angles.values.push_back(turned[w * columns.size() + k]);
  auto& to = steered("worlds");
  if (auto const name = to.history(); !name.empty() && std::ranges::find(worlds, 0) != worlds.end())
    refuse("worlds", "some of a batch with \"" + name + "\", whose steps need those before",
           "all worlds, or another integrator");
  to.start_anew(worlds, state, angles);
  auto const n = nth(simulation().bodies());
  for (std::size_t w = 0; w < worlds.size(); ++w) {
    if (!worlds[w]) continue;
    new_[w] = 1;
    std::copy_n(state.twist.begin() + static_cast<std::ptrdiff_t>(w * n), n,
                before_.begin() + static_cast<std::ptrdiff_t>(w * n));
    std::copy_n(turned.begin() + static_cast<std::ptrdiff_t>(w * columns.size()), columns.size(),
                joints_->turned().begin() + static_cast<std::ptrdiff_t>(w * columns.size()));
  }
  follow_joints();
}

void Stepper::reset(std::vector<char> const& worlds) {
  start_anew(worlds, begin_state_,
             std::vector<Real>(worlds.size() * joints_->space().columns().size()));
}

/// Angles of joints that the tree has are known, with their turns.
void Stepper::require_known_turns() const {
  auto const& all = experiment_->setup.scene;
  std::vector<bool> in_tree(all.joints.size(), false);
  for (auto const& link : joints_->space().links())
    if (link.joint >= 0) in_tree[nth(link.joint)] = true;
  Scene others;
  for (std::size_t j = 0; j < all.joints.size(); ++j) {
    auto const& joint = all.joints[j];
    bool const known =
        joint.coupled.empty() ? in_tree[j] : HeldCouplings::knows(joints_->space(), joint);
    if (!known) others.joints.push_back(joint);
  }
  if (auto const beyond = beyond_half_a_turn(others, start_); !beyond.empty())
    refuse("set_joint_state", "joint \"" + beyond + "\", whose turns do not follow from the tree",
           "set_state with unturned=True, or restore() for a state with its turns");
}

void Stepper::require_column_values(int world, Real const* q, Real const* v) const {
  auto const& columns = joints_->space().columns();
  for (std::size_t k = 0; k < columns.size(); ++k) {
    std::string const of = " of \"" + columns[k].name + "\" in world " + std::to_string(world);
    if (!std::isfinite(q[k]) || !std::isfinite(v[k]))
      refuse("set_joint_state", "a number that is not finite," + of, "finite ones");
    if (std::abs(q[k]) >= columns[k].within)
      refuse("set_joint_state", text(q[k]) + of,
             "less than " + text(columns[k].within) +
                 " in size, beyond which other angles are the same pose");
  }
}

void Stepper::require_closed(int world, Pose<> const* pose, Twist const* twist,
                             JointStart const& start, Real time) const {
  constexpr Real most_open = 1e-6;  // [m], [rad], and of rates [m/s], [rad/s]
  auto const& space = joints_->space();
  auto const first = nth(world) * space.columns().size();
  auto const open = [&](char const* what, int joint, std::string const& how, Real by,
                        std::string const& remedy) {
    refuse("set_joint_state",
           std::string(what) + " of world " + std::to_string(world) + " at which joint \"" +
               experiment_->setup.scene.joints[nth(joint)].name + "\", " + how + text(by),
           remedy);
  };
  auto const to = "to " + text(most_open);
  if (auto const [gap, joint] = space.open_loop(world, pose); gap > most_open)
    open("positions", joint, "which closes a loop, is open by ", gap,
         "positions that close it " + to);
  auto const& couplings = joints_->couplings();
  auto const found = couplings.most_open(world, time, &start.q[first], &start.v[first], most_open);
  if (found.joint >= 0)
    open(found.rate ? "velocities" : "positions", found.joint,
         found.rate ? "a coupling, changes by " : "a coupling, is open by ", found.gap,
         "those that close it " + to +
             (couplings.has_free(world, found.joint, found.rate ? start.free_v : start.free_q)
                  ? "; none was found for the joints that are left out"
                  : "; or a dict without one of its joints, which then follows"));
  if (auto const at = fastest_opening(space, world, pose, twist); at.rate > most_open)
    open("velocities", at.joint, "which closes a loop, opens by ", at.rate,
         "those that keep it closed " + to +
             "; or a dict without joints of the loop, which then follow");
}

std::string Stepper::beyond_limits(std::vector<char> const& worlds,
                                   std::vector<Real> const& q) const {
  auto const& columns = joints_->space().columns();
  for (std::size_t w = 0; w < worlds.size(); ++w) {
    if (!worlds[w]) continue;
    auto const& joints = experiment_->setup.scene.of(static_cast<int>(w)).joints;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (columns[k].joint < 0 || columns[k].coordinate.empty()) continue;
      for (auto const& c : joints[nth(columns[k].joint)].coordinates)
        if (c.coordinate == columns[k].coordinate)
          if (auto said = told_beyond_limits(columns[k].name, c, q[w * columns.size() + k]);
              !said.empty())
            return "set_joint_state: " + said;
    }
  }
  return "";
}

std::vector<std::string> Stepper::set_joint_state(std::vector<char> const& worlds,
                                                  JointStart start) {
  auto& [q, v, free_q, free_v, time] = start;
  auto const& space = joints_->space();
  auto const n = space.columns().size(), bodies = nth(simulation().bodies());
  require_known_turns();
  bool const all = std::ranges::find(worlds, 0) == worlds.end();
  Real const at = all ? time : this->time();
  Snapshot state = simulation().snapshot();
  state.time = time;
  for (std::size_t w = 0; w < worlds.size(); ++w) {
    if (!worlds[w]) continue;
    int const world = static_cast<int>(w);
    auto* const pose = state.pose.data() + w * bodies;
    auto* const twist = state.twist.data() + w * bodies;
    Real *const q_w = q.data() + w * n, *const v_w = v.data() + w * n;
    auto const& couplings = joints_->couplings();
    couplings.close(world, at, free_q, free_v, q_w, v_w);
    require_column_values(world, q_w, v_w);
    space.place(world, q_w, pose);
    close_rates(space, couplings, world, at, pose, twist, q_w, free_v, v_w);
    space.move(world, pose, v_w, twist);
    require_closed(world, pose, twist, start, at);
  }
  std::vector<std::string> doubts;
  if (auto said = beyond_limits(worlds, q); !said.empty()) doubts.push_back(std::move(said));
  auto const on_warning = experiment_->on_warning;
  if (on_warning == OnWarning::error && !doubts.empty())
    throw Error(doubts.front() + "; refused by \"warnings\": \"error\"");
  if (on_warning == OnWarning::ignore) doubts.clear();
  if (all) {
    set_state(state, true);
    state = simulation().snapshot();
    bool const turns = std::ranges::any_of(space.columns(), &JointColumn::turns);
    if (!turns || !simulation().solves()) return doubts;
  }
  joints_->settle_spins(worlds, state);
  start_anew(worlds, state, q);
  if (all) std::ranges::fill(new_, 0);
  return doubts;
}

void Stepper::differentiate(bool keeps, std::vector<std::string> const& paths) {
  differentiated_.reset();
  if (keeps) {
    std::vector<Parameter> parameters;
    parameters.reserve(paths.size());
    for (auto const& path : paths) parameters.push_back(parameter_at(path, *experiment_, input_));
    differentiated_ = std::make_unique<Differentiated>(*experiment_, input_, parameters);
  }
  if (keeps || simulation().parts().given_steps) given_steps(simulation()).keep_parts(keeps);
}

Differentiated& Stepper::differentiated() {
  if (!differentiated_)
    throw Error("there is no derivative: differentiate() before a step keeps what it is made of");
  return *differentiated_;
}

namespace {

Pushed& pushed(Simulation& s) { return part_of(s, &SimulationParts::pushed, "wrenches"); }

}  // namespace

void Stepper::push(std::vector<Vec6> const& wrenches) {
  auto& s = simulation();
  auto const& bodies = experiment_->setup.scene.bodies;
  for (std::size_t i = 0; i < wrenches.size(); ++i) {
    auto const& body = bodies[i % bodies.size()];
    Real const size = dot(wrenches[i], wrenches[i]);
    auto const where = joints_->of_item("wrenches", static_cast<int>(i / bodies.size()),
                                        static_cast<int>(i % bodies.size()));
    if (!std::isfinite(size)) refuse(where, "a number that is not finite", "finite ones");
    if (body.motion != Motion::dynamic && size > 0)
      refuse(where, "a force on a body that does not react", "zeros");
  }
  joints_->require_no_spin(wrenches, s);
  pushed(s).push(wrenches);
}

std::vector<Vec6> Stepper::wrenches() { return pushed(simulation()).wrenches(); }

}  // namespace orthant::python
