// Hulls, cones and rounded boxes in motion: like the boxes whose corners they have, and closed
// forms.
#include <gtest/gtest.h>

#include "orthant/core/scene/read_body.hpp"
#include "orthant/tests/collision/placed.hpp"
#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::shape_motions {
namespace {

void add(Scene& scene, Motion motion, Shape shape, Pose<> const& X, Vec3 const& v = {},
         Vec3 const& w = {}) {
  BodySpec body;
  body.motion = motion;
  body.pose = X;
  body.twist = stacked(v, w);
  shape.surface.friction = 0.4;
  body.shapes = {shape};
  if (motion == Motion::dynamic) make_solid(body, 2);
  scene.add(body);
}

Vec3 const half{{0.1, 0.15, 0.05}};
Json const method = {{"type", "semi_implicit_euler"}};

/// The largest distance between the centres of a box and of the hull of its corners, one step after
/// another from the same states.
Real apart(bool on_box, bool hull_below, Vec3 const& v, Vec3 const& w, Real height) {
  Scene scenes[2];
  for (int k = 0; k < 2; ++k) {
    bool const below = hull_below && k == 1;
    if (on_box)
      add(scenes[k], Motion::fixed, below ? hull(corners({{5, 5, 0.5}})) : box(5, 5, 0.5).shape,
          {{{0, 0, -0.5}}, {}});
    else
      add(scenes[k], Motion::fixed, half_space().shape, {});
    add(scenes[k], Motion::dynamic,
        k == 0 ? box(half[0], half[1], half[2]).shape : hull(corners(half)), {{{0, 0, height}}, {}},
        v, w);
  }
  auto const a = simulation(scenes[0], 0.005, method), b = simulation(scenes[1], 0.005, method);
  Real most = 0;
  for (int k = 0; k < 100; ++k) {
    EXPECT_TRUE(a->step().solve.converged()) << k;
    EXPECT_TRUE(b->step().solve.converged()) << k;
    auto const p = a->snapshot().pose[1], q = b->snapshot().pose[1];
    most = larger(most, norm(p.p_WB - q.p_WB));
  }
  return most;
}

/// It tumbles until it lands: then the contacts of a tumbling box depend on digits.
TEST(HullOfABox, SlidesAndTumblesLikeTheBox) {
  EXPECT_LT(apart(false, false, {{1, 0.5, 0}}, {}, 0.05), 1e-9);
  EXPECT_LT(apart(true, false, {{1, 0.5, 0}}, {}, 0.05), 1e-9);
  EXPECT_LT(apart(true, true, {{1, 0.5, 0}}, {}, 0.05), 1e-9);
  EXPECT_LT(apart(false, false, {{0.3, 0, -1}}, {{2, 3, 1}}, 0.8), 1e-9);
}

/// A rounded cube rests with its core half an edge and r above a floor and a hull; a cone that
/// stands on its base keeps its place, and its spin about z slows by friction alone.
TEST(RoundedBoxesAndCones, RestOnTheirFaces) {
  Shape cube = box(0.1, 0.1, 0.1).shape;
  cube.rounding = 0.02;
  struct {
    Shape below, shape;
    Real ground, height, spin;
  } const cases[] = {
      {half_space().shape, cube, 0, 0.12, 0},
      {hull(corners({{2, 2, 0.5}})), cube, -0.5, 0.12, 0},
      {half_space().shape, placed(kind_of<shapes::Cone>, {{0.1, 0.2, 0}}).shape, 0, 0.05, 3}};
  for (auto const& c : cases) {
    Scene scene;
    add(scene, Motion::fixed, c.below, {{{0, 0, c.ground}}, {}});
    add(scene, Motion::dynamic, c.shape, {{{0, 0, c.height}}, {}}, {}, {{0, 0, c.spin}});
    auto const s = simulation(scene, 0.005, method);
    for (int k = 0; k < (c.spin > 0 ? 40 : 100); ++k) ASSERT_TRUE(s->step().solve.converged()) << k;
    auto const now = s->snapshot();
    EXPECT_NEAR(norm(now.pose[1].p_WB - Vec3{{0, 0, c.height}}), 0, 1e-8);
    EXPECT_TRUE(c.spin == 0 || std::abs(now.twist[1][5]) < c.spin);
  }
}

}  // namespace
}  // namespace orthant::test::shape_motions
