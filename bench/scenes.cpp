// Times the steps of the shipped scenes, and of every choice of plug-ins on one of them: a JSON
// line per case.
#include <CLI/CLI.hpp>
#include <ctime>
#include <iostream>

#include "core/config/json_file.hpp"
#include "experiments/app/run/experiment.hpp"
#include "experiments/app/run/summary.hpp"

namespace orthant {
namespace {

/// An experiment with changes, and what the best of the established engines need for the same scene
/// on a comparable machine [us per step at that penetration or joint error, m].
struct Case {
  std::string name, experiment;
  std::vector<std::string> changes;
  std::string best_elsewhere;
};

std::vector<Case> scenes() {
  return {{"box_stack 10, 2 ms", "box_stack", {"step=0.002"}, "53 us at 9e-6 m; 817 us at 7e-7 m"},
          {"box_stack 20, top 1000x, 10 ms",
           "box_stack",
           {"scene.assemblies.0.count=20", "scene.assemblies.0.top_mass=1000"},
           "168-256 us at 2e-4 m"},
          {"brick_wall 10x10, 10 ms", "brick_wall", {}, "1700 us at 1e-4 m"},
          {"card_house 5, 10 ms", "card_house", {}, "400 us at a drift of 1.8e-4 m"},
          {"sphere_pile 100, 5 ms", "sphere_pile", {"solver=cascade"}, ""},
          {"sphere_pile 100, 5 ms, to 1e-3 m/s",
           "sphere_pile",
           {},
           "415 us at 2e-4 m; 1300 us at 1e-4 m"},
          {"sphere_pile 1000, 5 ms, to 1e-2 m/s",
           "sphere_pile",
           {"scene.assemblies.0.columns=10", "scene.assemblies.0.rows=10",
            "scene.assemblies.0.layers=10", "solver.tolerance=1e-2"},
           "20000 us at 2e-4 m"},
          {"hanging_chain 100, 1 ms",
           "hanging_chain",
           {"step=0.001"},
           "98 us in reduced coordinates; 1500 us at 4e-7 m; 92 us at 3e-4 m"},
          {"hanging_chain 1000, 1 ms",
           "hanging_chain",
           {"scene.assemblies.0.links=1000", "step=0.001"},
           "1200-1600 us in reduced coordinates; 700-1100 us at 1.3e-3 m"},
          {"hanging_chain 100, 0.5 ms", "hanging_chain", {}, ""},
          {"hanging_chain 1000, 0.5 ms", "hanging_chain", {"scene.assemblies.0.links=1000"}, ""},
          {"hanging_chain 10000, 0.5 ms", "hanging_chain", {"scene.assemblies.0.links=10000"}, ""}};
}

/// Every pairing of one plug-in of each kind that a solver chooses, on one experiment.
std::vector<Case> choices(std::string const& experiment) {
  std::map<std::string, std::vector<std::string>> names;
  for (auto const& entry : catalog()) names[entry.kind].push_back(entry.name);
  std::vector<Case> out;
  for (auto const& ncp : names["NCP function"])
    for (auto const& friction : names["friction"])
      for (auto const& scaling : names["scaling"])
        for (auto const& step : names["step length"])
          for (auto const& linear : names["linear solver"])
            out.push_back(
                {ncp + ", " + friction + ", " + scaling + ", " + step + ", " + linear,
                 experiment,
                 {"solver.ncp=" + ncp, "solver.friction=" + friction, "solver.scaling=" + scaling,
                  "solver.step=" + step, "solver.linear=" + linear},
                 ""});
  return out;
}

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Runs a case for at most `steps` steps and `seconds` seconds. A case that fails is a record too.
Json measure(Case const& c, std::string const& folder, std::vector<std::string> const& changes,
             int steps, double seconds) {
  Json line = {{"scene", c.name}, {"changes", c.changes}};
  if (!c.best_elsewhere.empty()) line["best_elsewhere"] = c.best_elsewhere;
  try {
    auto all = c.changes;
    all.insert(all.end(), changes.begin(), changes.end());
    Experiment e = load_experiment(folder + "/" + c.experiment + "/scene.json", all);
    RunSummary summary(e.setup.scene, e.setup.h);
    int made = 0, converged = 0;
    long newton = 0, linear = 0;
    double spent = 0, first = 0;
    summary.add(e.simulation->measure());
    while (made < std::min(steps, e.steps) && spent < seconds) {
      double const start = thread_seconds();
      StepReport const report = e.simulation->step();
      double const took = thread_seconds() - start;
      if (report.missing_contacts > 0) throw Error("contact capacity");
      (made == 0 ? first : spent) += took;
      summary.add(e.simulation->measure());
      ++made;
      converged += report.solve.converged();
      newton += report.solve.iterations;
      linear += report.solve.linear_iterations;
    }
    Json metrics;
    summary.write(metrics);
    line["backend"] = e.backend;
    line["steps"] = made;
    line["steps_converged"] = converged;
    line["first_step_us"] = 1e6 * first;
    line["us_per_step"] = 1e6 * spent / std::max(1, made - 1);
    line["newton_iterations"] = newton;
    line["linear_iterations"] = linear;
    for (char const* key : {"penetration_max_m", "joint_error_max_m", "drift_max_m"})
      line[key] = metrics[key];
  } catch (std::exception const& error) {
    line["error"] = error.what();
  }
  return line;
}

}  // namespace
}  // namespace orthant

int main(int argc, char** argv) {
  using namespace orthant;
  CLI::App app{"Times the shipped scenes (thread CPU time of the steps; the first apart)."};
  std::string folder = ORTHANT_EXPERIMENTS, filter, walk;
  std::vector<std::string> changes;
  int steps = 1000;
  double seconds = 20;
  app.add_option("--experiments", folder, "folder of the experiments");
  app.add_option("--filter", filter, "only scenes whose name contains this");
  app.add_option("--choices", walk, "instead: every choice of plug-ins on this experiment");
  app.add_option("--set", changes, "change one value in every case: path.to.key=value");
  app.add_option("--steps", steps, "most steps of a case");
  app.add_option("--seconds", seconds, "most CPU seconds of a case");
  CLI11_PARSE(app, argc, argv);

  KokkosSession const kokkos(1);
  for (auto const& c : walk.empty() ? scenes() : choices(walk))
    if (c.name.find(filter) != std::string::npos)
      std::cout << measure(c, folder, changes, steps, seconds).dump() << std::endl;
}
