// Every registered linear solver on every kind of system, against dense solutions by Eigen.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "tests/dense.hpp"
#include "tests/solvers/plugins.hpp"
#include "tests/solvers/schur_systems.hpp"

namespace orthant::test::linear_solvers {
namespace {

Real const tolerance = 1e-12;

bool is_krylov(Json const& type) {
  for (auto const* name : {"pcr", "gmres"})
    if (type == name) return true;
  return false;
}

/// Every solver, with each of its named parts.
std::vector<Json> variants() {
  std::vector<Json> out;
  for (auto const& name : linear_solver_names()) {
    Json const plain = {{"type", name}, {"tolerance", tolerance}};
    auto const with = [&](char const* key, Json const& part) {
      Json more = plain;
      more[key] = part;
      out.push_back(more);
    };
    if (is_krylov(name))
      for (auto const& part : preconditioner_names()) with("preconditioner", part);
    else if (name == "cholmod" || name == "multifrontal")
      for (auto const* form : {"auto", "dual", "primal", "joints_first"}) with("form", form);
    else
      out.push_back(plain);
    if (name == "cholmod")
      for (auto const* factor : {"simplicial", "supernodal"}) with("factor", factor);
    if (name == "gmres") with("restart", 20);
    if (name == "by_size") with("dense_rows", 0);
  }
  return out;
}

struct Named {
  char const* name;
  std::function<TestSystem(Dice&)> make;
};
Named const systems[] = {{"several_worlds", several_worlds},           {"hyperstatic", hyperstatic},
                         {"chain_with_contacts", chain_with_contacts}, {"one_by_one", one_by_one},
                         {"eliminated_rows", eliminated_rows},         {"uneven", uneven}};
Named const nonsymmetric_systems[] = {{"linearised_laws", linearised_laws},
                                      {"not_symmetric", not_symmetric},
                                      {"not_symmetric_hyperstatic", not_symmetric_hyperstatic}};

/// |b - S z| / |b| for the rows of a world.
Real residual_of(TestSystem const& t, Eigen::MatrixXd const& S, int world) {
  auto const& rows = t.built.rows;
  int const o = rows.world_row(world), n = rows.world_row(world + 1) - o;
  if (n == 0) return 0;
  Eigen::Map<Eigen::VectorXd const> const b(t.b.data() + o, n), z(t.z.data() + o, n);
  return (b - S.block(o, o, n, n) * z).norm() / b.norm();
}

/// In every world z satisfies the tolerance. In the range of S it is the solution: its error there
/// is at most the tolerance over the smallest nonzero singular value.
void expect_solved(TestSystem const& t) {
  auto const& rows = t.built.rows;
  Eigen::MatrixXd const S = t.matrix();
  for (int w = 0; w < rows.worlds; ++w) {
    SCOPED_TRACE(::testing::Message() << "world " << w);
    int const o = rows.world_row(w), n = rows.world_row(w + 1) - o;
    if (n == 0 || !t.active(w)) continue;
    EXPECT_LE(residual_of(t, S, w), 1.1 * tolerance);
    auto const [values, U, V] = singular_parts(S.block(o, o, n, n));
    Eigen::Map<Eigen::VectorXd const> const b(t.b.data() + o, n), z(t.z.data() + o, n);
    for (int k = 0; k < n; ++k) {
      Real const s = values[k];
      if (s < 1e-12 * values[0]) continue;  // the null space
      EXPECT_NEAR(V.col(k).dot(z), U.col(k).dot(b) / s, 2 * tolerance * b.norm() / s);
    }
  }
}

class LinearSolvers : public ::testing::TestWithParam<Json> {
 protected:
  static std::unique_ptr<LinearSolver<Space>> solver_for(TestSystem const& t) {
    return make_linear(GetParam(), sizes_of(t.built.rows));
  }
};

void expect_to_solve(Json const& type, Named const& system) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(::testing::Message() << system.name << " " << seed);
    Dice dice(seed);
    TestSystem t = system.make(dice);
    auto const report = make_linear(type, sizes_of(t.built.rows))->solve({}, t.schur(), t.b, t.z);
    EXPECT_TRUE(report.usable);
    EXPECT_LE(report.residual, tolerance);
    EXPECT_GT(report.iterations, 0);
    expect_solved(t);
  }
}

TEST_P(LinearSolvers, SolveEveryKindOfSystem) {
  for (auto const& system : systems) expect_to_solve(GetParam(), system);
}

