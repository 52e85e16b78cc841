// Balls: mirror images, and shapes at the end of solved steps.
#include "tests/integrators/parts.hpp"

namespace orthant::test::mirrored_balls {
namespace {

class Balls : public testing::TestWithParam<Json> {};

/// Two balls that spin against each other strike as mirror images: the point between them has one
/// velocity on both, and no friction.
TEST_P(Balls, MirrorImagesKeepTheirSpins) {
  auto const ball = [](Real side) {
    Json out = rigid("ball", 4, {{0.02, 0.02, 0.02}}, {{side * 0.1185, 0, 0}},
                     {{-side * 0.75, 0, 0}}, {{0, side * 1.9, 0}});
    out["name"] = side < 0 ? "left" : "right";
    out["friction"] = 0.3;
    out["shapes"] = sphere_shape(0.1);
    return out;
  };
  auto const s = simulation(scene_from(scene_of({ball(-1), ball(1)}, {})), 0.01, GetParam(), {});
  for (int k = 0; k < 8; ++k) {
    ASSERT_TRUE(s->step().solved()) << k;
    auto const now = s->snapshot();
    for (int b = 0; b < 2; ++b) {
      auto const side = b == 0 ? -1 : 1;
      EXPECT_NEAR(angular(now.twist[static_cast<std::size_t>(b)])[1], side * 1.9, 1e-9) << k;
      EXPECT_NEAR(linear(now.twist[static_cast<std::size_t>(b)])[2], 0, 1e-10) << k;
    }
  }
}

/// A column of balls that falls. In a step the position stage lifts two of them into each other,
/// whose contact was left out.
TEST_P(Balls, NoneOverlapInSolvedSteps) {
  struct Ball {
    Real radius, mass;
    Vec3 x;
    Real v;
  };
  std::vector<Ball> const balls = {
      {0.12560913543833957,
       7.355325950589363,
       {{-0.04320426017988798, 0.04706559238144445, 0.7624331095775239}},
       -1.4482848947939417},
      {0.22339932775208815,
       1.0796627486501116,
       {{-0.0924201306118851, 0.0010675208412520446, 1.7453901516867116}},
       -1.4482848947939417},
      {0.22348401460464234,
       0.3220081800362834,
       {{-0.04870753197874486, -0.09583746275878352, 2.7287198159471378}},
       -1.4482848947939417},
      {0.21117941814033697,
       8.325342818473782,
       {{-0.04658682186451562, -0.06812074722634179, 3.6579092557646202}},
       -4.344854684381826}};
  Json const surface = {{"friction", 0.5}, {"restitution", 0.2}};
  std::vector<Json> bodies = {
      with({{"name", "floor"},
            {"motion", "fixed"},
            {"position", {0, 0, -1.0487645682441493}},
            {"shapes", box_shape({{8.390116545953195, 8.390116545953195, 2.0975291364882986}})}},
           surface)};
  for (auto const& each : balls)
    bodies.push_back(with({{"name", "ball" + std::to_string(bodies.size())},
                           {"mass", each.mass},
                           {"position", json_of(each.x)},
                           {"velocity", {0, 0, each.v}},
                           {"shapes", sphere_shape(each.radius)}},
                          surface));
  auto const s = simulation(scene_from(scene_of(bodies, {}, falling)), 0.014482848947939417,
                            GetParam(), {.solver = "cascade"});
  for (int k = 1; k <= 60; ++k) {
    if (!s->step().solved()) continue;
    auto const now = s->snapshot().pose;
    for (std::size_t i = 0; i < balls.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_GT(norm(now[i + 1].p_WB - now[j + 1].p_WB) - balls[i].radius - balls[j].radius,
                  -3e-6)
            << k << ": " << i << " " << j;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Balls, testing::ValuesIn(integrators()), by_integrator);

}  // namespace
}  // namespace orthant::test::mirrored_balls
