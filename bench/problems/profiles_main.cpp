// Draws performance profiles from the tables of bench_problems and its peers, and sums them up.
#include <spdlog/fmt/fmt.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "bench/problems/draw_profiles.hpp"

namespace orthant {
namespace {

struct Command {
  std::vector<std::string> files, only;
  std::string out = "results/profiles", reference;
  double seconds = 10;
};

void print(std::vector<Profile> const& profiles) {
  fmt::print("  {:<32} {:>9} {:>9}\n", "solver", "solved", "fastest");
  for (auto const& p : profiles)
    fmt::print("  {:<32} {:>4} / {:<3} {:>8.0f}%{}\n", p.solver, p.solved(), p.problems,
               100 * p.share(1),
               p.tried < p.problems ? fmt::format("  only {} tried", p.tried) : "");
}

void print(std::vector<Record> const& records, std::vector<Profile> const& profiles,
           double tolerance, Command const& command) {
  fmt::print("  {:<32} {:>6} {:>7} {:>7}  {}\n", "against " + command.reference, "both", "only it",
             "only", "its time / that of " + command.reference + ", geometric mean");
  for (auto const& p : profiles) {
    if (p.solver == command.reference) continue;
    auto const pair = pair_up(records, tolerance, command.seconds, p.solver, command.reference);
    fmt::print("  {:<32} {:>6} {:>7} {:>7}  {:.3g}\n", p.solver, pair.both, pair.only_first,
               pair.only_second, pair.time_ratio);
  }
}

void run(Command const& command) {
  auto records = read_records(command.files);
  if (!command.only.empty())
    std::erase_if(records, [&](Record const& r) {
      return std::find(command.only.begin(), command.only.end(), r.solver) == command.only.end();
    });
  for (double const tolerance : tolerances(records)) {
    auto const profiles = performance_profiles(records, tolerance, command.seconds);
    auto const name = fmt::format("profile_{:.0e}", tolerance);
    auto const title = fmt::format("{} problems to {:.0e}", profiles.front().problems, tolerance);
    fmt::print("{}\n", title);
    print(profiles);
    if (!command.reference.empty()) print(records, profiles, tolerance, command);
    bool const drawn = draw_profiles(profiles, title, command.out, name);
    fmt::print("  {}/{}.{}\n\n", command.out, name, drawn ? "svg" : "gp (not drawn)");
  }
}

}  // namespace
}  // namespace orthant

int main(int argc, char** argv) {
  CLI::App app{
      "Performance profiles: the share of problems solved within a factor of the fastest."};
  orthant::Command command;
  app.add_option("CSV", command.files, "tables of bench_problems and its peers")
      ->required()
      ->check(CLI::ExistingFile);
  app.add_option("--out", command.out, "folder for curves and pictures");
  app.add_option("--reference", command.reference, "compare the others with this solver");
  app.add_option("--only", command.only, "this solver, repeatable; default: all")
      ->allow_extra_args(false);
  app.add_option("--seconds", command.seconds, "solves that took longer do not count");
  CLI11_PARSE(app, argc, argv);
  try {
    orthant::run(command);
  } catch (std::exception const& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
