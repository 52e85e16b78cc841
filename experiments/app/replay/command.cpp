// Makes a page from a run's directory, as a file or on a port.
#include "experiments/app/replay/command.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/config/error.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/pages/page.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/replay/recording.hpp"
#include "experiments/app/replay/serve.hpp"

namespace orthant {
namespace {

std::string replay_page(std::string const& directory) {
  Json const recording = read_recording(directory);
  return page(recording["experiment"].get<std::string>() + " · replay", recording, replay_script());
}

}  // namespace

int replay_command(ReplayCommand const& command) {
  return reporting([&] {
    if (!have_pages())
      throw Error("replay: this build has no pages: they take npm and node when it is built");
    std::string const html = replay_page(command.directory);
    if (!command.port || !command.output.empty()) {
      auto const file = command.output.empty()
                            ? std::filesystem::path(command.directory) / "replay.html"
                            : std::filesystem::path(command.output);
      write_whole(file, html);
      print("replay: {} ({:.1f} MB)\n", file.string(), 1e-6 * static_cast<double>(html.size()));
    }
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
