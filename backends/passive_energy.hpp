// Looks after each step whether bodies have gained energy that nothing gives.
#pragma once
#include <algorithm>

#include "backends/measuring.hpp"
#include "core/metrics/energy_watch.hpp"
#include "core/scene/passive.hpp"

namespace orthant {

namespace passive_kernels {

template <class Space>
struct Forget {
  static constexpr char const* label = "orthant::passive::forget";
  Span<Space, EnergyWatch*> watch;
  KOKKOS_FUNCTION void operator()(int w) const { watch(w) = {}; }
};

template <class Space>
struct Look {
  static constexpr char const* label = "orthant::passive::look";
  Span<Space, Measures*> measures;
  Span<Space, EnergyWatch*> watch;
  Span<Space, Body*> body;
  Span<Space, Real*> work;
  Span<Space, int> gaining;
  int worlds, bodies;
  Real error;  // largest of a row in a solved step [m/s]
  bool bounces;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    Real const sum = lane.sum(worlds, [&](int w) {
      Real mass = 0;
      for (int k = 0; k < bodies; ++k)
        if (auto const& b = body(w * bodies + k); b.dynamic()) mass += b.mass;
      return Real(watch(w).gains(measures(w), work(w), mass, error, bounces));
    });
    lane.once([&] { gaining() = static_cast<int>(sum); });
  }
};

/// Of given forces and torques, as their potential falls where they are constant.
template <class Space>
struct WorkOfForces {
  static constexpr char const* label = "orthant::passive::work_of_forces";
  Span<Space, Body*> body;
  Span<Space, Vec6*> wrench;
  Span<Space, Pose<>*> from, to;
  int bodies;
  Span<Space, Real*> work;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    Real const sum = lane.sum(bodies, [&](int k) {
      int const b = w * bodies + k;
      if (!body(b).dynamic()) return 0.0;
      Vec6 const f = body(b).wrench_W + wrench(b);
      StraightMotion const motion = motion_between(from(b), to(b));
      return dot(linear(f), motion.displacement) + motion.angle * dot(angular(f), motion.axis);
    });
    lane.once([&] { work(w) = sum; });
  }
};

template <class Space>
struct KeepPoses {
  static constexpr char const* label = "orthant::passive::keep_poses";
  Span<Space, Pose<>*> from, to;
  KOKKOS_FUNCTION void operator()(int b) const { to(b) = from(b); }
};

}  // namespace passive_kernels

template <class Space>
class PassiveEnergy {
 public:
  PassiveEnergy(Scene const& scene, System<Space> const& system)
      : system_(system),
        driven_(driven(scene)),
        bounces_(has_restitution(scene)),
        watch_("orthant::passive::watch", system.model.worlds),
        work_("orthant::passive::work", system.model.worlds),
        before_("orthant::passive::before", system.model.all_bodies()),
        gaining_("orthant::passive::gaining") {}

  /// Starts at a given state with known contacts.
  void start(Space const& space, State<Space> const& state, Measuring<Space>& measuring) {
    each(space, system_.model.worlds, passive_kernels::Forget<Space>{watch_});
    Kokkos::deep_copy(space, work_, Real(0));
    keep(space, state);
    error_ = 0;
    look(space, state, measuring, {});
  }
  /// Forces act from now on that the scene does not know.
  void push(Space const& space, State<Space> const& state) {
    if (driven_ != Driven::not_at_all) return;
    driven_ = Driven::by_forces;
    keep(space, state);
  }

  /// Comes after each step, before the next one is prepared.
  void add_work(Space const& space, State<Space> const& state, StepData<Space> const& step,
                Real h) {
    if (driven_ != Driven::by_forces) return;
    auto const& model = system_.model;
    each_world(space, model.worlds,
               passive_kernels::WorkOfForces<Space>{.body = model.body,
                                                    .wrench = step.wrench,
                                                    .from = before_,
                                                    .to = state.pose,
                                                    .bodies = model.bodies,
                                                    .work = work_});
    for (auto const& kind : system_.constraints)
      kind->add_work(space, step.rows, {step.force_per_impulse, step.force_per_law_impulse},
                     state.time, h, work_);
    keep(space, state);
  }

  /// The number of worlds in which steps have added more energy than the motion had. Call after
  /// each step, when the contacts of the next have been found.
  int look(Space const& space, State<Space> const& state, Measuring<Space>& measuring,
           NonlinearReport const& solve) {
    if (driven_ == Driven::otherwise) return 0;
    auto const& left = solve.residual;
    if (solve.converged()) error_ = std::max({error_, left.joint, left.normal, left.friction});
    auto const& model = system_.model;
    each_world(space, 1,
               passive_kernels::Look<Space>{.measures = measuring.energies(space, state),
                                            .watch = watch_,
                                            .body = model.body,
                                            .work = work_,
                                            .gaining = gaining_.device(),
                                            .worlds = model.worlds,
                                            .bodies = model.bodies,
                                            .error = error_,
                                            .bounces = bounces_});
    return gaining_.get(space);
  }

 private:
  void keep(Space const& space, State<Space> const& state) {
    if (driven_ == Driven::by_forces)
      each(space, before_.extent_int(0), passive_kernels::KeepPoses<Space>{state.pose, before_});
  }

  System<Space> const& system_;
  Driven driven_;
  Real error_ = 0;  // largest of a row in a solved step [m/s]
  bool bounces_;
  Array<Space, EnergyWatch*> watch_;  // (worlds)
  Array<Space, Real*> work_;          // (worlds) of the step, of what is given [J]
  Array<Space, Pose<>*> before_;      // where the step began
  ReadBack<Space, int> gaining_;
};

}  // namespace orthant
