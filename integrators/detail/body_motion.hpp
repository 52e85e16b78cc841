// How the pose of a body follows from its twist in a step, and the twist from the momentum.
#pragma once
#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/model/model.hpp"

namespace orthant {

/// A root, if `settled`; else where the search for one ended.
struct Root {
  Vec3 x;
  bool settled = false;
};

/// Solves a polynomial equation of three unknowns by Newton's method from a close start; `defect(x,
/// derivative)` returns the residual, and writes the derivative unless it is null. A derivative is
/// kept while each correction is a tenth of the one before.
template <class F>
KOKKOS_INLINE_FUNCTION Root newton_root(Vec3 x, F const& defect) {
  constexpr int most = 60;
  constexpr Real enough = 1e-18;  // of the next correction, relative: 200 times less than
                                  // round-off, and corrections fall tenfold at least
  Mat3 inverse;
  Real last = 0, before = 0;
  for (int k = 0; k < most; ++k) {
    bool const renews = !(last < 0.1 * before);
    Mat3 derivative;
    Vec3 const f = defect(x, renews ? &derivative : nullptr);
    if (renews) inverse = inverse_general(derivative);
    Vec3 const step = inverse * f;
    x -= step;
    before = last;
    last = norm(step);
    Real const size = norm(x), next = last * last / (renews ? size : before);
    if (last == 0 || next <= enough * size) return {x, true};
  }
  return {x, false};
}

/// The parts in which `angle` is turned, each at most one `unit` and at most `most` of them; 1 if
/// it is not a number.
KOKKOS_INLINE_FUNCTION int parts_of_turn(Real angle, Real unit, int most) {
  Real const units = angle / unit;
  return units >= 1 ? 1 + static_cast<int>(smaller(units, most - 1.)) : 1;
}

/// The root for the whole step on the branch that begins at x for none; `defect(x, derivative,
/// part)` is that for a part of the step. Beyond a radian or so an equation has several roots, and
/// Newton's method from x may find none, or one of another step. The branch is followed in parts of
/// half a radian, and in finer ones where it bends. `turn`: about the rotation [rad].
template <class F>
KOKKOS_INLINE_FUNCTION Root followed_root(Vec3 const& x, Real turn, F const& defect) {
  constexpr int most_parts = 1024, most_refinements = 4;
  Root at;
  int parts = parts_of_turn(turn, 0.5, most_parts);
  for (int n = 0; n < most_refinements && !at.settled; ++n, parts *= 4) {
    at = {x, true};
    for (int k = 1; k <= parts && at.settled; ++k) {
      Real const part = static_cast<Real>(k) / parts;
      at = newton_root(at.x, [&](Vec3 const& y, Mat3* slope) { return defect(y, slope, part); });
    }
  }
  return at;
}

/// The cross product matrix [a] of a: [a] y = a x y.
KOKKOS_INLINE_FUNCTION Mat3 cross_matrix(Vec3 const& a) {
  Mat3 out;
  out[0][1] = -a[2], out[0][2] = a[1], out[1][2] = -a[0];
  out[1][0] = a[2], out[2][0] = -a[1], out[2][1] = a[0];
  return out;
}

/// The tangent of a rotation R+ = cay(a) R-: dtheta = (1 + [a/2]) / (1 + |a/2|^2) da
KOKKOS_INLINE_FUNCTION Mat3 cayley_tangent(Vec3 const& a) {
  Vec3 const half = 0.5 * a;
  Mat3 out = cross_matrix(half);
  for (int i = 0; i < 3; ++i) out[i][i] = 1;
  for (auto& row : out.m)
    for (Real& x : row) x /= 1 + dot(half, half);
  return out;
}

/// The tangent to the middle cay(c) R- of a rotation R+ = cay(a) R- by a turn of R+, with c = a/(1
/// + n), n^2 = 1 + |a/2|^2: dc = da/(1 + n) - a (a . da)/(4 n (1 + n)^2). That by a turn of R- has
/// -a for a.
KOKKOS_INLINE_FUNCTION Mat3 tangent_to_middle(Vec3 const& a) {
  Real const n = sqrt(1 + 0.25 * dot(a, a)), s = 1 / (1 + n);
  Mat3 dc;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) dc[i][j] = s * (i == j) - a[i] * a[j] * s * s / (4 * n);
  return cayley_tangent(s * a) * (dc * inverse_general(cayley_tangent(a)));
}

/// d(I w)/dw if I = R I_B R^T turns by dtheta = s T dw: I + s (I [w] - [I w]) T
KOKKOS_INLINE_FUNCTION Mat3 inertia_derivative(Mat3 const& I, Vec3 const& w, Mat3 const& T,
                                               Real s) {
  return I + s * ((I * cross_matrix(w) - cross_matrix(I * w)) * T);
}

/// The twist that belongs to a momentum, and the momentum that a rotation without a root leaves
/// [N m s]; 0: it has one.
struct SolvedTwist {
  Twist u;
  Real left = 0;
};

template <class F>
KOKKOS_INLINE_FUNCTION Real left_by(Root const& root, F const& defect) {
  return root.settled ? 0 : norm(defect(root.x, nullptr, 1.));
}

/// The end of a step follows from the twist there,
///   x+ = x- + o + s v+,    R+ = R- cay(b),    b = R-^T o + s Omega+,   Omega+ = R+^T w+,
/// with a reach s and an offset o (linear and angular part) in world axes. Angular velocities are
/// added in body axes. The twist is that of the momentum p+ = M(q+) u+ in world axes:
///   m v+ = p+,    R+ I Omega+ = p+.
template <class Space>
struct MotionToEnd {
  Span<Space, Body*> body;
  Span<Space, Pose<>*> from;
  Span<Space, Vec6*> offset;
  Real reach, h;

