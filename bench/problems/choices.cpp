// Newton on stored problems with every choice of its parts: complementarity function, scaling and
// linear solver. Prints, for each linear solver, how many problems each pair of the others solves
// and in how many iterations; the file has every single solve.
#include <spdlog/fmt/fmt.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "backends/backend.hpp"
#include "backends/cone_solvers.hpp"
#include "core/cone_problem/cone_measures.hpp"
#include "core/cone_problem/read_cone_problem.hpp"
#include "core/config/json_file.hpp"

namespace orthant {
namespace {

std::vector<std::string> names_of(std::string const& kind) {
  std::vector<std::string> out;
  for (auto const& entry : catalog())
    if (entry.kind == kind) out.push_back(entry.name);
  return out;
}

struct Command {
  std::vector<std::string> files, linear{"cholmod", "dense_ldlt", "pcr"}, changes;
  std::string friction = "w_newton", csv;
  double tolerance = 1e-8, seconds = 2;
};

/// What one choice did on all problems so far.
struct Cell {
  int solved = 0, iterations = 0;  // iterations of those that were solved

  std::string text() const {
    if (solved == 0) return "0";
    return fmt::format("{} ({:.0f})", solved, static_cast<double>(iterations) / solved);
  }
};

class Table {
 public:
  explicit Table(Command const& command) : command_(command) {
    if (command.csv.empty()) return;
    file_.open(command.csv);
    if (!file_) refuse(command.csv, "a file that cannot be written", "one that can");
    file_ << "problem,contacts,friction,linear,ncp,scaling,solved,error,iterations,reason\n";
  }

  void add(std::string const& path) {
    ConeProblem const problem = read_cone_problem(path);
    ++problems_;
    for (auto const& linear : command_.linear)
      for (auto const& ncp : ncps_)
        for (auto const& scaling : scalings_) solve(problem, linear, ncp, scaling);
    fmt::print(stderr, "{}\n", problem.name);
  }

  void print() const {
    for (auto const& linear : command_.linear) {
      fmt::print("\n{}, {}: problems of {} solved to {:g} (mean iterations)\n\n{:<30}",
                 command_.friction, linear, problems_, command_.tolerance, "");
      for (auto const& scaling : scalings_) fmt::print("{:>12}", scaling);
      for (auto const& ncp : ncps_) {
        fmt::print("\n{:<30}", ncp);
        for (auto const& scaling : scalings_)
          fmt::print("{:>12}", cells_.at({linear, ncp, scaling}).text());
      }
      fmt::print("\n");
    }
  }

 private:
  void solve(ConeProblem const& problem, std::string const& linear, std::string const& ncp,
             std::string const& scaling) {
    Json settings = {{"type", "newton"},
                     {"ncp", ncp},
                     {"scaling", scaling},
                     {"linear", linear},
                     {"friction", command_.friction},
                     {"tolerance", command_.tolerance},
                     {"seconds", command_.seconds}};
    for (auto const& each : command_.changes) assign(settings, each);
    Json resolved;
    Vector r = Vector::Zero(problem.q.size());
    auto const report =
        cone_solvers().make(Config(settings, resolved, "solver"))->solve(problem, r);
    double const error = natural_map(problem, r);
    bool const solved = error <= command_.tolerance;
    Cell& cell = cells_[{linear, ncp, scaling}];
    cell.solved += solved;
    if (solved) cell.iterations += report.iterations;
    if (file_.is_open())
      file_ << fmt::format("{},{},{},{},{},{},{:d},{:.3g},{},{}\n", problem.name,
                           problem.contacts(), command_.friction, linear, ncp, scaling, solved,
                           error, report.iterations, text(report.reason))
            << std::flush;
  }

  Command const& command_;
  std::vector<std::string> ncps_ = names_of("NCP function"), scalings_ = names_of("scaling");
  std::map<std::array<std::string, 3>, Cell> cells_;
  std::ofstream file_;
  int problems_ = 0;
};

}  // namespace
}  // namespace orthant

int main(int argc, char** argv) {
  using namespace orthant;
  CLI::App app{"Newton with every complementarity function, scaling and linear solver."};
  Command command;
  app.add_option("problem", command.files, "files of stored contact problems")->required();
  app.add_option("--linear", command.linear, "linear solvers")->delimiter(',');
  app.add_option("--friction", command.friction,
                 "form of friction, one that takes an NCP function");
  app.add_option("--set", command.changes, "change one value of the solver: path.to.key=value");
  app.add_option("--tolerance", command.tolerance, "on the natural map relative to |q|");
  app.add_option("--seconds", command.seconds, "most wall time of a solve");
  app.add_option("--csv", command.csv, "file for every single solve");
  CLI11_PARSE(app, argc, argv);
  KokkosSession const kokkos(1);
  try {
    Table table(command);
    for (auto const& file : command.files) table.add(file);
    table.print();
  } catch (Error const& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 2;
  }
}
