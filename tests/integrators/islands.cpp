// Bodies that no contact or joint couples do not affect each other: each group moves in a common
// scene as it does alone.
#include "orthant/core/step/detail/folded_report.hpp"
#include "orthant/solvers/islands/island_graph.hpp"
#include "orthant/tests/built_rows.hpp"
#include "tests/integrators/parts.hpp"

namespace orthant::test::islands {
namespace {

constexpr Real h = 0.005;
constexpr int steps = 40;
constexpr Real within = 1e-10;  // [m]: the tolerance in m/s, over the time and some growth

/// A group of bodies, which shares a floor with others.
struct Group {
  std::string name;
  Json bodies, joints = Json::array();
};

Json falling_friction() { return {{"static", 0.5}, {"kinetic", 0.3}, {"stribeck_speed", 0.5}}; }

Json box(std::string const& name, Json position, Json velocity = {0, 0, 0}) {
  return {{"name", name},         {"mass", 1},
          {"friction", 0.5},      {"position", position},
          {"velocity", velocity}, {"shapes", {{{"type", "box"}, {"size", {0.2, 0.1, 0.1}}}}}};
}

/// Bricks that touch: their impulses are not unique.
Group wall() {
  return {"wall",
          {box("w0", {0, 0, 0.05}), box("w1", {0.2, 0, 0.05}), box("w2", {0.1, 0, 0.15}),
           box("w3", {0.1, 0.1, 0.05})}};
}
/// Far from the vertical, so that its joint turns.
Group pendulum(int k = 0) {
  Real const y = 2 + k;
  std::string const name = "p" + std::to_string(k);
  return {"pendulum",
          {rigid(name, 0.5 + k, {{0.01, 0.02, 0.02}}, {{1, y, 2}})},
          {ball_at(name, {{0.2, y, 2.1}})}};
}
/// Its friction falls with the speed, so the coefficient changes within a step.
Group slider() {
  Json body = box("s", {-2, 0, 0.05}, {1.5, 0.3, 0});
  body["friction"] = falling_friction();
  return {"slider", {body}};
}
Group roller() {
  Json shape = sphere_shape(0.1);
  shape[0].update({{"rolling_friction", 0.002}, {"torsional_friction", 0.01}});
  return {"roller",
          {{{"name", "r"},
            {"mass", 0.3},
            {"friction", 0.4},
            {"position", {-2, 4, 0.1}},
            {"velocity", {0.2, 1, 0}},
            {"angular_velocity", {0, 0, 5}},
            {"shapes", shape}}}};
}
/// A hinge with a limit between two boxes that fall.
Group jaws() {
  Json const limited = joint_at("hinge", "j1", {{-4, 0, 0.3}}, y_axis,
                                {{"a", "j0"}, {"limits", {{"lower", -0.2}, {"upper", 0.1}}}});
  return {"jaws", {box("j0", {-4.1, 0, 0.3}), box("j1", {-3.9, 0, 0.3}, {0, 0, 1})}, {limited}};
}
Group flier() {
  Json body = box("f", {0, -3, 3}, {1, 0, 2});
  body["angular_velocity"] = {3, 0.1, 5};
  return {"flier", {body}};
}

std::vector<Group> all() { return {wall(), pendulum(), slider(), roller(), jaws(), flier()}; }

std::unique_ptr<Simulation> together(std::vector<Group> const& groups, Json const& integrator,
                                     Json const& solver, bool islands = true) {
  Json bodies = {ground({}, {{"friction", falling_friction()}})}, joints = Json::array();
  for (auto const& group : groups) {
    bodies.insert(bodies.end(), group.bodies.begin(), group.bodies.end());
    joints.insert(joints.end(), group.joints.begin(), group.joints.end());
  }
  return simulation(scene_from({{"bodies", bodies}, {"joints", joints}}), h, integrator,
                    {.solver = solver, .islands = islands});
}

/// The linear solves of a run, whose steps are all solved.
long run(Simulation& s) {
  long solves = 0;
  for (int i = 0; i < steps; ++i) {
    auto const& record = s.step();
    EXPECT_TRUE(record.solved()) << "step " << i;
    solves += record.solve.linear_solves;
  }
  return solves;
}

TEST(Islands, WriteTheDefaultsOfTheirSolverOut) {
  Json const serial = {{"type", "serial"}};
  Json of_backend;
  auto const backend = backends().make(Config(serial, of_backend, "backend"));
  for (Json const& solver : {Json("newton"), Json{{"type", "newton"}, {"max_iterations", 7}}}) {
    Json resolved[2];
    for (bool const islands : {false, true}) {
      Json const parts = {{"solver", solver}, {"islands", islands}};
      Config config(parts, resolved[islands], "experiment");
      backend->build({scene_from({{"bodies", flier().bodies}}), 1, h}, config);
    }
    EXPECT_TRUE(resolved[0]["solver"].contains("tolerance"));
    EXPECT_EQ(resolved[1]["solver"], resolved[0]["solver"]);
  }
}

/// Expects a group that begins with this body of a common scene to be where it is alone.
void expect_as_alone(Simulation const& alone, Simulation const& common, Group const& group,
                     std::size_t first, Real near = within) {
  auto const a = alone.snapshot(), b = common.snapshot();
  for (std::size_t k = 0; k < group.bodies.size(); ++k) {
    SCOPED_TRACE(group.name + std::to_string(k));
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(a.pose[1 + k].p_WB[c], b.pose[first + k].p_WB[c], near);
    for (int c = 0; c < 6; ++c) EXPECT_NEAR(a.twist[1 + k][c], b.twist[first + k][c], near / h);
  }
}

class TwoIntegratorsOnIslands : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(All, TwoIntegratorsOnIslands, testing::ValuesIn(two_integrators()),
                         by_integrator);

TEST_P(TwoIntegratorsOnIslands, MovesEachGroupAsAlone) {
  auto const groups = all();
  auto const common = together(groups, GetParam(), "cascade");
  long const solves = run(*common);
  long solves_alone = 0;
  std::size_t first = 1;
  for (auto const& group : groups) {
    auto const alone = together({group}, GetParam(), "cascade");
    solves_alone += run(*alone);
    expect_as_alone(*alone, *common, group, first);
    first += group.bodies.size();
  }
  EXPECT_LE(solves, 1.3 * solves_alone);  // a step made again for one group is so for all
}

class EverySolverOnIslands : public testing::TestWithParam<std::string> {};

std::vector<std::string> solvers() {
  std::vector<std::string> out;
  for (auto const& entry : catalog())
    if (entry.kind == "nonlinear solver") out.push_back(entry.name);
  return out;
}

/// Not the largest island alone, but every solver meets a pendulum beside a slider. A solver that
/// is slow reports it.
TEST_P(EverySolverOnIslands, MovesEachGroupAsAlone) {
  Json solver = {{"type", GetParam()}, {"tolerance", 1e-9}};
  if (GetParam() == "sequence") solver.erase("tolerance");
  std::vector<Group> const groups{pendulum(), slider()};
  auto const common = together(groups, "implicit_euler", solver);
  int unsolved = 0;
  for (int i = 0; i < steps; ++i) unsolved += !common->step().solved();
  for (std::size_t k = 0; k < groups.size(); ++k) {
    auto const alone = together({groups[k]}, "implicit_euler", solver);
    for (int i = 0; i < steps; ++i) unsolved -= !alone->step().solved();
    expect_as_alone(*alone, *common, groups[k], 1 + k, 10 * within);
  }
  EXPECT_LE(unsolved, 0);
}
INSTANTIATE_TEST_SUITE_P(All, EverySolverOnIslands, testing::ValuesIn(solvers()),
                         [](auto const& at) { return at.param; });

TEST(Islands, GiveTheMotionOfAllAtOnce) {
  auto const apart = together(all(), "implicit_euler", "cascade"),
             at_once = together(all(), "implicit_euler", "cascade", false);
  run(*apart);
  run(*at_once);
  auto const a = apart->snapshot(), b = at_once->snapshot();
  for (std::size_t i = 0; i < a.pose.size(); ++i)
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(a.pose[i].p_WB[c], b.pose[i].p_WB[c], 1e-9) << i;
}

/// The wall takes no work beside a moving pendulum, once it rests.
TEST(Islands, WorkForWhatMovesAlone) {
  auto const alone = together({pendulum()}, "implicit_euler", "cascade"),
             common = together({wall(), pendulum()}, "implicit_euler", "cascade");
  for (auto const& each : {alone.get(), common.get()}) run(*each);
  auto const expected = run(*alone);
  EXPECT_EQ(run(*common), expected);
  EXPECT_GE(expected, steps);
}

/// More islands than have solvers of their own.
TEST(Islands, MayBeMany) {
  std::vector<Group> many;
  for (int k = 0; k < 25; ++k) many.push_back(pendulum(k));
  auto const common = together(many, "implicit_euler", "cascade");
  run(*common);
  for (std::size_t const k : {0, 7, 8, 24}) {
    auto const alone = together({many[k]}, "implicit_euler", "cascade");
    run(*alone);
    expect_as_alone(*alone, *common, many[k], 1 + k);
  }
}

/// A ball between the floor and a press that comes down: no motion exists. The step says that it is
/// not solved; the others move on.
TEST(Islands, FailAlone) {
  Group pressed{"pressed",
                {{{"name", "ball"},
                  {"mass", 1},
                  {"friction", 0.5},
                  {"position", {9, 9, 0.1}},
                  {"shapes", {{{"type", "sphere"}, {"radius", 0.1}}}}},
                 {{"name", "press"},
                  {"motion", "kinematic"},
                  {"friction", 0.5},
                  {"position", {9, 9, 0.3}},
                  {"velocity", {0, 0, -0.2}},
                  {"shapes", {{{"type", "box"}, {"size", {0.2, 0.2, 0.2}}}}}}}};
  auto const alone = together({pendulum()}, "implicit_euler", "cascade"),
             common = together({pendulum(), pressed}, "implicit_euler", "cascade");
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(alone->step().solved());
    EXPECT_FALSE(common->step().solved());
    expect_as_alone(*alone, *common, pendulum(), 1);
  }
}

/// Whichever island takes most work.
TEST(Islands, AnAcceptableErrorIsSaid) {
  SolvedBy const rough{by_acceptable, 1}, exact{"newton", 1};
  NonlinearReport none, small, large;
  none.worlds_converged = small.worlds_converged = large.worlds_converged = 1;
  small.linear_solves = 3;
  large.linear_solves = 300;
  none.solved_by = {&exact, 1};
  small.solved_by = {&rough, 1};
  large.solved_by = {&exact, 1};
  FoldedReport joined;
  joined.first(none);
  joined.beside(small, 0, "newton");
  joined.beside(large, 1, "newton");
  auto const all = joined.all();
  ASSERT_EQ(all.solved_by.size(), 1u);
  EXPECT_STREQ(all.solved_by[0].solver, by_acceptable);
  EXPECT_EQ(all.solved_by[0].worlds, 1);
  EXPECT_EQ(all.linear_solves, 303);
}

TEST(IslandGraph, FollowsBlocksThroughBodiesThatReact) {
  auto const between = [](int a, int b) {
    BlockSpec block;
    block.body[0] = a;
    block.body[1] = b;
    block.rows = 1;
    return block;
  };
  // 0-3-1 | 2 on the floor | 4 loose | 5 does not react, 6 loose
  BuiltRows built(1, 7, {between(3, 0), between(-1, 2), between(1, 3), between(2, -1)});
  for (int const b : {0, 1, 2, 3, 4, 6}) built.inverse_mass(b) = {1, diagonal({{1, 1, 1}})};
  IslandGraph graph(7, 4);
  graph.build(built.rows, Span<Space, InverseMass*>(built.inverse_mass));
  ASSERT_EQ(graph.count(), 3);
  using Ints = std::vector<int>;
  auto const ints = [](std::span<int const> s) { return Ints(s.begin(), s.end()); };
  EXPECT_EQ(ints(graph.bodies(0)), (Ints{0, 1, 3}));
  EXPECT_EQ(ints(graph.blocks(0)), (Ints{0, 2}));
  EXPECT_EQ(ints(graph.bodies(1)), (Ints{2}));
  EXPECT_EQ(ints(graph.blocks(1)), (Ints{1, 3}));
  EXPECT_EQ(ints(graph.bodies(2)), (Ints{4, 6}));
  EXPECT_TRUE(graph.blocks(2).empty());
}

/// A block that moves nobody may be what no motion can satisfy, so nothing is left out.
TEST(IslandGraph, IsOneIfABlockHasNoBody) {
  BlockSpec nobody, one, other;
  one.body[1] = 0;
  other.body[1] = 1;
  BuiltRows built(1, 2, {nobody, one, other});
  for (int const b : {0, 1}) built.inverse_mass(b) = {1, diagonal({{1, 1, 1}})};
  IslandGraph graph(2, 3);
  graph.build(built.rows, Span<Space, InverseMass*>(built.inverse_mass));
  EXPECT_EQ(graph.count(), 1);
}

}  // namespace
}  // namespace orthant::test::islands
