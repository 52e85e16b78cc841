// The semismooth Newton method for the equations of a step, in all worlds of the batch at once.
#pragma once
#include "orthant/core/config/fields.hpp"
#include "orthant/core/execution/cpu_clock.hpp"
#include "orthant/core/step/linear_solver.hpp"
#include "orthant/core/step/nonlinear_solver.hpp"
#include "orthant/solvers/nonlinear/detail/iterate_arrays.hpp"
#include "orthant/solvers/nonlinear/detail/newton_matrix.hpp"
#include "orthant/solvers/nonlinear/detail/stiffened.hpp"
#include "orthant/solvers/nonlinear/regularisation.hpp"
#include "orthant/solvers/nonlinear/step_length.hpp"
#include "orthant/solvers/scaling/weights.hpp"

namespace orthant {

struct NewtonSettings {
  enum class Start { given, free };

  double tolerance = tolerance_by_speed;
  int max_iterations = 100;
  int patience = 30;
  double seconds = 0;
  GeometricStiffness geometric_stiffness = GeometricStiffness::automatic;
  Start start = Start::given;
  char const* friction = "w_newton";  // the form, where none is given
  bool exact_rows = false;  // whether the linear solver takes da/du of rows that differs from J

  void fields(Fields& f) {
    f.real("tolerance", tolerance, not_negative(), tolerance_about);
    f.integer("max_iterations", max_iterations, not_negative(), "most iterations of a step");
    f.integer("patience", patience, not_negative(),
              "iterations without a better iterate after which to stop; 0: never");
    f.choice("geometric_stiffness", geometric_stiffness, geometric_stiffnesses,
             "how forces turn with the bodies, in Newton's matrix where an integrator has J at the "
             "unknown end or middle: a definite part of it on each body, or all; auto: off, but "
             "exact beside linearly_implicit, whose steps have it");
    f.choice("start", start, {{Start::given, "given"}, {Start::free, "free"}},
             "where it begins: with the impulses of the step before, as they are given, or with "
             "none and the free motion");
    f.real("seconds", seconds, not_negative(), "[s] most CPU time of a solve; 0: no limit");
    f.part("friction", "friction", friction,
           "the form of Coulomb's law; w_newton in a cascade whose linear solver is for symmetric "
           "matrices only");
    f.part("ncp", "NCP function", "fischer_burmeister",
           "of the normal rows; not beside a friction that makes these rows itself");
    f.part("scaling", "scaling", "row_sum", "r, which makes impulses comparable with velocities");
    f.part("step", "step length", "full", "how far along Newton's direction");
    f.part("regularisation", "regularisation", "falling",
           "what is added where impulses are not unique");
    f.part("linear", "linear solver", nullptr,
           "of Newton's system; absent: by_size, or where there is none pcr, dense_lu where the "
           "system is not symmetric; saddle_point beside exact geometric stiffness");
  }
};

/// The exchangeable parts of Newton's method.
template <class Space>
struct NewtonParts {
  std::shared_ptr<Formulation<Space> const> formulation;
  std::unique_ptr<Weights<Space>> weights;
  std::shared_ptr<StepLength<Space> const> step_length;
  std::shared_ptr<Regularisation<Space> const> regularisation;
  std::unique_ptr<LinearSolver<Space>> linear;
};

/// Each iteration solves the linear system
///   K du - J^T dlambda = -Phi_dyn,   P J du + Q dlambda = -Phi_c   (theory.md, Newton's method)
/// by its Schur complement, and takes a step along (du, dlambda).
///
/// Real contacts are hyperstatic: the impulses that solve a step form a set, the Jacobian is
/// singular on it, and Newton steps along it are arbitrary. A regularisation leads to a nearby
/// point of the set. Residuals are relative to the largest free speed of the world. The smoothing
/// of a complementarity function falls with the square of the relative residual.
template <class Space>
class Newton final : public NonlinearSolver<Space> {
 public:
  Newton(NewtonSettings const& set, NewtonParts<Space> parts, Sizes const& n)
      : set_(set),
        parts_(std::move(parts)),
        stiffened_(set.geometric_stiffness, n),
        laws_(*parts_.formulation, n),
        iteration_(n),
        right_J_(make_room<Space, Jacobians>("orthant::newton::right_J", n.rows)),
        left_J_(make_room<Space, Jacobians>("orthant::newton::left_J", n.rows)),
        slope_(make_room<Space, Jacobians>("orthant::newton::slope", set.exact_rows ? n.rows : 0)),
        scaled_W_("orthant::newton::scaled_W", n.couplings),
        enough_("orthant::newton::enough", n.worlds),
        searching_("orthant::newton::searching", n.worlds) {
    for (auto* each : {&b_, &z_, &base_impulse_, &regularisation_})
      *each = make_room<Space, Real*>("orthant::newton::rows", n.rows);
    for (auto* each : {&du_, &base_u_})
      *each = Array<Space, Twist*>("orthant::newton::bodies", n.bodies);
    iteration_.history.reserve(nth(set.max_iterations) + 1);
  }

