// Passes calls for the batch on to its groups, and numbers the worlds consecutively.
#include "orthant/backends/batches/grouped_simulation.hpp"

#include <algorithm>

#include "orthant/core/cone_problem/cone_problem.hpp"
#include "orthant/core/execution/detail/own_thread.hpp"

namespace orthant {

namespace {

/// f(i) for i in [0, n), each by one of so many threads. A kernel of Kokkos could not do this: a
/// fence of all spaces within it waits for its end.
template <class F>
void each_on_own_thread([[maybe_unused]] int threads, int n, F const& f) {
#ifdef _OPENMP
  if (threads > 1) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
    for (int i = 0; i < n; ++i) {
      OwnThread const own;
      f(i);
    }
    return;
  }
#endif
  for (int i = 0; i < n; ++i) f(i);
}

}  // namespace

std::vector<int> groups_of(int worlds, int bodies) {
  constexpr int bodies_of_group = 128, most_worlds = 64;
  int const least = std::clamp(bodies_of_group / std::max(bodies, 1), 2, most_worlds);
  int const groups = std::max(1, worlds / least);
  std::vector<int> first;
  for (int g = 0; g <= groups; ++g)
    first.push_back(static_cast<int>(static_cast<long>(worlds) * g / groups));
  return first;
}

Setup part_of(Setup const& all, int first, int last) {
  auto const& scene = all.scene;
  Scene part{.gravity = scene.gravity,
             .contact = scene.contact,
             .bodies = scene.bodies,
             .joints = scene.joints,
             .loads = scene.loads,
             .apart = scene.apart,
             .geometries = scene.geometries,
             .worlds = {}};
  if (!scene.worlds.empty())
    part.worlds.assign(scene.worlds.begin() + first, scene.worlds.begin() + last);
  return {.scene = std::move(part),
          .worlds = last - first,
          .h = all.h,
          .accuracy = all.accuracy,
          .of_batch = !(all.accuracy > 0)};
}

/// The lists of all groups, joined in order.
class GroupedSimulation::Record final : public StepRecord {
 public:
  explicit Record(std::vector<Group> const& groups) : groups_(groups) {}

  void set(StepReport const& report) {
    static_cast<StepReport&>(*this) = report;
    made_ = report.missing_contacts == 0;
  }
  void set_none() {
    static_cast<StepReport&>(*this) = {};
    made_ = false;
  }

  Real force_time() const override {
    return made_ ? groups_.front().simulation->last_step().force_time() : 0;
  }
  std::vector<ContactImpulse> contact_impulses() const override {
    return lists(&StepRecord::contact_impulses);
  }
  std::vector<JointImpulse> joint_impulses() const override {
    return lists(&StepRecord::joint_impulses);
  }
  std::vector<JointReaction> joint_reactions() const override {
    return lists(&StepRecord::joint_reactions);
  }
  ConeProblem problem(int world) const override {
    if (!made_) return {};
    auto const& group = of(world);
    return group.simulation->last_step().problem(world - group.first);
  }
  GaussGap gauss_gap(int world) const override {
    if (!made_) return {std::nullopt, "no step"};
    auto const& group = of(world);
    return group.simulation->last_step().gauss_gap(world - group.first);
  }

 private:
  Group const& of(int world) const {
    auto const after = std::ranges::upper_bound(groups_, world, {}, &Group::first);
    return *(after - 1);
  }
  template <class Item>
  std::vector<Item> lists(std::vector<Item> (StepRecord::*list_of)() const) const {
    std::vector<Item> out;
    if (!made_) return out;
    for (auto const& group : groups_)
      for (auto& each : (group.simulation->last_step().*list_of)()) {
        each.world += group.first;
        out.push_back(std::move(each));
      }
    return out;
  }

  std::vector<Group> const& groups_;
  bool made_ = false;
};

/// Shows the iterates of a group with the world numbers of the batch.
class GroupedSimulation::Sink final : public IterateSink {
 public:
  Sink(IterateSink& to, int first) : to_(&to), first_(first) {}
  bool wants(int world, int iteration, bool last) const override {
    return to_->wants(first_ + world, iteration, last);
  }
  void take(WorldIterate const& iterate) override {
    auto of_batch = iterate;
    of_batch.world += first_;
    to_->take(of_batch);
  }

 private:
  IterateSink* to_;
  int first_;
};

