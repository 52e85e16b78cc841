// The kernels of one Newton iteration over bodies, rows and worlds.
//
// The momentum balance gives du = K^-1 (J^T P_right z - M d), with K = M unless there is geometric
// stiffness. Inserted into the linearised laws it leaves the Schur complement
//   (P_left J K^-1 J^T P_right + Q) z = target + P_left J K^-1 M d,     dlambda = P_right z + step
// with P_left, P_right, Q, target and step of Linearisation (core/step/rows.hpp).
#pragma once
#include "orthant/solvers/nonlinear/detail/newton_decide.hpp"
#include "orthant/solvers/schur/detail/refinement.hpp"

namespace orthant::newton {

/// E / W_ii of redundant bilateral rows, whose impulses are not unique. The impulses found minimise
/// sum W_ii lambda_i^2 [J], a norm that weighs metres and radians by inertia. The value is a
/// compromise. A larger one slows convergence: along a direction in which W is s W_ii, errors fall
/// by 2e-6 / s an iteration. A smaller one amplifies round-off: with this value, round-off of 1e-16
/// in b becomes impulses of relative size 1e-10, which do not move the bodies.
inline constexpr Real joint_regularisation = 1e-6;

/// rho of the regularisation E = rho e that is added to the Q of a block.
template <class Space>
KOKKOS_FUNCTION Real regularisation_of(View<Space> const& v, int block) {
  int const w = v.rows.block_world(block);
  if (v.rows.law(block) == Law::free) return v.rows.is_redundant(w) ? joint_regularisation : 0;
  return v.world(w).damping.ratio;
}

/// The rows with P_right J in place of J, for the linear solver.
template <class Space>
KOKKOS_FUNCTION Rows<Space> scaled(View<Space> const& v) {
  Rows<Space> rows = v.rows;
  rows.J = v.matrices.right_J;
  rows.delassus.W = v.matrices.scaled_W;
  return rows;
}

/// Tied rows have one law, and so one weight.
template <class Space>
struct WeighTied {
  static constexpr char const* label = "orthant::newton::weigh_tied";
  Rows<Space> rows;
  Span<Space, Real*> weight;
  KOKKOS_FUNCTION void operator()(int block) const {
    auto const [first, count] = rows.tied(block);
    if (block != first || count == 1) return;
    int const begin = rows.block_row(first);
    Real sum = 0;
    for (int i = 0; i < count; ++i) sum += weight(begin + i);
    for (int i = 0; i < count; ++i) weight(begin + i) = sum / count;
  }
};

/// Whether the block is a contact of two bodies that have others: a point of a face.
template <class Space>
KOKKOS_FUNCTION bool in_a_face(Rows<Space> const& rows, int block) {
  int const side = rows.body(block, 0) < 0, b = rows.body(block, side);
  if (rows.law(block) != Law::coulomb || b < 0) return false;
  for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
    int const other = rows.incidence(t) / 2, second = 1 - rows.incidence(t) % 2;
    if (other != block && rows.law(other) == Law::coulomb &&
        rows.body(other, second) == rows.body(block, 1 - side))
      return true;
  }
  return false;
}

/// Whether a joint holds each body of the block.
template <class Space>
KOKKOS_FUNCTION bool held_by_joints(Rows<Space> const& rows, int block) {
  for (int side = 0; side < 2; ++side) {
    int const b = rows.body(block, side);
    bool held = b < 0;
    for (int t = b < 0 ? 0 : rows.incidence_begin(b); !held && t < rows.incidence_begin(b + 1); ++t)
      held = rows.law(rows.incidence(t) / 2) == Law::free;
    if (!held) return false;
  }
  return true;
}

/// The weights e of the regularisation E = rho e. The points of a face, contacts of the same two
/// bodies, are redundant among themselves: their e is W_ii. Contacts that are alone between their
/// bodies, limits and motors are redundant by loops of bodies only, as in piles. Their e is a
/// hundredth of W_ii, and so is that of a face where joints hold both bodies: joints may reduce W
/// to such a part, that of a foot to the W of its leg. With more, Newton's method would converge
/// linearly there. The compliance of a motor counts towards its own.
template <class Space>
struct WeighRegularisation {
  static constexpr char const* label = "orthant::newton::weigh_regularisation";
  static constexpr Real alone = 0.01;
  Held<Space, View<Space>> v;
  KOKKOS_FUNCTION void operator()(int block) const {
    bool const redundant = v.rows.delassus.given() || v.rows.law(block) == Law::free ||
                           (in_a_face(v.rows, block) && !held_by_joints(v.rows, block));
    bool const bounded = v.rows.law(block) == Law::disc;
    for (int row = v.rows.block_row(block); row < v.rows.block_row(block + 1); ++row) {
      Real const own = bounded ? v.rows.compliance(row, row - v.rows.block_row(block)) : 0;
      v.regularisation(row) = larger(0.0, (redundant ? 1 : alone) * v.response(row) - own);
    }
  }
};

