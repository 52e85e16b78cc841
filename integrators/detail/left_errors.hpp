// What a step may leave although its rows are solved: joints that linear rows left open, surfaces
// that sink into each other by a selection among impulses, and rotations without a root.
#pragma once
#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/step/constraint_block.hpp"
#include "orthant/core/step/nonlinear_solver.hpp"

namespace orthant {

namespace left_kernels {

/// Whether linear rows, J(q-) u+ + c(q-)/h = 0, left a joint open at q+ (worlds). Their remainder
///   c(q+) = h^2/2 u.(d^2 c/dq^2) u + ...
/// is h |w|/2 times the way h |u| of the bodies, for a body that turns at w about the joint. Rows
/// say nothing of the motion any more where this ratio is not small: beyond the reach of a linkage,
/// or where a prescribed angle takes more than a radian in a step.
template <class Space>
struct Opened {
  static constexpr char const* label = "orthant::left::opened";
  static constexpr Real most = 0.2;  // of the way
  Rows<Space> rows;
  HeldRows<Space> held;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> u;
  Span<Space, int*> out;
  Real h, left;  // left: by the solver [m/s], [rad/s]

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    int const first = rows.world_block(w);
    Real const worst =
        lane.largest(rows.world_block(w + 1) - first, [&](int k) { return beyond(first + k); });
    lane.once([&] { out(w) = worst > 0; });
  }

 private:
  KOKKOS_FUNCTION Real beyond(int block) const {
    if (rows.law(block) != Law::free) return 0;
    constexpr Real round_off = 4e-15;
    Real error = 0, size = 0;
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
      if (held.holding(row) == Holding::by_stage) error = larger(error, fabs(held.error(row)));
    if (!(error > 0)) return 0;
    for (int side = 0; side < 2; ++side)
      if (int const b = rows.body(block, side); b >= 0) size += norm(pose(b).p_WB);
    return error - h * (most * speed(block) + left) - round_off * (1 + size);
  }

  /// The speed at which the bodies of a joint move there, turning counted at their lever arms, but
  /// at the radius of gyration at least: where the slope of a cam vanishes, its curvature does not.
  KOKKOS_FUNCTION Real speed(int block) const {
    Vec3 relative;
    Real turning = 0;
    for (int side = 0; side < 2; ++side) {
      int const b = rows.body(block, side);
      if (b < 0) continue;
      Real straight = 0,
           arm = rows.angular(rows.block_row(block)) ? 1 : radius_of_gyration(inverse_mass(b));
      for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row) {
        Vec6 const J = rows.jacobian(row, side);
        straight = larger(straight, norm(linear(J)));
        arm = larger(arm, norm(angular(J)));
      }
      relative += ((side == 0 ? -1 : 1) * straight) * linear(u(b));
      turning += arm * norm(angular(u(b)));
    }
    return norm(relative) + turning;
  }
};

