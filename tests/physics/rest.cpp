// Rest: a world at rest stays where it is and takes no iterations, and a slowly moving world keeps
// moving. Stacks carry their load with every function and linear solver, at extreme mass ratios.
#include "tests/physics/scenes.hpp"

namespace orthant::test::rest {
namespace {

constexpr Real h = 0.01, g = 9.81;

struct Case {
  char const *name, *scene;
};
std::ostream& operator<<(std::ostream& out, Case const& c) { return out << c.name; }

class AtRest : public testing::TestWithParam<Case> {};

/// Bricks that touch on all sides have more contacts than unknowns, and many unloaded contacts with
/// zero gap.
TEST_P(AtRest, IsKeptBitForBitWithoutIterations) {
  Trial trial(GetParam().scene, h, {.solver = "cascade"});
  trial.run(20);
  auto const before = trial.simulation().snapshot();
  EXPECT_EQ(trial.run(200), 0);
  auto const after = trial.simulation().snapshot();
  ASSERT_EQ(before.pose.size(), after.pose.size());
  int changed = 0;
  for (std::size_t k = 0; k < before.pose.size(); ++k) {
    for (int i = 0; i < 3; ++i) changed += after.pose[k].p_WB[i] != before.pose[k].p_WB[i];
    for (int i = 0; i < 6; ++i) changed += after.twist[k][i] != 0;
  }
  EXPECT_EQ(changed, 0);
  auto const m = trial.measures();
  EXPECT_LE(m.penetration, 1e-14);
  EXPECT_LE(m.natural_map, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(
    , AtRest,
    testing::Values(Case{"stack", R"({"assemblies": [{"type": "stack", "count": 10}]})"},
                    Case{"wall", R"({"assemblies": [{"type": "brick_wall", "courses": 6,
                                     "columns": 6, "joint": 0, "friction": 0.6}]})"},
                    Case{"cards", R"({"assemblies": [{"type": "card_house", "levels": 3,
                                      "friction": 0.6}]})"},
                    Case{"pyramid", R"({"assemblies": [{"type": "pyramid"}]})"}),
    [](auto const& c) { return c.param.name; });

/// Bricks whose places are round: the errors of some of their contacts stay above the goal of rest.
TEST(Bricks, TakeNoIterationsAtRest) {
  struct Wall {
    int courses, columns;
    Real friction;
  };
  for (auto const& [courses, columns, friction] :
       {Wall{6, 6, 0.6}, Wall{6, 6, 0.4}, Wall{5, 8, 0.4}, Wall{4, 10, 0.6}}) {
    SCOPED_TRACE(testing::Message() << courses << " x " << columns << ", friction " << friction);
    Json bodies = {{{"name", "floor"},
                    {"motion", "fixed"},
                    {"friction", friction},
                    {"shapes", {{{"type", "half_space"}}}}}};
    for (int k = 0; k < courses * columns; ++k) {
      int const course = k / columns;
      bodies.push_back(
          {{"name", "brick" + std::to_string(k)},
           {"mass", 1},
           {"friction", friction},
           {"position", {0.4 * (k % columns) + 0.2 * (course % 2), 0, 0.1 + 0.2 * course}},
           {"shapes", {{{"type", "box"}, {"size", {0.4, 0.2, 0.2}}}}}});
    }
    Trial trial(Json{{"bodies", bodies}}.dump(), 0.005, {.solver = "cascade"});
    trial.run(40);
    EXPECT_EQ(trial.run(40), 0);
  }
}

/// Round-off in the balance of momentum does not add up over steps, whatever the integrator makes
/// of velocities of its stages.
TEST(EveryIntegrator, KeepsRestWithoutIterations) {
  for (auto const& name : plug_ins("integrator"))
    for (char const* scene : {R"({"assemblies": [{"type": "stack", "count": 10}]})",
                              R"({"assemblies": [{"type": "card_house", "levels": 3,
                                                  "friction": 0.6}]})",
                              R"({"assemblies": [{"type": "pyramid"}]})"}) {
      SCOPED_TRACE(name + " " + scene);
      Trial trial(scene, h, {.solver = "cascade", .whole_integrator = Json(name).dump()});
      trial.run(20);
      auto const before = trial.simulation().snapshot();
      EXPECT_EQ(trial.run(200), 0);
      auto const after = trial.simulation().snapshot();
      Real const most = name == "bdf2" || name == "generalised_alpha" ? 1e-16 : 0;
      for (std::size_t k = 0; k < before.pose.size(); ++k) {
        expect_near(after.pose[k].p_WB, before.pose[k].p_WB, most);
        expect_near(linear(after.twist[k]), {}, most);
        expect_near(angular(after.twist[k]), {}, most);
      }
    }
}

