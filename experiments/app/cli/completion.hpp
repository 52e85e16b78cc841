// `orthant completion`: what a shell completes.
#pragma once
#include <string>

namespace CLI {
class App;
}

namespace orthant {

/// A script for bash, and for zsh by its bashcompinit: commands, options, files, and what `--set`
/// may name, from the program's commands and the schema of experiments. Throws Error for another
/// shell.
std::string completion_script(CLI::App const& app, std::string const& shell);

}  // namespace orthant
