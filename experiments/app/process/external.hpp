// Starting another program, where there is one.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace orthant {

/// Runs a program that $PATH finds, with these arguments and no shell, in a directory (empty: this
/// one), and waits for it. What it prints is dropped, but for its errors where they are wanted.
/// Returns its exit status; nothing where there is no such program.
struct External {
  std::vector<std::string> arguments;  // the program first
  std::filesystem::path directory = {};
  bool errors = true;
};
std::optional<int> run_external(External const& program);

/// The same, and what it printed.
struct Answer {
  int status = 0;
  std::string out, err;
};
std::optional<Answer> ask_external(std::vector<std::string> const& arguments);

}  // namespace orthant
