// Solves groups of bodies that nothing couples one by one.
#pragma once
#include "orthant/core/method/recipes.hpp"
#include "orthant/core/step/detail/folded_report.hpp"
#include "orthant/solvers/islands/island_graph.hpp"
#include "orthant/solvers/islands/island_problem.hpp"
#include "orthant/solvers/nonlinear/detail/iterate_arrays.hpp"

namespace orthant {

namespace island_kernels {

/// Whether an island is not as the last solve left it, see StepProblem::moving.
template <class Space>
bool moves(Span<Space, int*> const& moving, IslandGraph const& graph, int island) {
  return some_move<Space>(moving, graph.root(island), -1);
}

/// Settles the bodies of each island, as Newton's method does at the start of a step.
template <class Space>
struct Settle {
  static constexpr char const* label = "orthant::islands::settle";
  IslandGraph const& graph;
  newton::View<Space> const& v;
  Span<Space, SpeedScale*> scale;
  Span<Space, int*> moving;
  Real tolerance;
  void operator()(int i) const {
    if (!moves<Space>(moving, graph, i)) return;
    Real speed = 0;
    for (int const b : graph.bodies(i)) speed = larger(speed, newton::free_speed(v, b));
    scale(i) = {speed, speed, speed};
    auto const bodies = graph.bodies(i);
    newton::Settle<Space>{v, tolerance}.settle(OneThread{}, speed, static_cast<int>(bodies.size()),
                                               [&](int k) { return bodies[nth(k)]; });
  }
};

/// Measures each island with its own speed, of drives too.
template <class Space>
struct Measure {
  static constexpr char const* label = "orthant::islands::measure";
  IslandGraph const& graph;
  newton::View<Space> const& v;
  Span<Space, SpeedScale*> scale;
  Span<Space, IterateError*> out;
  Span<Space, int*> moving;
  bool drives;  // whether they count
  void operator()(int i) const {
    if (!moves<Space>(moving, graph, i)) return;
    auto mine = v;
    mine.scale = {&scale(i), 1};
    auto const bodies = graph.bodies(i), blocks = graph.blocks(i);
    Real driven = scale(i).speed;
    for (int const k : blocks)
      if (Real const drive = newton::drive_speed(v, k); isfinite(drive))
        driven = larger(driven, drive);
    if (drives && scale(i).speed > 0) scale(i).speed = scale(i).smoothing = driven;
    scale(i).driven = driven;
    auto const at = [](std::span<int const> list) {
      return [list](int k) { return list[nth(k)]; };
    };
    for (int const b : bodies) newton::Defect<Space>{mine, false}(b);
    out(i) = newton::Norms<Space>{mine, false, true}.find(
        OneThread{}, static_cast<int>(bodies.size()), at(bodies), static_cast<int>(blocks.size()),
        at(blocks));
  }
};

}  // namespace island_kernels

/// Gives each island (IslandGraph) of a world to a solver of its own. So an island is solved to
/// its own end, its result does not depend on the others, and one that starts within the
/// tolerance, at rest for instance, takes no work but a look. Islands with an eighth of all blocks
/// at least have solvers that they keep from step to step; the others are solved together.
///
/// A solver of the whole solves what is one island, or a batch of worlds, or what an observer looks
/// at.
template <class Space>
class Islands final : public NonlinearSolver<Space> {
 public:
  Islands(SolverRecipe<Space> recipe, Sizes const& n)
      : recipe_(std::move(recipe)),
        n_(n),
        graph_(nth(n.bodies), nth(n.blocks)),
        part_(n),
        arrays_(n) {
    whole_.solver = recipe_.make(n);
    scale_ = make_room<Space, SpeedScale*>("orthant::islands::scale", nth(n.bodies) + 1);
    state_ = make_room<Space, IterateError*>("orthant::islands::state", nth(n.bodies) + 1);
    active_ = Array<Space, int*>("orthant::islands::active", 1);
    iterated_.assign(nth(n.bodies), 0);
    last_.resize(nth(n.bodies));
  }

  bool knows_islands() const override { return known_ && !observed_; }
  void take_linear_gaps(bool linear) override {
    linear_ = linear;
    whole_.solver->take_linear_gaps(linear);
    for (auto& each : slots_) each.solver->take_linear_gaps(linear);
  }
  void carry(Carried& c) override {
    c.part("islands");
    whole_.solver->carry(c);
    c.values(solves_);
    c.list(iterated_);
    std::size_t count = slots_.size();
    c.values(count);
    slots_.resize(count);
    for (auto& each : slots_) {
      Sizes room = each.room;
      c.values(each.root, each.last, room.bodies, room.rows, room.blocks);
      if (c.reads()) make(each, room);
      each.solver->carry(c);
    }
  }
  bool show_to(IterateObserver<Space>* observer) override {
    observed_ = observer != nullptr;
    return whole_.solver->show_to(observer);
  }

