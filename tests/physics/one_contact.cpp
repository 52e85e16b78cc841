// One body on a plane, or two bodies that touch: sticking, sliding, rolling, spinning up, flying
// apart, falling, and carried by planes that move, in closed forms of every step.
//
// All scenes: mass 1 kg, g = 10 m/s^2, mu = 0.5, so that the bound of friction is 5 N; h = 0.01 s.
// A converged step has residuals up to 1e-10 m/s, and errors of velocities add up over the steps.
#include <functional>

#include "tests/physics/scenes.hpp"

namespace orthant::test::one_contact {
namespace {

constexpr Real h = 0.01, g = 10, mu = 0.5, tolerance = 1e-10;

std::string const two_cubes = R"({"gravity": [0, 0, 0], "bodies": [
    {"name": "floor", "mass": 1, "position": [-0.5, 0, 0],
     "shapes": [{"type": "box", "size": [1, 1, 1]}]},
    {"name": "body", "mass": 1, "position": [0.5, 0, 0],
     "shapes": [{"type": "box", "size": [1, 1, 1]}]}]})";

using At = std::function<Vec3(int)>;  // of the number of the step

/// start + rate t, until a time.
At ramp(Real rate, Vec3 const& axis = x_axis, Real until = HUGE_VAL, Real start = 0) {
  return [=](int k) { return (start + rate * std::min(k * h, until)) * axis; };
}
At const still = ramp(0);
At pressed(Real friction) {
  return [=](int) { return Vec3{{-friction * h, 0, g * h}}; };
}

/// What the second body of a scene has after each step.
struct Course {
  char const* name;
  std::string scene;
  Changes changes;
  int steps;
  At velocity, spin, impulse;  // of the first body on it
  Real within, of_spin;        // [m/s], and [N s] as the mass is 1 kg; [rad/s]
  bool may_stall;
};
Course course(char const* name, std::string const& scene, Changes const& changes, int steps, At v,
              At spin, At impulse = nullptr, Real within = 20 * tolerance, bool may_stall = false) {
  return {name, scene, changes, steps, v, spin, impulse, within, 10 * within, may_stall};
}

std::string push(Real force) { return "bodies.1.force=" + json(force * x_axis); }

std::vector<Course> courses() {
  return {course("holds a box under a small load", cube_on_floor, {push(2)}, 20, still, still,
                 pressed(2)),
          course("slides a box under three times the bound", cube_on_floor, {push(15)}, 20,
                 ramp(10), nullptr, pressed(5), 20 * tolerance, true),
          // m a = F - f, I alpha = f r, a = alpha r with I = 2/5 m r^2: f = 2/7 F. The update of u
          // is linear in the impulse, so that this holds in each step.
          course("rolls a sphere without slipping", ball_on_floor, {push(2)}, 20, ramp(10. / 7),
                 ramp(20. / 7, y_axis), pressed(4. / 7)),
          // Rolling would need 2/7 F > mu m g. The spin accelerates by alpha = mu m g r / I.
          course("spins a sphere up by what the cone allows", ball_on_floor, {push(35)}, 20,
                 ramp(30), ramp(25, y_axis), pressed(5)),
          // The speed r w = 3.5 m/s of the contact point falls by (1/m + r^2/I) mu m g = 17.5 m/s^2
          // until it is at rest; then friction vanishes.
          course("brings a spinning sphere to rolling", ball_on_floor,
                 {"bodies.1.angular_velocity=[0,7,0]"}, 30, ramp(5, x_axis, 0.2),
                 ramp(-25, y_axis, 0.2, 7), nullptr, 60 * tolerance),
          course("flies apart freely", two_cubes,
                 {"bodies.0.velocity=[-1,0,0.5]", "bodies.1.velocity=[1,0,0]"}, 10,
                 ramp(0, x_axis, 0, 1), still, still, 10 * tolerance),
          // Both sides of 0 <= a, 0 <= b vanish: no load, no motion.
          course("touches at rest", two_cubes, {}, 10, still, still, still, 10 * tolerance)};
}

