// The command line that all programs share which hold solvers of stored problems side by side.
#pragma once
#include "bench/problems/attempt.hpp"

namespace orthant {

/// `name[:key=value,...]`.
struct SolverChoice {
  explicit SolverChoice(std::string const& text);
  std::string name;
  std::vector<std::string> assignments;  // key=value
};

/// Contenders for what the user wrote; all of them where both are empty. Throws Error.
using ChooseContenders = std::function<std::vector<Contender>(
    std::vector<SolverChoice> const& solvers, std::string const& variants_file)>;

/// Parses, solves and prints; what main() returns. Tolerances are tried from the loosest on; a
/// solver that did not reach one in time, or crashed, is not asked for a tighter one, and its
/// record says so.
int compare_solvers(int argc, char** argv, char const* about, ChooseContenders const& choose);

}  // namespace orthant
