// Writes the page, and then the figures by the same script in node.
#include "experiments/app/report/report_command.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/config/error.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/pages/page.hpp"
#include "experiments/app/process/external.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
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

/// A new folder for drawings until all are there, removed at the end: another process may draw the
/// same comparison.
class DrawingFolder {
 public:
  explicit DrawingFolder(fs::path const& directory)
      : path_(new_file_beside(directory / "figures")) {
    fs::remove(path_);
    fs::create_directory(path_);
  }
  ~DrawingFolder() {
    std::error_code gone;
    fs::remove_all(path_, gone);
  }
  DrawingFolder(DrawingFolder const&) = delete;
  DrawingFolder& operator=(DrawingFolder const&) = delete;

  fs::path const& path() const { return path_; }

  /// Moves the drawings to `folder`, and removes others there.
  void publish(fs::path const& folder) const {
    fs::create_directories(folder);
    std::error_code gone;
    for (char const* kind : {".svg", ".png"}) {
      for (auto const& old : drawings(folder, kind))
        if (!fs::exists(path_ / old.filename())) fs::remove(old, gone);
      for (auto const& each : drawings(path_, kind)) fs::rename(each, folder / each.filename());
    }
  }

 private:
  fs::path path_;
};

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

/// Returns false if there is no program that makes PNGs.
bool make_pngs(fs::path const& folder) {
  for (auto const& file : drawings(folder, ".svg")) {
    auto png = file;
    png.replace_extension(".png");
    auto const made = run_external(
        {.arguments = {"rsvg-convert", "--zoom=2", "--output=" + png.string(), file.string()}});
    if (!made) return false;
    if (*made != 0) throw Error(png.string() + ": rsvg-convert failed");
  }
  return true;
}

void write_figures(fs::path const& directory, fs::path const& report) {
  auto const folder = directory / "figures";
  DrawingFolder const drawn(directory);
  auto const status = draw(report, drawn.path());
  if (status != 0) DrawingFolder(directory).publish(folder);  // old ones do not fit the page
  if (!status) {
    std::error_code gone;
    fs::remove(folder, gone);  // removed only if it is empty
    print(
        "no figures as files: no program \"node\"; the page draws them, and its buttons "
        "save them\n");
    return;
  }
  if (*status != 0) throw Error(folder.string() + ": node could not draw the figures");
  auto const count = drawings(drawn.path(), ".svg").size();
  bool const pngs = make_pngs(drawn.path());
  drawn.publish(folder);
  print("{} figure(s): {}/*.svg\n", count, folder.string());
  if (!pngs) print("no PNG: no program \"rsvg-convert\"\n");
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
    print("report: {}\n", report.string());
    if (!command.no_figures) write_figures(directory, report);
    return 0;
  });
}

}  // namespace orthant
