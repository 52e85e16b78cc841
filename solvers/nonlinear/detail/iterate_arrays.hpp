// The arrays of an iterate, which the nonlinear solvers share.
#pragma once
#include <vector>

#include "orthant/core/step/detail/sizes.hpp"
#include "orthant/solvers/nonlinear/detail/newton_kernels.hpp"

namespace orthant::newton {

/// What the error of an iterate is computed in.
template <class Space>
struct MeasureArrays {
  explicit MeasureArrays(Sizes const& n)
      : response(make_room<Space, Real*>("orthant::iterate::response", n.rows)),
        defect("orthant::iterate::defect", n.bodies),
        balance("orthant::iterate::balance", n.bodies),
        terms("orthant::iterate::terms", n.bodies) {}

  /// `law` is that of contacts.
  View<Space> view(StepProblem<Space>& problem, Span<Space, Twist*> u,
                   FrictionLaw const& law) const {
    View<Space> v;
    v.rows = problem.rows();
    v.inverse_mass = v.matrices.K_inverse = problem.inverse_mass();
    v.free_twist = problem.free_twist();
    v.u = u;
    v.momentum.defect = v.matrices.defect_response = defect;
    v.response = response;
    v.momentum.terms = terms;
    v.momentum.balance = balance;
    v.positions = problem.positions();
    v.law = law;
    return v;
  }

  Array<Space, Real*> response;
  Array<Space, Twist*> defect, balance, terms;
};

/// The linearised laws of the rows.
template <class Space>
struct LawArrays {
  using Blocks = Real* [max_block_rows];

  LawArrays(Formulation<Space> const& formulation, Sizes const& n)
      : weight(make_room<Space, Real*>("orthant::laws::weight", n.rows)),
        residual(make_room<Space, Real*>("orthant::laws::residual", n.rows)),
        target(make_room<Space, Real*>("orthant::laws::target", n.rows)),
        step(make_room<Space, Real*>("orthant::laws::step", n.rows)),
        P_right(make_room<Space, Blocks>("orthant::laws::P_right", n.rows)),
        Q(make_room<Space, Blocks>("orthant::laws::Q", n.rows)),
        P_left(make_room<Space, Blocks>("orthant::laws::P_left",
                                        formulation.symmetric() ? 0 : n.rows)) {}

  void put_into(View<Space>& v) const {
    v.weight = weight;
    v.at = {residual, target, step, P_right, Q, P_left};
  }

  Array<Space, Real*> weight, residual, target, step;
  Array<Space, Blocks> P_right, Q, P_left;  // P_left: of nonsymmetric formulations
};

/// The iteration of a solver in each world: its measure, its best iterate, and its history.
template <class Space>
class Iteration {
 public:
  explicit Iteration(Sizes const& n)
      : active("orthant::iteration::running", n.worlds),
        world("orthant::iteration::world", n.worlds),
        scale("orthant::iteration::scale", n.worlds),
        measure_(n),
        best_impulse_(make_room<Space, Real*>("orthant::iteration::best_impulse", n.rows)),
        best_u_("orthant::iteration::best_u", n.bodies),
        summary_("orthant::iteration::summary") {}

  View<Space> view(StepProblem<Space>& problem, Span<Space, Twist*> u,
                   FrictionLaw const& law) const {
    auto v = measure_.view(problem, u, law);
    v.best.u = best_u_;
    v.best.impulse = best_impulse_;
    v.active = active;
    v.world = world;
    v.scale = scale;
    return v;
  }

  /// Reduces the worlds; those that are `running` have a step length.
  BatchProgress const& summary(Space const& space, View<Space> const& v,
                               Span<Space, int*> running) {
    each_world(space, 1, SummariseWorlds<Space>{world, running, summary_.device(), v.rows.worlds});
    return summary_.get(space);
  }

  /// Records the start of an iteration. Returns whether any world continues.
  bool begin(Space const& space, View<Space> const& v, int iteration, double step = 0) {
    auto const& now = summary(space, v, active);
    history.push_back({.iteration = iteration,
                       .worlds_running = now.active,
                       .residual = now.residual,
                       .step = now.active > 0 ? step : 0});
    return now.active > 0;
  }

  /// Goes back to the best iterate of the worlds that did not converge.
  void restore(Space const& space, StepProblem<Space>& problem, View<Space> const& v) const {
    each_world(space, v.rows.worlds, Restore<Space>{v});
    problem.evaluate(space, v.u, active);
  }

  /// The report of the final iterate, which has been measured. Other counts are those of `report`.
  void end(Space const& space, View<Space> const& v, NonlinearReport& report) {
    auto const& end = summary(space, v, active);
    report.reason = end.reason;
    report.worlds_converged = end.converged;
    report.iterations = end.iterations;
    report.residual = end.residual;
    report.round_off = end.round_off;
    report.history = history;
    if (v.ends.solved.extent(0) > 0) each(space, v.rows.worlds, TellEnds<Space>{v});
  }

  Array<Space, int*> active;
  Array<Space, WorldProgress*> world;
  Array<Space, SpeedScale*> scale;
  std::vector<IterationRecord> history;  // of the current solve

 private:
  MeasureArrays<Space> measure_;
  Array<Space, Real*> best_impulse_;
  Array<Space, Twist*> best_u_;
  ReadBack<Space, BatchProgress> summary_;
};

}  // namespace orthant::newton
