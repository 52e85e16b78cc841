// The plug-ins of this program keep what their interfaces promise: the tests of Orthant's own.
#include "orthant/tests/conformance/cone_solver.hpp"
#include "orthant/tests/conformance/friction.hpp"
#include "orthant/tests/conformance/integrator.hpp"
#include "orthant/tests/conformance/joint.hpp"
#include "orthant/tests/conformance/ncp.hpp"
#include "orthant/tests/conformance/preconditioner.hpp"
#include "orthant/tests/conformance/scaling.hpp"
#include "plugins/all.hpp"

namespace orthant::test {

INSTANTIATE_TEST_SUITE_P(Mine, NcpConformance, testing::Values("halfway"), choice_name);
INSTANTIATE_TEST_SUITE_P(Mine, FrictionConformance,
                         testing::Values(Json{{"friction", "mean_disc"}, {"ncp", "halfway"}},
                                         Json{{"friction", "w_newton"}, {"ncp", "halfway"}}),
                         pair_name);
INSTANTIATE_TYPED_TEST_SUITE_P(Mine, JointConformance, SquaredDistance);
using Relations = testing::Types<SquaredDistance, HalfSquare>;
INSTANTIATE_TYPED_TEST_SUITE_P(Mine, RelationConformance, Relations);
INSTANTIATE_TYPED_TEST_SUITE_P(Mine, StiffnessConformance, Relations);
INSTANTIATE_TEST_SUITE_P(
    Mine, LinearSolverConformance,
    testing::Values(Choice({{"type", "conjugate_gradients"}, {"tolerance", 1e-13}}, 1e-9)),
    choice_name);
INSTANTIATE_TEST_SUITE_P(Mine, PreconditionerConformance, testing::Values("mean_diagonal"),
                         choice_name);
INSTANTIATE_TEST_SUITE_P(Mine, ScalingConformance, testing::Values("mean_scaling"), choice_name);
INSTANTIATE_TEST_SUITE_P(Mine, IntegratorConformance, testing::Values("shake"), choice_name);
INSTANTIATE_TEST_SUITE_P(Mine, ConeSolverConformance,
                         testing::Values(Choice("projected_gradient", 1e-10)), choice_name);
INSTANTIATE_TEST_SUITE_P(Mine, UnsolvableConformance, testing::Values("projected_gradient"),
                         choice_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(PileConformance);  // too slow

}  // namespace orthant::test

int main(int argc, char** argv) {
  add_my_plugins();
  testing::InitGoogleTest(&argc, argv);
  Kokkos::ScopeGuard const guard(argc, argv);
  return RUN_ALL_TESTS();
}
