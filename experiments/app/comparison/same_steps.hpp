// Comparisons in which every method makes the same steps: those of one motion, made beforehand.
#pragma once
#include "experiments/app/comparison/case_runner.hpp"
#include "experiments/app/comparison/comparison_directory.hpp"

namespace orthant {

/// Refuses what has no steps that solvers could share, and paths of the sweep that change the
/// motion: a step is the same problem for all methods if only the solver differs.
void require_same_steps(PlannedExperiment const& experiment);

/// Whether a path, or a parameter at all its places in `input`, changes the solver and nothing
/// else.
bool changes_solver_alone(std::string const& path, Json const& input);

/// The motions whose steps the plan asks for, as a comparison in the folder `motions`.
class Motions {
 public:
  /// Throws Error if a motion cannot be built.
  Motions(Plan const& plan, std::filesystem::path const& directory, Json const& command,
          Entry entry);

  /// Makes those that are left. Returns 0, or the signal that stopped it. Throws Error if one
  /// failed.
  int run(CaseOptions options);
  /// Tells the plan where they are.
  void give(Plan& plan) const;
  /// A sentence on each motion.
  std::vector<std::string> about() const;

 private:
  Plan plan_;
  std::vector<std::size_t> of_;  // the experiment in the comparison's plan
  std::optional<ComparisonDirectory> directory_;
};

}  // namespace orthant
