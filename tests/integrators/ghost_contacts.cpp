// Contacts are where shapes touch: a body that slides over the seams of flush shapes moves as if
// the seams were not there, and a beam that is wider than its slot by less than what counts as
// touching is not thrown out of it.
#include "orthant/tests/collision/dice.hpp"
#include "tests/integrators/solids.hpp"

namespace orthant::test::ghost_contacts {
namespace {

/// Flush tiles of 0.25 m along x, each second one higher by `step`, and a body on the first.
Scene tiles(Placed const& slider, Real height, Vec3 const& v, Real step, Real apart) {
  Scene out;
  out.gravity = {{0, 0, -9.81}};
  for (int i = 0; i < 6; ++i)
    out.add(solid("tile" + std::to_string(i),
                  box(0.125, 0.5, 0.05).at((0.25 + apart) * i, 0, -0.05 + (i % 2) * step),
                  Motion::fixed, 0));
  out.add(solid("b", slider.at(0.02, 0.01, height), Motion::dynamic, 0, stacked(v, {})));
  return out;
}

struct Slider {
  char const* name;
  Placed shape;
  Real height;
};
std::ostream& operator<<(std::ostream& out, Slider const& s) { return out << s.name; }

Slider const sliders[] = {{"box", box(0.05, 0.04, 0.03), 0.03},
                          {"cylinder", cylinder(0.05, 0.03), 0.03},
                          {"ellipsoid", ellipsoid(0.05, 0.04, 0.03), 0.03},
                          {"sphere", sphere(0.03), 0.03}};

class Seams : public ::testing::TestWithParam<std::tuple<Json, Slider>> {};

void at_velocity_level(Scene& scene) { scene.contact.level = Level::velocity; }
void bouncing(Scene& scene) { scene.bodies.back().shapes[0].surface.restitution = 0.5; }
/// A contact that is new at a seam sinks by Sigma lambda, at most 1e-3 g h = 2e-5 m/s of all. The
/// body rocks by a part of this over its radius.
void sharing(Scene& scene) { scene.contact.least_norm = 1e-3; }
/// What one part of a body did at a seam in an attempt shows nothing of its other parts.
void in_parts(Scene& scene) {
  auto& shapes = scene.bodies.back().shapes;
  int const body = shapes[0].body;
  shapes.clear();
  for (Real const x : {0.025, -0.025})
    for (Real const y : {-0.02, 0.02}) {
      shapes.push_back(box(0.025, 0.02, 0.03).shape);
      shapes.back().body = body;
      shapes.back().X_BS = {{{x, y, 0}}, {}};
      shapes.back().surface.friction = 0;
    }
}

struct Case {
  char const* name;
  void (*change)(Scene&);
  std::vector<Real> steps;
  Real within;  // of the velocity along the tiles, after 0.8 s
  Real rocking = 100 * within;
  bool of_boxes = false;
  Real higher = 0, apart = 0;
};
Case const cases[] = {
    {"plain", nullptr, {0.004, 0.01}, 1e-9},
    {"velocity level", at_velocity_level, {0.004}, 1e-9},
    // a step below the length of the seam's own contact leans only slightly against the motion
    {"short steps", nullptr, {0.001, 0.002}, 1e-8},
    {"bouncing", bouncing, {0.002, 0.004}, 1e-8},
    {"impulses shared", sharing, {0.002}, 1e-8, 1e-5},
    {"in parts", in_parts, {0.004, 0.01}, 1e-8, 1e-6, true},
    {"tiles apart", nullptr, {0.004}, 1e-9, 1e-7, true, 0, 1e-9},
    {"tiles farther apart", nullptr, {0.004}, 1e-9, 1e-7, true, 0, 1e-6},
    {"tiles far apart", nullptr, {0.004}, 1e-9, 1e-7, true, 0, 1e-3},
    {"as good as flush, up", nullptr, {0.004}, 1e-4, 1e-2, true, 1e-9},
    {"as good as flush, down", nullptr, {0.004}, 1e-4, 1e-2, true, -1e-9},
    {"nearly as good as flush", nullptr, {0.004}, 1e-4, 1e-2, true, -1e-7}};

/// The body keeps its velocity, and does not rock.
TEST_P(Seams, StopNothing) {
  auto const& [integrator, slider] = GetParam();
  Vec3 const v{{1, 0.05, 0}};
  for (auto const& each : cases) {
    if (each.of_boxes && !slider.shape.shape.is<shapes::Box>()) continue;
    for (Real const h : each.steps) {
      SCOPED_TRACE(testing::Message() << each.name << ", " << h);
      auto scene = tiles(slider.shape, slider.height, v, each.higher, each.apart);
      if (each.change) each.change(scene);
      auto const s = simulation(scene, h, integrator, {.solver = "cascade"});
      for (int i = 0; i < static_cast<int>(std::lround(0.8 / h)); ++i) {
        auto const& report = s->step();
        ASSERT_TRUE(report.solved()) << i << ": " << report.why_unsolved();
      }
      Twist const u = s->snapshot().twist.back();
      EXPECT_LT(norm(Vec3{{u[0], u[1], 0}} - v), each.within);
      EXPECT_LT(norm(u - stacked(v, {})), each.rocking);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, Seams,
                         ::testing::Combine(::testing::ValuesIn(one_of_each_level()),
                                            ::testing::ValuesIn(sliders)),
                         [](auto const& test) {
                           return name_of(std::get<0>(test.param)) + "_" +
                                  std::get<1>(test.param).name;
                         });

/// A seam of the body passes that of two tiles in the step in which the contacts of an earlier end,
/// at which the body was tilted, take gaps to be lower than they are.
TEST(Seams, ThatMeetLiftNothing) {
  Real const h = 0.01, height = 0.03;
  Scene scene = tiles(box(0.05, 0.04, height), height, {{1, -0.05, 0}}, 0, 0);
  in_parts(scene);
  at_velocity_level(scene);
  auto& body = scene.bodies.back();
  body.pose.p_WB[1] = -0.01;
  body.mass = 1e-6;
  body.inertia_B = diagonal({{2e-9, 2e-9, 2e-9}});
  Json const solver = {{"type", "cascade"},
                       {"friction", "associated"},
                       {"linear", "saddle_point"},
                       {"geometric_stiffness", "exact"},
                       {"regularisation", "levenberg_marquardt"}};
  auto const s = simulation(
      scene, h, {{"type", "implicit_euler"}, {"matrices", "iterate"}, {"warm_start", false}},
      {.solver = solver});
  for (int i = 0; i < 40; ++i) {
    auto const& report = s->step();
    ASSERT_TRUE(report.solved()) << i << ": " << report.why_unsolved();
    EXPECT_NEAR(s->snapshot().pose.back().p_WB[2], height, 1e-8) << i;
  }
}

/// A beam of 0.04 x 0.04 x 0.12 m above z = 0, the rim of a slot of its width and a clearance.
Scene beam(Real z, Real clearance) {
  Scene out;
  out.gravity = {{0, 0, -9.81}};
  Real const x = 0.07 + 0.5 * clearance;
  out.add(solid("left", box(0.05, 0.1, 0.15).at(-x, 0, -0.15), Motion::fixed, 0));
  out.add(solid("right", box(0.05, 0.1, 0.15).at(x, 0, -0.15), Motion::fixed, 0));
  out.add(solid("beam", box(0.02, 0.02, 0.06).at(0, 0, z + 0.06), Motion::dynamic, 0));
  out.bodies.back().inertia_B = diagonal({{1.33e-3, 1.33e-3, 2.67e-4}});
  return out;
}

class Slots : public ::testing::TestWithParam<Json> {};

/// The overlap cannot be removed: steps in which it would be are not solved.
TEST_P(Slots, ThatAreTooNarrowThrowNoBeamOut) {
  auto const s = simulation(beam(-0.06, -1e-7), 0.001, GetParam(), {.solver = "cascade"});
  Real z = s->snapshot().pose.back().p_WB[2];
  int unsolved = 0;
  for (int k = 0; k < 15; ++k) {
    unsolved += !s->step().solved();
    Real const next = s->snapshot().pose.back().p_WB[2];
    EXPECT_LT(next, z + 1e-9) << k;
    z = next;
  }
  EXPECT_GT(unsolved, 0);
}

INSTANTIATE_TEST_SUITE_P(Integrators, Slots, testing::ValuesIn(one_of_each_level()), by_integrator);

}  // namespace
}  // namespace orthant::test::ghost_contacts
