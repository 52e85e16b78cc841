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

  /// In the order of their pairs, whose names lead back to them.
  std::vector<Contact> contacts() {
    ContactSettings settings;
    Detector<Space> detector(model, settings, {}, {}, 1000);
    int const found = detector.detect(Space(), state, twist, 0.01);
    std::vector<Contact> out;
    for (int i = 0; i < found; ++i) {
      out.push_back(detector.contacts()(i));
      ShapePair const pair = detector.search().pair_of(0, pair_of(out.back().key));
      EXPECT_EQ(pair.owner, 1);
      EXPECT_EQ(pair.partner, 0);
      EXPECT_GE(pair.part, 0);
      EXPECT_EQ(detector.search().name_of(pair), pair_of(out.back().key));
      EXPECT_TRUE(i == 0 || pair_of(out[i].key) >= pair_of(out[i - 1].key));
    }
    return out;
  }
};

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
