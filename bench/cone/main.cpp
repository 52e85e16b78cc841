// Times cone solvers on generated piles and stored problems, one line for each problem.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "bench/cone/rigid_piles.hpp"
#include "orthant/bench/cone/problems.hpp"
#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/core/cone_problem/problem_files.hpp"
#include "orthant/solvers/cone/detail/register.hpp"

namespace orthant {
namespace {

double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

using Make = std::function<ConeProblem()>;

void add_piles(std::vector<Make>& out) {
  for (unsigned seed = 1; seed <= 4; ++seed)
    for (double motion : {0.0, 0.3, 3.0}) {
      test::PileKind const kind{0.2 + 0.2 * seed, motion, seed};
      for (int layers : {2, 3, 4, 5}) out.push_back([=] { return test::pyramid(layers, kind); });
      for (int layers : {4, 8}) out.push_back([=] { return test::brick_wall(layers, 4, kind); });
      for (int count : {20, 60, 120})
        out.push_back([=] { return test::packed_balls(count, kind); });
    }
}

void add_ladder(std::vector<Make>& out) {
  for (double motion : {0.0, 0.3, 3.0}) {
    test::PileKind const kind{0.5, motion, 1};
    for (int layers : {6, 8, 10}) out.push_back([=] { return test::pyramid(layers, kind); });
    out.push_back([=] { return test::brick_wall(20, 30, kind); });
    for (int count : {250, 500, 900})
      out.push_back([=] { return test::packed_balls(count, kind); });
  }
}

void add_random(std::vector<Make>& out) {
  for (unsigned seed = 1; seed <= 200; ++seed)
    out.push_back([=] {
      ConeProblem p = test::pile(seed, 24, 8 + static_cast<int>(seed % 20));
      p.name = "random" + std::to_string(seed);
      return p;
    });
}

struct Totals {
  int problems = 0, at_8 = 0, at_12 = 0;
  double seconds = 0, logarithms = 0;
};

void run(ConeProblem const& problem, Json const& settings, Totals& totals) {
  ConeSolvers solvers;
  register_cone_solvers(solvers);
  Json resolved;
  auto const solver = solvers.make(Config(settings, resolved, "solver"));
  Vector r;
  double const start = thread_seconds();
  ConeReport report = solver->solve(problem, r);
  double seconds = thread_seconds() - start;
  if (seconds < 2e-3) {  // repeats short solves with a warm cache
    int const times = 20;
    double const again = thread_seconds();
    for (int k = 0; k < times; ++k) {
      r = Vector::Zero(problem.q.size());
      report = solver->solve(problem, r);
    }
    seconds = (thread_seconds() - again) / times;
  }
  std::string phases;
  char const* last = "";
  for (auto const& h : report.history)
    if (std::string(h.phase) != last) phases += std::string(1, (last = h.phase)[0]) + ' ';
  double const error = natural_map(problem, r);
  std::printf("%-44s %6d %5d %5d %10.6f %9.1e  %s (%s)\n", problem.name.c_str(), problem.contacts(),
              report.iterations, report.linear_solves, seconds, error, text(report.reason),
              phases.c_str());
  std::fflush(stdout);
  ++totals.problems;
  totals.at_8 += error <= 1e-8;
  totals.at_12 += error <= 1e-12;
  totals.seconds += seconds;
  totals.logarithms += std::log(seconds);
}

int main_of(int argc, char** argv) {
  CLI::App app{"Times cone solvers"};
  std::string type = "hybrid", only;
  double seconds = 10, tolerance = 1e-12;
  bool piles = false, ladder = false, random = false;
  std::vector<std::string> files;
  app.add_option("--solver", type, "by name");
  app.add_option("--seconds", seconds, "most of them");
  app.add_option("--tolerance", tolerance, "on the natural map");
  app.add_option("--only", only, "problems whose name holds this");
  app.add_flag("--piles", piles, "generated, of 20 to 600 contacts");
  app.add_flag("--ladder", ladder, "generated, up to 5000 contacts");
  app.add_flag("--random", random, "small ones with full matrices");
  app.add_option("files", files, "stored problems");
  CLI11_PARSE(app, argc, argv);
  std::vector<Make> problems;
  problems.reserve(files.size());
  for (auto const& file : files) problems.push_back([=] { return read_cone_problem(file); });
  if (random) add_random(problems);
  if (piles) add_piles(problems);
  if (ladder) add_ladder(problems);
  Totals totals;
  Json const settings = {{"type", type}, {"seconds", seconds}, {"tolerance", tolerance}};
  for (auto const& make : problems) {
    ConeProblem const problem = make();
    if (problem.name.find(only) != std::string::npos) run(problem, settings, totals);
  }
  std::printf("%d problems: %d at 1e-8, %d at 1e-12, %.3f s, geometric mean %.3g s\n",
              totals.problems, totals.at_8, totals.at_12, totals.seconds,
              std::exp(totals.logarithms / std::max(1, totals.problems)));
  return 0;
}

}  // namespace
}  // namespace orthant

int main(int argc, char** argv) { return orthant::main_of(argc, argv); }
