// Euler's methods in the velocity form of the equations of motion.
#pragma once
#include "orthant/integrators/detail/differentiable.hpp"
#include "orthant/integrators/detail/euler_kernels.hpp"

namespace orthant {

/// The pose at which J and M are evaluated.
enum class EulerMatrices {
  start,   // J and M at q-
  end,     // at q+
  at_need  // at q-; at q+ in a world from the step on in which forces turn too stiffly for q-, and
           // in a step without a solution at q-
};

/// What distinguishes the Euler methods.
struct EulerScheme {
  EulerMatrices matrices;  // where J and M are evaluated
  bool linearised;         // c(q-) + h J u replaces c(q+)
};

///   M (u+ - u_free) = J^T lambda,   q+ = q- + h T u+,   laws between c(q+)/h, J u+ and lambda
/// With J at q- for the forces, u+ is the velocity of the middle of the step: there J u+ of
/// contacts has its J, as c(q+) = 0 gives it to joints and gaps. Then the step is symmetric in time
/// where nothing slides or strikes, and what rolls neither gains nor loses energy in the mean. With
/// J of q- for both it would gain at the rate h/2 f . dJ/dt u of the friction f.
template <class Space>
class EulerStep final : public RowIntegrator<Space>, public Differentiable<Space> {
  using Base = RowIntegrator<Space>;

 public:
  static constexpr bool moves_by_end_twist = true;  // see IntegratorRecipe
  static constexpr bool has_stages = false;         // likewise
  /// How the steps of a scheme use geometric stiffness. Settings have scheme(), an EulerScheme.
  template <class Settings>
  static StiffnessUse stiffness_use(Settings const& set) {
    switch (set.scheme().matrices) {
      case EulerMatrices::at_need:
        return StiffnessUse::at_need;
      case EulerMatrices::end:
        return StiffnessUse::offered;
      case EulerMatrices::start:
        break;
    }
    return StiffnessUse::none;
  }

  /// Allocates for `n`, with rows of `kinds` kinds of constraints. Settings have `warm_start` too:
  /// whether a step starts with the impulses of the one before.
  template <class Settings>
  EulerStep(Settings const& set, Sizes const& n, int kinds)
      : Base(stiffness_use(set), set.warm_start, n, kinds),
        scheme_(set.scheme()),
        at_end_("orthant::euler::at_end", n.worlds),
        in_a_row_("orthant::euler::in_a_row", n.worlds),
        at_end_before_("orthant::euler::at_end", n.worlds),
        in_a_row_before_("orthant::euler::in_a_row", n.worlds),
        ends_("orthant::euler::ends", n.worlds),
        starts_("orthant::euler::starts", n.worlds),
        sloped_("orthant::euler::sloped", n.worlds),
        where_("orthant::euler::where", n.bodies),
        rates_("orthant::euler::rates", own_rates() ? n.bodies : 0) {
    known_.some_at_end = scheme_.matrices == EulerMatrices::end;
    if (known_.some_at_end) fill_all(Space(), at_end_, 1);
  }

  /// Its equations.
  Differentiable<Space>* differentiable() override { return this; }
  /// See Integrator::closes_gaps.
  bool closes_gaps() const override { return !scheme_.linearised; }
  /// See Integrator::take_back.
  void take_back() override {
    Base::take_back();
    if (!chooses()) return;
    std::swap(at_end_, at_end_before_);
    std::swap(in_a_row_, in_a_row_before_);
    known_ = known_before_;
  }
  /// See Integrator::carry.
  void carry(Carried& c) override {
    Base::carry(c);
    c.array(at_end_);
    c.array(in_a_row_);
    c.values(known_.some_at_end, known_.went_over, known_.version);
  }

  /// How bodies move by u: q+ = q- (+) h u.
  StepMotion<Space> motion() const override {
    return {this->old_, this->state_->pose, {}, this->h_};
  }
  /// Whether J and M follow the iterate in some world.
  bool matrices_move() const override { return known_.some_at_end; }
  /// Likewise geometric stiffness.
  bool has_stiffness() const override { return known_.some_at_end; }

