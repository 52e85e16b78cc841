// The simulation on one Kokkos execution space: model, state, constraints, solver and integrator.
#pragma once
#include <algorithm>

#include "backends/build.hpp"
#include "core/cone_problem/step_contacts.hpp"
#include "core/metrics/measure.hpp"
#include "core/row_table.hpp"

namespace orthant {

template <class Space>
class KokkosSimulation final : public Simulation {
 public:
  /// Reads "integrator" and "solver" of `config`.
  KokkosSimulation(Setup const& setup, Plugins<Space> const& plugins, Config& config)
      : h_(setup.h),
        state_(build_state<Space>(setup)),
        start_("orthant::simulation::start", state_.pose.extent(0)),
        measures_("orthant::simulation::measures", setup.worlds) {
    Kokkos::deep_copy(start_, state_.pose);
    system_.model = build_model<Space>(setup);
    for (auto const& [name, kind] : plugins.constraints)
      if (!kind.is_joint || uses(setup.scene, name))
        system_.constraints.push_back(kind.make(system_.model, setup.scene));
    auto const sizes = RowTable<Space>::sizes(system_.model, system_.constraints);
    violation_ = Array<Space, Real*>("orthant::simulation::violation", sizes.rows);
    system_.solver =
        plugins.nonlinear_solvers.make(config.plugin("solver", "newton"), plugins, sizes);
    integrator_ = plugins.integrators.make(config.plugin("integrator", "implicit_euler"), sizes,
                                           static_cast<int>(system_.constraints.size()));
    measured_.resize(setup.worlds);
  }

  int worlds() const override { return system_.model.worlds; }
  int bodies() const override { return system_.model.bodies; }

  StepReport step() override {
    prepare();
    auto const report = integrator_->step(space_, system_, state_, h_);
    if (report.missing_contacts == 0) {
      prepared_ = false;
      stepped_ = true;
    }
    return report;
  }

  std::vector<Measures> const& measure() override {
    // The step's own rows first: to prepare the next step overwrites what they refer to.
    if (prepared_ && stepped_) return measured_;
    StepData<Space> data = integrator_->last_step();
    if (!stepped_) data = {no_rows(), {}, state_.twist};  // nothing has acted yet
    Kokkos::deep_copy(space_, violation_, 0);
    if (stepped_)
      for (auto const& kind : system_.constraints)
        kind->violation(space_, state_.pose, data.rows, violation_);
    each_world(space_, worlds(),
               MeasureWorld<Space>{data, system_.model.body, violation_, state_.pose, start_,
                                   state_.twist, measures_, system_.model.gravity, h_});
    prepare();
    for (auto const& kind : system_.constraints)
      if (auto const list = kind->contacts(); list.count > 0)
        each_world(space_, worlds(), MeasurePenetration<Space>{list, measures_});
    measured_ = brought<Space, Measures>(measures_, worlds());
    return measured_;
  }

  Snapshot snapshot() const override {
    int const n = system_.model.all_bodies();
    return {brought<Space, Pose<>>(state_.pose, n), brought<Space, Twist>(state_.twist, n)};
  }

  void set_state(Snapshot const& to) override {
    Kokkos::deep_copy(state_.pose, copied<Space>("orthant::simulation::copy", to.pose));
    Kokkos::deep_copy(state_.twist, copied<Space>("orthant::simulation::copy", to.twist));
    Kokkos::deep_copy(start_, state_.pose);
    state_.time = 0;
    ++state_.version;
    prepared_ = stepped_ = false;
  }

  std::vector<Contact> contacts() override {
    prepare();
    std::vector<Contact> out;
    for (auto const& kind : system_.constraints) {
      auto const list = kind->contacts();
      auto const here = brought<Space, Contact>(list.contact, list.count);
      out.insert(out.end(), here.begin(), here.end());
    }
    return out;
  }

  int missing_contacts() override {
    prepare();
    return integrator_->missing_contacts();
  }

