// What every linear solver promises: the solution of every kind of system that it says it takes.
// For one of your own:
//   INSTANTIATE_TEST_SUITE_P(Mine, LinearSolverConformance, testing::Values("my_cg"), choice_name);
#pragma once
#include "orthant/tests/conformance/choice.hpp"
#include "orthant/tests/conformance/schur_systems.hpp"
#include "orthant/tests/conformance/watch.hpp"

namespace orthant::test {

/// |b - S z| / |b| of the rows of a world; zero without rows.
inline Real residual_of(TestSystem const& t, Eigen::MatrixXd const& S, int world) {
  auto const& rows = t.built.rows;
  int const o = rows.world_row(world), n = rows.world_row(world + 1) - o;
  if (n == 0) return 0;
  Eigen::Map<Eigen::VectorXd const> const b(t.b.data() + o, n), z(t.z.data() + o, n);
  return (b - S.block(o, o, n, n) * z).norm() / b.norm();
}

/// Of a choice, `reaches` is the relative residual that a solve ends with.
class LinearSolverConformance : public testing::TestWithParam<Choice> {
 protected:
  using Make = TestSystem (*)(Dice&);
  static Real tolerance() { return GetParam().reaches; }
  static LinearRecipe<Space> recipe(Json const& settings = GetParam().settings,
                                    Demands const& demands = {}) {
    return read_choice(plugins().linear_solvers, settings, plugins(), demands);
  }
  static std::unique_ptr<LinearSolver<Space>> solver_for(TestSystem const& t) {
    Demands const demands = {.knows_bodies = !t.built.rows.delassus.given()};
    return recipe(GetParam().settings, demands).make(sizes_of(t.built.rows));
  }
  /// Those that take the tree of the bodies refuse a system without any.
  static bool takes_stored() {
    try {
      recipe(GetParam().settings, {.knows_bodies = false});
      return true;
    } catch (Error const&) {
      return false;
    }
  }
  /// Within the range of S the error is at most the tolerance over the smallest singular value.
  static void expect_solved(TestSystem const& t) {
    Eigen::MatrixXd const S = t.matrix();
    for (int w = 0; w < t.built.rows.worlds; ++w)
      if (t.active(w)) {
        EXPECT_LE(residual_of(t, S, w), 1.1 * tolerance()) << "world " << w;
      }
  }
  static void expect_to_solve(char const* kind, Make make) {
    for (unsigned seed = 1; seed <= 3; ++seed) {
      SCOPED_TRACE(testing::Message() << kind << " " << seed);
      Dice dice(seed);
      TestSystem t = make(dice);
      auto const report = solver_for(t)->solve({}, t.schur(), t.b, t.z);
      EXPECT_TRUE(report.usable);
      EXPECT_LE(report.residual, tolerance());
      EXPECT_GT(report.iterations, 0);
      expect_solved(t);
    }
  }
};

TEST_P(LinearSolverConformance, SolveEveryKindOfSystem) {
  expect_to_solve("several worlds, one of them empty", several_worlds);
  expect_to_solve("singular", hyperstatic);
  expect_to_solve("half compliant", chain_with_contacts);
  expect_to_solve("one row", one_by_one);
  expect_to_solve("rows without bodies", eliminated_rows);
  expect_to_solve("six decades of masses", uneven);
  if (takes_stored()) expect_to_solve("a stored problem", stored);
}

TEST_P(LinearSolverConformance, SolveSystemsThatAreNotSymmetricIfTheySaySo) {
  if (!recipe().takes_nonsymmetric) GTEST_SKIP() << "for symmetric systems";
  expect_to_solve("linearised laws", linearised_laws);
  expect_to_solve("not symmetric", not_symmetric);
  expect_to_solve("not symmetric, singular", not_symmetric_hyperstatic);
}

TEST_P(LinearSolverConformance, ReportTheResidualThatTheyLeave) {
  Dice dice(7);
  TestSystem t = several_worlds(dice);
  for (auto const* limit : {"max_iterations", "passes"}) {
    Json few = GetParam().settings;
    few[limit] = 1;
    LinearRecipe<Space> recipe_of_few;
    try {
      recipe_of_few = recipe(few);
    } catch (Error const&) {
      continue;  // it has no such key
    }
    auto const report = recipe_of_few.make(sizes_of(t.built.rows))->solve({}, t.schur(), t.b, t.z);
    EXPECT_EQ(report.iterations, 3);  // one in each world with rows
    EXPECT_TRUE(report.usable);
    Eigen::MatrixXd const S = t.matrix();
    Real worst = 0;
    for (int w = 0; w < t.built.rows.worlds; ++w) worst = std::max(worst, residual_of(t, S, w));
    EXPECT_NEAR(report.residual, worst, 1e-14 + 0.1 * tolerance());
  }
}

TEST_P(LinearSolverConformance, NothingToSolveIsZero) {
  Dice dice(8);
  TestSystem t = several_worlds(dice);
  for (int i = 0; i < t.built.rows.rows; ++i) {
    t.b(i) = 0;
    t.z(i) = 5;
  }
  auto const report = solver_for(t)->solve({}, t.schur(), t.b, t.z);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(report.residual, 0);
  EXPECT_TRUE(report.usable);
  for (int i = 0; i < t.built.rows.rows; ++i) EXPECT_EQ(t.z(i), 0);
}

TEST_P(LinearSolverConformance, AWorldThatRestsIsLeftAloneAndHasNoPartInTheReport) {
  Dice dice(9), again(9);
  TestSystem t = several_worlds(dice), alone = several_worlds(again);
  solver_for(t)->solve({}, alone.schur(), alone.b, alone.z);
  auto const& rows = t.built.rows;
  t.active(0) = 0;
  int const n = rows.world_row(1);
  for (int i = 0; i < n; ++i) {
    t.z(i) = 1e30 + i;
    t.b(i) = t.Q(i, 0) = std::numeric_limits<Real>::quiet_NaN();
  }
  auto const report = solver_for(t)->solve({}, t.schur(), t.b, t.z);
  EXPECT_TRUE(report.usable);
  EXPECT_LE(report.residual, tolerance());
  for (int i = 0; i < rows.rows; ++i) EXPECT_EQ(t.z(i), i < n ? 1e30 + i : alone.z(i)) << i;
}

/// Another right-hand side, other numbers, and other patterns, without an array made anew.
TEST_P(LinearSolverConformance, SolveOneSystemAfterTheOther) {
  Dice dice(10);
  std::vector<TestSystem> all;
  Sizes most;
  for (int i = 0; i < 5; ++i) {
    all.push_back(several_worlds(dice));
    Sizes const n = sizes_of(all.back().built.rows);
    most = {n.worlds, n.bodies, std::max(n.rows, most.rows), std::max(n.blocks, most.blocks)};
  }
  auto const solver = recipe().make(most);
  for (auto& t : all) {
    solver->solve({}, t.schur(), t.b, t.z);
    expect_solved(t);
  }
  TestSystem& t = all.back();
  t.consistent(dice);
  KokkosWatch const watch;
  solver->solve({}, t.schur(true, true), t.b, t.z);
  expect_solved(t);
  for (int i = 0; i < t.built.rows.rows; ++i)
    for (int side = 0; side < 2; ++side)
      for (int k = 0; k < 6; ++k) t.built.rows.J(i, side, k) = dice.between(-2, 2);
  for (int b = 0; b < 24; ++b) t.built.inverse_mass(b) = random_inverse_mass(dice);
  t.consistent(dice);
  solver->solve({}, t.schur(true, false), t.b, t.z);
  expect_solved(t);
  EXPECT_TRUE(KokkosWatch::arrays.empty()) << *KokkosWatch::arrays.begin();
}

/// What it names in `carry` is all that later results depend on.
TEST_P(LinearSolverConformance, GoOnFromWhatTheyCarried) {
  Dice dice(12);
  TestSystem t = several_worlds(dice);
  auto const used = solver_for(t), other = solver_for(t);
  for (int k = 0; k < 2; ++k) {
    used->solve({}, t.schur(), t.b, t.z);
    for (int i = 0; i < t.built.rows.rows; ++i) t.built.rows.J(i, 1, 2) += 0.3;
  }
  auto const carry = [](LinearSolver<Space>& solver) {
    return [&](Carried& to) { solver.carry(to); };
  };
  read_saved(saved(carry(*used)), carry(*other));
  used->solve({}, t.schur(), t.b, t.z);
  std::vector<Real> const first(t.z.data(), t.z.data() + t.built.rows.rows);
  other->solve({}, t.schur(), t.b, t.z);
  for (int i = 0; i < t.built.rows.rows; ++i) EXPECT_EQ(t.z(i), first[i]);
}

TEST_P(LinearSolverConformance, GiveTheSameBitsOnEveryRun) {
  Dice dice(13);
  TestSystem t = several_worlds(dice);
  solver_for(t)->solve({}, t.schur(), t.b, t.z);
  std::vector<Real> const first(t.z.data(), t.z.data() + t.built.rows.rows);
  solver_for(t)->solve({}, t.schur(), t.b, t.z);
  for (int i = 0; i < t.built.rows.rows; ++i) EXPECT_EQ(t.z(i), first[i]);
}

TEST_P(LinearSolverConformance, SayWhenThereIsNoSolution) {
  // Two equal rows that require 1 and -1: the best solution is z_1 + z_2 = 0.
  Dice dice(14);
  auto const block = random_block(dice, 0, -1, 0, 1);
  TestSystem t = with_random_masses(dice, 1, 1, {block, block});
  t.b(0) = 1;
  t.b(1) = -1;
  EXPECT_GT(solver_for(t)->solve({}, t.schur(), t.b, t.z).residual, 0.5);
}

TEST_P(LinearSolverConformance, SayWhenNumbersAreNotFinite) {
  Real const none = std::numeric_limits<Real>::quiet_NaN();
  Dice dice(15);
  TestSystem t = hyperstatic(dice);
  t.b(0) = none;
  EXPECT_FALSE(solver_for(t)->solve({}, t.schur(), t.b, t.z).usable);
  Dice again(15);
  TestSystem m = hyperstatic(again);
  m.built.rows.J(3, 1, 2) = none;
  auto const report = solver_for(m)->solve({}, m.schur(), m.b, m.z);
  EXPECT_TRUE(!report.usable || report.residual >= 1);  // z = 0 is finite, and no solution
}

/// A widely opened hinge can have such a row: J = 0 and no compliance.
TEST_P(LinearSolverConformance, ARowOfZerosThatAsksForNothingDoesNoHarm) {
  Dice dice(16);
  auto block = random_block(dice, 0, -1, 0, 3);
  for (Real& x : block.J[1][1]) x = 0;
  TestSystem t = with_random_masses(dice, 1, 1, {block});
  t.consistent(dice);
  EXPECT_TRUE(solver_for(t)->solve({}, t.schur(), t.b, t.z).usable);
  expect_solved(t);
}

/// An eliminated row, and no reacting body.
TEST_P(LinearSolverConformance, ALeastWorldOfOneZeroRowDoesNoHarm) {
  BlockSpec block;
  block.rows = 1;
  TestSystem t(BuiltRows(1, 1, {block}));
  t.Q(0, 0) = 1;
  t.b(0) = 0.25;
  EXPECT_TRUE(solver_for(t)->solve({}, t.schur(), t.b, t.z).usable);
  EXPECT_NEAR(t.z(0), 0.25, 0.25 * tolerance());
}

TEST_P(LinearSolverConformance, RefuseSettingsThatTheyDoNotKnow) {
  Json wrong = GetParam().settings;
  wrong["nonsense"] = 1;
  EXPECT_THROW(recipe(wrong), Error);
}

}  // namespace orthant::test
