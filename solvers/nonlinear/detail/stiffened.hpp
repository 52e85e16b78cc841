// Newton's matrix of the bodies with geometric stiffness, K = M - sigma h G.
#pragma once
#include "orthant/core/config/fields.hpp"
#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/step/detail/clear_stiffness.hpp"
#include "orthant/core/step/nonlinear_solver.hpp"
#include "orthant/core/step/step_problem.hpp"
#include "orthant/solvers/nonlinear/detail/newton_kernels.hpp"

namespace orthant {

/// How Newton's matrix contains the geometric stiffness G.
enum class GeometricStiffness { automatic, off, lumped, exact };
inline constexpr Named<GeometricStiffness> geometric_stiffnesses[] = {
    {GeometricStiffness::automatic, "auto"},
    {GeometricStiffness::off, "off"},
    {GeometricStiffness::lumped, "lumped"},
    {GeometricStiffness::exact, "exact"}};

}  // namespace orthant

namespace orthant::newton {

/// The symmetric matrix A with its negative eigenvalues replaced by zero, by Jacobi's method
/// [Jacobi 1846].
KOKKOS_INLINE_FUNCTION Mat3 positive_part(Mat3 A) {
  Mat3 V = diagonal({{1, 1, 1}});
  for (int sweep = 0; sweep < 8; ++sweep)
    for (int p = 0; p < 2; ++p)
      for (int q = p + 1; q < 3; ++q) {
        if (A[p][q] == 0) continue;
        Real const theta = (A[q][q] - A[p][p]) / (2 * A[p][q]);
        Real const t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
        Real const c = 1 / sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < 3; ++k) {
          Real const a = A[k][p], b = A[k][q];
          A[k][p] = c * a - s * b;
          A[k][q] = s * a + c * b;
          Real const v = V[k][p], w = V[k][q];
          V[k][p] = c * v - s * w;
          V[k][q] = s * v + c * w;
        }
        for (int k = 0; k < 3; ++k) {
          Real const a = A[p][k], b = A[q][k];
          A[p][k] = c * a - s * b;
          A[q][k] = s * a + c * b;
        }
      }
  return V * diagonal({{larger(A[0][0], 0.0), larger(A[1][1], 0.0), larger(A[2][2], 0.0)}}) *
         transpose(V);
}

/// Computes K^-1 of each body, and K^-1 M d, with a definite part of -sigma h G that has the form
/// of a mass [Andrews, Teichmann, Kry 2017]: for translations the largest row sum of absolute
/// values, for rotations the positive part of the symmetric block. Absolute values of opposite
/// forces do not cancel, so that K is definite even if M - sigma h G is not.
template <class Space>
struct LumpStiffness {
  static constexpr char const* label = "orthant::newton::lump_stiffness";
  Held<Space, View<Space>> v;
  Stiffness<Space> stiffness;
  Span<Space, InverseMass*> K_inverse;
  Span<Space, Twist*> defect_response;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!v.active(v.world_of(b))) return;
    auto const& M_inverse = v.inverse_mass(b);
    K_inverse(b) = M_inverse;
    defect_response(b) = v.momentum.defect(b);
    if (!(M_inverse.mass > 0)) return;
    Vec3 along;
    Mat3 rotation;
    for (int t = v.rows.incidence_begin(b); t < v.rows.incidence_begin(b + 1); ++t) {
      int const block = v.rows.incidence(t) / 2, o = 6 * (v.rows.incidence(t) % 2);
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 12; ++j)
          if (v.rows.body(block, j / 6) >= 0) along[i] += fabs(stiffness.G(block, o + i, j));
        for (int j = 0; j < 3; ++j)
          rotation[i][j] -=
              0.5 * stiffness.reach *
              (stiffness.G(block, o + 3 + i, o + 3 + j) + stiffness.G(block, o + 3 + j, o + 3 + i));
      }
    }
    Real const most = larger(along[0], larger(along[1], along[2]));
    Real turning = 0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) turning = larger(turning, fabs(rotation[i][j]));
    if (most == 0 && turning == 0) return;  // in bits as without stiffness
    Mat3 inertia = positive_part(rotation);
    Mat3 const own = inverse_spd(M_inverse.inertia);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) inertia[i][j] += own[i][j];
    Real const more = stiffness.reach * stiffness.along_J * most;
    K_inverse(b) = {1 / (1 / M_inverse.mass + more), inverse_spd(inertia)};
    defect_response(b) = K_inverse(b) * momentum_of(M_inverse, v.momentum.defect(b));
  }
};

