// Non-smooth Newton on the rows of a step, in all worlds of the batch at once.
#pragma once
#include "core/plugins.hpp"
#include "solvers/nonlinear/newton_kernels.hpp"
#include "solvers/nonlinear/step_length.hpp"
#include "solvers/scaling/weights.hpp"

namespace orthant {

struct NewtonSettings {
  double tolerance = 1e-10;
  int max_iterations = 100;
  int patience = 30;
  double seconds = 0;
  double regularisation = 0.1, regularisation_floor = 1e-6, least_friction = 1;

  void fields(Fields& f) {
    f.real("tolerance", tolerance, not_negative(),
           "[m/s] on every row, and on the momentum defect as a velocity");
    f.integer("max_iterations", max_iterations, not_negative(), "most iterations of a step");
    f.integer("patience", patience, not_negative(),
              "iterations without a better iterate after which to stop; 0: never");
    f.real("seconds", seconds, not_negative(), "most wall time of a solve [s]; 0: no limit");
    f.real("regularisation", regularisation, not_negative(),
           "rho: adds rho r min(1, residual / speed) to the contacts' C; 0: none");
    f.real("regularisation_floor", regularisation_floor, not_negative(),
           "what stays of it when the residual vanishes, before adaptation");
    f.real("least_friction", least_friction, not_negative(),
           "pull of friction to its least norm, relative to the regularisation; 0: none");
  }
};

template <class Space>
struct NewtonParts {
  std::unique_ptr<Formulation<Space>> formulation;
  std::unique_ptr<Weights<Space>> weights;
  std::unique_ptr<StepLength<Space>> step_length;
  std::unique_ptr<LinearSolver<Space>> linear;
};

/// Real contacts are hyperstatic: the impulses that solve a step form a set, the Jacobian is
/// singular on it, and plain Newton is thrown about along it. A regularisation that falls with the
/// residual steers to a nearby member of the set and keeps the local convergence quadratic
/// [Li, Fukushima, Qi, Yamashita 2004]; a pull of second order prefers members with little
/// friction, away from the cones' boundaries. The speed that residuals are measured by is the
/// largest |v~|; what smooths a complementarity function falls with their square.
template <class Space>
class Newton final : public NonlinearSolver<Space> {
 public:
  Newton(NewtonSettings const& set, NewtonParts<Space> parts, Sizes const& n)
      : set_(set),
        parts_(std::move(parts)),
        S_("orthant::newton::S", n.rows),
        C_("orthant::newton::C", n.rows),
        SJ_("orthant::newton::SJ", n.rows),
        L_("orthant::newton::L", parts_.formulation->symmetric() ? 0 : n.rows),
        LJ_("orthant::newton::LJ", L_.extent(0)),
        LAS_("orthant::newton::LAS", n.couplings),
        running_("orthant::newton::running", n.worlds),
        searching_("orthant::newton::searching", n.worlds),
        world_("orthant::newton::world", n.worlds),
        scale_("orthant::newton::scale", n.worlds),
        summary_("orthant::newton::summary") {
    for (auto* each :
         {&weight_, &residual_, &target_, &step_, &b_, &z_, &base_impulse_, &best_impulse_})
      *each = make_array<Space, Real*>("orthant::newton::rows", n.rows);
    for (auto* each : {&defect_, &du_, &base_u_, &best_u_})
      *each = Array<Space, Twist*>("orthant::newton::bodies", n.bodies);
    history_.reserve(static_cast<std::size_t>(set.max_iterations) + 1);
  }

  NonlinearReport solve(Space const& space, StepProblem<Space>& problem,
                        Span<Space, Twist*> u) override {
    auto const v = view(problem, u);
    NonlinearReport report;
    history_.clear();
    linear_ = {};
    clock_.reset();

    each_world(space, v.rows.worlds, newton::Reset<Space>{v});
    problem.evaluate(space, u, running_);
    parts_.weights->compute(space, v.rows, v.inverse_mass, weight_);
    linearise(space, v, running_);
    for (int k = 0; decide(space, v, k); ++k) {
      if (parts_.weights->adapts()) parts_.weights->adapt(space, v.rows, running_, k, weight_);
      if (parts_.formulation->smooths() || parts_.weights->adapts())
        linearise(space, v, running_);  // by what is left to do
      each(space, v.rows.blocks, newton::RightHandSide<Space>{v});
      if (v.rows.delassus.given()) each(space, v.rows.blocks, newton::ScaleDelassus<Space>{v});
      bool const constant = k > 0 && v.rows.contacts == 0 && !problem.matrices_move();
      SchurSystem<Space> const S{newton::scaled(v), C_, v.inverse_mass, running_, k > 0,
                                 constant,          LJ_};
      solve_linear(space, S);
      if (v.rows.contacts > 0) {
        each(space, v.rows.blocks, newton::KeepInRange<Space>{v});
        solve_linear(space, S.again());
      }
      ++report.linear_solves;
      report.linear_iterations += history_.back().linear_iterations;
      advance(space, problem, v);
    }
    finish(space, problem, v, report);
    return report;
  }

