// Files with invented numbers.
#include "tests/report/folder.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace orthant::test {

Json some_result(int steps) {
  return Json::parse(R"({
    "experiment": "some", "file": "some.json", "worlds": 1, "bodies": 3,
    "configuration": {"step": 0.01, "scene": {"bodies": [1, 2]}, "expect": {"steps": {"min": 1}},
                      "solver": {"type": "newton", "tolerance": 1e-10, "linear": {"type": "pcr"}}},
    "newton_iterations": 7, "wall_time_s": 0.5, "exit_reason": "end of the experiment",
    "metrics": {"penetration_max_m": 1e-9, "error": {"mean": 2}},
    "versions": {"orthant": "1"}, "device": {"backend": "serial"}
  })")
      .patch(Json::array(
          {{{"op", "add"}, {"path", "/steps"}, {"value", steps}},
           {{"op", "add"}, {"path", "/steps_converged"}, {"value", steps}},
           {{"op", "add"}, {"path", "/configuration/duration"}, {"value", 0.01 * steps}}}));
}

void write_run(std::filesystem::path const& directory, int steps, int failed) {
  std::filesystem::create_directories(directory);
  std::ofstream(directory / "result.json") << some_result(steps);
  std::ofstream of_steps(directory / "steps.csv"), of_newton(directory / "newton.csv");
  of_steps << "step,time_s,newton_iterations,worlds_converged,reason,step_wall_s\n";
  of_newton << "step,iteration,dynamics_N_s,joint_m_s,normal_m_s,friction_m_s,linear_iterations\n";
  for (int step = 1; step <= steps; ++step) {
    int const iterations = step % 4;
    of_steps << step << ',' << 0.01 * step << ',' << iterations << ',' << (step != failed)
             << ",text," << 0.25 * iterations << '\n';
    for (int k = 0; k <= iterations; ++k)  // from 1e-8 on, by a factor of ten in each iteration
      of_newton << step << ',' << k << ",7,1e-12,1e-" << 8 + k << ",2e-12,"
                << (k < iterations ? 5 : 0) << '\n';
  }
}

void write_comparison(std::filesystem::path const& directory, std::vector<Json> const& settings) {
  std::filesystem::create_directories(directory / "cases");
  Json all = {{"command", {"orthant", "compare", "some.json"}},
              {"versions", {{"orthant", "1"}}},
              {"device", {{"backend", "serial"}}},
              {"experiments", {{{"name", "some"}, {"file", "some.json"}}}},
              {"cases", Json::array()}};
  for (std::size_t i = 0; i < settings.size(); ++i)
    all["cases"].push_back({{"case", "000" + std::to_string(i)},
                            {"experiment", "some"},
                            {"label", ""},
                            {"settings", settings[i]},
                            {"repeat", 0}});
  std::ofstream(directory / "comparison.json") << all;
}

std::string drawn(Folder const& folder, std::vector<std::string> arguments,
                  std::string const& file) {
  arguments.insert(arguments.begin(), "figure");
  arguments.insert(arguments.end(), {"-o", file});
  auto const ended = folder.run(arguments);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out, "figure: " + file + "\n");
  return contents(folder / file);
}

bool no_matplotlib(Folder const& folder) {
  write_run(folder / "probe", 4);
  return folder.run({"figure", "probe", "-o", "probe.svg"}).err.find("python3-matplotlib") !=
         std::string::npos;
}

}  // namespace orthant::test