TEST_P(LinearSolvers, SolveSystemsThatAreNotSymmetricIfTheySaySo) {
  if (!read_linear(GetParam()).takes_nonsymmetric) GTEST_SKIP() << "for symmetric systems";
  for (auto const& system : nonsymmetric_systems) expect_to_solve(GetParam(), system);
}

TEST_P(LinearSolvers, ReportTheResidualThatTheyLeave) {
  Dice dice(7);
  TestSystem t = several_worlds(dice);
  Json few = GetParam();
  few[is_krylov(few["type"]) ? "max_iterations" : "passes"] = 1;
  auto const report = make_linear(few, sizes_of(t.built.rows))->solve({}, t.schur(), t.b, t.z);
  EXPECT_EQ(report.iterations, 3);  // one in each world with rows
  EXPECT_TRUE(report.usable);
  Eigen::MatrixXd const S = t.matrix();
  Real worst = 0;
  for (int w = 0; w < t.built.rows.worlds; ++w) worst = std::max(worst, residual_of(t, S, w));
  EXPECT_NEAR(report.residual, worst, 1e-14);
}

TEST_P(LinearSolvers, NothingToSolveIsZero) {
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

TEST_P(LinearSolvers, AWorldThatRestsIsLeftAloneAndHasNoPartInTheReport) {
  Dice dice(9);
  TestSystem t = several_worlds(dice), alone = [&] {
    Dice again(9);
    return several_worlds(again);
  }();
  auto const solver = solver_for(t);
  solver->solve({}, alone.schur(), alone.b, alone.z);
  auto const& rows = t.built.rows;
  t.active(0) = 0;
  int const n = rows.world_row(1);
  for (int i = 0; i < n; ++i) {
    t.z(i) = 1e30 + i;
    t.b(i) = t.Q(i, 0) = std::numeric_limits<Real>::quiet_NaN();
  }
  auto const report = solver_for(t)->solve({}, t.schur(), t.b, t.z);
  EXPECT_TRUE(report.usable);
  EXPECT_LE(report.residual, tolerance);
  for (int i = 0; i < rows.rows; ++i) EXPECT_EQ(t.z(i), i < n ? 1e30 + i : alone.z(i)) << i;
}

TEST_P(LinearSolvers, SolveAnotherRightHandSideWithTheSameMatrix) {
  Dice dice(10);
  TestSystem t = several_worlds(dice);
  auto const solver = solver_for(t);
  solver->solve({}, t.schur(), t.b, t.z);
  t.consistent(dice);
  solver->solve({}, t.schur(true, true), t.b, t.z);
  expect_solved(t);
}

TEST_P(LinearSolvers, SolveOtherNumbersInTheSamePattern) {
  Dice dice(11);
  TestSystem t = several_worlds(dice);
  auto const solver = solver_for(t);
  solver->solve({}, t.schur(), t.b, t.z);
  for (int i = 0; i < t.built.rows.rows; ++i)
    for (int side = 0; side < 2; ++side)
      for (int k = 0; k < 6; ++k) t.built.rows.J(i, side, k) = dice.between(-2, 2);
  for (int b = 0; b < 24; ++b) t.built.inverse_mass(b) = random_inverse_mass(dice);
  t.consistent(dice);
  solver->solve({}, t.schur(true, false), t.b, t.z);
  expect_solved(t);
}

TEST_P(LinearSolvers, SolveOtherPatternsOneAfterTheOther) {
  Dice dice(12);
  std::vector<TestSystem> all;
  Sizes most;
  for (int i = 0; i < 6; ++i) {
    all.push_back(several_worlds(dice));
    Sizes const n = sizes_of(all.back().built.rows);
    most = {n.worlds, n.bodies, std::max(n.rows, most.rows), std::max(n.blocks, most.blocks)};
  }
  auto const solver = make_linear(GetParam(), most);
  for (auto& t : all) {
    solver->solve({}, t.schur(), t.b, t.z);
    expect_solved(t);
  }
}

TEST_P(LinearSolvers, GiveTheSameBitsOnEveryRun) {
  Dice dice(13);
  TestSystem t = several_worlds(dice);
  solver_for(t)->solve({}, t.schur(), t.b, t.z);
  std::vector<Real> const first(t.z.data(), t.z.data() + t.built.rows.rows);
  solver_for(t)->solve({}, t.schur(), t.b, t.z);
  for (int i = 0; i < t.built.rows.rows; ++i) EXPECT_EQ(t.z(i), first[i]);
}

TEST_P(LinearSolvers, SayWhenThereIsNoSolution) {
  // Two equal rows that require 1 and -1: the best solution is z_1 + z_2 = 0.
  Dice dice(14);
  auto const block = random_block(dice, 0, -1, 0, 1);
  TestSystem t = with_random_masses(dice, 1, 1, {block, block});
  t.b(0) = 1;
  t.b(1) = -1;
  auto const report = solver_for(t)->solve({}, t.schur(), t.b, t.z);
  EXPECT_GT(report.residual, 0.5);
}

TEST_P(LinearSolvers, SayWhenTheMatrixIsNotFinite) {
  Dice dice(15);
  TestSystem t = hyperstatic(dice);
  t.built.rows.J(3, 1, 2) = std::numeric_limits<Real>::quiet_NaN();
  auto const report = solver_for(t)->solve({}, t.schur(), t.b, t.z);
  EXPECT_TRUE(!report.usable || report.residual >= 1);  // z = 0 is finite, and no solution
}

TEST_P(LinearSolvers, SayWhenTheRightHandSideIsNotFinite) {
  Dice dice(15);
  TestSystem t = hyperstatic(dice);
  t.b(0) = std::numeric_limits<Real>::quiet_NaN();
  EXPECT_FALSE(solver_for(t)->solve({}, t.schur(), t.b, t.z).usable);
}

TEST_P(LinearSolvers, ARowOfZerosThatAsksForNothingDoesNoHarm) {
  // A widely opened hinge can have such a row: J = 0 and no compliance.
  Dice dice(16);
  auto block = random_block(dice, 0, -1, 0, 3);
  for (Real& x : block.J[1][1]) x = 0;
  TestSystem t = with_random_masses(dice, 1, 1, {block});
  t.consistent(dice);
  auto const report = solver_for(t)->solve({}, t.schur(), t.b, t.z);
  EXPECT_TRUE(report.usable);
  expect_solved(t);
}

TEST_P(LinearSolvers, ALeastWorldOfOneZeroRowDoesNoHarm) {
  // Eliminated rows, and no reacting body.
  TestSystem t(BuiltRows(1, 1, {[] {
                           BlockSpec block;
                           block.rows = 1;
                           return block;
                         }()}));
  t.Q(0, 0) = 1;
  t.b(0) = 0.25;
  auto const report = solver_for(t)->solve({}, t.schur(), t.b, t.z);
  EXPECT_TRUE(report.usable);
  EXPECT_NEAR(t.z(0), 0.25, 1e-12);
}

TEST_P(LinearSolvers, RefuseSettingsOutOfRange) {
  Sizes const n{1, 1, 1, 1};
  std::string const type = GetParam()["type"];
  std::vector<Json> wrong = {{{"tolerance", 0}},
                             {{"tolerance", -1}},
                             {{"tolerance", "small"}},
                             {{"tolerance", 1.5}},
                             {{"nonsense", 1}}};
  if (is_krylov(type)) {
    wrong.push_back({{"max_iterations", 0}});
    wrong.push_back({{"preconditioner", "nonsense"}});
  } else {
    wrong.push_back({{"passes", 0}});
    wrong.push_back({{"regularisation", 0}});
    wrong.push_back({{"regularisation", 0.1}});
  }
  if (type == "cholmod" || type == "multifrontal") wrong.push_back({{"form", "saddle"}});
  if (type == "cholmod") wrong.push_back({{"factor", "frontal"}});
  if (type == "gmres") wrong.push_back({{"restart", 0}});
  if (type == "by_size") wrong.push_back({{"dense_rows", -1}});
  for (Json settings : wrong) {
    settings["type"] = type;
    EXPECT_THROW(make_linear(settings, n), Error) << settings;
  }
  EXPECT_NO_THROW(make_linear(GetParam(), n));
}

std::string name_of(Json const& variant) {
  std::string out = variant["type"];
  for (auto const* part : {"form", "factor", "preconditioner"})
    if (variant.contains(part)) out += "_" + variant[part].get<std::string>();
  if (variant.contains("restart")) out += "_restart";
  if (variant.contains("dense_rows")) out += "_sparse";
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, LinearSolvers, ::testing::ValuesIn(variants()),
                         [](auto const& test) { return name_of(test.param); });

}  // namespace
}  // namespace orthant::test::linear_solvers
