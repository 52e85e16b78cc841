// A bushing between bodies that turn past half a turn against each other.
#include "tests/integrators/simulations.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test::bushing_turns {
namespace {

class BushingTurns : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EveryIntegrator, BushingTurns, testing::ValuesIn(integrators()),
                         [](auto const& test) { return name_of(test.param); });

/// Its potential V = 2 v.K v of the quaternion (s, v) is smooth where s changes its sign. So the
/// energy changes in the steps that pass half a turn as it does in those next to them.
TEST_P(BushingTurns, KeepTheirEnergyAtHalfATurn) {
  Json const body = {{"name", "b"},
                     {"mass", 1},
                     {"inertia", {0.1, 0.2, 0.3}},
                     {"angular_velocity", {4.5, 3, 7.5}}};
  Json const joint = {
      {"type", "fixed"}, {"b", "b"}, {"point", {0, 0, 0}}, {"angular_compliance", {0.4, 1, 0.25}}};
  JointRun run({{"gravity", {0, 0, 0}}, {"bodies", {body}}, {"joints", {joint}}}, 0.001, GetParam(),
               "cascade");
  Real before = run.simulation->measure()[0].energy(), usual = 0, at_half = 0;
  Real const first = before;
  int passed = 0;
  Real sign = 1;
  for (int k = 0; k < 4000; ++k) {
    ASSERT_TRUE(run.simulation->step().solve.converged()) << k;
    Real const now = run.simulation->measure()[0].energy();
    auto const& q = run.pose().q_WB;
    bool const passes = q.w * sign < 0 || std::abs(q.w) < 0.02;
    if (q.w * sign < 0) ++passed, sign = -sign;
    Real& most = passes ? at_half : usual;
    most = std::max(most, std::abs(now - before));
    before = now;
  }
  EXPECT_GE(passed, 3);
  EXPECT_LT(at_half, 2 * usual + 1e-9 * first);
  EXPECT_LT(usual, 0.005 * first);
}

}  // namespace
}  // namespace orthant::test::bushing_turns
