// Smoothed complementarity functions: their roots and limits.
#include "orthant/constraints/ncp/list.hpp"
#include "orthant/tests/conformance/types.hpp"

namespace orthant::test {
namespace {

template <class NcpType>
class SmoothedNcp : public ::testing::Test {
 protected:
  static NcpType with(Real epsilon) {
    NcpType phi;
    phi.epsilon = epsilon;
    return phi;
  }
};
using Smoothed = ::testing::Types<Chks>;
TYPED_TEST_SUITE(SmoothedNcp, Smoothed, ByName);

Real const arguments[] = {-1e6, -20, -1, -0.1, -1e-6, 0, 1e-6, 0.1, 1, 20, 1e6};

TYPED_TEST(SmoothedNcp, IsAsWideAsItsWorldSays) {
  TypeParam phi;
  EXPECT_EQ(phi.epsilon, 0);
  phi.relative = 0.25;
  EXPECT_EQ(phi.at({7, 2}).epsilon, 0.5);
  EXPECT_EQ(phi.at({7, 0}).epsilon, 0);
  EXPECT_EQ(phi.at({7, 2}).relative, 0.25);
}

TYPED_TEST(SmoothedNcp, TendsToItsLimitAsEpsilonFalls) {
  auto const limit = this->with(0);
  for (Real const a : arguments)
    for (Real const b : arguments)
      for (Real const epsilon : {1e-9, 1e-3, 1., 1e3}) {
        Real const error = limit(a, b).phi - this->with(epsilon)(a, b).phi;
        Real const round_off = 1e-15 * (std::fabs(a) + std::fabs(b) + epsilon);
        EXPECT_GE(error, -round_off) << a << " " << b << " " << epsilon;
        EXPECT_LE(error, 2 * epsilon + round_off) << a << " " << b << " " << epsilon;
      }
}

TYPED_TEST(SmoothedNcp, HasASmallSlopeThatIsNoDifference) {
  // Beside (1, 0) the derivative by a is of second order in epsilon, or less.
  for (Real const epsilon : {1e-4, 1e-6, 1e-9}) {
    EXPECT_LE(this->with(epsilon)(1, 0).da, 2 * epsilon * epsilon);
    EXPECT_LE(this->with(epsilon)(0, 1).db, 2 * epsilon * epsilon);
  }
}

template <class NcpType>
void expect_central_path() {
  for (Real const epsilon : {1e-6, 1., 1e4})
    for (Real const ratio : {1e-6, 0.1, 1., 30., 1e8}) {
      NcpType phi;
      phi.epsilon = epsilon;
      // epsilon/ratio is rounded, so phi is too, in the last digit of the smaller argument.
      Real const a = epsilon * ratio, b = epsilon / ratio;
      EXPECT_NEAR(phi(a, b).phi, 0, 1e-15 * smaller(a, b)) << NcpType::name << ratio;
      EXPECT_GT(phi(1.01 * a, b).phi, 0);
      EXPECT_LT(phi(a, 0.99 * b).phi, 0);
    }
}

TEST(CentralPath, IsTheRootOfChks) { expect_central_path<Chks>(); }
}  // namespace
}  // namespace orthant::test
