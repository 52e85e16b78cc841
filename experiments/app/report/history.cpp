// Thins histories: steps at equal times, largest values, medians.
#include "experiments/app/report/history.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "experiments/app/report/columns.hpp"
#include "experiments/app/run/metrics.hpp"

namespace orthant {
namespace {

using Json = nlohmann::json;
using Numbers = std::vector<double>;

// The tolerance is in m/s on every row; angular rows are compared by their number in rad/s.
std::vector<std::string> const row_kinds = {"joint_m_s",    "joint_rad_s",  "normal_m_s",
                                            "friction_m_s", "normal_rad_s", "friction_rad_s"};
std::vector<std::string> const momentum_kinds = {"dynamics_N_s", "dynamics_N_m_s"};
constexpr char const* ratio = "ratio";
constexpr char const* linear = "linear_iterations";

bool any(Numbers const& x) {
  return std::any_of(x.begin(), x.end(), [](double each) { return each != 0; });
}

/// The rows of one step in newton.csv.
struct Span {
  std::size_t begin = 0, end = 0;
  int step = 0;
  bool converged = true;
  double wall = 0;
  int iterations() const { return static_cast<int>(end - begin) - 1; }
};

class NewtonHistory {
 public:
  NewtonHistory(std::filesystem::path const& directory, HistoryScales const& scales,
                Columns const& steps)
      : scales_(scales) {
    std::vector<std::string> wanted = row_kinds;
    wanted.insert(wanted.end(), momentum_kinds.begin(), momentum_kinds.end());
    wanted.insert(wanted.end(), {"step", linear});
    columns_ = read_columns(directory / "newton.csv", wanted);
    find_spans(steps);
    find_kinds();
  }

  Json result(HistoryLimits const& limits) const {
    if (spans_.empty()) return nullptr;
    Json out;
    out["kinds"] = kinds_;
    out["steps"] = spans_.size();
    Json grid = Json::array();
    for (int i = 0; i < limits.steps; ++i) grid.push_back(at_time(i, limits));
    out["grid"] = std::move(grid);
    auto const worst = std::max_element(spans_.begin(), spans_.end(), [&](auto& a, auto& b) {
      if (a.converged != b.converged) return a.converged;
      if (a.iterations() != b.iterations()) return a.iterations() < b.iterations();
      return last(a) < last(b);
    });
    out["worst"] = curve(*worst, limits);
    out["median"] = median(limits);
    return out;
  }

 private:
  void find_spans(Columns const& steps) {
    auto const& number = columns_.at("step");
    for (std::size_t i = 0; i < number.size(); ++i) {
      if (i == 0 || number[i] != number[i - 1]) spans_.push_back({i, i, to_count(number[i])});
      spans_.back().end = i + 1;
    }
    auto const& of = steps.at("step");
    for (std::size_t i = 0, k = 0; i < of.size(); ++i)
      for (; k < spans_.size() && spans_[k].step <= of[i]; ++k) {
        if (spans_[k].step != of[i]) continue;
        spans_[k].wall = steps.at("step_wall_s")[i];
        spans_[k].converged = steps.at("worlds_converged")[i] >= scales_.worlds;
      }
  }

  /// Finds the kinds that are nonzero anywhere, and the largest ratio to the tolerance.
  void find_kinds() {
    Numbers worst(columns_.at("step").size());
    for (auto const& kind : row_kinds)
      for (std::size_t i = 0; i < worst.size(); ++i) {
        double const x = std::abs(columns_.at(kind)[i]);
        if (!(x <= worst[i]) && worst[i] == worst[i]) worst[i] = x;  // NaN is worse than any number
      }
    if (scales_.tolerance > 0) {
      for (double& x : worst) x /= scales_.tolerance;
      columns_[ratio] = std::move(worst);
      kinds_.push_back(ratio);
    }
    for (auto const* group : {&row_kinds, &momentum_kinds})
      for (auto const& kind : *group)
        if (any(columns_.at(kind))) kinds_.push_back(kind);
  }

  double last(Span const& span) const {
    auto const found = columns_.find(ratio);
    return found == columns_.end() ? 0 : found->second[span.end - 1];
  }

  Json at_time(int i, HistoryLimits const& limits) const {
    double const part = limits.steps > 1 ? static_cast<double>(i) / (limits.steps - 1) : 1;
    int const wanted = std::max(1, to_count(std::round(part * scales_.duration / scales_.step)));
    auto const found = std::lower_bound(spans_.begin(), spans_.end(), wanted,
                                        [](auto& span, int step) { return span.step < step; });
    return found == spans_.end() || found->step != wanted ? Json() : curve(*found, limits);
  }

