// The linear systems of the cone solvers against dense algebra.
#include <gtest/gtest.h>

#include <Eigen/QR>

#include "orthant/solvers/cone/linear/detail/shifted_system.hpp"
#include "orthant/solvers/cone/linear/kept_parts.hpp"
#include "orthant/solvers/factors/detail/pattern_lu.hpp"
#include "orthant/tests/conformance/cone_problems.hpp"
#include "tests/cone_solvers/in_blocks.hpp"
#include "tests/cone_solvers/rigid_piles.hpp"
#include "tests/dense.hpp"

namespace orthant::cone {
namespace {

Blocks random_blocks(std::mt19937& engine, int contacts) {
  Blocks B;
  for (int c = 0; c < contacts; ++c)
    B.push_back(4 * Matrix3::Identity() + Matrix3(test::random_matrix(engine, 3, 3)));
  return B;
}

void expect_solves(ConeProblem const& problem) {
  std::mt19937 engine(3);
  int const n = problem.contacts();
  BlockShiftedSystem system(problem);
  // Open contacts: every third, others, none, most, all, and few again.
  for (auto const& [first, step] : {std::pair(0, 3), {1, 3}, {n, 1}, {n / 5, 1}, {0, 1}, {2, 7}}) {
    Blocks const C = random_blocks(engine, n);
    Blocks V = random_blocks(engine, n);
    for (int c = first; c < n; c += step) V[static_cast<std::size_t>(c)].setZero();
    Dense A(problem.W);
    for (int c = 0; c < n; ++c) {
      A.middleRows<3>(3 * c) = (V[static_cast<std::size_t>(c)] * A.middleRows<3>(3 * c)).eval();
      A.block<3, 3>(3 * c, 3 * c) += C[static_cast<std::size_t>(c)];
    }
    Vector const b = test::random_matrix(engine, 3 * n, 1);
    ASSERT_TRUE(system.factorise(V, C));
    Vector const x = system.solve(b);
    EXPECT_LE((A * x - b).norm(), 1e-14 * A.norm() * x.norm());
    EXPECT_EQ(system.determinant_sign(), sign_of_determinant(A));
  }
}

TEST(BlockShiftedSystem, KnowsTheSignOfADeterminantThatTurnsNegative) {
  for (bool by_velocities : {true, false}) {
    ConeProblem p = test::pile(1, 12, by_velocities ? 40 : 10);
    if (!by_velocities) p.M.resize(0, 0);
    auto const n = static_cast<std::size_t>(p.contacts());
    Blocks V(n, Matrix3::Identity());
    V[0](0, 0) = -1e3;
    BlockShiftedSystem system(p);
    ASSERT_TRUE(system.factorise(V, Blocks(n, Matrix3::Identity())));
    Dense A(p.W);
    A.row(0) *= -1e3;
    A.diagonal().array() += 1;
    EXPECT_EQ(sign_of_determinant(A), -1);
    EXPECT_EQ(system.determinant_sign(), -1);
  }
}

ConeProblem without_velocities(ConeProblem p) {
  p.M.resize(0, 0);
  return p;
}

TEST(BlockShiftedSystem, SolvesByImpulsesAndByVelocities) {
  expect_solves(without_velocities(test::pile(1, 12, 10)));
  expect_solves(test::pile(1, 12, 40));                      // by fewer velocities
  expect_solves(without_velocities(test::pile(2, 12, 60)));  // by the few rows of W
  expect_solves(without_velocities(test::packed_balls(60, {})));
  ConeProblem p = test::pyramid(4, {});
  expect_solves(p);
  for (int row : {3, 4, 5}) p.H.col(row) *= 0;  // a contact that moves nothing
  p.W = (Dense(p.H).transpose() * Dense(p.M).inverse() * Dense(p.H)).sparseView();
  expect_solves(p);
}

double flops_if_closed(ConeProblem const& p) {
  BlockShiftedSystem system(p);
  Blocks const all(static_cast<std::size_t>(p.contacts()), Matrix3::Identity());
  EXPECT_TRUE(system.factorise(all, all));
  return system.flops();
}

TEST(BlockShiftedSystem, ChoosesTheSmallerElimination) {
  ConeProblem const p = test::pile(1, 12, 40);
  EXPECT_LT(flops_if_closed(p), dense_flops(120));                      // by velocities
  EXPECT_LT(flops_if_closed(without_velocities(p)), dense_flops(120));  // by the rank
}

TEST(BlockShiftedSystem, EndsNearTheShortestSolutionWhereItIsSingular) {
  ConeProblem const p = test::pile(3, 12, 10);
  std::size_t const n = 10;
  double const a = 1e-6;
  BlockShiftedSystem system(p);
  ASSERT_TRUE(system.factorise(Blocks(n, Matrix3::Identity()), Blocks(n, a * Matrix3::Identity())));
  Vector const b = p.W * Vector::LinSpaced(30, -1, 1);
  Vector const x = system.solve(b, Blocks(n, Matrix3::Zero()));
  EXPECT_LE((p.W * x - b).norm(), 1e-13 * b.norm());
  Vector const shortest = test::shortest_solution(Dense(p.W), b).x;
  EXPECT_LE((x - shortest).norm(), 1e-7 * shortest.norm());  // round-off over a
}

TEST(KeptParts, ChangeSeldom) {
  KeptParts kept(100);
  int first = 0, last = 60;
  auto const needed = [&](int k) { return k >= first && k < last; };
  EXPECT_TRUE(kept.renew(needed));
  EXPECT_FALSE(kept.renew(needed));
  first = 3;  // few are kept that are not needed
  EXPECT_FALSE(kept.renew(needed));
  last = 61;
  EXPECT_TRUE(kept.renew(needed));
  EXPECT_EQ(kept.parts().size(), 61);
  last = 40;  // many are not needed
  EXPECT_TRUE(kept.renew(needed));
  EXPECT_EQ(kept.parts().size(), 37);
  first = last = 0;
  EXPECT_TRUE(kept.renew(needed));
  EXPECT_TRUE(kept.parts().empty());
  EXPECT_FALSE(kept.renew(needed));
}

}  // namespace
}  // namespace orthant::cone
