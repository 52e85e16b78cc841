// References of a run: time series of other programs.
#include <cstdlib>
#include <map>
#include <set>

#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/references/time_series.hpp"
#include "experiments/app/run/metrics.hpp"
#include "experiments/app/run/run.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

std::string refusal_of_series(std::string const& text) {
  Folder const folder;
  auto const file = folder.write("s.txt", text);
  return refusal([&] { read_series(file, 3); });
}

TEST(TimeSeries, AreRowsBelowComments) {
  Folder const folder;
  auto const rows =
      read_series(folder.write("s.txt", "# about\n\nt x y z\n0 1 2 3\n0.5 4 5 6\n"), 3);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1], (std::vector<double>{0.5, 4, 5, 6}));
}

TEST(TimeSeries, WrongOnesAreRefusedWithTheLine) {
  EXPECT_THAT(refusal_of_series("t x y z\n0 1 2\n"), HasSubstr("s.txt:2: found 3 numbers"));
  EXPECT_THAT(refusal_of_series("t x y z\n0 1 2 3\n0 1 2 3\n"), HasSubstr("s.txt:3: found 0"));
  EXPECT_THAT(refusal_of_series("t x y z\n0 1 2 3 abc\n"), HasSubstr("numbers alone"));
  EXPECT_THAT(refusal_of_series("t x y z\n0 1 2x 3\n"), HasSubstr("numbers alone"));
  EXPECT_THAT(refusal([] { read_series("no such file", 3); }), HasSubstr("no readable file"));
}

/// A body of 2 kg on a slider along x to the world, at 1 m/s, with series of its motion and of the
/// slider's load, every 0.1 s for 0.5 s.
class SliderSeries : public ::testing::Test {
 protected:
  SliderSeries() {
    std::map<std::string, std::string> const rows = {{"Pos", "{t} 0 0"},    {"Vel", "1 0 0"},
                                                     {"Quat", "1 0 0 0"},   {"Avel", "0 0 0"},
                                                     {"Rforce", "0 0 -20"}, {"Rtorque", "0 {m} 0"}};
    std::filesystem::create_directories(folder_ / "series");
    for (auto const& [name, row] : rows) {
      std::string text = "# about\nt x y z\n";
      for (int k = 0; k <= 5; ++k) {
        std::string line = row;
        for (auto const& [mark, value] : {std::pair{"{t}", 0.1 * k}, std::pair{"{m}", 2.0 * k}})
          if (auto const at = line.find(mark); at != line.npos)
            line.replace(at, 3, std::to_string(value));
        text += std::to_string(0.1 * k) + " " + line + "\n";
      }
      folder_.write("series/s_" + name + ".txt", text);
    }
    setenv("ORTHANT_DATA", (folder_ / "").c_str(), 1);
  }
  ~SliderSeries() override { unsetenv("ORTHANT_DATA"); }

  static Json input() {
    return Json::parse(R"({
      "scene": {"gravity": [0, 0, -10],
        "bodies": [{"name": "b", "mass": 2, "inertia": [1, 1, 1], "velocity": [1, 0, 0]}],
        "joints": [{"type": "slider", "name": "rail", "b": "b", "point": [0, 0, 0], "axis": [1, 0, 0]}]},
      "reference": {"type": "time_series", "folder": "series", "prefix": "s", "body": "b",
                    "reactions": [{"joint": "rail"}]},
      "step": 0.05})");
  }
  static Json metrics(Json const& input, int steps) {
    auto experiment = build_experiment(input, "e.json");
    Json const result = run_experiment(experiment, {});
    EXPECT_EQ(result["steps"], steps);
    return result["metrics"];
  }
  static std::string refused(Json const& input) {
    return refusal([&] { build_experiment(input, "e.json"); });
  }

  Folder folder_;
};

