// Newton reports why it stopped, and returns the best iterate.
#include <gtest/gtest.h>

#include "tests/friction_forms.hpp"
#include "tests/solvers/plugins.hpp"
#include "tests/solvers/step_problems.hpp"

namespace orthant::test {
namespace {

struct Solved {
  explicit Solved(Json settings, LinearProblem problem_given) : problem(std::move(problem_given)) {
    settings["type"] = "newton";
    solver = make_nonlinear(settings, sizes_of(problem.rows()));
    report = solver->solve({}, problem, problem.u);
  }
  LinearProblem problem;
  std::unique_ptr<NonlinearSolver<Space>> solver;
  NonlinearReport report;
};

Real worst(Residuals const& r) {
  return std::max({r.joint, r.joint_angular, r.normal, r.friction});
}

Json const monotone = {{"type", "nonmonotone"}, {"memory", 1}};

TEST(NewtonStops, HistoryHasALineForTheStartAndForEachIteration) {
  Solved const run({{"tolerance", 1e-12}}, impacts({sticks, slides}));
  auto const& h = run.report.history;
  ASSERT_EQ(static_cast<int>(h.size()), run.report.iterations + 1);
  EXPECT_EQ(run.report.linear_solves, run.report.iterations);
  int linear = 0;
  for (std::size_t i = 0; i < h.size(); ++i) {
    bool const last = i + 1 == h.size();
    EXPECT_EQ(h[i].iteration, static_cast<int>(i));
    EXPECT_EQ(h[i].step, last ? 0 : 1);
    EXPECT_EQ(h[i].worlds_running == 0, last);
    EXPECT_LE(h[i].linear_residual, 1e-10);
    linear += h[i].linear_iterations;
  }
  EXPECT_EQ(linear, run.report.linear_iterations);
  EXPECT_NEAR(h[0].residual.normal, 1, 1);  // the masses approach at 1 m/s
  EXPECT_GT(h[0].residual.normal, 0.1);
  EXPECT_LE(worst(h.back().residual), 1e-12);
}

TEST(NewtonStops, AtTheIterationLimitWithTheBestIterate) {
  for (int const limit : {0, 1, 2, 3}) {
    SCOPED_TRACE(limit);
    Solved run({{"max_iterations", limit}}, impacts({sticks, slides}));
    EXPECT_EQ(run.report.reason, StopReason::iteration_limit);
    EXPECT_FALSE(run.report.converged());
    EXPECT_EQ(run.report.worlds_converged, 0);
    EXPECT_EQ(run.report.iterations, limit);
    Real least = 1e300;
    for (auto const& line : run.report.history) least = std::min(least, worst(line.residual));
    EXPECT_LE(worst(run.report.residual), least * (1 + 1e-15));
    // The returned iterate has the reported residual: a solver that starts there reports the same.
    auto const first = run.report;
    auto const again =
        make_nonlinear({{"type", "newton"}, {"max_iterations", 0}}, sizes_of(run.problem.rows()))
            ->solve({}, run.problem, run.problem.u);
    EXPECT_EQ(again.residual.normal, first.residual.normal);
    EXPECT_EQ(again.residual.friction, first.residual.friction);
    EXPECT_EQ(again.residual.dynamics, first.residual.dynamics);
  }
}

/// One bilateral row, 5/2 (u_z + 1) = 0 with the Jacobian of u_z + 1: each full step of Newton's
/// method makes its error -3/2 of what it was.
class Overshooting final : public StepProblem<Space> {
 public:
  Overshooting() : row_(one_row()) { row_.offset(0) = 1; }
  Span<Space, Twist*> u() { return row_.u; }

  Rows<Space> const& rows() const override { return row_.rows(); }
  Span<Space, InverseMass*> inverse_mass() const override { return row_.inverse_mass(); }
  Span<Space, Twist*> free_twist() const override { return row_.free; }
  bool matrices_move() const override { return false; }
  void evaluate(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) override {
    row_.evaluate(space, u, active);
    if (active(0)) row_.rows().value(0) *= 2.5;
  }

