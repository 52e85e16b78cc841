// Kernels of Euler's methods: the pose of the matrices and of rates, and new starts.
#pragma once
#include "orthant/integrators/detail/row_integrator.hpp"

namespace orthant::euler_kernels {

/// Splits the running worlds by the pose of their matrices.
template <class Space>
struct Split {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::euler::split";
  Span<Space, int*> active, at_end;  // (worlds) 1: it runs; not 0: its matrices are at q+
  Span<Space, int*> ends, starts;    // (worlds) out: running worlds with matrices at q+, at q-
  /// Of world w.
  KOKKOS_FUNCTION void operator()(int w) const {
    ends(w) = active(w) && at_end(w);
    starts(w) = active(w) && !at_end(w);
  }
};

/// Moves worlds to matrices at q+: permanently if forces turn too stiffly, and for one step if the
/// step has no other solution, for example at a singular position. So its damping acts once. After
/// several such steps in a row the world stays at q+.
template <class Space>
struct GoOver {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::euler::go_over";
  static constexpr int patience = 10;  // most such steps in a row
  Span<Space, int*> at_end;    // (worlds) 0: at q-; turning_kernels::lost: at q+ for this step
  Span<Space, int*> in_a_row;  // (worlds) consecutive steps that moved to q+ for one step
  Span<Space, int*> beyond;    // (worlds) what TurningLimit found; 0: nothing
  /// Of world w.
  KOKKOS_FUNCTION void operator()(int w) const {
    if (at_end(w)) return;
    bool const lost = beyond(w) == turning_kernels::lost;
    in_a_row(w) = lost ? in_a_row(w) + 1 : 0;
    at_end(w) = lost && in_a_row(w) <= patience ? turning_kernels::lost : beyond(w) != 0;
  }
};

/// Returns worlds that moved to q+ for one step.
template <class Space>
struct GoBack {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::euler::go_back";
  Span<Space, int*> at_end;  // (worlds) see GoOver
  /// Of world w.
  KOKKOS_FUNCTION void operator()(int w) const {
    if (at_end(w) == turning_kernels::lost) at_end(w) = 0;
  }
};

/// Restarts from the free motion in the worlds of `which`, because impulses found along other
/// directions are a worse start than zero.
template <class Space>
struct LetGo {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::euler::let_go";
  Rows<Space> rows;         // whose impulses become zero
  Span<Space, int*> which;  // (worlds) not 0: restarts
  /// Of a block, counted over all worlds.
  KOKKOS_FUNCTION void operator()(int block) const {
    if (!which(rows.block_world(block))) return;
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
      rows.impulse(row) = 0;
  }
};
/// Sets the twists to those of the free motion in the worlds of `which`.
template <class Space>
struct MoveFreely {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::euler::move_freely";
  Span<Space, Twist*> free_twist, u;  // (worlds x bodies) u_free; out: u
  Span<Space, int*> which;            // (worlds) not 0: restarts
  int bodies;                         // in each world
  /// Of body b, counted over all worlds.
  KOKKOS_FUNCTION void operator()(int b) const {
    if (which(b / bodies)) u(b) = free_twist(b);
  }
};

/// The poses at which surfaces slide: half-way from q- to q+, and q+ in worlds with matrices there.
template <class Space>
struct RatePoses {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::euler::rate_poses";
  Span<Space, Pose<>*> start, end, out;  // (worlds x bodies) q-, q+; out: those of rates
  Span<Space, int*> at_end, active;      // (worlds)
  int bodies;                            // in each world
  /// Of body b, counted over all worlds.
  KOKKOS_FUNCTION void operator()(int b) const {
    int const w = b / bodies;
    if (active(w)) out(b) = at_end(w) ? end(b) : half_way(start(b), end(b));
  }
};
/// How the pose of rates moves with q+, by `of.reach`, and with q-, by `of.along_J`.
template <class Space>
struct RateTangents {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::euler::rate_tangents";
  Stiffness<Space> of;
  Span<Space, Twist*> u;     // (worlds x bodies) u+
  Span<Space, int*> at_end;  // (worlds)
  int bodies;                // in each world
  Real h;                    // [s]
  /// Of body b, counted over all worlds.
  KOKKOS_FUNCTION void operator()(int b) const {
    Vec3 const a = h * angular(u(b));
    bool const ends = at_end(b / bodies);
    Mat3 const by_end = ends ? diagonal({{1, 1, 1}}) : tangent_to_middle(a),
               by_start = ends ? Mat3{} : tangent_to_middle(-1 * a);
    of.along_rate(b) = ends ? of.reach : 0.5 * (of.reach + of.along_J);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        of.T_rate(b)[i][j] = of.reach * by_end[i][j] + of.along_J * by_start[i][j];
  }
};

/// How q+ = cay(h w) q- turns with w.
template <class Space>
struct EndTangents {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::euler::end_tangents";
  Span<Space, Twist*> u;     // (worlds x bodies) u+
  Span<Space, int*> active;  // (worlds)
  Span<Space, int*> moving;  // (worlds x bodies) see StepProblem::move_only
  Span<Space, Mat3*> out;    // (worlds x bodies) T of Stiffness
  int bodies;                // in each world
  Real h;                    // [s]
  /// Of body b, counted over all worlds.
  KOKKOS_FUNCTION void operator()(int b) const {
    if (active(b / bodies) && some_move<Space>(moving, b, b))
      out(b) = cayley_tangent(h * angular(u(b)));
  }
};

/// Selects the pose of the matrices of each world.
template <class Space>
struct Choose {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::euler::choose";
  Span<Space, Pose<>*> start, end, out;  // (worlds x bodies) q-, q+; out: that of the matrices
  Span<Space, int*> at_end;              // (worlds) not 0: q+
  int bodies;                            // in each world
  /// Of body b, counted over all worlds.
  KOKKOS_FUNCTION void operator()(int b) const { out(b) = at_end(b / bodies) ? end(b) : start(b); }
};

}  // namespace orthant::euler_kernels
