// Methods in momentum form whose unknown is the twist at the end of the step.
#pragma once
#include "orthant/integrators/detail/held_impacts.hpp"
#include "orthant/integrators/detail/row_integrator.hpp"
#include "orthant/integrators/momentum_kernels.hpp"

namespace orthant {

/// Input and output of a scheme at the start of a step.
template <class Space>
struct MomentumStart {
  Model<Space> const& model;
  Applied<Space> applied;       // f
  State<Space> const& state;    // q-, u-
  Span<Space, Twist*> before;   // u-, also when the step ends
  Real h;                       // [s]
  Span<Space, Vec6*> offset;    // o of q+ = q- (+) (o + sigma h u+), world axes
  Span<Space, Vec6*> momentum;  // p_free of p+ = p_free + J^T lambda, world axes
};

/// Input of a scheme at the end of a step.
template <class Space>
struct MomentumEnd {
  MotionToEnd<Space> motion;
  Rows<Space> rows;
  Span<Space, Pose<>*> pose;  // q+
  Span<Space, Twist*> twist;  // u+
  Span<Space, Twist*> free;   // u_free
  Span<Space, InverseMass*> inverse_mass;
};

/// The motion q+ = q- (+) (o_l + r_l u+) in the rows of laws. Impulses of laws may move a body with
/// a reach r_l other than the reach r of its twist. The remaining motion follows the twist u_s
/// without them: o_l = o + o_c + (r - r_l) u_s, M u_s = p_free + the impulse of the joints' forces
/// on the body, taken from the last step. o_c is what impulses of laws of the last step still move.
/// A body with prescribed motion moves by h u.
template <class Space>
struct OffsetOfLaws {
  static constexpr char const* label = "orthant::integrator::offset_of_laws";
  Span<Space, Body*> body;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Twist*> twist;
  Span<Space, Vec6*> offset, momentum, out;
  Span<Space, Vec6*> by_joints, carried;  // o_c; empty: none
  Real h, reach, law_reach;               // [s]
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!body(b).dynamic()) {
      out(b) = (h - law_reach) * twist(b);
      return;
    }
    Vec6 P = momentum(b);
    if (by_joints.extent(0) > 0) P += by_joints(b);
    out(b) = offset(b) + (reach - law_reach) * (inverse_mass(b) * P);
    if (carried.extent(0) > 0) out(b) += carried(b);
  }
};

/// A method of the form
///   p(u+) = p_free + J^T lambda,    p = M(q+) u+,    q+ = q- (+) (o + sigma h u+)
/// Momentum in world axes has no gyroscopic torque. So a free body conserves it to round-off for
/// any h. Each body solves for the twist of its momentum. For the solver this is
///   u_free = u(p_free + J^T lambda) - M^-1 J^T lambda    with K = M(q-),
/// which varies with lambda by O(h |w|) M^-1 J^T lambda: for this part it is a simplified Newton
/// method. Contacts and limits are laws between velocities, because q+ does not follow from u+
/// alone. Joints are too if the scheme says so. The position stage corrects the remaining errors.
///
/// Impulses of laws act in the middle of the step. There they have their directions, if any follow
/// the iterate, and the velocities J(q+) u+ that contacts bound have those of the end: their work
/// lambda . J(q) (u- + u+)/2 then vanishes to second order for what rolls or turns on a surface.
/// With J of one pose for both it would be h/2 lambda . dJ/dt u. Poses follow from u+ alone, not
/// from impulses: what rests keeps its J, whatever holds it.
template <class Space, class Scheme>
class MomentumStep final : public RowIntegrator<Space> {
  using Base = RowIntegrator<Space>;

 public:
  static constexpr bool moves_by_end_twist = false, has_stages = false,
                        extrapolates = requires(Scheme const&scheme) {
    scheme.law_part();
  };
  template <class Settings>
  static StiffnessUse stiffness_use(Settings const& set) {
    return Scheme::matrices(set) != Matrices::start ? StiffnessUse::offered : StiffnessUse::none;
  }

  template <class Settings>
  MomentumStep(Settings const& set, Sizes const& n, int kinds)
      : Base(stiffness_use(set), set.warm_start, n, kinds),
        scheme_(set, n),
        impacts_(n),
        offset_("orthant::integrator::offset", n.bodies),
        momentum_("orthant::integrator::momentum", n.bodies),
        middle_("orthant::integrator::middle_pose", n.bodies),
        to_middle_("orthant::integrator::tangent_to_middle", responds ? n.bodies : 0),
        part_("orthant::integrator::part_of_tangent", responds ? n.bodies : 0),
        law_offset_("orthant::integrator::law_offset", n.bodies),
        law_pose_("orthant::integrator::law_pose", responds ? n.bodies : 0) {}

