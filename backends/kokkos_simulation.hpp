// The simulation on one Kokkos execution space: model, state, constraints, solver and integrator.
#pragma once
#include <algorithm>

#include "backends/iterate_recorder.hpp"
#include "constraints/elastic_energy.hpp"
#include "constraints/relations/contact_point.hpp"
#include "core/cone_problem/step_contacts.hpp"
#include "core/metrics/measure.hpp"
#include "core/step/row_table.hpp"
#include "integrators/position_stage.hpp"
#include "solvers/redundancy/redundant_rows.hpp"

namespace orthant {

template <class Space>
class KokkosSimulation final : public Simulation {
 public:
  /// Reads "integrator" and "solver" of `config`.
  KokkosSimulation(Setup const& setup, Plugins<Space> const& plugins, Config& config)
      : h_(setup.h),
        state_(build_state<Space>(setup)),
        start_("orthant::simulation::start", state_.pose.extent(0)),
        before_("orthant::simulation::before", state_.pose.extent(0)),
        made_("orthant::simulation::made", state_.pose.extent(0)),
        twist_before_("orthant::simulation::twist_before", state_.pose.extent(0)),
        measures_("orthant::simulation::measures", setup.worlds),
        opening_(openings(setup)),
        differing_(setup.scene.worlds.empty() ? 1 : setup.worlds),
        elastic_(setup.worlds, static_cast<int>(setup.scene.bodies.size()), setup.scene),
        iterates_(system_.constraints, static_cast<int>(setup.scene.bodies.size())) {
    Kokkos::deep_copy(start_, state_.pose);
    system_.model = build_model<Space>(setup);
    for (auto const& [name, kind] : plugins.constraints)
      if (!kind.is_joint || uses(setup.scene, name))
        if (auto made = kind.make(system_.model, setup.scene)) add(std::move(made));
    for (auto const& joint : setup.scene.joints) joint_names_.push_back(joint.name);
    auto sizes = RowTable<Space>::sizes(system_.model, system_.constraints);
    violation_ = Array<Space, Real*>("orthant::simulation::violation", sizes.rows);
    reaction_J_ = Array<Space, Real* [2][6]>("orthant::simulation::reaction_J", sizes.rows);
    all_ = Array<Space, int*>("orthant::simulation::all", setup.worlds);
    each(space_, setup.worlds, RunAll<Space>{all_});
    integrator_ = plugins.integrators.make(config.plugin("integrator", "implicit_euler"), sizes,
                                           static_cast<int>(system_.constraints.size()));
    if (setup.scene.contact.pushes() && !integrator_->moves_by_end_twist())
      refuse(config.where("scene") + "/contact/baumgarte", "a value beside this integrator",
             "no such key, or one of Euler's methods: in others the velocity at the end does not "
             "move the bodies in the step alone, and would keep what it adds");
    sizes.turning = turning();
    system_.solver =
        plugins.nonlinear_solvers.make(config.plugin("solver", "cascade"), plugins, sizes);
    measured_.resize(setup.worlds);
  }

  int worlds() const override { return system_.model.worlds; }
  int bodies() const override { return system_.model.bodies; }

  /// Where bodies went through each other it is taken anew, with contacts along the way that they
  /// went: one that is thrown within the step, or held by a joint, goes another way than a free
  /// one.
  StepReport step() override {
    constexpr int most_repeats = 4;
    prepare();
    iterates_.begin_step();
    Real const time = state_.time;
    int const n = system_.model.all_bodies();
    each(space_, n, CopyPoses<Space>{state_.pose, before_});
    each(space_, n, CopyTwists<Space>{state_.twist, twist_before_});
    StepReport report = try_step();
    for (int k = 0; k < most_repeats && report.crossings > 0; ++k) {
      take_back(time);
      integrator_->prepare(space_, system_, state_, h_);
      auto const earlier = report.solve;
      report = try_step();
      report.solve.iterations += earlier.iterations;
      report.solve.linear_solves += earlier.linear_solves;
      report.solve.linear_iterations += earlier.linear_iterations;
    }
    for (auto const& kind : system_.constraints) kind->look_along({});
    if (report.missing_contacts == 0) {
      prepared_ = false;
      stepped_ = true;
      elastic_.follow(space_, state_.pose, state_.time);
    }
    return report;
  }