  /// Moves the bodies of running worlds to q+(u), and writes M^-1 and J of those with matrices
  /// there, and all row values.
  void evaluate(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) override {
    move(space, u, active);
    pose_rates(space, active);
    auto const& pose = this->state_->pose;
    spin(space, u, active);
    if (known_.some_at_end) {
      split(space, active, starts_);
      compute_inverse_mass<Space>(space, this->model(), pose, ends_, this->inverse_mass_);
      this->jacobians(space, pose, ends_);
    }
    this->values(space, u, active);
  }

  /// Where rows hold at q+ beside J at q-.
  SlopedWorlds<Space> sloped() const override {
    if (scheme_.linearised) return {};
    return {sloped_, this->h_};
  }
  /// Those of gaps: d c(q+)/h du = J(q+) diag(1, T). Rates have J.
  void slopes(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active,
              Span<Space, Real* [2][6]> out) override {
    int const n = this->bodies();
    if (static_cast<int>(T_.extent(0)) != n) T_ = Array<Space, Mat3*>("orthant::euler::T", n);
    Stiffness<Space> of{{}, {}, out, {}, T_, {}};
    of.reach = this->h_;
    of.gaps_alone = true;
    each(space, n,
         euler_kernels::EndTangents<Space>{u, active, this->moving_, T_, this->model().bodies,
                                           this->h_});
    each(space, this->rows().blocks, StillRows<Space>{this->rows(), active, of, this->moving_});
    for (auto const& kind : this->system_->constraints)
      kind->stiffness(space, this->point(*kind, u, active), this->old_, this->rows(), of);
  }
  /// Writes the derivatives by u; in worlds with matrices at q- they are M and J.
  void stiffness(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active,
                 Stiffness<Space>& out) override {
    auto const& pose = this->state_->pose;
    auto const& body = this->model().body;
    int const n = this->model().bodies;
    split(space, active, starts_);
    out.reach = this->h_;
    out.T_J = out.T;
    each(space, this->bodies(),
         MassStiffness<Space>{.body = body,
                              .start = this->old_,
                              .pose = pose,
                              .before = this->old_twist_,
                              .free_twist = this->free_,
                              .u = u,
                              .active = ends_,
                              .out = out,
                              .bodies = n});
    this->add_stiffness(space, u, ends_, pose, out);
    if (!chooses()) return;
    each(space, this->bodies(),
         StillMass<Space>{
             .body = body, .pose = this->old_, .active = starts_, .out = out, .bodies = n});
    each(space, this->rows().blocks, StillRows<Space>{this->rows(), starts_, out});
  }

