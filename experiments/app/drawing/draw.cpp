// Python looks at what is asked for, writes a script and its table, and runs the script.
#include "experiments/app/drawing/draw.hpp"

#include <fstream>
#include <iterator>

#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/process/browser.hpp"
#include "experiments/app/process/external.hpp"
#include "orthant/core/config/error.hpp"

// The build puts the files of figure/ into an archive that Python runs, byte by byte.
extern "C" {
extern char const orthant_figure_begin[], orthant_figure_end[];
}

namespace orthant {
namespace {

/// The answer of a Python, which asks for more until it has all; null if there is no such program.
Json ask(std::string const& python, Json& request, Supply const& supply) {
  ScratchFolder const folder;
  auto const program = folder.path() / "figure.pyz", asked = folder.path() / "request.json";
  write_whole(program, std::string(orthant_figure_begin, orthant_figure_end));
  for (;;) {
    write_whole(asked, request.dump(-1, ' ', false, Json::error_handler_t::replace));
    auto const ended = ask_external({python, program.string()});
    if (!ended) return nullptr;
    auto answer = Json::parse(ended->out, nullptr, false);
    if (answer.is_discarded()) throw Error(python + " failed: " + ended->err);
    if (!answer.contains("needs")) return answer;
    supply(request["studies"][answer["of"].get<std::size_t>()], answer);
  }
}

}  // namespace

Json draw(Json request, Supply const& supply) {
  std::string written;
  for (char const* python : {"python3", "/usr/bin/python3"}) {
    auto answer = ask(python, request, supply);
    if (answer.is_null()) continue;
    if (answer.contains("error")) throw Error(answer["error"].get<std::string>());
    if (!answer["lacks"]) return answer;
    written = "; the script is " + answer["script"].get<std::string>();
  }
  throw Error(
      "no Python with matplotlib 3.6 to draw with: apt install python3-matplotlib, or python3 -m "
      "pip install matplotlib" +
      written);
}

std::string drawing_of(Json request, Supply const& supply) {
  ScratchFolder const folder;
  auto const file = folder.path() / "figure.svg";
  request["command"]["output"] = file.string();
  draw(std::move(request), supply);
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace orthant