  void carry(Carried& c) override {
    c.part("newton");
    c.values(rests_);
    c.array(iteration_.world);
    parts_.linear->carry(c);
  }

  bool show_to(IterateObserver<Space>* observer) override {
    observer_ = observer;
    return true;
  }

  NonlinearReport do_solve(Space const& space, StepProblem<Space>& problem,
                           Span<Space, Twist*> u) override {
    auto v = view(problem, u);
    NonlinearReport report;
    begin(space, problem, v);
    int k = 0;
    for (; decide(space, v, k); ++k) {
      prepare(space, problem, v, k);
      auto const S = system(space, problem, v, k);
      solve(space, v, S, report);
      search(space, problem, v, S);
    }
    show(space, v, k);
    finish(space, problem, v, report);
    rests_ = report.iterations == 0;
    return report;
  }

 private:
  using Jacobians = Real* [2][6];

  newton::View<Space> view(StepProblem<Space>& problem, Span<Space, Twist*> u) const {
    auto v = iteration_.view(problem, u, parts_.formulation->law());
    laws_.put_into(v);
    v.matrices.right_J = right_J_;
    v.matrices.one_P = v.rows.contacts == 0 || laws_.P_left.extent(0) == 0;
    if (slope_.extent(0) > 0 && v.rows.contacts < v.rows.blocks && !v.rows.delassus.given()) {
      v.matrices.sloped = problem.sloped();
      v.matrices.slope = slope_;
    }
    if (!v.matrices.one_P || v.matrices.sloped.which.extent(0) > 0) v.matrices.left_J = left_J_;
    v.matrices.scaled_W = scaled_W_;
    v.direction.du = du_;
    v.direction.b = b_;
    v.direction.z = z_;
    v.regularisation = regularisation_;
    v.base.u = base_u_;
    v.base.impulse = base_impulse_;
    v.ends = this->ends();
    return v;
  }

  /// The start, and its error.
  void begin(Space const& space, StepProblem<Space>& problem, newton::View<Space> const& v) {
    iteration_.history.clear();
    linear_ = {};
    factorised_ = {};
    if (set_.seconds > 0) start_ = CpuClock::now();  // a system call
    each_world(space, v.rows.worlds, newton::Reset<Space>{v, problem.corrects()});
    each_world(space, v.rows.worlds, newton::Settle<Space>{v, set_.tolerance});
    problem.evaluate(space, v.u, iteration_.active);
    each(space, v.rows.blocks, OwnResponse<Space>{v.rows, v.inverse_mass, v.response});
    each_world(space, v.rows.worlds, newton::CountDrives<Space>{v});
    looks_ = may_be_solved();
    looks_ ? measure(space, v) : weigh(space, v);
    if (observer_) observer_->begin(space, problem, "newton");
  }

  /// The weights and parameters of iteration k, and the linearisation with these.
  void prepare(Space const& space, StepProblem<Space>& problem, newton::View<Space>& v, int k) {
    if (k == 0 && looks_) weigh(space, v);
    if (k == 0 && set_.start == NewtonSettings::Start::free) let_go(space, problem, v);
    if (parts_.weights->adapts()) {
      parts_.weights->adapt(space, v.rows, iteration_.active, k, v.weight);
      weigh_tied(space, v);
    }
    parts_.regularisation->choose(space, iteration_.world, iteration_.active, iteration_.scale,
                                  v.rows.worlds);
    if (parts_.formulation->smooths() || parts_.weights->adapts()) linearise(space, v);
    show(space, v, k);
    each(space, v.rows.worlds, newton::NeedMatrix<Space>{v, set_.tolerance, enough_});
    renew_slopes(space, problem, v, k);
    stiffened_.prepare(space, problem, v);
  }
  /// Writes da/du anew where it is needed.
  void renew_slopes(Space const& space, StepProblem<Space>& problem, newton::View<Space> const& v,
                    int k) {
    new_slopes_ = false;
    if (v.matrices.sloped.which.extent(0) == 0) return;
    int const worlds = v.rows.worlds;
    each_world(space, worlds, newton::NeedSlopes<Space>{v, enough_, searching_, k == 0});
    new_slopes_ = count_.get(space, searching_, worlds) > 0;
    if (new_slopes_) problem.slopes(space, v.u, searching_, slope_);
  }

