// Contacts are where shapes touch. A body that slides over the seams of flush shapes, or passes
// another one closely, moves as if the seams, or the other body, were not there.
#include <gtest/gtest.h>

#include "orthant/tests/collision/dice.hpp"
#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::ghost_contacts {
namespace {

BodySpec solid(char const* name, Placed const& shape, Vec3 const& v, Motion motion) {
  BodySpec body;
  body.name = name;
  body.motion = motion;
  if (motion == Motion::dynamic) {
    body.mass = 1;
    body.inertia_B = diagonal({{1e-3, 1e-3, 1e-3}});
  }
  body.pose = shape.X_WS;
  body.twist = stacked(v, {});
  body.shapes = {shape.shape};
  body.shapes[0].surface.friction = 0;
  return body;
}

/// Flush tiles of 0.25 m along x, each second one higher by `step`, and a body on the first.
Scene tiles(Placed const& slider, Real height, Vec3 const& v, Real step = 0, Real apart = 0) {
  Scene out;
  out.gravity = {{0, 0, -9.81}};
  for (int i = 0; i < 6; ++i) {
    Placed const tile = box(0.125, 0.5, 0.05).at((0.25 + apart) * i, 0, -0.05 + (i % 2) * step);
    out.add(solid(("tile" + std::to_string(i)).c_str(), tile, {}, Motion::fixed));
  }
  out.add(solid("b", slider.at(0.02, 0.01, height), v, Motion::dynamic));
  return out;
}

struct Slider {
  char const* name;
  Placed shape;
  Real height;
};
std::ostream& operator<<(std::ostream& out, Slider const& s) { return out << s.name; }

Slider const sliders[] = {{"box", box(0.05, 0.04, 0.03), 0.03},
                          {"cylinder", placed(kind_of<shapes::Cylinder>, {{0.05, 0.03, 0}}), 0.03},
                          {"ellipsoid", ellipsoid(0.05, 0.04, 0.03), 0.03},
                          {"sphere", sphere(0.03), 0.03}};

class Seams : public ::testing::TestWithParam<std::tuple<Json, Slider>> {
 protected:
  Json const& integrator() const { return std::get<0>(GetParam()); }
  Slider const& slider() const { return std::get<1>(GetParam()); }

