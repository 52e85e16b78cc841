// The position stage of a step: it corrects positions and adds no velocity.
#pragma once
#include <algorithm>
#include <utility>

#include "orthant/core/step/detail/own_rows.hpp"
#include "orthant/core/step/detail/row_table.hpp"
#include "orthant/core/step/integrator.hpp"
#include "orthant/integrators/detail/solved_worlds.hpp"
#include "orthant/integrators/detail/step_kernels.hpp"

namespace orthant {

namespace position_kernels {

/// The part of the error of a row that is corrected: for one-sided rows the overlap beyond the
/// slack, for equations all of it if the stage is responsible for them.
template <class Space>
struct Excess {
  Rows<Space> rows;
  HeldRows<Space> held;
  bool joints;  // whether equations are corrected

  KOKKOS_FUNCTION bool corrects(int block, int row) const {
    if (held.holding(row) != Holding::by_stage) return false;
    return joints || rows.law(block) != Law::free;
  }
  KOKKOS_FUNCTION Real of(int block, int row) const {
    if (!corrects(block, row)) return 0;
    Real const c = held.error(row);
    return rows.law(block) == Law::free ? fabs(c) : larger(0.0, -held.slack(row) - c);
  }
};

/// Whether any error of a world needs a correction. Errors that correspond to a speed [m/s],
/// [rad/s] within the tolerance of the solver, and the round-off of positions, need none.
template <class Space>
struct Needed {
  static constexpr char const* label = "orthant::position::needed";
  static constexpr Real round_off = 4e-15;  // of a gap, relative to the coordinates from which it
                                            // is computed
  Excess<Space> excess;
  Span<Space, Pose<>*> pose;
  Span<Space, int*> out;     // (worlds)
  Span<Space, Real*> worst;  // (worlds) beyond what needs no correction
  Real negligible;           // [m], [rad]
  Marked<Space> of;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    auto const& rows = excess.rows;
    int const first = rows.world_block(w);
    Real const most =
        lane.largest(rows.world_block(w + 1) - first, [&](int k) { return beyond(first + k); });
    lane.once([&] {
      worst(w) = most;
      out(w) = most > 0 && of(w);
    });
  }

 private:
  KOKKOS_FUNCTION Real beyond(int block) const {
    auto const& rows = excess.rows;
    Real most = 0, size = 0;
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
      most = larger(most, excess.of(block, row));
    if (!(most > 0)) return 0;
    for (int side = 0; side < 2; ++side)
      if (int const b = rows.body(block, side); b >= 0) size += norm(pose(b).p_WB);
    return most - negligible - round_off * size;
  }
};

/// The goal of each row: `target`, zero if the row is corrected; in a world without correction the
/// current value. Rows that hold nothing move no body, and their impulses vanish.
template <class Space>
struct Begin {
  static constexpr char const* label = "orthant::position::begin";
  Rows<Space> rows;
  Excess<Space> excess;
  Span<Space, int*> needed;
  Span<Space, Real*> target;
  Real part;  // of the errors of equations

  KOKKOS_FUNCTION void operator()(int block) const {
    Law const cone = rows.law(block);
    int const begin = rows.block_row(block);
    bool const leave = !needed(rows.block_world(block));
    rows.friction(block) = 0;
    rows.disc(block) = {};
    for (int row = begin; row < rows.block_row(block + 1); ++row) {
      bool const slides = cone == Law::disc || (cone == Law::coulomb && row > begin);
      bool const held = !slides && excess.held.holding(row) != Holding::none;
      Real const c = excess.held.error(row);
      rows.impulse(row) = 0;
      for (int i = 0; i < max_block_rows; ++i) rows.compliance(row, i) = 0;
      if (!held && cone == Law::free) rows.compliance(row, row - begin) = 1;
      for (int side = 0; !held && side < 2; ++side)
        for (int i = 0; i < 6; ++i) rows.J(row, side, i) = 0;
      bool const corrects = !leave && excess.corrects(block, row);
      target(row) = cone == Law::free ? (corrects ? (1 - part) * c : c)
                    : corrects        ? -excess.held.slack(row)
                                      : smaller(c, 0.0);
    }
  }
};

/// rows.value <- (c(pose) - target)/h; a positive number for one-sided rows that hold nothing.
template <class Space>
struct Value {
  static constexpr char const* label = "orthant::position::value";
  Rows<Space> rows;
  HeldRows<Space> held;
  Span<Space, Real*> target;
  Span<Space, int*> active;
  Real h;

