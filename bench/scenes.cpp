// Runs the scenes of experiments/question_simulators by all its methods in one run, and prints a
// table of times and errors.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "experiments/app/comparison/compare_command.hpp"
#include "experiments/app/process/reporting.hpp"
#include "orthant/core/config/json_file.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

std::string digits(double x, char const* format) {
  char out[32];
  std::snprintf(out, sizeof out, format, x);
  return out;
}

/// "53 µs, 9e-16 m"; with ! if steps were not solved. The error is the largest penetration or
/// opening of a joint.
std::string cell(Json const& result) {
  if (result.at("status") == "not built") return "not built";
  if (result.at("status") == "failed")
    return result.at("error") == "time limit" ? "time limit" : "failed";
  if (result.at("status") == "stopped") return "lost";
  double const steps = result.at("steps");
  Json const &metrics = result.at("metrics"), &unsolved = result.at("unsolved").at("steps");
  double const error = std::max(metrics.at("penetration_max_m").get<double>(),
                                metrics.at("joint_error_max_m").get<double>());
  bool const solved = unsolved.is_null() || unsolved == 0;
  return digits(1e6 * result.at("cpu_time_s").get<double>() / steps, "%.3g µs, ") +
         digits(error, "%.0e m") + (solved ? "" : " !");
}

/// One row for each scene, one column for each method: the two zips of the sweep.
void print_table(fs::path const& directory) {
  Json const comparison = read_json_file((directory / "comparison.json").string());
  std::vector<std::string> scenes, methods;
  std::map<std::pair<std::string, std::string>, std::string> cells;
  auto const note = [](std::vector<std::string>& all, std::string const& one) {
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  };
  for (auto const& each : comparison.at("cases")) {
    std::string const scene = each.at("names").at("1"), method = each.at("names").at("2");
    note(scenes, scene);
    note(methods, method);
    auto const file = directory / "cases" / each.at("case").get<std::string>() / "result.json";
    cells[{scene, method}] = fs::exists(file) ? cell(read_json_file(file.string())) : "not run";
  }
  std::string head = "| scene |", line = "|---|";
  for (auto const& method : methods) {
    head += " " + method + " |";
    line += "---|";
  }
  std::cout << head << '\n' << line << '\n';
  for (auto const& scene : scenes) {
    std::cout << "| " << scene << " |";
    for (auto const& method : methods) std::cout << ' ' << cells[{scene, method}] << " |";
    std::cout << '\n';
  }
}

}  // namespace
}  // namespace orthant

int main(int argc, char** argv) {
  using namespace orthant;
  CLI::App app{
      "Times scenes by Orthant and by the other simulators of the build, side by side: CPU time of "
      "a step, and the largest penetration or opening of a joint."};
  CompareCommand compare;
  compare.files = {ORTHANT_EXPERIMENTS "/question_simulators/scene.json"};
  compare.directory = "results/bench_scenes";
  compare.limit = 60;
  compare.words.assign(argv, argv + argc);
  app.add_option("--output,-o", compare.directory, "directory of the comparison")
      ->capture_default_str();
  app.add_option("--limit", compare.limit, "most CPU time of a case [s]")->capture_default_str();
  app.add_option("--set", compare.assignments, "change one value in every case: path.to.key=value")
      ->take_all()
      ->allow_extra_args(false);
  app.add_flag("--resume", compare.resume, "run what another call left to run");
  CLI11_PARSE(app, argc, argv);
  compare.quiet = true;

  int const status = compare_command(compare);
  if (status >= wrong_input) return status;  // nothing was compared
  return reporting([&] {
    print_table(compare.directory);
    return 0;
  });
}