/// Two stacks of boxes of 1 kg, apart; the uppermost boxes are heavier.
std::string two_stacks(int count, Real top_mass) {
  Json bodies = {{{"name", "floor"}, {"motion", "fixed"}, {"shapes", {{{"type", "half_space"}}}}}};
  for (int k = 0; k < 2 * count; ++k) {
    int const level = k / 2;
    bodies.push_back({{"name", "box" + std::to_string(k)},
                      {"mass", level == count - 1 ? top_mass : 1},
                      {"position", {5 * (k % 2), 0, level + 0.5}},
                      {"shapes", {{{"type", "box"}, {"size", {1, 1, 1}}}}}});
  }
  return Json{{"bodies", bodies}}.dump();
}
std::string one_stack(int count, Real top_mass) {
  return Json{{"assemblies", {{{"type", "stack"}, {"count", count}, {"top_mass", top_mass}}}}}
      .dump();
}

/// The error that a loose tolerance leaves would be corrected in each step, or grow.
TEST(RoughTolerance, BringsToRestAllTheSame) {
  std::string const scenes[] = {
      R"({"assemblies": [{"type": "brick_wall", "courses": 6, "columns": 6, "joint": 0,
                          "friction": 0.6}]})",
      R"({"assemblies": [{"type": "card_house", "levels": 5, "friction": 0.6}]})",
      R"({"assemblies": [{"type": "pyramid"}]})",
      one_stack(20, 10),
      one_stack(20, 1000),
      two_stacks(20, 10)};
  for (auto const& scene : scenes)
    for (Real const tolerance : {1e-2, 1e-3, 1e-4, 1e-6}) {
      SCOPED_TRACE(scene.substr(0, 80) + " at " + std::to_string(tolerance));
      Trial trial(scene, h, {.solver = "cascade", .tolerance = tolerance});
      trial.run(50);
      EXPECT_EQ(trial.run(100), 0);
      EXPECT_LE(trial.measures().penetration, 1e-13);
    }
}

/// Impulses 10,000 times those of a single box leave round-off, which each step corrects.
TEST(RoughTolerance, KeepsStacksUnderHeavyBoxesInPlace) {
  for (auto const& scene : {one_stack(5, 1e4), two_stacks(5, 1e4)})
    for (Real const tolerance : {1e-2, 1e-3, 1e-4}) {
      SCOPED_TRACE(tolerance);
      Trial trial(scene, h, {.solver = "cascade", .tolerance = tolerance});
      EXPECT_LE(trial.run(300), 4000);
      EXPECT_LE(trial.measures().penetration, 1e-11);
      EXPECT_LE(trial.measures().speed, 1e-8);
    }
}

/// Three hinged rods are thrown and fall onto a floor. They end solved, with overlaps within the
/// tolerance, with fewer iterations; the last one of a fine tolerance gains most digits.
TEST(RoughTolerance, SavesIterationsWhereThingsMove) {
  Json bodies = {{{"name", "floor"}, {"motion", "fixed"}, {"shapes", {{{"type", "half_space"}}}}}};
  Json joints = Json::array();
  for (int k = 0; k < 3; ++k) {
    std::string const name = "rod" + std::to_string(k);
    bodies.push_back({{"name", name},
                      {"mass", 1},
                      {"position", {0.4 * k, 0, 0.5}},
                      {"velocity", {0, 0, k == 0 ? 2 : 0}},
                      {"orientation", {{"axis", {0, 1, 0}}, {"angle", 90}}},
                      {"shapes", {{{"type", "capsule"}, {"radius", 0.05}, {"length", 0.3}}}}});
    if (k > 0)
      joints.push_back({{"type", "hinge"},
                        {"a", "rod" + std::to_string(k - 1)},
                        {"b", name},
                        {"point", {0.4 * k - 0.2, 0, 0.5}},
                        {"axis", {0, 1, 0}}});
  }
  std::string const scene = Json{{"bodies", bodies}, {"joints", joints}}.dump();
  constexpr Real step = 0.005;
  Trial fine(scene, step, {.solver = "cascade"});
  int const of_fine = fine.run(100);
  for (Real const tolerance : {1e-3, 1e-4, 1e-6}) {
    SCOPED_TRACE(tolerance);
    Trial trial(scene, step, {.solver = "cascade", .tolerance = tolerance});
    int taken = 0;
    for (int k = 0; k < 100; ++k) {
      taken += trial.run(1);
      EXPECT_LE(trial.measures().penetration, 10 * tolerance * step);
    }
    EXPECT_LT(taken, (tolerance < 1e-5 ? 0.9 : 0.75) * of_fine);
    EXPECT_NEAR(trial.position("rod1")[2], fine.position("rod1")[2], 10 * tolerance);
  }
}

