// A contact problem with its linear system, shared by the methods of one solve.
#pragma once
#include "orthant/solvers/cone/linear/detail/shifted_system.hpp"

namespace orthant::cone {

class Workspace {
 public:
  explicit Workspace(ConeProblem const& problem) : problem_(problem), system_(problem) {}

  ConeProblem const& problem() const { return problem_; }
  BlockShiftedSystem& system() { return system_; }

 private:
  ConeProblem const& problem_;
  BlockShiftedSystem system_;
};

}  // namespace orthant::cone
