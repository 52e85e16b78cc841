// Projected Gauss-Seidel sweeps on the velocities of bodies, with relinearised rows: a fast solver
// for low accuracy.
#pragma once
#include <cmath>

#include "orthant/core/config/fields.hpp"
#include "orthant/core/step/nonlinear_solver.hpp"
#include "orthant/solvers/nonlinear/detail/impulse_sweeps.hpp"
#include "orthant/solvers/nonlinear/detail/iterate_arrays.hpp"

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
        iteration_(n),
        own_(make_room<Space, Mat3*>("orthant::impulses::own", n.blocks)),
        own_inverse_(make_room<Space, Mat3*>("orthant::impulses::own_inverse", n.blocks)),
        sweeps_("orthant::impulses::sweeps", n.worlds) {
    for (auto* each : {&offset_, &change_, &turn_})
      *each = make_room<Space, Real*>("orthant::impulses::rows", n.rows);
    for (auto* each : {&before_, &turn_of_bodies_})
      *each = Array<Space, Twist*>("orthant::impulses::bodies", n.bodies);
    iteration_.history.reserve(nth(set.max_iterations) + 1);
  }

  void carry(Carried& c) override {
    c.part("sequential_impulses");
    c.array(iteration_.world);
  }

 private:
  static constexpr double part = 0.5;  // part of the tolerance, halved in each iteration

  NonlinearReport do_solve(Space const& space, StepProblem<Space>& problem,
                           Span<Space, Twist*> u) override {
    auto iterate = iteration_.view(problem, u, {});
    iterate.ends = this->ends();
    auto const sweep = sweep_view(iterate);
    auto const& rows = iterate.rows;
    iteration_.history.clear();
    each_world(space, rows.worlds, newton::Reset<Space>{iterate, problem.corrects()});
    each(space, rows.worlds, impulses::Begin<Space>{sweep});
    problem.evaluate(space, u, iteration_.active);
    each(space, rows.blocks, impulses::OwnBlocks<Space>{sweep});
    each_world(space, rows.worlds, newton::CountDrives<Space>{iterate});
    measure(space, iterate);
    for (int k = 0; goes_on(space, iterate, sweep, k); ++k) {
      each(space, rows.blocks, impulses::Linearise<Space>{sweep, k > 0 && problem.matrices_move()});
      each(space, rows.worlds * rows.bodies, newton::Follow<Space>{iterate});
      each(space, rows.worlds,
           impulses::Sweeps<Space>{.v = sweep,
                                   .tolerance = set_.tolerance,
                                   .part = part * std::pow(0.5, k),
                                   .least = k == 0 ? set_.least : 1,
                                   .most = set_.sweeps});
      // computed anew, without the round-off of many small changes
      each(space, rows.worlds * rows.bodies, newton::Follow<Space>{iterate});
      each(space, rows.worlds, newton::CountIteration<Space>{iterate});
      problem.evaluate(space, u, iteration_.active);
      measure(space, iterate);
    }
    return finish(space, problem, iterate);
  }

  impulses::View<Space> sweep_view(newton::View<Space> const& v) const {
    impulses::View<Space> out;
    static_cast<newton::View<Space>&>(out) = v;
    out.offset = offset_;
    out.own = own_;
    out.own_inverse = own_inverse_;
    out.change = change_;
    out.turn = turn_;
    out.before = before_;
    out.turn_of_bodies = turn_of_bodies_;
    out.sweeps = sweeps_;
    return out;
  }

  void measure(Space const& space, newton::View<Space> const& v) {
    each(space, v.rows.worlds * v.rows.bodies, newton::Defect<Space>{v, false});
    each_world(space, v.rows.worlds, newton::Norms<Space>{v, false});
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
    each(space, worlds, impulses::GiveUp<Space>{sweep, set_.sweeps});
    return iteration_.begin(space, iterate, iteration, 1);
  }

  NonlinearReport finish(Space const& space, StepProblem<Space>& problem,
                         newton::View<Space> const& v) {
    iteration_.restore(space, problem, v);
    measure(space, v);
    NonlinearReport report;
    iteration_.end(space, v, report);
    report.linear_iterations = sum_.get(space, sweeps_, v.rows.worlds);
    return report;
  }

  SequentialImpulsesSettings set_;
  newton::Iteration<Space> iteration_;
  Array<Space, Real*> offset_, change_, turn_;
  Array<Space, Twist*> before_, turn_of_bodies_;
  Array<Space, Mat3*> own_, own_inverse_;
  Array<Space, int*> sweeps_;
  SumOf<Space> sum_;
};

}  // namespace orthant
