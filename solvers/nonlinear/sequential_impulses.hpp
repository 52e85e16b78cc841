// Projected Gauss-Seidel sweeps on the velocities of bodies, with relinearised rows: a fast solver
// for low accuracy.
#pragma once
#include <cmath>

#include "core/config/fields.hpp"
#include "core/step/nonlinear_solver.hpp"
#include "solvers/nonlinear/impulse_sweeps.hpp"
#include "solvers/nonlinear/newton_decide.hpp"

namespace orthant {

struct SequentialImpulsesSettings {
  double tolerance = tolerance_by_speed;
  int sweeps = 2000, least = 4, max_iterations = 30;

  void fields(Fields& f) {
    f.real("tolerance", tolerance, not_negative(), tolerance_about);
    f.integer("sweeps", sweeps, at_least(1), "most sweeps of a step");
    f.integer("least", least, at_least(1), "sweeps before the first look at the errors");
    f.integer("max_iterations", max_iterations, at_least(1), "most linearisations of a step");
  }
};

/// Each iteration linearises the rows at the iterate and sweeps over their blocks (Sweeps) until
/// the linear rows are solved to a part of the tolerance. A sweep is cheap and forms no matrix. An
/// error travels by one body a sweep, so that chains and high stacks need many sweeps, and near a
/// solution errors fall slowly.
///
/// At least one iteration is done in a world that does not start near the solution, or that
/// iterated in the last step and is not yet far below the tolerance. So the errors that sweeps
/// leave, creep above all, fall from step to step. Iterates are judged like those of Newton's
/// method. One thread sweeps over a world; the worlds of a batch are independent. No memory is
/// allocated in a step.
template <class Space>
class SequentialImpulses final : public NonlinearSolver<Space> {
 public:
  SequentialImpulses(SequentialImpulsesSettings const& set, Sizes const& n)
      : set_(set),
        own_(make_room<Space, Mat3*>("orthant::impulses::own", n.blocks)),
        own_inverse_(make_room<Space, Mat3*>("orthant::impulses::own_inverse", n.blocks)),
        active_("orthant::impulses::active", n.worlds),
        sweeps_("orthant::impulses::sweeps", n.worlds),
        world_("orthant::impulses::world", n.worlds),
        scale_("orthant::impulses::scale", n.worlds),
        summary_("orthant::impulses::summary"),
        count_("orthant::impulses::count") {
    for (auto* each : {&response_, &best_impulse_, &offset_, &change_, &direction_})
      *each = make_room<Space, Real*>("orthant::impulses::rows", n.rows);
    for (auto* each : {&defect_, &balance_, &terms_, &best_u_, &before_, &direction_of_bodies_})
      *each = Array<Space, Twist*>("orthant::impulses::bodies", n.bodies);
    history_.reserve(static_cast<std::size_t>(set.max_iterations) + 1);
  }

  void carry(Carried& c) override {
    c.part("sequential_impulses");
    c.array(world_);
  }

 private:
  static constexpr double part = 0.5;  // part of the tolerance, halved in each iteration

  NonlinearReport do_solve(Space const& space, StepProblem<Space>& problem,
                           Span<Space, Twist*> u) override {
    auto const iterate = iterate_view(problem, u);
    auto const sweep = sweep_view(problem, u);
    auto const& rows = iterate.rows;
    history_.clear();
    each_world(space, rows.worlds, newton::Reset<Space>{iterate, problem.corrects()});
    each(space, rows.worlds, impulses::Begin<Space>{sweep});
    problem.evaluate(space, u, active_);
    each(space, rows.blocks, impulses::OwnBlocks<Space>{sweep});
    each_world(space, rows.worlds, newton::CountDrives<Space>{iterate});
    measure(space, iterate);
    for (int k = 0; goes_on(space, iterate, sweep, k); ++k) {
      each(space, rows.blocks, impulses::Linearise<Space>{sweep, k > 0 && problem.matrices_move()});
      each(space, rows.worlds * rows.bodies, impulses::Follow<Space>{sweep});
      each(space, rows.worlds,
           impulses::Sweeps<Space>{.v = sweep,
                                   .tolerance = set_.tolerance,
                                   .part = part * std::pow(0.5, k),
                                   .least = k == 0 ? set_.least : 1,
                                   .most = set_.sweeps});
      // computed anew, without the round-off of many small changes
      each(space, rows.worlds * rows.bodies, impulses::Follow<Space>{sweep});
      each(space, rows.worlds, impulses::CountIteration<Space>{sweep, world_});
      problem.evaluate(space, u, active_);
      measure(space, iterate);
    }
    return finish(space, problem, iterate);
  }

