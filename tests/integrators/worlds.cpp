// Worlds of one batch with different parameters: each has the bits of its scene alone.
#include <algorithm>
#include <cmath>

#include "orthant/tests/integrators/simulations.hpp"
#include "orthant/tests/same_bits.hpp"

namespace orthant::test::worlds {
namespace {

constexpr Real h = 0.005;

/// Falling bodies of every kind, and mechanisms with most kinds of joints, apart from each other.
Json scene() {
  return parse_json(R"({
    "gravity": [0, 0, -9.81],
    "bodies": [
      {"name": "floor", "motion": "fixed", "friction": 0.4, "shapes": [{"type": "half_space"}]},
      {"name": "box", "mass": 1, "position": [0, 0, 0.16], "velocity": [1, 0.1, 0], "angular_velocity": [0, 0.2, 1],
       "friction": 0.4, "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]},
      {"name": "ball", "mass": 1, "position": [1, 0, 0.15], "friction": 0.4, "velocity": [1, 0, 0],
       "shapes": [{"type": "sphere", "radius": 0.1}, {"type": "capsule", "radius": 0.03, "length": 0.1, "position": [0, 0, 0]}],
       "inertia": [0.01, 0.01, 0.008]},
      {"name": "soft", "mass": 1, "position": [2, 0, 0.15], "velocity": [0, 0.5, 0], "compliance": 1e-4, "relaxation_time": 0.002,
       "shapes": [{"type": "sphere", "radius": 0.1}], "torsional_friction": 0.01, "rolling_friction": 0.005},
      {"name": "pushed", "mass": 2, "inertia": [0.1, 0.2, 0.15], "position": [3, 0, 2], "force": [0, 0, 15], "torque": [0.1, 0, 0.2],
       "orientation": [1, 0, 0, 0]},
      {"name": "bob", "mass": 1, "inertia": [0.01, 0.02, 0.015], "position": [4, 0, 2]},
      {"name": "arm", "mass": 1, "inertia": [0.01, 0.02, 0.015], "position": [5, 0, 2]},
      {"name": "slide", "mass": 1, "inertia": [0.01, 0.02, 0.015], "position": [6, 0, 2]},
      {"name": "nut", "mass": 1, "inertia": [0.01, 0.02, 0.015], "position": [7, 0, 2], "angular_velocity": [0, 0, 1], "velocity": [0, 0, 0.01]},
      {"name": "hung", "mass": 1, "inertia": [0.01, 0.02, 0.015], "position": [8, 0, 2]},
      {"name": "held", "mass": 1, "inertia": [0.01, 0.02, 0.015], "position": [9, 0, 2]},
      {"name": "cog", "mass": 1, "inertia": [0.01, 0.02, 0.015], "position": [10, 0, 2], "torque": [0, 0, 0.1]},
      {"name": "mate", "mass": 1, "inertia": [0.01, 0.02, 0.015], "position": [10.5, 0, 2]},
      {"name": "sprung", "mass": 2, "inertia": [1, 1, 1], "position": [12, 0, 2], "velocity": [0, 0, 2]}],
    "loads": [{"body": "pushed", "force": [[0, 0, 4, 0], [0.05, 4, 4, 0], [0.15, 6, 4, 0]]}],
    "joints": [
      {"type": "ball", "b": "bob", "point": [4.3, 0, 2.1], "open": {"offset": [0, 0, 0]}},
      {"type": "hinge", "b": "arm", "point": [5.2, 0, 2], "axis": [0, 1, 0.1], "open": {"rotation": [0, 0, 0]}, "limits": {"lower": -0.02, "upper": 0.3},
       "friction": 0.1, "spring": {"stiffness": 3, "damping": 0.05, "rest": 0.1}},
      {"type": "slider", "b": "slide", "point": [6, 0, 2], "axis": [0.3, 0, 1], "limits": {"lower": -0.01, "compliance": 1e-4, "damping": 3},
       "motor": {"type": "position", "kp": 30, "kd": 2, "target": {"offset": 0.1, "amplitude": 0.05, "frequency": 2}}},
      {"type": "cylindrical", "b": "nut", "point": [7, 0, 2], "axis": [0, 0, 1], "pitch": 0.0628318530717958},
      {"type": "strut", "b": "hung", "point_a": [8, 0, 3], "point_b": [8, 0, 2.1], "spring": {"stiffness": 80, "damping": 0.4}},
      {"type": "fixed", "b": "held", "point": [9.1, 0, 2], "open": {"rotation": [0, 0, 0]}, "compliance": [1e-4, 1e-4, 2e-4], "damping": 10, "angular_compliance": 0.01},
      {"type": "hinge", "b": "cog", "point": [10, 0, 2], "axis": [0, 0, 1]},
      {"type": "hinge", "b": "mate", "point": [10.5, 0, 2], "axis": [0, 0, 1]},
      {"type": "gear", "a": "cog", "b": "mate", "point_a": [10, 0, 2], "point_b": [10.5, 0, 2], "axis": [0, 0, 1], "teeth_a": 20, "teeth_b": 30},
      {"type": "coupling", "of": [{"joint": "joint 1", "ratio": 0.5}, {"joint": "joint 2", "table": [[-1, -2], [0, 0], [1, 1]]}], "compliance": 1e-3},
      {"type": "strut", "b": "sprung", "point_a": [12, 0, 3.5], "point_b": [12, 0, 2],
       "spring": {"force": [[-0.5, -60], [-0.02, 0], [0.03, 0], [0.5, 20]], "rest": 1.5},
       "damper": {"force": [[-1, -2.5], [-0.5, -2], [0, 0], [0.5, 2], [1, 2.5]]}}]
  })",
                    "scene");
}

/// Paths and their numbers in three worlds.
struct Change {
  std::string name;
  std::vector<std::pair<std::string, std::vector<double>>> at;
};

std::vector<Change> changes() {
  return {
      {"Nothing", {}},
      {"Masses",
       {{"/bodies/1/mass", {1, 0.3, 7}},
        {"/bodies/2/mass", {2, 1, 0.5}},
        {"/bodies/6/mass", {0.4, 1, 3}},
        {"/bodies/2/inertia/0", {0.01, 0.012, 0.009}},
        {"/bodies/4/inertia/1", {0.2, 0.21, 0.22}}}},
      {"Shapes",
       {{"/bodies/1/shapes/0/size/0", {0.2, 0.25, 0.15}},
        {"/bodies/1/shapes/0/size/2", {0.2, 0.22, 0.15}},
        {"/bodies/2/shapes/0/radius", {0.1, 0.12, 0.05}},
        {"/bodies/2/shapes/1/length", {0.1, 0.15, 0.3}},
        {"/bodies/2/shapes/1/position/0", {0, 0.02, -0.05}},
        {"/bodies/3/shapes/0/radius", {0.1, 0.14, 0.02}}}},
      {"Surfaces",
       {{"/bodies/0/friction", {0.4, 0.1, 0.8}},
        {"/bodies/1/friction", {0, 0.3, 0.6}},
        {"/bodies/3/compliance", {1e-4, 1e-5, 1e-3}},
        {"/bodies/3/relaxation_time", {0.002, 0, 0.01}},
        {"/bodies/3/torsional_friction", {0.01, 0.02, 0.03}},
        {"/bodies/3/rolling_friction", {0.005, 0.001, 0}}}},
      {"Starts",
       {{"/bodies/1/position/2", {0.16, 0.2, 0.3}},
        {"/bodies/1/velocity/0", {1, -1, 0}},
        {"/bodies/1/angular_velocity/2", {1, 0, -3}},
        {"/bodies/4/force/2", {15, 20, 25}},
        {"/bodies/4/torque/0", {0.1, 0, -0.1}},
        {"/bodies/9/position/0", {8, 8.1, 8.2}}}},
      {"Gravity", {{"/gravity/2", {-9.81, -1.62, -20}}, {"/gravity/0", {0, 1, -1}}}},
      {"Joints",
       {{"/joints/0/point/0", {4.3, 4.1, 3.8}},
        {"/joints/1/axis/2", {0.1, -0.3, 0}},
        {"/joints/1/limits/lower", {-0.02, -0.05, -0.5}},
        {"/joints/1/friction", {0.1, 0.5, 2}},
        {"/joints/1/spring/stiffness", {3, 0, 10}},
        {"/joints/1/spring/rest", {0.1, 0, -0.1}},
        {"/joints/2/limits/compliance", {1e-4, 1e-5, 1e-3}},
        {"/joints/2/motor/kp", {30, 10, 100}},
        {"/joints/2/motor/target/amplitude", {0.05, 0, 0.1}},
        {"/joints/3/pitch", {0.0628318530717958, 0.0628318530717958, 0.0628318530717958}},
        {"/joints/4/point_a/2", {3, 2.8, 3.5}},
        {"/joints/4/spring/stiffness", {80, 40, 200}},
        {"/joints/5/compliance/0", {1e-4, 1e-5, 0}},
        {"/joints/5/angular_compliance", {0.01, 0.1, 0}},
        {"/joints/8/teeth_b", {30, 20, 10}},
        {"/joints/8/compliance", {1e-5, 1e-4, 1e-3}}}},
      {"Openings",
       {{"/joints/0/open/offset/0", {0, 0.05, -0.02}},
        {"/joints/1/open/rotation/1", {0.1, 0, -0.2}},
        {"/joints/5/open/rotation/0", {0.01, 0.02, 0}}}},
  };
}

/// The scene of a batch of three worlds, alternately with plain lists and objects.
Scene batch(Change const& change, Json input = scene()) {
  bool list = true;
  for (auto const& [path, values] : change.at) {
    list = !list && path.find("pliance") == path.npos && path.find("inertia") == path.npos &&
           path.find("table") == path.npos;
    input[Json::json_pointer(path)] = list ? Json(values) : Json{{"values", values}};
  }
  return scene_from(input, 3);
}

Scene alone(Change const& change, std::size_t world, Json input = scene()) {
  for (auto const& [path, values] : change.at) input[Json::json_pointer(path)] = values[world];
  return scene_from(input);
}

class Worlds : public ::testing::TestWithParam<Json> {};

TEST_P(Worlds, HaveTheBitsOfTheirScenesAlone) {
  for (auto const& change : changes()) {
    SCOPED_TRACE(change.name);
    auto const many = simulation(batch(change), h, GetParam(), {.worlds = 3});
    std::vector<std::unique_ptr<Simulation>> one;
    for (std::size_t w = 0; w < 3; ++w)
      one.push_back(simulation(alone(change, w), h, GetParam(), {.islands = false}));
    expect_worlds_as_alone(*many, {one[0].get(), one[1].get(), one[2].get()}, 40);
  }
}

INSTANTIATE_TEST_SUITE_P(Integrators, Worlds, testing::ValuesIn(two_integrators()), by_integrator);

/// What a world needs, and others need not: rows that are redundant, joints that answer to impulses
/// at once or in time, matrices of the end of a step.
struct Need {
  char const* scene;
  Change change;
  Real h;
  int steps;
};
std::ostream& operator<<(std::ostream& out, Need const& n) { return out << n.change.name; }

Need const needs[] = {{R"({"bodies": [
      {"name": "door", "mass": 2, "inertia": [0.1, 0.12, 0.05], "position": [0.5, 0, 1]},
      {"name": "bob", "mass": 1, "inertia": [0.01, 0.02, 0.015], "position": [1.2, 0, 1.3]}],
    "joints": [
      {"type": "hinge", "b": "door", "point": [0, 0, 1], "axis": [0, 1, 0]},
      {"type": "hinge", "b": "door", "point": [0, 0.5, 1], "axis": [0, 1, 0]},
      {"type": "ball", "a": "door", "b": "bob", "point": [1, 0, 1]}]})",
                       {"Redundant",
                        {{"/joints/1/compliance", {0, 1e-5, 1e-4}},
                         {"/joints/1/angular_compliance", {0, 1e-3, 1e-4}}}},
                       0.005,
                       20},
                      {R"({"bodies": [
      {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
      {"name": "rod", "mass": 1, "inertia": [0.01, 0.03, 0.03], "position": [0.3, 0, 0.5],
       "shapes": [{"type": "sphere", "radius": 0.1}]},
      {"name": "second", "mass": 1, "inertia": [0.01, 0.03, 0.03], "position": [0.9, 0, 0.5]},
      {"name": "third", "mass": 1, "inertia": [0.01, 0.03, 0.03], "position": [1.5, 0, 0.5]}],
    "joints": [
      {"type": "hinge", "b": "rod", "point": [0, 0, 0.4], "axis": [0, 1, 0]},
      {"type": "hinge", "a": "rod", "b": "second", "point": [0.6, 0, 0.5], "axis": [0, 1, 0]},
      {"type": "hinge", "a": "second", "b": "third", "point": [1.2, 0, 0.5], "axis": [0, 1, 0],
       "compliance": 1e-4}]})",
                       {"Answers", {{"/joints/0/compliance", {1e-4, 0, 0}}}},
                       0.02,
                       40},
                      {R"({"gravity": [0, 0, 0], "bodies": [
      {"name": "bob", "mass": 1, "inertia": [0.001, 0.001, 0.001], "position": [0.3, 0, 2],
       "velocity": [0, 0, 6]},
      {"name": "other", "mass": 1, "inertia": [0.01, 0.02, 0.015], "position": [0.6, 0, 2.3]}],
    "joints": [
      {"type": "ball", "b": "bob", "point": [0, 0, 2]},
      {"type": "ball", "a": "bob", "b": "other", "point": [0.6, 0, 2]}]})",
                       {"Matrices", {{"/bodies/0/velocity/2", {40, 0.5, 6}}}},
                       0.02,
                       20}};

