// Bodies that move farther in a step than they are thick. None crosses another; one that misses
// continues; and if one crosses nevertheless, the step reports it.
#include "orthant/core/collision/detail/sweep.hpp"
#include "orthant/tests/collision/dice.hpp"
#include "tests/integrators/solids.hpp"

namespace orthant::test::fast_bodies {
namespace {

Real const h = 0.01, r = 0.02;

struct Meeting {
  char const* name;
  Placed a, b;
  Vec3 v_a, v_b;
  Motion motion_a = Motion::fixed;
  Vec3 w_a{}, w_b{};

  Scene scene() const {
    Scene out;
    out.gravity = {};
    out.add(solid("a", a, motion_a, Surface{}.friction, stacked(v_a, w_a)));
    out.add(solid("b", b, Motion::dynamic, Surface{}.friction, stacked(v_b, w_b)));
    return out;
  }
};

std::ostream& operator<<(std::ostream& out, Meeting const& m) { return out << m.name; }

Placed const ball = sphere(r), rod = capsule(0.01, 0.05), wall = box(0.001, 0.5, 0.5),
             cube = box(0.02, 0.02, 0.02);
Quat<> const upright{}, lying = rotation(x_axis, quarter), across = rotation(y_axis, quarter);
Real const fast = 20;

/// b moves along x, or a towards it; none passes.
Meeting const head_on[] = {
    {"ball_ball", ball, ball.at(-0.5, 0.001, 0.001), {}, {{fast, 0, 0}}},
    {"ball_free_ball", ball, ball.at(-0.51, 0, 0), {}, {{fast, 0, 0}}, Motion::dynamic},
    {"both_move", ball, ball.at(-0.51, 0, 0), {{-fast, 0, 0}}, {{fast, 0, 0}}, Motion::dynamic},
    {"moved_to_it", ball, ball.at(-0.52, 0, 0), {{-fast, 0, 0}}, {}, Motion::kinematic},
    {"spinning_balls",
     ball,
     ball.at(-0.53, 0, 0),
     {},
     {{fast, 0, 0}},
     Motion::dynamic,
     {{0, 300, 0}},
     {{90, 0, 200}}},
    {"rod_ball", rod, ball.at(-0.54, 0.001, 0.01), {}, {{fast, 0, 0}}},
    {"rods_across", rod, rod.at(-0.55, 0.0005, 0.001, lying), {}, {{fast, 0, 0}}},
    {"rods_along", rod, rod.at(-0.56, 0, 0.01), {}, {{fast, 0, 0}}},
    {"rods_end_to_end", rod.at(0, 0, 0, across), rod.at(-0.65, 0, 0, across), {}, {{fast, 0, 0}}},
    {"cube_ball", cube, ball.at(-0.5, 0.001, 0.002), {}, {{fast, 0, 0}}},
    {"cubes_edge_ball",
     cube.at(0, 0, 0, rotation(y_axis, quarter / 2)),
     ball.at(-0.57, 0, 0),
     {},
     {{fast, 0, 0}}},
    {"cubes", cube, cube.at(-0.5, 0.003, 0.002, rotation({{1, 2, 3}}, 0.4)), {}, {{fast, 0, 0}}},
    {"wall_ball", wall, ball.at(-0.51, 0, 0), {}, {{fast, 0, 0}}},
    {"wall_rod", wall, rod.at(-0.55, 0, 0), {}, {{fast, 0, 0}}},
    {"wall_cube", wall, cube.at(-0.5, 0, 0, rotation({{1, 2, 3}}, 0.4)), {}, {{fast, 0, 0}}},
};

class FastBodies : public ::testing::TestWithParam<std::tuple<Json, Meeting>> {
 protected:
  Json const& integrator() const { return std::get<0>(GetParam()); }
  Meeting const& meeting() const { return std::get<1>(GetParam()); }
};

TEST_P(FastBodies, StayOnTheirSide) {
  auto const s = simulation(meeting().scene(), h, integrator());
  for (int i = 0; i < 8; ++i) {
    auto const& report = s->step();
    EXPECT_TRUE(report.solve.converged()) << i;
    EXPECT_EQ(report.crossings, 0) << i;
    auto const now = s->snapshot();
    Real const apart = now.pose[0].p_WB[0] - now.pose[1].p_WB[0];
    ASSERT_GT(apart, 0.005) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, FastBodies,
                         ::testing::Combine(::testing::ValuesIn(one_of_each_level()),
                                            ::testing::ValuesIn(head_on)),
                         [](auto const& test) {
                           return name_of(std::get<0>(test.param)) + "_" +
                                  std::get<1>(test.param).name;
                         });

class EachLevel : public ::testing::TestWithParam<Json> {};

/// At 0.99 of the sum of the radii it is deflected, at 1.01 it continues as if alone.
TEST_P(EachLevel, ABallThatMissesByAHairIsNotStopped) {
  for (Real start : {-0.5, -0.43, -0.41, -0.3})
    for (Real part : {0.99, 1.01}) {
      SCOPED_TRACE(testing::Message() << start << ", " << part);
      Meeting const m{"", ball, ball.at(start, part * 2 * r, 0), {}, {{fast, 0, 0}}};
      auto const s = simulation(m.scene(), h, GetParam());
      for (int i = 0; i < 5; ++i) EXPECT_EQ(s->step().crossings, 0);
      Twist const u = s->snapshot().twist[1];
      if (part > 1)
        EXPECT_LT(norm(u - stacked({{fast, 0, 0}}, {})), 1e-12);
      else
        EXPECT_GT(u[1], 1);
    }
}

/// Past the edge of a thin wall, obliquely, from the front of its face.
TEST_P(EachLevel, ABallThatPassesBesideAWallIsNotStopped) {
  Meeting const m{"", wall, ball.at(-0.05, 0.48, 0), {}, {{fast, fast, 0}}};
  auto const s = simulation(m.scene(), h, GetParam());
  EXPECT_EQ(s->step().crossings, 0);
  EXPECT_LT(norm(s->snapshot().twist[1] - stacked({{fast, fast, 0}}, {})), 1e-12);
}

/// The tip of a rod that rotates by more than a radian in a step.
TEST_P(EachLevel, ATurningRodDoesNotSweepThroughABall) {
  for (auto const motion : {Motion::kinematic, Motion::dynamic}) {
    Meeting m{"", capsule(0.01, 0.5).at(0, 0, 0, lying), ball.at(0.3, -0.25, 0), {}, {}, motion};
    m.w_a = {{0, 0, 150}};
    auto const s = simulation(m.scene(), h, GetParam());
    auto const& report = s->step();
    EXPECT_EQ(report.crossings, 0);
    auto const now = s->snapshot();
    Vec3 const forward = rotate(now.pose[0].q_WB, x_axis);  // motion of its lower half
    EXPECT_GT(dot(forward, now.pose[1].p_WB - now.pose[0].p_WB), 0.01);
  }
}

/// A heavy ball moves along x towards a row of others, the last of which is fixed.
Scene row_of_balls(int others) {
  Scene scene =
      Meeting{"", ball.at(-0.1, 0, 0), ball.at(0.06, 0, 0), {{5 * fast, 0, 0}}, {}, Motion::dynamic}
          .scene();
  scene.bodies[0].mass = 1e6;
  for (int i = 1; i < others; ++i) {
    auto const motion = i + 1 < others ? Motion::dynamic : Motion::fixed;
    scene.add(solid(std::to_string(i), ball.at(0.06 * (i + 1), 0, 0), motion));
  }
  return scene;
}

bool in_order(Snapshot const& now) {
  for (std::size_t b = 1; b < now.pose.size(); ++b)
    if (now.pose[b].p_WB[0] < now.pose[b - 1].p_WB[0]) return false;
  return true;
}

/// The first body throws the second through the third, which its free motion would not meet; each
/// of a row of balls throws the next.
TEST_P(EachLevel, ABodyThatIsThrownAcrossAnotherIsStopped) {
  for (int const others : {2, 6}) {
    auto const s = simulation(row_of_balls(others), h, GetParam());
    EXPECT_EQ(s->step().crossings, 0) << others;
    EXPECT_TRUE(in_order(s->snapshot())) << others;
  }
}

/// Without rows for open contacts nothing is searched ahead.
TEST_P(EachLevel, ABodyThatCrossesIsReported) {
  Scene scene = Meeting{"", ball, ball.at(-0.1, 0.001, 0), {}, {{fast, 0, 0}}}.scene();
  scene.contact.level = Level::velocity;
  scene.contact.speculative = false;
  auto const s = simulation(scene, h, GetParam());
  auto const& report = s->step();
  EXPECT_GT(s->snapshot().pose[1].p_WB[0], 2 * r);
  EXPECT_EQ(report.crossings, 1);
  EXPECT_TRUE(report.solve.converged());
  EXPECT_FALSE(report.solved());
}

/// A corner of two thin walls: without the first wall the ball would pass beside the second.
TEST_P(EachLevel, ABallDoesNotLeaveThroughACorner) {
  Meeting const m{"", box(0.001, 0.05, 0.05), ball.at(-0.06, -0.03, 0), {}, {{2 * fast, fast, 0}}};
  Scene scene = m.scene();
  scene.add(solid("c", box(0.05, 0.001, 0.05).at(-0.051, 0.051, 0), Motion::fixed));
  for (auto& body : scene.bodies) body.shapes[0].surface.friction = 0;
  auto const s = simulation(scene, h, GetParam());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(s->step().crossings, 0);
  Vec3 const x = s->snapshot().pose[1].p_WB;
  EXPECT_LT(x[0], -r + 1e-3);
  EXPECT_LT(x[1], 0.051 - r + 1e-3);
}

/// Two bodies of any shapes that move towards each other, by up to several times their thickness in
/// a step, and rotate by up to a radian.
Scene random_encounter(Dice& dice) {
  Kinds const kinds = all_pairs[dice.below(6)];
  Placed const a = dice.shape(kinds.a).in(dice.pose(0.1)), b = dice.shape(kinds.b);
  Vec3 const d = dice.direction();
  Real const apart = bounding_radius(a.shape) + bounding_radius(b.shape) + dice.between(0.01, 0.5);
  auto const spin = [&] { return dice.between(0, 100) * dice.direction(); };
  Meeting m{"",     a,  b.in({a.X_WS.p_WB + apart * d, dice.orientation()}),
            10 * d, {}, Motion::dynamic};
  m.v_b = -dice.between(10, 50) * d + 6 * dice.direction();
  m.w_a = spin();
  m.w_b = spin();
  Scene out = m.scene();
  for (auto& body : out.bodies) body.inertia_B = diagonal({{0.05, 0.08, 0.1}});
  return out;
}

/// The least gap of the first two bodies during the motion between two states.
Real least_gap(Scene const& scene, Snapshot const& from, Snapshot const& to) {
  auto const moving = [&](std::size_t b) {
    return MovingShape{scene.bodies[b].shapes[0], motion_between(from.pose[b], to.pose[b])};
  };
  MovingShape const a = moving(0), b = moving(1);
  Real least = HUGE_VAL;
  for (int k = 0; k <= 100; ++k) least = std::min(least, nearest_of(a, b, k / 100.).gap);
  return least;
}

/// Very few pass through each other, because bodies may rotate much farther after a hit. None does
/// in a step that counts as solved.
TEST_P(EachLevel, TurningShapesDoNotGoThroughEachOtherUnseen) {
  Dice dice(81);
  int met = 0, reported = 0;
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(i);
    Scene const scene = random_encounter(dice);
    auto const s = simulation(scene, h, GetParam());
    Real const thickness =
        inscribed_radius(scene.bodies[0].shapes[0]) + inscribed_radius(scene.bodies[1].shapes[0]);
    for (int step = 0; step < 3; ++step) {
      auto const before = s->snapshot();
      auto const& report = s->step();
      if (report.crossings > 0) {
        ++reported;
        break;
      }
      if (report.solved()) {
        EXPECT_GT(least_gap(scene, before, s->snapshot()), -thickness) << step;
      }
    }
    if (norm(s->snapshot().twist[1] - scene.bodies[1].twist) > 1) ++met;
  }
  EXPECT_GT(met, 20);
  EXPECT_LE(reported, 3);
}

INSTANTIATE_TEST_SUITE_P(Integrators, EachLevel, testing::ValuesIn(one_of_each_level()),
                         by_integrator);

class EachIntegrator : public ::testing::TestWithParam<Json> {};

/// A rotation that overflows, or is no number.
TEST_P(EachIntegrator, ASpinBeyondAllNumbersIsReported) {
  for (Real const w : {1e170, 1e250, 1e308}) {
    SCOPED_TRACE(w);
    Scene scene;
    scene.gravity = {};
    scene.add(solid("a", cube, Motion::dynamic, Surface{}.friction, stacked({}, {{w, -w, w}})));
    scene.bodies[0].inertia_B = diagonal({{0.1, 0.2, 0.25}});
    auto const s = simulation(scene, h, GetParam());
    EXPECT_FALSE(s->step().solved());
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, EachIntegrator, testing::ValuesIn(integrators()),
                         by_integrator);

}  // namespace
}  // namespace orthant::test::fast_bodies
