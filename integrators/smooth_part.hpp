// Schemes in which only the smooth part of the motion continues from earlier steps.
#pragma once
#include "orthant/integrators/joint_response.hpp"
#include "orthant/integrators/momentum_step.hpp"

namespace orthant {

/// A body at the start of a step.
struct SmoothStart {
  Real h;         // [s]
  Real stretch;   // h over that of the last step
  Quat<> q;       // of q-
  Twist twist;    // u-
  Vec6 momentum;  // p-
  Vec6 kicked;    // p- + h f
  Vec6 way;       // D' of the last step, world axes
};

/// What a formula makes of it.
struct SmoothOffset {
  Vec6 offset;    // o of q+ = q- (+) (o + sigma h u+) in the rows of joints, world axes
  Vec6 momentum;  // p_free of p+ = p_free + J^T lambda, world axes
};

/// A body at the end of a step.
struct SmoothEnd {
  Real h;               // [s]
  Real stretch;         // h over that of the last step
  int start;            // which one of those of the midpoint rule, from 1; 0: by the formula
  Quat<> from, to;      // of q-, q+
  Twist before, after;  // u-, u+
  Vec6 increment;       // of the step; its rotation in world axes
  Vec6 kicked;          // p- + h f
  Twist way;            // D'
  Vec6 jump_momentum;   // M D
  Vec6 by_joints;       // J_j^T (lambda_j - mu)
};

namespace smooth_kernels {

/// What the method keeps of the last step, for each body.
template <class Space, class Formula>
struct History {
  Span<Space, Vec6 * [Formula::kept]> of_formula;
  Span<Space, Vec6*> way;        // D' of the last step, in body axes
  Span<Space, Vec6*> jump;       // D of the last step, in body axes
  Span<Space, Vec6*> by_joints;  // J_j^T (lambda_j - mu) of the last step
  Span<Space, Vec6*> kicked;     // p- + h f of this step
};

KOKKOS_INLINE_FUNCTION Vec6 in_body_axes(Quat<> const& q, Vec6 const& d) {
  return stacked(linear(d), rotate_back(q, angular(d)));
}
KOKKOS_INLINE_FUNCTION Vec6 in_world_axes(Quat<> const& q, Vec6 const& d) {
  return stacked(linear(d), rotate(q, angular(d)));
}

template <class Space, class Formula>
struct Start {
  static constexpr char const* label = "orthant::integrator::start_smooth";
  Formula formula;
  History<Space, Formula> past;
  Applied<Space> applied;
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> twist;
  Span<Space, Vec6*> offset, carried, carried_by_laws, momentum;
  Real h, stretch;
  bool first;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!body(b).dynamic()) return;
    Vec6 const p = orthant::momentum(body(b), pose(b), twist(b));
    past.kicked(b) = p + h * applied(b);
    if (first) past.by_joints(b) = {};
    offset(b) = 0.5 * h * twist(b);
    carried(b) = carried_by_laws(b) = {};
    momentum(b) = past.kicked(b);
    if (first) return;
    Quat<> const& q = pose(b).q_WB;
    Real const beyond = formula.size(h).reach() - 0.5 * h;
    Vec6 const way = in_world_axes(q, past.way(b));
    Vec6 kept[Formula::kept];
    for (int i = 0; i < Formula::kept; ++i) kept[i] = past.of_formula(b, i);
    auto const out = formula.start(SmoothStart{.h = h,
                                               .stretch = stretch,
                                               .q = q,
                                               .twist = twist(b),
                                               .momentum = p,
                                               .kicked = past.kicked(b),
                                               .way = way},
                                   kept);
    offset(b) = out.offset;
    momentum(b) = out.momentum;
    carried(b) = beyond * way;
    carried_by_laws(b) = beyond * in_world_axes(q, past.jump(b));
  }
};

template <class Space, class Formula>
struct Finish {
  static constexpr char const* label = "orthant::integrator::finish_smooth";
  Formula formula;
  History<Space, Formula> last, past;  // from, to
  MomentumEnd<Space> s;
  Span<Space, Twist*> before;        // u-
  Span<Space, Twist*> way, jump;     // D', D
  Span<Space, Vec6*> jump_momentum;  // M D
  Span<Space, Vec6*> carried;        // (sigma - 1/2) h D'-
  Real h, stretch;
  int start;  // see SmoothEnd
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!s.motion.body(b).dynamic()) return;
    Quat<> const from = s.motion.from(b).q_WB, to = s.pose(b).q_WB;
    Vec6 const shift = carried(b) + (h / 2 - s.motion.reach) * way(b);
    past.by_joints(b) = impulse_on<Space>(s.rows, b) - jump_momentum(b);
    past.way(b) = in_body_axes(from, way(b));
    past.jump(b) = in_body_axes(from, jump(b));
    Vec6 kept[Formula::kept];
    for (int i = 0; i < Formula::kept; ++i) kept[i] = last.of_formula(b, i);
    formula.finish(SmoothEnd{.h = h,
                             .stretch = stretch,
                             .start = start,
                             .from = from,
                             .to = to,
                             .before = before(b),
                             .after = s.twist(b),
                             .increment = s.motion.increment(b, s.twist(b)) + shift,
                             .kicked = past.kicked(b),
                             .way = way(b),
                             .jump_momentum = jump_momentum(b),
                             .by_joints = past.by_joints(b)},
                   kept);
    for (int i = 0; i < Formula::kept; ++i) past.of_formula(b, i) = kept[i];
    if (dot(shift, shift) > 0) s.pose(b) = advance(s.pose(b), shift, 1);
  }
};