  std::vector<ContactImpulse> contact_impulses() const override {
    std::vector<ContactImpulse> out;
    auto const rows = host_rows();
    for (int k = 0; k < rows.blocks; ++k) {
      if (rows.cone[k] != Cone::coulomb) continue;
      ContactImpulse c;
      c.world = rows.world[k];
      c.a = rows.body[k][0];
      c.b = rows.body[k][1];
      for (int r = 0; r < 3; ++r) {
        int const row = rows.first[k] + r;
        c.impulse[r] = rows.impulse[row];
        c.value[r] = rows.value[row];
        for (int i = 0; i < 3; ++i) c.impulse_W[i] += rows.impulse[row] * rows.direction[row][i];
      }
      out.push_back(c);
    }
    return out;
  }

  ConeProblem step_problem(int world) const override {
    if (!stepped_ || prepared_) throw std::logic_error("no step whose rows are still there");
    auto const data = integrator_->last_step();
    return StepContacts(world_rows<Space>(space_, data.rows, data.inverse_mass, data.free_twist,
                                          state_.twist, world))
        .problem();
  }

  std::vector<JointImpulse> joint_impulses() const override {
    std::vector<JointImpulse> out;
    auto const rows = host_rows();
    auto const data = integrator_->last_step();
    for (int k = 0; k < rows.blocks; ++k) {
      if (rows.cone[k] == Cone::coulomb) continue;
      JointImpulse j{rows.world[k], rows.body[k][0], rows.body[k][1], {}};
      for (int row = rows.first[k]; row < rows.first[k + 1]; ++row)
        j.impulse.push_back(rows.impulse[row]);
      j.force_per_impulse =
          rows.cone[k] == Cone::free ? data.force_per_impulse : data.force_per_law_impulse;
      out.push_back(j);
    }
    return out;
  }

 private:
  /// The rows of the last step on the host. Bodies count within their world; -1 does not react.
  struct HostRows {
    int blocks = 0;
    std::vector<Cone> cone;
    std::vector<int> world, first;
    std::vector<std::array<int, 2>> body;
    std::vector<Real> impulse, value;
    std::vector<Vec3> direction;  // linear part of J on the second body
  };

  HostRows host_rows() const {
    HostRows out;
    if (!stepped_) return out;
    auto const rows = integrator_->last_step().rows;
    out.blocks = rows.blocks;
    out.cone = brought<Space, Cone>(rows.cone, rows.blocks);
    out.world = brought<Space, int>(rows.block_world, rows.blocks);
    out.first = brought<Space, int>(rows.block_row, rows.blocks + 1);
    out.impulse = brought<Space, Real>(rows.impulse, rows.rows);
    out.value = brought<Space, Real>(rows.value, rows.rows);
    auto const body = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows.body);
    auto const J = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows.J);
    for (int k = 0; k < rows.blocks; ++k) {
      int const o = out.world[k] * bodies();
      out.body.push_back(
          {body(k, 0) < 0 ? -1 : body(k, 0) - o, body(k, 1) < 0 ? -1 : body(k, 1) - o});
    }
    for (int row = 0; row < rows.rows; ++row)
      out.direction.push_back({{J(row, 1, 0), J(row, 1, 1), J(row, 1, 2)}});
    return out;
  }

  static bool uses(Scene const& scene, std::string const& type) {
    return std::ranges::any_of(scene.joints, [&](auto const& j) { return j.type == type; });
  }

  void prepare() {
    if (!prepared_) integrator_->prepare(space_, system_, state_, h_);
    prepared_ = true;
  }

  /// Before the first step there are no rows, but bodies that can be measured.
  Rows<Space> no_rows() {
    Rows<Space> rows;
    rows.worlds = worlds();
    rows.bodies = bodies();
    zeros_ =
        Array<Space, int*>("orthant::simulation::zeros", system_.model.all_bodies() + worlds() + 1);
    rows.world_row = rows.world_block = rows.first = zeros_;
    return rows;
  }

  Space space_;
  Real h_;
  System<Space> system_;
  State<Space> state_;
  std::unique_ptr<Integrator<Space>> integrator_;
  Array<Space, Pose<>*> start_;
  Array<Space, Measures*> measures_;
  Array<Space, Real*> violation_;
  Array<Space, int*> zeros_;
  std::vector<Measures> measured_;
  bool prepared_ = false, stepped_ = false;
};

}  // namespace orthant
