// Springs and dampers whose force is a table, along every coordinate and in each way to
// evaluate rows.
#include "tests/joints/parts.hpp"

namespace orthant::test::curves {
namespace {

Json const damper_points = {{-1, -2.5}, {-0.5, -2}, {0, 0}, {0.5, 2}, {1, 2.5}};

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

/// m d2x/dt2 = -F(x) - B(dx/dt)
Vec<2> exact(Function const& F, Function const* B, Real speed, Real time) {
  return integrated(Vec<2>{{0, speed}}, time, 40000, [&](Vec<2> const& y) {
    return Vec<2>{{y[1], -(F(y[0]).f + (B ? (*B)(y[1]).f : 0)) / 2}};
  });
}

/// Duffing's spring, 40 x + 200 x^3, in 41 points.
Json duffing(Real linear, Real cubic) {
  Json out = Json::array();
  for (int k = -20; k <= 20; ++k) {
    Real const x = 0.05 * k;
    out.push_back({x, linear * x + cubic * x * x * x});
  }
  return out;
}

Real error_of(Json const& laws, Real speed, Real time, int steps, Json const& integrator,
              Vec<2> const& end) {
  JointRun run = along(laws, speed, time / steps, integrator);
  run.step(steps);
  return std::max(std::abs(run.pose().p_WB[0] - end[0]), std::abs(run.twist()[0] - end[1]));
}

/// Along a line J is constant, so that the order is that of motion without joints. Tests nonlinear
/// forces, falling ones (two wells), and slack ones.
TEST_P(CurvesBy, HasItsOrderOnCurves) {
  int const claimed = orders(GetParam()).free;
  struct Case {
    char const* name;
    Json points;
    bool damped;
    Real speed;
  };
  for (Case const& c : {Case{"hardening", duffing(40, 200), true, 2},
                        {"two wells", duffing(-20, 100), false, 0.8},
                        {"saturating", {{-1, -12}, {-0.2, -10}, {0.2, 10}, {1, 12}}, true, 2}}) {
    Json spring = table(c.points, "cubic");
    spring["rest"] = 1.5;
    Json laws = {{"spring", spring}};
    Function const F(c.points, "cubic"), B(damper_points, "cubic");
    if (c.damped) laws["damper"] = table(damper_points, "cubic");
    Real const time = 0.6;
    auto const end = exact(F, c.damped ? &B : nullptr, c.speed, time);
    int const steps = claimed == 1 ? 1600 : 400;
    Real const coarse = error_of(laws, c.speed, time, steps, GetParam(), end),
               fine = error_of(laws, c.speed, time, 2 * steps, GetParam(), end);
    EXPECT_NEAR(std::log2(coarse / fine), claimed, 0.25) << c.name << " " << coarse << " " << fine;
  }
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
