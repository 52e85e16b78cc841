// The one place that prints: nothing from outside commands the terminal.
#pragma once
#include <spdlog/fmt/fmt.h>

#include <cstdio>
#include <string>
#include <utility>

namespace orthant {

/// Writes the text as `visible` gives it. Throws std::system_error if the stream takes none.
void print_visibly(std::FILE* to, std::string const& text);

/// fmt::print, visibly.
template <class... T>
void print(std::FILE* to, fmt::format_string<T...> format, T&&... values) {
  print_visibly(to, fmt::format(format, std::forward<T>(values)...));
}

template <class... T>
void print(fmt::format_string<T...> format, T&&... values) {
  print_visibly(stdout, fmt::format(format, std::forward<T>(values)...));
}

/// One line on standard error, whatever it contains; in red if requested, on a terminal,
/// and $NO_COLOR is not set or empty (no-color.org). A stream that takes nothing is ignored.
void say_line(std::string const& line, bool in_red = false);

/// Commands of a terminal, on standard error.
inline constexpr char const* to_line_begin = "\r";
inline constexpr char const* clear_line = "\r\x1b[K";
void command_terminal(char const* command);

}  // namespace orthant