  bool show_iterates(IterateSink* sink) override {
    iterates_.show_to(sink);
    return system_.solver->show_to(sink ? &iterates_ : nullptr);
  }

  std::vector<Measures> const& measure() override {
    // The step's own rows first: to prepare the next step overwrites what they refer to.
    if (prepared_ && stepped_) return measured_;
    if (!stepped_) prepare();
    StepData<Space> data = integrator_->last_step();
    if (!stepped_) data = {no_rows(), {}, state_.twist};  // nothing has acted yet
    Kokkos::deep_copy(space_, violation_, 0);
    if (stepped_)
      for (auto const& kind : system_.constraints)
        kind->violation(space_, state_.pose, data.rows, violation_);
    each_world(space_, worlds(),
               MeasureWorld<Space>{data, system_.model.body, violation_, state_.pose, start_,
                                   state_.twist, measures_, h_});
    prepare();
    if (!stepped_) elastic_.follow(space_, state_.pose, state_.time);
    elastic_.add(space_, state_.pose, state_.time, measures_);
    for (auto const& kind : system_.constraints)
      if (auto const list = kind->contacts(); list.count > 0) {
        each_world(space_, worlds(), MeasurePenetration<Space>{list, measures_});
        elastic_.add(space_, list, measures_);
      }
    measured_ = to_host<Space, Measures>(measures_, worlds());
    return measured_;
  }

  Snapshot snapshot() const override {
    int const n = system_.model.all_bodies();
    return {to_host<Space, Pose<>>(state_.pose, n), to_host<Space, Twist>(state_.twist, n)};
  }

  void set_state(Snapshot const& to) override {
    Kokkos::deep_copy(state_.pose, to_device<Space>("orthant::simulation::copy", to.pose));
    Kokkos::deep_copy(state_.twist, to_device<Space>("orthant::simulation::copy", to.twist));
    Kokkos::deep_copy(start_, state_.pose);
    state_.time = 0;
    ++state_.version;
    prepared_ = stepped_ = counted_ = false;
  }

  std::vector<Contact> contacts() override {
    prepare();
    return found_contacts();
  }

  std::optional<int> redundant_rows() override {
    prepare();
    return redundant_;
  }

  int missing_contacts() override {
    prepare();
    return integrator_->missing_contacts();
  }

  Real force_time() const override { return integrator_->last_step().force_time; }

  std::vector<ContactImpulse> contact_impulses() const override {
    std::vector<ContactImpulse> out;
    auto const rows = host_rows();
    Real const per = integrator_->last_step().force_per_law_impulse;
    std::vector<std::size_t> place(static_cast<std::size_t>(rows.blocks));  // of contacts, in `out`
    for (int k = 0; k < rows.blocks; ++k) {
      if (rows.law[k] != Law::coulomb) continue;
      ContactImpulse c;
      c.world = rows.world[k];
      c.a = rows.body[k][0];
      c.b = rows.body[k][1];
      c.normal_W = rows.direction[rows.first[k]];
      c.friction = rows.friction[k];
      c.force_per_impulse = per;
      for (int r = 0; r < 3; ++r) {
        int const row = rows.first[k] + r;
        Real const stretch = r > 0 ? norm(rows.direction[row]) : 1;  // of the tangents
        c.impulse[r] = stretch * rows.impulse[row];
        c.value[r] = rows.value[row] / stretch;
        c.impulse_W += rows.impulse[row] * rows.direction[row];
        if (r > 0) c.sliding_W += (c.value[r] / stretch) * rows.direction[row];
      }
      place[static_cast<std::size_t>(k)] = out.size();
      out.push_back(c);
    }
    for (int k = 0; k < rows.blocks; ++k) {
      if (!rows.of_contact(k)) continue;
      auto& c = out[place[static_cast<std::size_t>(rows.disc[k].normal)]];
      for (int row = rows.first[k]; row < rows.first[k + 1]; ++row)
        c.moment_W += rows.impulse[row] * rows.turn[row];
    }
    if (stepped_ && !prepared_) locate(out);
    return out;
  }

  ConeProblem step_problem(int world) const override {
    return StepContacts(rows_of_step(world)).problem();
  }

  GaussGap gauss_gap(int world) const override { return orthant::gauss_gap(rows_of_step(world)); }

