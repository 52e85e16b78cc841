// `orthant solve`: stored problems of frictional contact, without a scene.
#pragma once
#include <string>
#include <vector>

#include "core/cone_problem/cone_solver.hpp"

namespace orthant {

struct SolveCommand {
  std::vector<std::string> problems{};  // files
  std::string kind = "contact";         // what is in them: see problem_kinds()
  std::string config{};                 // file of the solver's settings; empty: the default solver
  std::vector<std::string> assignments{};  // changes to them
  bool as_json = false;
};

/// Prints a line for each problem, with measures that do not depend on the solver. The status: 0
/// where all converged, 1 where some did not, 2 where a file or the settings were wrong. The
/// settings and the files' presence are checked before anything is solved; a file that turns out
/// wrong is reported, and the others are solved.
int solve_command(SolveCommand const& command, ConeSolvers const& solvers);

}  // namespace orthant
