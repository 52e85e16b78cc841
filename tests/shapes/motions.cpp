// Hulls, cones and rounded boxes in motion: like the boxes whose corners they have, and closed
// forms.
#include <gtest/gtest.h>

#include "orthant/core/scene/read_body.hpp"
#include "orthant/tests/collision/placed.hpp"
#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::shape_motions {
namespace {

Shape hull_of_box(Vec3 const& half) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(
        {{i & 1 ? half[0] : -half[0], i & 2 ? half[1] : -half[1], i & 4 ? half[2] : -half[2]}});
  return hull(corners);
}

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
      add(scenes[k], Motion::fixed, below ? hull_of_box({{5, 5, 0.5}}) : box(5, 5, 0.5).shape,
          {{{0, 0, -0.5}}, {}});
    else
      add(scenes[k], Motion::fixed, half_space().shape, {});
    add(scenes[k], Motion::dynamic,
        k == 0 ? box(half[0], half[1], half[2]).shape : hull_of_box(half), {{{0, 0, height}}, {}},
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

TEST(HullOfABox, SlidesLikeTheBox) {
  EXPECT_LT(apart(false, false, {{1, 0.5, 0}}, {}, 0.05), 1e-9);
  EXPECT_LT(apart(true, false, {{1, 0.5, 0}}, {}, 0.05), 1e-9);
  EXPECT_LT(apart(true, true, {{1, 0.5, 0}}, {}, 0.05), 1e-9);
}

/// Until it lands: then the contacts of a tumbling box depend on digits.
TEST(HullOfABox, TumblesLikeTheBox) {
  EXPECT_LT(apart(false, false, {{0.3, 0, -1}}, {{2, 3, 1}}, 0.8), 1e-9);
}

/// A rounded cube rests with its core half an edge and r above the floor, on floor, box and hull.
TEST(RoundedBox, RestsOnItsFace) {
  for (bool on_hull : {false, true}) {
    Scene scene;
    add(scene, Motion::fixed, on_hull ? hull_of_box({{2, 2, 0.5}}) : half_space().shape,
        {{{0, 0, on_hull ? -0.5 : 0.}}, {}});
    Shape cube = box(0.1, 0.1, 0.1).shape;
    cube.rounding = 0.02;
    add(scene, Motion::dynamic, cube, {{{0, 0, 0.12}}, {}});
    auto const s = simulation(scene, 0.005, method);
    for (int k = 0; k < 100; ++k) ASSERT_TRUE(s->step().solve.converged()) << k;
    EXPECT_NEAR(norm(s->snapshot().pose[1].p_WB - Vec3{{0, 0, 0.12}}), 0, 1e-8);
  }
}

/// A cone that stands on its base keeps its place, and its spin about z slows by friction alone.
TEST(Cone, StandsOnItsBase) {
  Scene scene;
  add(scene, Motion::fixed, half_space().shape, {});
  add(scene, Motion::dynamic, placed(kind_of<shapes::Cone>, {{0.1, 0.2, 0}}).shape,
      {{{0, 0, 0.05}}, {}}, {}, {{0, 0, 3}});
  auto const s = simulation(scene, 0.005, method);
  for (int k = 0; k < 40; ++k) ASSERT_TRUE(s->step().solve.converged()) << k;
  auto const now = s->snapshot();
  EXPECT_NEAR(now.pose[1].p_WB[2], 0.05, 1e-8);
  EXPECT_LT(std::abs(now.twist[1][5]), 3);
}

}  // namespace
}  // namespace orthant::test::shape_motions
