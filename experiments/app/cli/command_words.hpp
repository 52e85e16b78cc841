// The words of the program's commands: their options, and what they do.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace orthant {

/// A command of the program.
struct Command {
  CLI::App* words;
  /// What it does once its words are read; `line` is the whole command line. Returns the exit
  /// status.
  std::function<int(std::vector<std::string> const& line)> act;
};

/// A command that initialises Kokkos, with the default number of threads.
Command with_kokkos(CLI::App& words, std::function<int()> act);
/// A command with one line about it, and an example at the end of its help and of messages on it.
CLI::App& add_command(CLI::App& program, char const* name, char const* about, char const* example);
/// An option that may be given several times.
void add_names(CLI::App& command, char const* name, std::vector<std::string>& to,
               char const* about);
/// The option `--set`.
void add_assignments(CLI::App& command, std::vector<std::string>& to);

// Of experiments.
Command add_run(CLI::App& program);
Command add_check(CLI::App& program);
Command add_compare(CLI::App& program);
Command add_fit(CLI::App& program);
Command add_view(CLI::App& program);

// Of results.
Command add_replay(CLI::App& program);
Command add_report(CLI::App& program);
Command add_diff(CLI::App& program);
Command add_figure(CLI::App& program);

// Of problems, models and plug-ins.
Command add_solve(CLI::App& program);
Command add_import(CLI::App& program);
Command add_new(CLI::App& program);
Command add_list(CLI::App& program);
Command add_schema(CLI::App& program);
Command add_completion(CLI::App& program);

}  // namespace orthant