/// The momentum of the defect d [N s, N m s], for the right-hand side of the saddle point.
template <class Space>
struct DefectMomentum {
  static constexpr char const* label = "orthant::newton::defect_momentum";
  Held<Space, View<Space>> v;
  Stiffness<Space> stiffness;
  Span<Space, Twist*> momentum;
  KOKKOS_FUNCTION void operator()(int b) const {
    if (!v.active(v.world_of(b))) return;
    auto const& M_inverse = v.inverse_mass(b);
    Vec6 const d = v.momentum.defect(b);
    momentum(b) = {};
    if (!(M_inverse.mass > 0)) return;
    momentum(b) = stiffness.of_momentum
                      ? stacked((1 / M_inverse.mass) * linear(d), stiffness.inertia(b) * angular(d))
                      : momentum_of(M_inverse, d);
  }
};

/// P_left da/du, or P_right da/du of symmetric formulations: the lower left block of the saddle
/// point.
template <class Space>
struct LeftRows {
  static constexpr char const* label = "orthant::newton::left_rows";
  Held<Space, View<Space>> v;
  Span<Space, Real*[2][6]> slope, left;
  KOKKOS_FUNCTION void operator()(int block) const {
    if (!v.active(v.rows.block_world(block))) return;
    int const begin = v.rows.block_row(block), n = v.rows.size(block);
    auto const& P_left = v.P_left();
    for (int row = begin; row < begin + n; ++row)
      for (int side = 0; side < 2; ++side)
        for (int i = 0; i < 6; ++i) {
          Real sum = 0;
          for (int k = 0; k < n; ++k)
            if (Real const x = P_left(row, k); x != 0) sum += x * slope(begin + k, side, i);
          left(row, side, i) = sum;
        }
  }
};

/// The geometric stiffness of a solve: none, a definite part of it on each body, or all.
template <class Space>
class Stiffened {
 public:
  Stiffened(GeometricStiffness how, Sizes const& n)
      : lumped_(how == GeometricStiffness::lumped), exact_(how == GeometricStiffness::exact) {
    bool const any = lumped_ || exact_;
    int const blocks = any ? n.blocks : 0, bodies = any ? n.bodies : 0;
    G_ = make_room<Space, Real* [12][12]>("orthant::newton::G", blocks);
    body_ = make_room<Space, int* [2]>("orthant::newton::turning_bodies", blocks);
    for (auto* each : {&slope_, &left_})
      *each = make_room<Space, Real* [2][6]>("orthant::newton::slope", exact_ ? n.rows : 0);
    for (auto* each : {&inertia_, &T_, &T_J_})
      *each = Array<Space, Mat3*>("orthant::newton::turn", bodies);
    K_inverse_ = Array<Space, InverseMass*>("orthant::newton::K_inverse", lumped_ ? bodies : 0);
    defect_response_ = Array<Space, Twist*>("orthant::newton::defect_response", bodies);
  }

  /// Call before the right-hand side of an iteration; replaces M by K in `v`.
  void prepare(Space const& space, StepProblem<Space>& problem, View<Space>& v) {
    if ((!lumped_ && !exact_) || !problem.has_stiffness()) return;
    each(space, v.rows.blocks, ClearStiffness<Space>{G_, body_});
    stiffness_ = {G_, body_, slope_, inertia_, T_, T_J_};
    problem.stiffness(space, v.u, v.active, stiffness_);
    int const bodies = v.rows.worlds * v.rows.bodies;
    v.matrices.defect_response = defect_response_;
    if (lumped_) {
      v.matrices.K_inverse = K_inverse_;
      each(space, bodies, LumpStiffness<Space>{v, stiffness_, K_inverse_, defect_response_});
    } else {
      v.matrices.exact = true;
      each(space, bodies, DefectMomentum<Space>{v, stiffness_, defect_response_});
    }
  }
  /// Call after the right-hand side; gives the exact stiffness to the saddle point solver.
  void add_to(Space const& space, SchurSystem<Space>& system, View<Space> const& v) const {
    if (!v.matrices.exact) return;
    each(space, v.rows.blocks, LeftRows<Space>{v, slope_, left_});
    system.left = left_;
    system.stiffness = stiffness_;
    system.momentum = defect_response_;
    system.du = v.direction.du;
  }

 private:
  bool lumped_, exact_;
  Stiffness<Space> stiffness_;
  Array<Space, Real* [12][12]> G_;
  Array<Space, int* [2]> body_;
  Array<Space, Real*[2][6]> slope_, left_;
  Array<Space, Mat3*> inertia_, T_, T_J_;
  Array<Space, InverseMass*> K_inverse_;
  Array<Space, Twist*> defect_response_;
};

}  // namespace orthant::newton