  KOKKOS_FUNCTION void operator()(int block) const {
    if (!active(rows.block_world(block))) return;
    Law const cone = rows.law(block);
    int const begin = rows.block_row(block);
    for (int row = begin; row < rows.block_row(block + 1); ++row) {
      bool const slides = cone == Law::disc || (cone == Law::coulomb && row > begin);
      bool const holds = !slides && held.holding(row) != Holding::none;
      bool const one_sided = cone == Law::coulomb || cone == Law::nonnegative;
      rows.value(row) = holds ? (held.error(row) - target(row)) / h : one_sided && !slides ? 1 : 0;
    }
  }
};

/// Moves the worlds that need a correction; the others keep their bits.
template <class Space>
struct Move {
  static constexpr char const* label = "orthant::position::move";
  Span<Space, Pose<>*> from, to;
  Span<Space, Twist*> u;
  Span<Space, int*> active, needed, moving;
  int bodies;
  Real h;
  KOKKOS_FUNCTION void operator()(int b) const {
    int const w = b / bodies;
    if (active(w) && needed(w) && some_move<Space>(moving, b, b)) to(b) = advance(from(b), u(b), h);
  }
};

/// Rows hold nothing, until their kind says what they hold; those that stand hold what they held.
template <class Space>
struct LetGo {
  static constexpr char const* label = "orthant::position::let_go";
  Rows<Space> rows;
  HeldRows<Space> held;
  Span<Space, int*> moving;
  KOKKOS_FUNCTION void operator()(int block) const {
    if (!some_move<Space>(moving, rows.body(block, 0), rows.body(block, 1))) return;
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row) {
      held.error(row) = held.slack(row) = 0;
      held.holding(row) = Holding::none;
    }
  }
};

template <class Space>
struct Rest {
  static constexpr char const* label = "orthant::position::rest";
  Span<Space, Twist*> u, free;
  KOKKOS_FUNCTION void operator()(int b) const { u(b) = free(b) = {}; }
};

}  // namespace position_kernels

/// Projects on the nearest positions without errors, in the mass metric. With d the displacement of
/// bodies from the q+ of a step,
///   M d = J^T tau,    c_b(q+ (+) d) = 0,    0 <= c_n(q+ (+) d)  _|_  tau >= 0
/// without friction; the velocity stays that of the step. So overlap that a step leaves, or drift
/// of a law between velocities, never turns into velocity [Acary 2013; Gear, Leimkuhler, Gupta
/// 1985]. The solver of the step solves this problem for d/h. In schemes whose rows hold the
/// positions of joints, joints keep their error.
template <class Space>
class PositionStage final : public StepProblem<Space> {
 public:
  explicit PositionStage(Sizes const& n)
      : needed_("orthant::position::needed_worlds", n.worlds),
        worst_("orthant::position::worst", n.worlds),
        worlds_(n),
        own_("orthant::position::row", n.rows, n.blocks),
        holding_(make_room<Space, Holding*>("orthant::position::holding", n.rows)),
        inverse_mass_("orthant::position::inverse_mass", n.bodies),
        u_("orthant::position::motion", n.bodies),
        free_("orthant::position::free_motion", n.bodies),
        start_("orthant::position::start", n.bodies) {
    for (auto* each : {&target_, &error_, &slack_})
      *each = make_room<Space, Real*>("orthant::position::row", n.rows);
  }

