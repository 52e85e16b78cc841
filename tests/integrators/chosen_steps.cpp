// Steps whose lengths an estimate of the error chooses: closed forms, impacts, and no trace of what
// was taken back.
#include "orthant/core/cone_problem/cone_problem.hpp"
#include "orthant/tests/same_bits.hpp"
#include "tests/integrators/parts.hpp"

namespace orthant::test::chosen_steps {
namespace {

constexpr Real longest = 0.01, gravity = 9.81;

std::unique_ptr<Simulation> chosen(Json const& scene, Real accuracy, Json const& integrator,
                                   int worlds = 1) {
  Json const serial = {{"type", "serial"}}, parts = {{"integrator", integrator}};
  Json resolved, of_parts;
  auto const backend = backends().make(Config(serial, resolved, "backend"));
  Setup setup{
      .scene = scene_from(scene, worlds), .worlds = worlds, .h = longest, .accuracy = accuracy};
  Config config(parts, of_parts, "experiment");
  return backend->build(setup, config);
}

Json on_floor(Real friction, Json const& shape, Json const& more) {
  Json const body = {{"mass", 1}, {"friction", friction}, {"shapes", shape}};
  return {{"assemblies", Json::array({{{"type", "floor"}, {"friction", friction}}})},
          {"bodies", Json::array({with(body, more)})}};
}

Json bouncing(Json const& height, Real e) {
  return on_floor(0, sphere_shape(0.1),
                  {{"restitution", e}, {"position", {0, 0, height}}, {"velocity", {0.3, 0, 0}}});
}

/// A box that is thrown onto the floor and lands on a corner, mirrored in x.
Json tossed(Real x = 1) {
  Real const q = std::sqrt(0.95);
  return on_floor(0.3, box_shape({{0.2, 0.1, 0.1}}),
                  {{"position", {0, 0, 0.3}},
                   {"orientation", {0.9 / q, 0.3 / q, x * 0.2 / q, x * 0.1 / q}},
                   {"velocity", {x, 0, 0}},
                   {"angular_velocity", {1, x * 2, x * 3}}});
}

/// The height of the ball's centre at the time t, in closed form.
Real height_at(Real t, Real start, Real e) {
  Real fall = std::sqrt(2 * start / gravity), speed = e * gravity * fall;
  if (t < fall) return 0.1 + start - 0.5 * gravity * t * t;
  for (t -= fall; t > 2 * speed / gravity; speed *= e) t -= 2 * speed / gravity;
  return 0.1 + speed * t - 0.5 * gravity * t * t;
}

std::vector<Pose<>> after(Simulation& s, Real duration) {
  for (int k = 0; k < std::lround(duration / longest); ++k) {
    auto const& report = s.step();
    EXPECT_TRUE(report.solved()) << k << ": " << report.why_unsolved();
    EXPECT_GT(report.division.steps, 0);
  }
  return s.snapshot().pose;
}

class EachWayChooses : public testing::TestWithParam<Json> {};

/// Steps of 1 ms are off by 2 mm here, those of 0.1 ms by 0.1 mm.
TEST_P(EachWayChooses, WhereABallIsAfterThreeBounces) {
  Real const start = 0.9, e = 0.8, duration = 2;
  bool const second_order = orders(GetParam()).free == 2;
  Real before = HUGE_VAL;
  for (Real const accuracy : {1e-3, 1e-4, 1e-5}) {
    auto const s = chosen(bouncing(0.1 + start, e), accuracy, GetParam());
    auto const x = after(*s, duration)[1].p_WB;
    Real const error = std::fabs(x[2] - height_at(duration, start, e));
    EXPECT_NEAR(x[0], 0.3 * duration, 1e-12);
    EXPECT_LT(error, second_order ? 0.1 * accuracy : 1.3 * std::sqrt(accuracy)) << accuracy;
    EXPECT_LT(error, before) << accuracy;
    before = error;
  }
}

/// With the same steps a step of half the length has the same bits.
TEST_P(EachWayChooses, WhatIsTakenBackLeavesNoTrace) {
  Json const pendulum = scene_of({rigid("rod", 1, {{0.001, 0.0833, 0.0833}}, {{0.5, 0, 0}})},
                                 {joint_at("hinge", "rod", {}, y_axis)}, falling);
  auto const s = chosen(pendulum, 1e6, GetParam());
  auto const halves =
      simulation(scene_from(pendulum), longest / 2, GetParam(), {.solver = "cascade"});
  for (int k = 0; k < 50; ++k) {
    s->step();
    halves->step();
    halves->step();
    auto const a = s->snapshot(), b = halves->snapshot();
    ASSERT_TRUE(same_bits(a.pose, b.pose) && same_bits(a.twist, b.twist)) << k;
  }
}

TEST_P(EachWayChooses, AMirroredBoxFallsAsItsImage) {
  auto const one = chosen(tossed(), 1e-4, GetParam()), other = chosen(tossed(-1), 1e-4, GetParam());
  auto const a = after(*one, 0.35)[1].p_WB, b = after(*other, 0.35)[1].p_WB;
  // How an impact is shared by two stages depends on where in the step the surfaces meet.
  Real const within = GetParam()["type"] == "variational" ? 1e-4 : 1e-7;
  EXPECT_NEAR(a[0], -b[0], within);
  EXPECT_NEAR(a[1], b[1], within);
  EXPECT_NEAR(a[2], b[2], within);
}

TEST_P(EachWayChooses, ItGoesOnFromWhatWasSaved) {
  auto const first = chosen(tossed(), 1e-3, GetParam()), other = chosen(tossed(), 1e-3, GetParam());
  for (int k = 0; k < 22; ++k) first->step();
  other->restore(first->save());
  for (int k = 0; k < 10; ++k) {
    auto const &a = first->step(), &b = other->step();
    EXPECT_EQ(a.division.steps, b.division.steps) << k;
    ASSERT_TRUE(same_state(*first, *other)) << k;
  }
}

/// Dry friction f against the force F on a mass m that moves against F at first, at the speed v,
/// and is turned back: how far it is after `duration`.
Real turned_back(Real v, Real F, Real f, Real m, Real duration) {
  Real const until = v * m / (F + f), left = duration - until;
  return -0.5 * v * until + 0.5 * larger(0., F - f) / m * left * left;
}

struct TurnedBack {
  char const* name;
  Json scene;
  Real size;   // radius of gyration [m]; 0: the way is an angle
  Real right;  // way along x, or angle about z
};

/// How far an effort F takes a mass of 1 kg that it pushes to x and past it, and then pulls back.
Real switched_at(Real x, Real F, Real duration) {
  Real const until = std::sqrt(2 * x / F), left = duration - until;
  return x + F * until * left - 0.5 * F * left * left;
}

/// Friction that reverses: of a contact, on a belt, of a joint, of an effort at its limit, of the
/// spin and the rolling of a ball.
std::vector<TurnedBack> turned_back(Real duration) {
  Real const weight = gravity, mu = 0.3, r = 0.1, arm = 0.02, rolling = 0.01, I = 0.4 * r * r;
  Json const pushed = {
      {"position", {0, 0, 0.05}}, {"force", {6, 0, 0}}, {"velocity", {-0.1, 0, 0}}};
  Json const shape = box_shape({{0.4, 0.4, 0.1}});
  Real const of_box = std::sqrt((0.16 + 0.16 + 0.01) / 12), of_ball = std::sqrt(0.6) * r;
  auto const slider = [](Json const& more) {
    Json body = rigid("b", 1, {{0.02, 0.02, 0.02}}, {}, {{-0.1, 0, 0}});
    body["force"] = {6, 0, 0};
    return scene_of({body}, {joint_at("slider", "b", {}, x_axis, more)});
  };
  auto const on = [&](Json const& shapes, Json const& of_floor, Json const& more) {
    Json const floor = with({{"friction", 0}}, of_floor);
    Json const body = with({{"name", "b"}, {"mass", 1}, {"shapes", shapes}}, with(floor, more));
    return scene_of({ground({}, floor), body}, {}, falling);
  };
  Json const rough = {{"friction", mu}},
             moved = with(pushed, {{"velocity", {0.4, 0, 0}}, {"surface_velocity", {0, 0, 0}}});
  Json const ball = {{"position", {0, 0, r}}};
  Json const spun = with(ball, {{"angular_velocity", {0, 0, -5}}, {"torque", {0, 0, 0.4}}});
  Json const rolled = with(
      ball,
      {{"velocity", {-0.1, 0, 0}}, {"angular_velocity", {0, -0.1 / r, 0}}, {"force", {3, 0, 0}}});
  Real const f = mu * weight, slid = turned_back(0.1, 6, f, 1, duration), target = 0.0123;
  Json const stiff = {{"type", "position"}, {"kp", 2e7}, {"target", target}, {"max_effort", 6}};
  Json const relay = scene_of({rigid("b", 1, {{0.02, 0.02, 0.02}})},
                              {joint_at("slider", "b", {}, x_axis, {{"motor", stiff}})});
  return {{"contact", on(shape, rough, pushed), of_box, slid},
          {"belt", on(shape, with(rough, {{"surface_velocity", {0.5, 0, 0}}}), moved), of_box,
           0.5 * duration + slid},
          {"joint", slider({{"friction", f}}), std::sqrt(0.03), slid},
          {"effort", slider({{"motor", {{"type", "velocity"}, {"target", 0}, {"max_effort", f}}}}),
           std::sqrt(0.03), slid},
          {"effort that switches", relay, std::sqrt(0.03), switched_at(target, 6, duration)},
          {"spin", on(sphere_shape(r), {{"torsional_friction", arm}}, spun), 0,
           turned_back(5, 0.4, arm * weight, I, duration)},
          {"rolling", on(sphere_shape(r), {{"friction", 1}, {"rolling_friction", rolling}}, rolled),
           of_ball, turned_back(0.1, 3, rolling * weight / r, 1 + I / (r * r), duration)}};
}

/// A step and its halves agree to round-off if the slip reverses in the first half of all of them.
/// The error of a part may be the accuracy, and there are at least as many as intervals.
TEST_P(EachWayChooses, WhereFrictionReverses) {
  Real const duration = 0.1, accuracy = 1e-6;
  int const intervals = static_cast<int>(std::lround(duration / longest));
  for (auto const& of : turned_back(duration)) {
    SCOPED_TRACE(of.name);
    auto const s = chosen(of.scene, accuracy, GetParam());
    Real way = 0;
    int parts = 0;
    for (int k = 0; k < intervals; ++k) {
      auto const before = s->snapshot().pose.back();
      auto const& report = s->step();
      EXPECT_TRUE(report.solved()) << k << ": " << report.why_unsolved();
      parts += report.division.steps / 2;
      auto const turned = motion_between(before, s->snapshot().pose.back());
      way += of.size > 0 ? turned.displacement[0] : turned.angle * turned.axis[2];
    }
    EXPECT_LT(std::fabs(way - of.right), parts * accuracy * (of.size > 0 ? of.size : 1));
  }
}

INSTANTIATE_TEST_SUITE_P(All, EachWayChooses, testing::ValuesIn(one_of_each_way()), by_integrator);

/// A box that is pushed against its slip, which turns. Friction has the direction of the end of a
/// step. The error of speeds by it acts on through the intervals that are left, and is reported.
TEST(ChosenSteps, WhereSlipTurns) {
  Real const mu = 0.3, force = 6, duration = 0.3, h = 1e-6;
  Vec3 v{{-0.4, 0.02, 0}};
  Real right = 0;
  for (int k = 0; k < std::lround(duration / h); ++k) {  // Heun's method
    auto const a = [&](Vec3 const& u) { return Vec3{{force, 0, 0}} - mu * gravity * unit(u); };
    Vec3 const next = v + 0.5 * h * (a(v) + a(v + h * a(v)));
    right += 0.5 * h * (v[0] + next[0]);
    v = next;
  }
  Json const scene = on_floor(
      mu, box_shape({{0.4, 0.4, 0.1}}),
      {{"position", {0, 0, 0.05}}, {"velocity", {-0.4, 0.02, 0}}, {"force", {force, 0, 0}}});
  for (auto const* type : {"implicit_midpoint", "bdf2", "generalised_alpha"})
    for (Real const accuracy : {1e-4, 1e-5, 1e-6}) {
      auto const s = chosen(scene, accuracy, {{"type", type}});
      Real bound = 0, most = 0;
      for (int left = static_cast<int>(std::lround(duration / longest)); left > 0; --left) {
        auto const& made = s->step().division;
        bound += made.steps / 2 * (accuracy + left * made.by_slip);
        most = larger(most, made.by_slip);
      }
      Real const error = std::fabs(s->snapshot().pose[1].p_WB[0] - right);
      EXPECT_LT(error, bound * std::sqrt(0.33 / 12)) << type << " " << accuracy;
      EXPECT_GT(most, 0.5 * accuracy) << type;
    }
}

/// An inelastic impact that is spread over two steps has no limit: by fixed steps of 1 ms to 2e-5 s
/// the corner of this box lands within 1 to 4 mm.
TEST(ChosenSteps, AnInelasticImpactWithFrictionConverges) {
  Json const midpoint = {{"type", "implicit_midpoint"}};
  auto const fine = after(*chosen(tossed(), 1e-6, midpoint), 0.5)[1].p_WB;
  for (Real const accuracy : {1e-3, 1e-4, 1e-5})
    for (auto const* type : {"implicit_midpoint", "bdf2"}) {
      auto const x = after(*chosen(tossed(), accuracy, {{"type", type}}), 0.5)[1].p_WB;
      EXPECT_LT(norm(x - fine), 2e-4) << type << " " << accuracy;
    }
}

/// A body that rises at 3 m/s, is stopped by the limit of its slider, and falls.
TEST(ChosenSteps, TheImpactOnALimitIsLocated) {
  Real const rise = 3, limit = 0.1037, duration = 0.3;
  Json const scene =
      scene_of({rigid("b", 1, {{0.002, 0.002, 0.002}}, {}, {{0, 0, rise}})},
               {joint_at("slider", "b", {}, z_axis, {{"limits", {{"upper", limit}}}})}, falling);
  Real const reached = (rise - std::sqrt(rise * rise - 2 * gravity * limit)) / gravity;
  Real const fall = duration - reached, z = limit - 0.5 * gravity * fall * fall;
  for (auto const* type : {"implicit_midpoint", "bdf2", "moreau_jean"}) {
    auto const s = chosen(scene, 1e-5, {{"type", type}});
    EXPECT_NEAR(after(*s, duration)[0].p_WB[2], z, 5e-6) << type;
  }
}

TEST(ChosenSteps, AWorldOfABatchHasTheBitsThatItHasAlone) {
  Json const midpoint = {{"type", "implicit_midpoint"}};
  Json scene = bouncing(0.5, 0.8);
  scene["bodies"][0]["position"][2] = Json::array({0.5, 0.7, 0.9});
  auto const batch = chosen(scene, 1e-4, midpoint, 3);
  auto const all = after(*batch, 1);
  for (int w = 0; w < 3; ++w) {
    auto const alone = after(*chosen(bouncing(0.5 + 0.2 * w, 0.8), 1e-4, midpoint), 1);
    EXPECT_TRUE(
        same_bits(std::vector{all[static_cast<std::size_t>(2 * w + 1)]}, std::vector{alone[1]}))
        << w;
  }
}

TEST(ChosenSteps, WhatNoStepReachesIsReported) {
  auto const s = chosen(bouncing(0.5, 0.8), 1e-18, {{"type", "implicit_euler"}});
  auto const& report = s->step();
  EXPECT_FALSE(report.solved());
  EXPECT_STREQ(report.why_unsolved(), "no step is short enough for the accuracy");
  EXPECT_EQ(report.division.inaccurate, 1);
  EXPECT_NEAR(s->snapshot().time, longest, 1e-15);
}

TEST(ChosenSteps, TheyHaveNoDerivative) {
  auto const s = chosen(bouncing(0.5, 0.8), 1e-3, {{"type", "implicit_euler"}});
  EXPECT_THROW(part_of(*s, &SimulationParts::given_steps, "derivatives"), Error);
  EXPECT_NE(s->parts().pushed, nullptr);
}

/// What rests needs two steps of half the longest.
TEST(ChosenSteps, RestTakesTheLongestSteps) {
  Json const house = {{"type", "card_house"}, {"levels", 2}, {"friction", 0.6}};
  auto const s =
      chosen({{"assemblies", Json::array({house})}}, 1e-5, {{"type", "implicit_midpoint"}});
  for (int k = 0; k < 20; ++k) {
    auto const& report = s->step();
    ASSERT_TRUE(report.solved());
    EXPECT_EQ(report.division.steps, 2);
    EXPECT_EQ(report.division.rejected, 0);
  }
}

}  // namespace
}  // namespace orthant::test::chosen_steps