/// Writes P_right J, P_left J and the right-hand side b = target + P_left J K^-1 M d, and adds the
/// regularisation E to the Q of contacts and redundant joints.
///   symmetric laws:  E = rho e. Along an eliminated direction z is zero, whatever Q is.
///   other laws:      E = rho P_left e, which replaces a by a + rho e dlambda (a
///   proximal point step).
/// The matrix of other laws is that of the same law with W + rho e in place of W. A multiple
/// of the identity would not belong to any law, because the rows of P and Q may have any signs.
template <class Space>
struct RightHandSide {
  static constexpr char const* label = "orthant::newton::right_hand_side";
  Held<Space, View<Space>> v;
  bool same_J;       // as in the last iteration; P of bilateral rows always is
  bool same_matrix;  // so is P of all rows
  bool new_slopes;   // da/du of some world is another one
  KOKKOS_FUNCTION void operator()(int block) const {
    if (!v.active(v.rows.block_world(block))) return;
    int const begin = v.rows.block_row(block), n = v.rows.size(block);
    bool const regularised =
        v.rows.law(block) != Law::free || v.rows.is_redundant(v.rows.block_world(block));
    Real const rho = regularisation_of(v, block);
    bool const own_left = v.matrices.left_J.extent(0) > 0;
    auto const& left_J = own_left ? v.matrices.left_J : v.matrices.right_J;
    bool const joint = v.rows.law(block) == Law::free, stands = same_matrix || (same_J && joint),
               left_stands = stands && !new_slopes;
    auto const& slope = v.world(v.rows.block_world(block)).exact ? v.matrices.slope : v.rows.J;
    for (int row = begin; row < begin + n; ++row) {
      if (!stands) times_jacobian(v.at.P_right, v.rows.J, begin, n, row, v.matrices.right_J);
      if (own_left && !left_stands)
        times_jacobian(v.P_left(), slope, begin, n, row, v.matrices.left_J);
      Real b = v.at.target(row);
      for (int side = 0; side < 2; ++side)
        if (int const body = v.rows.body(block, side); body >= 0 && !v.matrices.exact) {
          Vec6 left;
          for (int i = 0; i < 6; ++i) left[i] = left_J(row, side, i);
          b += dot(left, v.matrices.defect_response(body));
        }
      if (regularised) regularise(row, begin, n, rho);
      v.direction.b(row) = b;
    }
  }

 private:
  KOKKOS_FUNCTION void regularise(int row, int begin, int n, Real rho) const {
    if (v.matrices.one_P) {
      v.at.Q(row, row - begin) += rho * v.regularisation(row);
    } else {
      for (int k = 0; k < n; ++k)
        v.at.Q(row, k) += rho * v.at.P_left(row, k) * v.regularisation(begin + k);
    }
  }

  /// XJ <- one row of X J, with X block diagonal.
  KOKKOS_FUNCTION void times_jacobian(Span<Space, Real* [max_block_rows]> const& X,
                                      Span<Space, Real* [2][6]> const& J, int begin, int n, int row,
                                      Span<Space, Real* [2][6]> const& XJ) const {
    Vec6 out[2];
    for (int k = 0; k < n; ++k)
      if (Real const x = X(row, k); x != 0)
        for (int side = 0; side < 2; ++side)
          for (int i = 0; i < 6; ++i) out[side][i] += x * J(begin + k, side, i);
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < 6; ++i) XJ(row, side, i) = out[side][i];
  }
};

/// The same if the Delassus operator W is given instead of bodies: the blocks P_left W P_right, and
/// b = target - P_left W step.
template <class Space>
struct ScaleDelassus {
  static constexpr char const* label = "orthant::newton::scale_delassus";
  Held<Space, View<Space>> v;
  KOKKOS_FUNCTION void operator()(int block) const {
    auto const& rows = v.rows;
    if (!v.active(rows.block_world(block))) return;
    auto const& P_left = v.at.P_left.extent(0) > 0 ? v.at.P_left : v.at.P_right;
    for (int k = rows.delassus.first(block); k < rows.delassus.first(block + 1); ++k)
      v.matrices.scaled_W(k) =
          part(P_left, block) * rows.delassus.W(k) * part(v.at.P_right, rows.delassus.block(k));
    Vec3 const moved =
        part(P_left, block) * given_product(rows, block, [&](int row) { return v.at.step(row); });
    for (int i = 0; i < rows.size(block); ++i) v.direction.b(rows.block_row(block) + i) -= moved[i];
  }

