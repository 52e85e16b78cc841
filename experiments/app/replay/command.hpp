// `orthant replay`: a page that plays a run.
#pragma once
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "experiments/app/replay/pictures.hpp"

namespace orthant {

struct ReplayCommand {
  std::string directory, output;  // output: a file; empty: replay.html in the directory
  std::optional<int> port;        // serve the page there instead of writing it
  PictureCommand pictures;        // take them instead of writing it
};

/// The page of the run in a directory; `see` gets its scene. Throws Error.
std::string replay_page(std::string const& directory,
                        std::function<void(Json const& scene)> const& see = {});

/// Returns the program's exit status.
int replay_command(ReplayCommand const& command);

}  // namespace orthant
