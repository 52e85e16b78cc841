// The backward differentiation formula of second order.
#pragma once
#include "core/config/fields.hpp"
#include "integrators/joint_response.hpp"
#include "integrators/momentum_step.hpp"

namespace orthant {

///   q+ = q- (+) (d/3 + 2/3 h u+),   p+ = p- + (p- - p-- - h f-)/3 + h f + J(q+)^T lambda,
///   c(q+) = 0
/// f and f- are the means of given forces over this step and the last. Their impulses act in full
/// in their step, and the formula extrapolates what remains: p - h sum f has the order of the
/// method for any f. d is the increment of the last step, with its rotation in body axes, and `p--`
/// the momentum at its start. In body axes the rotation vector of a step is h Omega + h^2/2 Omega'
/// + O(h^3), both for the exponential and for the Cayley map. So the recursion of increments has
/// the order that it has on vectors; [Wieloch, Arnold 2021] treat higher orders. The impulse of a
/// joint is 2/3 of a step of its force.
///
/// The first step, and a step after a change of h or of the state from outside, moves by (u- +
/// u+)/2. There joints hold at velocity level and the position stage corrects them. The error of
/// third order is made once, and bodies that rest on a floor stay there.
///
/// Impulses of contacts, and of all rows with a complementarity law, act in full in their step, as
/// in [Chen, Acary, Virlez, Bruels 2013], and the history must not continue motion that they have
/// stopped. Their immediate effect is D = M^-1 (J_l^T lambda_l + J_j^T mu), where mu is the part of
/// the impulses of joints that responds to them (JointResponse). The velocity is the sum u_s + u_j:
/// u_j jumps by D in the middle of the step and moves the body by h (u_j- + u_j+)/2, while u_s
/// follows the formula above. For the sums this means: M D is added to `p--`, and with D- that of
/// the last step the body moves by
///   d = d-/3 + 2/3 h u+ + h/6 (D- - D).
/// Stiff joints take part of this motion within the step: D' of JointResponse stands there for D,
/// which it is where no joint yields.
/// All of this is continuous in lambda, so that an impulse of round-off changes nothing. A body on
/// a floor is exactly at rest, and with e = 1 a ball returns the way it came. These laws hold
/// between velocities; with them the method is of first order.
///
/// Rows of joints are evaluated at q- (+) (d-/3 + 2/3 h u+), which does not depend on D', and the
/// last term of d moves the body on. It does not open rigid joints, J D' = 0. Compliant rows miss
/// it by h/6 J (D' - D'-). The sum of these over all steps is that of the last one, and they vanish
/// where a force is steady: a row that presses against contacts or limits at rest has the force K c
/// of its stretch, for any K. Pressed so a body has the errors e = h/6 D and y = c, with
///   (z - 1/3)^2 = g' (4 z - 1)/3,   g' = g (1 - rho),  g = h^2 K/(9 m),  1 - rho = 1/(1 + 4 g)
/// for their factors z a step. They are stable for g' < 4/9, and g' < 1/4. With D for D', g' = g.
///
/// Of the impulse lambda of a joint, mu acts in full, and lambda - mu is 2/3 of a step of its
/// force. The reported impulse is lambda - mu/3; divided by 2/3 h it is the mean force of the step.
///
/// Compliant rows have (alpha, beta, gamma, delta, eta) = (1, 2/3 h, 4/9 h^2, 1, 2/3 h) with delta
/// p = (4 p- - `p--`)/3 and f = -(c(q-) + J d-/3). The force is lambda/(2/3 h).
struct Bdf2Settings {
  bool warm_start = true;

