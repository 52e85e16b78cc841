// The directory of a run, as read for the page.
#include "experiments/app/replay/recording.hpp"

#include <gmock/gmock.h>

#include "experiments/app/files/table_reader.hpp"
#include "tests/replay/runs.hpp"
#include "tests/table.hpp"

namespace orthant::test {
namespace {

[[maybe_unused]] bool const recordings =
    test_rows("RecordingsOfRuns", "replay/recordings.json", [](Json const& row) {
      Folder const folder;
      run_small(folder, row["changes"]);
      expect_values(read_recording(folder / "out"), row["page"]);
    });

TEST(Recording, HoldsThePosesOfEveryStep) {
  Folder const folder;
  run_small(folder, {{"worlds", 2}, {"output", {{"trajectory_worlds", 5}}}});
  Json const page = read_recording(folder / "out");
  EXPECT_EQ(page["worlds"], 2);
  EXPECT_EQ(page["all_worlds"], 2);
  EXPECT_EQ(numbers<int>(page["poses"]["steps"]), (std::vector<int>{0, 1, 2, 3, 4, 5}));
  auto const poses = numbers<float>(page["poses"]["values"]);
  auto const rows = lines(folder / "out/trajectory.csv");
  ASSERT_EQ(poses.size(), 7 * (rows.size() - 1));
  std::vector<float> last;  // last row: step, time, world, body, pose
  std::istringstream cells(rows.back());
  for (std::string cell; std::getline(cells, cell, ',');)
    if (cell != "rod") last.push_back(std::stof(cell));
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(poses[poses.size() - 7 + i], last[3 + i]);
}

TEST(Recording, HoldsContactsStepsAndIterations) {
  Folder const folder;
  run_small(folder);
  Json const page = read_recording(folder / "out");
  auto const& contacts = page["contacts"];
  EXPECT_EQ(numbers<int>(contacts["steps"]), (std::vector<int>{1, 2, 3, 4, 5}));
  auto const values = numbers<float>(contacts["values"]);
  ASSERT_EQ(values.size(), 5u * 8 * 17);
  EXPECT_EQ(numbers<int>(contacts["first"])[1], 8 * 17);
  EXPECT_EQ(values[0], 0) << "world";
  EXPECT_EQ(values[1] + values[2], 1) << "the floor and the lower cube";
  EXPECT_EQ(values[15], 0.5f) << "mu";

  auto const& steps = page["steps"];
  EXPECT_EQ(numbers<int>(steps["steps"]), (std::vector<int>{1, 2, 3, 4, 5}));
  EXPECT_EQ(steps["reasons"], Json({"converged"}));
  EXPECT_EQ(numbers<int>(steps["reason"]), std::vector<int>(5, 0));
  auto const& names = steps["columns"];
  EXPECT_EQ(numbers<float>(steps["values"]).size(), 5 * names.size());
  EXPECT_THAT(names, ::testing::Contains(Json("kinetic_J")));

  auto const& newton = page["newton"];
  auto const first = numbers<int>(newton["first"]);
  auto const rows = lines(folder / "out/newton.csv").size() - 1;
  EXPECT_EQ(static_cast<std::size_t>(first.back()), rows * newton["columns"].size());
}

TEST(Recording, IsThinnedInTimeWhereItWouldBeLarge) {
  Folder const folder;
  run_small(folder, {{"steps", 40}, {"expect", nullptr}});
  PageLimits limits;
  limits.poses = 21 * 20;        // of 41 steps with three bodies
  limits.contacts = 8 * 17 * 5;  // of 40 with eight contacts
  limits.steps = limits.iterations = 30;
  Json const page = read_recording(folder / "out", limits);
  int const stride = page["poses"]["stride"];
  EXPECT_GE(stride, 8);
  EXPECT_EQ(page["contacts"]["stride"], stride) << "at the same steps";
  for (int const step : numbers<int>(page["poses"]["steps"])) EXPECT_EQ(step % stride, 0);
  for (int const step : numbers<int>(page["contacts"]["steps"])) EXPECT_EQ(step % stride, 0);
  EXPECT_EQ(page["poses"]["factor"], stride);
  EXPECT_EQ(numbers<int>(page["steps"]["steps"]).size(),
            numbers<int>(page["steps"]["reason"]).size());
  EXPECT_GT(page["steps"]["factor"], 8);
}

TEST(Recording, HoldsValuesOfJoints) {
  Folder const folder;
  run_small(folder, {{"worlds", 2}, {"output", {{"joints", true}, {"trajectory_worlds", 2}}}});
  Json const joints = read_recording(folder / "out")["joints"];
  EXPECT_EQ(joints["columns"], Json::parse(R"([{"name": "joint 0", "unit": "rad"}])"));
  EXPECT_EQ(numbers<int>(joints["steps"]), (std::vector<int>{0, 1, 2, 3, 4, 5}));
  auto const values = numbers<float>(joints["values"]);
  ASSERT_EQ(values.size(), 6u * 2 * 3);
  TableReader table(folder / "out/joints.csv");
  std::size_t k = 0;
  for (; table.next(); k += 3) {
    EXPECT_EQ(values[k], static_cast<float>(table.number(table.column("position"))));
    EXPECT_EQ(values[k + 1], static_cast<float>(table.number(table.column("velocity"))));
    EXPECT_EQ(values[k + 2], static_cast<float>(table.number(table.column("effort"))));
  }
  EXPECT_EQ(k, values.size());
}

}  // namespace
}  // namespace orthant::test
