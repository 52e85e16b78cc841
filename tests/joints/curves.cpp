// Springs and dampers whose force is a table, along every coordinate and in each way to
// evaluate rows.
#include "orthant/tests/integrators/simulations.hpp"
#include "tests/joints/one_coordinate.hpp"

namespace orthant::test::curves {
namespace {

/// A spring that is stiff on one side, slack in the middle and weak on the other side; a damper
/// that saturates.
Json const spring_points = {{-0.5, -60}, {-0.02, 0}, {0.03, 0}, {0.5, 20}};
Json const damper_points = {{-1, -2.5}, {-0.5, -2}, {0, 0}, {0.5, 2}, {1, 2.5}};

Json table(Json const& points, char const* how) {
  return {{"force", points}, {"interpolation", how}};
}

/// A curve alone.
struct Function {
  std::vector<CurvePiece> pieces;

  Function(Json const& points, char const* how) {
    std::vector<Vec<2>> of;
    for (auto const& p : points) of.push_back({{p[0].get<Real>(), p[1].get<Real>()}});
    pieces =
        curve_of(of, std::string(how) == "linear" ? Interpolation::linear : Interpolation::cubic);
  }
  CurveValue operator()(Real x) const {
    auto const at = [&](int k) { return pieces[static_cast<std::size_t>(k)]; };
    return curve_at(Curve{0, static_cast<int>(pieces.size())}, at, x);
  }
};

class CurvesAlong : public testing::TestWithParam<Coordinate> {};
INSTANTIATE_TEST_SUITE_P(EveryCoordinate, CurvesAlong, testing::ValuesIn(every_coordinate()),
                         [](auto const& test) { return name_of(test); });

TEST_P(CurvesAlong, HasTheForceOfTheTablesAtTheEndOfTheStep) {
  for (char const* how : {"linear", "cubic"}) {
    Real const rest = start_of(GetParam()) + 0.1;
    Json spring = table(spring_points, how);
    spring["rest"] = rest;
    OneCoordinate one(GetParam(), {{"spring", spring}, {"damper", table(damper_points, how)}}, 2);
    Function const F(spring_points, how), B(damper_points, how);
    for (int k = 0; k < 200; ++k) {
      one.step();
      Real const expected = -one.h() * (F(one.c() - rest).f + B(one.w()).f);
      EXPECT_NEAR(one.impulse(), expected, 1e-10) << k;
      EXPECT_NEAR(one.reaction(), expected / one.h(), 1e-7);
      EXPECT_NEAR(one.simulation().measure()[0].elastic, F(one.c() - rest).integral, 1e-10);
    }
  }
}

/// Two kilograms between walls, on a strut along x with the initial length 1.5, moving along it.
JointRun along(Json const& laws, Real speed, Real h, Json const& integrator,
               Json const& solver = "newton") {
  Json joint = {
      {"type", "strut"}, {"b", "body"}, {"point_a", {-1.5, 0, 0}}, {"point_b", {0, 0, 0}}};
  joint.update(laws);
  return {{{"gravity", {0, 0, 0}},
           {"bodies",
            {{{"name", "body"}, {"mass", 2}, {"inertia", {1, 1, 1}}, {"velocity", {speed, 0, 0}}}}},
           {"joints", Json::array({joint})}},
          h,
          integrator,
          solver};
}

class CurvesBy : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EachWay, CurvesBy, testing::ValuesIn(one_of_each_way()),
                         [](auto const& test) { return name_of(test.param); });

TEST_P(CurvesBy, TakesALineForTheSpringAndTheDamperThatItIs) {
  Json const line = {{-0.2, -16}, {0.1, 8}, {0.3, 24}}, rate = {{-1, -3}, {0.5, 1.5}, {1, 3}};
  for (char const* how : {"linear", "cubic"}) {
    Json spring = table(line, how);
    spring["rest"] = 1.4;
    JointRun curve = along({{"spring", spring}, {"damper", table(rate, how)}}, 1, 0.02, GetParam());
    JointRun straight = along({{"spring", {{"stiffness", 80}, {"damping", 3}, {"rest", 1.4}}}}, 1,
                              0.02, GetParam());
    for (int k = 0; k < 200; ++k) {
      curve.step();
      straight.step();
      ASSERT_NEAR(curve.pose().p_WB[0], straight.pose().p_WB[0], 1e-11) << k;
      ASSERT_NEAR(curve.twist()[0], straight.twist()[0], 1e-10) << k;
    }
    EXPECT_NEAR(curve.simulation->measure()[0].elastic, straight.simulation->measure()[0].elastic,
                1e-10);
  }
}

/// m d2x/dt2 = -F(x) - B(dx/dt) by the classical method of fourth order.
Vec<2> exact(Function const& F, Function const* B, Real speed, Real time) {
  int const steps = 40000;
  Real const h = time / steps;
  auto const rate = [&](Vec<2> const& y) {
    return Vec<2>{{y[1], -(F(y[0]).f + (B ? (*B)(y[1]).f : 0)) / 2}};
  };
  Vec<2> y{{0, speed}};
  for (int k = 0; k < steps; ++k) {
    auto const a = rate(y), b = rate(y + (h / 2) * a), c = rate(y + (h / 2) * b),
               d = rate(y + h * c);
    y += (h / 6) * (a + 2. * b + 2. * c + d);
  }
  return y;
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

/// With K_1 = 32 N/m in compression and K_2 = 200 N/m in tension, 2 kg: half a period at 4 rad/s
/// and half a period at 10 rad/s, and the body is back with its initial speed. The place of the
/// kink in a step decides on a part of the error, so that the order shows only over three halvings.
TEST_P(CurvesBy, OfTwoLinesHasThePeriodOfBothHalves) {
  Json spring = table({{-1, -32}, {0, 0}, {1, 200}}, "linear");
  spring["rest"] = 1.5;
  Real const period = M_PI / 4 + M_PI / 10;
  int const claimed = orders(GetParam()).free, steps = claimed == 1 ? 1000 : 250;
  Vec<2> const end{{0, 1}};
  Real const coarse = error_of({{"spring", spring}}, 1, period, steps, GetParam(), end),
             fine = error_of({{"spring", spring}}, 1, period, 8 * steps, GetParam(), end);
  EXPECT_LT(coarse, claimed == 1 ? 0.05 : 1e-3);
  EXPECT_GT(std::log2(coarse / fine) / 3, claimed - 0.25) << coarse << " " << fine;
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

TEST_P(CurvesBy, IsTheSameInEveryWorld) {
  Json spring = table(spring_points, "cubic");
  spring["rest"] = 1.5;
  JointRun one =
      along({{"spring", spring}, {"damper", table(damper_points, "cubic")}}, 2, 0.01, GetParam());
  Choices choices;
  choices.worlds = 3;
  auto const three = simulation(one.scene, 0.01, GetParam(), choices);
  one.step(50);
  for (int k = 0; k < 50; ++k) EXPECT_TRUE(three->step().solve.converged());
  auto const measured = three->measure();
  for (std::size_t w = 0; w < 3; ++w) {
    EXPECT_EQ(three->snapshot().pose[w].p_WB[0], one.pose().p_WB[0]);
    EXPECT_EQ(measured[w].elastic, one.simulation->measure()[0].elastic);
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