  /// Corrects the positions of `state` if rows of the step have errors. Returns whether it did.
  /// `joints`: equations are corrected too. `time`: end of the step [s]. `part`: of their errors.
  /// `moving`: that of the step, see StepProblem. `of`: the worlds that count.
  bool correct(Space const& space, System<Space>& system, Rows<Space> const& rows,
               State<Space>& state, Span<Space, int*> all, Real time, Real h, bool joints,
               Real part = 1, Span<Space, int*> moving = {}, Marked<Space> const& of = {}) {
    if (rows.blocks == 0) return false;
    bool const all_count = joints || has_given_worlds();
    if (!all_count && rows.contacts == 0) return false;
    if (!std::exchange(worked_, false)) moving_ = moving;  // else errors are those of its iterates
    auto const held = errors(space, system, rows, state, time, h, all_count);
    moving_ = {};
    position_kernels::Excess<Space> const excess{rows, held, joints};
    if (has_given_worlds())
      copy(space, rows.worlds, given_worlds_, needed_);
    else
      find_needed(space, excess, of);
    if (needed_count_.get(space, needed_, rows.worlds) == 0) return false;
    worked_ = true;
    if (!all_count) hold(space);
    rows_ = own_.of(rows);
    auto const& model = system.model;
    int const bodies = model.all_bodies();
    system.constraints.jacobian(space, pose_, rows_, all);
    compute_inverse_mass<Space>(space, model, pose_, all, inverse_mass_);
    copy(space, bodies, pose_, start_);
    each(space, bodies, position_kernels::Rest<Space>{u_, free_});
    each(space, rows.blocks, position_kernels::Begin<Space>{rows_, excess, needed_, target_, part});
    worlds_.begin(space);
    report_ = worlds_.solve_in(space, needed_, *system.solver, *this, u_);
    move(space, u_, all);
    return true;
  }
  /// The largest error of a row, beyond what needs no correction [m], [rad]; up to 0: none.
  Real largest_error(Space const& space, System<Space>& system, Rows<Space> const& rows,
                     State<Space>& state, Real time, Real h) {
    find_needed(space, {rows, errors(space, system, rows, state, time, h), true});
    auto const all = to_host<Space, Real>(worst_, rows.worlds);
    return *std::ranges::max_element(all);
  }
  /// (worlds) That found last.
  Span<Space, Real*> worst() const { return worst_; }
  /// The errors of rows at the poses of `state`, at the end of a step; of all, or of contacts and
  /// other laws alone.
  HeldRows<Space> errors(Space const& space, System<Space>& system, Rows<Space> const& rows,
                         State<Space>& state, Real time, Real h, bool all = true) {
    system_ = &system;
    pose_ = state.pose;
    time_ = time;
    h_ = h;
    rows_ = rows;
    HeldRows<Space> const held{error_, slack_, holding_};
    each(space, rows.blocks, position_kernels::LetGo<Space>{rows, held, moving_});
    hold(space, all);
    return held;
  }
  /// The poses before the last correction.
  Span<Space, Pose<>*> start() const { return start_; }
  /// See Integrator::correct_in.
  void correct_in(Array<Space, int*> const& worlds) { given_worlds_ = worlds; }
  bool has_given_worlds() const { return given_worlds_.extent(0) > 0; }
  /// Of the last correction.
  NonlinearReport const& report() const { return report_; }
  SolvedWorlds<Space> const& worlds() const { return worlds_; }

  Rows<Space> const& rows() const override { return rows_; }
  Span<Space, InverseMass*> inverse_mass() const override { return inverse_mass_; }
  Span<Space, Twist*> free_twist() const override { return free_; }
  bool matrices_move() const override { return false; }
  void move_only(Span<Space, int*> moving) override { moving_ = moving; }
  PositionScale<Space> positions() const override { return {pose_, 1 / h_}; }
  StepMotion<Space> motion() const override { return {start_, pose_, {}, h_}; }
  char const* stage() const override { return "positions"; }
  bool corrects() const override { return true; }

  void evaluate(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) override {
    move(space, u, active);
    hold(space);
    each(space, rows_.blocks,
         position_kernels::Value<Space>{.rows = rows_,
                                        .held = {error_, slack_, holding_},
                                        .target = target_,
                                        .active = active,
                                        .h = h_});
  }

 private:
  void find_needed(Space const& space, position_kernels::Excess<Space> const& excess,
                   Marked<Space> const& of = {}) {
    constexpr Real beyond_rows = 2.5;  // times what rows push out
    each_world(
        space, excess.rows.worlds,
        position_kernels::Needed<Space>{.excess = excess,
                                        .pose = pose_,
                                        .out = needed_,
                                        .worst = worst_,
                                        .negligible = beyond_rows * h_ * system_->error_of_solver(),
                                        .of = of});
  }
  void hold(Space const& space, bool all = true) {
    for (auto const& kind : system_->constraints)
      if (all || kind->complementary())
        kind->hold(space, {pose_, time_, h_, moving_}, rows_, {error_, slack_, holding_});
  }
  /// Bodies that do not react keep their pose.
  void move(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) {
    auto const& model = system_->model;
    each(space, model.all_bodies(),
         position_kernels::Move<Space>{.from = start_,
                                       .to = pose_,
                                       .u = u,
                                       .active = active,
                                       .needed = needed_,
                                       .moving = moving_,
                                       .bodies = model.bodies,
                                       .h = h_});
  }

  Array<Space, int*> needed_, given_worlds_;
  Array<Space, Real*> worst_;
  SumOf<Space> needed_count_;
  SolvedWorlds<Space> worlds_;
  System<Space>* system_ = nullptr;  // of the current step
  Rows<Space> rows_;
  Span<Space, Pose<>*> pose_;
  Span<Space, int*> moving_;
  Real time_ = 0, h_ = 0;
  bool worked_ = false;  // in the last step
  OwnRows<Space> own_;
  Array<Space, Real*> target_, error_, slack_;
  Array<Space, Holding*> holding_;
  Array<Space, InverseMass*> inverse_mass_;
  Array<Space, Twist*> u_, free_;
  Array<Space, Pose<>*> start_;
  NonlinearReport report_;
};

}  // namespace orthant