  std::vector<JointImpulse> joint_impulses() const override {
    std::vector<JointImpulse> out;
    auto const rows = host_rows();
    auto const data = integrator_->last_step();
    for (int k = 0; k < rows.blocks; ++k) {
      if (rows.law[k] == Law::coulomb || rows.of_contact(k)) continue;
      JointImpulse j{rows.world[k], rows.body[k][0], rows.body[k][1], {}};
      for (int row = rows.first[k]; row < rows.first[k + 1]; ++row)
        j.impulse.push_back(rows.impulse[row]);
      j.force_per_impulse =
          rows.law[k] == Law::free ? data.force_per_impulse : data.force_per_law_impulse;
      out.push_back(j);
    }
    return out;
  }

  std::vector<JointReaction> joint_reactions() const override {
    std::vector<JointReaction> out;
    if (!stepped_) return out;
    int const joints = static_cast<int>(joint_names_.size());
    for (int w = 0; w < worlds(); ++w)
      for (int k = 0; k < joints; ++k) out.push_back({w, k, joint_names_[k], {}, {}, {}, {}, {}});
    auto data = integrator_->last_step();
    data.rows.J = reaction_J_;
    for (auto const& kind : system_.constraints) {
      if (kind->comes_and_goes()) continue;
      kind->jacobian(space_, data.pose, data.rows, all_);
      auto const list = kind->joint_loads(space_, data.rows, data.pose);
      // Given forces, which have no rows, are there for the whole step, as impulses of laws are.
      bool const whole = kind->complementary() || kind->rows_per_item() == 0;
      Real const per = whole ? data.force_per_law_impulse : data.force_per_impulse;
      for (auto const& load : to_host<Space, JointLoad>(list.load, list.count)) {
        auto& to = out[load.world * joints + load.joint];
        Vec3 const force = per * load.impulse_W, torque = per * load.moment_W;
        to.way_W = load.way_W;
        to.force_W += force;
        to.torque_W += torque;
        to.force_J += rotate_back(load.q_WJ, force);
        to.torque_J += rotate_back(load.q_WJ, torque);
      }
    }
    return out;
  }

 private:
  std::vector<Contact> found_contacts() const {
    std::vector<Contact> out;
    for (auto const& kind : system_.constraints) {
      auto const list = kind->contacts();
      auto const here = to_host<Space, Contact>(list.contact, list.count);
      out.insert(out.end(), here.begin(), here.end());
    }
    return out;
  }

  /// The contacts of the last step have the order of their blocks.
  void locate(std::vector<ContactImpulse>& impulses) const {
    auto const found = found_contacts();
    auto const now = snapshot();
    for (std::size_t k = 0; k < impulses.size(); ++k) {
      auto const& c = found[k];
      auto const &A = now.pose[c.a], &B = now.pose[c.b];
      impulses[k].place =
          ContactPlace{c.a % bodies(), c.b % bodies(), ContactPointRelation::frame(c, A, B).x_C,
                       ContactPointRelation::gap(c, A, B)[0]};
    }
  }

  /// The rows of the last step on the host. Bodies count within their world; -1 does not react.
  struct HostRows {
    int blocks = 0;
    std::vector<Law> law;
    std::vector<int> world, first;
    std::vector<std::array<int, 2>> body;
    std::vector<Real> impulse, value, friction;
    std::vector<DiscRadius> disc;
    std::vector<Vec3> direction, turn;  // parts of J on the second body, linear and angular

    /// Whether a block is the torsional or rolling friction of a contact.
    bool of_contact(int k) const { return law[k] == Law::disc && disc[k].normal >= 0; }
  };

