// Pictures and films of a replay's page, taken by a browser.
#pragma once
#include <optional>
#include <string>

namespace orthant {

struct PictureCommand {
  std::string png, gif, mp4;    // files; at most one is given
  std::optional<double> at;     // [s], of a picture; the end of the run
  std::optional<double> speed;  // of a film: seconds of the run in one of the film; as on the page
  std::optional<std::string> size;  // WIDTHxHEIGHT [pixels]; 1280x720

  bool wanted() const { return !png.empty() || !gif.empty() || !mp4.empty(); }
};

/// Refuses what cannot be made here, before there is a page.
void require_possible(PictureCommand const& command);

/// Takes them of a page (its text), and prints what it has written.
void take_pictures(PictureCommand const& command, std::string const& html);

}  // namespace orthant
