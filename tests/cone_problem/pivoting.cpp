// Lemke's method, on problems whose solutions are known.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

#include "backends/cone_solvers.hpp"
#include "core/cone_problem/cone_measures.hpp"
#include "core/cone_problem/lcp_problem.hpp"
#include "solvers/lcp/lemke.hpp"
#include "tests/cone_problem/stored.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

bool never() { return false; }

LcpSolution solved(Matrix const& M, Vector const& q) { return lemke(M, q, 10000, never); }

/// The largest violation of w = M z + q, 0 <= w _|_ z >= 0.
double defect(Matrix const& M, Vector const& q, Vector const& z) {
  Vector const w = M * z + q;
  return std::max({0.0, -w.minCoeff(), -z.minCoeff(), w.cwiseProduct(z).cwiseAbs().maxCoeff()});
}

TEST(Lemke, FindsTheSolutionOfPositiveDefiniteProblems) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int n = 1; n <= 40; n += 3) {
    Matrix const A = Matrix::NullaryExpr(n, n, [&] { return normal(random); });
    Vector const q = Vector::NullaryExpr(n, [&] { return normal(random); });
    Matrix const skew = A - A.transpose();  // not symmetric, and positive definite still
    Matrix const M = A * A.transpose() + 0.1 * Matrix::Identity(n, n) + skew;
    auto const s = solved(M, q);
    EXPECT_EQ(s.reason, StopReason::converged) << n;
    EXPECT_LT(defect(M, q, s.z), 1e-10) << n;
  }
}

/// Murty's example [1988]: M is lower triangular with 2 below the diagonal of 1, q = -1; the
/// solution is e_1, and Lemke takes 2^n pivots from some coverings.
TEST(Lemke, FindsThatOfMurtysExample) {
  int const n = 10;
  Matrix M = Matrix::Identity(n, n);
  for (int i = 0; i < n; ++i) M.row(i).head(i).setConstant(2);
  auto const s = solved(M, Vector::Constant(n, -1));
  ASSERT_EQ(s.reason, StopReason::converged);
  EXPECT_LT((s.z - Vector::Unit(n, 0)).norm(), 1e-13);
}

TEST(Lemke, EndsInARayWhereThereIsNoSolution) {
  // w_1 = -1 - z_2 is negative for every z.
  Matrix M(2, 2);
  M << 0, -1, 1, 0;
  auto const s = solved(M, Vector{{-1, -1}});
  EXPECT_EQ(s.reason, StopReason::stalled);
  EXPECT_EQ(s.z, Vector::Zero(2));
}

/// Two blocks in a row whose rows are all alike: every ratio is a tie.
TEST(Lemke, TiesDoNotCycle) {
  int const n = 12;
  Matrix M = Matrix::Ones(n, n);
  auto const s = solved(M, Vector::Constant(n, -1));
  ASSERT_EQ(s.reason, StopReason::converged);
  EXPECT_LT(defect(M, Vector::Constant(n, -1), s.z), 1e-12);
  EXPECT_LE(s.pivots, 2 * n);
}

TEST(Lemke, StopsWhereItIsAskedTo) {
  Matrix const M = Matrix::Identity(5, 5);
  Vector const q = -Vector::LinSpaced(5, 1, 2);
  EXPECT_EQ(lemke(M, q, 1, never).reason, StopReason::iteration_limit);
  EXPECT_EQ(lemke(M, q, 100, [] { return true; }).reason, StopReason::time_limit);
}

std::unique_ptr<ConeSolver> pivoting(int facets) {
  Json resolved;
  Json const settings = {{"type", "lemke"}, {"facets", facets}};
  return stored_problem_solvers().make(Config(settings, resolved, "solver"));
}

/// W = 1, q = (-1, -2 cos a, -2 sin a), mu = 1/2: the contact slides, r_n = 1 and r_t = 1/2 along
/// a. A pyramid's impulse lies on a facet: its direction is off by up to pi / facets.
TEST(Pivoting, TheErrorOfFacetsFallsAsTheyGrowInNumber) {
  double last = 1;
  for (int facets = 4; facets <= 64; facets *= 2) {
    double worst = 0;
    for (int k = 0; k < 7; ++k) {
      double const angle = 0.1 + 0.9 * k;
      ConeProblem p;
      p.W = Matrix(Matrix::Identity(3, 3)).sparseView();
      p.q = Vector{{-1, -2 * std::cos(angle), -2 * std::sin(angle)}};
      p.mu = Vector::Constant(1, 0.5);
      Vector r;
      auto const report = pivoting(facets)->solve(p, r);
      EXPECT_FALSE(report.converged());
      EXPECT_NEAR(r[0], 1, 1e-12);
      EXPECT_LE(r.tail(2).norm(), 0.5 + 1e-12);
      double const off = (r.tail(2) - 0.5 * Vector{{std::cos(angle), std::sin(angle)}}).norm();
      EXPECT_LE(off, 0.5 * std::numbers::pi / facets + 1e-12);
      worst = std::max(worst, off);
    }
    EXPECT_LT(worst, last);
    last = 0.8 * worst;
  }
}

/// Without friction it is exact, and agrees with a cone solver.
TEST(Pivoting, WithoutFrictionItIsExact) {
  LcpProblem lcp{.name = "a", .M = {}, .q = Vector{{-1, 2, -0.5, 0.1}}};
  Matrix A(4, 4);
  A << 2, 1, 0, 0, 1, 3, -1, 0, 0, -1, 2, 0.5, 0, 0, 0.5, 1;
  lcp.M = A.sparseView();
  auto const p = as_contacts(lcp);
  Vector r;
  EXPECT_TRUE(pivoting(8)->solve(p, r).converged());
  EXPECT_LT(natural_map(p, r), 1e-14);
}

}  // namespace
}  // namespace orthant::test