GroupedSimulation::GroupedSimulation(Setup const& setup, std::vector<int> const& first,
                                     Build const& build, int threads)
    : worlds_(setup.worlds),
      bodies_(static_cast<int>(setup.scene.bodies.size())),
      threads_(threads) {
  for (std::size_t g = 0; g + 1 < first.size(); ++g)
    groups_.push_back(
        {first[g], first[g + 1] - first[g], build(part_of(setup, first[g], first[g + 1]))});
  for (auto& group : groups_) group.can = group.simulation->parts();
  reports_.resize(groups_.size());
  thrown_.resize(groups_.size());
  measured_.resize(groups_.size());
  measures_.reserve(nth(worlds_));
  record_ = std::make_unique<Record>(groups_);
}
GroupedSimulation::~GroupedSimulation() = default;

/// All groups can do the same.
SimulationParts GroupedSimulation::parts() {
  auto out = groups_.front().can;
  if (out.pushed) out.pushed = this;
  if (out.steered) out.steered = this;
  if (out.given_steps) out.given_steps = this;
  return out;
}

/// An exception of a group is thrown after all have ended.
void GroupedSimulation::each_group(std::function<void(std::size_t)> const& f) {
  if (shows_) {
    for (std::size_t g = 0; g < groups_.size(); ++g) f(g);
    return;
  }
  each_on_own_thread(threads_, static_cast<int>(groups_.size()), [&](int i) {
    auto const g = nth(i);
    try {
      f(g);
    } catch (...) {
      thrown_[g] = std::current_exception();
    }
  });
  for (auto& each : thrown_)
    if (auto const first = std::exchange(each, nullptr)) std::rethrow_exception(first);
}

/// If the contacts of one group have no room, no world makes the step.
StepRecord const& GroupedSimulation::step() {
  StepReport none;
  none.missing_contacts = missing_contacts();
  if (none.missing_contacts > 0) {
    record_->set(none);
    return *record_;
  }
  each_group([&](std::size_t g) { reports_[g] = groups_[g].simulation->step(); });
  record_->set(merged_.of(reports_));
  parts_.clear();
  solution_ = {};
  if (!keeps_parts_) return *record_;
  for (auto const& group : groups_) {
    auto const& of_group = group.can.given_steps->step_parts();
    parts_.insert(parts_.end(), of_group.begin(), of_group.end());
    auto const& solution = group.can.given_steps->solution();
    solution_.time = solution.time;
    solution_.remembers = solution.remembers;
    solution_.worlds.insert(solution_.worlds.end(), solution.worlds.begin(), solution.worlds.end());
    solution_.wrench.insert(solution_.wrench.end(), solution.wrench.begin(), solution.wrench.end());
  }
  return *record_;
}

StepRecord const& GroupedSimulation::last_step() const { return *record_; }

void GroupedSimulation::keep_parts(bool keeps) {
  for (auto const& group : groups_) group.can.given_steps->keep_parts(keeps);
  keeps_parts_ = keeps;
  if (keeps) return;
  parts_.clear();
  solution_ = {};
}

std::vector<WorldStep> GroupedSimulation::evaluate(GivenStep const& given) {
  std::vector<WorldStep> out;
  for (auto const& group : groups_) {
    auto const part = [&](auto const& all, int each) {
      auto const begin = all.begin() + static_cast<long>(group.first) * each;
      return all.empty() ? all : std::decay_t<decltype(all)>(begin, begin + group.worlds * each);
    };
    auto of_group = group.can.given_steps->evaluate({.time = given.time,
                                                     .worlds = part(given.worlds, 1),
                                                     .wrench = part(given.wrench, bodies_),
                                                     .more_mass = part(given.more_mass, bodies_)});
    std::ranges::move(of_group, std::back_inserter(out));
  }
  record_->set({});
  return out;
}

bool GroupedSimulation::show_iterates(IterateSink* sink) {
  sinks_.clear();
  if (sink)
    for (auto const& group : groups_) sinks_.emplace_back(*sink, group.first);
  shows_ = sink != nullptr;
  bool all = true;
  for (std::size_t g = 0; g < groups_.size(); ++g)
    all = groups_[g].simulation->show_iterates(sink ? &sinks_[g] : nullptr) && all;
  return all;
}

std::vector<Measures> const& GroupedSimulation::measure() {
  measures_.clear();
  each_group([&](std::size_t g) { measured_[g] = &groups_[g].simulation->measure(); });
  for (auto const* of_group : measured_)
    measures_.insert(measures_.end(), of_group->begin(), of_group->end());
  return measures_;
}

/// The items of a group among those of all worlds, so many of each.
template <class Item>
std::vector<Item> GroupedSimulation::part(std::vector<Item> const& all, Group const& group,
                                          std::size_t of_each) {
  auto const begin = all.begin() + static_cast<long>(group.first) * static_cast<long>(of_each);
  return {begin, begin + static_cast<long>(group.worlds) * static_cast<long>(of_each)};
}

