// Copies the iterates of a solver to the host, world by world, for an IterateSink.
#pragma once
#include "orthant/backends/records/block_sources.hpp"
#include "orthant/backends/records/iterate_system.hpp"
#include "orthant/core/step/integrator.hpp"

namespace orthant {

template <class Space>
class IterateRecorder final : public IterateObserver<Space> {
 public:
  IterateRecorder(ConstraintSet<Space> const& constraints, int bodies)
      : constraints_(constraints), bodies_(bodies) {}

  void show_to(IterateSink* sink) { sink_ = sink; }
  void begin_step() { solves_ = 0; }

  void begin(Space const& space, StepProblem<Space> const& problem, char const* solver) override {
    problem_ = &problem;
    solver_ = solver;
    solve_ = solves_++;
    stage_ = problem.stage();
    runs_.assign(static_cast<std::size_t>(problem.rows().worlds), true);
    pending_.clear();
    sources_ = block_sources(space, problem.rows(), constraints_, bodies_);
  }

  void iterate(Space const& space, Iterate<Space> const& now) override {
    law_ = now.law;
    auto const goes_on = to_host<Space, int>(now.active, static_cast<int>(runs_.size()));
    for (std::size_t w = 0; w < runs_.size(); ++w) {
      bool const last = goes_on[w] == 0;
      if (!runs_[w]) continue;
      runs_[w] = !last;
      if (!sink_->wants(static_cast<int>(w), now.iteration, last)) continue;
      auto one = made(space, now, static_cast<int>(w), last);
      if (last)
        sink_->take(one);
      else
        pending_.push_back(std::move(one));
    }
  }

  void step(Space const& space, IterateStep<Space> const& step) override {
    for (auto& one : pending_) {
      iterates::add_step(space, problem_->rows(), step, law_, one);
      sink_->take(one);
    }
    pending_.clear();
  }

 private:
  WorldIterate made(Space const& space, Iterate<Space> const& now, int w, bool last) const {
    auto const& rows = problem_->rows();
    WorldIterate out;
    out.world = w;
    out.solve = solve_;
    out.stage = stage_;
    out.solver = solver_;
    out.iteration = now.iteration;
    out.last = last;
    out.rows =
        world_rows<Space>(space, rows, problem_->inverse_mass(), problem_->free_twist(), now.u, w);
    int const first = iterates::host(rows.world_row)(w);
    auto const blocks = iterates::host(rows.world_block);
    out.source.assign(sources_.begin() + blocks(w), sources_.begin() + blocks(w + 1));
    iterates::add_law(now, first, out);
    iterates::add_balance(out);
    iterates::add_motion(problem_->motion(), now.u, out);
    return out;
  }

  ConstraintSet<Space> const& constraints_;
  int bodies_;
  IterateSink* sink_ = nullptr;
  StepProblem<Space> const* problem_ = nullptr;
  std::string solver_;
  char const* stage_ = "";
  int solve_ = 0, solves_ = 0;
  Linearisation<Space> law_;  // of the iterate
  std::vector<bool> runs_;
  std::vector<WorldIterate> pending_;
  std::vector<BlockSource> sources_;
};

}  // namespace orthant
