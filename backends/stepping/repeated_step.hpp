// Makes a step again if bodies passed through each other, or if no solver converged.
#pragma once
#include <cstring>

#include "orthant/core/step/detail/folded_report.hpp"
#include "orthant/core/step/integrator.hpp"
#include "orthant/integrators/detail/step_kernels.hpp"
#include "orthant/integrators/few_digits.hpp"
#include "orthant/integrators/linear_gaps.hpp"

namespace orthant {

/// The overlap that the solver may have left in each world [m].
template <class Space>
struct LeftBySolver {
  static constexpr char const* label = "orthant::repeated::left_by_solver";
  WorldEnds<Space> ends;
  Span<Space, Real*> out;  // (worlds)
  Real h;
  KOKKOS_FUNCTION void operator()(int w) const {
    out(w) = ends.solved(w) != 0 ? h * ends.normal(w) : 0;
  }
};

/// Marks the worlds whose shapes are judged before the position stage.
template <class Space>
struct JudgeFirst {
  static constexpr char const* label = "orthant::repeated::judge_first";
  Span<Space, int*> solved;  // (worlds)
  Span<Space, Real*> least;  // (worlds) see ContactSearch::least_overlap
  Span<Space, int*> out;     // (worlds)
  KOKKOS_FUNCTION void operator()(int w) const { out(w) = solved(w) != 0 && least(w) > 0; }
};

/// Any overlap passes where the position stage corrected less than what counts.
template <class Space>
struct PassUnmoved {
  static constexpr char const* label = "orthant::repeated::pass_unmoved";
  Span<Space, Real*> corrected;  // (worlds) see Integrator::correct
  Span<Space, Real*> left;       // (worlds) see LeftBySolver
  Span<Space, int*> moved;       // (worlds)
  Span<Space, Real*> least;      // (worlds) overlap that counts [m]
  KOKKOS_FUNCTION void operator()(int w) const {
    moved(w) = corrected(w) > least(w);
    if (moved(w) == 0) left(w) = HUGE_VAL;
  }
};

/// A step is made again
///   with contacts along the motion of that attempt and at its end, in the worlds in which shapes
///     crossed or moved into each other: a body that is thrown within the step, or held by a
///     joint, takes another way than a free one;
///   with the limits of joints that it reached and had no rows for;
///   without the contacts of pairs that were pushed where their shapes do not touch, or with those
///     of the time at which the shapes met, see ghost_contacts.hpp;
///   with linear gaps, if no solver converged and the solver allows it. The gap of two turning
///     features may have no motion that opens it, or its sign may turn over. Tangent planes
///     have neither problem [Stewart, Trinkle 1996]. The overlap of second order in the rotations
///     that they leave is judged like any other.
template <class Space>
class RepeatedStep {
 public:
  /// `falls_back` is that of SolverRecipe.
  RepeatedStep(int worlds, int bodies, bool falls_back)
      : falls_back_(falls_back),
        before_("orthant::repeated::before", bodies),
        twist_before_("orthant::repeated::twist_before", bodies),
        left_("orthant::repeated::left", worlds),
        moved_("orthant::repeated::moved", worlds),
        first_("orthant::repeated::judged_first", worlds) {}

  /// Makes a step from the state at which the integrator is prepared.
  StepReport make(Space const& space, Integrator<Space>& integrator, System<Space>& system,
                  State<Space>& state, Real h) {
    Forget const forget{space, system};
    Real const time = state.time;
    int const n = system.model.all_bodies();
    copy(space, n, state.pose, before_);
    copy(space, n, state.twist, twist_before_);
    can_fall_back_ = falls_back_ && system.model.worlds == 1;
    StepReport report = with_all_contacts(space, integrator, system, state, h, time);
    if (can_fall_back_ && !report.solve.converged() && report.contacts > 0 &&
        report.missing_contacts == 0)
      report = with_linear_gaps(space, integrator, system, state, h, time, report);
    if (report.missing_contacts > 0) return report;
    if (judged_first_ > 0) integrator.correct(space, report, {first_});
    report.few_digits = few_digits(space, integrator, system, state, h);
    return report;
  }

  /// Whether the last step left all poses and twists as they were, bit for bit. Not asked of a
  /// device, whose steps cost what their launches do.
  bool stayed(State<Space> const& state) const {
    if constexpr (!on_host<Space>) return false;
    auto const same = [](auto const& a, auto const& b) {
      return std::memcmp(a.data(), b.data(), a.span() * sizeof(*a.data())) == 0;
    };
    return same(twist_before_, state.twist) && same(before_, state.pose);
  }

 private:
  int few_digits(Space const& space, Integrator<Space> const& integrator,
                 System<Space> const& system, State<Space> const& state, Real h) {
    auto const& model = system.model;
    each_world(space, 1,
               FewDigits<Space>{.body = model.body,
                                .pose = state.pose,
                                .before = twist_before_,
                                .free = integrator.last_step().free_twist,
                                .after = state.twist,
                                .out = few_digits_.device(),
                                .worlds = model.worlds,
                                .bodies = model.bodies,
                                .h = h});
    return few_digits_.get(space);
  }

  /// Restores the defaults at the end of a step, also after an exception.
  struct Forget {
    Space const& space;
    System<Space>& system;
    ~Forget() {
      for (auto const& kind : system.constraints) kind->forget_attempts(space);
      if (auto* const search = system.constraints.search()) {
        search->forget_attempts();
        search->take_linear_gaps(false);
      }
      system.solver->take_linear_gaps(false);
    }
  };

