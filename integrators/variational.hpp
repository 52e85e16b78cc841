// A variational integrator on positions and rotations: RATTLE with discrete Legendre transforms.
#pragma once
#include "orthant/core/config/fields.hpp"
#include "orthant/core/step/detail/folded_report.hpp"
#include "orthant/integrators/detail/row_integrator.hpp"
#include "orthant/integrators/momentum_kernels.hpp"
#include "orthant/integrators/variational_kernels.hpp"

namespace orthant {

struct VariationalSettings {
  bool warm_start = true;

  void fields(Fields& f) {
    f.flag("warm_start", warm_start, "start from the impulses of the same contacts and joints");
  }
};

/// Discrete mechanics on SE(3) [Lee, Leok, McClamroch 2007; Bou-Rabee, Marsden 2009] with joints as
/// in RATTLE [Hairer, Lubich, Wanner 2006, VII.1.4]. There are two stages, each with its own
/// impulses:
///   1   p' = p- + h/2 f + J(q-)^T lambda,   q+ = q- (+) h w,  w the mean twist of p',  c(q+) = 0
///   2   p+ = p' + h/2 f + J(q+)^T lambda',  p+ = M(q+) u+,                         J(q+) u+ = 0
/// The map is symplectic and symmetric, and of second order in position and velocity. A free body
/// conserves its spatial momentum to round-off, and the energy of conservative systems does not
/// drift. The final impulses of the rows are the sum lambda + lambda'. It is h times the force in
/// the middle of the step, to second order, and is reported with the directions of the middle.
///
/// Contacts are at position level in the first stage, so that there is no penetration, and at
/// velocity level in the second, max(c(q+), 0)/h + J u+, so that they do not rebound. Friction acts
/// in both; in the first stage J w of the tangents has J of the middle of the step, so that what
/// sticks to a surface that turns keeps its place to second order. f is the mean of given forces
/// over the whole step in both stages: its impulse enters as in the middle of the step, which keeps
/// the map symmetric, and a pulse does not load the joints of one stage alone. A contact that
/// strikes moves by the mean of u- and u+ in the first stage, J w = (1 - e)/2 J u-, and ends with J
/// u+ = -e J u- in the second. So with e = 1 a ball returns the way it came. Forces, and bounds on
/// forces, act for half a step in each stage.
///
/// Compliant rows have the force of the mean of q- and q+, and of w, in both stages: (alpha, beta,
/// gamma, delta, eta) = (1, h/2, h^2/4, 1, h/2) on w. By themselves they give the implicit midpoint
/// rule, of second order. Compliant limits and contacts have the force of the end in both stages.
template <class Space>
class Variational final : public RowIntegrator<Space> {
  using Base = RowIntegrator<Space>;
  using Motion = MotionByMean<Space>;

 public:
  static constexpr bool moves_by_end_twist = false, has_stages = true;
  static StiffnessUse stiffness_use(VariationalSettings const&) { return StiffnessUse::none; }

  bool closes_gaps() const override { return true; }
  Variational(VariationalSettings const& set, Sizes const& n, int kinds)
      : Base(stiffness_use(set), set.warm_start, n, kinds),
        momentum_("orthant::integrator::momentum", n.bodies),
        first_(make_room<Space, Real*>("orthant::integrator::first_impulse", n.rows)),
        repeated_(make_room<Space, Real*>("orthant::integrator::repeated_impulse", n.rows)),
        second_(make_room<Space, Real*>("orthant::integrator::second_impulse", n.rows)),
        second_free_("orthant::integrator::second_free_twist", n.bodies),
        middle_("orthant::integrator::middle_pose", n.bodies) {}

  bool matrices_move() const override { return false; }
  StepMotion<Space> motion() const override {
    if (stage_ == 2) return {};
    return {this->old_, this->state_->pose, {}, this->h_};
  }
  char const* stage() const override { return stage_ == 1 ? "first" : "second"; }

  void evaluate(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) override {
    if (stage_ == 2) {
      this->values(space, u, active);
      each(space, this->rows().blocks,
           variational_kernels::Release<Space>{this->rows(), repeated_});
      return;
    }
    follow(space, u, active);
    this->middle(space, active, middle_);
    set_free(space, active);
    this->values(space, u, active);
  }

