// Nonlinear solvers one after the other, each where the one before did not converge.
#pragma once
#include "core/plugins.hpp"

namespace orthant {

/// Each starts from the best iterate of the one before, and leaves worlds that have converged by
/// its own measure as they are.
template <class Space>
class Sequence final : public NonlinearSolver<Space> {
 public:
  using Parts = std::vector<std::unique_ptr<NonlinearSolver<Space>>>;
  explicit Sequence(Parts parts) : parts_(std::move(parts)) {}

  NonlinearReport solve(Space const& space, StepProblem<Space>& problem,
                        Span<Space, Twist*> u) override {
    NonlinearReport all;
    history_.clear();
    for (auto const& part : parts_) {
      NonlinearReport const now = part->solve(space, problem, u);
      history_.insert(history_.end(), now.history.begin(), now.history.end());
      all.reason = now.reason;
      all.worlds_converged = now.worlds_converged;
      all.residual = now.residual;
      all.iterations += now.iterations;
      all.linear_solves += now.linear_solves;
      all.linear_iterations += now.linear_iterations;
      if (now.converged()) break;
    }
    all.history = history_;
    return all;
  }

 private:
  Parts parts_;
  std::vector<IterationRecord> history_;
};

}  // namespace orthant