class Needs : public ::testing::TestWithParam<std::tuple<Json, Need>> {};

/// A world is compared as long as its scene alone, which would begin the next steps with another
/// solver, asks none but the first.
TEST_P(Needs, OfAWorldLeaveTheOthersAsTheyAre) {
  auto const& [integrator, need] = GetParam();
  Json const input = parse_json(need.scene, "scene");
  Choices const three{.solver = "cascade", .worlds = 3};
  auto const many = simulation(batch(need.change, input), need.h, integrator, three);
  auto const n = static_cast<std::ptrdiff_t>(many->bodies());
  std::vector<std::unique_ptr<Simulation>> one;
  for (std::size_t w = 0; w < 3; ++w)
    one.push_back(simulation(alone(need.change, w, input), need.h, integrator,
                             {.solver = "cascade", .islands = false}));
  std::vector<bool> compared(3, true);
  for (int k = 0; k < need.steps; ++k) {
    many->step();
    auto const all = many->snapshot();
    for (std::size_t w = 0; w < 3; ++w) {
      if (one[w]->step().solve.solved_by.size() > 1) compared[w] = false;
      if (!compared[w]) continue;
      auto const here = static_cast<std::ptrdiff_t>(w) * n;
      auto const state = one[w]->snapshot();
      SCOPED_TRACE(testing::Message() << "world " << w << ", step " << k);
      ASSERT_TRUE(same_bits({all.pose.begin() + here, all.pose.begin() + here + n}, state.pose));
      ASSERT_TRUE(same_bits({all.twist.begin() + here, all.twist.begin() + here + n}, state.twist));
    }
  }
  EXPECT_GE(std::count(compared.begin(), compared.end(), true), 2);
}