  Json curve(Span const& span, HistoryLimits const& limits) const {
    Json out;
    out["step"] = span.step;
    out["time"] = to_digits(span.step * scales_.step, 7);
    out["wall"] = to_digits(span.wall, 4);
    out["iterations"] = span.iterations();
    out["converged"] = span.converged;
    auto const at = spread(span.end - span.begin, limits.iterations);
    if (at.size() < span.end - span.begin) out["at"] = at;
    auto names = kinds_;
    names.push_back(linear);
    for (auto const& name : names) {
      auto const& column = columns_.at(name);
      if (name == linear && !any(column)) continue;
      Numbers values;
      for (auto const i : at) values.push_back(column[span.begin + i]);
      out[name] = rounded(values);
    }
    return out;
  }

  /// A step that has ended keeps its last residual. Its last row has no linear solve.
  double median_of(std::string const& name, std::size_t k) const {
    auto const& column = columns_.at(name);
    Numbers values;
    for (auto const& span : spans_) {
      bool const over = span.begin + k >= span.end;
      if (name != linear || span.begin + k + 1 < span.end)
        values.push_back(column[over ? span.end - 1 : span.begin + k]);
    }
    std::erase_if(values, [](double x) { return std::isnan(x); });
    if (values.empty()) return std::nan("");
    auto const middle = values.begin() + static_cast<long>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
  }

  Json median(HistoryLimits const& limits) const {
    std::size_t most = 0;
    Numbers walls, counts;
    for (auto const& span : spans_) {
      most = std::max(most, span.end - span.begin);
      counts.push_back(span.iterations());
      if (span.iterations() > 0) walls.push_back(span.wall / span.iterations());
    }
    auto const middle = [](Numbers& x) {
      std::erase_if(x, [](double each) { return std::isnan(each); });
      if (x.empty()) return 0.;
      auto const at = x.begin() + static_cast<long>(x.size() / 2);
      std::nth_element(x.begin(), at, x.end());
      return *at;
    };
    auto const at = spread(most, limits.iterations);
    Json out;
    out["iterations"] = most - 1;
    out["median_iterations"] = middle(counts);
    out["wall"] = to_digits(middle(walls) * static_cast<double>(most - 1), 4);
    if (at.size() < most) out["at"] = at;
    auto names = kinds_;
    names.push_back(linear);
    for (auto const& name : names) {
      if (!any(columns_.at(name))) continue;
      Numbers values;
      for (auto const k : at) values.push_back(median_of(name, k));
      out[name] = rounded(values);
    }
    return out;
  }

  HistoryScales scales_;
  Columns columns_;
  std::vector<Span> spans_;
  std::vector<std::string> kinds_;
};

std::vector<std::string> measured() {
  std::vector<std::string> out;
  for (auto const& row : metrics())
    if (row.drawn) out.emplace_back(row.column);
  return out;
}

/// Over the steps: each point is the largest value over some steps.
Json series(Columns const& columns, HistoryScales const& scales, HistoryLimits const& limits) {
  auto const& time = columns.at("time_s");
  std::size_t const n = time.size();
  if (n == 0) return nullptr;
  std::size_t const every =
      (n + static_cast<std::size_t>(limits.points) - 1) / static_cast<std::size_t>(limits.points);
  Json out;
  out["every"] = every;
  Numbers times, failures;
  for (std::size_t i = 0; i < n; i += every) {
    auto const end = std::min(n, i + every);
    times.push_back(time[end - 1]);
    failures.push_back(0);
    for (std::size_t k = i; k < end; ++k)
      failures.back() += columns.at("worlds_converged")[k] < scales.worlds;
  }
  out["time_s"] = rounded(times, 7);
  if (any(failures)) out["not_converged"] = rounded(failures);
  for (auto const& name : measured()) {
    auto const& column = columns.at(name);
    if (!any(column)) continue;
    Numbers values;
    for (std::size_t i = 0; i < n; i += every)
      values.push_back(
          *std::max_element(column.begin() + static_cast<long>(i),
                            column.begin() + static_cast<long>(std::min(n, i + every))));
    out[name] = rounded(values);
  }
  return out;
}

}  // namespace

std::vector<std::size_t> spread(std::size_t count, int most) {
  std::vector<std::size_t> out;
  auto const n = std::min(count, static_cast<std::size_t>(most));
  for (std::size_t i = 0; i < n; ++i) out.push_back(n > 1 ? i * (count - 1) / (n - 1) : 0);
  return out;
}

Json rounded(Numbers const& x, int digits) {
  Json out = Json::array();
  for (double const each : x)
    out.push_back(std::isfinite(each) ? Json(to_digits(each, digits)) : Json());
  return out;
}

int to_count(double x) { return x >= 0 && x < 1e9 ? static_cast<int>(x) : 0; }

double to_digits(double x, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, x);
  return std::strtod(text, nullptr);
}

Json read_history(std::filesystem::path const& directory, HistoryScales const& scales,
                  HistoryLimits const& limits) {
  std::vector<std::string> wanted = measured();
  wanted.insert(wanted.end(), {"step", "time_s", "worlds_converged"});
  Columns const steps = read_columns(directory / "steps.csv", wanted);
  return {{"steps", series(steps, scales, limits)},
          {"newton", NewtonHistory(directory, scales, steps).result(limits)}};
}

}  // namespace orthant