  NonlinearReport do_solve(Space const& space, StepProblem<Space>& problem,
                           Span<Space, Twist*> u) override {
    auto const& rows = problem.rows();
    bool const known = std::exchange(known_, false) && problem.may_stand();
    if (observed_ || rows.worlds != 1 || rows.delassus.given())
      return whole_.solver->solve(space, problem, u);
    wait_for(space);
    graph_.build(rows, problem.inverse_mass());
    if (graph_.count() < 2) return whole_.solver->solve(space, problem, u);
    measure(space, problem, u, known ? problem.moving() : Span<Space, int*>());
    known_ = problem.may_stand();
    choose(problem.corrects());
    begin_report();
    for (int g = 0; g < groups_; ++g) solve_group(space, problem, u, g);
    auto all = report_.all();
    if (all.solved_by[0].solver[0] == '\0') all.solved_by = {};  // a single solver has no name
    return all;
  }

 private:
  /// A solver, and the island that it solved last by its first body.
  struct Slot {
    int root = none;
    int last = 0;  // number of the solve
    Sizes room;
    std::unique_ptr<NonlinearSolver<Space>> solver = {};
  };
  static constexpr int none = -1, the_rest = -2, solved = -1;
  static constexpr std::size_t most_alone = 8;  // with 1/8 of all blocks that need work each

  /// Islands that are as the last solve left them have the measures of the last solve.
  void measure(Space const& space, StepProblem<Space>& problem, Span<Space, Twist*> u,
               Span<Space, int*> moving) {
    auto v = arrays_.view(problem, u, recipe_.law);
    v.active = active_;
    int const n = graph_.count();
    active_(0) = 1;
    each(space, n, island_kernels::Settle<Space>{graph_, v, scale_, moving, recipe_.tolerance});
    problem.move_only(moving);
    problem.evaluate(space, u, active_);
    problem.move_only({});
    each(space, v.rows.blocks, OwnResponse<Space>{v.rows, v.inverse_mass, v.response, moving});
    each(space, n,
         island_kernels::Measure<Space>{graph_, v, scale_, state_, moving, !problem.corrects()});
    wait_for(space);
    for (int i = 0; i < n; ++i) {
      auto& last = last_[nth(graph_.root(i))];
      if (island_kernels::moves<Space>(moving, graph_, i)) {
        last = {scale_(i), state_(i)};
      } else {
        scale_(i) = last.scale;
        state_(i) = last.state;
      }
    }
  }

  /// An island that iterated in the last step, or whose error a rough tolerance admits, is given to
  /// its solver down to the error of rest, because the solver may want to go on (newton::Decide).
  bool needs_work(int i) const {
    auto const& now = state_(i);
    Real const speed = scale_(i).speed;
    if (!(now.worst <= tolerance_of(recipe_.tolerance, speed))) return true;
    bool const rough = now.worst > tolerance_of(tolerance_by_speed, speed);
    return (rough || iterated_[nth(graph_.root(i))]) &&
           now.worst > larger(newton::rest_error(recipe_.tolerance, speed), now.round_off);
  }

  /// Makes groups of the islands that need work: the largest alone, the others together.
  void choose(bool corrects) {
    group_.assign(nth(graph_.count()), solved);
    waiting_.clear();
    for (int i = 0; i < graph_.count(); ++i) {
      if (needs_work(i)) waiting_.push_back(i);
      if (!corrects) iterated_[nth(graph_.root(i))] = 0;
    }
    auto const blocks = [&](int i) { return graph_.blocks(i).size(); };
    std::stable_sort(waiting_.begin(), waiting_.end(),
                     [&](int a, int b) { return blocks(a) > blocks(b); });
    std::size_t all = 0, alone = 0;
    for (int const i : waiting_) all += blocks(i);
    while (alone < waiting_.size() && most_alone * blocks(waiting_[alone]) >= all) ++alone;
    for (std::size_t k = 0; k < waiting_.size(); ++k)
      group_[nth(waiting_[k])] = static_cast<int>(std::min(k, alone));
    groups_ = static_cast<int>(std::min(waiting_.size(), alone + 1));
  }