  newton::View<Space> iterate_view(StepProblem<Space>& problem, Span<Space, Twist*> u) const {
    newton::View<Space> v;
    v.rows = problem.rows();
    v.inverse_mass = problem.inverse_mass();
    v.free_twist = problem.free_twist();
    v.u = u;
    v.defect = defect_;
    v.response = response_;
    v.terms = terms_;
    v.balance = balance_;
    v.positions = problem.positions();
    v.best_u = best_u_;
    v.best_impulse = best_impulse_;
    v.active = active_;
    v.world = world_;
    v.scale = scale_;
    return v;
  }

  impulses::View<Space> sweep_view(StepProblem<Space>& problem, Span<Space, Twist*> u) const {
    return {.rows = problem.rows(),
            .inverse_mass = problem.inverse_mass(),
            .free_twist = problem.free_twist(),
            .u = u,
            .offset = offset_,
            .response = response_,
            .own = own_,
            .own_inverse = own_inverse_,
            .change = change_,
            .direction = direction_,
            .before = before_,
            .direction_of_bodies = direction_of_bodies_,
            .active = active_,
            .sweeps = sweeps_,
            .scale = scale_};
  }

  void measure(Space const& space, newton::View<Space> const& v) {
    each(space, v.rows.worlds * v.rows.bodies, newton::Defect<Space>{v, false});
    each_world(space, v.rows.worlds, newton::Norms<Space>{v, false});
  }

  BatchProgress const& summary(Space const& space, int worlds) {
    each_world(space, 1, SummariseWorlds<Space>{world_, active_, summary_.device(), worlds});
    return summary_.get(space);
  }

  bool goes_on(Space const& space, newton::View<Space> const& iterate,
               impulses::View<Space> const& sweep, int iteration) {
    int const worlds = iterate.rows.worlds;
    each_world(space, worlds,
               newton::Decide<Space>{.v = iterate,
                                     .tolerance = set_.tolerance,
                                     .max_iterations = set_.max_iterations,
                                     .patience = 0,
                                     .linear_solver_usable = true,
                                     .out_of_time = false,
                                     .ends_solved = true,
                                     .start = 0.01});
    each(space, worlds, impulses::GiveUp<Space>{sweep, world_, set_.sweeps});
    auto const& now = summary(space, worlds);
    history_.push_back({.iteration = iteration,
                        .worlds_running = now.active,
                        .residual = now.residual,
                        .step = now.active > 0 ? 1. : 0.});
    return now.active > 0;
  }

  NonlinearReport finish(Space const& space, StepProblem<Space>& problem,
                         newton::View<Space> const& v) {
    each_world(space, v.rows.worlds, newton::Restore<Space>{v});
    problem.evaluate(space, v.u, active_);
    measure(space, v);
    auto const& end = summary(space, v.rows.worlds);
    NonlinearReport report;
    report.reason = end.reason;
    report.worlds_converged = end.converged;
    report.iterations = end.iterations;
    report.linear_iterations = total_sweeps(space, v.rows.worlds);
    report.residual = end.residual;
    report.round_off = end.round_off;
    report.history = history_;
    return report;
  }

  int total_sweeps(Space const& space, int worlds) {
    each_world(space, 1, impulses::CountSweeps<Space>{sweeps_, count_.device(), worlds});
    return count_.get(space);
  }

  SequentialImpulsesSettings set_;
  Array<Space, Real*> response_, best_impulse_, offset_, change_, direction_;
  Array<Space, Twist*> defect_, balance_, terms_, best_u_, before_, direction_of_bodies_;
  Array<Space, Mat3*> own_, own_inverse_;
  Array<Space, int*> active_, sweeps_;
  Array<Space, WorldProgress*> world_;
  Array<Space, SpeedScale*> scale_;
  ReadBack<Space, BatchProgress> summary_;
  ReadBack<Space, int> count_;
  std::vector<IterationRecord> history_;
};

}  // namespace orthant