  void take_back() override {
    Base::take_back();
    if constexpr (requires { scheme_.take_back(); }) scheme_.take_back();
  }
  void carry(Carried& c) override {
    Base::carry(c);
    if constexpr (requires { scheme_.carry(c); }) scheme_.carry(c);
  }

  bool matrices_move() const override { return scheme_.matrices() != Matrices::start; }

  void evaluate(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) override {
    follow(space, u, active);
    if (needs_middle()) this->middle(space, active, middle_);
    if (matrices_move())
      for (auto const& kind : this->system_->constraints)
        kind->jacobian(space, where(*kind), this->rows(), active);
    set_free(space, active);
    this->values(space, u, active);
  }

  StepMotion<Space> motion() const override {
    return {this->old_, this->state_->pose, offset_, scheme_.size(this->h_).reach()};
  }
  bool has_stiffness() const override { return matrices_move(); }
  void stiffness(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active,
                 Stiffness<Space>& out) override {
    bool const at_midpoint = scheme_.matrices() == Matrices::middle;
    out.reach = to_end().reach;
    out.along_J = at_midpoint ? 0.5 : 1;
    out.of_momentum = true;
    auto const to_middle = at_midpoint ? out.T_J : Span<Space, Mat3*>(to_middle_);
    if (!at_midpoint) out.T_J = out.T;
    each(space, this->bodies(),
         MomentumStiffness<Space>{.motion = to_end(),
                                  .pose = this->state_->pose,
                                  .u = u,
                                  .active = active,
                                  .out = out,
                                  .to_middle = to_middle,
                                  .part = part_,
                                  .bodies = this->model().bodies});
    auto of_laws = out;
    of_laws.along_J = 0.5;
    of_laws.part = part_;
    of_laws.T_J = to_middle;
    for (auto const& kind : this->system_->constraints)
      kind->stiffness(space, this->point(*kind, u, active), where(*kind), this->rows(),
                      in_middle(*kind) ? of_laws : out);
  }

 protected:
  StepSize size(Real h) override {
    scheme_.look(*this->state_, h);
    return scheme_.size(h);
  }
  /// Contacts are at velocity level, and their impulse acts in full in its step.
  StepSize size_of_laws(Real h) override { return {h}; }
  void describe(ConstraintBlock<Space> const& kind, StepPoint<Space>& at) const override {
    at.level = kind.complementary() ? RowLevel::velocity : scheme_.level();
    at.linear_yield = kind.complementary() || scheme_.linear_yield();
    if (in_middle(kind)) at.rate_pose = this->state_->pose;
    if (kind.comes_and_goes() && impacts_.before().extent(0) > 0) at.old_twist = impacts_.before();
    at.offset = law_offset_;
    at.reach = law_reach();
  }
  bool corrects_joints() const override { return true; }
  Span<Space, Pose<>*> pose_of_impulses() const override {
    bool const begun = this->state_ != nullptr;
    if (!begun || scheme_.matrices() == Matrices::start) return this->old_;
    if (scheme_.matrices() == Matrices::middle) return middle_;
    return this->state_->pose;
  }
  Real stability_limit() const override {
    if constexpr (requires { scheme_.stability_limit(); }) return scheme_.stability_limit();
    return Base::stability_limit();
  }
  Real time_of_impulses(Real h) const override { return scheme_.time_of_impulses(h); }
  LawPart<Space> law_part() const override {
    if constexpr (responds) return scheme_.law_part();
    return {};
  }
  NonlinearReport solve(Space const& space) override {
    if constexpr (!responds) {
      bool const apart = scheme_.matrices() == Matrices::start &&
                         impacts_.find(space, *this->system_, this->rows());
      if (!apart) return Base::solve(space);
      reports_.first(hold_before_impacts(space));
      return reports_.then(Base::solve(space));
    } else {
      reports_.first(Base::solve(space));
      auto const* answer =
          scheme_.respond(space, *this->system_->solver, this->rows(), this->inverse_mass_);
      return answer ? reports_.then(*answer) : reports_.all();
    }
  }