 private:
  static LinearProblem one_row() {
    BlockSpec row;
    row.body[1] = 0;
    row.rows = 1;
    row.J[0][1][2] = 1;
    BuiltRows built(1, 1, {row});
    built.inverse_mass(0) = {1, diagonal({{1, 1, 1}})};
    return LinearProblem(std::move(built));
  }
  LinearProblem row_;
};

TEST(NewtonStops, WithNoWorseAnIterateAtAHigherLimit) {
  for (int const limit : {0, 1, 2, 5}) {
    Overshooting problem;
    auto const solver = make_nonlinear(
        {{"type", "newton"}, {"max_iterations", limit}, {"patience", 0}}, {1, 1, 1, 1});
    auto const report = solver->solve({}, problem, problem.u());
    EXPECT_EQ(report.reason, StopReason::iteration_limit) << text(report.reason);
    EXPECT_EQ(report.residual.joint, 2.5) << limit;
    EXPECT_EQ(problem.rows().value(0), 2.5) << limit;
    EXPECT_EQ(problem.rows().impulse(0), 0) << limit;
    ASSERT_EQ(static_cast<int>(report.history.size()), limit + 1);
    for (int k = 1; k < limit; ++k)
      EXPECT_NEAR(report.history[static_cast<std::size_t>(k)].residual.joint,
                  2.5 * std::pow(1.5, k), 1e-9);
  }
}

TEST(NewtonStops, WhereThereIsNoSolution) {
  for (auto const& linear : linear_solver_names()) {
    SCOPED_TRACE(linear);
    Solved const run({{"linear", linear}, {"patience", 4}, {"max_iterations", 50}},
                     contradiction());
    EXPECT_EQ(run.report.reason, StopReason::stalled) << text(run.report.reason);
    EXPECT_LE(run.report.iterations, 10);
    EXPECT_GE(worst(run.report.residual), 1 - 1e-6);
    EXPECT_TRUE(std::isfinite(run.problem.u(0)[2]));
  }
}

TEST(NewtonStops, AtTheFirstOfItsReasons) {
  Solved const patient({{"patience", 0}, {"max_iterations", 50}}, contradiction());
  EXPECT_EQ(patient.report.reason, StopReason::iteration_limit);
  EXPECT_EQ(patient.report.iterations, 50);
  Solved const searching({{"step", monotone}, {"linear", "dense_ldlt"}}, contradiction());
  EXPECT_EQ(searching.report.reason, StopReason::line_search) << text(searching.report.reason);
  EXPECT_LE(worst(searching.report.residual), 1);
  Solved const batch({{"max_iterations", 1}}, impacts({parts, slides}));
  EXPECT_EQ(batch.report.reason, StopReason::iteration_limit) << "that of the worst world";
  EXPECT_EQ(batch.report.worlds_converged, 1);
  LinearProblem empty(BuiltRows(2, 1, {}));
  for (int w = 0; w < 2; ++w) empty.u(w) = empty.free(w) = {{1, 2, 3, 4, 5, 6}};
  Solved const without_rows({}, std::move(empty));
  EXPECT_TRUE(without_rows.report.converged());
  EXPECT_EQ(without_rows.report.iterations, 0);
  auto problem = impacts({sticks, slides});
  problem.free(0)[2] = std::numeric_limits<Real>::quiet_NaN();
  Solved const lost({}, std::move(problem));
  EXPECT_GE(lost.report.reason, StopReason::linear_solver);
  EXPECT_EQ(lost.report.worlds_converged, 1);  // the other world is independent
  EXPECT_LT(norm(lost.problem.u(1) - stacked(slides.u, {})), 1e-8);
}

TEST(Monotone, TheMeritOfOneNormalRowNeverGrows) {
  // Without friction the merit consists of h_n and the momentum balance. The latter is exact after
  // the first full step, so that h_n itself has to fall.
  auto problem = impacts({sticks});
  problem.rows().friction(0) = 0;
  Solved const run({{"step", monotone}, {"tolerance", 1e-14}, {"scaling", "unit"}},
                   std::move(problem));
  auto const& h = run.report.history;
  ASSERT_GT(h.size(), 2u);
  for (std::size_t i = 1; i + 1 < h.size(); ++i)
    EXPECT_LT(h[i + 1].residual.normal, h[i].residual.normal) << i;
}

TEST(NewtonSettings, AFormThatMakesTheNormalRowRefusesAnNcpFunction) {
  for (auto const& [form, symmetric, whole_contact, other_law] : friction_forms()) {
    if (!whole_contact) continue;
    Json settings = {{"type", "newton"}, {"friction", form}, {"ncp", "minimum_map"}};
    try {
      make_nonlinear(settings, {1, 1, 1, 1});
      ADD_FAILURE() << form;
    } catch (Error const& error) {
      EXPECT_NE(std::string(error.what()).find("solver/ncp"), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("null"), std::string::npos) << error.what();
    }
    settings["ncp"] = nullptr;
    EXPECT_NO_THROW(make_nonlinear(settings, {1, 1, 1, 1})) << form;
    settings.erase("ncp");
    EXPECT_NO_THROW(make_nonlinear(settings, {1, 1, 1, 1})) << form;
  }
}

TEST(NewtonSettings, AFormThatIsNotSymmetricRefusesALinearSolverForSymmetricSystems) {
  for (auto const& form : friction_forms()) {
    Json const settings = {{"type", "newton"}, {"friction", form.name}, {"linear", "pcr"}};
    if (form.symmetric)
      EXPECT_NO_THROW(make_nonlinear(settings, {1, 1, 1, 1})) << form.name;
    else
      EXPECT_THROW(make_nonlinear(settings, {1, 1, 1, 1}), Error) << form.name;
  }
}

}  // namespace
}  // namespace orthant::test
