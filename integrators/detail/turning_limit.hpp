// Whether forces turn with the bodies too stiffly for a step with J at its start.
#pragma once
#include "orthant/core/step/detail/folded_report.hpp"
#include "orthant/integrators/detail/held_twist.hpp"
#include "orthant/integrators/detail/solved_worlds.hpp"
#include "orthant/integrators/detail/step_kernels.hpp"
#include "orthant/integrators/detail/turning_kernels.hpp"

namespace orthant {

/// A force f that turns with its bodies, such as along a taut rod of length l, pulls a mass m back
/// across its direction with the stiffness f/l. This is an oscillation with the frequency w, w^2 =
/// f/(m l). A step of length h with the direction of its start treats it like an explicit method,
/// which is unstable beyond some w h. Over all motions z that the joints allow,
///   (w h)^2 = max - h^2 z^T G_f z / z^T M_eff z,
///   G_f = d(J^T f)/dq,   M_eff = M + J^T Sigma^-1 J,
/// is the largest eigenvalue of -h^2 M_eff^-1 G_f. The power method finds it, with one or two
/// iterations a step from the z of the previous step. It first ignores joints, M_eff = M, which
/// gives an upper bound and usually suffices. If the bound exceeds the limit, M_eff is used, by the
/// solver of the step. G_f z is the difference of J^T f over a displacement along z of the size of
/// a step.
///
/// The motion itself is a second test. An unstable motion reverses in each step, so that the change
/// of velocity d = u+ - u- consists of it, and - h^2 d^T G_f d / d^T M d is its Rayleigh quotient.
///
/// Contacts are left out, because they open and close, and push only.
template <class Space>
class TurningLimit {
 public:
  explicit TurningLimit(Sizes const& n)
      : n_(n),
        scale_("orthant::turning::scale", n.worlds),
        speed_("orthant::turning::speed", n.worlds),
        quotient_("orthant::turning::quotient", n.worlds),
        beyond_("orthant::turning::beyond", n.worlds),
        near_("orthant::turning::near", n.worlds),
        iterating_("orthant::turning::iterating", n.worlds),
        left_("orthant::turning::left", n.worlds),
        now_(n),
        before_(n),
        e_("orthant::turning::displacement", n.bodies),
        next_("orthant::turning::next", n.bodies),
        pose_("orthant::turning::pose", n.bodies),
        worlds_(n) {}

  using View = turning_kernels::View<Space>;

  /// The number of worlds in which forces turn more stiffly than the limit. Adds linear solves to
  /// `report`.
  int find(Space const& space, System<Space>& system, View step, NonlinearReport& report) {
    using namespace turning_kernels;
    if (!system.constraints.any_lasting()) return 0;
    if (there_.extent(0) == 0)
      there_ = Array<Space, Real* [2][6]>("orthant::turning::J", n_.rows);  // allocated in the
                                                                            // first step
    step.begins = now_.version != step.version;
    step.scale = scale_;
    step.speed = speed_;
    step.quotient = quotient_;
    step.there = there_;
    step.displaced = pose_;
    step.displacement = e_;
    auto const& model = system.model;
    keep(space, model);
    if (step.begins) {
      each(space, model.all_bodies(), AnyMotion<Space>{model.body, now_.free});
      each(space, model.all_bodies(), AnyMotion<Space>{model.body, now_.held});
    }
    each_world(space, model.worlds, Scale<Space>{step});
    each(space, model.all_bodies(), Displace<Space>{step});
    look_there(space, system, step);
    each_world(space, model.worlds, Compare<Space>{step, beyond_});
    fill(space, model.worlds, quotient_, 0.);
    int const free_iterations = step.begins ? 8 : 1;
    for (int k = 0; k < free_iterations; ++k) {
      apply_stiffness(space, system, step, now_.free, next_);
      each_world(space, model.worlds, turning_kernels::Iterate<Space>{step, now_.free, next_});
    }
    now_.version = step.version;
    each(space, model.worlds, Beyond<Space>{quotient_, near_, nearly * step.most, false});
    if (count(space, near_, model.worlds) > 0) hold(space, system, step, report);
    return count(space, beyond_, model.worlds);
  }
  /// Forgets the last call of `find`.
  void take_back() { std::swap(now_, before_); }
  void carry(Carried& c) {
    c.array(now_.free);
    c.array(now_.held);
    c.array(now_.held_known);
    c.values(now_.version, now_.held_version);
  }
  /// (worlds) result of the last call.
  Span<Space, int*> beyond() const { return beyond_; }

