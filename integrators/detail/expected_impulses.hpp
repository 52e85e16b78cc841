// Extrapolates the impulses with which a step begins.
#pragma once
#include <utility>

#include "orthant/core/step/nonlinear_solver.hpp"

namespace orthant {

namespace expected_kernels {

/// lambda <- lambda + (lambda - lambda of the previous step), in a world that moves and in which
/// this change is small relative to lambda and similar to the previous change. It applies to all
/// rows of a world or to none, because the load that rows pass on may be large compared with what a
/// light body between them feels.
template <class Space>
struct GoOn {
  static constexpr char const* label = "orthant::integrator::expected_impulses";
  static constexpr Real little = 0.02, alike = 0.5;
  Rows<Space> rows;
  Span<Space, Real*> before, change;          // known at the last step
  Span<Space, Real*> now_before, now_change;  // at this one
  Span<Space, Twist*> twist;                  // u-
  Span<Space, int*> stays;                    // (worlds) not 0: it does not go on; empty: all may
  int room;                                   // rows of a world that are always there

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    int const first = rows.world_row(w), count = rows.world_row(w + 1) - first;
    int const kept = w * room;  // rows may move when contacts of other worlds change
    bool const is_left = rows.is_redundant(w) || (stays.extent(0) > 0 && stays(w) != 0);
    if (count != room || is_left) {  // count: others than those that are always there
      lane.each(room, [&](int k) {
        now_change(kept + k) = change(kept + k);
        now_before(kept + k) = before(kept + k);
      });
      return;
    }
    auto const by = [&](int k) { return rows.impulse(first + k) - before(kept + k); };
    Real const size = lane.sum(count, [&](int k) { return square(rows.impulse(first + k)); });
    Real const changed = lane.sum(count, [&](int k) { return square(by(k)); });
    Real const differs = lane.sum(count, [&](int k) { return square(by(k) - change(kept + k)); });
    Real const moves = lane.sum(rows.bodies, [&](int b) {
      Twist const& u = twist(w * rows.bodies + b);
      return dot(u, u);
    });
    bool const goes_on =
        changed <= square(little) * size && differs <= square(alike) * changed && moves > 0;
    lane.each(count, [&](int k) {
      Real const changes_by = by(k);
      now_change(kept + k) = changes_by;
      now_before(kept + k) = rows.impulse(first + k);
      if (goes_on) rows.impulse(first + k) += changes_by;
    });
  }

 private:
  static KOKKOS_FUNCTION Real square(Real x) { return x * x; }
};

}  // namespace expected_kernels

/// For worlds whose rows are always the same, so not with contacts or limits. Not for impulses that
/// are not unique, because their arbitrary part would grow.
template <class Space>
class ExpectedImpulses {
 public:
  explicit ExpectedImpulses(Sizes const& n)
      : room_(n.worlds > 0 ? n.lasting / n.worlds : 0), now_(n), last_(n) {}

  /// Extrapolates from the final impulses of the last step, in `rows.impulse`, where `go_on`, in
  /// the worlds that do not stay.
  void write(Space const& space, Rows<Space> const& rows, Span<Space, Twist*> twist, bool go_on,
             Span<Space, int*> stays) {
    written_ = go_on && room_ > 0;
    if (!written_) return;
    std::swap(now_, last_);
    each_world(space, rows.worlds,
               expected_kernels::GoOn<Space>{.rows = rows,
                                             .before = last_.before,
                                             .change = last_.change,
                                             .now_before = now_.before,
                                             .now_change = now_.change,
                                             .twist = twist,
                                             .stays = stays,
                                             .room = room_});
  }
  /// Forgets the last call of `write`.
  void take_back() {
    if (std::exchange(written_, false)) std::swap(now_, last_);
  }
  void carry(Carried& c) {
    c.array(now_.before);
    c.array(now_.change);
  }

 private:
  struct Known {
    explicit Known(Sizes const& n)
        : before("orthant::integrator::impulses_before", n.lasting),
          change("orthant::integrator::change_of_impulses", n.lasting) {}
    Array<Space, Real*> before, change;  // (worlds x room)
  };

  int room_;
  Known now_, last_;
  bool written_ = false;
};

}  // namespace orthant
