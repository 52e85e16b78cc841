// Lemke's method on problems with known solutions.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

#include "orthant/backends/cone_solvers.hpp"
#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/core/cone_problem/lcp_problem.hpp"
#include "orthant/solvers/lcp/lemke.hpp"
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
    Matrix const skew = A - A.transpose();  // not symmetric, and still positive definite
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

/// Two equal blocks, whose rows are all alike: every ratio is a tie.
TEST(Lemke, TiesDoNotCycle) {
  int const n = 12;
  Matrix M = Matrix::Ones(n, n);
  auto const s = solved(M, Vector::Constant(n, -1));
  ASSERT_EQ(s.reason, StopReason::converged);
  EXPECT_LT(defect(M, Vector::Constant(n, -1), s.z), 1e-12);
  EXPECT_LE(s.pivots, 2 * n);
}

/// Small integers, so that ties are frequent: M of low rank, and q that a known z solves.
TEST(Lemke, SolvesDegenerateProblemsThatHaveASolution) {
  std::mt19937 random(5);
  std::uniform_int_distribution<int> digit(-1, 1), coin(0, 1);
  for (int trial = 0; trial < 100; ++trial) {
    int const n = 30;
    Matrix const A = Matrix::NullaryExpr(n, n / 2, [&] { return digit(random); });
    Matrix const M = A * A.transpose();
    Vector z = Vector::Zero(n), w = Vector::Zero(n);
    for (int i = 0; i < n; ++i) (coin(random) ? z : w)[i] = coin(random) + coin(random);
    Vector const q = w - M * z;
    auto const s = solved(M, q);
    ASSERT_EQ(s.reason, StopReason::converged) << trial;
    EXPECT_LT(defect(M, q, s.z), 1e-8) << trial;
  }
}

/// w_1 = z_2 - 4 = 0 with z_1 free, 0 <= w_2 = -z_1 + z_2 + 1 _|_ z_2 >= 0: z = (5, 4). The free
/// part of M is singular; once as the first row, once in blocks as the public collection has it.
TEST(MixedProblems, FreeUnknownsWithoutAnInverseAreSplit) {
  Folder const folder;
  std::string const plain = "1 1 0 2 2 2 2 0 -1 1 1 -4 1",
                    blocks = "1 1 1 1 0 1 2 1 0 0 2 2 2 2 1 1 -1 0 1 -4 more";
  for (auto const& text : {plain, blocks}) {
    auto const p = read_mixed_lcp_problem(folder.write("a.dat", text));
    ASSERT_EQ(p.q.size(), 3) << text;
    auto const s = solved(Matrix(p.M), p.q);
    ASSERT_EQ(s.reason, StopReason::converged) << text;
    bool const first = text == plain;  // which unknown is free
    EXPECT_NEAR(s.z[first ? 0 : 1] - s.z[2], 5, 1e-12) << text;
    EXPECT_NEAR(s.z[first ? 1 : 0], 4, 1e-12) << text;
  }
}

TEST(MixedProblems, BlocksThatAreFreeAreEliminated) {
  Folder const folder;
  // w_2 = 2 z_2 + z_1 - 3 = 0, 0 <= w_1 = z_1 - z_2 + 2 _|_ z_1 >= 0: z = (0, 1.5).
  auto const p =
      read_mixed_lcp_problem(folder.write("a.dat", "1 0 1 1 0 1 2 1 0 0 2 2 2 2 1 1 -1 2 2 -3"));
  ASSERT_EQ(p.q.size(), 1);
  EXPECT_DOUBLE_EQ(p.q[0], 0.5);
  EXPECT_DOUBLE_EQ(p.M.coeff(0, 0), 1.5);
}

TEST(MixedProblems, BlocksThatDoNotFitAreRefused) {
  Folder const folder;
  for (char const* text : {"1 0 1 1 0 2 1 0 2 2 2 2 1 1 -1 2 2 -3",      // one block of both
                           "1 0 1 1 0 1 3 1 0 0 2 2 2 2 1 1 -1 2 2 -3",  // ends too late
                           "1 0 1 1 0 1 2 1 2 0 2 2 2 2 1 1 -1 2 2 -3",  // no such kind
                           "1 0 1 1 0 1 2 1 0 0 3 2 3 2 1 1 1 -1 2 2 2 -3 1"})
    EXPECT_THROW(read_mixed_lcp_problem(folder.write("a.dat", text)), Error) << text;
}

TEST(Lemke, StopsWhereItIsAskedTo) {
  Matrix const M = Matrix::Identity(5, 5);
  Vector const q = -Vector::LinSpaced(5, 1, 2);
  EXPECT_EQ(lemke(M, q, 1, never).reason, StopReason::iteration_limit);
  EXPECT_EQ(lemke(M, q, 100, [] { return true; }).reason, StopReason::time_limit);
}

std::shared_ptr<ConeSolver const> pivoting(int facets) {
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

/// Without friction the method is exact and agrees with a cone solver.
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