  KOKKOS_FUNCTION Pose<> pose(int b, Twist const& u) const {
    if (!body(b).dynamic()) return advance(from(b), u, h);
    return advance(from(b), increment(b, u), 1);
  }

  /// (o + s v+, a) with R+ = cay(a) R-. a = R- b is the axis of rotation, and R- Omega+ is w+
  /// turned back, so that (I + [a]/2) R- Omega+ = (I - [a]/2) w+, and (I + [a]/2) a = a. Hence a
  /// solves
  ///   (I + [d]) a = e,    d = (o - s w+)/2,   e = o + s w+.
  KOKKOS_FUNCTION Vec6 increment(int b, Twist const& u) const {
    Vec3 const o = angular(offset(b)), rotation = reach * angular(u);
    Vec3 const d = 0.5 * (o - rotation), e = o + rotation;
    Vec3 const a = (1 / (1 + dot(d, d))) * (e - cross(d, e) + dot(d, e) * d);
    return stacked(linear(offset(b)) + reach * linear(u), a);
  }

  /// The rotation dtheta = s T dw of the body by du. From (I + [d]) a = e:
  ///   (I + [d]) da = s (I - [a]/2) dw
  KOKKOS_FUNCTION Mat3 rotation_tangent(int b, Vec6 const& moved_by, Twist const& u) const {
    Vec3 const d = 0.5 * (angular(offset(b)) - reach * angular(u)), a = angular(moved_by);
    Mat3 left = cross_matrix(d), right = cross_matrix(-0.5 * a);
    for (int i = 0; i < 3; ++i) left[i][i] = right[i][i] = 1;
    return cayley_tangent(a) * (inverse_general(left) * right);
  }

  /// With y = R-^T p+ and cay(b) = (I - [b]/2)^-1 (I + [b]/2), which commute,
  ///   R+ I Omega+ = p+   is   I Omega - y + b x (I Omega + y)/2 = 0.
  KOKKOS_FUNCTION SolvedTwist twist(int b, Vec6 const& P) const {
    Quat<> const q = from(b).q_WB;
    Mat3 const& I = body(b).inertia_B;
    Vec3 const y = rotate_back(q, angular(P)), o = rotate_back(q, angular(offset(b)));
    auto const defect = [&](Vec3 const& x, Mat3* slope, Real part) {
      Real const s = part * reach;
      Vec3 const L = I * x, rotation = part * o + s * x;
      if (slope) {
        *slope = I + cross_matrix(0.5 * rotation) * I - 0.5 * s * cross_matrix(L + y);
      }
      return L - y + 0.5 * cross(rotation, L + y);
    };
    Vec3 const first = body(b).inverse_inertia_B * y;
    Root const Omega = followed_root(first, norm(o) + reach * norm(first), defect);
    Vec6 const rotation = stacked({}, rotate(q, o + reach * Omega.x));
    return {stacked((1 / body(b).mass) * linear(P),
                    rotate(advance(from(b), rotation, 1).q_WB, Omega.x)),
            left_by(Omega, defect)};
  }
};

/// The end of a step follows from a mean twist w = (v, R- Omega), with Omega in body axes:
///   x+ = x- + h v,    R+ = R- cay(h Omega).
/// The momentum p' of the step is the discrete Legendre transform of the Lagrangian h/2 (m v.v +
/// Omega.I Omega) at its start [Bou-Rabee, Marsden 2009]. From d(h Omega) = (I + x/2 [.] + x x^T/4)
/// at x = h Omega follows
///   m v = p',    I Omega + h/2 Omega x I Omega + h^2/4 (Omega.I Omega) Omega = R-^T p'.
/// The transform at the end, in world axes, is the same p'.
template <class Space>
struct MotionByMean {
  Span<Space, Body*> body;
  Span<Space, Pose<>*> from;
  Real h;

  KOKKOS_FUNCTION Pose<> pose(int b, Twist const& u) const { return advance(from(b), u, h); }

  KOKKOS_FUNCTION SolvedTwist twist(int b, Vec6 const& P) const {
    Quat<> const q = from(b).q_WB;
    Mat3 const& I = body(b).inertia_B;
    Vec3 const y = rotate_back(q, angular(P));
    auto const defect = [&](Vec3 const& x, Mat3* slope, Real part) {
      Real const s = part * h;
      Vec3 const L = I * x;
      Real const twice_energy = dot(x, L);
      if (slope) {
        Mat3 const by_momentum = cross_matrix(x) * I, by_rotation = cross_matrix(L);
        for (int i = 0; i < 3; ++i)
          for (int k = 0; k < 3; ++k)
            (*slope)[i][k] = I[i][k] + 0.5 * s * (by_momentum[i][k] - by_rotation[i][k]) +
                             0.25 * s * s * (2 * x[i] * L[k] + (i == k) * twice_energy);
      }
      return L - y + 0.5 * s * cross(x, L) + 0.25 * s * s * twice_energy * x;
    };
    Vec3 const first = body(b).inverse_inertia_B * y;
    Root const Omega = followed_root(first, h * norm(first), defect);
    return {stacked((1 / body(b).mass) * linear(P), rotate(q, Omega.x)), left_by(Omega, defect)};
  }
};

}  // namespace orthant
