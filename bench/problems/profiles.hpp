// Performance profiles [Dolan, More 2002] of solvers on a set of problems, and times in pairs.
#pragma once
#include "bench/problems/record.hpp"

namespace orthant {

/// Per problem, the time of a solver over that of the fastest; only where it solved the problem.
struct Profile {
  std::string solver;
  std::vector<double> ratios;  // ascending
  int problems = 0;            // in all, those included that nobody solved
  int tried = 0;               // of them; one that was not counts as not solved

  int solved() const { return static_cast<int>(ratios.size()); }
  /// Of the problems, the share that it solved within `factor` of the fastest time.
  double share(double factor) const;
};

/// Of the records at this tolerance; a solve that took more than `seconds` does not count. In the
/// order of their success.
std::vector<Profile> performance_profiles(std::vector<Record> const& records, double tolerance,
                                          double seconds);

/// Two solvers on the problems that both of them solve.
struct Pairing {
  int both = 0, only_first = 0, only_second = 0;
  double time_ratio = 1;  // geometric mean of first / second over `both`
};
Pairing pair_up(std::vector<Record> const& records, double tolerance, double seconds,
                std::string const& first, std::string const& second);

/// The tolerances that occur, from the loosest on.
std::vector<double> tolerances(std::vector<Record> const& records);

}  // namespace orthant
