// Collects what is drawn; Python looks at it, writes a script and its table, and runs the script.
#include "experiments/app/figure/figure_command.hpp"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/config/error.hpp"
#include "core/config/json_file.hpp"
#include "experiments/app/comparison/distance.hpp"
#include "experiments/app/figure/described.hpp"
#include "experiments/app/files/table.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/process/browser.hpp"
#include "experiments/app/process/external.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/report/comparison.hpp"
#include "experiments/app/report/history.hpp"
#include "experiments/app/run/metrics.hpp"

// The build puts the files of drawn/ into an archive that Python runs, byte by byte.
extern "C" {
extern char const orthant_figure_begin[], orthant_figure_end[];
}

namespace orthant {
namespace {

namespace fs = std::filesystem;

Json as_json(FigureCommand const& command) {
  return {{"directories", command.directories},
          {"plots", command.plots},
          {"metrics", command.metrics},
          {"against", command.against},
          {"where", command.where},
          {"labels", command.labels},
          {"output", command.output},
          {"width", command.width},
          {"work", command.work},
          {"reference", command.reference},
          {"panels", command.panels},
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
  Json out = {
      {"directory", directory.string()}, {"input", Json::object()}, {"search", nullptr},
      {"paths", Json::object()},         {"units", Json::object()}, {"distances", Json::object()},
      {"histories", Json::object()}};
  for (auto const& each : named_metrics()) out["units"][each.name] = each.row->unit;
  if (fs::is_regular_file(directory) && directory.extension() == ".csv") {
    auto table = read_csv(directory);
    out["name"] = directory.stem().string();
    for (auto const& column : table.columns)
      describe(column, nullptr, Json::object(), out["paths"]);
    out["table"] = {{"columns", std::move(table.columns)}, {"rows", std::move(table.rows)}};
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
Json newton_of(fs::path const& directory, int worlds) {
  HistoryLimits limits;
  limits.steps = 0;
  auto const history =
      read_history(directory, {.tolerance = 1, .step = 1, .duration = 0, .worlds = worlds}, limits);
  return history.is_object() ? history.value("newton", Json()) : Json();
}

/// Reads what is long to read, and not needed for every figure.
void supply(Json& study, Json const& needs, EndsOfRuns& ends) {
  for (auto const& each : needs["wanted"]) {
    auto const of = each[0].get<std::string>();
    if (needs["needs"] == "histories") {
      study["histories"][of] = newton_of(of, each[1].get<int>());
    } else {
      auto const from = each[1].get<std::string>();
      auto const distance = ends.distance(of, from);
      study["distances"][of + " " + from] = distance ? Json(*distance) : Json();
    }
  }
}

/// The answer of a Python, which asks for more until it has all; null if there is no such program.
Json ask(std::string const& python, Json& request) {
  ScratchFolder const folder;
  auto const program = folder.path() / "figure.pyz", asked = folder.path() / "request.json";
  write_whole(program, std::string(orthant_figure_begin, orthant_figure_end));
  for (EndsOfRuns ends;;) {
    write_whole(asked, request.dump(-1, ' ', false, Json::error_handler_t::replace));
    auto const ended = ask_external({python, program.string()});
    if (!ended) return nullptr;
    auto answer = Json::parse(ended->out, nullptr, false);
    if (answer.is_discarded()) throw Error(python + " failed: " + ended->err);
    if (!answer.contains("needs")) return answer;
    supply(request["studies"][answer["of"].get<std::size_t>()], answer, ends);
  }
}

/// By the first Python that has matplotlib. Throws Error.
Json drawn(Json request) {
  std::string written;
  for (char const* python : {"python3", "/usr/bin/python3"}) {
    auto answer = ask(python, request);
    if (answer.is_null()) continue;
    if (answer.contains("error")) throw Error(answer["error"].get<std::string>());
    if (!answer["lacks"]) return answer;
    written = "; the script is " + answer["script"].get<std::string>();
  }
  throw Error(
      "no Python with matplotlib 3.6 to draw with: apt install python3-matplotlib, or python3 -m "
      "pip "
      "install matplotlib" +
      written);
}

Json request_of(FigureCommand const& command) {
  Json out = {{"command", as_json(command)}, {"studies", Json::array()}};
  for (auto const& each : command.directories) out["studies"].push_back(study_of(each));
  return out;
}

/// As SVG, of which no script stays.
std::string svg_of(Json request) {
  ScratchFolder const folder;
  auto const file = folder.path() / "figure.svg";
  request["command"]["output"] = file.string();
  drawn(std::move(request));
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::string default_figure(std::string const& directory) {
  try {
    FigureCommand command;
    command.directories = {directory};
    return svg_of(request_of(command));
  } catch (Error const&) {  // these results have no default figure
    return "";
  }
}

void draw_motion(fs::path const& directory, std::string const& name) {
  try {
    auto request = request_of({});
    request["motion"] = (directory / (name + ".csv")).string();
    write_whole(directory / (name + ".svg"), svg_of(std::move(request)));
  } catch (Error const& error) {
    log_line(Said::warning, "warning: " + name + ".svg was not drawn: " + error.what());
  }
}

int figure_command(FigureCommand const& command) {
  return reporting([&] {
    auto const answer = drawn(request_of(command));
    for (auto const& each : answer["notes"])
      log_line(Said::note, "note: " + each.get<std::string>());
    print("figure: {}\n", command.output);
    return 0;
  });
}

}  // namespace orthant