INSTANTIATE_TEST_SUITE_P(Integrators, Needs,
                         testing::Combine(testing::ValuesIn(one_of_each_way()),
                                          testing::ValuesIn(needs)),
                         [](auto const& test) {
                           return name_of(std::get<0>(test.param)) + "_" +
                                  std::get<1>(test.param).change.name;
                         });

/// A motor pushes a box into a wall in world 0, in a step that has no solution.
TEST(Worlds, StandBesideOneThatIsNotSolved) {
  Json const input = parse_json(R"({"bodies": [
      {"name": "wall", "motion": "fixed", "position": [1, 0, 0],
       "shapes": [{"type": "box", "size": [0.5, 0.5, 0.5]}]},
      {"name": "box", "mass": 1, "position": [0.5, 0, 0],
       "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]},
      {"name": "bob", "mass": 1, "inertia": [0.01, 0.02, 0.015], "position": [0.3, 0, 2]},
      {"name": "other", "mass": 1, "inertia": [0.01, 0.02, 0.015], "position": [0.6, 0, 2.3]}],
    "joints": [
      {"type": "slider", "b": "box", "point": [0.5, 0, 0], "axis": [1, 0, 0],
       "motor": {"type": "prescribed", "target": {"offset": 0, "amplitude": 0, "frequency": 1}}},
      {"type": "ball", "b": "bob", "point": [0, 0, 2]},
      {"type": "ball", "a": "bob", "b": "other", "point": [0.6, 0, 2]}]})",
                                "scene");
  Change const change{"", {{"/joints/0/motor/target/amplitude", {0.3, 0.05, 0.02}}}};
  Choices const three{.solver = "cascade", .worlds = 3};
  auto const many = simulation(batch(change, input), 0.01, "implicit_euler", three);
  int unsolved = 0;
  std::vector<std::unique_ptr<Simulation>> one;
  for (std::size_t w = 1; w < 3; ++w)
    one.push_back(simulation(alone(change, w, input), 0.01, "implicit_euler",
                             {.solver = "cascade", .islands = false}));
  for (int k = 0; k < 15; ++k) {
    auto const& report = many->step();
    unsolved += !report.solved();
    EXPECT_GE(report.solve.worlds_converged, 2) << k;
    auto const all = many->snapshot();
    for (std::size_t w = 1; w < 3; ++w) {
      ASSERT_TRUE(one[w - 1]->step().solved());
      auto const here = all.twist.begin() + static_cast<std::ptrdiff_t>(4 * w);
      ASSERT_TRUE(same_bits({here, here + 4}, one[w - 1]->snapshot().twist)) << k << ", " << w;
    }
  }
  EXPECT_GT(unsolved, 0);
}