void GroupedSimulation::push(std::vector<Vec6> const& wrench) {
  for (auto const& group : groups_) {
    auto const begin = wrench.begin() + static_cast<long>(group.first) * bodies_;
    group.can.pushed->push({begin, begin + static_cast<long>(group.worlds) * bodies_});
  }
}

std::vector<Vec6> GroupedSimulation::wrenches() const {
  std::vector<Vec6> out;
  for (auto const& group : groups_) {
    auto const part = group.can.pushed->wrenches();
    out.insert(out.end(), part.begin(), part.end());
  }
  return out;
}

void GroupedSimulation::drive(std::vector<MotorInput> const& inputs) {
  std::size_t const each = inputs.size() / nth(worlds_);
  for (auto const& group : groups_) group.can.steered->drive(part(inputs, group, each));
}

std::vector<MotorInput> GroupedSimulation::inputs() const {
  std::vector<MotorInput> out;
  for (auto const& group : groups_) {
    auto const of_group = group.can.steered->inputs();
    out.insert(out.end(), of_group.begin(), of_group.end());
  }
  return out;
}

void GroupedSimulation::start_anew(std::vector<char> const& worlds, Snapshot const& state,
                                   KnownAngles const& angles) {
  auto const n = nth(bodies_);
  for (auto const& group : groups_) {
    auto const which = part(worlds, group, 1);
    if (std::ranges::find(which, 1) == which.end()) continue;
    group.can.steered->start_anew(
        which, {part(state.pose, group, n), part(state.twist, group, n), state.time},
        {angles.columns, part(angles.values, group, angles.columns.size())});
  }
}

Snapshot GroupedSimulation::snapshot() const {
  Snapshot out;
  for (auto const& group : groups_) {
    auto const part = group.simulation->snapshot();
    out.time = part.time;
    out.pose.insert(out.pose.end(), part.pose.begin(), part.pose.end());
    out.twist.insert(out.twist.end(), part.twist.begin(), part.twist.end());
  }
  return out;
}

void GroupedSimulation::set_state(Snapshot const& state) {
  for (auto const& group : groups_) {
    auto const part = [&](auto const& all) {
      auto const begin = all.begin() + static_cast<long>(group.first) * bodies_;
      return std::vector(begin, begin + static_cast<long>(group.worlds) * bodies_);
    };
    group.simulation->set_state({part(state.pose), part(state.twist), state.time});
  }
  forget_step();
}

void GroupedSimulation::forget_step() {
  record_->set_none();
  parts_.clear();
  solution_ = {};
}

void GroupedSimulation::carry(Carried& c, Part what) {
  c.part("groups");
  std::size_t groups = groups_.size();
  c.values(groups);
  if (groups != groups_.size()) refuse("state", "one of other worlds", "one of the same worlds");
  for (auto const& group : groups_) {
    std::string part;
    auto& of = *group.simulation;
    if (!c.reads()) part = what == Part::all ? of.save() : of.save_start();
    c.list(part);
    if (c.reads()) what == Part::all ? of.restore(part) : of.restore_start(part);
  }
}

std::string GroupedSimulation::save() {
  return saved([this](Carried& c) { carry(c, Part::all); });
}

void GroupedSimulation::restore(std::string_view bytes) {
  restore_saved(bytes, [this](Carried& c) { carry(c, Part::all); });
  forget_step();
}

std::string GroupedSimulation::save_start() {
  return saved([this](Carried& c) { carry(c, Part::start); });
}

void GroupedSimulation::restore_start(std::string_view bytes) {
  restore_saved(bytes, [this](Carried& c) { carry(c, Part::start); });
  forget_step();
}

std::vector<Contact> GroupedSimulation::contacts() const {
  std::vector<Contact> out;
  for (auto const& group : groups_)
    for (auto c : group.simulation->contacts()) {
      c.world += group.first;
      c.a += group.first * bodies_;
      c.b += group.first * bodies_;
      out.push_back(c);
    }
  return out;
}

std::optional<int> GroupedSimulation::redundant_rows() const {
  int most = 0;
  for (auto const& group : groups_) {
    auto const found = group.simulation->redundant_rows();
    if (!found) return std::nullopt;
    most = std::max(most, *found);
  }
  return most;
}

int GroupedSimulation::missing_contacts() const {
  int missing = 0;
  for (auto const& group : groups_) missing += group.simulation->missing_contacts();
  return missing;
}

}  // namespace orthant
