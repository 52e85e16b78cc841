// The program `orthant` as a function.
#pragma once

namespace orthant {

/// All commands of the program; returns its exit status. A program of your own calls it after it
/// has added its plug-ins (orthant/backends/own_plugins.hpp), and includes orthant/program.hpp.
int program(int argc, char** argv);

}  // namespace orthant
