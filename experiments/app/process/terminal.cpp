// Writes to the standard streams.
#include "experiments/app/process/terminal.hpp"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/visible.hpp"

namespace orthant {
namespace {

spdlog::logger& logger() {
  static auto const made = [] {
    auto on_terminal = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    on_terminal->set_pattern("%v");
    on_terminal->set_level(spdlog::level::info);
    auto out = std::make_shared<spdlog::logger>("orthant", std::move(on_terminal));
    out->set_level(spdlog::level::debug);
    out->flush_on(spdlog::level::debug);
    return out;
  }();
  return *made;
}

spdlog::level::level_enum level_of(Said said) {
  switch (said) {
    case Said::detail:
      return spdlog::level::debug;
    case Said::note:
      return spdlog::level::info;
    case Said::warning:
      return spdlog::level::warn;
    case Said::error:
      break;
  }
  return spdlog::level::err;
}

}  // namespace

void print_visibly(std::FILE* to, std::string const& text) { fmt::print(to, "{}", visible(text)); }

void set_least(Said least) { logger().sinks().front()->set_level(level_of(least)); }

void log_to(std::string const& file) {
  namespace fs = std::filesystem;
  std::error_code none;
  if (fs::is_directory(file, none)) refuse("--log", file + ", a directory", "a file");
  if (auto const folder = fs::path(file).parent_path();
      !folder.empty() && !fs::is_directory(folder, none))
    refuse("--log", file + ", of a directory that does not exist", "a file in one that does");
  try {
    auto to = std::make_shared<spdlog::sinks::basic_file_sink_mt>(file);
    to->set_pattern("%Y-%m-%d %H:%M:%S.%e [%L] %v");
    logger().sinks().push_back(std::move(to));
  } catch (spdlog::spdlog_ex const& error) {
    refuse_lack("--log", error.what(), "a file that can be written");
  }
}

void log_printed(std::string const& text) {
  auto const& sinks = logger().sinks();
  std::istringstream lines(visible(text));
  for (std::string line; std::getline(lines, line);)
    for (auto sink = std::next(sinks.begin()); sink != sinks.end(); ++sink) {
      (*sink)->log({logger().name(), spdlog::level::info, line});
      (*sink)->flush();
    }
}

void log_line(Said level, std::string const& line, bool in_red) {
  std::string text = visible(line);
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;)
    text.replace(at, 1, "\\n");
  char const* const no_colour = std::getenv("NO_COLOR");
  bool const coloured = no_colour == nullptr || *no_colour == '\0';
  bool const red = in_red && coloured && isatty(STDERR_FILENO) != 0;
  logger().log(level_of(level), "{}{}{}", red ? "\x1b[31m" : "", text, red ? "\x1b[0m" : "");
}

void say_line(std::string const& line) { log_line(Said::error, line); }

void command_terminal(char const* command) { std::fputs(command, stderr); }

}  // namespace orthant
