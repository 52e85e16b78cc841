// A sequence of nonlinear solvers: each one runs where the one before did not converge.
#pragma once
#include <algorithm>
#include <utility>

#include "orthant/core/method/recipes.hpp"
#include "orthant/core/step/detail/folded_report.hpp"
#include "orthant/core/step/detail/lasting_name.hpp"
#include "orthant/solvers/nonlinear/detail/step_measure.hpp"

namespace orthant {

namespace in_turn {

/// The largest speed of the bodies of a world [m/s]; a spin counts at the radius of gyration.
template <class Space>
struct LargestSpeed {
  static constexpr char const* label = "orthant::sequence::largest_speed";
  Span<Space, Twist*> u;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Real> out;
  int bodies;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    Real const most = lane.largest(bodies, [&](int b) {
      return larger(norm(linear(u(b))), gyration(inverse_mass(b)) * norm(angular(u(b))));
    });
    lane.once([&] { out() = most; });
  }
};

template <class Space>
struct Iterate {
  Span<Space, Twist*> u;
  Span<Space, Real*> impulse;
  /// Of world w.
  template <class Lane>
  KOKKOS_FUNCTION void take(Lane const& lane, Rows<Space> const& rows, int w,
                            Iterate const& from) const {
    int const first = rows.world_row(w), body = w * rows.bodies;
    lane.each(rows.world_row(w + 1) - first,
              [&](int k) { impulse(first + k) = from.impulse(first + k); });
    lane.each(rows.bodies, [&](int k) { u(body + k) = from.u(body + k); });
  }
};

/// Keeps the best iterate of each world, and leads worlds that are not solved back to their start.
template <class Space>
struct KeepBest {
  static constexpr char const* label = "orthant::sequence::keep_best";
  Rows<Space> rows;
  Iterate<Space> now, start, best;
  WorldEnds<Space> ends;
  Span<Space, Real*> least;  // (worlds) error of the best iterate; negative: it is solved
  Real untold;               // error of a solver that has not told it
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    bool const solved = ends.solved(w);
    Real const error = solved ? -1 : ends.error(w) < 0 ? untold : ends.error(w);
    bool const better = least(w) >= 0 && error < least(w);
    if (better) best.take(lane, rows, w, now);
    if (!solved) now.take(lane, rows, w, start);
    lane.once([&] {
      if (better) least(w) = error;
      ends.error(w) = -1;
    });
  }
};

/// Takes the iterates that are kept; a world all of whose errors are no numbers has none.
template <class Space>
struct TakeBest {
  static constexpr char const* label = "orthant::sequence::take_best";
  Rows<Space> rows;
  Iterate<Space> now, best;
  Span<Space, Real*> least;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (least(w) < HUGE_VAL) now.take(lane, rows, w, best);
  }
};

/// The largest error of a row [m/s] or [rad/s].
inline double worst(Residuals const& r) {
  return std::max(
      {r.joint, r.joint_angular, r.normal, r.normal_angular, r.friction, r.friction_angular});
}

}  // namespace in_turn

/// All solvers judge iterates by StepMeasure. So worlds that have converged are left as they are,
/// and a world does not depend on those beside it. In each other world a solver starts from the
/// start of the step, and the best iterate of all is returned. A solver that failed may end with
/// unbounded impulses that cancel each other, as in a wedge; the next solver would keep these.
///
/// A solver is constructed when it is first needed. With `adapts` and one world, a step begins with
/// the solver that solved the last step. The first solver is tried again after 1, 2, 4, 8, 16 such
/// steps, so that a phase of the motion in which it always fails costs little. If the second solver
/// is much cheaper, steps also begin with it after the first one needed many iterations twice in a
/// row; the first is then tried again after up to 256 steps.
///
/// Sweeps to a rough tolerance bring no world to rest, as the error that they leave moves it in the
/// next step. So where bodies are slow, the third solver is asked before them.
///
/// Where a cone solver has solved linearised rows that do not settle, another one would meet the
/// same rows. If the step can be made again with linear gaps, no other is asked.
template <class Space>
class Sequence final : public NonlinearSolver<Space> {
 public:
  struct Settings {
    struct Part {
      std::string name;
      SolverRecipe<Space> solver;
    };
    std::vector<Part> parts;
    int costly_from = 0;  // iterations of the first solver from which the next step begins with the
                          // second; 0: it does not
    bool adapts = false;
    bool falls_back = false;  // that of SolverRecipe
  };

