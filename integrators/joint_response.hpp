// The immediate response of joints to the impulses of laws.
#pragma once
#include "orthant/core/step/detail/body_impulse.hpp"
#include "orthant/core/step/detail/folded_report.hpp"
#include "orthant/integrators/detail/held_twist.hpp"
#include "orthant/integrators/detail/solved_worlds.hpp"

namespace orthant {

namespace response_kernels {

/// The change of a body's twist by impulses of laws alone, and whether it has both such impulses
/// and a rigid joint, or a compliant one.
template <class Space>
struct Strike {
  static constexpr char const* label = "orthant::response::strike";
  Rows<Space> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Twist*> jump;
  Span<Space, Vec6*> impulse;
  Span<Space, int*> both, yields;  // (worlds x bodies)

  KOKKOS_FUNCTION void operator()(int b) const {
    Vec6 sum;
    bool struck = false, jointed = false, yielding = false;
    for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
      int const block = rows.incidence(t) / 2, side = rows.incidence(t) % 2;
      bool const joint = rows.law(block) == Law::free;
      for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row) {
        if (joint) (held_kernels::rigid(rows, block, row) ? jointed : yielding) = true;
        if (joint || rows.impulse(row) == 0) continue;
        struck = true;
        sum += rows.impulse(row) * rows.jacobian(row, side);
      }
    }
    impulse(b) = sum;
    jump(b) = inverse_mass(b) * sum;
    both(b) = struck && jointed;
    yields(b) = struck && yielding;
  }
};

/// The worlds in which some body is marked.
template <class Space>
struct Answer {
  static constexpr char const* label = "orthant::response::answer";
  Span<Space, int*> marked, out;
  int bodies;
  KOKKOS_FUNCTION void operator()(int w) const {
    out(w) = 0;
    for (int k = 0; k < bodies; ++k) out(w) += marked(w * bodies + k);
  }
};

/// Adds the response of the joints to the effect of the laws.
template <class Space>
struct AddAnswer {
  static constexpr char const* label = "orthant::response::add_answer";
  Rows<Space> rows;
  Span<Space, int*> answers;  // (worlds)
  Span<Space, Vec6*> impulse;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (answers(b / rows.bodies) != 0) impulse(b) += impulse_on<Space>(rows, b);
  }
};

/// D' where no joint yields.
template <class Space>
struct TakeJump {
  static constexpr char const* label = "orthant::response::take_jump";
  Span<Space, int*> yields;  // (worlds)
  Span<Space, Twist*> jump, way;
  int bodies;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (yields(b / bodies) == 0) way(b) = jump(b);
  }
};

}  // namespace response_kernels

/// The immediate change of velocities by impulses of laws, if bodies have joints:
///   D = M^-1 (J_l^T lambda_l + J_j^T mu),    J_j D = 0
/// with the rows j of rigid joints. A compliant joint responds in time, not at once, but within the
/// step if it is stiff. So bodies move within the step by
///   D' = M^-1 (J_l^T lambda_l + J^T mu'),    J D' + Sigma mu' = 0
/// with all rows of joints: D' is D where springs are soft, and tends to that of rigid joints. The
/// solver of the step solves these systems.
template <class Space>
class JointResponse {
 public:
  explicit JointResponse(Sizes const& n)
      : both_("orthant::response::jointed", n.bodies),
        yields_("orthant::response::yielding", n.bodies),
        answers_("orthant::response::answers", n.worlds),
        worlds_yield_("orthant::response::worlds_yield", n.worlds),
        impulse_("orthant::response::impulse", n.bodies),
        jump_("orthant::response::jump", n.bodies),
        way_("orthant::response::jump_of_ways", n.bodies),
        held_(n, "response"),
        worlds_(n) {}

  /// Solves for the impulses of the step. Returns whether rigid joints answer.
  bool find(Space const& space, NonlinearSolver<Space>& solver, Rows<Space> const& rows,
            Span<Space, InverseMass*> inverse_mass) {
    int const bodies = rows.worlds * rows.bodies;
    each(space, bodies,
         response_kernels::Strike<Space>{.rows = rows,
                                         .inverse_mass = inverse_mass,
                                         .jump = held_.given(),
                                         .impulse = impulse_,
                                         .both = both_,
                                         .yields = yields_});
    solves_ = 0;
    auto const solve = [&](Span<Space, int*> marked, Span<Space, int*> worlds, bool compliant,
                           Span<Space, Twist*> out) {
      copy(space, bodies, held_.given(), out);
      each(space, rows.worlds, response_kernels::Answer<Space>{marked, worlds, rows.bodies});
      if (count_.get(space, worlds, rows.worlds) == 0) return false;
      held_.begin(space, rows, inverse_mass, compliant);
      auto const report = worlds_.solve_in(space, worlds, solver, held_, out);
      if (solves_++ == 0) reports_.first(report);
      report_ = solves_ == 1 ? reports_.all() : reports_.then(report);
      return true;
    };
    solve(yields_, worlds_yield_, true, way_);
    bool const jumped = solve(both_, answers_, false, jump_);
    each(space, bodies, response_kernels::TakeJump<Space>{worlds_yield_, jump_, way_, rows.bodies});
    if (jumped)
      each(space, bodies, response_kernels::AddAnswer<Space>{held_.rows(), answers_, impulse_});
    return jumped;
  }

  Span<Space, Twist*> jump() const { return jump_; }       // (worlds x bodies) D
  Span<Space, Twist*> way() const { return way_; }         // (worlds x bodies) D'
  Span<Space, Vec6*> impulse() const { return impulse_; }  // (worlds x bodies) M D, world axes
  Span<Space, Real*> answer() const { return held_.rows().impulse; }  // (rows) mu
  /// The report of what was solved; null: nothing.
  NonlinearReport const* report() const { return solves_ > 0 ? &report_ : nullptr; }

 private:
  SumOf<Space> count_;
  Array<Space, int*> both_, yields_;
  Array<Space, int*> answers_, worlds_yield_;  // (worlds)
  Array<Space, Vec6*> impulse_;
  Array<Space, Twist*> jump_, way_;
  HeldTwist<Space> held_;
  SolvedWorlds<Space> worlds_;
  int solves_ = 0;  // of the last step
  FoldedReport reports_;
  NonlinearReport report_;
};

}  // namespace orthant
