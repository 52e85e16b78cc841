// Prints what differs, part by part.
#include "experiments/app/diff/diff_command.hpp"

#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "experiments/app/files/differences.hpp"
#include "experiments/app/files/table_rows.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "orthant/core/config/config.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/execution/same_bits.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

/// The largest distance between the centres of a body in two runs, at a step of both.
struct Apart {
  int step = 0;
  double time = 0;      // [s]
  double distance = 0;  // [m]
  std::string where;    // body "ball", or "ball" in world 3; "" if no centre differs
};

struct TrajectoryDifference {
  int steps = 0;                     // in both
  int only_a = 0, only_b = 0;        // steps in one of them
  std::optional<Apart> first, last;  // first step with a difference in bits, and the last in both
  std::string column;                // a value that differs in the first: "vx_m_s of \"ball\""
  std::string not_compared;          // why steps cannot be compared; "": they can

  bool same() const { return !first && only_a == 0 && only_b == 0 && not_compared.empty(); }
};

constexpr std::array numbers{"x_m",    "y_m",    "z_m",    "qw",       "qx",       "qy",      "qz",
                             "vx_m_s", "vy_m_s", "vz_m_s", "wx_rad_s", "wy_rad_s", "wz_rad_s"};

struct BodyRow {
  int world = 0;
  std::string body;
  std::array<double, numbers.size()> values{};
};

/// The bodies of one step.
struct Moment {
  int step = 0;
  double time = 0;
  std::vector<BodyRow> rows;
};

class Trajectory {
 public:
  explicit Trajectory(fs::path const& directory)
      : table_(open_run_table(directory, "trajectory")),
        step_(table_->column("step")),
        time_(table_->column("time_s")),
        world_(table_->column("world")),
        body_(table_->column("body")) {
    for (std::size_t i = 0; i < numbers.size(); ++i) columns_[i] = table_->column(numbers[i]);
    more_ = table_->next();
  }

  /// The next step; false at the end.
  bool next() {
    if (!more_) return false;
    int const before = now.step;
    now = {table_->count(step_), table_->number(time_), {}};
    if (now.step < before || (now.step == before && begun_))
      refuse(table_->here(), "step " + std::to_string(now.step),
             "steps that ascend from " + std::to_string(before));
    begun_ = true;
    while (more_ && table_->count(step_) == now.step) {
      BodyRow row{table_->count(world_), std::string(table_->text(body_)), {}};
      for (std::size_t i = 0; i < numbers.size(); ++i) row.values[i] = table_->number(columns_[i]);
      now.rows.push_back(std::move(row));
      more_ = table_->next();
    }
    return true;
  }

  Moment now;

 private:
  std::unique_ptr<TableRows> table_;
  int step_, time_, world_, body_;
  std::array<int, numbers.size()> columns_{};
  bool more_ = false, begun_ = false;
};

std::string named(BodyRow const& row) {
  return '"' + row.body + '"' + (row.world > 0 ? " in world " + std::to_string(row.world) : "");
}

/// "vx_m_s of \"ball\"", or "" if all bits are the same.
std::string first_difference(Moment const& a, Moment const& b) {
  for (std::size_t k = 0; k < a.rows.size(); ++k)
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (!same_bits(a.rows[k].values[i], b.rows[k].values[i]))
        return std::string(numbers[i]) + " of " + named(a.rows[k]);
  return "";
}

Apart apart(Moment const& a, Moment const& b) {
  Apart out{a.step, a.time, 0, ""};
  for (std::size_t k = 0; k < a.rows.size(); ++k) {
    auto const &x = a.rows[k].values, &y = b.rows[k].values;
    double const distance = std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
    if (distance <= out.distance || std::isnan(out.distance)) continue;  // NaN is the largest
    out.distance = distance;
    out.where = named(a.rows[k]);
  }
  return out;
}

/// Why two moments of one step are not of comparable runs; "" if they are.
std::string why_not_compared(Moment const& a, Moment const& b) {
  std::string const step = "step " + std::to_string(a.step);
  if (!same_bits(a.time, b.time))
    return step + " ends at " + text(a.time) + " s and at " + text(b.time) + " s";
  if (a.rows.size() != b.rows.size())
    return step + " has " + std::to_string(a.rows.size()) + " and " +
           std::to_string(b.rows.size()) + " rows";
  for (std::size_t k = 0; k < a.rows.size(); ++k)
    if (a.rows[k].world != b.rows[k].world || a.rows[k].body != b.rows[k].body)
      return step + " has other bodies: " + named(a.rows[k]) + " and " + named(b.rows[k]);
  return "";
}

/// Reads both tables as streams: they may be longer than memory. Throws Error if one is no
/// trajectory of a run.
TrajectoryDifference compare_trajectories(fs::path const& a, fs::path const& b) {
  TrajectoryDifference out;
  Trajectory one(a), other(b);
  bool left = one.next(), right = other.next();
  while (left && right) {
    if (one.now.step != other.now.step) {
      bool const behind = one.now.step < other.now.step;
      (behind ? out.only_a : out.only_b) += 1;
      (behind ? left : right) = behind ? one.next() : other.next();
      continue;
    }
    out.not_compared = why_not_compared(one.now, other.now);
    if (!out.not_compared.empty()) return out;
    ++out.steps;
    out.last = apart(one.now, other.now);
    if (auto const column = first_difference(one.now, other.now); !out.first && !column.empty()) {
      out.first = out.last;
      out.column = column;
    }
    left = one.next();
    right = other.next();
  }
  for (; left; left = one.next()) ++out.only_a;
  for (; right; right = other.next()) ++out.only_b;
  return out;
}

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
