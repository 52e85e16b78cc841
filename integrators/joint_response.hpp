// The immediate response of joints to the impulses of laws.
#pragma once
#include "core/step/integrator.hpp"
#include "integrators/step_kernels.hpp"

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
        if (joint) (rigid(rows, block, row) ? jointed : yielding) = true;
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

  /// Whether a row of a joint has no compliance.
  static KOKKOS_FUNCTION bool rigid(Rows<Space> const& rows, int block, int row) {
    for (int k = 0; k < rows.size(block); ++k)
      if (rows.compliance(row, k) != 0) return false;
    return true;
  }
};

template <class Space>
struct AnyOf {
  static constexpr char const* label = "orthant::response::any";
  Span<Space, int*> both;
  Span<Space, int> out;
  int bodies;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    Real const any = lane.largest(bodies, [&](int b) { return static_cast<Real>(both(b)); });
    lane.once([&] { out() = any > 0; });
  }
};

/// Keeps the rows of rigid joints, and those of compliant ones with their compliance if they
/// answer. All other rows move no body, and their impulses vanish.
template <class Space>
struct KeepRigid {
  static constexpr char const* label = "orthant::response::keep_rigid";
  Rows<Space> from, to;
  bool compliant;  // whether they answer
  KOKKOS_FUNCTION void operator()(int block) const {
    bool const joint = from.law(block) == Law::free;
    int const begin = from.block_row(block);
    to.friction(block) = 0;
    to.disc(block) = {};
    for (int row = begin; row < from.block_row(block + 1); ++row) {
      bool const keep = joint && (compliant || Strike<Space>::rigid(from, block, row));
      to.impulse(row) = 0;
      for (int k = 0; k < max_block_rows; ++k)
        to.compliance(row, k) = compliant && joint ? from.compliance(row, k) : 0;
      if (joint && !keep) to.compliance(row, row - begin) = 1;
      for (int side = 0; side < 2; ++side)
        for (int i = 0; i < 6; ++i) to.J(row, side, i) = keep ? from.J(row, side, i) : 0;
    }
  }
};

/// rows.value <- J D of joints; a positive number for one-sided rows.
template <class Space>
struct Value {
  static constexpr char const* label = "orthant::response::value";
  Rows<Space> rows;
  Span<Space, Twist*> u;
  Span<Space, int*> active;
  KOKKOS_FUNCTION void operator()(int block) const {
    if (!active(rows.block_world(block))) return;
    Law const law = rows.law(block);
    int const begin = rows.block_row(block);
    for (int row = begin; row < rows.block_row(block + 1); ++row) {
      bool const normal = law == Law::nonnegative || (law == Law::coulomb && row == begin);
      rows.value(row) = law == Law::free ? rows.apply(block, row, u) : normal ? 1 : 0;
    }
  }
};

/// Adds the response of the joints to the effect of the laws.
template <class Space>
struct AddAnswer {
  static constexpr char const* label = "orthant::response::add_answer";
  Rows<Space> rows;
  Span<Space, Vec6*> impulse;
  KOKKOS_FUNCTION void operator()(int b) const {
    auto const& rows_ = rows;
    impulse(b) += rows.apply_transpose(b, [&](int row) { return rows_.impulse(row); });
  }
};

template <class Space>
struct NoAnswer {
  static constexpr char const* label = "orthant::response::no_answer";
  Span<Space, Real*> impulse;
  KOKKOS_FUNCTION void operator()(int row) const { impulse(row) = 0; }
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
class JointResponse final : public StepProblem<Space> {
 public:
  explicit JointResponse(Sizes const& n)
      : any_("orthant::response::any_jointed"),
        both_("orthant::response::jointed", n.bodies),
        yields_("orthant::response::yielding", n.bodies),
        impulse_("orthant::response::impulse", n.bodies),
        jump_("orthant::response::jump", n.bodies),
        way_("orthant::response::jump_of_ways", n.bodies),
        free_("orthant::response::jump_of_laws", n.bodies),
        J_(make_room<Space, Real* [2][6]>("orthant::response::J", n.rows)),
        compliance_(
            make_room<Space, Real* [max_block_rows]>("orthant::response::compliance", n.rows)),
        friction_(make_room<Space, Real*>("orthant::response::friction", n.blocks)),
        disc_(make_room<Space, DiscRadius*>("orthant::response::disc", n.blocks)),
        value_(make_room<Space, Real*>("orthant::response::value", n.rows)),
        mu_(make_room<Space, Real*>("orthant::response::mu", n.rows)) {}