/// Full friction until the cube moves with a belt. A torque is held up to mu m g r, with the
/// corners at r = sqrt(1/2), for any shares of the weight; above that, I alpha = tau - mu m g r.
/// With matrices at the start friction acts at the corners of the start of a step, against their
/// velocity half-way, which has turned by atan(h w/2).
std::vector<Course> on_planes_that_move(bool half_way) {
  Real const bound = mu * g * std::sqrt(0.5), until = 0.196;
  auto const torque = [&](Real part) { return "bodies.1.torque=[0,0," + json(part * bound) + "]"; };
  auto const dragged = [=](int k) {
    return pressed(k * h < until + 1e-9 ? -mu * g : (k - 1) * h < until ? -0.6 * mu * g : 0)(k);
  };
  auto const turned = [=](int k) {
    Real w = 0;
    for (Real before = w; k > 0; --k, before = w)
      for (int i = 0; i < 20; ++i)
        w = before + 6 * h * bound * (2 - (half_way ? std::cos(std::atan(0.5 * h * w)) : 1));
    return w * z_axis;
  };
  auto const lifted = [](int k) { return (g * h + (k == 1)) * z_axis; };
  return {course("a conveyor", cube_on_floor, {"bodies.0.velocity=[0.98,0,0]"}, 30,
                 ramp(5, x_axis, until), still, dragged),
          course("a lift", cube_on_floor, {"bodies.0.velocity=[0,0,1]"}, 20, ramp(0, z_axis, 0, 1),
                 still, lifted),
          course("a torque that is held", cube_on_floor, {torque(0.7)}, 10, still, still),
          course("a torque that turns", cube_on_floor, {torque(2)}, 10, still, turned)};
}

class OneContact : public testing::TestWithParam<Settings> {};
INSTANTIATE_TEST_SUITE_P(EveryChoice, OneContact, testing::ValuesIn(every_choice()), name_of);

void expect_course(Course const& one, Settings const& settings) {
  SCOPED_TRACE(one.name);
  Trial trial(one.scene, h, settings, one.changes);
  for (int k = 1; k <= one.steps; ++k) {
    SCOPED_TRACE(k);
    if (one.may_stall && !trial.step_or_say()) break;
    if (!one.may_stall) trial.run(1);
    expect_near(trial.velocity("body"), one.velocity(k), one.within);
    if (one.spin) expect_near(trial.spin("body"), one.spin(k), one.of_spin);
    if (one.impulse) {
      Vec3 const right = one.impulse(k);
      expect_near(trial.impulse_between("floor", "body"), right,
                  norm(right) > 0 ? one.within : tolerance);
    }
    for (auto const& c : trial.simulation().last_step().contact_impulses()) {
      // In the cone, and opposite to the sliding velocity on its boundary.
      Real const friction = hypot(c.impulse[1], c.impulse[2]);
      Real const speed = hypot(c.value[1], c.value[2]);
      EXPECT_LE(friction, mu * c.impulse[0] + one.within);
      if (speed > 0.05) {
        EXPECT_NEAR(friction, mu * c.impulse[0], one.within);
      }
      EXPECT_NEAR(c.impulse[1] * c.value[1] + c.impulse[2] * c.value[2], -mu * c.impulse[0] * speed,
                  one.within);
    }
  }
  if (one.changes.empty()) {
    EXPECT_LE(trial.measures().drift, one.steps * h * tolerance);
  }
}

TEST_P(OneContact, HasItsClosedFormInEveryStep) {
  for (auto const& each : courses()) expect_course(each, GetParam());
}

TEST(Prescribed, PlanesTakeACubeAlong) {
  for (char const* matrices : {"start", "iterate"})
    for (auto each : on_planes_that_move(matrices == std::string("start"))) {
      each.changes.push_back("bodies.0.motion=\"kinematic\"");
      each.within = each.of_spin = 1e-8;
      expect_course(each, {.matrices = matrices});
    }
}

/// The body falls with v_k = -k g h until the next step would end below the floor. That step ends
/// on the floor, and the body then rests: e = 0.
TEST_P(OneContact, AFallEndsOnTheFloorAndAtRest) {
  for (auto const& scene : {cube_on_floor, ball_on_floor}) {
    Trial trial(scene, h, GetParam(), {"bodies.1.position=[0,0,0.7]"});
    Real gap = 0.2, v = 0;
    for (int k = 1; k <= 40; ++k) {
      trial.run(1);
      v = std::max(v - g * h, -gap / h);
      gap += h * v;
      EXPECT_NEAR(trial.velocity("body")[2], v, 40 * tolerance);
      EXPECT_NEAR(trial.position("body")[2], 0.5 + gap, 40 * tolerance * h);
      EXPECT_LE(trial.measures().penetration, 2 * tolerance * h);
    }
    EXPECT_NEAR(v, 0, 1e-12);  // it has landed
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