  Sequence(Settings set, Sizes const& n)
      : set_(std::move(set)),
        n_(n),
        made_(set_.parts.size()),
        start_u_("orthant::sequence::start", n.bodies),
        best_u_("orthant::sequence::best", n.bodies),
        start_impulse_(make_room<Space, Real*>("orthant::sequence::start", n.rows)),
        best_impulse_(make_room<Space, Real*>("orthant::sequence::best", n.rows)),
        active_("orthant::sequence::running", n.worlds),
        solved_("orthant::sequence::solved", n.worlds),
        error_("orthant::sequence::error", n.worlds),
        normal_("orthant::sequence::normal", n.worlds),
        least_("orthant::sequence::least", n.worlds),
        speed_("orthant::sequence::speed") {
    solver(0);
    solved_by_.reserve(2 * made_.size());
  }

  void take_linear_gaps(bool linear) override { linear_ = linear; }

  /// Solvers that had not been made are made again when they are needed.
  void carry(Carried& c) override {
    c.part("sequence");
    c.values(chosen_, first_, was_costly_, steps_left_, pause_);
    for (std::size_t k = 0; k < made_.size(); ++k) {
      bool made = made_[k] != nullptr;
      c.values(made);
      if (made)
        solver(k).carry(c);
      else
        made_[k].reset();
    }
  }

  bool show_to(IterateObserver<Space>* observer) override {
    observer_ = observer;
    bool all = true;
    for (std::size_t k = 0; k < made_.size(); ++k)  // all are made, as one may show none
      all = solver(k).show_to(observer) && all;
    return all;
  }

  NonlinearReport do_solve(Space const& space, StepProblem<Space>& problem,
                           Span<Space, Twist*> u) override {
    reports_.clear();
    solved_by_.clear();
    int converged = 0;
    Residuals residual;
    bool const alone = problem.rows().worlds == 1;
    double least = HUGE_VAL;
    bool kept = false;
    auto const& given = this->ends();
    if (given.solved.extent(0) > 0)
      orthant::copy(space, problem.rows().worlds, given.solved, solved_);
    else
      fill_all(space, solved_, 0);
    fill_all(space, error_, -1.);
    fill_all(space, least_, HUGE_VAL);
    std::size_t const begin = set_.adapts && alone && steps_left_ > 0 ? chosen_ : 0;
    auto const& rows = problem.rows();
    orthant::copy(space, rows.worlds * rows.bodies, u, start_u_);
    orthant::copy(space, rows.rows, rows.impulse, start_impulse_);
    bool const slow = alone && sweeps() && is_slow(space, problem, u);
    for (std::size_t asked = 0; asked < made_.size(); ++asked) {
      std::size_t const k = solver_at(asked, begin, slow);
      NonlinearReport const now = solver(k).solve(space, problem, u);
      char const* const name = lasting(set_.parts[k].name);
      add_solver(now, name, std::exchange(converged, now.worlds_converged));
      reports_.instead(now, name);
      if (now.converged() || !alone) residual = now.residual;
      if (now.converged()) {
        if (!problem.corrects()) remember(begin, k, now, slow);
        if (!kept || alone) {
          kept = false;
          break;
        }
      }
      double const error = in_turn::worst(now.residual);
      if (alone && error < least) {
        least = error;
        residual = now.residual;
      }
      keep_best(space, rows, u, now.converged() ? 0 : error);
      kept = true;
      if (now.converged()) break;
      if (now.reason == StopReason::linearisation && alone && set_.falls_back && !linear_) break;
    }
    if (kept) {
      each_world(
          space, rows.worlds,
          in_turn::TakeBest<Space>{rows, {u, rows.impulse}, {best_u_, best_impulse_}, least_});
      fill_all(space, active_, 1);
      problem.evaluate(space, u, active_);
    }
    if (given.solved.extent(0) > 0) tell(space, rows.worlds);
    auto all = reports_.all();
    all.residual = residual;
    all.solved_by = solved_by_;
    return all;
  }

 private:
  NonlinearSolver<Space>& solver(std::size_t k) {
    if (!made_[k]) {
      made_[k] = set_.parts[k].solver.make(n_);
      made_[k]->show_to(observer_);
      made_[k]->leave_solved({solved_, error_, normal_});
    }
    return *made_[k];
  }

