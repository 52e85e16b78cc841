// Records the solved steps of a simulation, and evaluates the equations of a step at a given
// solution.
#pragma once
#include "orthant/backends/derivatives/gather.hpp"
#include "orthant/backends/derivatives/stage_solvers.hpp"
#include "orthant/backends/simulation/build.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/integrators/detail/position_stage.hpp"

namespace orthant {

/// Stores the solution of each step, stage by stage, while this is switched on.
template <class Space>
class SolutionRecorder {
 public:
  SolutionRecorder(System<Space>& system, bool remembers)
      : system_(system), remembers_(remembers) {}

  void record(bool on) {
    if constexpr (GatheredStep<Space>::possible) {
      clear();
      if (on == (recording_ != nullptr)) return;
      if (on) {
        auto made =
            std::make_unique<RecordingSolver<Space>>(std::move(system_.solver), system_, stages_);
        recording_ = made.get();
        system_.solver = std::move(made);
      } else {
        system_.solver = std::exchange(recording_, nullptr)->release();
      }
    }
  }
  void clear() {
    stages_.clear();
    solution_ = {};
  }

  void begin(State<Space> const& state) {
    if constexpr (GatheredStep<Space>::possible) {
      clear();
      auto const& model = system_.model;
      solution_.time = state.time;
      solution_.remembers = remembers_;
      solution_.worlds.resize(nth(model.worlds));
      for (int w = 0; w < model.worlds; ++w)
        for (int b = w * model.bodies; b < (w + 1) * model.bodies; ++b) {
          solution_.worlds[nth(w)].start.push_back(state.pose(b));
          solution_.worlds[nth(w)].old_twist.push_back(state.twist(b));
        }
    }
  }
  void end(Space const& space, State<Space> const& state, Integrator<Space>& integrator,
           GatheredStep<Space> const& gathered, StepReport const& report) {
    if constexpr (GatheredStep<Space>::possible) {
      put_end(state, integrator, system_, stages_, solution_.worlds);
      auto why = gathered.why_not(report);
      if (why.empty() && report.judged > 0)
        why = "a step with other contacts than those of its start";
      auto* const euler = integrator.differentiable();
      std::vector<bool> ends;
      if (euler) ends = euler->equations(space).matrices_at_end;
      for (std::size_t w = 0; w < solution_.worlds.size(); ++w) {
        auto& stages = solution_.worlds[w].stages;
        std::erase_if(stages,
                      [](auto const& each) { return each.name == "positions" && !moves(each); });
        solution_.worlds[w].why_not = why;
        solution_.worlds[w].matrices_at_end = euler && ends[w];
      }
      auto const list = system_.constraints.contacts();
      for (int k = 0; why.empty() && k < list.count; ++k) {
        Contact const& c = list.contact(k);
        if (auto const against = gathered.why_not(c); !against.empty())
          solution_.worlds[nth(c.world)].why_not = against;
      }
    }
  }
  void pushed_by(std::vector<Vec6> const& wrench) { solution_.wrench = wrench; }
  GivenStep const& solution() const { return solution_; }

  /// Whether the position stage corrects the world.
  static bool moves(WorldStage const& stage) {
    return std::ranges::any_of(stage.u, [](Twist const& u) { return dot(u, u) > 0; });
  }
  static void put_end(State<Space> const& state, Integrator<Space> const& integrator,
                      System<Space> const& system, StageList const& stages,
                      std::vector<WorldStep>& to) {
    auto const contacts = contacts_by_world(system);
    auto const rows = integrator.last_step().rows;
    for (int w = 0; w < system.model.worlds; ++w) {
      auto& world = to[nth(w)];
      int const n = system.model.bodies;
      for (int b = w * n; b < (w + 1) * n; ++b) {
        world.end.push_back(state.pose(b));
        world.twist.push_back(state.twist(b));
      }
      world.contacts = contacts[nth(w)];
      world.impulses = impulses_of_contacts(rows, w);
      world.stages = stages.of(nth(w));
    }
  }

 private:
  System<Space>& system_;
  bool remembers_;                               // GivenStep
  RecordingSolver<Space>* recording_ = nullptr;  // installed in system_
  StageList stages_;
  GivenStep solution_;
};

/// Gives bodies other forces and masses during its lifetime.
template <class Space>
class OtherLoads {
 public:
  OtherLoads(System<Space>& system, GivenStep const& given) : system_(system) {
    if (given.wrench.empty() && given.more_mass.empty()) return;
    int const n = system.model.all_bodies();
    before_ = to_host<Space, Body>(system.model.body, n);
    for (int b = 0; b < n; ++b) {
      Body& body = system.model.body(b);
      auto const k = nth(b);
      if (!body.dynamic()) continue;
      if (!given.wrench.empty()) body.wrench_W = given.wrench[k];
      if (!given.more_mass.empty()) body.mass += given.more_mass[k];
    }
  }
  ~OtherLoads() {
    for (std::size_t b = 0; b < before_.size(); ++b)
      system_.model.body(static_cast<int>(b)) = before_[b];
  }
  OtherLoads(OtherLoads const&) = delete;
  OtherLoads& operator=(OtherLoads const&) = delete;