 protected:
  StepSize size(Real h) override { return {h, 1, 0.5, 0.5, 1}; }
  StepSize size_of_laws(Real h) override { return {h, 1, 1, 0.5}; }
  Real impulse_per_force(StepSize const& size) const override { return size.h; }
  Real time_of_impulses(Real h) const override { return 0.5 * h; }
  Span<Space, Pose<>*> pose_of_impulses() const override { return middle_; }
  LawPart<Space> law_part() const override { return {second_, second_free_}; }
  void describe(ConstraintBlock<Space> const&, StepPoint<Space>& at) const override {
    at.level = stage_ == 2 ? RowLevel::velocity : RowLevel::position;
    at.linear_yield = stage_ == 2;
    at.mean_twist = stage_ == 1;
    at.last_stage = stage_ == 2;
    if (stage_ == 1) at.rate_pose = middle_;
  }

  void start(Space const& space) override {
    stage_ = 1;
    each(space, this->bodies(),
         Kick<Space>{.applied = this->applied(),
                     .body = this->model().body,
                     .pose = this->old_,
                     .twist = this->old_twist_,
                     .momentum = momentum_,
                     .time = 0.5 * this->h_});
    this->jacobians(space, this->old_, this->all_);
    balance_first(space);
  }

  NonlinearReport solve(Space const& space) override {
    auto first = Base::solve(space);
    balance_first(space, true);
    this->look_at_lines(space, first);
    reports_.first(first);
    this->store_impulses(space);
    start_second(space);
    return reports_.then(Base::solve(space));
  }

  void finish(Space const& space) override {
    auto const& rows = this->rows();
    this->balance(space, true);
    evaluate(space, this->state_->twist, this->all_);
    copy(space, rows.rows, rows.impulse, second_);
    copy(space, this->bodies(), this->free_, second_free_);
    this->jacobians(space, this->old_, this->all_);  // of released rows too
    each(space, rows.blocks, variational_kernels::AddImpulses<Space>{rows, first_, repeated_});
    each(space, this->bodies(),
         FreeOfAll<Space>{rows, this->inverse_mass_, this->state_->twist, this->free_});
  }

 private:
  Motion mean_motion() const { return {this->model().body, this->old_, this->h_}; }

  void follow(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) {
    each(space, this->bodies(),
         Follow<Space, Motion>{.motion = mean_motion(),
                               .to = this->state_->pose,
                               .u = u,
                               .active = active,
                               .bodies = this->model().bodies});
  }
  void set_free(Space const& space, Span<Space, int*> active) {
    each(space, this->bodies(),
         FreeOfMomentum<Space, Motion>{.motion = mean_motion(),
                                       .rows = this->rows(),
                                       .inverse_mass = this->inverse_mass_,
                                       .momentum = momentum_,
                                       .out = this->free_,
                                       .unturned = this->unturned_,
                                       .active = active});
  }
  void balance_first(Space const& space, bool solved = false) {
    set_free(space, this->all_);
    this->balance(space, solved);
    follow(space, this->state_->twist, this->all_);
  }

  /// From here on rows are evaluated at q+, which replaces q-.
  void start_second(Space const& space) {
    stage_ = 2;
    auto const& rows = this->rows();
    auto const& model = this->model();
    auto const& pose = this->state_->pose;
    each(space, this->bodies(),
         variational_kernels::SecondKick<Space>{this->applied(), rows, momentum_, 0.5 * this->h_});
    each(space, rows.blocks, variational_kernels::KeepImpulses<Space>{rows, first_, repeated_});
    if (!this->warm_start_) fill(space, rows.rows, rows.impulse, 0);
    this->middle(space, this->all_, middle_);
    copy(space, this->bodies(), pose, this->old_);
    compute_inverse_mass<Space>(space, model, pose, this->all_, this->inverse_mass_);
    this->jacobians(space, pose, this->all_);
    each(space, this->bodies(), variational_kernels::Repeat<Space>{rows, repeated_, momentum_});
    each(space, this->bodies(),
         variational_kernels::TwistOfMomentum<Space>{model.body, this->inverse_mass_, momentum_,
                                                     this->free_});
    this->balance(space);
  }

  int stage_ = 1;
  Array<Space, Vec6*> momentum_;          // p' without the impulses of the current stage
  Array<Space, Real*> first_, repeated_;  // lambda of the first stage
  Array<Space, Real*> second_;            // lambda' of the second stage ...
  Array<Space, Twist*> second_free_;      // ... and the u_free that belongs to it
  Array<Space, Pose<>*> middle_;          // pose in the middle of the step
  FoldedReport reports_;
};

}  // namespace orthant