  void keep_best(Space const& space, Rows<Space> const& rows, Span<Space, Twist*> u,
                 double untold) const {
    each_world(space, rows.worlds,
               in_turn::KeepBest<Space>{.rows = rows,
                                        .now = {u, rows.impulse},
                                        .start = {start_u_, start_impulse_},
                                        .best = {best_u_, best_impulse_},
                                        .ends = {solved_, error_, normal_},
                                        .least = least_,
                                        .untold = untold});
  }

  /// How the worlds ended.
  void tell(Space const& space, int worlds) const {
    auto const& given = this->ends();
    orthant::copy(space, worlds, solved_, given.solved);
    orthant::copy(space, worlds, error_, given.error);
    orthant::copy(space, worlds, normal_, given.normal);
  }

  /// Whether the second solver sweeps over rows, to a rough tolerance.
  bool sweeps() const { return set_.costly_from > 0; }

  /// The solver that is asked after `asked` others.
  std::size_t solver_at(std::size_t asked, std::size_t begin, bool slow) const {
    if (asked == 0) return begin;
    if (begin == 0 && slow && asked <= 2 && made_.size() > 2) return 3 - asked;
    return asked <= begin ? asked - 1 : asked;
  }

  /// Whether no body moves much faster than the tolerance. At first, nothing has moved yet.
  bool is_slow(Space const& space, StepProblem<Space> const& problem, Span<Space, Twist*> u) {
    constexpr double most = 10;  // tolerances
    if (std::exchange(first_, false)) return true;
    each_world(space, 1,
               in_turn::LargestSpeed<Space>{.u = u,
                                            .inverse_mass = problem.inverse_mass(),
                                            .out = speed_.device(),
                                            .bodies = problem.rows().bodies});
    return speed_.get(space) <= most * set_.parts.front().solver.tolerance;
  }

  /// Records the worlds that the solver has solved beyond those `before`.
  void add_solver(NonlinearReport const& now, char const* solver, int before) {
    int accepted = 0;
    for (auto const& each : now.solved_by)
      accepted += each.solver == by_acceptable ? each.worlds : 0;
    solved_by_.push_back({solver, std::max(0, now.worlds_converged - before - accepted)});
    if (accepted > 0) solved_by_.push_back({by_acceptable, accepted});
  }

  void remember(std::size_t begin, std::size_t solver, NonlinearReport const& now, bool slow) {
    int const costly_from = set_.costly_from, longest = costly_from > 0 ? 256 : 16;
    if (begin == 0) {
      bool const costly = costly_from > 0 && now.iterations >= costly_from,
                 again = costly && was_costly_;
      was_costly_ = costly;
      bool const stays = solver == 0 && !again;
      steps_left_ = stays ? 0 : pause_;
      pause_ = !stays            ? std::min(2 * pause_, longest)
               : costly_from > 0 ? std::max(pause_ / 2, 1)
                                 : 1;
      chosen_ = costly_from > 0 ? 1 : solver;
    } else {
      steps_left_ = solver == begin || costly_from > 0 ? steps_left_ - 1 : 0;
      bool const cheap = !slow && now.linear_iterations > 0 && now.linear_iterations < few_sweeps;
      if (costly_from > 0 && solver == 1 && steps_left_ == 0 && cheap && pause_ < longest)
        steps_left_ = pause_ = longest;
    }
  }

  static constexpr int few_sweeps = 40;  // cost less than one iteration of the first solver

  Settings set_;
  Sizes n_;
  std::vector<std::unique_ptr<NonlinearSolver<Space>>> made_;  // (parts) null: not yet
  bool linear_ = false;
  IterateObserver<Space>* observer_ = nullptr;
  Array<Space, Twist*> start_u_, best_u_;
  Array<Space, Real*> start_impulse_, best_impulse_;
  Array<Space, int*> active_, solved_;          // (worlds)
  Array<Space, Real*> error_, normal_, least_;  // (worlds) see WorldEnds, KeepBest
  ReadBack<Space, Real> speed_;
  std::size_t chosen_ = 0;   // solver with which these begin
  bool first_ = true;        // nothing has been solved yet
  bool was_costly_ = false;  // the first solver took many iterations when it was last asked
  int steps_left_ = 0;       // that still begin with the chosen solver
  int pause_ = 1;            // how many the next time
  FoldedReport reports_;
  std::vector<SolvedBy> solved_by_;
};

}  // namespace orthant
