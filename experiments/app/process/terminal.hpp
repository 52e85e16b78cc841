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

/// What a line is worth. Lines below the least level are left out on standard error.
enum class Said : int { detail, note, warning, error };
void set_least(Said least);
/// Appends all lines, of any level and with their times, to a file too. Throws Error without its
/// directory, and Lack if it cannot be written.
void log_to(std::string const& file);
/// Adds lines to the log alone, as notes: those of standard output.
void log_printed(std::string const& text);
/// One line on standard error and in the log, whatever it contains; in red if requested, on a
/// terminal, and $NO_COLOR is not set or empty (no-color.org).
void log_line(Said level, std::string const& line, bool in_red = false);

/// An error, whatever it contains. A stream that takes nothing is ignored.
void say_line(std::string const& line);

/// Commands of a terminal, on standard error.
inline constexpr char const* to_line_begin = "\r";
inline constexpr char const* clear_line = "\r\x1b[K";
void command_terminal(char const* command);

}  // namespace orthant
