// The final summary of a comparison: a line for each case, and counts.
#pragma once
#include <filesystem>
#include <map>

#include "experiments/app/comparison/plan.hpp"

namespace orthant {

class ComparisonSummary {
 public:
  ComparisonSummary(Plan const& plan, bool quiet);

  /// Counts a case and prints its line; call in the order of the cases.
  void add(PlannedCase const& each, Json const& result);
  /// Prints the last lines, and returns the exit status.
  int end(std::filesystem::path const& directory);

 private:
  Plan const& plan_;
  bool quiet_;
  bool told_ = false;  // whether a quiet one has said why a case does not meet what it expects
  std::size_t width_ = 4;
  std::string experiment_;
  std::map<int, int> count_;  // of each status
  int added_ = 0, missing_ = 0, not_built_ = 0;
  int ignored_ = 0;  // cases with unsolved steps or problems, which count as good
  std::map<std::string, long> unsolved_;  // how many steps, or problems, of these
  int acceptable_ = 0;                    // cases with steps solved to an acceptable error only
  double worst_acceptable_ = 0;           // [m/s]
  int sunk_ = 0;                          // cases whose bodies sink by least_norm
  double most_sunk_ = 0;                  // over the radius
  int slips_ = 0;                         // cases whose errors by friction exceed the accuracy
  double worst_slip_ = 0;                 // over the radius of gyration
  std::string worst_slip_case_;
  std::map<std::string, int> warnings_;  // in how many cases
};

}  // namespace orthant
