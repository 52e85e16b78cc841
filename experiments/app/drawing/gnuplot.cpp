// Has gnuplot draw the script of a figure, by the terminal of the format.
#include "experiments/app/drawing/gnuplot.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "core/config/error.hpp"
#include "experiments/app/drawing/script.hpp"
#include "experiments/app/drawing/sharing.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/process/external.hpp"

namespace orthant::figures {
namespace {

namespace fs = std::filesystem;

constexpr double dots_an_inch = 600;
constexpr double pango = 72. / 96;  // cairo terminals take a point as one of 96 in an inch

/// The size on paper stands in the file; text stays text, in the fonts that its reader has.
void finish_svg(fs::path const& file, Layout const& layout) {
  std::ifstream in(file);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  auto const set = [&](std::string const& key, std::string const& value) {
    auto const at = text.find(key + "=\"", text.find("<svg"));
    if (at == std::string::npos) return;
    auto const begin = at + key.size() + 2;
    text.replace(begin, text.find('"', begin) - begin, value);
  };
  set(" width", fmt::format("{:g}mm", layout.width));
  set(" height", fmt::format("{:.4g}mm", layout.height));
  std::string const family = "font-family=\"Helvetica\"",
                    families = "font-family=\"Helvetica, Arial, sans-serif\"";
  for (auto at = text.find(family); at != std::string::npos;
       at = text.find(family, at + families.size()))
    text.replace(at, family.size(), families);
  write_whole(file, text);
}

Terminal terminal_of(std::string const& format, Layout const& layout, std::string const& output) {
  auto const font = fmt::format("font 'Helvetica,{}'", text_size);
  double const to_points = 72 / 25.4, scale = dots_an_inch / 72;
  if (format == ".svg")
    return {fmt::format("set terminal svg size {:.0f},{:.0f} {} enhanced background '#ffffff'",
                        layout.width * to_points, layout.height * to_points, font),
            output, 1, true};
  if (format == ".png")
    return {fmt::format(
                "set terminal pngcairo size {:.0f},{:.0f} {} fontscale {:.4f} pointscale {:.4f} "
                "linewidth {:.4f} enhanced",
                layout.width / 25.4 * dots_an_inch, layout.height / 25.4 * dots_an_inch, font,
                scale * pango, scale, scale),
            output};
  return {fmt::format("set terminal pdfcairo size {:.4f}cm,{:.4f}cm {} fontscale {} enhanced",
                      layout.width / 10, layout.height / 10, font, pango),
          output, 2};
}

/// Has gnuplot write the file, and removes the script.
void draw(fs::path const& script, fs::path const& drawn, fs::path const& file) {
  auto const answer = ask_external({"gnuplot", script.string()});
  std::error_code error;
  fs::remove(script, error);
  if (answer && answer->status == 0 && fs::file_size(drawn, error) > 0) return;
  fs::remove(drawn, error);
  if (!answer)
    throw Error(
        "no program \"gnuplot\" to draw with: install the package gnuplot-nox, or write the "
        "script: -o " +
        fs::path(file).replace_extension(".gp").string());
  throw Error(file.string() + ": gnuplot failed: " + answer->err);
}

}  // namespace

std::vector<std::string> const& figure_formats() {
  static std::vector<std::string> const all = {".pdf", ".svg", ".png", ".gp"};
  return all;
}

bool have_gnuplot() { return ask_external({"gnuplot", "--version"}).has_value(); }

void draw_figure(Figure const& given, fs::path const& file) {
  auto const format = file.extension().string();
  if (std::find(figure_formats().begin(), figure_formats().end(), format) == figure_formats().end())
    refuse("--output", "\"" + file.string() + "\"",
           "a file that ends in " + comma_separated(figure_formats()));
  auto const figure = with_shared_axes(given);
  auto const layout = lay_out(figure);
  auto const text_for = [&](std::string const& kind, fs::path const& output) {
    return script_of(figure, layout, terminal_of(kind, layout, output.string()));
  };
  if (format == ".gp") {
    auto pdf = file;
    return write_whole(file, text_for(".pdf", pdf.replace_extension(".pdf").filename()));
  }
  auto const drawn = new_file_beside(file), script = new_file_beside(file);
  write_whole(script, text_for(format, drawn));
  draw(script, drawn, file);
  if (format == ".svg") finish_svg(drawn, layout);
  std::error_code error;
  fs::rename(drawn, file, error);
  if (!error) return;
  fs::remove(drawn);
  throw Error(file.string() + ": could not be written: " + error.message());
}

}  // namespace orthant::figures