  /// Solves for the impulses of the step; false if there was nothing to solve.
  bool find(Space const& space, NonlinearSolver<Space>& solver, Rows<Space> const& rows,
            Span<Space, InverseMass*> inverse_mass) {
    int const bodies = rows.worlds * rows.bodies;
    rows_ = rows;
    inverse_mass_ = inverse_mass;
    each(space, bodies,
         response_kernels::Strike<Space>{.rows = rows,
                                         .inverse_mass = inverse_mass,
                                         .jump = jump_,
                                         .impulse = impulse_,
                                         .both = both_,
                                         .yields = yields_});
    each(space, bodies, CopyTwists<Space>{jump_, free_});
    bool const answered = solve(space, solver, rows, yields_, true, way_);
    bool const jumped = solve(space, solver, rows, both_, false, jump_);
    if (!answered) each(space, bodies, CopyTwists<Space>{jump_, way_});
    if (jumped) each(space, bodies, response_kernels::AddAnswer<Space>{rows_, impulse_});
    return jumped;
  }

  Span<Space, Twist*> jump() const { return jump_; }       // (worlds x bodies) D
  Span<Space, Twist*> way() const { return way_; }         // (worlds x bodies) D'
  Span<Space, Vec6*> impulse() const { return impulse_; }  // (worlds x bodies) M D, world axes
  Span<Space, Real*> answer() const { return mu_; }        // (rows) mu
  /// The report of the last solve.
  NonlinearReport const& report() const { return report_; }

  Rows<Space> const& rows() const override { return rows_; }
  Span<Space, InverseMass*> inverse_mass() const override { return inverse_mass_; }
  Span<Space, Twist*> free_twist() const override { return free_; }
  bool matrices_move() const override { return false; }
  char const* stage() const override { return "response"; }
  void evaluate(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) override {
    each(space, rows_.blocks, response_kernels::Value<Space>{rows_, u, active});
  }

 private:
  /// Solves for a jump, with its rows in `rows_`, if any body is marked.
  bool solve(Space const& space, NonlinearSolver<Space>& solver, Rows<Space> const& rows,
             Span<Space, int*> marked, bool compliant, Span<Space, Twist*> jump) {
    int const bodies = rows.worlds * rows.bodies;
    each(space, rows.rows, response_kernels::NoAnswer<Space>{mu_});
    each_world(space, 1, response_kernels::AnyOf<Space>{marked, any_.device(), bodies});
    if (!any_.get(space)) return false;
    rows_.J = J_;
    rows_.value = value_;
    rows_.impulse = mu_;
    rows_.compliance = compliance_;
    rows_.friction = friction_;
    rows_.disc = disc_;
    rows_.bends = false;
    each(space, rows.blocks, response_kernels::KeepRigid<Space>{rows, rows_, compliant});
    each(space, bodies, CopyTwists<Space>{free_, jump});
    report_ = solver.solve(space, *this, jump);
    return true;
  }

  ReadBack<Space, int> any_;
  Array<Space, int*> both_, yields_;
  Array<Space, Vec6*> impulse_;
  Array<Space, Twist*> jump_, way_, free_;
  Array<Space, Real* [2][6]> J_;
  Array<Space, Real* [max_block_rows]> compliance_;
  Array<Space, Real*> friction_;
  Array<Space, DiscRadius*> disc_;
  Array<Space, Real*> value_, mu_;
  Rows<Space> rows_;
  Span<Space, InverseMass*> inverse_mass_;
  NonlinearReport report_;
};

}  // namespace orthant
