// Prints what differs, part by part.
#include "experiments/app/diff/diff_command.hpp"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "experiments/app/diff/trajectories.hpp"
#include "experiments/app/files/differences.hpp"
#include "experiments/app/files/table_rows.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "orthant/core/config/config.hpp"
#include "orthant/core/config/json_file.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

Json result_in(fs::path const& directory) {
  auto const where = directory.string();
  if (!fs::is_directory(directory)) refuse(where, "no directory", "that of a run");
  if (fs::exists(directory / "comparison.json"))
    refuse(where, "a comparison", "one of its cases, as " + (directory / "cases/0000").string());
  auto const file = directory / "result.json";
  if (!fs::exists(file)) refuse(where, "no result.json", "the directory of a run");
  Json out = read_json_file(file.string());
  bool const of_run = out.is_object() && out.contains("configuration") && out.contains("metrics");
  if (!of_run) refuse(file.string(), "no configuration and metrics", "the result of a run");
  return out;
}

/// The numbers of a result apart from those of the machine and from what is compared for itself.
Json counts(Json result) {
  for (char const* key : {"configuration", "metrics", "versions", "device", "file", "wall_time_s",
                          "cpu_time_s", "expectations"})
    result.erase(key);
  return result;
}

/// ", by 3e-10, 1.2e-7 of it": of two numbers.
std::string by_how_much(Difference const& d) {
  Json const a = Json::parse(d.a, nullptr, false), b = Json::parse(d.b, nullptr, false);
  if (!a.is_number() || !b.is_number()) return "";
  double const x = a, y = b, most = std::max(std::abs(x), std::abs(y));
  return fmt::format(", by {:.3g}, {:.2g} of it", std::abs(x - y), std::abs(x - y) / most);
}

/// Prints a part, and returns whether it is the same.
bool say_part(std::string const& name, Json const& a, Json const& b) {
  auto const all = differences(a, b);
  if (all.empty()) {
    print("{}: the same\n", name);
    return true;
  }
  print("{}: {} {}\n", name, all.size(), all.size() == 1 ? "difference" : "differences");
  for (auto const& each : all)
    print("  {}: {} | {}{}\n", each.path, each.a, each.b, by_how_much(each));
  return false;
}

std::string apart(Apart const& at) {
  std::string const where = at.where.empty() ? "" : ", of " + at.where;
  return fmt::format("{:.6g} s: centres are up to {:.3g} m apart{}", at.time, at.distance, where);
}

bool say_trajectories(fs::path const& a, fs::path const& b) {
  bool const in_a = has_run_table(a, "trajectory"), in_b = has_run_table(b, "trajectory");
  if (!in_a || !in_b) {
    bool const none = !in_a && !in_b;
    print("trajectory: {}\n", none   ? "in neither"
                              : in_a ? "only in the first"
                                     : "only in the second");
    return none;
  }
  auto const found = compare_trajectories(a, b);
  if (!found.not_compared.empty()) {
    print("trajectory: not compared: {}\n", found.not_compared);
    return false;
  }
  if (found.same()) {
    print("trajectory: the same bits in {} steps\n", found.steps);
    return true;
  }
  if (found.first) {
    print("trajectory: differs from step {} on, in {}\n", found.first->step, found.column);
    print("  step {}, {}\n", found.first->step, apart(*found.first));
    print("  step {}, {}, the last in both\n", found.last->step, apart(*found.last));
  } else {
    print("trajectory: the same bits in the {} steps of both\n", found.steps);
  }
  if (found.only_a + found.only_b > 0)
    print("  steps in one alone: {} in the first, {} in the second\n", found.only_a, found.only_b);
  return false;
}

/// The runs of two searches, one after the other.
bool say_runs(fs::path const& a, fs::path const& b) {
  bool same = true;
  for (int k = 0;; ++k) {
    auto const run = fmt::format("runs/{:04}", k);
    bool const in_a = fs::exists(a / run), in_b = fs::exists(b / run);
    if (!in_a && !in_b) return same;
    if (in_a != in_b) {
      print("{}: only in the {}\n", run, in_a ? "first" : "second");
      same = false;
      continue;
    }
    same =
        say_part(run + ", metrics", result_in(a / run)["metrics"], result_in(b / run)["metrics"]) &&
        same;
    print("{}, ", run);
    same = say_trajectories(a / run, b / run) && same;
  }
}

}  // namespace

int diff_command(DiffCommand const& command) {
  return reporting([&] {
    Json const a = result_in(command.a), b = result_in(command.b);
    bool const same[] = {
        say_part("configuration", a["configuration"], b["configuration"]),
        say_part("result", counts(a), counts(b)), say_part("metrics", a["metrics"], b["metrics"]),
        fs::exists(fs::path(command.a) / "runs") || fs::exists(fs::path(command.b) / "runs")
            ? say_runs(command.a, command.b)
            : say_trajectories(command.a, command.b)};
    return same[0] && same[1] && same[2] && same[3] ? 0 : 1;
  });
}

}  // namespace orthant
