// What every preconditioner promises: a symmetric positive definite M of a symmetric system.
// For one of your own:
//   INSTANTIATE_TEST_SUITE_P(Mine, PreconditionerConformance, testing::Values("mine"),
//   choice_name);
// and LinearSolverConformance with {{"type", "gmres"}, {"preconditioner", "mine"}}.
#pragma once
#include <Eigen/Cholesky>

#include "orthant/tests/conformance/linear_solver.hpp"

namespace orthant::test {

class PreconditionerConformance : public testing::TestWithParam<Choice> {
 protected:
  static Eigen::MatrixXd dense(TestSystem const& t) {
    return dense_inverse(
        t, *read_choice(plugins().preconditioners, GetParam().settings)(sizes_of(t.built.rows)));
  }
  static void expect_positive(TestSystem const& t) {
    Eigen::MatrixXd const M = dense(t);
    ASSERT_TRUE(M.allFinite());
    EXPECT_LT((M - M.transpose()).norm(), 1e-12 * M.norm());
    EXPECT_EQ(Eigen::LLT<Eigen::MatrixXd>(M).info(), Eigen::Success);
  }
};

TEST_P(PreconditionerConformance, AreSymmetricAndPositiveDefinite) {
  Dice dice(1);
  for (auto const make : {several_worlds, chain_with_contacts, stored, uneven, hyperstatic})
    expect_positive(make(dice));
}

TEST_P(PreconditionerConformance, ArePositiveWhereARowIsZero) {
  Dice dice(2);
  expect_positive(eliminated_rows(dice));
}

/// Only the system that was set up last counts, and no array is made for it.
TEST_P(PreconditionerConformance, RememberNothing) {
  Dice dice(3);
  TestSystem const t = several_worlds(dice), other = several_worlds(dice);
  Sizes const a = sizes_of(t.built.rows), b = sizes_of(other.built.rows);
  auto const used = read_choice(plugins().preconditioners, GetParam().settings)(
      {a.worlds, a.bodies, std::max(a.rows, b.rows), std::max(a.blocks, b.blocks)});
  used->set_up({}, other.schur());
  {
    KokkosWatch const watch;
    used->set_up({}, t.schur());
  }
  EXPECT_TRUE(KokkosWatch::arrays.empty());
  EXPECT_EQ(dense_inverse(t, *used), dense(t));
}

}  // namespace orthant::test