  StepReport with_all_contacts(Space const& space, Integrator<Space>& integrator,
                               System<Space>& system, State<Space>& state, Real h, Real time) {
    constexpr int most_repeats = 32;  // more than the renewals of one pair
    StepReport report = attempt(space, integrator, system, state, h);
    for (int k = 0; k < most_repeats && other_contacts_ + left_out_ > 0; ++k) {
      if (other_contacts_ > 0) system.constraints.search()->look_again(space);
      take_back(space, integrator, system, state, time);
      integrator.prepare(space, system, state, h);
      if (k == 0) attempts_.first(report.solve);
      report = attempt(space, integrator, system, state, h);
      attempts_.begin_attempt();
      report.solve = attempts_.instead(report.solve);
    }
    return report;
  }

  StepReport with_linear_gaps(Space const& space, Integrator<Space>& integrator,
                              System<Space>& system, State<Space>& state, Real h, Real time,
                              StepReport const& failed) {
    reports_.first(failed.solve);
    take_back(space, integrator, system, state, time);
    system.constraints.search()->forget_attempts();
    system.constraints.search()->take_linear_gaps(true);
    system.solver->take_linear_gaps(true);
    can_fall_back_ = false;
    integrator.prepare(space, system, state, h);
    StepReport report = with_all_contacts(space, integrator, system, state, h, time);
    reports_.begin_attempt();
    report.solve = reports_.instead(report.solve);
    if (report.solve.converged()) report.solve.solved_by = linear_gaps(report.solve);
    return report;
  }

  /// Reports linear gaps as the solver, because these were not the original equations.
  std::span<SolvedBy const> linear_gaps(NonlinearReport const& report) {
    solved_by_ = {by_linear_gaps, report.worlds_converged};
    return {&solved_by_, 1};
  }

  StepReport attempt(Space const& space, Integrator<Space>& integrator, System<Space>& system,
                     State<Space>& state, Real h) {
    StepReport report = integrator.step(space, system, state, h);
    auto* const search = system.constraints.search();
    if (report.missing_contacts > 0) return report;
    // Overlap that a step began with is corrected once, when its contacts are right.
    int const worlds = system.model.worlds;
    judged_first_ = 0;
    if (search && integrator.closes_gaps()) {
      each(space, worlds,
           JudgeFirst<Space>{integrator.last_step().ends.solved, search->least_overlap(), first_});
      judged_first_ = count_.get(space, first_, worlds);
    }
    if (judged_first_ == 0)
      integrator.correct(space, report, {});
    else if (judged_first_ < worlds)
      integrator.correct(space, report, {first_, false});
    left_out_ = other_contacts_ = 0;
    for (auto const& kind : system.constraints)
      left_out_ += kind->left_out(space, {before_, state.pose, state.time, h}, state.twist);
    if (!search) return report;
    // Where gaps are linear in the step anyway, shapes are asked before others are tried.
    if (can_fall_back_ && !report.solve.converged() && integrator.closes_gaps()) return report;
    each(space, system.model.worlds, LeftBySolver<Space>{integrator.last_step().ends, left_, h});
    judge(space, integrator, *search, state, h, report);
    if (judged_first_ == 0 || other_contacts_ + left_out_ > 0) return report;
    judged_first_ = 0;
    auto const corrected = integrator.correct(space, report, {first_});
    if (corrected.extent(0) == 0) return report;
    each(space, worlds, PassUnmoved<Space>{corrected, left_, moved_, search->least_overlap()});
    if (count_.get(space, moved_, worlds) > 0) judge(space, integrator, *search, state, h, report);
    return report;
  }

  void judge(Space const& space, Integrator<Space> const& integrator, ContactSearch<Space>& search,
             State<Space> const& state, Real h, StepReport& report) {
    auto const data = integrator.last_step();
    Rows<Space> rows = data.rows;
    if (data.law.impulse.extent(0) > 0) rows.value = {};  // those of other impulses
    Span<Space, Pose<>*> const where_laws_hold = data.where_laws_hold.extent(0) > 0
                                                     ? data.where_laws_hold
                                                     : Span<Space, Pose<>*>(state.pose);
    MissedContacts const missed =
        search.missed(space, before_, state.pose, integrator.closes_gaps(), left_);
    report.crossings = missed.crossings;
    report.overlaps = missed.overlaps + missed.unmet;
    GhostContacts const ghosts =
        search.judge(space, rows, before_, where_laws_hold, state.pose, data.ends.solved, h);
    report.ghosts = ghosts.changed + ghosts.left;
    other_contacts_ = missed.crossings + missed.unmet + ghosts.changed;
    report.judged = ghosts.judged;
    report.ghost_impulse = ghosts.impulse;
  }

  void take_back(Space const& space, Integrator<Space>& integrator, System<Space>& system,
                 State<Space>& state, Real time) const {
    int const n = system.model.all_bodies();
    copy(space, n, before_, state.pose);
    copy(space, n, twist_before_, state.twist);
    state.time = time;
    integrator.take_back();
    system.constraints.take_back();
  }

  bool falls_back_;                    // on linear gaps
  Array<Space, Pose<>*> before_;       // q-
  Array<Space, Twist*> twist_before_;  // u-
  Array<Space, Real*> left_;           // (worlds) see LeftBySolver
  Array<Space, int*> moved_;           // (worlds) by the position stage
  Array<Space, int*> first_;           // (worlds) see JudgeFirst
  SumOf<Space> count_;
  ReadBack<Space, int> few_digits_{"orthant::repeated::few_digits"};
  FoldedReport reports_, attempts_;
  SolvedBy solved_by_;
  bool can_fall_back_ = false;  // in this attempt
  int judged_first_ = 0;        // worlds that still miss their position stage
  // By the last attempt: limits without a row, and pairs with other contacts in the next one.
  int left_out_ = 0, other_contacts_ = 0;
};

}  // namespace orthant
