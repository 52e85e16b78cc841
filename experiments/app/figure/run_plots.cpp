// Convergence and energies of one run.
#include <algorithm>
#include <set>

#include "core/config/error.hpp"
#include "experiments/app/figure/plots.hpp"
#include "experiments/app/figure/text.hpp"
#include "experiments/app/report/columns.hpp"
#include "experiments/app/report/history.hpp"

namespace orthant::figures {
namespace {

void require_no_search(Study const& study, char const* plot) {
  if (!study.search().is_null())
    refuse("--plot", "\"" + std::string(plot) + "\" of a search",
           "one of its runs, as " + (study.directory() / "runs" / "0000").string());
}

StudyCase const& only_case(Study const& study, char const* plot) {
  require_no_search(study, plot);
  if (study.is_run()) return study.cases().front();
  refuse("--plot",
         std::string("\"") + plot + "\" of " + std::to_string(study.cases().size()) + " cases",
         "one run: the directory of a case, or --where with values that one case has");
}

Json newton_of(Json const& history) {
  return history.is_object() ? history.value("newton", Json()) : Json();
}

/// The iterations of steps, in which "ratio" is the largest residual of a row itself.
Json newton_of(StudyCase const& run) {
  HistoryScales scales;
  scales.tolerance = scales.step = 1;
  bool const judged =
      run.entry.contains("steps_converged") && !run.entry["steps_converged"].is_null();
  scales.worlds = judged ? to_count(run.entry.value("worlds", 1.)) : 0;
  HistoryLimits limits;
  limits.steps = 0;
  return newton_of(read_history(run.directory, scales, limits));
}

/// The unit of the rows that there are.
std::string unit_of(Json const& newton) {
  bool linear = false, angular = false;
  for (auto const& each : newton["kinds"]) {
    auto const kind = each.get<std::string>();
    if (kind.starts_with("dynamics")) continue;
    (kind.ends_with("_rad_s") ? angular : linear) |= kind.ends_with("_s");
  }
  return linear && angular ? "m/s, rad/s" : angular ? "rad/s" : "m/s";
}

Curve curve_from(Json const& history, std::string const& name, std::string const& kind) {
  Curve out{name, {}};
  if (!history.contains(kind)) return out;
  auto const& values = history[kind];
  for (std::size_t i = 0; i < values.size(); ++i) {
    double const x =
        history.contains("at") ? history["at"][i].get<double>() : static_cast<double>(i);
    if (values[i].is_number()) out.marks.push_back({.x = x, .y = values[i].get<double>()});
  }
  return out;
}

/// Of one run its worst step and the median of all, of several the worst step of each, which
/// `steps` names.
std::vector<Curve> residual_curves(Study const& study, std::string& units, std::string& steps) {
  std::vector<Curve> out;
  std::set<std::string> found;
  for (auto const& group : study.groups({})) {
    auto const& run = *group.cases.front();
    bool const stored = run.entry.contains("problems");
    Json const newton = stored ? newton_of(run.entry.value("history", Json())) : newton_of(run);
    if (!newton.is_object()) continue;
    if (!stored) found.insert(unit_of(newton));
    auto const& worst = newton["worst"];
    bool const solved = worst.value("converged", true);
    std::string const step = solved ? "step with most iterations" : "step not solved";
    if (!stored)
      steps += (steps.empty() ? "" : "; ") + group.label + (group.label.empty() ? "" : ": ") +
               "step " + worst["step"].dump() + (solved ? " (most iterations)" : " (not solved)");
    auto const* const kind = stored ? "error" : "ratio";
    out.push_back(curve_from(worst, study.is_run() && !stored ? step : group.label, kind));
    if (!solved && !study.is_run()) out.back().marks.back().unsolved = true;
    if (study.is_run() && !stored && newton["steps"].get<int>() > 1)
      out.push_back(curve_from(newton["median"], "median of all steps", kind));
  }
  units = found.size() == 1 ? *found.begin() : found.empty() ? "" : "m/s, rad/s";
  return out;
}

}  // namespace

std::vector<Panel> residual_panels(Study& study, PlotChoice const&) {
  require_no_search(study, "residual");
  require_few(study.groups({}), study);
  Panel out;
  std::string units, steps;
  out.curves = residual_curves(study, units, steps);
  if (out.curves.empty())
    refuse("--plot", "\"residual\" of " + study.directory().string(),
           "a run with iterations in newton.csv or convergence.csv");
  bool const stored = units.empty();
  out.x = Axis{.label = stored              ? "iteration"
                        : study.is_newton() ? "Newton iteration"
                                            : "iteration of the solver",
               .from_zero = true,
               .tight = true};
  if (!stored) out.notes = {"residuals are those of " + steps};
  out.y.log = true;
  out.y.label = stored ? "natural map / |q|" : "worst residual of a row [" + units + "]";
  auto const tolerance = Json::json_pointer("/solver/tolerance");
  bool const one = std::none_of(study.keys().begin(), study.keys().end(),
                                [](auto const& key) { return key.path.ends_with("tolerance"); });
  if (one && study.input().contains(tolerance) && study.input()[tolerance].is_number())
    out.level = study.input()[tolerance].get<double>();
  return {out};
}

std::vector<Panel> energy_panels(Study& study, PlotChoice const&) {
  auto const& run = only_case(study, "energy");
  auto const columns = read_columns(run.directory / "steps.csv",
                                    {"time_s", "kinetic_J", "potential_J", "elastic_J"});
  auto const& time = columns.at("time_s");
  if (time.empty())
    refuse("--plot", "\"energy\" of " + study.directory().string(), "a run with steps.csv");
  auto const at = spread(time.size(), 400);
  Panel out;
  out.x = Axis{.label = "time [s]", .from_zero = true, .tight = true};
  // Heights have no zero of their own.
  out.y.label = "energy since the first step [J]";
  Curve total{"total", {}};
  for (char const* name : {"kinetic", "potential", "elastic"}) {
    auto const& values = columns.at(std::string(name) + "_J");
    if (std::all_of(values.begin(), values.end(), [](double x) { return x == 0; })) continue;
    Curve curve{name, {}};
    for (auto const i : at) curve.marks.push_back({.x = time[i], .y = values[i] - values[0]});
    out.curves.push_back(std::move(curve));
  }
  for (auto const i : at) {
    double sum = 0;
    for (char const* name : {"kinetic_J", "potential_J", "elastic_J"})
      sum += columns.at(name)[i] - columns.at(name)[0];
    total.marks.push_back({.x = time[i], .y = sum});
  }
  out.curves.push_back(std::move(total));
  return {out};
}

}  // namespace orthant::figures