  /// Requires that a body keeps its velocity for 0.8 s, and does not rock.
  void keeps(Scene const& scene, Vec3 const& v, Real h, Real within) const {
    keeps(scene, v, h, within, 100 * within);
  }
  void keeps(Scene const& scene, Vec3 const& v, Real h, Real within, Real rocking) const {
    auto const s = simulation(scene, h, integrator(), {.solver = "cascade"});
    int const steps = static_cast<int>(std::lround(0.8 / h));
    for (int i = 0; i < steps; ++i) {
      auto const& report = s->step();
      ASSERT_TRUE(report.solved()) << i << ": " << report.why_unsolved();
    }
    Twist const u = s->snapshot().twist.back();
    EXPECT_LT(norm(Vec3{{u[0], u[1], 0}} - v), within);
    EXPECT_LT(norm(u - stacked(v, {})), rocking);
  }
};

TEST_P(Seams, StopNothing) {
  Vec3 const v{{1, 0.05, 0}};
  for (Real h : {0.004, 0.01}) keeps(tiles(slider().shape, slider().height, v), v, h, 1e-9);
}

TEST_P(Seams, StopNothingAtVelocityLevel) {
  Vec3 const v{{1, 0.05, 0}};
  auto scene = tiles(slider().shape, slider().height, v);
  scene.contact.level = Level::velocity;
  keeps(scene, v, 0.004, 1e-9);
}

/// A step of a length below that of the seam's own contact leans only slightly against the motion.
TEST_P(Seams, StopNothingInShortSteps) {
  Vec3 const v{{1, 0.05, 0}};
  for (Real h : {0.001, 0.002}) keeps(tiles(slider().shape, slider().height, v), v, h, 1e-8);
}

TEST_P(Seams, StopNothingThatBounces) {
  Vec3 const v{{1, 0.05, 0}};
  auto scene = tiles(slider().shape, slider().height, v);
  scene.bodies.back().shapes[0].surface.restitution = 0.5;
  for (Real h : {0.002, 0.004}) keeps(scene, v, h, 1e-8);
}

/// A contact that is new at a seam sinks by Sigma lambda, at most 1e-3 g h = 2e-5 m/s of all. The
/// body rocks by a part of this over its radius.
TEST_P(Seams, StopNothingIfImpulsesAreShared) {
  Vec3 const v{{1, 0.05, 0}};
  auto scene = tiles(slider().shape, slider().height, v);
  scene.contact.least_norm = 1e-3;
  keeps(scene, v, 0.002, 1e-8, 1e-5);
}

/// What one part of a body did at a seam in an attempt shows nothing of its other parts.
TEST_P(Seams, StopNoPartOfABody) {
  if (!slider().shape.shape.is<shapes::Box>()) return;
  Vec3 const v{{1, 0.05, 0}};
  auto scene = tiles(slider().shape, slider().height, v);
  auto& shapes = scene.bodies.back().shapes;
  int const body = shapes[0].body;
  shapes.clear();
  for (Real const x : {0.025, -0.025})
    for (Real const y : {-0.02, 0.02}) {
      shapes.push_back(box(0.025, 0.02, 0.03).at(x, y, 0).shape);
      shapes.back().body = body;
      shapes.back().X_BS = {{{x, y, 0}}, {}};
      shapes.back().surface.friction = 0;
    }
  for (Real h : {0.004, 0.01}) keeps(scene, v, h, 1e-8);
}

TEST_P(Seams, StopNothingWhereTilesAreApart) {
  Vec3 const v{{1, 0.05, 0}};
  if (slider().shape.shape.is<shapes::Box>())
    for (Real apart : {1e-9, 1e-6, 1e-3})
      keeps(tiles(slider().shape, slider().height, v, 0, apart), v, 0.004, 1e-9);
}

TEST_P(Seams, StopNothingWhereTilesAreAsGoodAsFlush) {
  Vec3 const v{{1, 0.05, 0}};
  if (!slider().shape.shape.is<shapes::Box>()) return;
  for (Real step : {1e-9, -1e-9, -1e-7})
    keeps(tiles(slider().shape, slider().height, v, step), v, 0.004, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Integrators, Seams,
                         ::testing::Combine(::testing::ValuesIn(one_of_each_level()),
                                            ::testing::ValuesIn(sliders)),
                         [](auto const& test) {
                           return name_of(std::get<0>(test.param)) + "_" +
                                  std::get<1>(test.param).name;
                         });

class NearMisses : public ::testing::TestWithParam<Json> {};

/// A box that meets a tile which is higher by 1 mm is caught.
TEST_P(NearMisses, ATileThatStandsOutCatches) {
  auto const scene = tiles(box(0.05, 0.04, 0.03), 0.03, {{1, 0, 0}}, 1e-3);
  auto const s = simulation(scene, 0.004, GetParam(), {.solver = "cascade"});
  for (int i = 0; i < 20; ++i) s->step();
  EXPECT_LT(s->snapshot().twist.back()[0], 0.9);
}

/// Two free boxes pass each other without gravity, 1e-4 m apart.
TEST_P(NearMisses, BoxesThatPassAreNotDisturbed) {
  for (Real clearance : {1e-9, 1e-7, 1e-4, 1e-2})
    for (Real speed : {0.3, 1., 15.}) {
      SCOPED_TRACE(testing::Message() << clearance << ", " << speed);
      Scene scene;
      scene.gravity = {};
      Vec3 const v{{speed, 0, 0}};
      scene.add(solid("a", box(0.125, 0.5, 0.05).at(0.25, 0, -0.05), {}, Motion::dynamic));
      Placed const b = box(0.05, 0.04, 0.03).at(0, 0.01, 0.03 + clearance);
      scene.add(solid("b", b, v, Motion::dynamic));
      auto const s = simulation(scene, 0.004, GetParam());
      for (int i = 0; i < 150 && i * 0.004 * speed < 0.6; ++i) ASSERT_TRUE(s->step().solved()) << i;
      EXPECT_LT(norm(s->snapshot().twist[1] - stacked(v, {})), 1e-9);
    }
}

/// A sphere that passes a box fast, above its edge.
TEST_P(NearMisses, AFastBallThatPassesABoxIsNotDisturbed) {
  for (Real clearance : {1e-3, 0.02}) {
    Scene scene;
    scene.gravity = {};
    Vec3 const v{{20, 0, 0}};
    scene.add(solid("a", box(0.125, 0.5, 0.05).at(0.25, 0, -0.05), {}, Motion::fixed));
    scene.add(solid("b", sphere(0.05).at(0, 0.01, 0.05 + clearance), v, Motion::dynamic));
    auto const s = simulation(scene, 0.004, GetParam());
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(s->step().solved()) << i;
    EXPECT_LT(norm(s->snapshot().twist[1] - stacked(v, {})), 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, NearMisses, ::testing::ValuesIn(one_of_each_level()),
                         [](auto const& test) { return name_of(test.param); });

}  // namespace
}  // namespace orthant::test::ghost_contacts
