// Writes to the standard streams.
#include "experiments/app/process/terminal.hpp"

#include <unistd.h>

#include "core/config/visible.hpp"

namespace orthant {

void print_visibly(std::FILE* to, std::string const& text) { fmt::print(to, "{}", visible(text)); }

void say_line(std::string const& line, bool in_red) {
  std::string text = visible(line);
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;)
    text.replace(at, 1, "\\n");
  bool const red = in_red && isatty(STDERR_FILENO) != 0;
  std::fputs(((red ? "\x1b[31m" : "") + text + (red ? "\x1b[0m" : "") + "\n").c_str(), stderr);
}

void command_terminal(char const* command) { std::fputs(command, stderr); }

}  // namespace orthant
