// The Newton method of scenes on stored problems, and complementarity problems as contacts.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/core/cone_problem/lcp_problem.hpp"
#include "tests/cone_problem/stored.hpp"
#include "tests/registered.hpp"

namespace orthant::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::shared_ptr<ConeSolver const> newton(Json settings) {
  settings["type"] = "newton";
  return solver_of(settings);
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

TEST(StoredNewton, SolvesByEveryPartThatNeedsNoBodies) {
  for (auto const& [key, kind] :
       {std::pair{"scaling", "scaling"}, {"ncp", "NCP function"}, {"linear", "linear solver"}})
    for (auto const& name : names_of_kind(kind))
      if (name != "pcr")  // an accuracy of 1e-12 in b is not 1e-12 in the problem
        expect_solved(two_contacts(), {{key, name}});
  expect_solved(two_contacts(), {{"friction", "alart_curnier"}, {"linear", "dense_lu"}});
}

/// The measure has no units only if W is one; so only the number of steps is compared.
TEST(StoredNewton, NeedsTheSameIterationsInAnyUnitsAndNoneAtASolution) {
  ConeProblem const one = two_contacts();
  Vector r = Vector::Zero(6);
  int const iterations = newton({})->solve(one, r).iterations;
  for (double const mobility : {1e-6, 1e6})
    for (double const speed : {1e-6, 1e6}) {
      ConeProblem other = one;
      other.W *= mobility;
      other.q *= speed;
      Vector s = Vector::Zero(6);
      auto const again = newton({{"tolerance", 1e-9}})->solve(other, s);
      EXPECT_NEAR(again.iterations, iterations, 3) << mobility << speed << text(again.reason);
      EXPECT_LT((other.W * s / speed - one.W * r).norm(), 1e-8);
    }
  EXPECT_EQ(newton({})->solve(one, r).iterations, 0);
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

}  // namespace
}  // namespace orthant::test
