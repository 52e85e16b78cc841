// Piles whose impulses are not unique: solutions are judged by measures, not by r.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "bench/cone/problems.hpp"

namespace orthant::test {
namespace {

/// Solvers that find a solution from a distant start.
std::vector<std::string> global_solvers() {
  auto names = solver_names();
  std::erase(names, "alart_curnier");  // converges only near a solution
  return names;
}

struct Pile : testing::TestWithParam<std::string> {
  ConeReport solve(ConeProblem const& p, Vector& r, double tolerance) const {
    return solver(GetParam(), {.tolerance = tolerance})->solve(p, r);
  }
  void expect_solved(ConeProblem const& p) const {
    double const tolerance = reaches(GetParam());
    Vector r;
    ConeReport const report = solve(p, r, tolerance);
    EXPECT_TRUE(report.converged()) << text(report.reason) << ", " << report.natural_map;
    auto const m = measure(p, r);
    EXPECT_LE(m.natural_map, tolerance);
    EXPECT_LE(m.cone_violation * r.lpNorm<Eigen::Infinity>(), tolerance * p.q.norm());
  }
};

TEST_P(Pile, HasASolutionWithMoreImpulsesThanVelocities) {
  for (unsigned seed : {1u, 2u, 3u}) expect_solved(pile(seed, 24, 16));
}

TEST_P(Pile, HasTheSameSolutionWhereOnlyWIsKnown) {
  ConeProblem p = pile(4, 24, 16);
  p.M.resize(0, 0);
  expect_solved(p);
}

TEST_P(Pile, MayHaveContactsWithoutFriction) {
  ConeProblem p = pile(5, 24, 16);
  for (int c = 0; c < p.contacts(); c += 3) p.mu[c] = 0;
  expect_solved(p);
}

TEST_P(Pile, MayComeInAnyUnits) {
  // The same problem with r in other units. The natural map adds velocities and impulses. If
  // impulses are 1e6 times larger, the last digits of r, and the rest that an interior point
  // leaves, weigh more.
  bool const inside = GetParam() == "interior_point";
  for (double scale : {1e-6, 1e6}) {
    ConeProblem p = pile(6, 24, 16);
    p.W = scale * p.W;
    p.M = p.M / scale;
    p.f = p.f / scale;
    double const tolerance = scale > 1 ? (inside ? 1e-9 : 1e-12) : inside ? 1e-4 : 1e-9;
    Vector r;
    ConeReport const report = solve(p, r, tolerance);
    EXPECT_TRUE(report.converged()) << scale << ": " << report.natural_map;
    EXPECT_LE(measure(p, r).scaled_map, inside ? 1e-3 : 1e-6) << scale;
  }
}

TEST_P(Pile, DoesNotDependOnTheOrderOfItsContacts) {
  ConeProblem const p = pile(7, 24, 12);
  std::vector<int> order(static_cast<std::size_t>(p.contacts()));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  Eigen::VectorXi rows(3 * p.contacts());
  for (int i = 0; i < rows.size(); ++i)
    rows[i] = 3 * order[static_cast<std::size_t>(i / 3)] + i % 3;
  Eigen::PermutationMatrix<Eigen::Dynamic> const take(rows);  // row i of p is row rows[i] of ours
  ConeProblem q = p;
  q.W = sparse(take * Eigen::MatrixXd(p.W) * take.transpose());
  q.q = take * p.q;
  q.H = sparse(Eigen::MatrixXd(p.H) * take.transpose());
  for (int c = 0; c < p.contacts(); ++c) q.mu[order[static_cast<std::size_t>(c)]] = p.mu[c];
  double const tolerance = reaches(GetParam());
  Vector r, s;
  ASSERT_TRUE(solve(p, r, tolerance).converged());
  ASSERT_TRUE(solve(q, s, tolerance).converged());
  // velocities are unique here; W is singular, its smallest other eigenvalue some 1e-3
  EXPECT_LE((take * velocities(p, r) - velocities(q, s)).norm(), 1e3 * tolerance * p.q.norm());
}

TEST_P(Pile, KeepsASolutionThatItIsGiven) {
  ConeProblem const p = pile(8, 24, 12);
  Vector r;
  ASSERT_TRUE(solver("hybrid")->solve(p, r).converged());
  Vector const before = r;
  ConeReport const report = solve(p, r, 1e-12);
  EXPECT_TRUE(report.converged());
  EXPECT_EQ(report.linear_solves, 0);
  EXPECT_EQ(r, before);
}

INSTANTIATE_TEST_SUITE_P(All, Pile, testing::ValuesIn(global_solvers()),
                         [](auto const& tested) { return tested.param; });

TEST(AlartCurnier, PolishesWhatTheInteriorPointFinds) {
  ConeProblem const p = pile(1, 24, 16);
  Vector r;
  ASSERT_TRUE(solver("interior_point", {.tolerance = 1e-6})->solve(p, r).converged());
  ConeReport const report = solver("alart_curnier")->solve(p, r);
  EXPECT_TRUE(report.converged()) << report.natural_map;
  EXPECT_LE(report.iterations, 3);  // quadratic from here
}

}  // namespace
}  // namespace orthant::test
