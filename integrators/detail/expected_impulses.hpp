// Extrapolates the impulses with which a step begins.
#pragma once
#include <utility>

#include "orthant/core/step/nonlinear_solver.hpp"

namespace orthant {

/// The impulses of a step and their last differences, by the rows of that step.
template <class Space>
struct KnownImpulses {
  static constexpr int differences = 3;
  Span<Space, Real*> impulse;                  // (rows) lambda
  Span<Space, Real*> difference[differences];  // (rows) its change, the change of that, ...
  Span<Space, int*> begin, count;              // (worlds) rows; count -1: nothing is known
  Span<Space, int*> order;                     // (worlds) see Extrapolate
};

namespace expected_kernels {

/// What replaces lambda_k. One order applies to all rows of a world, because the load that rows
/// pass on may be large compared with what a light body between them feels.
enum Order { forgotten, unchanged, linear, quadratic, cubic };

/// Extrapolates the impulses lambda_k of the last step,
///   lambda_k,   lambda_k + d,   lambda_k + d + d2,   lambda_k + d + d2 + d3,
/// with d the change of the last step, d2 the change of d, and d3 that of d2: by the order whose
/// value would have been closest to lambda_k a step ago, if it is `better` times as close at least
/// as lambda_k-1 was, or 0 where joints are redundant, which otherwise forget their impulses.
template <class Space>
struct Extrapolate {
  static constexpr char const* label = "orthant::integrator::expected_impulses";
  static constexpr Real better = 4;
  Rows<Space> rows;
  KnownImpulses<Space> last, now;
  Span<Space, Real*> out;     // (rows)
  Span<Space, Twist*> twist;  // u-
  Span<Space, int*> stays;    // (worlds) not 0: it does not go on; empty: all may

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    int const begin = rows.world_row(w), count = rows.world_row(w + 1) - begin;
    bool const goes_on = stays.extent(0) == 0 || stays(w) == 0, known = last.count(w) == count;
    int const before = known ? last.begin(w) : 0;
    using Differences = Vec<KnownImpulses<Space>::differences + 1>;
    auto const differences = [&](int k) {
      Differences d;
      d[0] = rows.impulse(begin + k) - last.impulse(before + k);
      for (int i = 0; i < last.differences; ++i) d[i + 1] = d[i] - last.difference[i](before + k);
      return d;
    };
    using Errors = Tally<1, cubic + 1>;
    auto const e = lane.template joined<Errors>(known ? count : 0, [&](int k, Errors& t) {
      t.sum[forgotten] += square(rows.impulse(begin + k));
      Differences const d = differences(k);
      for (int i = 0; i <= last.differences; ++i) t.sum[unchanged + i] += square(d[i]);
    });
    Real const moves = lane.sum(rows.bodies, [&](int b) {
      Twist const& u = twist(w * rows.bodies + b);
      return dot(u, u);
    });
    int const block = rows.world_block(w);
    bool const redundant = rows.is_redundant(w);
    bool const unique = !redundant && !(lane.largest(rows.world_block(w + 1) - block, [&](int k) {
      return Real(rows.law(block + k) == Law::coulomb);
    }) > 0);
    int const base = redundant ? forgotten : unchanged;
    Real const near = goes_on && moves > 0 ? e.sum[base] / square(better) : 0;
    int order = base;
    for (int k = base + 1; k <= cubic; ++k)
      if (e.sum[k] < smaller(near, e.sum[order])) order = k;
    lane.each(count, [&](int k) {
      Real const lambda = rows.impulse(begin + k);
      Differences const d = known ? differences(k) : Differences{};
      now.impulse(begin + k) = out(begin + k) = lambda;
      for (int i = 0; i < now.differences; ++i) {
        now.difference[i](begin + k) = d[i];
        if (order > unchanged + i) out(begin + k) += d[i];
      }
      if (unique) rows.impulse(begin + k) = out(begin + k);
    });
    lane.once([&] {
      now.begin(w) = begin;
      now.order(w) = order;
      now.count(w) = goes_on ? count : -1;
    });
  }

