// Copies the iterates of a solver to the host, world by world, for an IterateSink.
#pragma once

#include "orthant/backends/records/iterate_system.hpp"
#include "orthant/backends/records/world_iterate.hpp"
#include "orthant/backends/simulation/build.hpp"
#include "orthant/core/step/detail/constraint_set.hpp"
#include "orthant/core/step/integrator.hpp"

namespace orthant {

/// The sources of the blocks of all worlds: in each world kind by kind, item by item. `bodies` is
/// the number of bodies of one world.
template <class Space>
std::vector<BlockSource> block_sources(Space const& space, Rows<Space> const& rows,
                                       ConstraintSet<Space> const& constraints, int bodies) {
  std::vector<BlockSource> out(nth(rows.blocks));
  auto next = to_host<Space, int>(rows.world_block, rows.worlds);
  for (auto const& kind : constraints) {
    int const blocks = kind->blocks_per_item();
    auto const loads = kind->joint_loads(space, rows, {});
    auto const joints = to_host<Space, JointLoad>(loads.load, loads.count);
    auto const* const search = kind->search();
    auto const list = search ? search->contacts() : ContactList<Space>{};
    auto const contacts = to_host<Space, Contact>(list.contact, list.count);
    auto const counts = kind->counts();
    auto const offsets = counts.offsets.data()
                             ? to_host<Space, int>(counts.offsets, rows.worlds + 1)
                             : std::vector<int>();
    std::size_t item = 0;
    for (int w = 0; w < rows.worlds; ++w) {
      int const count = offsets.empty() ? counts.uniform : offsets[nth(w + 1)] - offsets[nth(w)];
      for (int k = 0; k < count; ++k, ++item) {
        BlockSource source{kind->name()};
        if (item < joints.size()) source.joint = joints[item].joint;
        if (item < contacts.size()) {
          source.a = contacts[item].a % bodies;
          source.b = contacts[item].b % bodies;
        }
        for (int i = 0; i < blocks; ++i) out[nth(next[nth(w)]++)] = source;
      }
    }
  }
  auto const discs = to_host<Space, DiscRadius>(rows.disc, rows.blocks);
  auto const laws = to_host<Space, Law>(rows.law, rows.blocks);
  for (std::size_t k = 0; k < out.size(); ++k)
    if (laws[k] == Law::disc && discs[k].normal >= 0) {
      out[k].a = out[nth(discs[k].normal)].a;
      out[k].b = out[nth(discs[k].normal)].b;
    }
  return out;
}

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
    runs_.assign(nth(problem.rows().worlds), true);
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
