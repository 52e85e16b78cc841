// Parameters with their errors, misfits before and after, and the motions behind them.
#include "experiments/app/fit/fit_result.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/app/files/columns.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/pages/page.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/report/history.hpp"
#include "experiments/app/run/version.hpp"

namespace orthant {
namespace {

Json number(double x) { return std::isfinite(x) ? Json(x) : Json(); }

Json parameters_json(FitSettings const& set, Fit const& found) {
  Json out = Json::object();
  auto const values = Cube(set.parameters).values(found.x());
  auto const start = Cube(set.parameters).values(found.start);
  for (std::size_t i = 0; i < values.size(); ++i) {
    auto const& p = set.parameters[i];
    auto const k = static_cast<long>(i);
    double const error = (p.upper - p.lower) * std::sqrt(found.scatter.covariance(k, k));
    double const x = found.x()[k];
    out[p.name] = {{"value", values[i]}, {"standard_error", number(error)},
                   {"start", start[i]},  {"lower", p.lower},
                   {"upper", p.upper},   {"at_bound", x <= 0 || x >= 1},
                   {"paths", p.paths}};
  }
  return out;
}

Json correlation_json(FitSettings const& set, Eigen::MatrixXd const& C) {
  Json out = Json::object();
  for (long i = 0; i < C.rows(); ++i)
    for (long j = 0; j < C.cols(); ++j)
      out[set.parameters[nth(i)].name][set.parameters[nth(j)].name] =
          number(C(i, j) / std::sqrt(C(i, i) * C(j, j)));
  return out;
}

Json starts_json(FitSettings const& set, Fit const& found) {
  Json out = Json::array();
  for (std::size_t k = 0; k < found.descents.size(); ++k) {
    auto const& d = found.descents[k];
    Json const from = Cube(set.parameters).values(start_of(set, static_cast<int>(k)));
    out.push_back({{"from", from},
                   {"to", Cube(set.parameters).values(d.x)},
                   {"cost_at_start", d.cost_at_start},
                   {"cost", d.cost},
                   {"iterations", d.iterations},
                   {"converged", d.converged},
                   {"reason", d.why}});
  }
  return out;
}

/// The square root of the weighted mean square of the misfits of each group.
Json by_group(std::vector<Misfit> const& misfits) {
  std::map<int, double> sum;
  for (auto const& each : misfits)
    for (double const part : each.parts) sum[each.group] += each.weight * part * part;
  Json out = Json::array();
  for (auto const& [group, square] : sum) out.push_back(std::sqrt(square));
  return out;
}

Json judged(Evaluation const& run) {
  if (!run.why_not.empty()) return {{"error", run.why_not}};
  Json metrics;  // those of the reference only; others do not measure the quality of a fit
  for (auto const& [key, value] : run.result.at("metrics").items())
    if (key.find("error") != key.npos && !key.starts_with("joint_")) metrics[key] = value;
  Json const& unsolved = run.result.at("unsolved").at("steps");
  return {{"metrics", metrics}, {"misfit", by_group(run.misfits)}, {"unsolved_steps", unsolved}};
}

bool is_solved(Json const& judged) {
  return judged.contains("unsolved_steps") &&
         (judged["unsolved_steps"].is_null() || judged["unsolved_steps"] == 0);
}

/// compared.csv of a run: what data give, and what the run has.
struct Compared {
  Columns of;
  Words names;

