// Writes the page, with its figure for a paper in it.
#include "experiments/app/cli/report_command.hpp"

#include <filesystem>

#include "experiments/app/figure/figure_command.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/pages/page.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/replay/recording.hpp"
#include "experiments/app/report/comparison.hpp"
#include "experiments/app/report/curves.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

/// What the page of a run has of its motion: the scene at its start, and curves over time.
void add_motion(Json& data, fs::path const& directory) {
  if (data["kind"] != "run" || data["cases"][0].contains("problems")) return;
  constexpr int most_triangles = 4000, most_points = 600;
  auto const add = [&](char const* name, auto const& read) {
    try {
      data[name] = read();
    } catch (Error const&) {  // a damaged table, or shapes that no page has: the rest is shown
    }
  };
  add("scene", [&] { return read_start(directory, most_triangles); });
  add("curves", [&] { return first_curves(directory, most_points); });
}

}  // namespace

int report_command(ReportCommand const& command) {
  return reporting([&] {
    if (!have_pages())
      throw Error(
          "this build has no pages: it was configured without npm or node, or with "
          "ORTHANT_PAGES=OFF");
    fs::path const directory = command.directory;
    Json data = read_comparison(directory, command.solve);
    add_motion(data, directory);
    if (auto figure = default_figure(command.directory, command.solve); !figure.empty())
      data["figure"] = std::move(figure);
    auto const report = directory / "report.html";
    write_whole(report,
                page(data["directory"].get<std::string>() + " – Orthant", data, report_script()));
    print("report: {}\n", report.string());
    return 0;
  });
}

}  // namespace orthant