 private:
  newton::View<Space> view(StepProblem<Space>& problem, Span<Space, Twist*> u) const {
    return {problem.rows(),
            {residual_, target_, step_, S_, C_, L_},
            SJ_,
            LJ_,
            LAS_,
            problem.inverse_mass(),
            problem.free_twist(),
            u,
            defect_,
            du_,
            b_,
            z_,
            weight_,
            base_u_,
            best_u_,
            base_impulse_,
            best_impulse_,
            running_,
            world_,
            scale_};
  }

  void solve_linear(Space const& space, SchurSystem<Space> const& S) {
    linear_ = parts_.linear->solve(space, S, b_, z_);
    history_.back().linear_iterations += linear_.iterations;
    history_.back().linear_residual = linear_.residual;
  }

  /// The linearisation and the norms of the current iterate, in the worlds of `which`.
  void linearise(Space const& space, newton::View<Space> v, Span<Space, int*> which) {
    v.running = which;
    parts_.formulation->linearise(space, v.rows, weight_, v.scale, v.at, which);
    each(space, v.rows.worlds * v.rows.bodies, newton::Defect<Space>{v});
    each_world(space, v.rows.worlds, newton::Norms<Space>{v});
  }

  /// Ends the worlds that are done, records the iteration, and says whether any goes on.
  bool decide(Space const& space, newton::View<Space> const& v, int iteration) {
    each_world(
        space, v.rows.worlds,
        newton::Decide<Space>{v, set_.tolerance, set_.regularisation, set_.regularisation_floor,
                              set_.least_friction, set_.max_iterations, set_.patience,
                              linear_.usable, set_.seconds > 0 && clock_.seconds() > set_.seconds});
    each_world(space, 1,
               SummariseWorlds<Space>{world_, running_, summary_.device(), v.rows.worlds});
    auto const& now = summary_.get(space);
    history_.push_back({iteration, now.running, now.residual, 0, 0, 0});
    return now.running > 0;
  }

  /// Steps along the direction, as far as the step length rule says, in every running world.
  void advance(Space const& space, StepProblem<Space>& problem, newton::View<Space> const& v) {
    auto const& rule = *parts_.step_length;
    int const bodies = v.rows.worlds * v.rows.bodies;
    each(space, bodies, newton::BodyDirection<Space>{v});
    each(space, v.rows.blocks, newton::RowDirection<Space>{v});
    each(space, v.rows.worlds, newton::BeginStep<Space>{v, searching_, rule.first()});
    for (int searching = 1; searching > 0;) {
      each(space, bodies, newton::MoveBodies<Space>{v, searching_});
      each(space, v.rows.blocks, newton::MoveRows<Space>{v, searching_});
      problem.evaluate(space, v.u, searching_);
      linearise(space, v, searching_);
      if (!rule.searches()) break;
      rule.judge(space, world_, searching_, v.rows.worlds);
      each_world(space, 1,
                 SummariseWorlds<Space>{world_, searching_, summary_.device(), v.rows.worlds});
      searching = summary_.get(space).running;
    }
    each_world(space, 1,
               SummariseWorlds<Space>{world_, running_, summary_.device(), v.rows.worlds});
    history_.back().step = summary_.get(space).smallest_step;
  }

  void finish(Space const& space, StepProblem<Space>& problem, newton::View<Space> const& v,
              NonlinearReport& report) {
    each_world(space, v.rows.worlds, newton::Restore<Space>{v});
    problem.evaluate(space, v.u, running_);
    linearise(space, v, running_);
    each_world(space, 1,
               SummariseWorlds<Space>{world_, running_, summary_.device(), v.rows.worlds});
    auto const& end = summary_.get(space);
    report.residual = end.residual;
    report.reason = end.reason;
    report.worlds_converged = end.converged;
    report.iterations = end.iterations;
    report.history = history_;
  }

  NewtonSettings set_;
  NewtonParts<Space> parts_;
  Array<Space, Real*> weight_, residual_, target_, step_, b_, z_, base_impulse_, best_impulse_;
  Array<Space, Real*[max_block_rows]> S_, C_;
  Array<Space, Real* [2][6]> SJ_;
  Array<Space, Real* [max_block_rows]> L_;  // of formulations that are not symmetric
  Array<Space, Real* [2][6]> LJ_;           // likewise
  Array<Space, Mat3*> LAS_;                 // where the Delassus operator is given
  Array<Space, Twist*> defect_, du_, base_u_, best_u_;
  Array<Space, int*> running_, searching_;
  Array<Space, WorldProgress*> world_;
  Array<Space, SpeedScale*> scale_;
  ReadBack<Space, BatchProgress> summary_;
  LinearReport linear_;
  Kokkos::Timer clock_;
  std::vector<IterationRecord> history_;
};

}  // namespace orthant