/// Whether contacts sink in a world because `least_norm` selects an impulse where there is none
/// (theory.md, One of many forces): rigid rows in conflict have no solution, and the yielding
/// a + Sigma lambda = 0, Sigma = nu (1/m_a + 1/m_b), makes one of impulses ~ u m/nu. Where there is
/// one, impulses are as large as momentum makes them,
///   P = sum of m |u_free| + of |a - J u|/(W + Sigma) of drives [N s],
/// or larger by levers. So the error nu lambda_n of the selection may be at most a tenth of P,
/// which bounds the speed of sinking by P (1/m_a + 1/m_b)/10.
template <class Space>
struct Sunk {
  static constexpr char const* label = "orthant::left::sunk";
  static constexpr Real most = 0.1;
  Rows<Space> rows;
  Span<Space, InverseMass*> inverse_mass;
  Span<Space, Twist*> free, before, u;
  Span<Space, int*> out;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    int const first = rows.world_block(w), blocks = rows.world_block(w + 1) - first;
    Real const nu_lambda = lane.largest(blocks, [&](int k) { return selected(first + k); });
    if (!(nu_lambda > 0)) {
      lane.once([&] { out(w) = 0; });
      return;
    }
    Real const P = lane.sum(rows.bodies, [&](int k) { return momentum(w * rows.bodies + k); }) +
                   lane.sum(blocks, [&](int k) { return drive(first + k); });
    lane.once([&] { out(w) = nu_lambda > most * P; });
  }

 private:
  KOKKOS_FUNCTION Real momentum(int b) const {
    auto const& M_inverse = inverse_mass(b);
    if (!(M_inverse.mass > 0)) return 0;
    Real const radius = radius_of_gyration(M_inverse);
    auto const speed = [&](Twist const& v) {
      return larger(norm(linear(v)), radius * norm(angular(v)));
    };
    return larger(speed(free(b)), speed(before(b))) / M_inverse.mass;
  }
  /// The impulse of a motor, or of an error of positions, by itself.
  KOKKOS_FUNCTION Real drive(int block) const {
    Law const law = rows.law(block);
    if (law != Law::free && law != Law::disc) return 0;
    Real sum = 0;
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row) {
      Real W = rows.compliance(row, row - rows.block_row(block));
      for (int side = 0; side < 2; ++side)
        if (int const b = rows.body(block, side); b >= 0) {
          Vec6 const J = rows.jacobian(row, side);
          W += dot(J, inverse_mass(b) * J);
        }
      if (!(W > 0)) continue;
      Real const impulse = fabs(rows.value(row) - rows.apply(block, row, u)) / W;
      sum += law == Law::disc ? smaller(impulse, rows.disc(block).bound) : impulse;
    }
    return sum;
  }
  /// nu lambda_n
  KOKKOS_FUNCTION Real selected(int block) const {
    if (rows.law(block) != Law::coulomb || !rows.shares(block)) return 0;
    Real lightness = 0;
    for (int side = 0; side < 2; ++side)
      if (int const b = rows.body(block, side); b >= 0) lightness += inverse_mass(b).mass;
    int const n = rows.block_row(block);
    return lightness > 0 ? rows.compliance(n, 0) * rows.impulse(n) / lightness : 0;
  }
};

/// Whether the rotation of a body of a world is no root of its equation.
template <class Space>
struct Unturned {
  static constexpr char const* label = "orthant::left::unturned";
  Span<Space, Real*> left;  // (worlds x bodies) see RowIntegrator
  Span<Space, int*> out;
  int bodies;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    Real const most =
        lane.largest(bodies, [&](int k) { return left(w * bodies + k) == 0 ? 0. : 1.; });
    lane.once([&] { out(w) = most > 0; });
  }
};

/// Of the marked worlds, takes those that are solved, and leaves their marks alone.
template <class Space>
struct TakeFrom {
  static constexpr char const* label = "orthant::left::take_from";
  Span<Space, int*> marked, solved;
  KOKKOS_FUNCTION void operator()(int w) const {
    marked(w) = marked(w) != 0 && solved(w) != 0;
    if (marked(w) != 0) solved(w) = 0;
  }
};

}  // namespace left_kernels

/// Takes from a report, and from `solved`, the worlds whose steps left more than they may.
template <class Space>
class LeftErrors {
 public:
  LeftErrors(Sizes const& n, Span<Space, int*> solved)
      : worlds_("orthant::left::worlds", n.worlds), solved_(solved) {}

  template <class Kernel>
  void look(Space const& space, Kernel kernel, StopReason reason, NonlinearReport& report) {
    find(
        space,
        [&](Span<Space, int*> out) {
          kernel.out = out;
          each_world(space, out.extent_int(0), kernel);
        },
        reason, report);
  }
  /// `mark(out)` sets `out` (worlds) to 1 where there is an error.
  template <class Mark>
  void find(Space const& space, Mark const& mark, StopReason reason, NonlinearReport& report) {
    int const worlds = worlds_.extent_int(0);
    if (!report.converged() && worlds == 1) return;
    fill(space, worlds, worlds_, 0);
    mark(Span<Space, int*>(worlds_));
    each(space, worlds, left_kernels::TakeFrom<Space>{worlds_, solved_});
    int const bad = count_.get(space, worlds_, worlds);
    if (bad == 0) return;
    if (report.converged()) report.reason = reason;
    report.worlds_converged -= bad;
  }

 private:
  Array<Space, int*> worlds_;
  Span<Space, int*> solved_;  // (worlds)
  SumOf<Space> count_;
};

}  // namespace orthant