 private:
  static constexpr Real nearly = 0.7;  // of the limit, as an iteration yields a lower bound

  int count(Space const& space, Span<Space, int*> which, int worlds) {
    return count_.get(space, which, worlds);
  }
  void look_there(Space const& space, System<Space> const& system, View const& step) {
    auto rows = step.rows;
    rows.J = there_;
    for (auto const& kind : system.constraints)
      if (kind->pulls()) kind->jacobian(space, pose_, rows, step.all);
  }

  /// out <- -h^2 M^-1 G_f z
  void apply_stiffness(Space const& space, System<Space> const& system, View const& step,
                       Span<Space, Twist*> z, Span<Space, Twist*> out) {
    using namespace turning_kernels;
    auto const& model = system.model;
    each_world(space, model.worlds, ScaleProbe<Space>{step, z});
    each(space, model.all_bodies(), MoveProbe<Space>{step, z});
    look_there(space, system, step);
    each(space, model.all_bodies(), StiffnessProduct<Space>{step, out});
  }
  /// The power method with joints, in worlds near the limit.
  void hold(Space const& space, System<Space>& system, View step, NonlinearReport& report) {
    using namespace turning_kernels;
    if (!held_) held_ = std::make_unique<HeldTwist<Space>>(n_, "directions");
    auto const& model = system.model;
    held_->begin(space, step.rows, step.inverse_mass);
    if (now_.held_version != step.version) fill(space, model.worlds, now_.held_known, 0);
    now_.held_version = step.version;
    step.skip = left_;
    reports_.first(report);
    for (int k = 0; k < Iterating<Space>::most; ++k) {
      each(space, model.worlds, Iterating<Space>{near_, now_.held_known, iterating_, left_, k});
      if (count(space, iterating_, model.worlds) == 0) break;
      apply_stiffness(space, system, step, now_.held, held_->given());
      copy(space, model.all_bodies(), held_->given(), next_);
      report = reports_.aside(worlds_.solve_in(space, iterating_, *system.solver, *held_, next_));
      each_world(space, model.worlds, turning_kernels::Iterate<Space>{step, now_.held, next_});
    }
    each(space, model.worlds, Know<Space>{near_, now_.held_known});
    each(space, model.worlds, Beyond<Space>{quotient_, beyond_, step.most, true});
  }

  /// What it knows of motions.
  struct Known {
    explicit Known(Sizes const& n)
        : free("orthant::turning::free_motion", n.bodies),
          held("orthant::turning::held_motion", n.bodies),
          held_known("orthant::turning::held_known", n.worlds) {}
    Array<Space, Twist*> free, held;
    Array<Space, int*> held_known;  // (worlds) whether `held` is one of joints
    int version = -1, held_version = -1;
  };
  void keep(Space const& space, Model<Space> const& model) {
    copy(space, model.all_bodies(), now_.free, before_.free);
    copy(space, model.all_bodies(), now_.held, before_.held);
    copy(space, model.worlds, now_.held_known, before_.held_known);
    before_.version = now_.version;
    before_.held_version = now_.held_version;
  }

  Sizes n_;
  Array<Space, Real*> scale_, speed_, quotient_;  // (worlds)
  Array<Space, int*> beyond_, near_, iterating_, left_;
  Known now_, before_;
  SumOf<Space> count_;
  Array<Space, Twist*> e_, next_;
  Array<Space, Pose<>*> pose_;
  Array<Space, Real* [2][6]> there_;
  std::unique_ptr<HeldTwist<Space>> held_;  // made when it is needed
  SolvedWorlds<Space> worlds_;
  FoldedReport reports_;
};

}  // namespace orthant