  /// "": its steps have the form of Differentiable. What went over to q+ has rates with the gap of
  /// another pose than its J.
  std::string why_not_differentiable() const override {
    bool const mixed = own_rates() && known_.some_at_end && this->rows().contacts > 0;
    return mixed ? "contacts of a step of `auto` that takes the matrices of q+" : "";
  }
  /// Those of the last step.
  StepEquations<Space> equations(Space const& space) const override {
    auto const& state = *this->state_;
    auto const at_end = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), at_end_);
    wait_for(space);
    std::vector<bool> ends;
    ends.reserve(static_cast<std::size_t>(this->model().worlds));
    for (int w = 0; w < this->model().worlds; ++w) ends.push_back(known_.some_at_end && at_end(w));
    return {.h = this->h_,
            .rows = this->rows(),
            .body = this->model().body,
            .start = this->old_,
            .end = state.pose,
            .old_twist = this->old_twist_,
            .twist = state.twist,
            .free_twist = this->free_,
            .left_by_solver = this->h_ * this->system_->error_of_solver(),
            .matrices_at_end = ends,
            .linearised = scheme_.linearised};
  }
  /// Adds to `out` at the pose of J of the last step: q-, or q+ in worlds with matrices there.
  void turn(Space const& space, Stiffness<Space> const& out) override {
    Span<Space, Pose<>*> const where =
        known_.some_at_end ? Span<Space, Pose<>*>(where_) : Span<Space, Pose<>*>(this->old_);
    auto of = out;
    if (own_rates()) {
      int const n = this->bodies();
      if (static_cast<int>(along_rate_.extent(0)) != n) {
        along_rate_ = Array<Space, Real*>("orthant::euler::along_rate", n);
        T_rate_ = Array<Space, Mat3*>("orthant::euler::T_rate", n);
      }
      of.along_rate = along_rate_;
      of.T_rate = T_rate_;
      each(space, n,
           euler_kernels::RateTangents<Space>{.of = of,
                                              .u = this->state_->twist,
                                              .at_end = at_end_,
                                              .bodies = this->model().bodies,
                                              .h = this->h_});
    }
    this->add_stiffness(space, this->state_->twist, this->all_, where, of);
  }

 protected:
  /// A step that is linear apart from laws takes the torque of its free motion.
  bool spins_in_the_mean() const override { return !scheme_.linearised; }
  /// Whether c(q-) + h J u+ replaces c(q+).
  bool linear_rows() const override { return scheme_.linearised; }
  /// Whether a step starts with extrapolated impulses: where it has c(q+), and J at q-.
  bool impulses_go_on() const override {
    return !scheme_.linearised && scheme_.matrices != EulerMatrices::end;
  }
  /// The worlds with matrices at q+.
  Span<Space, int*> impulses_stay() const override {
    return known_.some_at_end ? Span<Space, int*>(at_end_) : Span<Space, int*>();
  }
  /// Where J is at q- in this step and was in the last one.
  bool rows_stand() const override {
    return scheme_.matrices != EulerMatrices::end && !known_.some_at_end && !known_.went_over;
  }
  /// Sets the level of rigid rows, and how compliant ones yield.
  void describe(ConstraintBlock<Space> const& kind, StepPoint<Space>& at) const override {
    at.level = scheme_.linearised ? RowLevel::linearised : RowLevel::position;
    at.linear_yield = scheme_.linearised;
    if (own_rates() && kind.comes_and_goes()) at.rate_pose = rates_;
  }

  /// Writes J at q-, and the twist that belongs to the expected impulses.
  void start(Space const& space) override {
    if (chooses()) choose(space);
    this->jacobians_at_start(space);
    this->expect(space);
  }

  /// If matrices at q- fail, the step is solved again with matrices at q+.
  NonlinearReport solve(Space const& space) override {
    split(space, this->all_, sloped_);
    auto report = Base::solve(space);
    if (!chooses()) return report;
    bool const before = known_.went_over;
    known_.went_over = this->too_stiff(space, at_end_, report) > 0;
    if (!known_.went_over && !before) return report;
    auto const which = this->worlds_too_stiff();
    each(space, this->model().worlds, euler_kernels::GoOver<Space>{at_end_, in_a_row_, which});
    if (!known_.went_over) return report;
    known_.some_at_end = true;
    split(space, this->all_, sloped_);
    this->begins_moving_ = {};
    each(space, this->rows().blocks, euler_kernels::LetGo<Space>{this->rows(), which});
    each(space, this->bodies(),
         euler_kernels::MoveFreely<Space>{this->free_, this->state_->twist, which,
                                          this->model().bodies});
    this->worlds_.forget_in(space, which);
    reports_.first(report);
    reports_.begin_attempt();
    auto again = reports_.instead(Base::solve_in(space, which));
    int const solved = count_.get(space, this->worlds_.solved(), this->model().worlds);
    if (solved < again.worlds_converged) {  // the others are as the first solution left them
      again.worlds_converged = solved;
      again.reason = std::max(again.reason, report.reason);
      again.residual = worse(again.residual, report.residual);
      if (!again.converged() && again.stage[0] == '\0') again.stage = report.stage;
    }
    return again;
  }

  /// (worlds x bodies) The pose of J.
  Span<Space, Pose<>*> pose_of_impulses() const override {
    return known_.some_at_end ? where_ : this->old_;
  }

  /// Moves all bodies to q+, and stores the impulses.
  void finish(Space const& space) override {
    move(space, this->state_->twist, this->all_);
    pose_rates(space, this->all_);
    spin(space, this->state_->twist, this->all_);
    if (known_.some_at_end)
      each(space, this->bodies(),
           euler_kernels::Choose<Space>{.start = this->old_,
                                        .end = this->state_->pose,
                                        .out = where_,
                                        .at_end = at_end_,
                                        .bodies = this->model().bodies});
    this->store_impulses(space);
  }

 private:
  /// Whether J u+ has another J than the rows.
  bool own_rates() const { return !scheme_.linearised && scheme_.matrices != EulerMatrices::end; }
  void pose_rates(Space const& space, Span<Space, int*> active) {
    if (!own_rates() || this->rows().contacts == 0) return;
    each(space, this->bodies(),
         euler_kernels::RatePoses<Space>{.start = this->old_,
                                         .end = this->state_->pose,
                                         .out = rates_,
                                         .at_end = at_end_,
                                         .active = active,
                                         .bodies = this->model().bodies});
  }
  bool chooses() const { return scheme_.matrices == EulerMatrices::at_need; }
  /// Begins with the choice of the last step, apart from worlds that moved to q+ for that step
  /// alone.
  void choose(Space const& space) {
    int const worlds = this->model().worlds;
    copy(space, worlds, at_end_, at_end_before_);
    copy(space, worlds, in_a_row_, in_a_row_before_);
    known_before_ = known_;
    if (this->state_->version != known_.version) {  // another motion begins
      fill(space, worlds, at_end_, 0);
      fill(space, worlds, in_a_row_, 0);
      known_ = Known{.version = this->state_->version};
    }
    if (!known_.went_over) return;
    each(space, worlds, euler_kernels::GoBack<Space>{at_end_});
    known_.some_at_end = count_.get(space, at_end_, worlds) > 0;
  }
  void split(Space const& space, Span<Space, int*> active, Span<Space, int*> starts) {
    each(space, this->model().worlds, euler_kernels::Split<Space>{active, at_end_, ends_, starts});
  }
  /// Writes u_free of u (FreeOfSpin).
  void spin(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) {
    if (scheme_.linearised) return;
    each(space, this->bodies(),
         FreeOfSpin<Space>{.applied = this->applied(),
                           .pose = this->old_,
                           .before = this->old_twist_,
                           .u = u,
                           .out = this->free_,
                           .active = active,
                           .moving = this->moving_,
                           .bodies = this->model().bodies,
                           .h = this->h_});
  }
  void move(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) {
    each(space, this->bodies(),
         Advance<Space>{.from = this->old_,
                        .to = this->state_->pose,
                        .u = u,
                        .active = active,
                        .moving = this->moving_,
                        .bodies = this->model().bodies,
                        .h = this->h_});
  }

  /// What steps know of their matrices, beside the arrays.
  struct Known {
    bool some_at_end = false;  // whether those of some world are at q+
    bool went_over = false;    // whether some world moved in the last step
    int version = -1;          // of the state
  };

  EulerScheme scheme_;
  Array<Space, int*> at_end_;    // (worlds) whether matrices are at q+
  Array<Space, int*> in_a_row_;  // (worlds) consecutive steps that moved to q+ alone
  Array<Space, int*> at_end_before_, in_a_row_before_;  // before the step
  Known known_, known_before_;
  SumOf<Space> count_;
  Array<Space, int*> ends_, starts_;  // (worlds) running worlds with matrices at q+, and at q-
  Array<Space, int*> sloped_;         // (worlds) those with matrices at q-
  Array<Space, Pose<>*> where_;       // pose of the matrices, if some are at q+
  Array<Space, Pose<>*> rates_;       // of J u+ of contacts
  Array<Space, Real*> along_rate_;    // of their derivatives, see Stiffness
  Array<Space, Mat3*> T_rate_;        // likewise
  Array<Space, Mat3*> T_;             // of slopes
  FoldedReport reports_;
};

}  // namespace orthant