/// Three boxes on each other that stand in world 0 and move in the others, where the default solver
/// asks stronger ones.
Json stack(std::vector<Real> const& speed) {
  Json out = parse_json(R"({"bodies": [
      {"name": "floor", "motion": "fixed", "friction": 0.5, "shapes": [{"type": "half_space"}]}]})",
                        "scene");
  auto const each = [&](Real by) {
    Json values = Json::array();
    for (Real const v : speed) values.push_back(by * v);
    return Json{{"values", values}};
  };
  for (int k = 0; k < 3; ++k)
    out["bodies"].push_back({{"name", "box " + std::to_string(k)},
                             {"mass", 1},
                             {"friction", 0.5},
                             {"position", {0, 0, 0.1 + 0.2 * k}},
                             {"velocity", {each(std::cos(k + 1.)), 0, 0}},
                             {"angular_velocity", {0, each(std::sin(2 * k + 1.)), each(1)}},
                             {"shapes", {{{"type", "box"}, {"size", {0.2, 0.2, 0.2}}}}}});
  return out;
}

TEST(Worlds, DoNotDependOnThoseBesideThem) {
  std::vector<Real> const speeds{0, 0.3, 3};
  auto const run = [](std::vector<Real> const& of) {
    return simulation(scene_from(stack(of), static_cast<int>(of.size())), 0.01, "implicit_euler",
                      {.solver = "cascade", .worlds = static_cast<int>(of.size())});
  };
  auto const many = run(speeds);
  std::vector<std::unique_ptr<Simulation>> other;
  for (Real const v : speeds) other.push_back(run({v, v}));
  bool asked = false;
  for (int k = 0; k < 60; ++k) {
    asked = many->step().solve.solved_by.size() > 1 || asked;
    auto const all = many->snapshot();
    for (std::size_t w = 0; w < speeds.size(); ++w) {
      other[w]->step();
      auto const one = other[w]->snapshot();
      auto const world = [](auto const& of, std::size_t which) {
        auto const begin = of.begin() + static_cast<std::ptrdiff_t>(4 * which);
        return std::vector(begin, begin + 4);
      };
      ASSERT_TRUE(same_bits(world(all.pose, w), world(one.pose, 0))) << k << " in world " << w;
      ASSERT_TRUE(same_bits(world(all.twist, w), world(one.twist, 0))) << k << " in world " << w;
    }
  }
  EXPECT_TRUE(asked);
}

