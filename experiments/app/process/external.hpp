// Starts another program, if it exists.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace orthant {

/// Runs a program found by $PATH, with these arguments and without a shell, in a directory (empty:
/// the current one), and waits for it. Its output is discarded, except its errors if requested.
/// Returns its exit status; empty if there is no such program.
struct External {
  std::vector<std::string> arguments;  // the program first
  std::filesystem::path directory = {};
  bool errors = true;
};
std::optional<int> run_external(External const& program);

/// The same with its output.
struct Answer {
  int status = 0;
  std::string out, err;
};
std::optional<Answer> ask_external(std::vector<std::string> const& arguments);

/// A word as a shell reads it: in quotes unless it is plain.
std::string shell_word(std::string const& word);

}  // namespace orthant
