// Has the table drawn as all figures are.
#include "experiments/app/references/plot.hpp"

#include <nlohmann/json.hpp>

#include "experiments/app/drawing/draw.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/process/terminal.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {

void plot_motion(std::filesystem::path const& directory, std::string const& name) {
  nlohmann::json const request = {
      {"motion", (directory / (name + ".csv")).string()},
      {"command",
       {{"width", "column"}, {"height", 0}, {"columns", 0}, {"labels", nlohmann::json::array()}}}};
  try {
    write_whole(directory / (name + ".svg"), drawing_of(request, {}));
  } catch (Error const& error) {
    log_line(Said::warning, "warning: " + name + ".svg was not drawn: " + error.what());
  }
}

}  // namespace orthant
