// Schemes whose rows are linear in a step: joints that they leave open are reported.
#include "orthant/tests/integrators/simulations.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test::beyond_reach {
namespace {

class LinearRows : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Schemes, LinearRows,
                         testing::Values(Json{{"type", "linearly_implicit"}},
                                         Json{{"type", "semi_implicit_euler"}}),
                         [](auto const& test) { return name_of(test.param); });

/// Two links of 1 m, with an end that is pulled along x at 1 m/s from a distance of 1.6 m.
Json pulled_links() {
  auto const link = [](char const* name, Real x, Real turn) -> Json {
    return {{"name", name},
            {"mass", 1},
            {"inertia", {0.01, 0.1, 0.1}},
            {"position", {x, 0, 0.3}},
            {"orientation", {0.9486832980505138, 0, turn, 0}}};
  };
  auto const hinge = [](Json const& of, Vec3 const& at) {
    Json out = {{"type", "hinge"}, {"point", json_of(at)}, {"axis", {0, 1, 0}}};
    out.update(of);
    return out;
  };
  return {{"gravity", {0, 0, 0}},
          {"bodies",
           {link("a", 0.4, -0.31622776601683794),
            link("b", 1.2, 0.31622776601683794),
            {{"name", "s"}, {"mass", 1}, {"inertia", {0.1, 0.1, 0.1}}, {"position", {1.6, 0, 0}}}}},
          {"joints",
           {hinge({{"b", "a"}}, {{0, 0, 0}}),
            hinge({{"a", "a"}, {"b", "b"}}, {{0.8, 0, 0.6}}),
            hinge({{"a", "b"}, {"b", "s"}}, {{1.6, 0, 0}}),
            {{"type", "slider"},
             {"b", "s"},
             {"point", {1.6, 0, 0}},
             {"axis", {1, 0, 0}},
             {"motor", {{"type", "prescribed"}, {"target", {{"rate", 1}}}}}}}}};
}

TEST_P(LinearRows, SayThatALinkageIsPulledBeyondItsReach) {
  JointRun run(pulled_links(), 0.01, GetParam(), "cascade");
  Real open = 0;
  int unsolved = 0;
  for (int k = 0; k < 60; ++k) {
    auto const& report = run.simulation->step();
    if (k < 35) {
      EXPECT_TRUE(report.solved()) << k << " " << report.why_unsolved();
    }
    unsolved += !report.solved();
    open = std::max(open, run.simulation->measure()[0].joint_error);
    if (unsolved == 0) {
      EXPECT_LT(open, 0.1) << k;
    }
  }
  EXPECT_GT(unsolved, 0);
}

/// A wheel at 20 and at 400 rad/s: 0.2 rad and 4 rad a step.
TEST_P(LinearRows, SayThatAPrescribedAngleLags) {
  for (Real const rate : {20., 400.}) {
    Json const wheel = {{"name", "w"}, {"mass", 1}, {"inertia", {0.1, 0.1, 0.1}}};
    Json const hinge = {{"type", "hinge"},
                        {"b", "w"},
                        {"point", {0, 0, 0}},
                        {"axis", {0, 0, 1}},
                        {"motor", {{"type", "prescribed"}, {"target", {{"rate", rate}}}}}};
    JointRun run({{"gravity", {0, 0, 0}}, {"bodies", {wheel}}, {"joints", {hinge}}}, 0.01,
                 GetParam(), "cascade");
    int solved = 0;
    for (int k = 0; k < 20; ++k) solved += run.simulation->step().solved();
    EXPECT_EQ(solved == 20, rate < 100) << rate << " " << solved;
  }
}

/// What second order allows is solved: a rod that falls and swings, up to 6 rad/s.
TEST_P(LinearRows, AreSolvedWhereJointsOpenToSecondOrder) {
  Json const rod = {{"name", "rod"},
                    {"mass", 1},
                    {"inertia", {0.001, 0.0833, 0.0833}},
                    {"position", {0.5, 0, 0}}};
  Json const hinge = {{"type", "hinge"}, {"b", "rod"}, {"point", {0, 0, 0}}, {"axis", {0, 1, 0}}};
  JointRun run({{"bodies", {rod}}, {"joints", {hinge}}}, 0.02, GetParam(), "cascade");
  for (int k = 0; k < 100; ++k) EXPECT_TRUE(run.simulation->step().solved()) << k;
}

}  // namespace
}  // namespace orthant::test::beyond_reach