 private:
  static KOKKOS_FUNCTION Real square(Real x) { return x * x; }
};

/// Sets the impulses of joints to zero where they are not unique. They may have a part in the null
/// space, which no solver would remove. The expected ones are those that were extrapolated.
template <class Space>
struct ForgetJoints {
  static constexpr char const* label = "orthant::integrator::forget_joints";
  Rows<Space> rows;
  Span<Space, int*> order;      // (worlds)
  Span<Space, Real*> expected;  // (rows)
  KOKKOS_FUNCTION void operator()(int block) const {
    int const w = rows.block_world(block);
    if (rows.law(block) != Law::free || !rows.is_redundant(w)) return;
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row) {
      rows.impulse(row) = 0;
      if (order(w) == forgotten) expected(row) = 0;
    }
  }
};

}  // namespace expected_kernels

/// A step begins with the motion that extrapolated impulses give. It begins with these impulses too
/// where they are unique, in worlds without contacts and redundant joints, else with those of the
/// last step. A solver adds the difference to them, and none of their part that moves no body,
/// which would grow from step to step: a gripper would so turn what it holds.
template <class Space>
class ExpectedImpulses {
 public:
  explicit ExpectedImpulses(Sizes const& n)
      : out_(make_room<Space, Real*>("orthant::integrator::expected_impulses", n.rows)),
        known_{Known(n), Known(n)} {}

  /// Extrapolates from the final impulses of the last step, in `rows.impulse`, where they `go_on`,
  /// in the worlds that have as many rows as then and do not stay.
  void write(Space const& space, Rows<Space> const& rows, Span<Space, Twist*> twist, bool go_on,
             Span<Space, int*> stays) {
    written_ = go_on;
    if (go_on) extrapolate(space, rows, twist, stays);
    if (rows.redundant.extent(0) > 0)
      each(space, rows.blocks,
           expected_kernels::ForgetJoints<Space>{rows, known_[now_].order, in(rows).impulse});
  }
  /// The rows with the impulses that were extrapolated.
  Rows<Space> in(Rows<Space> rows) const {
    if (written_) rows.impulse = out_;
    return rows;
  }
  /// On hosts: whether the last call of `write` found no change of this impulse, now and before.
  bool was_steady(int row) const {
    auto const& now = known_[now_];
    return !written_ ||
           (row < now.rows && now.difference[0](row) == 0 && now.difference[1](row) == 0);
  }
  /// Forgets the last call of `write`.
  void take_back() {
    if (std::exchange(written_, false)) now_ = 1 - now_;
  }
  void carry(Carried& c) {
    auto& now = known_[now_];
    c.values(now.rows);
    c.first(now.impulse, now.rows);
    for (auto const& each : now.difference) c.first(each, now.rows);
    c.array(now.begin);
    c.array(now.count);
  }

 private:
  void extrapolate(Space const& space, Rows<Space> const& rows, Span<Space, Twist*> twist,
                   Span<Space, int*> stays) {
    now_ = 1 - now_;
    known_[now_].rows = rows.rows;
    each_world(space, rows.worlds,
               expected_kernels::Extrapolate<Space>{.rows = rows,
                                                    .last = known_[1 - now_].view(),
                                                    .now = known_[now_].view(),
                                                    .out = out_,
                                                    .twist = twist,
                                                    .stays = stays});
  }

  struct Known {
    explicit Known(Sizes const& n)
        : begin("orthant::integrator::first_rows", n.worlds),
          count("orthant::integrator::numbers_of_rows", n.worlds),
          order("orthant::integrator::order", n.worlds) {
      for (auto* each : {&impulse, &difference[0], &difference[1], &difference[2]})
        *each = make_room<Space, Real*>("orthant::integrator::known_impulses", n.rows);
    }
    KnownImpulses<Space> view() const {
      return {impulse, {difference[0], difference[1], difference[2]}, begin, count, order};
    }
    Array<Space, Real*> impulse, difference[KnownImpulses<Space>::differences];
    Array<Space, int*> begin, count, order;
    int rows = 0;
  };

  Array<Space, Real*> out_;
  Known known_[2];
  int now_ = 0;  // of these: that of the last call
  bool written_ = false;
};

}  // namespace orthant
