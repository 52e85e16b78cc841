// Contacts of a step with a surface: pairs of a shape and a triangle, and their names.
#include <gtest/gtest.h>

#include "orthant/core/collision/detail/detector.hpp"
#include "orthant/core/execution/detail/spaces.hpp"
#include "tests/collision/surfaces.hpp"

namespace orthant::test::surface_pairs {
namespace {

using Space = SpaceOnHost;

struct Ground {
  Model<Space> model;
  State<Space> state;
  Array<Space, Twist*> twist{"twist", 2};

  Ground(Shape const& ground, Placed const& body, Twist const& u) {
    Shape a = ground, b = body.shape;
    a.body = 0, b.body = 1;
    Body moves;
    moves.mass = 1;
    moves.inertia_B = moves.inverse_inertia_B = diagonal({{1, 1, 1}});
    model.bodies = model.shapes = 2;
    model.shape = to_device<Space>("shape", std::vector<Shape>{a, b});
    model.body = to_device<Space>("body", std::vector<Body>{{}, moves});
    state.pose = to_device<Space>("pose", std::vector<Pose<>>{{}, body.X_WS});
    twist(1) = u;
  }

  std::vector<Contact> contacts(PairSearch<Space>* search = nullptr) {
    ContactSettings settings;
    Detector<Space> detector(model, settings, {}, {}, 1000);
    int const found = detector.detect(Space(), state, twist, 0.01);
    std::vector<Contact> out;
    for (int i = 0; i < found; ++i) out.push_back(detector.contacts()(i));
    if (search) {
      *search = detector.search();
      for (std::size_t i = 0; i < out.size(); ++i) {
        ShapePair const pair = search->pair_of(0, pair_of(out[i].key));
        EXPECT_EQ(pair.owner, 1);
        EXPECT_EQ(pair.partner, 0);
        EXPECT_GE(pair.part, 0);
        EXPECT_EQ(search->name_of(pair), pair_of(out[i].key));
        if (i > 0) {
          EXPECT_GE(pair_of(out[i].key), pair_of(out[i - 1].key));
        }
      }
    }
    std::sort(out.begin(), out.end(),
              [](auto const& x, auto const& y) { return (x.key & 0xffffff) < (y.key & 0xffffff); });
    return out;
  }
};

TEST(SurfacePairs, AreThoseOfAHalfSpaceInMotion) {
  Dice dice(21);
  auto const ground = flat_ground(12, 0.1, 0.3, dice).geometry();
  int points = 0;
  for (int n = 0; n < 100; ++n) {
    SCOPED_TRACE(n);
    Placed const shapes[] = {box(0.1, 0.07, 0.05), capsule(0.05, 0.1), sphere(0.1),
                             placed(kind_of<shapes::Cylinder>, {{0.1, 0.04, 0}})};
    Placed a = shapes[dice.below(4)];
    a.X_WS.q_WB = dice.orientation();
    Real const reach = narrow::convex_of(a.shape, a.X_WS).reach({{0, 0, -1}}) + rounding(a.shape);
    a.X_WS.p_WB = {{dice.between(-0.2, 0.2), dice.between(-0.2, 0.2),
                    reach + dice.below(2) * dice.between(0, 0.02)}};
    Twist const u = stacked(dice.between(0, 10) * dice.direction(), 5 * dice.direction());
    PairSearch<Space> search;
    auto const found = Ground(surface(*ground).shape, a, u).contacts(&search);
    auto const expected = Ground(half_space().shape, a, u).contacts();
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i, ++points) {
      EXPECT_EQ(found[i].kind, expected[i].kind);
      EXPECT_NEAR(found[i].gap, expected[i].gap, 1e-13);
      EXPECT_LT(norm(found[i].d_A - expected[i].d_A), 1e-13);
      EXPECT_LT(norm(found[i].p_B - expected[i].p_B), 1e-9);
    }
  }
  EXPECT_GT(points, 100);
}

/// A ball that goes ten radii in a step meets what its centre would pass through.
TEST(SurfacePairs, StopAFastBall) {
  Dice dice(22);
  auto const height = [&](Real x, Real y) { return 0.1 * sin(7 * x) * cos(5 * y); };
  auto const ground = terrain(40, 0.05, 0, dice, height).geometry();
  Real const r = 0.03, h = 0.01;
  int passing = 0;
  for (int n = 0; n < 100; ++n) {
    SCOPED_TRACE(n);
    Real const x = dice.between(-0.5, 0.5), y = dice.between(-0.5, 0.5);
    Placed const ball = sphere(r).at(x, y, height(x, y) + dice.between(0.06, 0.15));
    Vec3 const v{{dice.between(-20, 20), dice.between(-20, 20), dice.between(-30, -10)}};
    Vec3 const end = ball.X_WS.p_WB + h * v;
    if (end[2] > height(end[0], end[1]) - 0.02) continue;
    ++passing;
    Real least = 0;
    for (auto const& c : Ground(surface(*ground).shape, ball, stacked(v, {})).contacts()) {
      Pose<> const moved{end, {}};
      Real gap = 0;
      if (c.kind == ContactKind::meeting)
        gap = c.a == 0 ? meeting_gap(c, Pose<>{}, moved) : meeting_gap(c, moved, Pose<>{});
      else if (c.kind == ContactKind::plane_point && c.a == 0)
        gap = dot(c.d_A, at(moved, c.p_B) - c.p_A) - c.r_B;
      least = std::min(least, gap);
    }
    EXPECT_LT(least, -1e-3);
  }
  EXPECT_GT(passing, 30);
}

}  // namespace
}  // namespace orthant::test::surface_pairs
