// The simulation on one Kokkos execution space: model, state, constraints, solver and integrator.
#pragma once
#include <algorithm>
#include <utility>

#include "orthant/backends/derivatives/gather.hpp"
#include "orthant/backends/records/evaluated_step.hpp"
#include "orthant/backends/records/iterate_recorder.hpp"
#include "orthant/backends/records/kokkos_step_record.hpp"
#include "orthant/backends/simulation/build.hpp"
#include "orthant/backends/stepping/any_step.hpp"
#include "orthant/backends/stepping/close_joints.hpp"
#include "orthant/backends/stepping/count_redundant.hpp"
#include "orthant/backends/stepping/ended_slip.hpp"
#include "orthant/backends/stepping/fixed_point.hpp"
#include "orthant/backends/stepping/measuring.hpp"
#include "orthant/backends/stepping/passive_energy.hpp"
#include "orthant/backends/stepping/plane_keeper.hpp"
#include "orthant/backends/stepping/repeated_step.hpp"
#include "orthant/backends/stepping/steered.hpp"
#include "orthant/constraints/coordinate/motors.hpp"
#include "orthant/core/execution/same_bits.hpp"
#include "orthant/core/method/recipes.hpp"

namespace orthant {

template <class Space>
class KokkosSimulation final : public Simulation,
                               public Pushed,
                               public GivenSteps,
                               public AnyStep,
                               public Steered {
 public:
  KokkosSimulation(Setup const& setup, System<Space> system, Method<Space> const& method)
      : h_(setup.h),
        chooses_(setup.accuracy > 0),
        differing_(setup.scene.worlds.empty() ? 1 : setup.worlds),
        system_(std::move(system)),
        state_(build_state<Space>(setup)),
        sizes_(RowTable<Space>::sizes(system_.model, system_.constraints)),
        integrator_(method.integrator.make(sizes_, system_.constraints.size())),
        closer_(setup),
        step_(system_.model.worlds, system_.model.all_bodies(),
              method.solver.falls_back_on_linear_gaps),
        plane_(setup.scene),
        still_(follows_time(setup.scene)),
        measuring_(setup, system_, sizes_.rows),
        energy_(setup.scene, system_),
        iterates_(system_.constraints, system_.model.bodies),
        record_(system_, state_, setup.scene, sizes_),
        scene_(setup.scene),
        gathered_(scene_, system_, method.solver.law),
        solution_recorder_(system_, method.integrator.remembers),
        name_(method.name),
        remembers_(method.integrator.remembers),
        motors_(static_cast<int>(motors_of(setup.scene).size())),
        redundant_worlds_("orthant::simulation::redundant", system_.model.worlds) {
    system_.solver = method.solver.make(sizes_);
    system_.tolerance = method.solver.tolerance;
    new_ = saved([this](Carried& c) { carry(c); });
    begin();
  }

  SimulationParts parts() override { return {this, this, this}; }

  int worlds() const override { return system_.model.worlds; }
  int bodies() const override { return system_.model.bodies; }

  /// The next step is prepared at once. So queries of the record or the state change nothing, and
  /// the arrays of the step stay valid until the next step.
  StepRecord const& step() override {
    if (still_.reached() && !watched()) {  // this step is the last one
      state_.time += h_;
      return record_;
    }
    bool const began = state_.time > 0;  // some of what is followed begins at zero
    measured_ = false;
    if (pushed_) prepare();
    pushed_ = false;
    energy_.begin(space_, state_, measuring_);
    iterates_.begin_step();
    std::vector<Twist> const before = chooses_ ? snapshot().twist : std::vector<Twist>{};
    if (keeps_parts_) solution_recorder_.begin(state_);
    StepReport const report = step_.make(space_, *integrator_, system_, state_, h_);
    if (report.missing_contacts > 0) {
      record_.set_none(report);
      solution_recorder_.clear();
      return record_;
    }
    record_.set(report, integrator_->last_step());
    if (chooses_) {
      record_.impact_way = impact_way(system_, state_, *record_.data(), before, h_);
      record_.ended_slip = slips_.look(system_, state_, *record_.data(), before, record_);
    }
    if (keeps_parts_) {
      parts_ = gathered_.gather(space_, *integrator_, report);
      solution_recorder_.end(space_, state_, *integrator_, gathered_, report);
      if (other_wrenches_) solution_recorder_.pushed_by(wrenches());
    }
    plane_.keep(space_, state_, report.solved());
    measuring_.follow(space_, state_);
    energy_.add_work(space_, state_, *record_.data(), h_);
    prepare();
    record_.gains_energy = energy_.look(space_, state_, measuring_, report.solve);
    still_.look(record_, began && step_.stayed(state_), [this](Carried& c) {
      Real const time = std::exchange(state_.time, 0);
      carry(c);
      state_.time = time;
    });
    return record_;
  }
  StepRecord const& last_step() const override { return record_; }

  void keep_parts(bool keeps) override {
    if (keeps && !inputs_.empty()) refuse_derivatives();
    if (keeps != keeps_parts_) take_all(keeps);
    keeps_parts_ = keeps;
    solution_recorder_.record(keeps);
    if (!keeps) parts_.clear();
  }
  std::vector<StepParts> const& step_parts() const override { return parts_; }
  GivenStep const& solution() const override { return solution_recorder_.solution(); }
  std::vector<WorldStep> evaluate(GivenStep const& given) override {
    StepReport report;
    if (!keeps_parts_) take_all(true);
    auto out = evaluated_step(space_, system_, state_, *integrator_, h_, given, report);
    record_.set(report, integrator_->last_step());
    if (!keeps_parts_) take_all(false);
    prepare_anew();
    return out;
  }

  bool show_iterates(IterateSink* sink) override {
    iterates_.show_to(sink);
    shows_ = sink != nullptr;
    return system_.solver->show_to(sink ? &iterates_ : nullptr);
  }

  std::vector<Measures> const& measure() override {
    bool const known = std::exchange(measured_, true) && still_.reached();
    return known ? measuring_.measured() : measuring_.measure(space_, state_, record_.data());
  }

  /// The prepared step had another length; it is prepared again when it is made.
  void set_step(Real h) override {
    if (h == h_) return;
    h_ = h;
    measuring_.set_step(h);
    prepare_anew();
  }

  /// The prepared step had other wrenches; it is prepared again when it is made.
  void push(std::vector<Vec6> const& wrench) override {
    set_wrenches(wrench);
    other_wrenches_ = true;
    prepare_anew();
    energy_.push(space_, state_);
  }
  std::vector<Vec6> wrenches() const override {
    std::vector<Vec6> out;
    for (auto const& body : to_host<Space, Body>(system_.model.body, system_.model.all_bodies()))
      out.push_back(body.wrench_W);
    return out;
  }

  void drive(std::vector<MotorInput> const& inputs) override {
    if (keeps_parts_ && !inputs.empty()) refuse_derivatives();
    if (std::ranges::equal(inputs, inputs_, same_bits<MotorInput>)) return;
    take_inputs(inputs);
    energy_.drive(space_, state_);
    still_.leave();
    auto const given = [](auto const& forces) { return forces->along_coordinates(); };
    if (std::ranges::any_of(system_.constraints.forces(), given))
      prepare_anew();  // given forces are parts of the prepared step, laws of rows are not
  }
  std::vector<MotorInput> inputs() const override { return inputs_; }

  void start_anew(std::vector<char> const& worlds, Snapshot const& to,
                  KnownAngles const& angles) override {
    plane_.require(to.pose, to.twist);
    if (remembers_) forget_history();
    std::vector<int> which(worlds.begin(), worlds.end());
    NewStarts<Space> const at{to_device<Space>("orthant::simulation::new_starts", which), worlds,
                              angles};
    auto const pose = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), state_.pose);
    auto const twist = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), state_.twist);
    for (int b = 0; b < system_.model.all_bodies(); ++b)
      if (worlds[nth(b / system_.model.bodies)]) {
        pose(b) = to.pose[nth(b)];
        twist(b) = to.twist[nth(b)];
      }
    Kokkos::deep_copy(state_.pose, pose);
    Kokkos::deep_copy(state_.twist, twist);
    auto const start_all = [&](auto const& kinds) {
      for (auto const& kind : kinds) kind->start_anew(space_, at);
    };
    start_all(system_.constraints);
    start_all(system_.constraints.forces());
    measuring_.start_anew(space_, state_, at);
    energy_.start_anew(space_, state_, at.world);
    parts_.clear();
    solution_recorder_.clear();
    prepare_anew();
  }

  std::string history() const override { return remembers_ ? name_ : ""; }

  Snapshot snapshot() const override {
    int const n = system_.model.all_bodies();
    return {to_host<Space, Pose<>>(state_.pose, n), to_host<Space, Twist>(state_.twist, n),
            state_.time};
  }

  StateView view() const override {
    if constexpr (on_host<Space>) return {state_.pose.data(), state_.twist.data()};
    return {};
  }

  void set_state(Snapshot const& to) override {
    plane_.require(to.pose, to.twist);
    read_saved(new_, [this](Carried& c) { carry(c); });
    Kokkos::deep_copy(state_.pose, to_device<Space>("orthant::simulation::copy", to.pose));
    Kokkos::deep_copy(state_.twist, to_device<Space>("orthant::simulation::copy", to.twist));
    state_.time = to.time;
    if (other_wrenches_) energy_.push(space_, state_);
    begin();
  }

  std::string save() override {
    return saved([this](Carried& c) { carry_all(c); });
  }
  void restore(std::string_view bytes) override {
    restore_saved(bytes, [this](Carried& c) { carry_all(c); });
    forget_step();
    prepare();
  }

  std::string save_start() override {
    return saved([this](Carried& c) { carry_start(c); });
  }
  void restore_start(std::string_view bytes) override {
    restore_saved(bytes, [this](Carried& c) { carry_start(c); });
    forget_step();
    prepare();
  }

  std::vector<Contact> contacts() const override {
    auto const list = system_.constraints.contacts();
    return to_host<Space, Contact>(list.contact, list.count);
  }

  std::optional<int> redundant_rows() const override { return redundant_; }
  int missing_contacts() const override { return integrator_->missing_contacts(); }

 private:
  /// Begins at a given state. If contacts have no room there, no step is made.
  void begin() {
    forget_step();
    redundant_.reset();
    prepare();
    if (missing_contacts() == 0) count();
    if (missing_contacts() == 0 && closer_.has_work()) {
      closer_.close(space_, *integrator_, system_, state_, h_);
      if (missing_contacts() == 0) count();
    }
    measuring_.start(space_, state_);
    energy_.start(space_, state_, measuring_);
  }

  void set_wrenches(std::vector<Vec6> const& wrench) {
    auto const body = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), system_.model.body);
    for (int b = 0; b < system_.model.all_bodies(); ++b)
      if (body(b).dynamic()) body(b).wrench_W = wrench.at(nth(b));
    Kokkos::deep_copy(system_.model.body, body);
  }

  [[noreturn]] static void refuse_derivatives() {
    throw Error(
        "there is no derivative with targets, efforts or gains that are given from step to step; "
        "give them in the experiment");
  }
  /// An empty list: those of the scene.
  void take_inputs(std::vector<MotorInput> const& inputs) {
    auto const n = nth(worlds() * motors_);
    auto const all = to_device<Space>("orthant::simulation::inputs",
                                      inputs.empty() ? std::vector<MotorInput>(n) : inputs);
    auto const drive_all = [&](auto const& kinds) {
      for (auto const& kind : kinds) kind->drive(space_, all);
    };
    drive_all(system_.constraints);
    drive_all(system_.constraints.forces());
    measuring_.drive(space_, all);
    wait_for(space_);  // the array ends here
    inputs_ = inputs;
  }

  /// Derivatives compare steps, which then all have the same limits.
  void take_all(bool all) {
    for (auto const& kind : system_.constraints) kind->take_all(space_, all);
    prepare_anew();
  }

  /// Of all worlds; the time goes on.
  void forget_history() {
    Real const time = state_.time;
    read_saved(new_, [this](Carried& c) { carry(c); });
    state_.time = time;
    if (other_wrenches_) energy_.push(space_, state_);
  }

  void forget_step() {
    still_.leave();
    record_.set_none();
    parts_.clear();
    solution_recorder_.clear();
  }

  /// What steps carry on, apart from what is given to them.
  void carry(Carried& c) {
    carry_start(c);
    system_.solver->carry(c);
    if (chooses_) slips_.carry(c);
  }
  /// What does not depend on the solver.
  void carry_start(Carried& c) {
    c.part(name_);
    c.array(state_.pose);
    c.array(state_.twist);
    c.values(state_.time, state_.version);
    integrator_->carry(c);
    system_.constraints.carry(c);
    measuring_.carry(c);
    energy_.carry(c);
  }
  void carry_all(Carried& c) {
    carry(c);
    auto wrench = wrenches();
    c.values(redundant_, other_wrenches_);
    auto redundant =
        to_host<Space, int>(system_.model.redundant, system_.model.redundant.extent_int(0));
    c.list(redundant);
    c.list(wrench);
    auto inputs = inputs_;
    c.list(inputs);
    if (!c.reads()) return;
    set_redundant(redundant);
    if (!inputs.empty() && inputs.size() != nth(worlds() * motors_))
      refuse("state", "one of other motors", "one of the same motors");
    set_wrenches(wrench);
    if (!inputs.empty() || !inputs_.empty()) take_inputs(inputs);
  }

  void prepare() { integrator_->prepare(space_, system_, state_, h_); }
  /// The prepared step is not the next one.
  void prepare_anew() {
    pushed_ = true;
    still_.leave();
  }
  /// Whether something looks into the next step, which then has to be computed.
  bool watched() const { return keeps_parts_ || shows_; }

  /// Counts redundant bilateral rows and informs the solvers.
  void count() {
    set_redundant({});
    redundant_.reset();
    auto of_world = count_redundant(space_, system_, state_, h_, differing_);
    if (!of_world) return;
    redundant_ = std::ranges::max(*of_world);
    if (redundant_ == 0) return;
    of_world->resize(nth(worlds()), of_world->front());  // copies
    set_redundant(*of_world);
  }
  /// See Rows::redundant.
  void set_redundant(std::vector<int> const& of_world) {
    system_.model.redundant = {};
    if (of_world.empty()) return;
    Kokkos::deep_copy(redundant_worlds_, to_device<Space>("orthant::simulation::copy", of_world));
    system_.model.redundant = redundant_worlds_;
  }

  Space space_;
  Real h_;
  bool chooses_;   // whether lengths of steps are chosen
  int differing_;  // number of worlds that are not copies of the first
  System<Space> system_;
  State<Space> state_;
  Sizes sizes_;
  std::unique_ptr<Integrator<Space>> integrator_;
  JointCloser<Space> closer_;
  RepeatedStep<Space> step_;
  PlaneKeeper<Space> plane_;
  FixedPoint still_;
  Measuring<Space> measuring_;
  PassiveEnergy<Space> energy_;
  IterateRecorder<Space> iterates_;
  KokkosStepRecord<Space> record_;
  Scene scene_;
  GatheredStep<Space> gathered_;
  SolutionRecorder<Space> solution_recorder_;
  std::string name_;                // of the integrator
  bool remembers_;                  // its steps need those before
  int motors_;                      // of a world
  std::vector<MotorInput> inputs_;  // of all motors, where they are not the scene's
  EndedSlips<Space> slips_;         // where lengths of steps are chosen
  std::string new_;                 // what steps carry on before the first
  bool keeps_parts_ = false, pushed_ = false, shows_ = false;
  bool measured_ = false;        // since the last step
  bool other_wrenches_ = false;  // wrenches may differ from those of the scene
  std::vector<StepParts> parts_;
  std::optional<int> redundant_;
  Array<Space, int*> redundant_worlds_;  // (worlds) number in each, where there are any
};

}  // namespace orthant