/// Overlap of what bounces is left to the position stage, in its world alone.
TEST(Worlds, DoNotDependOnOneThatBounces) {
  auto const run = [](Real restitution) {
    Json input = parse_json(R"({"bodies": [
        {"name": "floor", "motion": "fixed", "friction": 0.5, "shapes": [{"type": "half_space"}]},
        {"name": "cone", "mass": 1, "friction": 0.5, "frame": "shapes", "position": [0, 0, 0.15],
         "orientation": {"axis": [0.336, 0.238, 0.911], "angle": 59},
         "angular_velocity": [-2.3, 1.7, 2.2],
         "shapes": [{"type": "cone", "radius": 0.1, "length": 0.2}]},
        {"name": "other", "mass": 1, "friction": 0.5, "frame": "shapes",
         "position": [-0.02, -0.01, 0.42],
         "orientation": {"axis": [0.884, 0.3, 0.345], "angle": 276},
         "angular_velocity": [0.4, 3.3, 2],
         "shapes": [{"type": "cone", "radius": 0.1, "length": 0.2}]}]})",
                            "");
    input["bodies"][0]["restitution"] = {{"values", {0, restitution}}};
    return simulation(scene_from(input, 2), 0.01, "implicit_euler",
                      {.solver = "cascade", .worlds = 2});
  };
  auto const bouncing = run(0.3), other = run(0);
  for (int k = 0; k < 60; ++k) {
    bouncing->step();
    other->step();
    for (std::size_t b = 0; b < 3; ++b)
      ASSERT_TRUE(same_bits(std::vector{bouncing->snapshot().pose[b]},
                            std::vector{other->snapshot().pose[b]}))
          << k;
  }
}

