// One contact, for which Coulomb's law is solved by hand, with every solver.
#include <gtest/gtest.h>

#include "bench/cone/problems.hpp"

namespace orthant::test {
namespace {

using Eigen::Vector3d;

struct OneContact : testing::TestWithParam<std::string> {
  /// If the natural map is below a tolerance, |r - exact| is too, times the condition of W: 2.
  void expect(ConeProblem const& p, Vector3d const& exact) const {
    double const tolerance = reaches(GetParam());
    Vector r;
    ConeReport const report = solver(GetParam(), {.tolerance = tolerance})->solve(p, r);
    EXPECT_TRUE(report.converged()) << text(report.reason) << ", " << report.natural_map;
    EXPECT_LE((r - exact).norm(), 2 * tolerance * p.q.norm()) << r.transpose();
    EXPECT_EQ(report.natural_map, natural_map(p, r));
  }
};

TEST_P(OneContact, Sticks) {  // r = -W^-1 q inside the cone
  expect(one_contact(0.5, {-2, 0.8, 0.6}), {1, -0.2, -0.15});
}

TEST_P(OneContact, Slips) {  // u_n = 0 and friction against q_t
  expect(one_contact(0.5, {-2, 6, -8}), {1, -0.3, 0.4});
}

TEST_P(OneContact, Separates) { expect(one_contact(0.5, {1, 3, 4}), {0, 0, 0}); }

TEST_P(OneContact, SlipsWithoutFriction) { expect(one_contact(0, {-2, 3, 4}), {1, 0, 0}); }

TEST_P(OneContact, SlipsWithTheLeastFriction) {
  expect(one_contact(1e-6, {-2, 3, 4}), {1, -6e-7, -8e-7});
}

TEST_P(OneContact, RestsWhereNothingPushes) { expect(one_contact(0.5, {0, 0, 0}), {0, 0, 0}); }

TEST_P(OneContact, PressesWhileItSlipsAndTheNormalFollowsTheFriction) {
  // W = [2 1; 1 4] between n and t: u_n = 0 and r_t = -mu r_n give r_n = -q_n / (2 - mu)
  Eigen::Matrix3d W = Vector3d(2, 4, 4).asDiagonal();
  W(0, 1) = W(1, 0) = 1;
  expect(problem(W, Vector3d(-3, 9, 0), Vector::Constant(1, 0.5)), {2, -1, 0});
}

INSTANTIATE_TEST_SUITE_P(All, OneContact, testing::ValuesIn(solver_names()),
                         [](auto const& tested) { return tested.param; });

}  // namespace
}  // namespace orthant::test
