// Compares the rows of equal steps, bit by bit.
#include "experiments/app/diff/trajectories.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "experiments/app/files/table_rows.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

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
  explicit Trajectory(std::filesystem::path const& directory)
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

/// -0 and 0 differ, and a NaN is the same as itself.
bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

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

}  // namespace

TrajectoryDifference compare_trajectories(std::filesystem::path const& a,
                                          std::filesystem::path const& b) {
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

}  // namespace orthant
