// Writes the page, and then the figures by the same script in node.
#include "experiments/app/report/report_command.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/config/error.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/pages/page.hpp"
#include "experiments/app/process/external.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/report/comparison.hpp"

namespace orthant {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> drawings(fs::path const& folder, std::string const& extension) {
  std::vector<fs::path> out;
  for (auto const& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == extension) out.push_back(entry.path());
  std::sort(out.begin(), out.end());
  return out;
}

/// The script for node reads the data from the page.
std::optional<int> draw(fs::path const& report, fs::path const& folder) {
  auto const script = folder / "draw.cjs";
  write_whole(script, std::string(figures_script()));
  std::optional<int> status;
  for (char const* node : {"node", "nodejs"})
    if (!status)
      status =
          run_external({.arguments = {node, script.string(), report.string(), folder.string()}});
  fs::remove(script);
  return status;
}

void write_figures(fs::path const& directory, fs::path const& report) {
  auto const folder = directory / "figures";
  fs::create_directories(folder);
  for (char const* kind : {".svg", ".png"})
    for (auto const& old : drawings(folder, kind)) fs::remove(old);
  auto const status = draw(report, folder);
  if (!status) {
    fs::remove(folder);  // removed only if it is empty
    fmt::print(
        "no figures as files: no program \"node\"; the page draws them, and its buttons "
        "save them\n");
    return;
  }
  if (*status != 0) throw Error(folder.string() + ": node could not draw the figures");
  auto const svg = drawings(folder, ".svg");
  fmt::print("{} figure(s): {}/*.svg\n", svg.size(), folder.string());
  for (auto const& file : svg) {
    auto png = file;
    png.replace_extension(".png");
    auto const made = run_external(
        {.arguments = {"rsvg-convert", "--zoom=2", "--output=" + png.string(), file.string()}});
    if (made.value_or(0) != 0) throw Error(png.string() + ": rsvg-convert failed");
    if (made) continue;
    fmt::print("no PNG: no program \"rsvg-convert\"\n");
    return;
  }
}

}  // namespace

int report_command(ReportCommand const& command) {
  return reporting([&] {
    if (!have_pages())
      throw Error(
          "this build has no pages: it was configured without npm or node, or with "
          "ORTHANT_PAGES=OFF");
    fs::path const directory = command.directory;
    Json const data = read_comparison(directory);
    auto const report = directory / "report.html";
    write_whole(report,
                page(data["directory"].get<std::string>() + " – Orthant", data, report_script()));
    fmt::print("report: {}\n", report.string());
    if (!command.no_figures) write_figures(directory, report);
    return 0;
  });
}

}  // namespace orthant
