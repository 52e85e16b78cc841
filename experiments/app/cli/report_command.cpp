// Writes the page, with its figure for a paper in it.
#include "experiments/app/cli/report_command.hpp"

#include <filesystem>

#include "experiments/app/figure/figure_command.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/pages/page.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/report/comparison.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace fs = std::filesystem;

int report_command(ReportCommand const& command) {
  return reporting([&] {
    if (!have_pages())
      throw Error(
          "this build has no pages: it was configured without npm or node, or with "
          "ORTHANT_PAGES=OFF");
    fs::path const directory = command.directory;
    Json data = read_comparison(directory, command.solve);
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
