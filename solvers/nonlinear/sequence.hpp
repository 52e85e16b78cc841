// Nonlinear solvers one after the other, each where the one before did not converge.
#pragma once
#include <functional>

#include "core/plugins.hpp"

namespace orthant {

/// Each starts from the best iterate of the one before, and leaves worlds that have converged as
/// they are: all judge by one measure. One that is not needed is not made. Where `adapts`, and
/// there is one world, a step begins with the solver that the last one came to, and the first is
/// tried again after 1, 2, 4, 8, 16 such steps: a phase of a motion in which it always fails costs
/// little.
template <class Space>
class Sequence final : public NonlinearSolver<Space> {
 public:
  struct Part {
    std::string name;
    std::function<std::unique_ptr<NonlinearSolver<Space>>()> make;
    std::unique_ptr<NonlinearSolver<Space>> made = {};
  };

  explicit Sequence(std::vector<Part> parts, bool adapts = false)
      : parts_(std::move(parts)), adapts_(adapts) {
    parts_.front().made = parts_.front().make();
    solved_by_.reserve(parts_.size());
  }

  bool associated() const override { return parts_.front().made->associated(); }

  NonlinearReport solve(Space const& space, StepProblem<Space>& problem,
                        Span<Space, Twist*> u) override {
    NonlinearReport all;
    history_.clear();
    solved_by_.clear();
    std::size_t const begin = adapts_ && problem.rows().worlds == 1 && left_ > 0 ? came_to_ : 0;
    for (std::size_t asked = 0; asked < parts_.size(); ++asked) {
      std::size_t const k = asked == 0 ? begin : asked <= begin ? asked - 1 : asked;
      auto& part = parts_[k];
      if (!part.made) part.made = part.make();
      NonlinearReport const now = part.made->solve(space, problem, u);
      history_.insert(history_.end(), now.history.begin(), now.history.end());
      solved_by_.push_back(
          {part.name.c_str(), std::max(0, now.worlds_converged - all.worlds_converged)});
      all.reason = now.reason;
      all.worlds_converged = now.worlds_converged;
      all.residual = now.residual;
      all.round_off = now.round_off;
      all.iterations += now.iterations;
      all.linear_solves += now.linear_solves;
      all.linear_iterations += now.linear_iterations;
      if (!now.converged()) continue;
      remember(begin, k);
      break;
    }
    all.history = history_;
    all.solved_by = solved_by_;
    return all;
  }

 private:
  void remember(std::size_t begin, std::size_t solver) {
    if (begin == 0) {
      left_ = solver == 0 ? 0 : pause_;
      pause_ = solver == 0 ? 1 : std::min(2 * pause_, 16);
      came_to_ = solver;
    } else {
      left_ = solver == begin ? left_ - 1 : 0;
    }
  }

  std::vector<Part> parts_;
  bool adapts_;
  std::size_t came_to_ = 0;
  int left_ = 0, pause_ = 1;  // steps that begin there; how many the next time
  std::vector<IterationRecord> history_;
  std::vector<SolvedBy> solved_by_;
};

}  // namespace orthant
