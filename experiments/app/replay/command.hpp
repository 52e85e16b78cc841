// `orthant replay`: a page that plays a run.
#pragma once
#include <optional>
#include <string>

#include "experiments/app/replay/pictures.hpp"

namespace orthant {

struct ReplayCommand {
  std::string directory, output;  // output: a file; empty: replay.html in the directory
  std::optional<int> port;        // serve the page there instead of writing it
  PictureCommand pictures;        // take them instead of writing it
};

/// Returns the program's exit status.
int replay_command(ReplayCommand const& command);

}  // namespace orthant
