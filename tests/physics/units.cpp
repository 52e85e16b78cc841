// A step is solved in any units: the same motion, scaled, for every mass, length and time.
#include <nlohmann/json.hpp>

#include "experiments/app/run/experiment.hpp"
#include "orthant/core/config/json_file.hpp"
#include "tests/physics/scenes.hpp"

namespace orthant::test::units {
namespace {

/// The kilogram, the metre and the second of the scene, in SI units.
struct Units {
  double mass = 1, length = 1, time = 1;
};
std::ostream& operator<<(std::ostream& out, Units const& u) {
  return out << u.mass << " kg, " << u.length << " m, " << u.time << " s";
}

Json scaled(Json numbers, double by) {
  for (auto& each : numbers) each = each.get<double>() * by;
  return numbers;
}

/// A box that slides, one that falls on its edge, a heavy one on a light one, a ball that slips, a
/// pendulum that swings onto the floor, and a rod on a hinge.
Json scene(Units const& u) {
  double const m = u.mass, l = u.length, v = u.length / u.time, w = 1 / u.time;
  auto const body = [&](char const* name, double mass, Json at, Json shape) {
    return Json{{"name", name},
                {"mass", mass * m},
                {"position", scaled(at, l)},
                {"friction", 0.5},
                {"shapes", {shape}}};
  };
  auto const box = [&](Json size) { return Json{{"type", "box"}, {"size", scaled(size, l)}}; };
  auto const ball = [&](double r) { return Json{{"type", "sphere"}, {"radius", r * l}}; };
  Json slider = body("slider", 1.5, {0, 0, 0.1}, box({0.6, 0.4, 0.2}));
  slider["velocity"] = scaled({2, 1, 0}, v);
  Json faller = body("faller", 1.5, {-3, 0, 0.5}, box({0.6, 0.4, 0.2}));
  faller["velocity"] = scaled({0.5, 0, 0}, v);
  faller["angular_velocity"] = scaled({0.1, 1, 0}, w);
  faller["orientation"] = {0.98, 0, 0.199, 0};
  Json slipping = body("slipping", 1.5, {0, 3, 0.2}, ball(0.2));
  slipping["velocity"] = scaled({1, 0, 0}, v);
  slipping["angular_velocity"] = scaled({0, 2, 4}, w);
  Json rod = body("rod", 1, {1, 8, 1}, box({0.5, 0.1, 0.1}));
  rod["collide"] = false;
  Json const floor = {{"name", "floor"},
                      {"motion", "fixed"},
                      {"friction", 0.5},
                      {"shapes", {{{"type", "half_space"}}}}};
  return {{"gravity", {0, 0, -9.81 * l / (u.time * u.time)}},
          {"bodies",
           {floor, slider, faller, body("light", 0.02, {3, 0, 0.1}, box({0.2, 0.2, 0.2})),
            body("heavy", 20, {3.02, 0, 0.3}, box({0.2, 0.2, 0.2})), slipping,
            body("bob", 1, {1, 6, 1}, ball(0.1)), rod}},
          {"joints",
           {{{"type", "ball"}, {"b", "bob"}, {"point", scaled({0, 6, 1}, l)}},
            {{"type", "hinge"},
             {"b", "rod"},
             {"point", scaled({0.7, 8, 1}, l)},
             {"axis", {0, 1, 0}}}}}};
}

/// Poses and twists in the scene's own units, after steps that all converge.
Snapshot motion(Units const& u, int steps, Json const& solver) {
  Json input = {{"scene", scene(u)}, {"step", 0.01 * u.time}, {"steps", steps}};
  if (!solver.is_null()) input["solver"] = solver;
  auto const experiment = build_experiment(input, "units");
  for (int k = 0; k < steps; ++k) {
    auto const& report = experiment.simulation->step();
    EXPECT_TRUE(report.solve.converged()) << "step " << k << ": " << text(report.solve.reason);
    EXPECT_LT(report.solve.round_off, 1e-11 * u.length / u.time);
  }
  Snapshot out = experiment.simulation->snapshot();
  for (auto& pose : out.pose) pose.p_WB = (1 / u.length) * pose.p_WB;
  for (auto& twist : out.twist)
    twist = stacked((u.time / u.length) * linear(twist), u.time * angular(twist));
  return out;
}

/// A step is accurate to at worst 1e-8 of the largest speed, and 45 errors add up. The box on its
/// edge turns a difference in angle into one of spin.
TEST(Units, DoNotMatter) {
  int const steps = 45;
  auto const here = motion({}, steps, {});
  for (Units const& u :
       {Units{1e6, 1, 1}, {1e-6, 1, 1}, {1, 1e6, 1}, {1, 1e-6, 1}, {1, 1, 1e6}, {1, 1, 1e-6}}) {
    SCOPED_TRACE(testing::Message() << u);
    auto const there = motion(u, steps, {});
    for (std::size_t b = 0; b < here.pose.size(); ++b) {
      expect_near(there.pose[b].p_WB, here.pose[b].p_WB, 1e-6);
      expect_near(linear(there.twist[b]), linear(here.twist[b]), 1e-6);
      expect_near(angular(there.twist[b]), angular(here.twist[b]), 1e-5);
    }
  }
}

Json grain(double metre, double height, double speed) {
  return {{"scene",
           {{"gravity", {0, 0, 0}},
            {"bodies",
             {{{"name", "floor"},
               {"motion", "fixed"},
               {"friction", 0},
               {"adhesion", 50 * metre},
               {"shapes", {{{"type", "half_space"}}}}},
              {{"name", "grain"},
               {"mass", 1e-6},
               {"position", {0, 0, height * metre}},
               {"velocity", {0, 0, speed * metre}},
               {"shapes", {{{"type", "sphere"}, {"radius", metre}}}}}}}}},
          {"step", 0.002},
          {"steps", 100}};
}

/// A grain that leaves, its surface 0.3 radii above the floor, is not pulled back; two that overlap
/// by half a radius are refused.
TEST(Units, LengthsOfContactsFollowTheSizeOfTheScene) {
  for (double metre : {1e-6, 1e-3, 1., 1e3}) {
    SCOPED_TRACE(metre);
    auto const experiment = build_experiment(grain(metre, 1.3, 0.5), "grain");
    for (int k = 0; k < 100; ++k) EXPECT_TRUE(experiment.simulation->step().solved()) << k;
    EXPECT_NEAR(experiment.simulation->snapshot().twist[1][2], 0.5 * metre, 1e-9 * metre);
    EXPECT_THROW(build_experiment(grain(metre, 0.5, 0), "grain"), Error);
    EXPECT_NO_THROW(build_experiment(grain(metre, 1 - 0.9e-5, 0), "grain"));
    EXPECT_THROW(build_experiment(grain(metre, 1 - 1.1e-5, 0), "grain"), Error);
  }
}

/// A sphere of 1e-9 m that stands for the tip of a rod of 1 m does not make the scene small.
TEST(Units, TheTipOfARodIsNotTheSizeOfTheScene) {
  Json input = grain(1, 1, 0);
  input["scene"]["bodies"][1].update(
      {{"inertia", {1e-6, 1e-6, 1e-6}}, {"position", {0, 0, 1 - 1e-8}}});
  input["scene"]["bodies"][1]["shapes"][0].update({{"radius", 1e-9}, {"position", {0, 0, -1}}});
  EXPECT_NO_THROW(build_experiment(input, "rod"));
}

/// The scene far away is the same to round-off of its coordinates.
TEST(Units, TheOriginDoesNotMatter) {
  auto const at = [](double x) {
    Json far = scene({});
    for (auto& body : far["bodies"])
      if (body["name"] != "floor") body["position"][0] = body["position"][0].get<double>() + x;
    for (auto& joint : far["joints"]) joint["point"][0] = joint["point"][0].get<double>() + x;
    return Json{{"scene", far}, {"step", 0.01}, {"steps", 20}};
  };
  auto const here = build_experiment(at(0), "here"), there = build_experiment(at(1e4), "there");
  for (int k = 0; k < 20; ++k) {
    EXPECT_TRUE(here.simulation->step().solved()) << k;
    EXPECT_TRUE(there.simulation->step().solved()) << k;
  }
  auto const a = here.simulation->snapshot(), b = there.simulation->snapshot();
  for (std::size_t i = 0; i < a.twist.size(); ++i)
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(b.twist[i][k], a.twist[i][k], 1e-6) << i << " " << k;
}

/// Where the round-off of positions exceeds the speeds, steps do not count as solved.
TEST(Units, PositionsWithTooFewDigitsAreReported) {
  auto const reported = [](double x, double h) {
    Json input = grain(1, 1, 0);
    input["scene"]["gravity"] = {0, 0, -9.81};
    input["scene"]["bodies"][0].erase("adhesion");
    input["scene"]["bodies"][1]["position"][0] = x;
    input["step"] = h;
    auto const experiment = build_experiment(input, "far");
    auto const& report = experiment.simulation->step();
    return !report.solved() && report.few_digits == 1;
  };
  EXPECT_FALSE(reported(0, 0.01));
  EXPECT_FALSE(reported(1e4, 0.01));
  EXPECT_TRUE(reported(1e13, 0.01));
  EXPECT_TRUE(reported(1, 1e-9));
}

/// With r = 1/kg a contact of 1e-8 kg has impulses that are negligible beside its speed. A step may
/// count as solved only if every scaling agrees.
TEST(Units, AScalingCannotCallAWrongSpeedSolved) {
  char const* const light = R"({"bodies": [
      {"name": "floor", "motion": "fixed", "friction": 0.5, "shapes": [{"type": "half_space"}]},
      {"name": "box", "mass": 1e-8, "position": [0, 0, 0.1], "velocity": [1, 0, 0],
       "friction": 0.5, "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]}]})";
  for (char const* scaling : {"unit", "row_sum"})
    for (char const* friction : {"alart_curnier", "w_newton"}) {
      SCOPED_TRACE(std::string(scaling) + " " + friction);
      Json const input = {
          {"scene", parse_json(light, "light")},
          {"step", 0.01},
          {"steps", 5},
          {"solver", {{"type", "newton"}, {"scaling", scaling}, {"friction", friction}}}};
      auto const experiment = build_experiment(input, "light");
      for (int k = 1; k <= 5; ++k) {
        auto const& report = experiment.simulation->step();
        if (!report.solve.converged()) break;  // it is reported
        EXPECT_NEAR(experiment.simulation->snapshot().twist[1][0], 1 - 0.5 * 9.81 * 0.01 * k, 1e-8);
      }
    }
}

}  // namespace
}  // namespace orthant::test::units
