// What every solver of Coulomb's law for stored contacts promises. For one of your own:
//   INSTANTIATE_TEST_SUITE_P(Mine, ConeSolverConformance, testing::Values("mine"), choice_name);
// and, if it converges from any start and stays finite without a solution, PileConformance and
// UnsolvableConformance likewise.
#pragma once
#include <numeric>

#include "orthant/backends/cone_solvers.hpp"
#include "orthant/tests/conformance/choice.hpp"
#include "orthant/tests/conformance/cone_problems.hpp"

namespace orthant::test {

/// Of a choice, `reaches` is the least tolerance that it meets.
class ConeSolverConformance : public testing::TestWithParam<Choice> {
 protected:
  using Vector3d = Eigen::Vector3d;

  static std::shared_ptr<ConeSolver const> made() {
    return read_choice(stored_problem_solvers(), GetParam().settings);
  }
  static ConeReport solve(ConeProblem const& p, Vector& r, ConeStop const& stop) {
    return made()->solve(p, r, stop);
  }
  static ConeReport solve(ConeProblem const& p, Vector& r) {
    return solve(p, r, {.tolerance = GetParam().reaches});
  }
  /// If the natural map is below a tolerance, |r - exact| is too, times the condition of W: 2.
  static void expect(ConeProblem const& p, Vector3d const& exact) {
    Vector r;
    ConeReport const report = solve(p, r);
    EXPECT_TRUE(report.converged()) << text(report.reason) << ", " << report.natural_map;
    EXPECT_LE((r - exact).norm(), 2 * GetParam().reaches * p.q.norm()) << r.transpose();
    EXPECT_EQ(report.natural_map, natural_map(p, r));
  }
  static void expect_solved(ConeProblem const& p) {
    Vector r;
    ConeReport const report = solve(p, r);
    EXPECT_TRUE(report.converged()) << text(report.reason) << ", " << report.natural_map;
    auto const m = measure(p, r);
    EXPECT_LE(m.natural_map, GetParam().reaches);
    EXPECT_LE(m.cone_violation * r.lpNorm<Eigen::Infinity>(), GetParam().reaches * p.q.norm());
  }
  static void expect_unsolved(ConeProblem const& p) {
    Vector r;
    ConeReport const report = made()->solve(p, r);
    EXPECT_FALSE(report.converged());
    EXPECT_TRUE(r.allFinite());
    EXPECT_EQ(report.natural_map, natural_map(p, r));
    EXPECT_GT(report.natural_map, 0.1);
  }
};

TEST_P(ConeSolverConformance, SolvesOneContactAsByHand) {
  expect(one_contact(0.5, {-2, 0.8, 0.6}), {1, -0.2, -0.15});  // sticks: r = -W^-1 q
  expect(one_contact(0.5, {-2, 6, -8}), {1, -0.3, 0.4});       // slips: u_n = 0, against q_t
  expect(one_contact(0.5, {1, 3, 4}), {0, 0, 0});              // separates
  expect(one_contact(0, {-2, 3, 4}), {1, 0, 0});               // without friction
  expect(one_contact(1e-6, {-2, 3, 4}), {1, -6e-7, -8e-7});    // with the least
  expect(one_contact(0.5, {0, 0, 0}), {0, 0, 0});              // nothing pushes
  // W = [2 1; 1 4] between n and t: u_n = 0 and r_t = -mu r_n give r_n = -q_n / (2 - mu)
  Eigen::Matrix3d W = Vector3d(2, 4, 4).asDiagonal();
  W(0, 1) = W(1, 0) = 1;
  expect(problem(W, Vector3d(-3, 9, 0), Vector::Constant(1, 0.5)), {2, -1, 0});
}

/// Dry friction of one row is a contact without its second tangent.
TEST_P(ConeSolverConformance, SticksWhereItLacksADirection) {
  expect(problem(Vector3d(2, 4, 0).asDiagonal(), Vector3d(-2, 0.8, 0), Vector::Constant(1, 0.5)),
         {1, -0.2, 0});
}

TEST_P(ConeSolverConformance, EndsAtOnceWhereThereIsNothingToDo) {
  ConeProblem none;
  none.W.resize(0, 0);
  Vector r;
  EXPECT_TRUE(solve(none, r).converged());
  EXPECT_EQ(r.size(), 0);
  ConeProblem p = pile(1, 24, 16);
  for (int c = 0; c < p.contacts(); ++c) p.q.segment<3>(3 * c) = Vector3d(c % 4, 1, -1);
  r = Vector::Ones(p.q.size());
  EXPECT_TRUE(solve(p, r).converged());
  EXPECT_LE(r.norm(), 10 * GetParam().reaches * p.q.norm());
}

TEST_P(ConeSolverConformance, SaysThatItsTimeIsUp) {
  ConeProblem const p = pile(1, 24, 16);
  Vector r;
  ConeReport const report = solve(p, r, {.seconds = 1e-9});
  EXPECT_EQ(report.reason, StopReason::time_limit);
  EXPECT_EQ(r.size(), p.q.size());
  EXPECT_EQ(report.natural_map, natural_map(p, r));
}

TEST_P(ConeSolverConformance, SaysWhereNumbersAreNotFinite) {
  auto p = pile(4, 8, 2);
  p.q[3] = std::numeric_limits<double>::quiet_NaN();
  Vector r = Vector::Zero(6);
  EXPECT_FALSE(made()->solve(p, r).converged());
}

/// For methods whose impulses do not grow without end where there is no solution.
class UnsolvableConformance : public ConeSolverConformance {};

TEST_P(UnsolvableConformance, SaysWhereThereIsNoSolution) {
  Vector3d const falls(-1, 0.5, 0);  // and no impulse moves it: W = 0
  expect_unsolved(problem(Eigen::Matrix3d::Zero(), falls, Vector::Constant(1, 0.5)));
  // Two contacts of one velocity v, u_n = v - 1 and -v - 1: one is negative whatever v is.
  Vector h = Vector::Zero(6), q = Vector::Zero(6);
  h[0] = 1;
  h[3] = -1;
  q[0] = q[3] = -1;
  expect_unsolved(problem(h * h.transpose(), q, Vector::Constant(2, 0.5)));
}

/// Of piles whose impulses are not unique, solutions are judged by measures, not by r.
class PileConformance : public ConeSolverConformance {};

TEST_P(PileConformance, HasASolutionWithMoreImpulsesThanVelocities) {
  for (unsigned seed : {1u, 2u}) expect_solved(pile(seed, 24, 16));
  ConeProblem p = pile(4, 24, 16);
  p.M.resize(0, 0);  // only W is known
  expect_solved(p);
}

TEST_P(PileConformance, MayHaveContactsWithoutFriction) {
  ConeProblem p = pile(5, 24, 16);
  for (int c = 0; c < p.contacts(); c += 3) p.mu[c] = 0;
  expect_solved(p);
}

/// The same problem with r in other units. The natural map adds velocities and impulses; so does
/// the rest that a method leaves.
TEST_P(PileConformance, MayComeInAnyUnits) {
  double const reaches = GetParam().reaches;
  for (double scale : {1e-6, 1e6}) {
    ConeProblem p = pile(6, 24, 16);
    p.W = scale * p.W;
    p.M = p.M / scale;
    p.f = p.f / scale;
    bool const rough = reaches > 1e-9;
    double const tolerance = scale > 1 ? (rough ? 1e-9 : 1e-12) : rough ? 1e-4 : 1e-9;
    Vector r;
    ConeReport const report = solve(p, r, {.tolerance = tolerance});
    EXPECT_TRUE(report.converged()) << scale << ": " << report.natural_map;
    EXPECT_LE(measure(p, r).scaled_map, rough ? 1e-3 : 1e-6) << scale;
  }
}

TEST_P(PileConformance, DoesNotDependOnTheOrderOfItsContacts) {
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
  Vector r, s;
  ASSERT_TRUE(solve(p, r).converged());
  ASSERT_TRUE(solve(q, s).converged());
  // velocities are unique here; W is singular, its smallest other eigenvalue some 1e-3
  EXPECT_LE((take * velocities(p, r) - velocities(q, s)).norm(),
            1e3 * GetParam().reaches * p.q.norm());
}

TEST_P(PileConformance, KeepsASolutionThatItIsGivenAndHasTheSameBitsAgain) {
  ConeProblem const p = pile(8, 24, 12);
  Vector r, again;
  ASSERT_TRUE(solve(p, r).converged());
  ASSERT_TRUE(solve(p, again).converged());
  EXPECT_EQ(r, again);
  ConeReport const report = solve(p, again);
  EXPECT_TRUE(report.converged());
  EXPECT_EQ(report.linear_solves, 0);
  EXPECT_EQ(r, again);
}

}  // namespace orthant::test
