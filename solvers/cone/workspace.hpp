// A contact problem with its linear system, shared by the methods of one solve.
#pragma once
#include "solvers/cone/linear/shifted_system.hpp"

namespace orthant::cone {

class Workspace {
 public:
  explicit Workspace(ConeProblem const& problem) : problem_(problem) {}

  ConeProblem const& problem() const { return problem_; }
  /// The system is analysed at the first call.
  BlockShiftedSystem& system() {
    if (!system_) system_ = make_shifted_system(problem_);
    return *system_;
  }

 private:
  ConeProblem const& problem_;
  std::unique_ptr<BlockShiftedSystem> system_;
};

}  // namespace orthant::cone