  explicit Compared(std::filesystem::path const& run) : names{{"of", {}}, {"quantity", {}}} {
    of = read_columns(run / "compared.csv",
                      {"time_s", "x", "y", "z", "given_x", "given_y", "given_z"}, &names);
  }
  std::size_t rows() const { return of.at("time_s").size(); }
  double error(std::size_t k) const {
    double sum = 0;
    for (char const* each : {"x", "y", "z"}) {
      double const d = of.at(each)[k] - of.at(std::string("given_") + each)[k];
      sum += d * d;
    }
    return std::sqrt(sum);
  }
};

/// Consecutive rows of one quantity of one recording, body or joint.
struct Series {
  std::size_t begin, end;
};

constexpr int most_points = 300, most_recordings = 9;  // of a page

Json series_json(Series const& rows, Compared const& start, Compared const& fitted) {
  auto const at = spread(rows.end - rows.begin, most_points);
  auto const taken = [&](auto const& value) {
    std::vector<double> out;
    for (auto const k : at) out.push_back(value(rows.begin + k));
    return rounded(out, 6);
  };
  auto const column = [&](Compared const& run, std::string const& name) {
    return taken([&](std::size_t k) { return run.of.at(name)[k]; });
  };
  auto const error = [&](Compared const& run) {
    return taken([&](std::size_t k) { return run.error(k); });
  };
  Json out = {{"quantity", fitted.names.at("quantity")[rows.begin]},
              {"time_s", column(fitted, "time_s")},
              {"error", {{"fitted", error(fitted)}}}};
  bool const began = start.rows() == fitted.rows();  // else that run ended early
  if (began) out["error"]["start"] = error(start);
  for (std::string const each : {"x", "y", "z"}) {
    Json part = {{"fitted", column(fitted, each)}, {"given", column(fitted, "given_" + each)}};
    if (began) part["start"] = column(start, each);
    out["parts"].push_back(std::move(part));
  }
  return out;
}

/// The motions of some data at the start and at the end of the search: all, or as many as a page
/// has, evenly spread from the one with the least mean error to that with the largest.
Json motions(std::filesystem::path const& directory, std::string const& held_out) {
  Compared const start(directory / ("start" + held_out)), fitted(directory / ("fitted" + held_out));
  auto const &of = fitted.names.at("of"), &quantity = fitted.names.at("quantity");
  std::vector<std::vector<Series>> all;  // of each recording, body or joint
  for (std::size_t k = 0; k < fitted.rows(); ++k) {
    bool const same = k > 0 && of[k] == of[k - 1];
    if (!same) all.emplace_back();
    if (!same || quantity[k] != quantity[k - 1]) all.back().push_back({k, k});
    all.back().back().end = k + 1;
  }
  if (all.size() > most_recordings) {
    auto const mean = [&](std::vector<Series> const& each) {
      double sum = 0;
      for (auto k = each[0].begin; k < each[0].end; ++k) sum += fitted.error(k);
      return sum / static_cast<double>(each[0].end - each[0].begin);
    };
    std::ranges::sort(all, {}, mean);
    std::vector<std::vector<Series>> some;
    for (auto const k : spread(all.size(), most_recordings)) some.push_back(all[k]);
    all = some;
  }
  Json out = Json::array();
  for (auto const& each : all) {
    out.push_back({{"of", of[each[0].begin]}, {"series", Json::array()}});
    for (auto const& rows : each) out.back()["series"].push_back(series_json(rows, start, fitted));
  }
  return out;
}

std::string in_digits(Json const& x) {
  if (x.is_null()) return "-";
  return x.is_number_float() ? fmt::format("{:.6g}", x.get<double>()) : x.dump();
}

void print_metrics(Json const& start, Json const& fitted, std::string const& on) {
  if (fitted.contains("error")) return;
  for (auto const& [key, value] : fitted["metrics"].items()) {
    Json const before = start.contains("metrics") ? start["metrics"].value(key, Json()) : Json();
    auto const row = [&](std::string const& name, Json const& from, Json const& to) {
      print("  {:<44} {:>12} -> {}\n", name + ", " + on, in_digits(from), in_digits(to));
    };
    if (!value.is_object())
      row(key, before, value);
    else
      for (auto const& [part, x] : value.items())
        row(key + "." + part, before.is_object() ? before.value(part, Json()) : Json(), x);
  }
}

}  // namespace

Json fit_result(std::string const& name, std::string const& file, FitSettings const& set,
                Fit const& found, std::vector<Evaluation> const& ended, long runs) {
  Json out;
  out["experiment"] = name;
  out["file"] = file;
  out["versions"] = versions();
  out["parameters"] = parameters_json(set, found);
  out["errors_by"] = found.scatter.by_group ? "group" : "observation";
  out["undetermined"] = Json::array();
  for (int const k : found.scatter.unknown)
    out["undetermined"].push_back(set.parameters[nth(k)].name);
  out["correlation"] = correlation_json(set, found.scatter.covariance);
  out["starts"] = starts_json(set, found);
  out["best"] = found.best;
  out["cost"] = found.descents[found.best].cost;
  out["observations"] = found.seen->misfits.size();
  out["runs"] = runs;
  out["derivatives"] = found.exact ? "exact" : "differences";
  if (found.exact)
    out["from_kink_m_s"] = number(found.from_kink);
  else
    out["why_not_exact"] = found.why_not_exact;
  bool const held_out = !set.held_out.empty();
  auto const half = ended.size() / 2;
  out["fitted"] = {{"start", judged(ended[0])}, {"end", judged(ended[half])}};
  if (held_out) out["held_out"] = {{"start", judged(ended[1])}, {"end", judged(ended[half + 1])}};
  bool const solved =
      is_solved(out["fitted"]["end"]) && (!held_out || is_solved(out["held_out"]["end"]));
  out["solved"] = solved && found.descents[found.best].converged && found.scatter.unknown.empty();
  return out;
}

void write_fit_page(std::filesystem::path const& directory, Json result) {
  if (!have_pages()) return;
  result["fitted"]["motions"] = motions(directory, "");
  if (result.contains("held_out")) result["held_out"]["motions"] = motions(directory, "_held_out");
  write_whole(directory / "fit.html",
              page("Fit of " + result.at("experiment").get<std::string>(), result, fit_script()));
}

std::vector<std::string> fit_troubles(Json const& result) {
  std::vector<std::string> out;
  for (auto const& [key, on] : {std::pair("fitted", "data fitted"), {"held_out", "held out"}}) {
    if (!result.contains(key)) continue;
    auto const& end = result[key]["end"];
    if (end.contains("error")) {
      std::string const why = end["error"], mark = "error: ";
      out.push_back(
          fmt::format("on {}: {}", on, why.substr(why.starts_with(mark) ? mark.size() : 0)));
    } else if (!is_solved(end))
      out.push_back(
          fmt::format("on {}: {} steps are not solved", on, end["unsolved_steps"].dump()));
  }
  auto const& best = result["starts"][result["best"].get<std::size_t>()];
  if (!best["converged"].get<bool>())
    out.push_back("the search did not converge: " + best["reason"].get<std::string>());
  if (auto const& unknown = result["undetermined"]; unknown.size() == 1)
    out.push_back("the data say nothing about " + unknown[0].get<std::string>());
  else if (!unknown.empty())
    out.push_back("the data do not determine " +
                  comma_separated(unknown.get<std::vector<std::string>>()) +
                  ": they may change together, and the misfits stay");
  return out;
}

void print_fit(Json const& result) {
  print("{}: {} runs, {} observations, derivatives: {}\n", result["experiment"].get<std::string>(),
        result["runs"].get<long>(), result["observations"].get<long>(),
        result["derivatives"].get<std::string>());
  for (auto const& [name, p] : result["parameters"].items())
    print("  {:<44} {:>12} -> {} ± {}{}\n", name, in_digits(p["start"]), in_digits(p["value"]),
          in_digits(p["standard_error"]), p["at_bound"].get<bool>() ? ", at its bound" : "");
  auto const& best = result["starts"][result["best"].get<std::size_t>()];
  print("  {:<44} {:>12} -> {}\n", "cost", in_digits(best["cost_at_start"]),
        in_digits(best["cost"]));
  print_metrics(result["fitted"]["start"], result["fitted"]["end"], "data fitted");
  if (result.contains("held_out"))
    print_metrics(result["held_out"]["start"], result["held_out"]["end"], "held out");
  for (auto const& each : fit_troubles(result)) print("  {}\n", each);
}

}  // namespace orthant
