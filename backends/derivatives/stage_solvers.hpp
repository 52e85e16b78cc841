// Solvers that record the solutions of another solver, or that take a given solution.
#pragma once
#include <map>

#include "orthant/backends/derivatives/given_step.hpp"
#include "orthant/core/step/integrator.hpp"

namespace orthant {

/// The contacts of a step by world, with bodies counted within the world.
template <class Space>
std::vector<std::vector<Contact>> contacts_by_world(System<Space> const& system) {
  int const n = system.model.bodies;
  std::vector<std::vector<Contact>> out(nth(system.model.worlds));
  auto const list = system.constraints.contacts();
  for (int k = 0; k < list.count; ++k) {
    Contact c = list.contact(k);
    c.a -= c.world * n;
    c.b -= c.world * n;
    out[nth(c.world)].push_back(c);
  }
  return out;
}

/// The impulses of the blocks with a contact's law, in their order [N s].
template <class Space>
std::vector<Vec3> impulses_of_contacts(Rows<Space> const& rows, int world) {
  std::vector<Vec3> out;
  for (int k = rows.world_block(world); k < rows.world_block(world + 1); ++k)
    if (rows.law(k) == Law::coulomb) {
      int const r = rows.block_row(k);
      out.push_back({{rows.impulse(r), rows.impulse(r + 1), rows.impulse(r + 2)}});
    }
  return out;
}

/// The names of the blocks of a world, in their order.
template <class Space>
std::vector<BlockName> block_names(Rows<Space> const& rows, int world,
                                   std::vector<Contact> const& contacts) {
  int const first = rows.world_block(world), end = rows.world_block(world + 1);
  std::vector<BlockName> out(nth(end - first));
  std::size_t contact = 0;
  int others = 0;
  for (int k = first; k < end; ++k)
    if (rows.law(k) == Law::coulomb && contact < contacts.size())
      out[nth(k - first)] = {contacts[contact++].key + 1, 0};
  std::map<std::uint64_t, int> borne;
  for (int k = first; k < end; ++k) {
    auto& name = out[nth(k - first)];
    if (rows.law(k) == Law::coulomb) continue;
    int const on = rows.law(k) == Law::disc ? rows.disc(k).normal : -1;
    if (on < 0) {
      name = {0, others++};
      continue;
    }
    auto const key = out[nth(on - first)].contact;
    name = {key, ++borne[key]};
  }
  return out;
}

/// The stage of each world at the problem's last evaluation, which was at u.
template <class Space>
std::vector<WorldStage> captured(StepProblem<Space> const& problem, Span<Space, Twist*> const& u,
                                 std::vector<std::vector<Contact>> const& contacts) {
  auto const& rows = problem.rows();
  std::vector<WorldStage> out;
  for (int w = 0; w < rows.worlds; ++w) {
    WorldStage one{world_rows<Space>({}, rows, problem.inverse_mass(), problem.free_twist(), u, w),
                   problem.stage(),
                   block_names(rows, w, contacts[nth(w)]),
                   {}};
    for (std::size_t b = 0; b < one.u.size(); ++b)
      one.defect.push_back(one.u[b] - one.free_twist[b] -
                           one.inverse_mass[b] *
                               rows.apply_transpose(w * rows.bodies + static_cast<int>(b),
                                                    [&](int row) { return rows.impulse(row); }));
    out.push_back(std::move(one));
  }
  return out;
}

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
    auto const at = nth(w);
    for (int r = rows.world_row(w); r < rows.world_row(w + 1); ++r) rows.impulse(r) = 0;
    auto const* const of = given_.worlds[at].stage(problem.stage());
    if (!of) {
      for (int k = 0; k < rows.bodies; ++k) u(w * rows.bodies + k) = {};
      return;
    }
    for (int k = 0; k < rows.bodies; ++k) u(w * rows.bodies + k) = of->u[nth(k)];
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