 private:
  System<Space>& system_;
  std::vector<Body> before_;
};

/// Makes contacts of a given step strike as they did, with the same tangents, and shifts their
/// gaps. The damper of a compliant contact acts as it did. A shift changes both radii alike, so
/// that the contact point keeps its place.
template <class Space>
void take_contacts(System<Space> const& system, GivenStep const& given) {
  auto const list = system.constraints.contacts();
  std::vector<long> seen(given.worlds.size());  // contacts are found in the same order, mostly
  for (int k = 0; k < list.count; ++k) {
    Contact& c = list.contact(k);
    auto const& world = given.worlds[nth(c.world)];
    auto const likely = seen[nth(c.world)]++;
    auto of = world.contacts.begin() + std::min(likely, std::ssize(world.contacts));
    if (of == world.contacts.end() || of->key != c.key)
      of = std::ranges::find(world.contacts, c.key, &Contact::key);
    if (of == world.contacts.end()) continue;
    c.marks.strikes = of->marks.strikes;
    if (c.law.stretch[0] == c.law.stretch[1]) {  // the first tangent is arbitrary and may jump
      c.tangent = of->tangent;
      c.tangent_on_b = of->tangent_on_b;
    }
    if (c.law.compliance > 0) {
      c.marks.moved = c.gap - of->gap;
    } else if (!world.gap_shift.empty()) {
      Real const by = world.gap_shift[nth(of - world.contacts.begin())];
      c.gap += by;
      c.r_A -= 0.5 * by;
      c.r_B -= 0.5 * by;
    }
  }
}

/// (worlds) 1 if the given step has a position stage.
template <class Space>
Array<Space, int*> corrected_worlds(GivenStep const& given) {
  Array<Space, int*> out("orthant::given::corrected", given.worlds.size());
  for (std::size_t w = 0; w < given.worlds.size(); ++w)
    out(static_cast<int>(w)) = given.worlds[w].stage("positions") != nullptr;
  return out;
}

/// See GivenSteps::evaluate. Throws Error if contacts have no room.
template <class Space>
std::vector<WorldStep> evaluated_step(Space const& space, System<Space>& system,
                                      State<Space>& state, Integrator<Space>& integrator, Real h,
                                      GivenStep const& given, StepReport& report) {
  std::vector<WorldStep> out(given.worlds.size());
  if constexpr (GatheredStep<Space>::possible) {
    int const n = system.model.bodies;
    OtherLoads<Space> const loads(system, given);
    for (std::size_t w = 0; w < given.worlds.size(); ++w)
      for (int k = 0; k < n; ++k) {
        int const b = static_cast<int>(w) * n + k;
        state.pose(b) = given.worlds[w].start[nth(k)];
        state.twist(b) = given.worlds[w].old_twist[nth(k)];
      }
    state.time = given.time;
    integrator.keep_nothing();
    integrator.prepare(space, system, state, h);
    wait_for(space);
    take_contacts(system, given);
    for (auto const& kind : system.constraints)  // friction kinds hold copies of the contacts
      if (kind->comes_and_goes() && kind->name() != std::string(ContactPointRelation::name))
        kind->refresh(space, {system.model, state, {}, h});
    StageList stages;
    auto own =
        std::exchange(system.solver, std::make_unique<GivenSolver<Space>>(given, system, stages));
    integrator.correct_in(corrected_worlds<Space>(given));
    report = integrator.step(space, system, state, h);
    if (report.missing_contacts == 0) integrator.correct(space, report, {});
    integrator.keep_nothing();  // its contacts are not those that a search finds
    wait_for(space);
    system.solver = std::move(own);
    if (report.missing_contacts > 0)
      throw Error("there is no derivative of this step: contacts without room in steps near it");
    for (std::size_t w = 0; w < out.size(); ++w) {
      out[w].start = given.worlds[w].start;
      out[w].old_twist = given.worlds[w].old_twist;
    }
    SolutionRecorder<Space>::put_end(state, integrator, system, stages, out);
  } else {
    throw Error("there is no derivative of this step: a device: they are taken on the host");
  }
  return out;
}

}  // namespace orthant
