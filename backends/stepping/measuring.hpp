// The measures of every world, after a step or at the start.
#pragma once
#include "orthant/backends/simulation/build.hpp"
#include "orthant/constraints/coordinate/elastic_energy.hpp"
#include "orthant/constraints/coordinate/rotor_energy.hpp"
#include "orthant/core/metrics/measure.hpp"

namespace orthant {

namespace measuring_kernels {

/// The start of worlds that start anew.
template <class Space>
struct StartAnew {
  static constexpr char const* label = "orthant::measuring::start_anew";
  Span<Space, int*> world;
  Span<Space, Pose<>*> pose, start;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (world(b / bodies)) start(b) = pose(b);
  }
};

}  // namespace measuring_kernels

/// Computes the measures of all worlds from a state and its rows, and keeps the start for drifts.
template <class Space>
class Measuring {
 public:
  Measuring(Setup const& setup, System<Space> const& system, int rows)
      : system_(system),
        h_(setup.h),
        elastic_(setup.worlds, system.model.bodies, setup.scene),
        rotors_(setup.worlds, system.model.bodies, setup.scene),
        start_("orthant::measuring::start", system.model.all_bodies()),
        measures_("orthant::measuring::measures", setup.worlds),
        violation_(make_room<Space, Real*>("orthant::measuring::violation", rows)),
        zeros_("orthant::measuring::zeros", system.model.all_bodies() + setup.worlds + 1) {}

  /// Starts at this state; drift is measured from here.
  void start(Space const& space, State<Space> const& state) {
    copy(space, start_.extent_int(0), state.pose, start_);
    follow(space, state);
  }
  /// Call after every step.
  void follow(Space const& space, State<Space> const& state) {
    elastic_.follow(space, state.pose);
    rotors_.follow(space, state);
  }
  void drive(Space const& space, Span<Space, MotorInput*> input) { elastic_.drive(space, input); }
  void start_anew(Space const& space, State<Space> const& state, NewStarts<Space> const& at) {
    each(space, start_.extent_int(0),
         measuring_kernels::StartAnew<Space>{.world = at.world,
                                             .pose = state.pose,
                                             .start = start_,
                                             .bodies = system_.model.bodies});
    elastic_.start_anew(at);
    follow(space, state);
  }
  /// Of the following steps [s].
  void set_step(Real h) { h_ = h; }
  void carry(Carried& c) {
    c.array(start_);
    elastic_.carry(c);
    rotors_.carry(c);
  }

  /// Measures at a state with known contacts; `step` is the step that led there, if any.
  std::vector<Measures> const& measure(Space const& space, State<Space> const& state,
                                       std::optional<StepData<Space>> const& step) {
    auto const data = step ? *step : no_step(state);
    fill(space, data.rows.rows, violation_, 0);
    if (step)
      for (auto const& kind : system_.constraints)
        kind->violation(space, state.pose, data.rows, violation_);
    int const worlds = system_.model.worlds;
    each_world(space, worlds,
               MeasureWorld<Space>{.step = data,
                                   .body = system_.model.body,
                                   .violation = violation_,
                                   .pose = state.pose,
                                   .start = start_,
                                   .twist = state.twist,
                                   .out = measures_,
                                   .h = h_});
    add_elastic(space, state);
    if (auto const list = system_.constraints.contacts(); list.count > 0)
      each_world(space, worlds, MeasurePenetration<Space>{list, measures_});
    return measured_ = to_host<Space, Measures>(measures_, worlds);
  }
  /// What was measured last.
  std::vector<Measures> const& measured() const { return measured_; }

  /// The energies of each body (worlds x bodies) alone, at a state with known contacts: kinetic
  /// with that of rotors, elastic, of what holds it on one of two bodies, and potential.
  void energies(Space const& space, State<Space> const& state, Span<Space, Real*> moving,
                Span<Space, Real*> elastic, Span<Space, Real*> potential) const {
    auto const& body = system_.model.body;
    each(space, system_.model.all_bodies(),
         MeasureEnergy<Space>{.body = body,
                              .pose = state.pose,
                              .twist = state.twist,
                              .moving = moving,
                              .potential = potential});
    rotors_.add_to_bodies(space, body, moving);
    fill_all(space, elastic, 0);
    elastic_.add_to_bodies(space, state.pose, state.time, body, elastic);
    if (auto const list = system_.constraints.contacts(); list.count > 0)
      elastic_.add_to_bodies(space, list, body, elastic);
  }

 private:
  void add_elastic(Space const& space, State<Space> const& state) {
    elastic_.add(space, state.pose, state.time, measures_);
    rotors_.add(space, measures_);
    if (auto const list = system_.constraints.contacts(); list.count > 0)
      elastic_.add(space, list, measures_);
  }

  /// Data without rows, because nothing has acted yet.
  StepData<Space> no_step(State<Space> const& state) const {
    Rows<Space> rows;
    rows.worlds = system_.model.worlds;
    rows.bodies = system_.model.bodies;
    rows.world_row = rows.world_block = rows.incidence_begin = zeros_;
    return {rows, {}, state.twist};
  }

  System<Space> const& system_;
  Real h_;
  ElasticEnergy<Space> elastic_;
  RotorEnergy<Space> rotors_;
  Array<Space, Pose<>*> start_;
  Array<Space, Measures*> measures_;
  Array<Space, Real*> violation_;
  Array<Space, int*> zeros_;
  std::vector<Measures> measured_;
};

}  // namespace orthant
