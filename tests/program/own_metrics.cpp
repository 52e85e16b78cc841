// Metrics that an experiment states itself: values beside closed forms, where they stand, refusals.
#include "experiments/app/run/own_metrics.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "experiments/app/run/run.hpp"
#include "orthant/core/config/json_file.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

/// A box that slides to rest in 0.2 s, and a pendulum that begins to fall.
Json box_and_pendulum() {
  return Json::parse(R"({"scene": {
    "bodies": [
      {"name": "floor", "motion": "fixed", "friction": 0.5, "shapes": [{"type": "half_space"}]},
      {"name": "a box", "mass": 2, "friction": 0.5, "position": [0, 0, 0.1],
       "velocity": [0.981, 0, 0], "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]},
      {"name": "bob", "mass": 1, "position": [2, 0, 2],
       "shapes": [{"type": "sphere", "radius": 0.1}]}],
    "joints": [{"name": "hinge", "type": "hinge", "b": "bob", "point": [1, 0, 2], "axis": [0, 1, 0],
                "motor": {"type": "force", "value": 2}}]},
    "step": 0.01, "duration": 0.3, "output": {"trajectory_every": 0}})");
}

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

TEST(OwnMetrics, StandInTablesAndExpectations) {
  Folder const folder;
  Json input = box_and_pendulum();
  input["metrics"] = {{"slide", "vx(a box)"}};
  input["expect"] = {{"metrics.slide.end", {{"near", 0}, {"within", 1e-8}}},
                     {"metrics.slide.max", {{"max", 0.5}}}};
  input["sweep"] = {{"scene.bodies.1.velocity.0", {0.3, 0.981}}};
  auto const file = folder.write("a.json", input.dump());
  EXPECT_EQ(folder.run({"compare", file, "-o", "out", "-q"}).status, 1);
  auto const table = lines(folder / "out/cases.csv");
  EXPECT_THAT(table[0], HasSubstr("metrics.slide.end,metrics.slide.max,metrics.slide.mean"));
  auto const unmet = [&](char const* id) {
    return read_json_file(
               folder / ("out/cases/" + std::string(id) + "/result.json"))["expectations"]["unmet"]
        .size();
  };
  EXPECT_EQ(unmet("0000"), 0u);
  EXPECT_EQ(unmet("0001"), 1u);
  auto const steps = lines(folder / "out/cases/0000/steps.csv");
  EXPECT_TRUE(steps[0].ends_with(",step_cpu_s,slide"));
  EXPECT_NEAR(std::stod(steps[1].substr(steps[1].rfind(',') + 1)), 0.3 - 0.04905, 1e-9);
}

std::string refused_metric(std::string const& name, Json const& text) {
  Json input = box_and_pendulum();
  input["metrics"] = {{name, text}};
  return test::refusal([&] { build_experiment(input, "file"); });
}

TEST(OwnMetrics, WrongOnesAreRefusedBeforeTheRun) {
  EXPECT_THAT(
      refused_metric("a", "vx(abox)"),
      HasSubstr("file/metrics/a: found body \"abox\", allowed: floor, a box, bob; nearest"));
  EXPECT_THAT(refused_metric("a", "vxx(bob)"),
              HasSubstr("found \"vxx(bob)\", allowed: of a body, as vx(bob); of a joint"));
  EXPECT_THAT(refused_metric("a", "kinetic_j"), HasSubstr("nearest: kinetic_J"));
  EXPECT_THAT(refused_metric("a", "position(bob)"),
              HasSubstr("found joint \"bob\", allowed: hinge"));
  EXPECT_THAT(refused_metric("a", "x"), HasSubstr("found \"x\", allowed: x(body)"));
  EXPECT_THAT(refused_metric("a", "x(bob, floor)"), HasSubstr("x(body)"));
  EXPECT_THAT(refused_metric("a", "reason"), HasSubstr("found \"reason\""));
  EXPECT_THAT(refused_metric("a", 1), HasSubstr("found 1, allowed: an expression"));
  std::pair<char const*, char const*> const taken[] = {{"kinetic_J", "column of steps.csv"},
                                                       {"speed_end_m_s", "metric of every run"},
                                                       {"max", "function"},
                                                       {"pi", "word of expressions"},
                                                       {"vx", "quantity of bodies"}};
  for (auto const& [name, by] : taken)
    EXPECT_THAT(refused_metric(name, "1"), HasSubstr(std::string(", which is a ") + by));
  EXPECT_THAT(refused_metric("a.b", "1"), HasSubstr("letters, digits"));
  Json input = box_and_pendulum();
  input["expect"] = {{"metrics.tilt.end", {{"max", 1}}}};
  EXPECT_THAT(test::refusal([&] { build_experiment(input, "file"); }), HasSubstr("no such metric"));
}

TEST(OwnMetrics, WhatIsNoNumberStopsTheResult) {
  Json input = box_and_pendulum();
  input["metrics"] = {{"a", "sqrt(vx(a box) - 0.5)"}};
  auto e = build_experiment(input, "file");
  auto const result = run_experiment(e, {});
  EXPECT_EQ(result["status"], "stopped");
  EXPECT_THAT(result["exit_reason"].get<std::string>(), HasSubstr("metrics.a.end is not finite"));
  input["expect"] = {{"metrics.a.end", {{"min", 0}}}};
  Folder const folder;
  auto const said = folder.run({"run", folder.write("a.json", input.dump())}).out;
  EXPECT_THAT(said, HasSubstr("a.end                            nan\n"));
  EXPECT_THAT(said, HasSubstr("found nan"));
}

}  // namespace
}  // namespace orthant::test