  void start(Space const& space) override {
    scheme_.start(space, MomentumStart<Space>{.model = this->model(),
                                              .applied = this->applied(),
                                              .state = *this->state_,
                                              .before = this->old_twist_,
                                              .h = this->h_,
                                              .offset = offset_,
                                              .momentum = momentum_});
    each(space, this->bodies(),
         OffsetOfLaws<Space>{.body = this->model().body,
                             .inverse_mass = this->inverse_mass_,
                             .twist = this->old_twist_,
                             .offset = offset_,
                             .momentum = momentum_,
                             .out = law_offset_,
                             .by_joints = impulse_of_joints(),
                             .carried = carried_by_laws(),
                             .h = this->h_,
                             .reach = scheme_.size(this->h_).reach(),
                             .law_reach = law_reach()});
    copy(space, this->bodies(), this->old_, middle_);
    this->jacobians(space, this->old_, this->all_);
    balance(space);
    follow(space, this->state_->twist, this->all_);
  }

  /// The momentum balance holds to round-off; the error of the solver is in the rows.
  void finish(Space const& space) override {
    auto const& u = this->state_->twist;
    balance(space, true);
    follow(space, u, this->all_);
    this->values(space, u, this->all_);
    this->store_impulses(space);
    scheme_.finish(space, MomentumEnd<Space>{.motion = to_end(),
                                             .rows = this->rows(),
                                             .pose = this->state_->pose,
                                             .twist = u,
                                             .free = this->free_,
                                             .inverse_mass = this->inverse_mass_});
    if constexpr (responds) {
      MotionToEnd<Space> const motion{this->model().body, this->old_, law_offset_, law_reach(),
                                      this->h_};
      each(space, this->bodies(),
           Follow<Space, MotionToEnd<Space>>{motion, law_pose_, u, this->all_,
                                             this->model().bodies});
    }
  }
  /// Laws know the response of joints in the last step alone, and bodies have moved by that in
  /// this one.
  Span<Space, Pose<>*> where_laws_hold() const override {
    if constexpr (responds) return law_pose_;
    return Base::where_laws_hold();
  }

 private:
  /// Whether the scheme needs the response of joints to the impulses of laws.
  static constexpr bool responds = requires(Scheme const& scheme) { scheme.law_part(); };

  Span<Space, Vec6*> impulse_of_joints() const {
    if constexpr (responds) return scheme_.impulse_of_joints();
    return {};
  }
  Span<Space, Vec6*> carried_by_laws() const {
    if constexpr (responds) return scheme_.carried_by_laws();
    return {};
  }
  Real law_reach() const { return scheme_.law_reach(this->h_); }
  MotionToEnd<Space> to_end() const {
    return {this->model().body, this->old_, offset_, scheme_.size(this->h_).reach(), this->h_};
  }
  /// Whether the impulses of a kind have their directions in the middle of the step.
  bool in_middle(ConstraintBlock<Space> const& kind) const {
    return scheme_.matrices() == Matrices::middle || (responds && kind.complementary());
  }
  bool needs_middle() const { return responds || scheme_.matrices() == Matrices::middle; }
  /// The pose of J of a kind that follows the iterate.
  Span<Space, Pose<>*> where(ConstraintBlock<Space> const& kind) const {
    return in_middle(kind) ? middle_ : this->state_->pose;
  }

  NonlinearReport hold_before_impacts(Space const& space) {
    this->values(space, this->old_twist_, this->all_);
    auto& problem = impacts_.begin(space, this->rows(), this->inverse_mass_, this->old_twist_);
    return this->worlds_.solve_in(space, impacts_.struck(), *this->system_->solver, problem,
                                  impacts_.before());
  }

  void follow(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) {
    each(space, this->bodies(),
         Follow<Space, MotionToEnd<Space>>{to_end(), this->state_->pose, u, active,
                                           this->model().bodies});
  }
  void set_free(Space const& space, Span<Space, int*> active) {
    each(
        space, this->bodies(),
        FreeOfMomentum<Space, MotionToEnd<Space>>{to_end(), this->rows(), this->inverse_mass_,
                                                  momentum_, this->free_, this->unturned_, active});
  }
  void balance(Space const& space, bool solved = false) {
    set_free(space, this->all_);
    Base::balance(space, solved);
  }

  Scheme scheme_;
  FoldedReport reports_;
  HeldImpacts<Space> impacts_;
  Array<Space, Vec6*> offset_, momentum_;
  Array<Space, Pose<>*> middle_;
  Array<Space, Mat3*> to_middle_, part_;  // see MomentumStiffness
  Array<Space, Vec6*> law_offset_;
  Array<Space, Pose<>*> law_pose_;  // of the end of the step in the rows of laws
};

}  // namespace orthant