/// On the world, about the rail's point: -x cross 20 N = 2 k N m at x = 0.1 k.
TEST_F(SliderSeries, TorquesAreAboutTheStatedPoint) {
  auto const found = metrics(input(), 10);
  EXPECT_LT(found["position_error_m"], 1e-6);
  EXPECT_LT(found["reaction_force_error_N"], 1e-6);
  EXPECT_LT(found["reaction_torque_error_N_m"], 1e-5);
  EXPECT_NEAR(found["reaction_torque_peak_N_m"], 10, 1e-6);
  Json other = input();
  other["reference"]["reactions"][0]["point"] = "b";
  EXPECT_NEAR(metrics(other, 10)["reaction_torque_error_N_m"], 10, 1e-5);
  other["reference"]["reactions"][0]["on"] = "b";
  EXPECT_NEAR(metrics(other, 10)["reaction_force_error_N"], 40, 1e-5);
}

/// A row for each time of the motion from the start on, and of the load after each step.
TEST_F(SliderSeries, WhatIsComparedIsWritten) {
  auto experiment = build_experiment(input(), "e.json");
  run_experiment(experiment, {.directory = folder_ / "out"});
  auto const table = read_csv(folder_ / "out/compared.csv");
  EXPECT_EQ(table.columns[0], "of");
  std::map<std::string, int> count;
  for (auto const& row : table.rows) {
    ++count[row[0] + " " + row[1]];
    for (std::size_t k = 3; k < 6; ++k)
      EXPECT_NEAR(std::stod(row[k]), std::stod(row[k + 3]), 2e-5) << row[1] << " at " << row[2];
  }
  EXPECT_EQ(count, (std::map<std::string, int>{{"b position_m", 6},
                                               {"b rotation_rad", 6},
                                               {"b velocity_m_s", 6},
                                               {"b angular_velocity_rad_s", 6},
                                               {"rail force_N", 5},
                                               {"rail torque_N_m", 5}}));
}

TEST_F(SliderSeries, ADurationBesideDataIsRefusedWithTheReason) {
  for (char const* key : {"duration", "worlds"}) {
    Json wrong = input();
    wrong[key] = 1;
    EXPECT_THAT(refused(wrong),
                ::testing::AllOf(HasSubstr(std::string("e.json/") + key + ": found 1"),
                                 HasSubstr("whose data have it")));
  }
}

TEST_F(SliderSeries, MetricsAreThoseThatAreListed) {
  std::set<std::string> known;
  for (auto const& each : named_metrics()) known.insert(each.name);
  Json const found = metrics(input(), 10);
  for (auto const& [name, value] : found.items()) EXPECT_TRUE(known.contains(name)) << name;
}

TEST_F(SliderSeries, AnyNumberOfJointsIsComparedByName) {
  Json none = input(), two = input();
  none["reference"].erase("reactions");
  EXPECT_FALSE(metrics(none, 10).contains("reaction_force_error_N"));
  two["scene"]["bodies"].push_back(
      {{"name", "c"}, {"mass", 1}, {"inertia", {1, 1, 1}}, {"position", {0, 5, 0}}});
  two["scene"]["joints"].push_back(
      {{"type", "fixed"}, {"name", "nail"}, {"b", "c"}, {"point", {0, 5, 0}}});
  two["reference"]["reactions"].push_back({{"joint", "nail"}});
  EXPECT_NEAR(metrics(two, 10)["reaction_force_error_N"], 10, 1e-5) << "10 N beside 20 N";
  two["reference"]["reactions"][1]["joint"] = "screw";
  EXPECT_THAT(refused(two), HasSubstr("reactions/1/joint: found \"screw\", allowed: one of: rail, "
                                      "nail"));
}

TEST_F(SliderSeries, TheStepIsThatOfTheExperiment) {
  Json finer = input();
  finer["step"] = 0.02;
  metrics(finer, 25);
  finer["step"] = 0.03;
  EXPECT_THAT(refused(finer), HasSubstr("step: found 0.03 s beside rows 0.1 s apart"));
}

}  // namespace
}  // namespace orthant::test
