// Metrics that an experiment states itself: values beside closed forms.
#include "experiments/app/run/own_metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/app/run/run.hpp"
#include "tests/table.hpp"

namespace orthant::test {
namespace {

/// A box that slides to rest in 0.2 s, and a pendulum that begins to fall.
Json box_and_pendulum() { return base_of("sliding"); }

Json metrics_of(Json const& metrics, int worlds = 1) {
  Json input = box_and_pendulum();
  input["scene"]["joints"][0].erase("motor");
  input["metrics"] = metrics;
  input["worlds"] = worlds;
  if (worlds == 2) input["scene"]["bodies"][1]["velocity"][0] = {{"values", {0.981, -0.4905}}};
  auto e = build_experiment(input, "file");
  return run_experiment(e, {})["metrics"];
}

TEST(OwnMetrics, HaveTheValuesOfClosedForms) {
  Json const m = metrics_of({{"rest", "x(a box)"},
                             {"slows", "vx(a box)"},
                             {"drag", "contact_force_x(a box, floor)"},
                             {"on_floor", "contact_force_z(floor)"},
                             {"load", "normal_force(a box, floor)"},
                             {"no_load", "normal_force(a box, bob)"},
                             {"friction", "friction_force(a box)"},
                             {"corners", "touching(a box)"},
                             {"tilt", "degrees(acos(z_axis_z(a box)))"},
                             {"along", "z(bob) - 2 + sin(position(hinge))"},
                             {"spin", "wy(bob) - velocity(hinge)"},
                             {"turned", "2 * acos(qw(bob)) - position(hinge)"},
                             {"axis", "x_axis_x(bob) - cos(position(hinge))"},
                             {"energy", "kinetic_J + potential_J"},
                             {"time", "time_s"},
                             {"moves", "vx(a box) > 1e-6"}});
  auto const at = [&](char const* name, char const* part) { return m[name][part].get<double>(); };
  double const h = 0.01, a = 0.5 * 9.81, n = 20;  // v_k = v - a k h, the last of n steps to rest
  EXPECT_NEAR(at("rest", "end"), a * h * h * n * (n - 1) / 2, 1e-9);
  EXPECT_NEAR(at("slows", "max"), 0.981 - a * h, 1e-9);
  EXPECT_NEAR(at("drag", "min"), -9.81, 1e-6);
  EXPECT_NEAR(at("drag", "end"), 0, 1e-6);
  EXPECT_NEAR(at("on_floor", "mean"), -19.62, 1e-6);
  EXPECT_NEAR(at("load", "min"), 19.62, 1e-6);
  EXPECT_EQ(at("no_load", "max"), 0);
  EXPECT_NEAR(at("friction", "max"), 9.81, 1e-6);
  EXPECT_EQ(at("corners", "end"), 4);
  EXPECT_NEAR(at("tilt", "max"), 0, 1e-4);
  for (char const* none : {"along", "spin", "turned", "axis"})
    for (char const* part : {"max", "min"}) EXPECT_NEAR(at(none, part), 0, 1e-7) << none;
  EXPECT_GT(at("energy", "max"), at("energy", "min"));
  EXPECT_NEAR(at("time", "end"), 0.3, 1e-12);
  EXPECT_NEAR(at("time", "mean"), 0.155, 1e-12);
  EXPECT_NEAR(at("moves", "mean"), 19. / 30, 1e-12);
}

TEST(OwnMetrics, AnEffortIsThatOfTheMotor) {
  Json input = box_and_pendulum();
  input["metrics"] = {{"torque", "effort(hinge)"}};
  auto e = build_experiment(input, "file");
  EXPECT_NEAR(run_experiment(e, {})["metrics"]["torque"]["mean"].get<double>(), 2, 1e-9);
}

TEST(OwnMetrics, AreOfTheFurthestWorld) {
  Json const m = metrics_of({{"speed", "vx(a box)"}}, 2);
  EXPECT_NEAR(m["speed"]["max"].get<double>(), 0.981 - 0.04905, 1e-9);
  EXPECT_NEAR(m["speed"]["min"].get<double>(), -0.4905 + 0.04905, 1e-9);
}

}  // namespace
}  // namespace orthant::test
