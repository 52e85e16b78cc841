// Makes a page from a run's directory, as a file, on a port or as pictures.
#include "experiments/app/replay/command.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/pages/page.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/replay/recording.hpp"
#include "experiments/app/replay/serve.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

/// Says which surfaces are drawn with fewer triangles than they have.
void tell_of_coarse(Json const& scene) {
  for (auto const& each : scene["coarse"])
    print(
        "replay: a surface of \"{}\" is coarsened: {} of {} triangles, points up to {:.2g} m off\n",
        each["body"].get<std::string>(), each["drawn"].get<int>(), each["triangles"].get<int>(),
        each["off_m"].get<double>());
}

}  // namespace

std::string replay_page(std::string const& directory,
                        std::function<void(Json const& scene)> const& see) {
  if (!have_pages())
    throw Error("replay: this build has no pages: they take npm and node when it is built");
  Json const recording = read_recording(directory);
  if (see) see(recording["scene"]);
  return page(recording["experiment"].get<std::string>() + " · replay", recording, replay_script());
}

int replay_command(ReplayCommand const& command) {
  return reporting([&] {
    require_possible(command.pictures);
    std::string const html = replay_page(command.directory, tell_of_coarse);
    bool const page_alone = !command.port && !command.pictures.wanted();
    if (page_alone || !command.output.empty()) {
      auto const file = command.output.empty() ? fs::path(command.directory) / "replay.html"
                                               : fs::path(command.output);
      write_whole(file, html);
      print("replay: {} ({:.1f} MB)\n", file.string(), 1e-6 * static_cast<double>(html.size()));
    }
    if (command.pictures.wanted()) take_pictures(command.pictures, html);
    if (command.port) {
      PageServer server(html, *command.port);
      print("replay: http://127.0.0.1:{}/ until interrupted\n", server.port());
      std::fflush(stdout);
      server.run();
    }
    return 0;
  });
}

}  // namespace orthant
