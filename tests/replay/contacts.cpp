// Places and forces of contacts, and their table.
#include <gmock/gmock.h>

#include "experiments/app/files/table_reader.hpp"
#include "tests/replay/runs.hpp"

namespace orthant::test {
namespace {

// Newton's method stops at 1e-10 m/s by default, which is 1e-8 N for bodies of 1 kg and h = 0.01 s.
// The start is a guess, from which velocities of some steps still differ by as much.
constexpr double accuracy = 1e-7;

Json two_cubes() {
  Json input = small_experiment();
  input["output"]["contacts"] = true;
  return input;
}

TEST(ContactImpulses, HaveAPlace) {
  auto experiment = build_experiment(two_cubes(), "small.json");
  auto& simulation = *experiment.simulation;
  EXPECT_TRUE(simulation.last_step().contact_impulses().empty()) << "before the first step";
  auto const there = simulation.step().contact_impulses();
  ASSERT_EQ(there.size(), 8u) << "four between floor and cube, four between the cubes";
  for (auto const& c : there) {
    EXPECT_NEAR(c.place.gap, 0, 1e-12) << "the tolerance times h";
    EXPECT_NEAR(std::abs(c.place.point_W[0]), 0.5, 1e-9);
    EXPECT_NEAR(std::abs(c.place.point_W[1]), 0.5, 1e-9);
    EXPECT_NEAR(std::abs(c.normal_W[2]), 1, 1e-12);
    EXPECT_NEAR(c.force_per_impulse, 100, 1e-12);
    EXPECT_NEAR(dot(c.sliding_W, c.normal_W), 0, 1e-15);
    EXPECT_EQ(c.friction, 0.5);
    EXPECT_GE(c.place.a, 0) << "the floor has a name too";
    EXPECT_GE(c.place.b, 0);
  }
}

/// The force of the floor on the lower cube carries both.
TEST(ContactTable, ForcesCarryTheWeight) {
  Folder const folder;
  run_small(folder);
  TableReader table(folder / "out/contacts.csv");
  int const step = table.column("step"), a = table.column("body_a"), b = table.column("body_b");
  int const z = table.column("force_z_N"), impulse = table.column("impulse_z_N_s");
  int const normal = table.column("normal_z"), height = table.column("z_m");
  std::vector<double> weight(6);
  int rows = 0;
  for (; table.next(); ++rows) {
    bool const on_floor = table.text(a).ends_with("floor"),
               above = table.text(b).ends_with("floor");
    EXPECT_NEAR(table.number(z), 100 * table.number(impulse), 1e-9);
    if (!on_floor && !above) continue;
    EXPECT_NEAR(table.number(height), 0, 1e-9);
    EXPECT_NEAR(table.number(normal), on_floor ? 1 : -1, 1e-9) << "from a to b";
    weight[static_cast<std::size_t>(table.count(step))] += (on_floor ? 1 : -1) * table.number(z);
  }
  EXPECT_EQ(rows, 5 * 8);
  for (std::size_t k = 1; k <= 5; ++k) EXPECT_NEAR(weight[k], 2 * 9.81, accuracy) << "step " << k;
}

/// A cube pushed along the floor: friction opposite to the sliding velocity, on the edge of its
/// cone.
TEST(ContactTable, TellsOfSliding) {
  Folder const folder;
  run_small(
      folder,
      {{"scene",
        {{"assemblies", Json::array({{{"type", "floor"}, {"friction", 0.5}}})},
         {"joints", Json::array()},
         {"bodies",
          Json::array({{{"name", "cube, \"the\""},
                        {"mass", 1},
                        {"friction", 0.5},
                        {"position", {0, 0, 0.5}},
                        {"velocity", {3, 0, 0}},
                        {"shapes", Json::array({{{"type", "box"}, {"size", {1, 1, 1}}}})}}})}}}});
  auto const rows = lines(folder / "out/contacts.csv");
  ASSERT_GT(rows.size(), 1u);
  TableReader table(folder / "out/contacts.csv");
  int const v = table.column("sliding_x_m_s"), f = table.column("force_x_N");
  int const step = table.column("step"), n = table.column("force_z_N");
  std::vector<double> push(6);
  while (table.next()) {
    auto const k = static_cast<std::size_t>(table.count(step));
    EXPECT_GT(std::abs(table.number(v)), 1);
    EXPECT_LE(table.number(v) * table.number(f), 0);
    EXPECT_NEAR(std::abs(table.number(f)), 0.5 * std::abs(table.number(n)), accuracy);
    push[k] += std::abs(table.number(f));
  }
  for (std::size_t k = 1; k <= 5; ++k) EXPECT_NEAR(push[k], 0.5 * 9.81, accuracy);
}

/// Rows have the time of their step, and forces their own time: half a step earlier if the
/// integrator is symmetric.
TEST(Tables, TellWhenForcesActed) {
  struct Case {
    char const* integrator;
    double lag;  // [s]
  };
  constexpr double h = 0.01;
  for (auto const& [integrator, lag] :
       {Case{"implicit_euler", 0}, Case{"implicit_midpoint", -h / 2},
        Case{"variational", -h / 2}}) {
    Folder const folder;
    run_small(folder, {{"integrator", integrator}, {"output", {{"joint_reactions", true}}}});
    for (char const* name : {"out/contacts.csv", "out/reactions.csv"}) {
      SCOPED_TRACE(std::string(integrator) + ", " + name);
      TableReader table(folder / name);
      int const step = table.column("step"), time = table.column("time_s");
      int const acted = table.column("force_time_s");
      int rows = 0;
      for (; table.next(); ++rows) {
        EXPECT_NEAR(table.number(time), h * table.count(step), 1e-12);
        EXPECT_NEAR(table.number(acted), table.number(time) + lag, 1e-12);
      }
      EXPECT_GE(rows, 5);
    }
  }
}

TEST(ContactTable, FollowsTheStepsOfTheTrajectory) {
  Folder const folder;
  run_small(folder, {{"output", {{"trajectory_every", 2}}}});
  TableReader table(folder / "out/contacts.csv");
  int const step = table.column("step");
  while (table.next()) EXPECT_EQ(table.count(step) % 2, 0);
  run_small(folder, {{"output", {{"contacts", false}}}, {"name", "none"}});
}

}  // namespace
}  // namespace orthant::test
