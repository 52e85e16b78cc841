// Springs and dampers whose force is a table, along every coordinate and in each way to
// evaluate rows.
#include "tests/joints/parts.hpp"

namespace orthant::test::curves {
namespace {

Json table(Json const& points, char const* how) {
  return {{"force", points}, {"interpolation", how}};
}

/// Two kilograms between walls, on a strut along x with the initial length 1.5, moving along it.
JointRun along(Json const& laws, Real speed, Real h, Json const& integrator,
               Json const& solver = "newton") {
  return {scene_of({rigid("body", 2, {{1, 1, 1}}, {}, {{speed, 0, 0}})},
                   {line_of("strut", "body", {{-1.5, 0, 0}}, {}, laws)}),
          h, integrator, solver};
}

class CurvesBy : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EachWay, CurvesBy, testing::ValuesIn(one_of_each_way()), by_integrator);

/// Duffing's spring, 40 x + 200 x^3, in 41 points.
Json duffing(Real linear, Real cubic) {
  Json out = Json::array();
  for (int k = -20; k <= 20; ++k) {
    Real const x = 0.05 * k;
    out.push_back({x, linear * x + cubic * x * x * x});
  }
  return out;
}

/// Energy oscillates for 40 s about a constant mean, with the symmetric methods.
TEST(Duffing, KeepsItsEnergy) {
  Json spring = table(duffing(40, 200), "cubic");
  spring["rest"] = 1.5;
  for (char const* integrator : {"implicit_midpoint", "variational", "moreau_jean"}) {
    auto const spread = [&](Real h) {
      JointRun run = along({{"spring", spring}}, 2, h, integrator);
      Real most = 0, late = 0;
      int const steps = static_cast<int>(40 / h);
      for (int k = 0; k < steps; ++k) {
        run.step();
        Real const v = run.twist()[0], E = v * v + run.simulation->measure()[0].elastic;
        most = std::max(most, std::abs(E - 4));
        if (k > 3 * steps / 4) late = std::max(late, std::abs(E - 4));
      }
      EXPECT_LT(most, 1.2 * late + 1e-9) << integrator;
      return most;
    };
    Real const coarse = spread(0.01), fine = spread(0.005);
    EXPECT_LT(coarse, 0.08) << integrator;
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.3) << integrator;
  }
}

/// A damper nearly as steep as dry friction: it holds 3 N at 0.3 mm/s, and slides with the rest of
/// the force.
TEST_P(CurvesBy, SlidesOnADamperThatIsNearlyDryFriction) {
  Json const law = table({{-1e-3, -10}, {1e-3, 10}, {1, 10}}, "linear");
  for (char const* solver : {"newton", "cascade"}) {
    JointRun slides = along({{"damper", law}}, 1, 0.01, GetParam(), solver);
    slides.step(50);  // 0.2 s until it rests
    EXPECT_NEAR(slides.twist()[0], 0, 2e-3);
    EXPECT_NEAR(slides.pose().p_WB[0], 0.1, 0.012) << solver;
  }
}

TEST_P(CurvesBy, ReachesAStopThatIsATable) {
  Json spring = table({{-1, 0}, {0.1, 0}, {0.2, 1e5}}, "linear");
  spring["rest"] = 1.5;
  for (char const* solver : {"newton", "cascade"}) {
    JointRun run = along({{"spring", spring}}, 3, 0.005, GetParam(), solver);
    run.step(100);
    EXPECT_LT(run.twist()[0], 0);
  }
}

}  // namespace
}  // namespace orthant::test::curves
