// The compliance of friction of every complementarity function, against its definition, and which
// directions of a block are eliminated.
#include "orthant/constraints/friction/block_law.hpp"
#include "orthant/constraints/friction/friction_state.hpp"
#include "orthant/constraints/ncp/list.hpp"
#include "orthant/tests/conformance/types.hpp"

namespace orthant::test {
namespace {

/// One contact of weight 1 that slides along x at speed v, with k = mu lambda_n and load f.
FrictionState state(Real v, Real k, Real f) { return {{v, 0}, {-f, 0}, k, 1, 1}; }

/// The slope of phi beside the axes, inside.
template <class NcpType>
Real inside(NcpType const&) {
  return 1;
}
Real inside(Chks const&) { return 2; }
Real inside(KanzowKleinmichel const&) { return 1.5; }  // 2 - kappa/2

template <class NcpType>
class Compliance : public ::testing::Test {
 protected:
  static FrictionCompliance at(Real v, Real k, Real f) {
    return friction_compliance(phi, state(v, k, f));
  }
  /// phi(v, k - f), scaled to unit slope beside the axes.
  static Real psi(Real v, Real s) { return phi(v, s).phi / inside(phi); }
  static inline NcpType const phi{};
};

TYPED_TEST_SUITE(Compliance, AsTypes<NcpFunctions>, ByName);

Real const speeds[] = {0, 1e-6, 0.1, 1, 7, 1e4}, loads[] = {0, 1e-6, 0.3, 0.999, 1, 1.001, 1.2};

TYPED_TEST(Compliance, IsTheDefinition) {
  // w = (v - psi)+ / (f + psi), psi = phi(v, k - f): with digits lost to cancellation in v - psi
  // and f + psi, of about round-off times the largest of v, k, f.
  int compared = 0;
  for (Real const k : {1e-3, 1., 1e3})
    for (Real const v : speeds)
      for (Real const load : loads) {
        SCOPED_TRACE(::testing::Message() << "v " << v << ", k " << k << ", f " << load * k);
        Real const f = load * k, psi = this->psi(v, k - f), below = f + psi;
        Real const above = larger(0., v - psi);
        Real const lost = 1e-14 * (v + k);
        if (below <= 1e3 * lost) continue;  // a pole of the definition, or too few digits
        auto const c = this->at(v, k, f);
        EXPECT_NEAR(c.w, above / below, (lost + lost * std::fabs(above / below)) / below);
        ++compared;
      }
  EXPECT_GT(compared, 80);
}

TYPED_TEST(Compliance, IsFiniteAndNotNegativeUnderEveryLoad) {
  for (Real const k : {1e-12, 1e-3, 1., 1e6})
    for (Real const v : {0., 1e-12, 1e-3, 1., 1e6})
      for (Real const load : {0., 1e-9, 0.5, 1 - 1e-12, 1., 1 + 1e-12, 2., 10., 1e6}) {
        SCOPED_TRACE(::testing::Message() << v << " " << load << " k " << k);
        auto const c = this->at(v, k, load * k);
        EXPECT_TRUE(c.finite());
        EXPECT_GE(c.w, 0);
        EXPECT_TRUE(std::isfinite(c.dw_dv));
        EXPECT_TRUE(std::isfinite(c.dw_df));
      }
}

TEST(BlockLaw, TheNegligibleIsRelativeToTheWeight) {
  BlockLaw heavy, light;
  heavy.add(0, 1, 1e-6, 1, 1);     // P r = 1e-6 Q: not negligible
  light.add(0, 1, 1e-6, 1, 1e-3);  // P r = 1e-9 Q: negligible
  EXPECT_GT(heavy.P_right[0][0], 0);
  EXPECT_EQ(light.P_right[0][0], 0);
}

}  // namespace
}  // namespace orthant::test