/// Keeps the impulses of the equations. Then removes from the impulses of joints the part of mu
/// that is not in their force over the step.
template <class Space>
struct ReportMean {
  static constexpr char const* label = "orthant::integrator::report_mean";
  Span<Space, Real*> impulse, answer, kept;
  Real part;
  KOKKOS_FUNCTION void operator()(int row) const {
    kept(row) = impulse(row);
    impulse(row) -= part * answer(row);
  }
};

}  // namespace smooth_kernels

/// A formula for smooth motion with a memory of earlier steps, and impulses of laws beside it.
///
/// Impulses of contacts, and of all rows with a complementarity law, act in full in their step, as
/// in [Chen, Acary, Virlez, Bruels 2013], and the memory must not continue motion that they have
/// stopped. Their immediate effect is D = M^-1 (J_l^T lambda_l + J_j^T mu), where mu is the part of
/// the impulses of joints that responds to them (JointResponse). The velocity is the sum u_s + u_j:
/// u_j jumps by D in the middle of the step and moves the body by h (u_j- + u_j+)/2, while u_s
/// follows the formula. Stiff joints take part of this motion within the step: D' of JointResponse
/// stands there for D, which it is where no joint yields. With the reach sigma h of the formula for
/// u+ the body moves on by (1/2 - sigma) h D'.
///
/// All of this is continuous in lambda, so that an impulse of round-off changes nothing. A body on
/// a floor is exactly at rest, and with e = 1 a ball returns the way it came. These laws hold
/// between the velocities J(q+) u+, with impulses along J of the middle, as MomentumStep has them:
/// what rolls and slides is of second order. A body with both joints and contacts is of first,
/// since mu has J(q+).
///
/// Rows of joints do not see D', but that of the last step, D'-: they are evaluated at o + sigma h
/// u+, and the motion (sigma - 1/2) h (D'- - D') is made after that. It does not open rigid joints,
/// J D' = 0. Compliant rows miss it. The sum of these over all steps is that of the last one, and
/// they vanish where a force is steady: a row that presses against contacts or limits at rest has
/// the force K c of its stretch, for any K.
///
/// Of the impulse lambda of a joint, mu acts in full, and lambda - mu is the share s of a step of
/// its force. The reported impulse is lambda - (1 - s) mu; divided by s h it is the mean force of
/// the step.
///
/// The first steps, as many as the formula says, are those of the midpoint rule with joints at
/// velocity level, and likewise after the state was changed from outside, or h if the formula has
/// no steps of other lengths.
template <class Space, class Formula>
class SmoothPart {
 public:
  template <class Settings>
  static Matrices matrices(Settings const&) {
    return Matrices::end;
  }

  template <class Settings>
  SmoothPart(Settings const& set, Sizes const& n)
      : formula_(set.formula()),
        kept_(n.bodies),
        kept_before_(n.bodies),
        kicked_("orthant::integrator::kicked_momentum", n.bodies),
        carried_("orthant::integrator::carried_way", n.bodies),
        carried_by_laws_("orthant::integrator::carried_jump", n.bodies),
        response_(n),
        solved_(make_room<Space, Real*>("orthant::integrator::solved_impulse", n.rows)),
        solved_free_("orthant::integrator::solved_free_twist", n.bodies) {}

