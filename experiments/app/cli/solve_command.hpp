// `orthant solve`: stored problems of frictional contact, without a scene.
#pragma once
#include <string>
#include <vector>

#include "orthant/core/cone_problem/cone_solver.hpp"

namespace orthant {

struct SolveCommand {
  std::vector<std::string> problems{};  // files
  std::string kind = "contact";         // content of the files, one of problem_kinds()
  std::string config{};                 // file of the solver's settings; empty: the default solver
  std::vector<std::string> assignments{};  // changes to the settings
  bool as_json = false;
};

/// Prints a line for each problem, with measures that do not depend on the solver. The status is 0
/// if all problems converged, 1 if some did not, 2 if a file or the settings were wrong. Settings
/// and presence of files are checked before anything is solved. A file with wrong content is
/// reported, and the others are solved.
int solve_command(SolveCommand const& command, ConeSolvers const& solvers);

}  // namespace orthant
