// Thins histories: steps at equal times, largest values, medians.
#include "experiments/app/report/history.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "experiments/app/comparison/step_work.hpp"
#include "experiments/app/files/columns.hpp"
#include "experiments/app/run/metrics.hpp"
#include "orthant/core/step/report.hpp"

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

/// The median of what is a number, or `none`.
double middle(Numbers& x, double none) {
  std::erase_if(x, [](double each) { return std::isnan(each); });
  if (x.empty()) return none;
  auto const at = x.begin() + static_cast<long>(x.size() / 2);
  std::nth_element(x.begin(), at, x.end());
  return *at;
}

/// The rows of one solve in newton.csv.
struct Span {
  std::size_t begin = 0, end = 0;
  int step = 0;
  bool converged = true;   // the step
  double wall = 0;         // of the solve, if the iterations of the step lasted equally long
  int number = 1, of = 1;  // among the solves of the step
  int iterations() const { return static_cast<int>(end - begin) - 1; }
};

class NewtonHistory {
 public:
  NewtonHistory(std::filesystem::path const& directory, HistoryScales const& scales,
                Columns const& steps, SolveChoice const& choice)
      : scales_(scales), choice_(choice) {
    std::vector<std::string> wanted = row_kinds;
    wanted.insert(wanted.end(), momentum_kinds.begin(), momentum_kinds.end());
    wanted.insert(wanted.end(), {"step", "iteration", "attempt", "island", linear});
    columns_ = read_columns(directory / "newton.csv", wanted, &words_);
    find_kinds();
    find_spans(steps);
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
      if (choice_.step > 0) return a.step != choice_.step && b.step == choice_.step;
      if (a.converged != b.converged) return a.converged;
      if (a.iterations() != b.iterations()) return a.iterations() < b.iterations();
      return last(a) < last(b);
    });
    bool const there = choice_.step == 0 || worst->step == choice_.step;
    out["worst"] = there ? curve(*worst, limits) : Json();
    out["median"] = median(limits);
    return out;
  }

 private:
  void find_spans(Columns const& steps) {
    auto const &number = columns_.at("step"), &iteration = columns_.at("iteration"),
               &of = steps.at("step");
    std::vector<Span> solves;  // of one step
    std::size_t k = 0;
    for (std::size_t i = 0; i < number.size(); ++i) {
      bool const same = i > 0 && number[i] == number[i - 1];
      if (!same || iteration[i] == 0) {
        if (!same) {
          choose(solves);
          while (k < of.size() && of[k] < number[i]) ++k;
        }
        bool const known = k < of.size() && of[k] == number[i];
        solves.push_back({.begin = i, .step = to_count(number[i])});
        if (known) {
          solves.back().wall = steps.at("step_wall_s")[k];
          solves.back().converged = steps.at("worlds_converged")[k] >= scales_.worlds;
        }
      }
      solves.back().end = i + 1;
    }
    choose(solves);
  }

  std::string const& word(char const* name, Span const& of) const {
    return words_.at(name)[of.end - 1];
  }

  /// Keeps the solve of a step that is shown.
  void choose(std::vector<Span>& solves) {
    if (solves.empty()) return;
    int all = 0;
    for (std::size_t i = 0; i < solves.size(); ++i) {
      solves[i].number = static_cast<int>(i) + 1;
      solves[i].of = static_cast<int>(solves.size());
      all += solves[i].iterations();
    }
    if (int const i = chosen_of(solves); i >= 0) {
      spans_.push_back(solves[nth(i)]);
      if (all > 0) spans_.back().wall *= static_cast<double>(spans_.back().iterations()) / all;
    }
    solves.clear();
  }
  int chosen_of(std::vector<Span> const& solves) const {
    if (choice_.number > 0)
      return choice_.number <= static_cast<int>(solves.size()) ? choice_.number - 1 : -1;
    if (!choice_.stage.empty()) return last_of_stage(solves, choice_.stage);
    auto const failed = [&](Span const& each) {
      auto const& reason = word("reason", each);
      return !reason.empty() && reason != text(StopReason::converged);
    };
    if (!solves.front().converged)
      if (int const i = of_last_attempt(solves, failed, [&](auto& each) { return last(each); });
          i >= 0)
        return i;
    return last_of_stage(solves, word("stage", solves.front()));
  }
  int last_of_stage(std::vector<Span> const& solves, std::string const& stage) const {
    return of_last_attempt(
        solves, [&](Span const& each) { return word("stage", each) == stage; },
        [](Span const& each) { return each.iterations(); });
  }
  /// Among the solves that are wanted, in the last attempt that has one, the last of each island;
  /// of these the one with most.
  template <class Wanted, class Size>
  int of_last_attempt(std::vector<Span> const& solves, Wanted const& wanted,
                      Size const& size) const {
    auto const &attempt = columns_.at("attempt"), &island = columns_.at("island");
    int found = -1;
    std::vector<double> seen;
    for (int i = static_cast<int>(solves.size()) - 1; i >= 0; --i) {
      auto const& each = solves[nth(i)];
      if (!wanted(each)) continue;
      if (found >= 0 && attempt[each.begin] != attempt[solves[nth(found)].begin]) break;
      if (std::ranges::find(seen, island[each.begin]) != seen.end()) continue;
      seen.push_back(island[each.begin]);
      if (found < 0 || size(each) >= size(solves[nth(found)])) found = i;
    }
    return found;
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
    out["solve"] = {{"number", span.number}, {"of", span.of}};
    if (auto const attempt = to_count(columns_.at("attempt")[span.begin]); attempt > 0)
      out["solve"]["attempt"] = attempt;
    if (auto const& island = columns_.at("island")[span.begin]; span.of > 1 && island >= 0)
      out["solve"]["island"] = to_count(island);
    for (char const* name : {"stage", "solver", "reason"})
      if (auto const& said = word(name, span); !said.empty()) out["solve"][name] = said;
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
    return middle(values, std::nan(""));
  }

  Json median(HistoryLimits const& limits) const {
    std::size_t most = 0;
    Numbers walls, counts;
    for (auto const& span : spans_) {
      most = std::max(most, span.end - span.begin);
      counts.push_back(span.iterations());
      if (span.iterations() > 0) walls.push_back(span.wall / span.iterations());
    }
    auto const at = spread(most, limits.iterations);
    Json out;
    out["iterations"] = most - 1;
    out["median_iterations"] = middle(counts, 0);
    out["wall"] = to_digits(middle(walls, 0) * static_cast<double>(most - 1), 4);
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
  SolveChoice choice_;
  Columns columns_;
  Words words_ = {{"stage", {}}, {"solver", {}}, {"reason", {}}};
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
  std::size_t const every = (n + nth(limits.points) - 1) / nth(limits.points);
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
  auto const n = std::min(count, nth(most));
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

Json read_step_work(std::filesystem::path const& directory, int most) {
  auto const all = step_work(directory);
  auto const at = spread(all.solved.size(), most);
  Json out = {{"step", Json::array()}, {"solved", Json::array()}};
  for (auto const i : at) {
    out["step"].push_back(i + 1);
    out["solved"].push_back(static_cast<int>(all.solved[i]));
  }
  for (auto const& [name, values] : all.of) {
    Numbers some;
    for (auto const i : at) some.push_back(values[i]);
    out[name] = rounded(some);
  }
  return out;
}

Json read_history(std::filesystem::path const& directory, HistoryScales const& scales,
                  HistoryLimits const& limits) {
  std::vector<std::string> wanted = measured();
  wanted.insert(wanted.end(), {"step", "time_s", "worlds_converged"});
  Columns const steps = read_columns(directory / "steps.csv", wanted);
  return {{"steps", series(steps, scales, limits)},
          {"newton", NewtonHistory(directory, scales, steps, limits.solve).result(limits)}};
}

}  // namespace orthant