  /// The linear system of iteration k.
  SchurSystem<Space> system(Space const& space, StepProblem<Space>& problem,
                            newton::View<Space> const& v, int k) {
    bool const same_J = k > 0 && !problem.matrices_move(),
               constant = same_J && v.rows.contacts == 0 && !v.rows.bends && !new_slopes_;
    each(space, v.rows.blocks, newton::RightHandSide<Space>{v, same_J, constant, new_slopes_});
    if (v.rows.delassus.given()) each(space, v.rows.blocks, newton::ScaleDelassus<Space>{v});
    SchurSystem<Space> S{.rows = newton::scaled(v),
                         .Q = laws_.Q,
                         .inverse_mass = v.matrices.K_inverse,
                         .active = iteration_.active,
                         .same_pattern = k > 0,
                         .same_matrix = constant,
                         .left = v.matrices.left_J,
                         .enough = enough_};
    stiffened_.add_to(space, S, v);
    return S;
  }

  void solve(Space const& space, newton::View<Space> const& v, SchurSystem<Space> const& S,
             NonlinearReport& report) {
    solve_linear(space, S);
    if (v.rows.contacts > 0 || v.rows.redundant.extent(0) > 0) {
      bool const descends = parts_.step_length->searches();
      auto again = S.again();
      each_world(space, v.rows.worlds, newton::NeedRange<Space>{v, descends, searching_});
      again.active = searching_;
      each(space, v.rows.blocks, newton::ProjectToRange<Space>{v, descends, again.active});
      solve_linear(space, again);
    }
    if (parts_.regularisation->compares())
      each_world(space, v.rows.worlds, newton::Unpredicted<Space>{v});
    ++report.linear_solves;
    report.linear_iterations += iteration_.history.back().linear_iterations;
  }

  void solve_linear(Space const& space, SchurSystem<Space> const& S) {
    auto const one = parts_.linear->solve(space, S, b_, z_);
    auto& record = iteration_.history.back();
    bool const first = !S.same_matrix || record.linear_iterations == 0;
    linear_.usable = one.usable && (first || linear_.usable);
    record.linear_iterations += one.iterations;
    record.linear_residual = first ? one.residual : larger(record.linear_residual, one.residual);
    factorised_ += one.factorised;
  }

  void show(Space const& space, newton::View<Space> const& v, int iteration) const {
    if (observer_)
      observer_->iterate(space, {.iteration = iteration,
                                 .u = v.u,
                                 .weight = v.weight,
                                 .law = v.at,
                                 .active = iteration_.active});
  }

  /// Starts from the free motion and zero impulses, in the worlds that are not solved yet.
  void let_go(Space const& space, StepProblem<Space>& problem, newton::View<Space> const& v) {
    each(space, v.rows.blocks, newton::ClearImpulses<Space>{v});
    each(space, v.rows.worlds * v.rows.bodies, newton::MoveFreely<Space>{v});
    problem.evaluate(space, v.u, iteration_.active);
    linearise(space, v);
  }

  /// Only iterations need weights and a linearisation of the start. If the last step took no
  /// iteration, the error of the start is checked first. The iterates are the same.
  bool may_be_solved() const {
    return rests_ && !observer_ && !parts_.formulation->smooths() && !parts_.weights->adapts();
  }
  void measure(Space const& space, newton::View<Space> const& v) {
    each(space, v.rows.worlds * v.rows.bodies, newton::Defect<Space>{v, false});
    each_world(space, v.rows.worlds, newton::Norms<Space>{v, false, false});
  }
  static void weigh_tied(Space const& space, newton::View<Space> const& v) {
    if (v.rows.ties) each(space, v.rows.blocks, newton::WeighTied<Space>{v.rows, v.weight});
  }
  void weigh(Space const& space, newton::View<Space> const& v) {
    parts_.weights->compute(space, v.rows, v.inverse_mass, v.weight);
    weigh_tied(space, v);
    each(space, v.rows.blocks, newton::WeighRegularisation<Space>{v});
    linearise(space, v);
  }

