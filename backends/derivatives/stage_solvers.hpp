// Solvers that record the solutions of another solver, or that take a given solution.
#pragma once
#include "orthant/backends/derivatives/stage_capture.hpp"

namespace orthant {

/// The stages of a step in the order in which they are solved. If a stage is solved again with
/// other matrices, it replaces the one of the same name. The first stage of a step clears the list.
class StageList {
 public:
  void add(std::vector<WorldStage> const& of_worlds) {
    if (of_worlds.empty()) return;
    auto const& name = of_worlds.front().name;
    if (name == "step" || name == "first") stages_.clear();
    std::erase_if(stages_, [&](auto const& each) { return each.front().name == name; });
    stages_.push_back(of_worlds);
  }
  void clear() { stages_.clear(); }
  /// The stages of a world, in their order.
  std::vector<WorldStage> of(std::size_t world) const {
    std::vector<WorldStage> out;
    for (auto const& each : stages_) out.push_back(each[world]);
    return out;
  }

 private:
  std::vector<std::vector<WorldStage>> stages_;
};

/// Whether a problem is a stage of a step. Others are solved beside it, such as `directions`.
template <class Space>
bool is_stage(StepProblem<Space> const& problem) {
  return std::string(problem.stage()) != "directions";
}

/// Passes each problem on to another solver and records the solution.
template <class Space>
class RecordingSolver final : public NonlinearSolver<Space> {
 public:
  RecordingSolver(std::unique_ptr<NonlinearSolver<Space>> of, System<Space> const& system,
                  StageList& to)
      : of_(std::move(of)), system_(system), to_(to) {}

  void take_linear_gaps(bool linear) override { of_->take_linear_gaps(linear); }
  bool show_to(IterateObserver<Space>* observer) override { return of_->show_to(observer); }
  void carry(Carried& c) override { of_->carry(c); }
  std::unique_ptr<NonlinearSolver<Space>> release() { return std::move(of_); }

 protected:
  NonlinearReport do_solve(Space const& space, StepProblem<Space>& problem,
                           Span<Space, Twist*> u) override {
    auto const report = of_->solve(space, problem, u);
    if (is_stage(problem)) {
      wait_for(space);
      to_.add(captured(problem, u, contacts_by_world(system_)));
    }
    return report;
  }

 private:
  std::unique_ptr<NonlinearSolver<Space>> of_;
  System<Space> const& system_;
  StageList& to_;
};

/// Sets the unknowns of a given step in place of a solution.
template <class Space>
class GivenSolver final : public NonlinearSolver<Space> {
 public:
  GivenSolver(GivenStep const& given, System<Space> const& system, StageList& to)
      : given_(given), system_(system), to_(to), all_("orthant::given::all", system.model.worlds) {
    fill_all(Space(), all_, 1);
  }

 protected:
  NonlinearReport do_solve(Space const& space, StepProblem<Space>& problem,
                           Span<Space, Twist*> u) override {
    NonlinearReport report;
    report.worlds_converged = problem.rows().worlds;
    if (!is_stage(problem)) return report;
    auto const contacts = contacts_by_world(system_);
    wait_for(space);
    for (int w = 0; w < problem.rows().worlds; ++w) set(problem, w, u, contacts);
    problem.evaluate(space, u, all_);
    wait_for(space);
    to_.add(captured(problem, u, contacts));
    return report;
  }

 private:
  void set(StepProblem<Space>& problem, int w, Span<Space, Twist*> const& u,
           std::vector<std::vector<Contact>> const& contacts) const {
    auto const& rows = problem.rows();
    auto const at = static_cast<std::size_t>(w);
    for (int r = rows.world_row(w); r < rows.world_row(w + 1); ++r) rows.impulse(r) = 0;
    auto const* const of = given_.worlds[at].stage(problem.stage());
    if (!of) {
      for (int k = 0; k < rows.bodies; ++k) u(w * rows.bodies + k) = {};
      return;
    }
    for (int k = 0; k < rows.bodies; ++k)
      u(w * rows.bodies + k) = of->u[static_cast<std::size_t>(k)];
    auto const names = block_names(rows, w, contacts[at]);
    for (std::size_t k = 0; k < names.size(); ++k) {
      auto const* const block = of->block(names[k], k);
      int const first = rows.block_row(rows.world_block(w) + static_cast<int>(k));
      if (!block) continue;
      for (int i = 0; i < block->size; ++i) rows.impulse(first + i) = of->impulse[block->row + i];
    }
  }

  GivenStep const& given_;
  System<Space> const& system_;
  StageList& to_;
  Array<Space, int*> all_;
};

}  // namespace orthant