  HostRows host_rows() const {
    HostRows out;
    if (!stepped_) return out;
    auto const rows = integrator_->last_step().rows;
    out.blocks = rows.blocks;
    out.law = to_host<Space, Law>(rows.law, rows.blocks);
    out.world = to_host<Space, int>(rows.block_world, rows.blocks);
    out.first = to_host<Space, int>(rows.block_row, rows.blocks + 1);
    out.impulse = to_host<Space, Real>(rows.impulse, rows.rows);
    out.value = to_host<Space, Real>(rows.value, rows.rows);
    out.friction = to_host<Space, Real>(rows.friction, rows.blocks);
    auto const body = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows.body);
    auto const J = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows.J);
    for (int k = 0; k < rows.blocks; ++k) {
      int const o = out.world[k] * bodies();
      out.body.push_back(
          {body(k, 0) < 0 ? -1 : body(k, 0) - o, body(k, 1) < 0 ? -1 : body(k, 1) - o});
    }
    out.disc = to_host<Space, DiscRadius>(rows.disc, rows.blocks);
    for (int row = 0; row < rows.rows; ++row) {
      out.direction.push_back({{J(row, 1, 0), J(row, 1, 1), J(row, 1, 2)}});
      out.turn.push_back({{J(row, 1, 3), J(row, 1, 4), J(row, 1, 5)}});
    }
    return out;
  }

  WorldRows rows_of_step(int world) const {
    if (!stepped_ || prepared_) throw std::logic_error("no step whose rows are still there");
    auto data = integrator_->last_step();
    if (data.law.impulse.extent(0) > 0) {
      data.rows.impulse = data.law.impulse;
      data.free_twist = data.law.free_twist;
    }
    return world_rows<Space>(space_, data.rows, data.inverse_mass, data.free_twist, state_.twist,
                             world);
  }

  /// Of contacts alone nothing turns that a step could not follow.
  Turning turning() const {
    Turning const of_steps = integrator_->turning();
    if (of_steps != Turning::at_need) return of_steps;
    bool const joints = std::ranges::any_of(system_.constraints, [](auto const& kind) {
      return kind->capacity() > 0 && !kind->comes_and_goes();
    });
    return joints ? Turning::offered : Turning::none;
  }

  static bool uses(Scene const& scene, std::string const& type) {
    return std::ranges::any_of(scene.joints, [&](auto const& j) { return j.type == type; });
  }

  void add(std::unique_ptr<ConstraintBlock<Space>> kind) {
    auto companions = kind->companions();
    system_.constraints.push_back(std::move(kind));
    for (auto& each : companions) system_.constraints.push_back(std::move(each));
  }

  StepReport try_step() {
    StepReport report = integrator_->step(space_, system_, state_, h_);
    if (report.missing_contacts > 0) return report;
    for (auto const& kind : system_.constraints)
      report.crossings += kind->crossings(space_, before_, state_.pose);
    return report;
  }

  void take_back(Real time) {
    int const n = system_.model.all_bodies();
    each(space_, n, CopyPoses<Space>{state_.pose, made_});
    each(space_, n, CopyPoses<Space>{before_, state_.pose});
    each(space_, n, CopyTwists<Space>{twist_before_, state_.twist});
    state_.time = time;
    ++state_.version;
    for (auto const& kind : system_.constraints) kind->look_along(made_);
  }

  void prepare() {
    if (!prepared_) integrator_->prepare(space_, system_, state_, h_);
    prepared_ = true;
    if (counted_ || integrator_->missing_contacts() > 0) return;
    count_redundant();
    if (opening_.empty()) return;
    close();
    if (integrator_->missing_contacts() == 0) count_redundant();
  }

  /// A joint that starts open, with its bodies in the flat count and its frames on them.
  struct OpenJoint {
    std::string path;
    int a, b;
    Quat<> q_AJ, q_BJ;
  };

  static std::vector<OpenJoint> openings(Setup const& setup) {
    std::vector<OpenJoint> out;
    int const n = static_cast<int>(setup.scene.bodies.size());
    for (int w = 0; w < setup.worlds; ++w)
      for (auto const& joint : setup.scene.of(w).joints)
        if (joint.open)
          out.push_back({joint.path, joint.a < 0 ? -1 : w * n + joint.a, w * n + joint.b,
                         joint.X_AJ.q_WB, joint.X_BJ.q_WB});
    return out;
  }

  /// An axis that points the other way fits as well where rows look at its direction alone. It is a
  /// half turn away, of which openings are less than a half.
  void require_nearest(std::vector<Pose<>> const& before) const {
    auto const now = snapshot().pose;
    for (auto const& joint : opening_) {
      auto const turn = [&](std::vector<Pose<>> const& pose) {
        Quat<> const A = joint.a < 0 ? Quat<>{} : pose[joint.a].q_WB;
        return conjugate(A * joint.q_AJ) * (pose[joint.b].q_WB * joint.q_BJ);
      };
      Quat<> const moved = conjugate(turn(before)) * turn(now);
      if (fabs(moved.w) < std::sqrt(0.5)) refuse_opening(joint.path);
    }
  }
  [[noreturn]] static void refuse_opening(std::string const& path) {
    refuse(path, "joints that start open and do not close nearby",
           "a start that is nearer to one where all joints hold");
  }

  /// Rigid joints that start open are closed before the first step by the stage of positions:
  /// bodies go the shortest way in the metric of their masses, to first order, and get no velocity.
  void close() {
    constexpr int most_passes = 50;
    auto const& model = system_.model;
    auto const& kinds = system_.constraints;
    auto const sizes = RowTable<Space>::sizes(model, kinds);
    RowTable<Space> table(sizes, static_cast<int>(kinds.size()));
    PositionStage<Space> stage(sizes);
    Array<Space, int*> all("orthant::simulation::all", worlds());
    each(space_, worlds(), RunAll<Space>{all});
    auto const before = snapshot().pose;
    for (int k = 0; k < most_passes; ++k) {
      table.lay_out(space_, model, kinds, {h_});
      bool const moved =
          stage.correct(space_, system_, table.rows(), state_, all, state_.time, h_, true);
      auto const& report = stage.report();
      if (!moved || (report.converged() && report.iterations == 0)) {
        require_nearest(before);
        Kokkos::deep_copy(start_, state_.pose);
        return;
      }
      ++state_.version;
      integrator_->prepare(space_, system_, state_, h_);  // contacts where they have gone
      if (integrator_->missing_contacts() > 0) return;
    }
    refuse_opening(opening_.front().path);
  }

  /// Looks at the bilateral rows at the start, and tells the solvers if they are redundant.
  void count_redundant() {
    counted_ = true;
    redundant_ = 0;
    system_.model.redundant = false;
    auto const& model = system_.model;
    auto const& kinds = system_.constraints;
    bool const joints =
        std::ranges::any_of(kinds, [](auto const& k) { return !k->complementary() && k->items(); });
    if (!joints) return;
    RowTable<Space> table(RowTable<Space>::sizes(model, kinds), static_cast<int>(kinds.size()));
    table.lay_out(space_, model, kinds, {h_});
    Array<Space, int*> all("orthant::simulation::all", worlds());
    Array<Space, InverseMass*> inverse_mass("orthant::simulation::K", model.all_bodies());
    each(space_, worlds(), RunAll<Space>{all});
    each(space_, model.all_bodies(),
         ComputeInverseMass<Space>{model.body, state_.pose, inverse_mass, all, bodies()});
    for (auto const& kind : kinds) kind->jacobian(space_, state_.pose, table.rows(), all);
    for (int w = 0; w < differing_ && redundant_; ++w) {
      auto const found = orthant::redundant_rows(
          world_rows<Space>(space_, table.rows(), inverse_mass, state_.twist, state_.twist, w));
      redundant_ = found ? std::optional(std::max(*redundant_, *found)) : std::nullopt;
    }
    system_.model.redundant = redundant_.value_or(0) > 0;
  }

  /// Before the first step there are no rows, but bodies that can be measured.
  Rows<Space> no_rows() {
    Rows<Space> rows;
    rows.worlds = worlds();
    rows.bodies = bodies();
    zeros_ =
        Array<Space, int*>("orthant::simulation::zeros", system_.model.all_bodies() + worlds() + 1);
    rows.world_row = rows.world_block = rows.incidence_begin = zeros_;
    return rows;
  }

  Space space_;
  Real h_;
  System<Space> system_;
  State<Space> state_;
  std::unique_ptr<Integrator<Space>> integrator_;
  Array<Space, Pose<>*> start_;
  Array<Space, Pose<>*> before_, made_;  // q- of the step, and where it led that is taken back
  Array<Space, Twist*> twist_before_;    // u-
  Array<Space, Measures*> measures_;
  std::vector<OpenJoint> opening_;
  int differing_;  // worlds that are not copies of the first
  ElasticEnergy<Space> elastic_;
  IterateRecorder<Space> iterates_;
  Array<Space, Real*> violation_;
  Array<Space, Real* [2][6]> reaction_J_;  // where reactions are those of
  Array<Space, int*> all_;                 // (W) ones
  Array<Space, int*> zeros_;
  std::vector<Measures> measured_;
  std::optional<int> redundant_;
  std::vector<std::string> joint_names_;
  bool prepared_ = false, stepped_ = false, counted_ = false;
};

}  // namespace orthant
