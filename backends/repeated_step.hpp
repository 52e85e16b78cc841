// A step, taken anew where bodies went through each other.
#pragma once
#include "core/step/integrator.hpp"
#include "integrators/step_kernels.hpp"

namespace orthant {

/// It is taken anew with contacts along the motion that it led to: a body that is thrown within the
/// step, or held by a joint, goes another way than a free one.
template <class Space>
class RepeatedStep {
 public:
  explicit RepeatedStep(int bodies)
      : before_("orthant::repeated::before", bodies),
        made_("orthant::repeated::made", bodies),
        twist_before_("orthant::repeated::twist_before", bodies) {}

  /// From a state that the integrator is prepared at.
  StepReport make(Space const& space, Integrator<Space>& integrator, System<Space>& system,
                  State<Space>& state, Real h) {
    constexpr int most_repeats = 4;
    Real const time = state.time;
    int const n = system.model.all_bodies();
    each(space, n, CopyPoses<Space>{state.pose, before_});
    each(space, n, CopyTwists<Space>{state.twist, twist_before_});
    StepReport report = attempt(space, integrator, system, state, h);
    for (int k = 0; k < most_repeats && report.crossings > 0; ++k) {
      take_back(space, system, state, time);
      integrator.prepare(space, system, state, h);
      auto const earlier = report.solve;
      report = attempt(space, integrator, system, state, h);
      report.solve.iterations += earlier.iterations;
      report.solve.linear_solves += earlier.linear_solves;
      report.solve.linear_iterations += earlier.linear_iterations;
    }
    for (auto const& kind : system.constraints) kind->look_along({});
    return report;
  }

 private:
  StepReport attempt(Space const& space, Integrator<Space>& integrator, System<Space>& system,
                     State<Space>& state, Real h) const {
    StepReport report = integrator.step(space, system, state, h);
    if (report.missing_contacts > 0) return report;
    for (auto const& kind : system.constraints)
      report.crossings += kind->crossings(space, before_, state.pose);
    return report;
  }

  void take_back(Space const& space, System<Space>& system, State<Space>& state, Real time) const {
    int const n = system.model.all_bodies();
    each(space, n, CopyPoses<Space>{state.pose, made_});
    each(space, n, CopyPoses<Space>{before_, state.pose});
    each(space, n, CopyTwists<Space>{twist_before_, state.twist});
    state.time = time;
    ++state.version;
    for (auto const& kind : system.constraints) kind->look_along(made_);
  }

  Array<Space, Pose<>*> before_, made_;  // q-, and where the step led that is taken back
  Array<Space, Twist*> twist_before_;    // u-
};

}  // namespace orthant
