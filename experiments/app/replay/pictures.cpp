// Puts the page to the time of each picture; a film is made of them by ffmpeg.
#include "experiments/app/replay/pictures.hpp"

#include <unistd.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/process/browser.hpp"
#include "experiments/app/process/child.hpp"
#include "experiments/app/process/external.hpp"
#include "experiments/app/process/progress.hpp"
#include "experiments/app/process/terminal.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

constexpr int rate = 25;  // pictures in a second of film; GIF counts hundredths of seconds
constexpr double most_pictures = 10000;

struct Size {
  int width = 0, height = 0;
};

/// Even numbers, as films halve the resolution of colours.
Size size_of(std::string const& text) {
  Size out;
  char const* const end = text.data() + text.size();
  auto const first = std::from_chars(text.data(), end, out.width);
  bool good = first.ec == std::errc() && first.ptr != end && *first.ptr == 'x';
  if (good) {
    auto const second = std::from_chars(first.ptr + 1, end, out.height);
    good = second.ec == std::errc() && second.ptr == end;
  }
  for (int const each : {out.width, out.height})
    good = good && each >= 100 && each <= 4096 && each % 2 == 0;
  if (!good)
    refuse("--size", "\"" + text + "\"", "WIDTHxHEIGHT in pixels, even numbers from 100 to 4096");
  return out;
}

/// The page of a replay in a browser.
class Stage {
 public:
  Stage(fs::path const& page, Size size) : browser_(size.width, size.height) {
    browser_.open(page, "picture");
    for (int k = 0;; ++k) {
      Json const said = browser_.value("document.documentElement?.dataset.ready || ''");
      if (said == "yes") break;
      if (said == "no" || k > 1200)
        throw Error("the page does not open in chromium: " +
                    browser_.value("document.body?.innerText || ''").get<std::string>());
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    Json const film = browser_.value("[...replay.film.range, replay.film.speed]");
    begin = film[0];
    end = film[1];
    speed = film[2];
  }

  std::string at(double time) {
    browser_.value("replay.film.show(" + Json(time).dump() + ")");
    return browser_.picture();
  }

  double begin = 0, end = 0;  // of the run [s]
  double speed = 1;

 private:
  Browser browser_;
};

/// Runs ffmpeg on the pictures of a folder.
void run_ffmpeg(fs::path const& folder, std::vector<std::string> const& arguments) {
  std::vector<std::string> words = {
      "ffmpeg",     "-nostdin",           "-loglevel", "error",
      "-framerate", std::to_string(rate), "-i",        (folder / "%05d.png").string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  auto const made = ask_external(words);
  if (!made || made->status != 0)
    throw Error("ffmpeg made no film: " + (made ? made->err : std::string("no program")));
}

std::string made_film(fs::path const& folder, bool gif) {
  fs::path const film = folder / (gif ? "film.gif" : "film.mp4");
  if (gif) {
    auto const palette = (folder / "palette.png").string();
    run_ffmpeg(folder, {"-vf", "palettegen", palette});
    run_ffmpeg(folder, {"-i", palette, "-lavfi", "paletteuse", film.string()});
  } else {
    run_ffmpeg(folder, {"-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags",
                        "+faststart", film.string()});
  }
  std::ifstream in(film, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

int pictures_of(Stage const& stage, double speed) {
  double const count = std::floor((stage.end - stage.begin) / speed * rate * (1 + 1e-6)) + 1;
  if (!(count <= most_pictures))
    refuse("--speed", text(speed) + ", which takes " + text(count) + " pictures",
           "a speed that takes at most " + text(most_pictures));
  return static_cast<int>(count);
}

void take_film(PictureCommand const& command, Stage& stage) {
  ScratchFolder const folder;
  double const speed = command.speed.value_or(stage.speed);
  int const count = pictures_of(stage, speed);
  ProgressBar bar(count, isatty(STDERR_FILENO) != 0);
  {
    Signals const signals;
    for (int k = 0; k < count; ++k) {
      bar.at(k);
      double const time = std::min(stage.end, stage.begin + k * speed / rate);
      write_whole(folder.path() / fmt::format("{:05}.png", k), stage.at(time));
      if (signals.wait(std::chrono::milliseconds(0)) != 0) throw Error("interrupted");
    }
  }
  bar.clear();
  bool const gif = !command.gif.empty();
  auto const& file = gif ? command.gif : command.mp4;
  auto const film = made_film(folder.path(), gif);
  write_whole(file, film);
  print("replay: {} ({} pictures, {} a second, {:g} s of the run in a second, {:.1f} MB)\n", file,
        count, rate, speed, 1e-6 * static_cast<double>(film.size()));
}

void take_picture(PictureCommand const& command, Stage& stage) {
  double const time = command.at.value_or(stage.end);
  double const near = 1e-6 * (stage.end - stage.begin);
  if (!(time >= stage.begin - near && time <= stage.end + near))
    refuse("--at", text(time) + " s",
           "a time of the run: " + text(stage.begin) + " to " + text(stage.end) + " s");
  write_whole(command.png, stage.at(time));
  print("replay: {} (at {:g} s)\n", command.png, time);
}

}  // namespace

void require_possible(PictureCommand const& command) {
  for (auto const& [file, end] :
       {std::pair{&command.png, ".png"}, {&command.gif, ".gif"}, {&command.mp4, ".mp4"}})
    if (!file->empty() && fs::path(*file).extension() != end)
      refuse(std::string("--") + (end + 1), "\"" + *file + "\"",
             std::string("a file that ends in ") + end);
  bool const film = !command.gif.empty() || !command.mp4.empty();
  if (command.size && !command.wanted())
    refuse("--size", "no picture", "--png, --gif or --mp4 with it");
  if (command.speed && !film) refuse("--speed", "no film", "--gif or --mp4 with it");
  if (command.speed && !(*command.speed > 0 && std::isfinite(*command.speed)))
    refuse("--speed", text(*command.speed), "a number > 0");
  if (command.size) size_of(*command.size);
  if (film && !run_external({.arguments = {"ffmpeg", "-version"}, .errors = false}))
    throw Error(std::string(command.gif.empty() ? "--mp4" : "--gif") +
                ": no program ffmpeg, which makes films: Debian has it as \"ffmpeg\"; --png does "
                "without");
}

void take_pictures(PictureCommand const& command, std::string const& html) {
  ScratchFolder const folder;
  write_whole(folder.path() / "page.html", html);
  Stage stage(folder.path() / "page.html", size_of(command.size.value_or("1280x720")));
  if (command.png.empty())
    take_film(command, stage);
  else
    take_picture(command, stage);
}

}  // namespace orthant
