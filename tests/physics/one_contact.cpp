// One body on a plane, or in motion: lifted and turned, carried round, tumbling, in closed forms.
//
// All scenes: mass 1 kg, g = 10 m/s^2, mu = 0.5, so that the bound of friction is 5 N; h = 0.01 s.
// A converged step has residuals up to 1e-10 m/s, and errors of velocities add up over the steps.
#include <functional>

#include "tests/physics/scenes.hpp"

namespace orthant::test::one_contact {
namespace {

constexpr Real h = 0.01, g = 10, mu = 0.5, tolerance = 1e-10;

using At = std::function<Vec3(int)>;  // of the number of the step

/// What a cube on a plane that moves has after each step.
struct Course {
  std::string change;
  int steps;
  At velocity, spin, impulse;  // of the plane on it
};

/// A cube is lifted; a torque is held up to mu m g r, with the corners at r = sqrt(1/2), for any
/// shares of the weight; above that, I alpha = tau - mu m g r. With matrices at the start friction
/// acts at the corners of the start of a step, against their velocity half-way, which has turned by
/// atan(h w/2).
std::vector<Course> courses(bool half_way) {
  Real const bound = mu * g * std::sqrt(0.5);
  auto const torque = [&](Real part) { return "bodies.1.torque=[0,0," + json(part * bound) + "]"; };
  auto const turned = [=](int k) {
    Real w = 0;
    for (Real before = w; k > 0; --k, before = w)
      for (int i = 0; i < 20; ++i)
        w = before + 6 * h * bound * (2 - (half_way ? std::cos(std::atan(0.5 * h * w)) : 1));
    return w * z_axis;
  };
  auto const still = [](int) { return Vec3{}; };
  auto const up = [](int) { return z_axis; };
  auto const lifted = [](int k) { return (g * h + (k == 1)) * z_axis; };
  return {{"bodies.0.velocity=[0,0,1]", 20, up, still, lifted},
          {torque(0.7), 10, still, still, nullptr},
          {torque(2), 10, still, turned, nullptr}};
}

TEST(Prescribed, PlanesTakeACubeAlong) {
  Real const within = 1e-8;
  for (char const* matrices : {"start", "iterate"})
    for (auto const& each : courses(matrices == std::string("start"))) {
      SCOPED_TRACE(each.change);
      Trial trial(cube_on_floor, h, {.matrices = matrices},
                  {each.change, "bodies.0.motion=\"kinematic\""});
      for (int k = 1; k <= each.steps; ++k) {
        trial.run(1);
        expect_near(trial.velocity("body"), each.velocity(k), within);
        expect_near(trial.spin("body"), each.spin(k), within);
        if (each.impulse)
          expect_near(trial.impulse_between("floor", "body"), each.impulse(k), within);
      }
    }
}

/// A box on a turntable moves with the table's velocity. With matrices at the start this is that
/// half-way, v+ = w x (x- + x+)/2, and the distance from the axis stays. With matrices at the end
/// it is v+ = w x x+, and the distance shrinks by sqrt(1 + h^2 w^2) in a step: it sticks and yet
/// moves inwards.
TEST(Turntable, CarriesABoxRound) {
  Real const w = 2, r = 0.5;
  for (char const* matrices : {"start", "iterate"}) {
    Trial trial(cube_on_floor, h, {.matrices = matrices},
                {"bodies.0.motion=\"kinematic\"", "bodies.0.angular_velocity=[0,0,2]",
                 "bodies.1.angular_velocity=[0,0,2]", "bodies.1.position=[0.5,0,0.5]",
                 "bodies.1.velocity=[0,1,0]"});
    bool const half_way = matrices == std::string("start");
    Real const growth = half_way ? 1 : 1 / std::sqrt(1 + h * h * w * w),
               angle = half_way ? 2 * std::atan(0.5 * h * w) : std::atan(h * w);
    for (int k = 1; k <= 50; ++k) {
      trial.run(1);
      Vec3 const x = trial.position("body");
      EXPECT_NEAR(hypot(x[0], x[1]), r * std::pow(growth, k), 1e-9);
      EXPECT_NEAR(std::atan2(x[1], x[0]), k * angle, 1e-8);
      EXPECT_NEAR(trial.spin("body")[2], w, 1e-8);
    }
  }
}

/// Tumbling over an edge and a corner: impulses push, and only at closed contacts. While a cube
/// slides on an edge that is about to lift, some steps stall above the tolerance; they are few, and
/// reported.
TEST(Tumbling, ContactsPushOnlyWhereTheyAreClosed) {
  Trial trial(
      cube_on_floor, h, {},
      {"gravity=[0,0,-9.81]", "bodies.1.position=[0,0,1.2]", "bodies.1.velocity=[1.5,0.5,0]",
       "bodies.1.orientation=" + json(rotation(unit(Vec3{{1, 2, 0.5}}), 0.6)),
       "bodies.1.angular_velocity=[1,2,0.3]"});
  Real pushed = 0;
  int const steps = 150;
  int converged = 0;
  for (int k = 0; k < steps; ++k) {
    if (!trial.step().solve.converged()) continue;
    ++converged;
    for (auto const& c : trial.simulation().last_step().contact_impulses()) {
      // |phi(c/h, r lambda)| <= tolerance bounds both by tolerance / (2 - sqrt(2)); r >= 1/m.
      EXPECT_GE(c.impulse[0], -2 * tolerance);
      EXPECT_GE(c.value[0], -2 * tolerance);
      EXPECT_LE(std::min(c.impulse[0], c.value[0]), 2 * tolerance);
      pushed += c.impulse[0];
    }
  }
  EXPECT_GE(converged, 0.9 * steps);
  EXPECT_GT(pushed, 1);
}

/// Whatever hits it.
TEST(FixedBody, Stays) {
  for (char const* matrices : {"start", "iterate"}) {
    Trial trial(R"({"gravity": [0, 0, 0], "bodies": [
        {"name": "wall", "motion": "fixed", "position": [0.3, 0.1, 0.2],
         "orientation": [0.6, 0, 0, 0.8], "shapes": [{"type": "sphere", "radius": 0.5}]},
        {"name": "ball", "mass": 5, "position": [-1, 0, 0], "velocity": [10, 0, 0],
         "shapes": [{"type": "sphere", "radius": 0.5}]}]})",
                h, {.matrices = matrices});
    auto const before = trial.pose("wall");
    trial.run(20);
    EXPECT_LT(trial.velocity("ball")[0], 5);  // it did hit
    auto const after = trial.pose("wall");
    for (int i = 0; i < 3; ++i) EXPECT_EQ(after.p_WB[i], before.p_WB[i]);
    EXPECT_EQ(after.q_WB.w, before.q_WB.w);
    EXPECT_EQ(after.q_WB.z, before.q_WB.z);
  }
}

}  // namespace
}  // namespace orthant::test::one_contact