  /// Computes the linearisation, the momentum defect and the residuals of the iterate, in the
  /// active worlds of `v`.
  void linearise(Space const& space, newton::View<Space> const& v) {
    parts_.formulation->linearise(space, v.rows, v.weight, v.scale, v.at, v.active);
    each(space, v.rows.worlds * v.rows.bodies, newton::Defect<Space>{v});
    each_world(space, v.rows.worlds, newton::Norms<Space>{v, true, false});
  }

  /// Stops the worlds that are done and records the iteration. Returns whether any world continues.
  bool decide(Space const& space, newton::View<Space> const& v, int iteration) {
    each_world(
        space, v.rows.worlds,
        newton::Decide<Space>{
            .v = v,
            .tolerance = set_.tolerance,
            .max_iterations = set_.max_iterations,
            .patience = set_.patience,
            .linear_solver_usable = linear_.usable,
            .out_of_time = set_.seconds > 0 && CpuClock::seconds_since(start_) > set_.seconds});
    return iteration_.begin(space, v, iteration);
  }

  /// Computes the direction and the step length, and takes the step in every running world.
  void search(Space const& space, StepProblem<Space>& problem, newton::View<Space> const& v,
              SchurSystem<Space> const& S) {
    auto moving = v;
    moving.active = searching_;
    auto const& rule = *parts_.step_length;
    int const bodies = v.rows.worlds * v.rows.bodies;
    each(space, bodies, newton::BodyDirection<Space>{v});
    if (observer_) {
      if (v.matrices.slope.extent(0) > 0)
        each(space, v.rows.blocks, newton::SlopesOfOthers<Space>{v});
      observer_->step(space, {.system = S,
                              .b = v.direction.b,
                              .z = v.direction.z,
                              .defect_response = v.matrices.defect_response,
                              .du = v.direction.du,
                              .slope = v.matrices.slope});
    }
    each(space, v.rows.blocks, newton::RowDirection<Space>{v});
    each(space, v.rows.worlds, newton::BeginStep<Space>{v, searching_, rule.first()});
    for (int searching = 1; searching > 0;) {
      each(space, bodies, newton::MoveBodies<Space>{v, searching_});
      each(space, v.rows.blocks, newton::MoveRows<Space>{v, searching_});
      problem.evaluate(space, v.u, searching_);
      linearise(space, moving);
      if (!rule.searches()) break;
      rule.judge(space, iteration_.world, searching_, v.rows.worlds);
      searching = iteration_.summary(space, v, searching_).active;
    }
    iteration_.history.back().step = iteration_.summary(space, v, iteration_.active).smallest_step;
  }

  void finish(Space const& space, StepProblem<Space>& problem, newton::View<Space> const& v,
              NonlinearReport& report) {
    iteration_.restore(space, problem, v);
    linearise(space, v);
    each_world(space, v.rows.worlds, newton::RoundOff<Space>{v});
    iteration_.end(space, v, report);
    report.factorised = factorised_;
  }

  NewtonSettings set_;
  NewtonParts<Space> parts_;
  newton::Stiffened<Space> stiffened_;
  newton::LawArrays<Space> laws_;
  newton::Iteration<Space> iteration_;
  Array<Space, Real*> b_, z_, base_impulse_, regularisation_;
  Array<Space, Jacobians> right_J_;
  Array<Space, Jacobians> left_J_, slope_;  // slope_: if the linear solver takes it
  Array<Space, Mat3*> scaled_W_;            // if the Delassus operator is given
  Array<Space, Real*> enough_;              // (worlds) of SchurSystem
  Array<Space, Twist*> du_, base_u_;
  Array<Space, int*> searching_;
  SumOf<Space> count_;
  LinearReport linear_;
  Factorised factorised_;    // of the current solve
  bool rests_ = false;       // the last step took no iteration
  bool looks_ = false;       // the start is measured before it is linearised
  bool new_slopes_ = false;  // in this iteration
  CpuClock::time_point start_;
  IterateObserver<Space>* observer_ = nullptr;
};

}  // namespace orthant