  /// Reports the islands that start within the tolerance.
  void begin_report() {
    NonlinearReport all;
    IterationRecord start;
    SolvedBy const by{recipe_.first.c_str(), 1};
    all.worlds_converged = 1;
    for (int i = 0; i < graph_.count(); ++i) {
      if (group_[nth(i)] != solved) continue;
      all.residual = worse(all.residual, state_(i).residual);
      all.round_off = std::max(all.round_off, state_(i).round_off);
    }
    start.residual = all.residual;
    all.history = {&start, 1};
    all.solved_by = {&by, 1};
    report_.first(all);
  }

  void solve_group(Space const& space, StepProblem<Space>& problem, Span<Space, Twist*> u, int g) {
    bodies_.clear();
    blocks_.clear();
    int islands = 0, root = none;
    for (int i = 0; i < graph_.count(); ++i) {
      if (group_[nth(i)] != g) continue;
      if (islands++ == 0) root = graph_.root(i);
      bodies_.insert(bodies_.end(), graph_.bodies(i).begin(), graph_.bodies(i).end());
      blocks_.insert(blocks_.end(), graph_.blocks(i).begin(), graph_.blocks(i).end());
    }
    if (islands > 1) {
      root = the_rest;
      std::sort(bodies_.begin(), bodies_.end());
      std::sort(blocks_.begin(), blocks_.end());
    }
    part_.take(space, problem, u, bodies_, blocks_);
    Slot& slot = slot_for(root, part_.rows(), problem.rows().rows);
    NonlinearReport const now = slot.solver->solve(space, part_, part_.u());
    part_.give_back(space);
    report_.beside(now, g, recipe_.first.c_str());
    if (problem.corrects()) return;
    for (int i = 0; i < graph_.count(); ++i)
      if (group_[nth(i)] == g)
        iterated_[nth(graph_.root(i))] = now.iterations > 0 && !stands(u, graph_.bodies(i));
  }
  /// Whether bodies stand still after iterations, which then were in vain: they began so.
  static bool stands(Span<Space, Twist*> u, std::span<int const> bodies) {
    return std::ranges::all_of(bodies, [&](int b) { return dot(u(b), u(b)) == 0; });
  }

  /// The solver of the island last time, else one that is free. An island with more than half of
  /// the `all` rows has that of the whole.
  Slot& slot_for(int root, Rows<Space> const& rows, int all) {
    if (2 * rows.rows > all) return whole_;
    auto const fits = [&](Slot const& each) {
      return each.room.rows >= rows.rows && each.room.blocks >= rows.blocks &&
             each.room.bodies >= rows.bodies;
    };
    ++solves_;
    Slot* best = nullptr;
    for (auto& each : slots_) {
      if (each.root == root) best = &each;
      if (each.root == root) break;
      if (!best || each.last < best->last) best = &each;
    }
    bool const full = slots_.size() > most_alone;
    if (!best || (best->root != root && !full)) best = &slots_.emplace_back();
    best->root = root;
    best->last = solves_;
    if (!best->solver || !fits(*best)) {
      auto const room = [](int now, int most) { return std::min(most, now + now / 2 + 1); };
      make(*best, {.bodies = room(rows.bodies, n_.bodies),
                   .rows = room(rows.rows, n_.rows),
                   .blocks = room(rows.blocks, n_.blocks)});
    }
    return *best;
  }
  /// Makes the solver of a slot with room for so many bodies, rows and blocks.
  void make(Slot& slot, Sizes const& room) {
    slot.room = n_;
    slot.room.bodies = room.bodies;
    slot.room.rows = room.rows;
    slot.room.blocks = room.blocks;
    slot.solver.reset();
    slot.solver = recipe_.make(slot.room);
    slot.solver->take_linear_gaps(linear_);
  }

  SolverRecipe<Space> recipe_;
  Sizes n_;
  IslandGraph graph_;
  IslandProblem<Space> part_;
  Slot whole_;
  std::vector<Slot> slots_;
  int solves_ = 0;
  bool observed_ = false, linear_ = false;
  FoldedReport report_;

  std::vector<int> group_;            // (islands) of this solve; `solved`: none
  std::vector<int> waiting_;          // islands that need work
  std::vector<int> bodies_, blocks_;  // of a group
  std::vector<char> iterated_;        // (bodies) first bodies of islands that iterated last
  int groups_ = 0;
  struct Measured {
    SpeedScale scale;
    IterateError state;
  };
  std::vector<Measured> last_;  // (bodies) of islands by their first bodies
  bool known_ = false;          // whether the last solve wrote it

  newton::MeasureArrays<Space> arrays_;
  Array<Space, SpeedScale*> scale_;    // (islands)
  Array<Space, IterateError*> state_;  // (islands)
  Array<Space, int*> active_;
};

}  // namespace orthant
