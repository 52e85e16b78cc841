// Every nonlinear solver with every one of its parts, on impacts solved by hand.
#include <gtest/gtest.h>

#include "orthant/core/math/detail/polygon.hpp"
#include "tests/friction_forms.hpp"
#include "tests/solvers/plugins.hpp"
#include "tests/solvers/step_problems.hpp"

namespace orthant::test {
namespace {

/// An interior point ends when products of impulses and velocities are lost in round-off, an order
/// of magnitude earlier than the others.
Real tolerance_of(std::string const& solver) { return solver == "interior_point" ? 1e-11 : 1e-12; }

/// Newton's parts are empty for the other solvers.
struct Choice {
  std::string solver, ncp, friction, scaling, step, regularisation = "";
  Json json() const {
    Json out = {{"type", solver}, {"tolerance", tolerance_of(solver)}, {"max_iterations", 300}};
    if (solver == "sequence") {  // the first solver never converges by itself
      out["type"] = "newton";
      Json first = out;
      first["max_iterations"] = 1;
      return {{"type", solver}, {"solvers", {first, out}}};
    }
    for (auto const& [key, part] : {std::pair{"ncp", ncp},
                                    {"friction", friction},
                                    {"scaling", scaling},
                                    {"step", step},
                                    {"regularisation", regularisation}})
      if (!part.empty()) out[key] = part;
    if (!friction.empty() && !friction_form(friction).symmetric) out["linear"] = "dense_lu";
    return out;
  }
};

std::ostream& operator<<(std::ostream& out, Choice const& c) { return out << c.json(); }

std::vector<Choice> choices() {
  std::vector<Choice> out;
  for (auto const& solver : names_of_kind("nonlinear solver"))
    if (solver != "newton") out.push_back({solver, "", "", "", ""});
  // One part after the other beside the defaults of the others; the oracle has the products.
  std::string const ncp = "fischer_burmeister", scaling = "row_sum", step = "full";
  for (auto const& form : friction_forms())
    out.push_back({"newton", form.whole_contact ? "" : ncp, form.name, scaling, step});
  for (std::string const form : {"w_newton", "alart_curnier"}) {
    for (auto const& each : names_of_kind("NCP function"))
      if (each != ncp) out.push_back({"newton", each, form, scaling, step});
    for (auto const& each : names_of_kind("scaling"))
      if (each != scaling) out.push_back({"newton", ncp, form, each, step});
    for (auto const& each : names_of_kind("step length"))
      if (each != step) out.push_back({"newton", ncp, form, scaling, each});
  }
  for (auto const& regularisation : names_of_kind("regularisation"))
    for (std::string const form : {"w_newton", "alart_curnier"})
      out.push_back({"newton", ncp, form, scaling, step, regularisation});
  return out;
}

NonlinearReport solve(Json const& settings, LinearProblem& problem) {
  // The history of the report belongs to the solver, which no longer exists: it must not be read.
  auto report = make_nonlinear(settings, sizes_of(problem.rows()))->solve({}, problem, problem.u);
  report.history = {};
  return report;
}

void expect_solution(LinearProblem const& problem, std::vector<Impact> const& impacts,
                     Real tolerance) {
  for (std::size_t w = 0; w < impacts.size(); ++w) {
    SCOPED_TRACE(::testing::Message() << "world " << w);
    // residuals of that size in m/s, in a problem of masses and slopes near one
    EXPECT_LT(norm(problem.u(w) - stacked(impacts[w].u, {})), 100 * tolerance);
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(problem.rows().impulse(3 * w + i), impacts[w].impulse[i], 100 * tolerance);
      Real const value = impacts[w].u[(i + 2) % 3];  // (z, x, y): of the returned iterate
      EXPECT_NEAR(problem.rows().value(3 * w + i), value, 100 * tolerance);
    }
  }
}

class NonlinearSolvers : public ::testing::TestWithParam<Choice> {};

/// Without De Saxce's shift a sliding contact separates, at u_n = mu |v|. For a unit mass, u =
/// u_free + lambda with |lambda_t| = mu lambda_n opposite to v: |v| = |u_free,t| - mu lambda_n, and
/// mu |v| = u_free,n + lambda_n.
Impact associated(Impact const& of, std::string const& friction) {
  if (friction != "associated" || of.mass != slides.mass) return of;
  Real const mu = floor_friction, vt = hypot(of.free[0], of.free[1]);
  Real const l = (mu * vt - of.free[2]) / (1 + mu * mu), v = vt - mu * l;
  Real const e[2] = {of.free[0] / vt, of.free[1] / vt};
  return {of.mass, of.free, {{v * e[0], v * e[1], mu * v}}, {{l, -mu * l * e[0], -mu * l * e[1]}}};
}

/// On a polygon of eight corners, the first along x: with a unit mass friction is the point of the
/// polygon closest to -u_free,t.
Impact polyhedral(Impact const& of, Choice const& c) {
  if ((c.friction != "polyhedral" && c.solver != "lemke") || of.mass != slides.mass) return of;
  auto const friction =
      RegularPolygon{8}.project({{-of.free[0], -of.free[1]}}, floor_friction * of.impulse[0]);
  Impact out = of;
  for (int i = 0; i < 2; ++i) {
    out.impulse[1 + i] = friction.point[i];
    out.u[i] = of.free[i] + friction.point[i];
  }
  return out;
}

std::vector<Impact> solutions(Choice const& c) {
  return {sticks, polyhedral(associated(slides, c.friction), c), parts};
}

TEST_P(NonlinearSolvers, FindStickingSlidingAndParting) {
  auto problem = impacts({sticks, slides, parts});
  auto const report = solve(GetParam().json(), problem);
  EXPECT_TRUE(report.converged()) << text(report.reason);
  EXPECT_EQ(report.worlds_converged, 3);
  Real const tolerance = tolerance_of(GetParam().solver);
  EXPECT_LE(report.residual.normal, tolerance);
  EXPECT_LE(report.residual.friction, tolerance);
  EXPECT_LE(report.residual.dynamics, 4 * tolerance);  // 4 kg times a velocity
  expect_solution(problem, solutions(GetParam()), tolerance_of(GetParam().solver));
}

TEST_P(NonlinearSolvers, StayAtASolution) {
  auto problem = impacts({sticks, slides, parts});
  solve(GetParam().json(), problem);
  auto const again = solve(GetParam().json(), problem);
  EXPECT_EQ(again.iterations, 0);
  EXPECT_TRUE(again.converged());
  expect_solution(problem, solutions(GetParam()), tolerance_of(GetParam().solver));
}

TEST_P(NonlinearSolvers, FindTheSolutionFromImpulsesOnTheWrongSide) {
  // From before a reversal: on the cone, or inside, and along the sliding direction.
  for (Real const part : {1., 0.5})
    for (Real const side : {1., -1.}) {
      SCOPED_TRACE(::testing::Message() << part << " " << side);
      auto problem = impacts({sticks, slides, parts});
      for (int w = 0; w < 3; ++w) {
        Real const n = w == 2 ? 1 : -problem.free(w)[2] / problem.inverse_mass()(w).mass;
        Real const impulse[] = {n, side * part * floor_friction * n, 0};
        for (int i = 0; i < 3; ++i) {
          problem.rows().impulse(3 * w + i) = impulse[i];
          problem.u(w)[(i + 2) % 3] += impulse[i] * problem.inverse_mass()(w).mass;
        }
      }
      auto const report = solve(GetParam().json(), problem);
      // Friction is measured by its projection, of which its rows are not the derivative. So a line
      // search may find no decrease, and must report it.
      bool const searches = GetParam().step != "full";
      if (searches && report.reason == StopReason::line_search) {
        EXPECT_GT(report.residual.friction, tolerance_of(GetParam().solver));
        continue;
      }
      EXPECT_TRUE(report.converged()) << text(report.reason);
      expect_solution(problem, solutions(GetParam()), tolerance_of(GetParam().solver));
    }
}

TEST_P(NonlinearSolvers, TreatAWorldAsIfItWereAlone) {
  auto batch = impacts({parts, slides, sticks, slides});
  solve(GetParam().json(), batch);
  auto alone = impacts({slides});
  solve(GetParam().json(), alone);
  for (int w : {1, 3})
    for (int i = 0; i < 6; ++i) EXPECT_EQ(batch.u(w)[i], alone.u(0)[i]) << w;
}

std::string name_of(Choice const& c) {
  std::string const form = c.friction + "_" + c.scaling + "_" + c.step +
                           (c.regularisation.empty() ? "" : "_" + c.regularisation);
  return c.friction.empty() ? c.solver : c.solver + "_" + (c.ncp.empty() ? "" : c.ncp + "_") + form;
}
INSTANTIATE_TEST_SUITE_P(Choices, NonlinearSolvers, ::testing::ValuesIn(choices()),
                         [](auto const& test) { return name_of(test.param); });

}  // namespace
}  // namespace orthant::test
