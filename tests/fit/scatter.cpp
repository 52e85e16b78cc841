// Standard errors against their closed form in one parameter, and searches without simulations.
#include "experiments/app/fit/scatter.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace orthant::test {
namespace {

/// y_k = a x_k + r_k in groups of two.
Seen line(std::vector<double> const& x, std::vector<double> const& r) {
  Seen out;
  out.slopes.resize(static_cast<long>(x.size()), 1);
  for (std::size_t k = 0; k < x.size(); ++k) {
    out.misfits.push_back({static_cast<int>(k / 2), 0.5, {r[k]}});
    out.slopes(static_cast<long>(k), 0) = x[k];
  }
  return out;
}

TEST(Scatter, OfOneParameterHasItsClosedForm) {
  std::vector<double> const x{1, 2, -1, 3, 0.5, -2}, r{0.1, -0.2, 0.3, 0.05, -0.1, 0.2};
  auto const found = scatter_of({}, line(x, r), {true}, 1e-10);
  EXPECT_TRUE(found.by_group);  // three groups, one parameter
  double A = 0, B = 0;
  for (std::size_t g = 0; g < 3; ++g) {
    double slope = 0;
    for (std::size_t k = 2 * g; k < 2 * g + 2; ++k) {
      A += 0.5 * x[k] * x[k];
      slope += 0.5 * x[k] * r[k];
    }
    B += slope * slope;
  }
  EXPECT_NEAR(found.covariance(0, 0), B / (A * A) * 3 / 2, 1e-15);
}

TEST(Scatter, TakesObservationsWhereGroupsAreFew) {
  std::vector<double> const x{1, 2}, r{0.1, -0.2};
  auto const found = scatter_of({}, line(x, r), {true}, 1e-10);  // one group
  EXPECT_FALSE(found.by_group);
  double const A = 0.5 * (1 + 4), B = 0.25 * (0.01 + 0.16);
  EXPECT_NEAR(found.covariance(0, 0), B / (A * A) * 2 / 1, 1e-15);
}

TEST(Scatter, IsUnknownWhereAParameterChangesNothing) {
  EXPECT_TRUE(
      std::isnan(scatter_of({}, line({0, 0, 0, 0}, {1, 2, 3, 4}), {true}, 1e-10).covariance(0, 0)));
  EXPECT_TRUE(std::isnan(
      scatter_of({}, line({1, 1, 1, 1}, {1, 2, 3, 4}), {false}, 1e-10).covariance(0, 0)));
}

// The loss s -> b^2 log(1 + s/b^2) suppresses an outlier; the square does not.
TEST(Descents, ARobustLossForgetsAnOutlier) {
  if (!have_ceres()) GTEST_SKIP() << "this build has no Ceres";
  std::vector<double> const y{0.5, 0.5, 0.5, 0.5, 0.9};
  Look const look = [&](Eigen::VectorXd const& x, bool) {
    Seen out;
    for (double const each : y) out.misfits.push_back({0, 0.2, {x[0] - each}});
    out.slopes = Eigen::MatrixXd::Ones(5, 1);
    return out;
  };
  auto const ended = [&](FitLoss loss) {
    FitSettings set;
    set.loss = loss;
    set.loss_scale = 0.01;
    set.max_iterations = 200;
    auto const out = descend(set, Eigen::VectorXd::Constant(1, 0.45), look, [](auto...) {});
    EXPECT_TRUE(out.converged) << out.why;
    return out.x[0];
  };
  EXPECT_NEAR(ended(FitLoss::none), 0.58, 1e-8);
  // (x - 0.5) 4 = b^2 (0.9 - x)/(b^2 + (0.9 - x)^2), to first order b^2/(4 * 0.4).
  EXPECT_NEAR(ended(FitLoss::cauchy), 0.5 + 1e-4 / 1.6, 1e-6);
  // 4 (x - 0.5) = b for residuals within b.
  EXPECT_NEAR(ended(FitLoss::huber), 0.5025, 1e-7);
}

TEST(Descents, APointThatTellsNothingIsNoEnd) {
  if (!have_ceres()) GTEST_SKIP() << "this build has no Ceres";
  // Runs fail above 0.6, which the first step reaches.
  Look const look = [](Eigen::VectorXd const& x, bool) -> std::optional<Seen> {
    if (x[0] > 0.6) return std::nullopt;
    Seen out{{{0, 1, {std::pow(x[0], 3) - 0.125}}}, Eigen::MatrixXd(1, 1)};
    out.slopes(0, 0) = 3 * x[0] * x[0];
    return out;
  };
  auto const out = descend({}, Eigen::VectorXd::Constant(1, 0.2), look, [](auto...) {});
  EXPECT_TRUE(out.converged) << out.why;
  EXPECT_NEAR(out.x[0], 0.5, 1e-6);
}

}  // namespace
}  // namespace orthant::test
