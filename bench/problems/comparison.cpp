// Problem by problem, tolerance by tolerance, solver by solver.
#include "bench/problems/comparison.hpp"

#include <spdlog/fmt/fmt.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>

#include "core/cone_problem/read_cone_problem.hpp"
#include "core/config/error.hpp"

namespace orthant {
namespace {

struct Command {
  std::vector<std::string> files, solvers;
  std::string variants, csv;
  double seconds = 10;
  std::vector<double> tolerances = {1e-8};
};

void print(Record const& r) {
  fmt::print("{:<36} {:>5}  {:<28} {:.0e} {} {:>9.2g} {:>9.3g} s {:>8}  {}\n", r.problem,
             r.contacts, r.solver, r.tolerance, r.error <= r.tolerance ? "+" : "-", r.error, r.time,
             r.iterations, r.reason);
  std::fflush(stdout);
}

class Comparison {
 public:
  Comparison(Command const& command, std::vector<Contender> contenders)
      : command_(command), contenders_(std::move(contenders)), file_(command.csv) {
    std::sort(command_.tolerances.rbegin(), command_.tolerances.rend());
  }

  void run(std::string const& file) {
    ConeProblem const problem = read_cone_problem(file);
    std::map<std::string, Record> gave_up;
    for (double const tolerance : command_.tolerances)
      for (auto const& contender : contenders_) {
        auto const before = gave_up.find(contender.name);
        Record record = before != gave_up.end()
                            ? again(before->second, tolerance)
                            : attempt(problem, contender, {tolerance, command_.seconds});
        // Nothing came back, or too late: a tighter tolerance would end in the same way.
        if (!record.converged &&
            (record.error >= nothing_returned || record.time > command_.seconds))
          gave_up.try_emplace(contender.name, record);
        print(record);
        file_.add(record);
      }
  }

 private:
  static Record again(Record record, double tolerance) {
    record.reason += fmt::format(" at {:.0e}", record.tolerance);
    record.tolerance = tolerance;
    return record;
  }

  Command command_;
  std::vector<Contender> contenders_;
  RecordFile file_;
};

}  // namespace

SolverChoice::SolverChoice(std::string const& text) : name(text.substr(0, text.find(':'))) {
  if (name.size() == text.size()) return;
  for (auto const& each : CLI::detail::split(text.substr(name.size() + 1), ',')) {
    if (each.find('=') == std::string::npos) refuse("--solver", text, "name[:key=value,...]");
    assignments.push_back(each);
  }
}

int compare_solvers(int argc, char** argv, char const* about, ChooseContenders const& choose) {
  CLI::App app{about};
  Command command;
  app.add_option("FILE", command.files, "stored contact problems")
      ->required()
      ->check(CLI::ExistingFile);
  app.add_option("--solver", command.solvers, "name[:key=value,...], repeatable; default: all")
      ->allow_extra_args(false);
  app.add_option("--variants", command.variants, "JSON file: {name: settings of a solver}");
  app.add_option("--seconds", command.seconds, "most CPU time of a solve")
      ->check(CLI::PositiveNumber);
  app.add_option("--tolerance", command.tolerances, "on the natural map relative to |q|")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::NonNegativeNumber);
  app.add_option("--csv", command.csv, "write the table here");
  CLI11_PARSE(app, argc, argv);
  try {
    std::vector<SolverChoice> solvers(command.solvers.begin(), command.solvers.end());
    Comparison comparison(command, choose(solvers, command.variants));
    for (auto const& file : command.files) comparison.run(file);
  } catch (std::exception const& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
  return 0;
}

}  // namespace orthant
