// Every baseline keeps what the interface of its kind promises; scalings have none but their
// values.
#include "bench/baselines/baselines.hpp"
#include "orthant/tests/conformance/cone_solver.hpp"
#include "orthant/tests/conformance/friction.hpp"
#include "orthant/tests/conformance/ncp.hpp"
#include "orthant/tests/conformance/preconditioner.hpp"
#include "tests/cone_solvers/rigid_piles.hpp"

namespace orthant::test {
namespace {

[[maybe_unused]] bool const added = [] {
  add_baselines();
  return true;
}();

INSTANTIATE_TEST_SUITE_P(Baselines, NcpConformance,
                         testing::Values("log_exp", "natural_map", "p_norm_fb",
                                         "smoothed_fischer_burmeister"),
                         choice_name);
INSTANTIATE_TEST_SUITE_P(
    Baselines, FrictionConformance,
    testing::Values(Json{{"friction", "jourdan_alart_jean"}, {"ncp", "fischer_burmeister"}},
                    Json{{"friction", "w_fixed_point"}, {"ncp", "fischer_burmeister"}}),
    pair_name);

std::vector<Choice> linear_solvers() {
  std::vector<Choice> out;
  std::vector<char const*> names = {"cg", "minres", "bicgstab"};
#if ORTHANT_HAVE_KLU
  names.push_back("klu");
#endif
#if ORTHANT_HAVE_SPQR
  names.push_back("spqr");
#endif
  for (auto const* name : names) out.emplace_back(Json{{"type", name}, {"tolerance", 1e-12}});
  for (auto const* name : {"jacobi", "ssor"})
    out.emplace_back(Json{{"type", "gmres"}, {"tolerance", 1e-12}, {"preconditioner", name}});
  return out;
}
INSTANTIATE_TEST_SUITE_P(Baselines, LinearSolverConformance, testing::ValuesIn(linear_solvers()),
                         choice_name);
INSTANTIATE_TEST_SUITE_P(Baselines, PreconditionerConformance, testing::Values("jacobi", "ssor"),
                         choice_name);

Choice const cones[] = {{"apgd", 1e-10}, {"nncg", 1e-10}, {"path_following", 1e-12}};
INSTANTIATE_TEST_SUITE_P(Baselines, ConeSolverConformance, testing::ValuesIn(cones), choice_name);
INSTANTIATE_TEST_SUITE_P(Baselines, PileConformance, testing::ValuesIn(cones), choice_name);
INSTANTIATE_TEST_SUITE_P(Baselines, UnsolvableConformance, testing::Values(cones[2]), choice_name);

TEST(BaselineCones, SolveAColumnInFewerIterationsThanSweeps) {
  auto const iterations = [](char const* name) {
    Vector r;
    auto const report = read_choice(orthant::cone_solvers(), Choice(name).settings)
                            ->solve(column(20), r, {.tolerance = 1e-8});
    EXPECT_TRUE(report.converged()) << name;
    EXPECT_NEAR(r[0], 20, 1e-4);  // the lowest carries all; the least eigenvalue is 6e-3
    return report.iterations;
  };
  int const sweeps = iterations("nsgs");
  for (char const* name : {"nncg", "apgd"}) EXPECT_LT(iterations(name), sweeps) << name;
}

/// Slow where a tangent, a curvature or a Newton step is wrong.
TEST(PathFollowing, SolvesSlidingWallsInAFewHundredSteps) {
  for (unsigned seed : {1u, 2u, 3u, 4u}) {
    ConeProblem const p = brick_wall(4, 4, {.friction = 0.8, .motion = 1, .seed = seed});
    Vector r;
    auto const report = read_choice(orthant::cone_solvers(), Choice("path_following").settings)
                            ->solve(p, r, {.tolerance = 1e-8, .seconds = 60});
    EXPECT_TRUE(report.converged()) << seed << ": " << report.natural_map;
    EXPECT_LE(report.iterations, 400) << seed;
  }
}

}  // namespace
}  // namespace orthant::test
