// Lemke's method on problems with known solutions.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

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

/// In Murty's example [1988] M is lower triangular with 2 below the diagonal of 1, q = -1; the
/// solution is e_1, and Lemke takes 2^n pivots from some coverings. Where all rows are alike every
/// ratio is a tie. Where w_1 = -1 - z_2 there is no solution.
TEST(Lemke, FindsThatOfMurtysExampleCyclesInNoTiesAndEndsInARay) {
  int const n = 12;
  Vector const q = Vector::Constant(n, -1);
  Matrix M = Matrix::Identity(n, n);
  for (int i = 0; i < n; ++i) M.row(i).head(i).setConstant(2);
  auto const murty = solved(M, q), ties = solved(Matrix::Ones(n, n), q);
  ASSERT_EQ(murty.reason, StopReason::converged);
  EXPECT_LT((murty.z - Vector::Unit(n, 0)).norm(), 1e-13);
  ASSERT_EQ(ties.reason, StopReason::converged);
  EXPECT_LT(defect(Matrix::Ones(n, n), q, ties.z), 1e-12);
  EXPECT_LE(ties.pivots, 2 * n);
  auto const ray = solved(Matrix{{0, -1}, {1, 0}}, Vector{{-1, -1}});
  EXPECT_EQ(ray.reason, StopReason::stalled);
  EXPECT_EQ(ray.z, Vector::Zero(2));
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

/// With 2 x + y - 4 = 0 and w = -x + y + 1 the free x is eliminated: w = 1.5 y - 1. Where the free
/// part of M is singular, y - 4 = 0 and w = -x + y + 1, it is split: z = (5, 4). Also in blocks, as
/// the public collection has them.
TEST(MixedProblems, FreeUnknownsAreEliminatedOrSplit) {
  Folder const folder;
  auto const read = [&](std::string const& text) {
    return read_mixed_lcp_problem(folder.write("a.dat", text));
  };
  auto const plain = [&](char const* counts, Matrix const& M) {
    return read(counts + stored(M, Storage::dense) + "-4 1");
  };
  auto const regular = plain("1 1\n", Matrix{{2, 1}, {-1, 1}});
  EXPECT_EQ(Matrix(regular.M), Matrix::Constant(1, 1, 1.5));
  EXPECT_EQ(regular.q, Vector::Constant(1, -1));
  EXPECT_EQ(plain("2 0\n", Matrix{{2, 1}, {-1, 1}}).q.size(), 0) << "all are free";
  // w_2 = 2 z_2 + z_1 - 3 = 0, 0 <= w_1 = z_1 - z_2 + 2 _|_ z_1 >= 0: z = (0, 1.5).
  auto const blocks = read("1 0 1 1 0 1 2 1 0 0 2 2 2 2 1 1 -1 2 2 -3");
  EXPECT_EQ(Matrix(blocks.M), Matrix::Constant(1, 1, 1.5));
  EXPECT_EQ(blocks.q, Vector::Constant(1, 0.5));
  auto const singular = plain("1 1\n", Matrix{{0, 1}, {-1, 1}}),
             in_blocks = read("1 1 1 1 0 1 2 1 0 0 2 2 2 2 1 1 -1 0 1 -4 more");
  EXPECT_EQ(singular.q, (Vector{{-4, 1, 4}}));
  EXPECT_EQ(Matrix(singular.M), (Matrix{{0, 1, 0}, {-1, 1, 1}, {0, -1, 0}}));
  for (auto const* p : {&singular, &in_blocks}) {
    ASSERT_EQ(p->q.size(), 3);
    auto const s = solved(Matrix(p->M), p->q);
    ASSERT_EQ(s.reason, StopReason::converged);
    int const free = p == &singular ? 0 : 1;
    EXPECT_NEAR(s.z[free] - s.z[2], 5, 1e-12);
    EXPECT_NEAR(s.z[1 - free], 4, 1e-12);
  }
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
  return solver_of({{"type", "lemke"}, {"facets", facets}});
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