 private:
  KOKKOS_FUNCTION Mat3 part(Span<Space, Real* [max_block_rows]> const& of, int block) const {
    Mat3 out;
    int const begin = v.rows.block_row(block), n = v.rows.size(block);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) out[i][k] = of(begin + i, k);
    return out;
  }
};

/// What projects b on the range of the matrix: b - E z replaces b, with z the first solution, of
/// the regularised system. This removes the part of b along the null space, which the second
/// solution would multiply by 1/E. A line search needs a direction of descent: if it `descends`,
/// nothing is removed where E / e is above `near`.
///
/// A Tikhonov term, e times a weight times lambda, is subtracted from b in the friction rows. It
/// leads to friction of least norm and is of second order in the residual.
template <class Space>
struct OutOfRange {
  static constexpr Real near = 1e-3;
  View<Space> const& v;
  bool descends;
  /// part(row, x) for each row of a block, with x to subtract from its b.
  template <class Part>
  KOKKOS_FUNCTION void operator()(int block, Part const& part) const {
    bool const joint = v.rows.law(block) == Law::free;
    int const w = v.rows.block_world(block);
    auto const& world = v.world(w);
    if (joint ? !v.rows.is_redundant(w) : !world.contacts) return;
    int const begin = v.rows.block_row(block), n = v.rows.size(block);
    Real const all = regularisation_of(v, block), rho = descends && all > near ? 0 : all;
    bool const contact = v.rows.law(block) == Law::coulomb;
    auto const tikhonov_term = [&](int k) {
      return contact && k > 0 ? world.damping.tikhonov * v.rows.impulse(begin + k) : 0;
    };
    for (int row = begin; row < begin + n; ++row) {
      Real x = 0;
      if (v.matrices.one_P) {
        for (int k = 0; k < n; ++k) x += v.at.P_right(row, k) * tikhonov_term(k);
        x = v.regularisation(row) * (rho * v.direction.z(row) + x);
      } else {
        for (int k = 0; k < n; ++k)
          x += v.at.P_left(row, k) * v.regularisation(begin + k) *
               (rho * v.direction.z(begin + k) + tikhonov_term(k));
      }
      part(row, x);
    }
  }
};

/// Which running worlds need the second solution: those with points of a face, which are redundant,
/// those in which what is out of range is more than `little` of b, and those of few rows, where a
/// second solution costs less than an iteration. In others what the first solution misses is for
/// the next iteration.
template <class Space>
struct NeedRange {
  static constexpr char const* label = "orthant::newton::need_range";
  static constexpr Real little = 1e-4;
  Held<Space, View<Space>> v;
  bool descends;
  Span<Space, int*> out;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!v.active(w)) return lane.once([&] { out(w) = 0; });
    bool const few = v.rows.world_row(w + 1) - v.rows.world_row(w) <= rows_of_dense;
    enum { all, part, wide };
    using Most = Tally<3, 1>;
    int const first = v.rows.world_block(w);
    auto const t = lane.template joined<Most>(v.rows.world_block(w + 1) - first,
                                              [&](int k, Most& most) { look(first + k, most); });
    lane.once(
        [&] { out(w) = t.most[wide] > 0 || !(t.most[part] <= (few ? 0 : little) * t.most[all]); });
  }

 private:
  template <class Most>
  KOKKOS_FUNCTION void look(int block, Most& t) const {
    bool const alone = v.rows.law(block) != Law::free && !v.rows.delassus.given();
    for (int row = v.rows.block_row(block); row < v.rows.block_row(block + 1); ++row)
      t.raise(0, fabs(v.direction.b(row)));
    OutOfRange<Space>{v, descends}(block, [&](int, Real x) {
      t.raise(1, fabs(x));
      t.raise(2, !alone || in_a_face(v.rows, block));
    });
  }
};

template <class Space>
struct ProjectToRange {
  static constexpr char const* label = "orthant::newton::project_to_range";
  Held<Space, View<Space>> v;
  bool descends;
  Span<Space, int*> which;
  KOKKOS_FUNCTION void operator()(int block) const {
    if (which(v.rows.block_world(block)))
      OutOfRange<Space>{v, descends}(block, [&](int row, Real x) { v.direction.b(row) -= x; });
  }
};

