// Derivatives of steps whose linearised equations are given: what is wrong in them is refused.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "orthant/backends/derivatives/step_derivative.hpp"
#include "tests/config/refusal.hpp"

namespace orthant::test {
namespace {

/// A free body with q+ = q- + h u+ and u+ = u-, besides what a test makes of it.
LinearStep free_body() {
  constexpr double h = 0.1;
  LinearStep out;
  out.sizes = {1, 0, 0};
  out.by_z.resize(6, 6);
  out.by_s.resize(6, out.sizes.all());
  out.left_by_z.resize(12, 6);
  out.left_by_s.resize(12, out.sizes.all());
  out.scale = Eigen::VectorXd::Ones(6);
  for (int i = 0; i < 6; ++i) {
    out.by_z.insert(i, i) = 1;
    out.by_s.insert(i, 6 + i) = -1;
    out.left_by_z.insert(i, i) = h;
    out.left_by_z.insert(6 + i, i) = 1;
    out.left_by_s.insert(i, i) = 1;
  }
  return out;
}

std::string refused(LinearStep step) {
  return refusal([&] { StepDerivative const made(std::move(step)); });
}

TEST(StepDerivatives, OfAFreeBodyMoveItByItsVelocity) {
  StepDerivative const of(free_body());
  auto const out = of.forward({.twist = Eigen::MatrixXd::Identity(6, 6)});
  EXPECT_TRUE(out.pose.isApprox(0.1 * Eigen::MatrixXd::Identity(6, 6), 1e-14));
  EXPECT_TRUE(out.twist.isApprox(Eigen::MatrixXd::Identity(6, 6), 1e-14));
}

TEST(StepDerivatives, ASlopeThatIsNotFiniteIsRefused) {
  using Part = SparseSlopes LinearStep::*;
  for (double const wrong : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL})
    for (Part const part :
         {&LinearStep::by_z, &LinearStep::by_s, &LinearStep::left_by_z, &LinearStep::left_by_s}) {
      auto step = free_body();
      (step.*part).coeffRef(2, 5) = wrong;
      EXPECT_THAT(refused(std::move(step)), HasSubstr("not finite"));
    }
}

TEST(StepDerivatives, OfAMatrixWithoutAnInverseAreRefusedHoweverLargeItIs) {
  for (int const bodies : {1, 20}) {  // dense and sparse factors
    LinearStep step;
    step.sizes = {bodies, 0, 0};
    int const n = 6 * bodies;
    step.by_z.resize(n, n);
    step.by_s.resize(n, step.sizes.all());
    step.left_by_z.resize(2 * n, n);
    step.left_by_s.resize(2 * n, step.sizes.all());
    step.scale = Eigen::VectorXd::Ones(n);
    for (int i = 0; i < n; ++i) {
      step.by_z.insert(i, i) = 1;
      step.by_z.coeffRef(i, (i + 1) % n) += i + 1 < n ? 1 : 0;
      step.left_by_z.insert(n + i, i) = 1;
    }
    EXPECT_EQ(refused(step), "");
    step.by_z.coeffRef(n - 1, n - 1) = 0;
    EXPECT_THAT(refused(std::move(step)), HasSubstr("not unique"));
  }
}

}  // namespace
}  // namespace orthant::test
