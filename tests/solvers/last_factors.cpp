// Linear systems that are solved by the factors of the last matrix where these suffice.
#include <gtest/gtest.h>

#include "orthant/solvers/linear/sparse/block_cholesky.hpp"
#include "orthant/solvers/linear/sparse/sparse_lu.hpp"
#include "orthant/tests/conformance/schur_systems.hpp"

namespace orthant::test::last_factors {
namespace {

/// |b - S z| / |b|
Real residual(TestSystem const& t) {
  int const n = t.built.rows.rows;
  Eigen::Map<Eigen::VectorXd const> const z(t.z.data(), n), b(t.b.data(), n);
  return (t.matrix() * z - b).norm() / b.norm();
}

/// Solves a chain by its own factors, then with a row of it that is `other` times as compliant, to
/// the residual `enough`. Returns the residual and the passes.
template <class Solver>
std::pair<Real, int> after_a_change(Solver solver, Real other, Real enough) {
  Dice dice(7);
  std::vector<BlockSpec> blocks;
  for (int body = 0; body < 5; ++body) blocks.push_back(random_block(dice, 0, body - 1, body, 3));
  TestSystem t = with_random_masses(dice, 1, 5, blocks);
  t.random_Q(dice, 2, 1);
  t.consistent(dice);
  EXPECT_TRUE(solver.solve({}, t.schur(), t.b, t.z).usable);
  EXPECT_LT(residual(t), 1e-9);
  for (int i = 0; i < 3; ++i) t.Q(t.built.rows.block_row(2), i) *= other;
  for (int i = 1; i < 3; ++i)
    t.Q(t.built.rows.block_row(2) + i, 0) = t.Q(t.built.rows.block_row(2), i);
  auto system = t.schur(true);
  auto const needed = BuiltRows::reals(1);
  needed(0) = enough;
  system.enough = needed;
  auto const report = solver.solve({}, system, t.b, t.z);
  EXPECT_NEAR(report.residual, residual(t), 1e-6 * report.residual + 1e-12);
  return {residual(t), report.iterations};
}

template <class Solver>
void expect_kept(Solver const& make) {
  auto const [near, passes] = after_a_change(make(), 1.001, 0.01);
  EXPECT_LT(near, 0.01);
  EXPECT_GT(near, 1e-9) << "by its own factors";
  EXPECT_EQ(passes, 1);
  auto const [far, more] = after_a_change(make(), 100, 1e-4);
  EXPECT_LT(far, 1e-9) << "by factors that do not suffice";
  EXPECT_GT(more, 1);
  EXPECT_LT(after_a_change(make(), 1.001, 0).first, 1e-9);
}

TEST(LastFactors, ServeAsFarAsTheySuffice) {
  Sizes const n{.worlds = 1, .bodies = 5, .rows = 15, .blocks = 5};
  expect_kept([&] { return SparseLu<Space>({}, n); });
  expect_kept([&] { return BlockCholesky<Space>({}, n); });
}

}  // namespace
}  // namespace orthant::test::last_factors