  void fields(Fields& f) {
    f.flag("warm_start", warm_start, "start from the impulses of the same contacts and joints");
  }
};

namespace bdf2_kernels {

/// What the method keeps of the last step, for each body.
template <class Space>
struct History {
  Span<Space, Vec6*> increment;  // d of the last step; linear part in world axes, rotation in body
                                 // axes
  Span<Space, Vec6*> way;        // D' of the last step, in these axes
  Span<Space, Vec6*> jump;       // D of the last step, in these axes
  Span<Space, Vec6*> momentum;   // p-- with the impulses of laws and of given forces
  Span<Space, Vec6*> now;        // p- of this step with its impulse of given forces
  Span<Space, Vec6*> by_joints;  // J_j^T (lambda_j - mu) of the last step
};

template <class Space>
struct Start {
  static constexpr char const* label = "orthant::integrator::start_bdf2";
  History<Space> past;
  Applied<Space> applied;
  Span<Space, Body*> body;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> twist;
  Span<Space, Vec6*> offset, carried, carried_by_laws, momentum;
  Real h;
  bool first;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!body(b).dynamic()) return;
    Vec6 const p = orthant::momentum(body(b), pose(b), twist(b));
    Vec6 const f = applied(b);
    past.now(b) = p + h * f;
    if (first) past.by_joints(b) = {};
    offset(b) = 0.5 * h * twist(b);
    carried(b) = carried_by_laws(b) = {};
    momentum(b) = past.now(b);
    if (first) return;
    offset(b) = (1. / 3) * in_world_axes(b, past.increment(b));
    carried(b) = (h / 6) * in_world_axes(b, past.way(b));
    carried_by_laws(b) = (h / 6) * in_world_axes(b, past.jump(b));
    momentum(b) += (1. / 3) * (p - past.momentum(b));
  }

 private:
  KOKKOS_FUNCTION Vec6 in_world_axes(int b, Vec6 const& d) const {
    return stacked(linear(d), rotate(pose(b).q_WB, angular(d)));
  }
};

template <class Space>
struct Finish {
  static constexpr char const* label = "orthant::integrator::finish_bdf2";
  History<Space> past;
  MomentumEnd<Space> s;
  Span<Space, Twist*> way, jump;     // D', D
  Span<Space, Vec6*> jump_momentum;  // M D
  Span<Space, Vec6*> carried;        // h/6 D'-
  Real h;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!s.motion.body(b).dynamic()) return;
    Vec6 const shift = carried(b) + (h / 2 - s.motion.reach) * way(b);
    past.increment(b) = in_body_axes(b, s.motion.increment(b, s.twist(b)) + shift);
    past.way(b) = in_body_axes(b, way(b));
    past.jump(b) = in_body_axes(b, jump(b));
    past.momentum(b) = past.now(b) + jump_momentum(b);
    auto const& impulse = s.rows.impulse;
    past.by_joints(b) =
        s.rows.apply_transpose(b, [&](int row) { return impulse(row); }) - jump_momentum(b);
    if (dot(shift, shift) > 0) s.pose(b) = advance(s.pose(b), shift, 1);
  }

 private:
  KOKKOS_FUNCTION Vec6 in_body_axes(int b, Vec6 const& d) const {
    return stacked(linear(d), rotate_back(s.motion.from(b).q_WB, angular(d)));
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

}  // namespace bdf2_kernels

template <class Space>
class Bdf2 {
 public:
  Bdf2(Bdf2Settings const&, Sizes const& n)
      : kept_(n.bodies),
        kept_before_(n.bodies),
        now_("orthant::integrator::momentum_now", n.bodies),
        carried_("orthant::integrator::carried_way", n.bodies),
        carried_by_laws_("orthant::integrator::carried_jump", n.bodies),
        response_(n),
        solved_(make_room<Space, Real*>("orthant::integrator::solved_impulse", n.rows)),
        solved_free_("orthant::integrator::solved_free_twist", n.bodies) {}

  StepSize size(Real h) const {
    if (first_) return {h, 0.5, 0.5};
    return {h, 2. / 3, 1, 2. / 3};
  }
  Matrices matrices() const { return Matrices::end; }
  RowLevel level() const { return first_ ? RowLevel::velocity : RowLevel::position; }
  bool linear_yield() const { return false; }
  Real law_reach(Real h) const { return 0.5 * h; }
  Real time_of_impulses(Real h) const { return h; }
  /// Checks whether the history belongs to this step.
  void look(State<Space> const& state, Real h) {
    of_before_ = of_;
    first_ = state.version != of_.version || h != of_.h;
    of_ = {state.version, h};
  }
  /// Has the history of before the last step.
  void take_back() {
    of_ = of_before_;
    std::swap(kept_, kept_before_);
  }
  void carry(Carried& c) {
    for (auto const* each :
         {&kept_.increment, &kept_.way, &kept_.jump, &kept_.momentum, &kept_.by_joints})
      c.array(*each);
    c.values(of_.version, of_.h);
  }

