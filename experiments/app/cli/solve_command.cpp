// Solves the problems one by one, and prints what came of it.
#include "experiments/app/cli/solve_command.hpp"

#include <spdlog/fmt/fmt.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/cone_problem/cone_measures.hpp"
#include "core/cone_problem/lcp_problem.hpp"
#include "core/cone_problem/read_cone_problem.hpp"
#include "core/config/json_file.hpp"
#include "experiments/app/process/reporting.hpp"

namespace orthant {
namespace {

struct Kind {
  char const* name;
  ConeProblem (*read)(std::string const& path);
};
Kind const kinds[] = {
    {"contact", read_cone_problem},
    {"lcp", [](std::string const& path) { return as_contacts(read_lcp_problem(path)); }},
    {"mixed_lcp",
     [](std::string const& path) { return as_contacts(read_mixed_lcp_problem(path)); }}};

struct Row {
  std::string problem, solver;
  int contacts = 0;
  double seconds = 0;
  ConeReport report;
  ConeMeasures measures;
};

/// The settings, and a solver made from them anew for each problem.
class CalledSolvers {
 public:
  CalledSolvers(SolveCommand const& command, ConeSolvers const& solvers)
      : solvers_(solvers),
        where_(command.config.empty() ? "solver" : command.config),
        settings_(command.config.empty() ? Json{{"type", "hybrid"}}
                                         : read_json_file(command.config)) {
    for (auto const& each : command.assignments) assign(settings_, each);
    for (auto const& kind : kinds)
      if (command.kind == kind.name) read_ = kind.read;
    if (!read_) refuse("--kind", shown(command.kind), comma_separated(problem_kinds()));
    make();  // wrong settings throw here
    type_ = settings_["type"].get<std::string>();
    for (auto const& file : command.problems)
      if (std::error_code error; !std::filesystem::is_regular_file(file, error))
        refuse(file, "no regular file", "a stored contact problem");
  }

  Row solve(std::string const& file) const {
    ConeProblem const problem = read_(file);
    auto const solver = make();
    Vector r = Vector::Zero(problem.q.size());
    Row row{problem.name, type_, problem.contacts(), 0, {}, {}};
    auto const start = std::chrono::steady_clock::now();
    row.report = solver->solve(problem, r);
    row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    row.measures = measure(problem, r);
    return row;
  }

 private:
  std::unique_ptr<ConeSolver> make() const {
    Json resolved;
    return solvers_.make(Config(settings_, resolved, where_));
  }

  ConeSolvers const& solvers_;
  ConeProblem (*read_)(std::string const& path) = nullptr;
  std::string where_, type_;
  Json settings_;
};

void print_head() {
  fmt::print("{:<42} {:>8}  {:<12} {:>6} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9}  {}\n", "problem",
             "contacts", "solver", "iter.", "solves", "time [s]", "|F|/|q|", "scaled", "cone",
             "compl.", "stopped");
}

void print_row(Row const& r) {
  auto const& m = r.measures;
  fmt::print("{:<42} {:>8}  {:<12} {:>6} {:>6} {:>9.3g} {:>9.1e} {:>9.1e} {:>9.1e} {:>9.1e}  {}\n",
             r.problem, r.contacts, r.solver, r.report.iterations, r.report.linear_solves,
             r.seconds, m.natural_map, m.scaled_map, m.cone_violation, m.complementarity,
             text(r.report.reason));
}

void print_json(Row const& r) {
  auto const& m = r.measures;
  Json const line{{"problem", r.problem},
                  {"contacts", r.contacts},
                  {"solver", r.solver},
                  {"converged", r.report.converged()},
                  {"iterations", r.report.iterations},
                  {"linear_solves", r.report.linear_solves},
                  {"time_s", r.seconds},
                  {"error", m.natural_map},
                  {"error_scaled", m.scaled_map},
                  {"cone_violation", m.cone_violation},
                  {"complementarity", m.complementarity},
                  {"reason", text(r.report.reason)}};
  // Names come from outside: bytes that are no UTF-8 are replaced.
  fmt::print("{}\n", line.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

std::vector<std::string> problem_kinds() {
  std::vector<std::string> out;
  for (auto const& kind : kinds) out.emplace_back(kind.name);
  return out;
}

int solve_command(SolveCommand const& command, ConeSolvers const& solvers) {
  return reporting([&] {
    CalledSolvers const called(command, solvers);
    if (!command.as_json) print_head();
    int status = 0;
    for (auto const& file : command.problems) {
      int const ended = reporting([&] {
        Row const row = called.solve(file);
        command.as_json ? print_json(row) : print_row(row);
        std::fflush(stdout);
        return row.report.converged() ? 0 : 1;
      });
      status = std::max(status, ended);
    }
    return status;
  });
}

}  // namespace orthant
