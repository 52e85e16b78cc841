// Collects what is drawn.
#include "experiments/app/figure/figure_command.hpp"

#include <memory>
#include <nlohmann/json.hpp>

#include "experiments/app/comparison/distance.hpp"
#include "experiments/app/drawing/draw.hpp"
#include "experiments/app/figure/described.hpp"
#include "experiments/app/files/table.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/report/comparison.hpp"
#include "experiments/app/report/curves.hpp"
#include "experiments/app/report/history.hpp"
#include "experiments/app/run/metrics.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/json_file.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

Json as_json(FigureCommand const& command) {
  return {{"directories", command.directories},
          {"plots", command.plots},
          {"metrics", command.metrics},
          {"of", command.of},
          {"against", command.against},
          {"where", command.where},
          {"labels", command.labels},
          {"output", command.output},
          {"width", command.width},
          {"work", command.work},
          {"reference", command.reference},
          {"panels", command.panels},
          {"solve", command.solve.number},
          {"stage", command.solve.stage},
          {"height", command.height},
          {"columns", command.columns}};
}

/// Of a path and, where its value is an object, of all within.
void describe(std::string const& path, Json const& value, Json const& input, Json& out) {
  if (!out.contains(path)) out[path] = described_path(path, input);
  if (value.is_object())
    for (auto const& [key, inner] : value.items()) describe(path + "." + key, inner, input, out);
}

/// What compare or run wrote, or any table.
Json study_of(fs::path const& directory) {
  Json out = {{"directory", directory.string()},
              {"input", Json::object()},
              {"search", nullptr},
              {"paths", Json::object()},
              {"units", Json::object()},
              {"distances", Json::object()},
              {"histories", Json::object()},
              {"steps", Json::object()},
              {"curves", Json::object()},
              {"fit", ""}};
  for (auto const& each : named_metrics()) out["units"][each.name] = each.row->unit;
  if (fs::is_regular_file(directory) && directory.extension() == ".csv") {
    auto table = read_csv(directory);
    out["name"] = directory.stem().string();
    for (auto const& column : table.columns)
      describe(column, nullptr, Json::object(), out["paths"]);
    out["table"] = {{"columns", std::move(table.columns)}, {"rows", std::move(table.rows)}};
    return out;
  }
  if (fs::exists(directory / "fit.json")) {
    out = study_of(directory / "fitted");
    out["name"] = directory.filename().string();
    out["fit"] = directory.string();
    return out;
  }
  auto& data = out["comparison"] = read_comparison(directory);
  out["name"] = data["directory"];
  auto const& experiments = data["experiments"];
  if (!experiments.empty() && experiments[0].contains("input"))
    out["input"] = experiments[0]["input"];
  auto const file = directory / "result.json";
  if (data["kind"] != "comparison" && fs::exists(file)) {
    Json const result = read_json_file(file.string());
    out["input"] = result["configuration"];
    out["search"] = result.value("search", Json());
  }
  auto const searched = Json::json_pointer("/search/path");
  for (auto const* each : {&out, &out["input"]})
    if (each->contains(searched))
      describe(each->at(searched).get<std::string>(), nullptr, out["input"], out["paths"]);
  for (auto const& each : data["cases"])
    for (auto const& [path, value] : each["settings"].items())
      describe(path, value, out["input"], out["paths"]);
  return out;
}

/// The iterations of steps, in which "ratio" is the largest residual of a row itself.
Json newton_of(fs::path const& directory, int worlds, SolveChoice const& solve) {
  HistoryLimits limits;
  limits.steps = 0;
  limits.solve = solve;
  auto const history =
      read_history(directory, {.tolerance = 1, .step = 1, .duration = 0, .worlds = worlds}, limits);
  return history.is_object() ? history.value("newton", Json()) : Json();
}

// Of a profile over steps: more are no finer line. Of a curve over time likewise.
constexpr int most_steps = 20000, most_points = 2000;

/// Reads what is long to read, and not needed for every figure.
void supply(Json& study, Json const& needs, EndsOfRuns& ends, FigureCommand const& command) {
  for (auto const& each : needs["wanted"]) {
    auto const of = each[0].get<std::string>();
    if (needs["needs"] == "steps") {
      study["steps"][of] = read_step_work(of, most_steps);
    } else if (needs["needs"] == "curves") {
      study["curves"][of] = command.of.empty() ? first_curves(of, most_points)
                                               : run_curves(of, command.of, most_points);
    } else if (needs["needs"] == "histories") {
      study["histories"][of] = newton_of(of, each[1].get<int>(), command.solve);
    } else {
      auto const from = each[1].get<std::string>();
      auto const distance = ends.distance(of, from);
      study["distances"][of + " " + from] = distance ? Json(*distance) : Json();
    }
  }
}

Supply supplier(FigureCommand const& command) {
  return [ends = std::make_shared<EndsOfRuns>(), command](Json& study, Json const& needs) {
    supply(study, needs, *ends, command);
  };
}

Json request_of(FigureCommand const& command) {
  Json out = {{"command", as_json(command)}, {"studies", Json::array()}};
  for (auto const& each : command.directories) out["studies"].push_back(study_of(each));
  return out;
}

}  // namespace

std::string default_figure(std::string const& directory, SolveChoice const& solve) {
  try {
    FigureCommand command;
    command.directories = {directory};
    command.solve = solve;
    return drawing_of(request_of(command), supplier(command));
  } catch (Error const&) {  // these results have no default figure
    return "";
  }
}

int figure_command(FigureCommand const& command) {
  return reporting([&] {
    auto const answer = draw(request_of(command), supplier(command));
    for (auto const& each : answer["notes"])
      log_line(Said::note, "note: " + each.get<std::string>());
    print("figure: {}\n", command.output);
    return 0;
  });
}

}  // namespace orthant