  void start(Space const& space, MomentumStart<Space> const& s) const {
    each(space, s.model.all_bodies(),
         bdf2_kernels::Start<Space>{.past = past(),
                                    .applied = s.applied,
                                    .body = s.model.body,
                                    .pose = s.state.pose,
                                    .twist = s.state.twist,
                                    .offset = s.offset,
                                    .carried = carried_,
                                    .carried_by_laws = carried_by_laws_,
                                    .momentum = s.momentum,
                                    .h = s.h,
                                    .first = first_});
  }
  /// Solves for the response of the joints to the impulses of laws; null: nothing to solve.
  NonlinearReport const* respond(Space const& space, NonlinearSolver<Space>& solver,
                                 Rows<Space> const& rows, Span<Space, InverseMass*> inverse_mass) {
    answered_ = response_.find(space, solver, rows, inverse_mass);
    return answered_ ? &response_.report() : nullptr;
  }
  void finish(Space const& space, MomentumEnd<Space> const& s) {
    int const bodies = s.rows.worlds * s.rows.bodies;
    std::swap(kept_, kept_before_);
    each(space, bodies,
         bdf2_kernels::Finish<Space>{past(), s, response_.way(), response_.jump(),
                                     response_.impulse(), carried_, of_.h});
    if (!answered_) return;
    each(space, bodies, CopyTwists<Space>{s.free, solved_free_});
    each(space, s.rows.rows,
         bdf2_kernels::ReportMean<Space>{.impulse = s.rows.impulse,
                                         .answer = response_.answer(),
                                         .kept = solved_,
                                         .part = 1 - size(of_.h).share});
    each(space, bodies, FreeOfAll<Space>{s.rows, s.inverse_mass, s.twist, s.free});
  }
  Span<Space, Vec6*> impulse_of_joints() const { return kept_.by_joints; }
  /// Motion that the rows of joints do not see, h/6 D'-, and what stands for it in those of laws,
  /// whose u+ has D: h/6 (D'- + (D - D')), with D - D' of the last step.
  Span<Space, Vec6*> carried() const { return carried_; }
  Span<Space, Vec6*> carried_by_laws() const { return carried_by_laws_; }
  LawPart<Space> law_part() const {
    if (!answered_) return {};
    return {solved_, solved_free_};
  }

 private:
  /// What the last step left for the next one.
  struct Kept {
    explicit Kept(int bodies)
        : increment("orthant::integrator::last_increment", bodies),
          way("orthant::integrator::last_way_of_jump", bodies),
          jump("orthant::integrator::last_jump", bodies),
          momentum("orthant::integrator::last_momentum", bodies),
          by_joints("orthant::integrator::impulse_of_joints", bodies) {}
    Array<Space, Vec6*> increment, way, jump, momentum, by_joints;
  };
  /// The motion that a history belongs to.
  struct Motion {
    int version = -1;  // of the state
    Real h = 0;
  };

  bdf2_kernels::History<Space> past() const {
    return {kept_.increment, kept_.way, kept_.jump, kept_.momentum, now_, kept_.by_joints};
  }

  Kept kept_, kept_before_;  // before: of the step before
  Motion of_, of_before_;
  Array<Space, Vec6*> now_;
  Array<Space, Vec6*> carried_, carried_by_laws_;  // of this step, world axes
  JointResponse<Space> response_;
  Array<Space, Real*> solved_;        // lambda of the equations of the step ...
  Array<Space, Twist*> solved_free_;  // ... and the u_free that belongs to it
  bool answered_ = false;
  bool first_ = true;
};

}  // namespace orthant