/// The merit that the linear model predicts after a full step, 1/2 |E z|^2, due to the
/// regularisation.
template <class Space>
struct Unpredicted {
  static constexpr char const* label = "orthant::newton::unpredicted";
  Held<Space, View<Space>> v;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!v.active(w)) return;
    int const first = v.rows.world_block(w);
    Real const sum =
        lane.sum(v.rows.world_block(w + 1) - first, [&](int k) { return block(first + k); });
    lane.once([&] {
      Real const rho = v.world(w).damping.ratio;
      v.world(w).damping.unpredicted = 0.5 * rho * rho * sum;
    });
  }

 private:
  KOKKOS_FUNCTION Real block(int k) const {
    if (v.rows.law(k) == Law::free) return 0;
    auto const& P_left = v.P_left();
    int const begin = v.rows.block_row(k), n = v.rows.size(k);
    Real sum = 0;
    for (int row = begin; row < begin + n; ++row) {
      Real Phi = 0;
      for (int i = 0; i < n; ++i)
        Phi += P_left(row, i) * v.regularisation(begin + i) * v.direction.z(begin + i);
      sum += Phi * Phi;
    }
    return sum;
  }
};

/// Newton's direction: du, and dlambda, which RowDirection writes over z.
template <class Space>
struct BodyDirection {
  static constexpr char const* label = "orthant::newton::body_direction";
  Held<Space, View<Space>> v;

  /// J^T P_right z
  KOKKOS_FUNCTION Vec6 impulse(int b) const {
    auto const& rows = v.rows;
    Vec6 f;
    for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
      int const block = rows.incidence(t) / 2, side = rows.incidence(t) % 2;
      for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row) {
        Real const z = v.direction.z(row);
        for (int i = 0; i < 6; ++i) f[i] += v.matrices.right_J(row, side, i) * z;
      }
    }
    return f;
  }
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!v.active(v.world_of(b))) return;
    v.base.u(b) = v.u(b);
    if (v.matrices.exact) return;
    v.direction.du(b) = v.matrices.K_inverse(b) * impulse(b) - v.matrices.defect_response(b);
  }
};
template <class Space>
struct RowDirection {
  static constexpr char const* label = "orthant::newton::row_direction";
  Held<Space, View<Space>> v;
  KOKKOS_FUNCTION void operator()(int block) const {
    if (!v.active(v.rows.block_world(block))) return;
    int const begin = v.rows.block_row(block), n = v.rows.size(block);
    Real z[max_block_rows];
    for (int k = 0; k < n; ++k) z[k] = v.direction.z(begin + k);
    for (int row = begin; row < begin + n; ++row) {
      v.direction.z(row) = v.at.step(row);
      for (int k = 0; k < n; ++k) v.direction.z(row) += v.at.P_right(row, k) * z[k];
      v.base.impulse(row) = v.rows.impulse(row);
    }
  }
};

/// Starts the line search: counts the iteration and sets the first step length.
template <class Space>
struct BeginStep {
  static constexpr char const* label = "orthant::newton::begin_step";
  Held<Space, View<Space>> v;
  Span<Space, int*> searching;
  Real first;
  KOKKOS_FUNCTION void operator()(int w) const {
    searching(w) = v.active(w);
    if (!v.active(w)) return;
    auto& p = v.world(w);
    ++p.iterations;
    p.search.step = first;
    p.search.trials = 0;
    p.search.merit_before = p.error.merit;
  }
};

/// u = u_free + M^-1 J^T lambda, in the running worlds.
template <class Space>
struct Follow {
  static constexpr char const* label = "orthant::newton::follow";
  Held<Space, View<Space>> v;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (v.active(v.world_of(b)))
      v.u(b) = v.free_twist(b) + v.inverse_mass(b) * impulse_on<Space>(v.rows, b);
  }
};
template <class Space>
struct CountIteration {
  static constexpr char const* label = "orthant::newton::count_iteration";
  Held<Space, View<Space>> v;
  KOKKOS_FUNCTION void operator()(int w) const {
    if (v.active(w)) ++v.world(w).iterations;
  }
};

/// Moves u, and in MoveRows lambda, by the step length along the direction, in the worlds of
/// `moving`.
template <class Space>
struct MoveBodies {
  static constexpr char const* label = "orthant::newton::move_bodies";
  Held<Space, View<Space>> v;
  Span<Space, int*> moving;
  KOKKOS_FUNCTION void operator()(int b) const {
    int const w = v.world_of(b);
    if (moving(w)) v.u(b) = v.base.u(b) + v.world(w).search.step * v.direction.du(b);
  }
};
template <class Space>
struct MoveRows {
  static constexpr char const* label = "orthant::newton::move_rows";
  Held<Space, View<Space>> v;
  Span<Space, int*> moving;
  KOKKOS_FUNCTION void operator()(int block) const {
    int const w = v.rows.block_world(block);
    if (!moving(w)) return;
    for (int row = v.rows.block_row(block); row < v.rows.block_row(block + 1); ++row)
      v.rows.impulse(row) = v.base.impulse(row) + v.world(w).search.step * v.direction.z(row);
  }
};

}  // namespace orthant::newton
