// The Newton method of scenes on stored problems, and complementarity problems as contacts.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "orthant/backends/cone_solvers.hpp"
#include "orthant/backends/simulation/backend.hpp"
#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/core/cone_problem/lcp_problem.hpp"
#include "tests/cone_problem/stored.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::shared_ptr<ConeSolver const> newton(Json settings) {
  settings["type"] = "newton";
  Json resolved;
  return cone_solvers().make(Config(settings, resolved, "solver"));
}

std::vector<std::string> names_of(std::string const& kind) {
  std::vector<std::string> out;
  for (auto const& each : catalog())
    if (each.kind == kind) out.push_back(each.name);
  return out;
}

/// Two sliding contacts of one point mass of 0.5 kg with a floor: W has rank three of six.
ConeProblem two_contacts() {
  ConeProblem p;
  p.name = "two contacts";
  p.W = (2 * Matrix::Identity(3, 3)).replicate(2, 2).sparseView();
  p.q = Vector{{-1, 0.4, 0.1, -1, 0.4, 0.1}};
  p.mu = Vector{{0.3, 0.2}};
  return p;
}

void expect_solved(ConeProblem const& p, Json const& settings) {
  SCOPED_TRACE(settings.dump());
  Vector r = Vector::Zero(p.q.size());
  auto const report = newton(settings)->solve(p, r);
  EXPECT_TRUE(report.converged()) << text(report.reason);
  EXPECT_LE(measure(p, r).natural_map, 1e-12);
  EXPECT_EQ(report.natural_map, natural_map(p, r));
  EXPECT_GT(report.iterations, 0);
}

TEST(StoredNewton, SolvesByEveryScaling) {
  for (auto const& scaling : names_of("scaling"))
    expect_solved(two_contacts(), {{"scaling", scaling}});
}

TEST(StoredNewton, SolvesByEveryComplementarityFunction) {
  for (auto const& ncp : names_of("NCP function")) expect_solved(two_contacts(), {{"ncp", ncp}});
}

TEST(StoredNewton, SolvesByAnExactJacobian) {
  for (auto const* linear : {"dense_lu"})
    expect_solved(two_contacts(), {{"friction", "alart_curnier"}, {"linear", linear}});
}

TEST(StoredNewton, SolvesByEveryLinearSolverThatNeedsNoBodies) {
  for (auto const& linear : names_of("linear solver")) {
    if (linear == "pcr") continue;  // an accuracy of 1e-12 in b is not 1e-12 in the problem
    expect_solved(two_contacts(), {{"linear", linear}});
  }
}

TEST(StoredNewton, NeedsTheSameIterationsInAnyUnits) {
  ConeProblem const one = two_contacts();
  Vector r = Vector::Zero(6);
  auto const report = newton({})->solve(one, r);
  for (double const mobility : {1e-6, 1e6})
    for (double const speed : {1e-6, 1e6}) {
      ConeProblem other = one;
      other.W *= mobility;
      other.q *= speed;
      StopReason reason{};
      Vector s = Vector::Zero(6);
      // The measure has no units only if W is one; so only the number of steps is compared.
      auto const again = newton({{"tolerance", 1e-9}})->solve(other, s);
      reason = again.reason;
      EXPECT_NEAR(again.iterations, report.iterations, 3) << mobility << speed << text(reason);
      EXPECT_LT((other.W * s / speed - one.W * r).norm(), 1e-8);
    }
}

TEST(StoredNewton, StartsFromWhatItIsGiven) {
  ConeProblem const p = two_contacts();
  Vector r = Vector::Zero(6);
  newton({})->solve(p, r);
  EXPECT_EQ(newton({})->solve(p, r).iterations, 0);
}

TEST(StoredNewton, RefusesWhatNewtonRefuses) {
  EXPECT_THROW(newton({{"ncp", "none"}}), Error);
  EXPECT_THROW(newton({{"nonsense", 1}}), Error);
  EXPECT_THROW(newton({{"friction", "alart_curnier"}, {"linear", "pcr"}}), Error);
}

/// w = M z + q with z = (1, 0), w = (0, 3): M is not symmetric.
LcpProblem lcp() {
  LcpProblem p;
  p.name = "two unknowns";
  p.M = Matrix{{2, -1}, {1, 4}}.sparseView();
  p.q = Vector{{-2, 2}};
  return p;
}

TEST(Complementarity, IsContactWithoutFriction) {
  ConeProblem const p = as_contacts(lcp());
  Vector const r{{1, 0, 0, 0, 0, 0}};
  EXPECT_EQ(natural_map(p, r), 0);
  EXPECT_EQ(velocities(p, r), (Vector{{0, 0, 0, 3, 0, 0}}));
  expect_solved(p, {{"linear", "dense_lu"}});
}

TEST(Complementarity, RefusesSymmetricSolversWhereTheMatrixIsNot) {
  Vector r = Vector::Zero(6);
  try {
    newton({{"linear", "pcr"}})->solve(as_contacts(lcp()), r);
    FAIL() << "solved";
  } catch (Error const& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("linear"), HasSubstr("dense_lu")));
  }
}

TEST(Complementarity, FreeUnknownsAreEliminated) {
  // 2 x + y - 4 = 0, w = -x + y + 1:  x = 2 - y/2, w = 1.5 y - 1
  Folder const folder;
  auto const file =
      folder.write("mixed.dat", "1 1\n" + stored(Matrix{{2, 1}, {-1, 1}}, Storage::dense) + "-4 1");
  auto const p = read_mixed_lcp_problem(file);
  EXPECT_EQ(Matrix(p.M), Matrix::Constant(1, 1, 1.5));
  EXPECT_EQ(p.q, Vector::Constant(1, -1));
  auto const singular = folder.write(
      "singular.dat", "1 1\n" + stored(Matrix{{0, 1}, {-1, 1}}, Storage::dense) + "-4 1");
  // z_2 = 4 and z_1 = 5 as the difference of the first unknown and the third.
  auto const split = read_mixed_lcp_problem(singular);
  EXPECT_EQ(split.q, (Vector{{-4, 1, 4}}));
  EXPECT_EQ(Matrix(split.M), (Matrix{{0, 1, 0}, {-1, 1, 1}, {0, -1, 0}}));
  auto const all_free =
      folder.write("free.dat", "2 0\n" + stored(Matrix{{2, 1}, {-1, 1}}, Storage::dense) + "-4 1");
  EXPECT_EQ(read_mixed_lcp_problem(all_free).q.size(), 0);
}

}  // namespace
}  // namespace orthant::test