/// Shapes that count as large in one world and fill the grid in another.
TEST(Worlds, FindTheContactsOfTheirOwnShapes) {
  Json input = parse_json(R"({"bodies": [
      {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]}]})",
                          "scene");
  for (int k = 0; k < 12; ++k) {
    Json ball = {{"name", "ball " + std::to_string(k)},
                 {"mass", 1},
                 {"position", {0.21 * (k % 4), 0.21 * (k / 4), 0.1}}};
    ball["shapes"] = {{{"type", "sphere"}, {"radius", 0.1}}};
    input["bodies"].push_back(ball);
  }
  input["bodies"].push_back({{"name", "big"},
                             {"mass", 1},
                             {"position", {0.3, 0.3, 5}},
                             {"velocity", {0, 0, -4}},
                             {"shapes", {{{"type", "sphere"}, {"radius", {0.1, 3, 0.3}}}}}});
  Scene const scenes = scene_from(input, 3);
  auto const many = simulation(scenes, 0.01, "implicit_euler", {.worlds = 3});
  std::vector<std::unique_ptr<Simulation>> one;
  for (int w = 0; w < 3; ++w)
    one.push_back(simulation(scenes.of(w), 0.01, "implicit_euler", {.islands = false}));
  expect_worlds_as_alone(*many, {one[0].get(), one[1].get(), one[2].get()}, 120);
}

}  // namespace
}  // namespace orthant::test::worlds
