// Writes to the standard streams.
#include "experiments/app/process/terminal.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdlib>

#include "core/config/visible.hpp"

namespace orthant {
namespace {

spdlog::logger& notes() {
  static auto const logger = [] {
    auto made = std::make_shared<spdlog::logger>("notes",
                                                 std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_pattern("%v");
    made->flush_on(spdlog::level::info);
    return made;
  }();
  return *logger;
}

}  // namespace

void print_visibly(std::FILE* to, std::string const& text) { fmt::print(to, "{}", visible(text)); }

void say_line(std::string const& line, bool in_red) {
  std::string text = visible(line);
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;)
    text.replace(at, 1, "\\n");
  char const* const no_colour = std::getenv("NO_COLOR");
  bool const coloured = no_colour == nullptr || *no_colour == '\0';
  bool const red = in_red && coloured && isatty(STDERR_FILENO) != 0;
  notes().info("{}{}{}", red ? "\x1b[31m" : "", text, red ? "\x1b[0m" : "");
}

void command_terminal(char const* command) { std::fputs(command, stderr); }

}  // namespace orthant