/// A cube on a frictionless plane, pushed by a force F: v = F t / m, however small the increment of
/// a step is compared with the tolerance, 1e-10 m/s.
TEST(SlowMotion, GoesOn) {
  char const* const scene = R"({
    "bodies": [{"name": "floor", "motion": "fixed", "friction": 0,
                "shapes": [{"type": "half_space"}]},
               {"name": "cube", "mass": 1, "friction": 0, "position": [0, 0, 0.5],
                "shapes": [{"type": "box", "size": [1, 1, 1]}]}],
    "gravity": [GX, 0, -9.81]})";
  for (Real const push : {1e-5, 1e-7, 2e-9})
    for (Real const tolerance : {1e-10, 1e-5}) {
      std::string text = scene;
      text.replace(text.find("GX"), 2, json(push));
      Trial trial(text, h, {.solver = "cascade", .tolerance = tolerance});
      trial.run(100);
      EXPECT_NEAR(trial.velocity("cube")[0], push, 1e-6 * push) << push << ", " << tolerance;
    }
}

/// A cube at rest is pushed from 1 s on, harder than friction can hold.
TEST(Rest, EndsWhenForcesChange) {
  Trial trial(R"({
    "bodies": [{"name": "floor", "motion": "fixed", "friction": 0.5,
                "shapes": [{"type": "half_space"}]},
               {"name": "cube", "mass": 1, "friction": 0.5, "position": [0, 0, 0.5],
                "shapes": [{"type": "box", "size": [1, 1, 1]}]}],
    "loads": [{"body": "cube", "force": [[0, 0, 0, 0], [1, 0, 0, 0], [1, 6, 0, 0]]}]})",
              h, {.solver = "cascade"});
  trial.run(100);
  EXPECT_EQ(trial.velocity("cube")[0], 0);
  trial.run(50);
  EXPECT_NEAR(trial.velocity("cube")[0], 0.5 * (6 - 0.5 * g), 1e-8);
}

char const* const stack = R"({"assemblies": [{"type": "stack", "count": 10}]})";

std::string cube(int k) { return "assembly 0/" + (k < 0 ? "floor" : std::to_string(k)); }
std::string count(int n) { return "assemblies.0.count=" + std::to_string(n); }
std::string top_mass(Real m) { return "assemblies.0.top_mass=" + json(m); }

/// Interface k carries the weight of all cubes from k on. Each row c/h is accurate to 1e-10 m/s,
/// before and after a step, and the errors of the gaps add up: this is the accuracy of the change
/// of the uppermost cube's velocity in a step.
void expect_weights(Trial const& trial, std::vector<Real> const& mass) {
  int const n = static_cast<int>(mass.size());
  for (int k = 0; k < n; ++k) {
    Real above = 0;
    for (int i = k; i < n; ++i) above += mass[i];
    expect_near(trial.impulse_between(cube(k - 1), cube(k)), above * g * h * z_axis,
                above * (2 * n + 2) * 1e-10);
  }
}

class Stack : public testing::TestWithParam<Settings> {};

TEST_P(Stack, OfTenRestsAtTenMilliseconds) {
  Trial trial(stack, h, GetParam());
  for (int k = 0; k < 50; ++k) {
    trial.run(1);
    auto const m = trial.measures();
    EXPECT_LE(m.penetration, 1e-8);
    EXPECT_LE(m.drift, 1e-6);
  }
  expect_weights(trial, std::vector<Real>(10, 1));
}

INSTANTIATE_TEST_SUITE_P(EveryChoice, Stack, testing::ValuesIn(every_choice()), name_of);

TEST(Stacks, HoldATopOfAThousandTimesTheMass) {
  Trial trial(stack, h, {}, {count(20), top_mass(1000)});
  trial.run(20);
  std::vector<Real> mass(20, 1);
  mass.back() = 1000;
  expect_weights(trial, mass);
  EXPECT_LE(trial.measures().penetration, 1e-8);
}

TEST(Stacks, HoldAMillionTimesTheMass) {
  Trial trial(stack, h, {}, {count(2), top_mass(1e6)});
  trial.run(20);
  expect_weights(trial, {1, 1e6});
  EXPECT_LE(trial.measures().penetration, 1e-8);
}

}  // namespace
}  // namespace orthant::test::rest
