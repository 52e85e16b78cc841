// A problem and the linear system that the methods of one solve share.
#pragma once
#include "solvers/cone/linear/shifted_system.hpp"

namespace orthant::cone {

class Workspace {
 public:
  explicit Workspace(ConeProblem const& problem) : problem_(problem) {}

  ConeProblem const& problem() const { return problem_; }
  /// Analysed once, when it is first asked for.
  BlockShiftedSystem& system() {
    if (!system_) system_ = make_shifted_system(problem_);
    return *system_;
  }

 private:
  ConeProblem const& problem_;
  std::unique_ptr<BlockShiftedSystem> system_;
};

}  // namespace orthant::cone
