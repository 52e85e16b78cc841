// Collects what is drawn.
#include "experiments/app/figure/figure_command.hpp"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "experiments/app/comparison/distance.hpp"
#include "experiments/app/drawing/draw.hpp"
#include "experiments/app/expressions/parameters.hpp"
#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/report/comparison.hpp"
#include "experiments/app/report/curves.hpp"
#include "experiments/app/run/metrics.hpp"
#include "experiments/app/schema/experiment_schema.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/config/json_path.hpp"

namespace orthant {
namespace {

/// What a figure calls the value at a path of an experiment.
std::string spaced(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string last_word(std::string const& path) { return path.substr(path.rfind('.') + 1); }

/// The nodes of a schema that may describe a value: alternatives and conditions followed.
void follow(Json const& node, Json const& root, Json const& value, std::vector<Json const*>& out,
            int depth) {
  if (!node.is_object() || depth > 12) return;
  if (node.contains("$ref")) {
    auto const path = node["$ref"].get<std::string>();
    follow(root.at(Json::json_pointer(path.substr(1))), root, value, out, depth + 1);
  }
  out.push_back(&node);
  for (char const* key : {"anyOf", "oneOf", "allOf"})
    if (node.contains(key))
      for (auto const& each : node[key]) follow(each, root, value, out, depth + 1);
  if (!node.contains("then")) return;
  auto const type = Json::json_pointer("/if/properties/type/const");
  std::string const given =
      value.is_string() ? value.get<std::string>()
      : value.is_object() && value.contains("type") && value["type"].is_string()
          ? value["type"].get<std::string>()
          : "";
  if (given.empty() || !node.contains(type) || node[type] == given)
    follow(node["then"], root, value, out, depth + 1);
}

std::string unit_in(std::string const& description) {
  if (!description.starts_with("[")) return "";
  return description.substr(1, description.find(']') - 1);
}

struct Described {
  std::string unit;
  bool component = false;  // of an array of numbers
};

/// What the schema says of the value at a path. An array has the unit of its numbers.
Described described(std::string const& path, Json value) {
  static Json const root = experiment_schema();
  std::vector<Json const*> nodes;
  follow(root, root, value, nodes, 0);
  std::set<std::string> units;  // of all that the last part may be
  bool component = false;
  std::istringstream parts(path);
  for (std::string part; std::getline(parts, part, '.');) {
    Json inner;
    if (value.is_array())
      if (auto const k = element_of(value, part); k != no_element) inner = value[k];
    if (value.is_object() && value.contains(part)) inner = value[part];
    std::vector<Json const*> next;
    units.clear();
    component = false;
    for (auto const* node : nodes) {
      if (!node->is_object()) continue;
      Json const* child = nullptr;
      bool item = false;
      if (node->contains("properties") && (*node)["properties"].contains(part))
        child = &(*node)["properties"][part];
      else if ((item = node->contains("items") && (value.is_array() || value.is_null())))
        child = &(*node)["items"];
      if (child == nullptr) continue;
      component = component || child->value("type", Json()) == "number";
      auto const own = unit_in(child->value("description", std::string()));
      units.insert(own.empty() && item ? unit_in(node->value("description", std::string())) : own);
      follow(*child, root, inner, next, 0);
    }
    nodes = next;
    value = inner;
  }
  return {units.size() == 1 ? *units.begin() : "", component};
}

bool is_index(std::string const& word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
}

/// Of a parameter, the unit of the places where it stands alone.
std::string unit_of(std::string const& path, Json const& input) {
  auto const parameter = parameter_of(path);
  if (parameter.empty()) return described(path, input).unit;
  std::set<std::string> units;
  for (auto const& place : places_alone(input, parameter))
    units.insert(described(place, input).unit);
  return units.size() == 1 ? *units.begin() : "";
}

/// "tip mass", "velocity x", "assemblies 0".
std::string name_of(std::string const& path, Json const& input) {
  auto const word = last_word(path);
  if (word == "type" && word != path)  // of a part: its name
    return name_of(path.substr(0, path.size() - word.size() - 1), input);
  if (!is_index(word) || word == path) return spaced(word);
  auto const of = spaced(last_word(path.substr(0, path.size() - word.size() - 1)));
  bool const vector = word.size() == 1 && word[0] < '3' && described(path, input).component;
  return of + " " + (vector ? std::string(1, "xyz"[word[0] - '0']) : word);
}

/// "scene.assemblies.0.tip_mass" → "name": "tip mass", "unit": "kg" as the schema states it, of a
/// parameter that of the places where it stands alone; "place": where it is a step length or a
/// tolerance, "": nowhere; "places": all of a parameter. `input` is an experiment file.
Json described_path(std::string const& path, Json const& input) {
  return {{"name", name_of(path, input)},
          {"unit", unit_of(path, input)},
          {"place", refining_place(path, input)},
          {"places", places_of(input, parameter_of(path))}};
}

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
          {"step", command.solve.step},
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
      auto solve = command.solve;
      solve.step = each[2].get<int>();
      study["histories"][of] = newton_of(of, each[1].get<int>(), solve);
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