  StepSize size(Real h) const { return first_ ? StepSize{h, 0.5, 0.5} : formula_.size(h); }
  Matrices matrices() const { return Matrices::end; }
  RowLevel level() const { return first_ ? RowLevel::velocity : Formula::level; }
  bool linear_yield() const { return false; }
  Real law_reach(Real h) const { return 0.5 * h; }
  Real time_of_impulses(Real h) const { return h; }
  /// Checks whether the history belongs to this step.
  void look(State<Space> const& state, Real h) {
    of_before_ = of_;
    bool const goes_on =
        state.version == of_.version && (h == of_.h || (Formula::any_length && of_.h > 0));
    stretch_ = goes_on ? h / of_.h : 1;
    of_ = {state.version, h, goes_on ? smaller(of_.steps + 1, Formula::starts) : 0};
    first_ = of_.steps < Formula::starts;
  }
  /// Has the history of before the last step.
  void take_back() {
    of_ = of_before_;
    std::swap(kept_, kept_before_);
  }
  void carry(Carried& c) {
    c.array(kept_.of_formula);
    for (auto const* each : {&kept_.way, &kept_.jump, &kept_.by_joints}) c.array(*each);
    c.values(of_.version, of_.h, of_.steps);
  }

  void start(Space const& space, MomentumStart<Space> const& s) {
    before_ = s.before;
    each(space, s.model.all_bodies(),
         smooth_kernels::Start<Space, Formula>{.formula = formula_,
                                               .past = history(kept_),
                                               .applied = s.applied,
                                               .body = s.model.body,
                                               .pose = s.state.pose,
                                               .twist = s.state.twist,
                                               .offset = s.offset,
                                               .carried = carried_,
                                               .carried_by_laws = carried_by_laws_,
                                               .momentum = s.momentum,
                                               .h = s.h,
                                               .stretch = stretch_,
                                               .first = first_});
  }
  /// Solves for the response of the joints to the impulses of laws; null: nothing to solve.
  NonlinearReport const* respond(Space const& space, NonlinearSolver<Space>& solver,
                                 Rows<Space> const& rows, Span<Space, InverseMass*> inverse_mass) {
    answered_ = response_.find(space, solver, rows, inverse_mass);
    return response_.report();
  }
  void finish(Space const& space, MomentumEnd<Space> const& s) {
    int const bodies = s.rows.worlds * s.rows.bodies;
    std::swap(kept_, kept_before_);
    each(space, bodies,
         smooth_kernels::Finish<Space, Formula>{.formula = formula_,
                                                .last = history(kept_before_),
                                                .past = history(kept_),
                                                .s = s,
                                                .before = before_,
                                                .way = response_.way(),
                                                .jump = response_.jump(),
                                                .jump_momentum = response_.impulse(),
                                                .carried = carried_,
                                                .h = of_.h,
                                                .stretch = stretch_,
                                                .start = first_ ? of_.steps + 1 : 0});
    if (!answered_) return;
    copy(space, bodies, s.free, solved_free_);
    each(space, s.rows.rows,
         smooth_kernels::ReportMean<Space>{.impulse = s.rows.impulse,
                                           .answer = response_.answer(),
                                           .kept = solved_,
                                           .part = 1 - size(of_.h).share});
    each(space, bodies, FreeOfAll<Space>{s.rows, s.inverse_mass, s.twist, s.free});
  }
  Span<Space, Vec6*> impulse_of_joints() const { return kept_.by_joints; }
  /// Motion that the rows of joints do not see is (sigma - 1/2) h D'-. This stands for it in those
  /// of laws, whose u+ has D: (sigma - 1/2) h (D'- + (D - D')), with D - D' of the last step.
  Span<Space, Vec6*> carried_by_laws() const { return carried_by_laws_; }
  LawPart<Space> law_part() const {
    if (!answered_) return {};
    return {solved_, solved_free_};
  }

 private:
  /// What the last step left for the next one.
  struct Kept {
    explicit Kept(int bodies)
        : of_formula("orthant::integrator::kept_by_formula", bodies),
          way("orthant::integrator::last_way_of_jump", bodies),
          jump("orthant::integrator::last_jump", bodies),
          by_joints("orthant::integrator::impulse_of_joints", bodies) {}
    Array<Space, Vec6 * [Formula::kept]> of_formula;
    Array<Space, Vec6*> way, jump, by_joints;
  };
  /// The motion that a history belongs to.
  struct Motion {
    int version = -1;  // of the state
    Real h = 0;
    int steps = 0;  // since its start; counted up to those of the midpoint rule
  };

  smooth_kernels::History<Space, Formula> history(Kept const& kept) const {
    return {kept.of_formula, kept.way, kept.jump, kept.by_joints, kicked_};
  }

  Formula formula_;
  Kept kept_, kept_before_;  // before: of the step before
  Motion of_, of_before_;
  Array<Space, Vec6*> kicked_;
  Array<Space, Vec6*> carried_, carried_by_laws_;  // of this step, world axes
  Span<Space, Twist*> before_;                     // u-
  JointResponse<Space> response_;
  Array<Space, Real*> solved_;        // lambda of the equations of the step ...
  Array<Space, Twist*> solved_free_;  // ... and the u_free that belongs to it
  bool answered_ = false;
  bool first_ = true;
  Real stretch_ = 1;
};

}  // namespace orthant
