// Measures the time of a step of many small worlds, and the memory of large batches: one JSON line
// for each case, each in its own process.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <ctime>
#include <iostream>

#include "experiments/app/run/experiment.hpp"
#include "orthant/core/config/json_file.hpp"

namespace orthant {
namespace {

struct Case {
  std::string name, scene;
  int worlds, steps;
};

/// Cubes of one size that are tossed on a board, each differently; the same far above the board;
/// and spheres that fall into a box.
std::vector<Case> cases() {
  auto const cube = [](std::string const& height) {
    return R"({"bodies": [
      {"name": "board", "motion": "fixed", "friction": 0.18, "shapes": [{"type": "half_space"}]},
      {"name": "cube", "mass": 0.37, "inertia": [8.1e-4, 8.1e-4, 8.1e-4], "friction": 0.18,
       "position": [0, 0, )" +
           height + R"(], "shapes": [{"type": "box", "size": [0.1048, 0.1048, 0.1048]}],
       "velocity": [{"uniform": [-1, 1]}, {"uniform": [-1, 1]}, {"uniform": [-1, 1]}],
       "angular_velocity": [{"uniform": [-5, 5]}, {"uniform": [-5, 5]}, {"uniform": [-5, 5]}]}]})";
  };
  return {{"tosses", cube(R"({"uniform": [0.1, 0.4]})"), 4096, 400},
          {"flights", cube("100"), 4096, 400},
          {"spheres", "", 1, 20}};
}

/// Spheres in layers of 20 x 20 with small gaps.
Json spheres(int count) {
  Json bodies = Json::array();
  auto const wall = [&](char const* name, Json const& position, Json const& orientation) {
    bodies.push_back({{"name", name},
                      {"motion", "fixed"},
                      {"friction", 0.5},
                      {"position", position},
                      {"orientation", orientation},
                      {"shapes", {{{"type", "half_space"}}}}});
  };
  double const r = std::sqrt(0.5), half = 2.05;
  wall("floor", {0, 0, 0}, {1, 0, 0, 0});
  wall("left", {-half, 0, 0}, {r, 0, r, 0});
  wall("right", {half, 0, 0}, {r, 0, -r, 0});
  wall("front", {0, -half, 0}, {r, -r, 0, 0});
  wall("back", {0, half, 0}, {r, r, 0, 0});
  for (int k = 0; k < count; ++k) {
    int const layer = k / 400, x = k % 20, y = k / 20 % 20;
    bodies.push_back({{"name", "sphere " + std::to_string(k)},
                      {"mass", 4.189},
                      {"friction", 0.5},
                      {"position", {0.204 * x - 1.938, 0.204 * y - 1.938, 0.1 + 0.204 * layer}},
                      {"shapes", {{{"type", "sphere"}, {"radius", 0.1}}}}});
  }
  return {{"bodies", bodies}};
}

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

double peak_megabytes() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return 1024e-6 * static_cast<double>(used.ru_maxrss);
}

/// A single world has `worlds` spheres.
Json measure(Case const& c, int worlds, int steps, std::vector<std::string> const& changes) {
  double const before = peak_megabytes();
  bool const one = c.worlds == 1;
  Json input = {{"scene", one ? spheres(worlds) : parse_json(c.scene, c.name)},
                {"step", one ? 0.005 : 0.002},
                {"steps", steps},
                {"worlds", one ? 1 : worlds}};
  for (auto const& change : changes) assign(input, change);
  Experiment e = build_experiment(input, c.name);
  double spent = 0;
  long iterations = 0, linear = 0;
  int converged = 0;
  for (int k = 0; k < e.steps; ++k) {
    double const start = thread_seconds();
    StepReport const& report = e.simulation->step();
    spent += thread_seconds() - start;
    iterations += report.solve.iterations;
    linear += report.solve.linear_iterations;
    converged += report.solved();
  }
  return {{"case", c.name},
          {"backend", e.backend},
          {"worlds", e.simulation->worlds()},
          {"bodies", e.simulation->bodies()},
          {"steps", e.steps},
          {"steps_converged", converged},
          {"us_per_world_step", 1e6 * spent / std::max(1, e.steps) / e.simulation->worlds()},
          {"newton_iterations", iterations},
          {"linear_iterations_per_world_step",
           static_cast<double>(linear) / std::max(1, e.steps) / e.simulation->worlds()},
          {"peak_MB", peak_megabytes()},
          {"peak_MB_before", before}};
}

}  // namespace
}  // namespace orthant

int main(int argc, char** argv) {
  using namespace orthant;
  CLI::App app{"Times batches of small worlds (thread CPU time of the steps), and their memory."};
  std::string filter;
  std::vector<std::string> changes;
  int worlds = 0, steps = 0, size = 8000;
  app.add_option("--filter", filter, "only cases whose name contains this");
  app.add_option("--worlds", worlds, "worlds of a batch, in place of 4096");
  app.add_option("--spheres", size, "spheres of the one large world");
  app.add_option("--steps", steps, "steps of each case");
  app.add_option("--set", changes, "change one value in every case: path.to.key=value");
  CLI11_PARSE(app, argc, argv);

  for (auto const& c : cases()) {
    if (c.name.find(filter) == std::string::npos) continue;
    std::cout.flush();
    if (pid_t const child = fork(); child > 0) {  // to measure its memory alone
      int status = 0;
      waitpid(child, &status, 0);
      if (status != 0) return 1;
      continue;
    }
    KokkosSession const kokkos(1);
    int const count = c.worlds == 1 ? size : worlds > 0 ? worlds : c.worlds;
    std::cout << measure(c, count, steps > 0 ? steps : c.steps, changes).dump() << std::endl;
    return 0;
  }
}
