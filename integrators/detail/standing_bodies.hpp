// The bodies that a step finds as the last one left them, and leaves so.
#pragma once
#include <utility>

#include "orthant/core/execution/same_bits.hpp"
#include "orthant/core/step/integrator.hpp"
#include "orthant/integrators/detail/expected_impulses.hpp"

namespace orthant {

namespace standing_kernels {

/// What a body begins a step with, beside what it began the last one with, which is overwritten.
template <class Space>
struct Compare {
  static constexpr char const* label = "orthant::standing::compare";
  Span<Space, Pose<>*> pose, last_pose;
  Span<Space, Twist*> twist, last_twist;
  Span<Space, Twist*> free, last_free;
  Span<Space, int*> still;
  void operator()(int b) const {
    still(b) = same_bits(pose(b), last_pose(b)) && same_bits(twist(b), last_twist(b)) &&
               same_bits(free(b), last_free(b));
    if (still(b)) return;
    last_pose(b) = pose(b);
    last_twist(b) = twist(b);
    last_free(b) = free(b);
  }
};

}  // namespace standing_kernels

/// A step is a function of the poses, twists, free motions and impulses with which it begins. Where
/// these are, to the bit, those of the last step, on all bodies of an island (see IslandGraph), the
/// step of the island is the last one: its rows, impulses and errors are still those, and need not
/// be computed. Nothing is rounded to rest here. Only bodies that contacts alone hold are looked
/// at, in one world on one thread.
template <class Space>
class StandingBodies {
 public:
  explicit StandingBodies(Sizes const& n) {
    if (!one_thread<Space> || n.worlds != 1) return;
    for (auto* each : {&still_, &moving_, &blocks_})
      *each = Array<Space, int*>("orthant::standing::flag", n.bodies);
    pose_ = Array<Space, Pose<>*>("orthant::standing::pose", n.bodies);
    for (auto* each : {&twist_, &free_})
      *each = Array<Space, Twist*>("orthant::standing::twist", n.bodies);
  }

  /// The next step follows another one than the last.
  void forget() { known_ = false; }

  /// Before contacts are searched: (bodies) 1: the body begins as it began the last step. Empty: no
  /// dynamic body is at rest.
  Span<Space, int*> still(Space const& space, System<Space> const& system,
                          State<Space> const& state, Span<Space, Twist*> free, Real h) {
    any_ = false;
    if constexpr (!one_thread<Space>) return {};
    auto const& model = system.model;
    auto const among = [&](auto const& which) {
      for (int b = 0; b < still_.extent_int(0); ++b)
        if (model.body(b).dynamic() && which(b)) return true;
      return false;
    };
    if (!among([&](int b) { return dot(state.twist(b), state.twist(b)) == 0; })) {
      known_ = false;
      return {};
    }
    each(space, model.all_bodies(),
         standing_kernels::Compare<Space>{.pose = state.pose,
                                          .last_pose = pose_,
                                          .twist = state.twist,
                                          .last_twist = twist_,
                                          .free = free,
                                          .last_free = free_,
                                          .still = still_});
    bool const known = std::exchange(known_, true), same_h = std::exchange(h_, h) == h;
    if (!known || !same_h) fill(space, model.all_bodies(), still_, 0);
    any_ = among([&](int b) { return still_(b) != 0; });
    return still_;
  }

  /// After rows are laid out: (bodies) 0: the island of the body begins as it began the last step,
  /// and its rows are those. Empty: there is no such island, or nothing else moves.
  /// `expected`: of the last step.
  Span<Space, int*> moving(Space const& space, System<Space> const& system, Rows<Space> const& rows,
                           Span<Space, Twist*> twist, ExpectedImpulses<Space> const& expected) {
    if constexpr (!one_thread<Space>) return {};
    auto* const search = system.constraints.search();
    bool const counted = std::exchange(counted_, any_ && search);
    if (!counted_) return {};
    int const n = rows.bodies;
    for (int b = 0; b < n; ++b) {
      bool const reacts = system.model.body(b).dynamic();
      int const blocks = rows.incidence_begin(b + 1) - rows.incidence_begin(b);
      bool const same = std::exchange(blocks_(b), blocks) == blocks && blocks > 0;
      moving_(b) = !still_(b) || (reacts ? !same : dot(twist(b), twist(b)) > 0);
    }
    if (!counted) return {};
    search->mark_changed(space, rows, moving_);
    for (int k = 0; k < rows.blocks; ++k) {
      if (rows.body(k, 0) < 0 && rows.body(k, 1) < 0) return {};  // it couples all
      bool steady = rows.law(k) == Law::coulomb;
      for (int row = rows.block_row(k); steady && row < rows.block_row(k + 1); ++row)
        steady = expected.was_steady(row);
      if (!steady) mark(rows, k);
    }
    spread(rows);
    bool stands = false, moves = false;
    for (int b = 0; b < n; ++b)
      if (system.model.body(b).dynamic()) (moving_(b) ? moves : stands) = true;
    return stands && moves ? Span<Space, int*>(moving_) : Span<Space, int*>();
  }

 private:
  bool mark(Rows<Space> const& rows, int block) const {
    bool changes = false;
    for (int side = 0; side < 2; ++side) {
      int const b = rows.body(block, side);
      if (b < 0 || moving_(b)) continue;
      moving_(b) = 1;
      changes = true;
    }
    return changes;
  }
  /// What moves takes along what it touches.
  void spread(Rows<Space> const& rows) const {
    bool changes = true;
    while (changes) {
      changes = false;
      for (int k = 0; k < rows.blocks; ++k) {
        int const a = rows.body(k, 0), b = rows.body(k, 1);
        if (a >= 0 && b >= 0 && moving_(a) != moving_(b)) changes = mark(rows, k) || changes;
      }
    }
  }

  Array<Space, int*> still_, moving_;
  Array<Space, int*> blocks_;  // (bodies) numbers of blocks in the last step, if they are counted
  Array<Space, Pose<>*> pose_;
  Array<Space, Twist*> twist_, free_;  // at the start of the last step
  Real h_ = 0;
  bool known_ = false, any_ = false, counted_ = false;
};

}  // namespace orthant
