// Contact point: the signed distance of two features, and the sliding velocity between them.
#pragma once
#include "orthant/core/collision/detail/contact.hpp"
#include "orthant/core/collision/detail/round_normal.hpp"

namespace orthant {

/// Row 1, position level: c(q), the distance of the features less their radii [m]; which formula
/// depends on the kind (see ContactKind). With n the unit normal from A to B and x_C the point
/// half-way between the two surfaces,
///   dc/dt = n . (v_B(x_C) - v_A(x_C)),     v(x) = v + w x (x - x_com)
/// for every kind, because the closest points of the features differ by a multiple of n only. A
/// meeting has the n, and the arms from x_com to x_C, of the time at which it takes place.
///
/// Rows 2 and 3, velocity level: s_i t_i . (v_B(x_C) - v_A(x_C)) [m/s], with t_1, t_2, n
/// orthonormal. Where a surface runs relative to its body, as a belt does, the row values have
/// s_i t_i . v_s beside it, see `running`. s_i = mu_i/mu turns the ellipse
///   (l_1/mu_1)^2 + (l_2/mu_2)^2 <= l_n^2
/// of physical impulses l_i along t_i into a circle: with y_i = l_i/s_i it is |y| <= mu l_n. The
/// impulses of the rows are y, because J^T y = sum_i t_i s_i y_i = sum_i t_i l_i. Their values are
/// w_i = s_i v_i, and
///   <l, v> = <y, w>
/// so that maximal dissipation, the minimum of <l, v> over the ellipse, is that of an isotropic
/// contact between y and w. Impulses in physical units are s_i y_i. For isotropic friction s = 1.
struct ContactPointRelation {
  static constexpr char const* name = "contact";
  static constexpr char const* about = "unilateral contact with Coulomb friction; 3 rows a point";
  static constexpr int rows = 3, position_rows = 1, linear_rows = 3;
  using Item = Contact;

  template <class T>
  struct Witness {
    Vec<3, T> normal, x_A, x_B;  // unit normal, and the closest points of the features
    T distance;                  // distance of these points, without radii [m]
  };

  template <class T>
  static KOKKOS_FUNCTION Vec<3, T> times(Mat3 const& A, Vec<3, T> const& x) {
    Vec<3, T> y;
    for (int r = 0; r < 3; ++r) y[r] = dot(constant<T>({{A[r][0], A[r][1], A[r][2]}}), x);
    return y;
  }
  template <class T>
  static ORTHANT_CALLED KOKKOS_FUNCTION Witness<T> witness(Item const& item, Pose<T> const& A,
                                                           Pose<T> const& B) {
    Vec<3, T> const p_A = at(A, constant<T>(item.p_A)), p_B = at(B, constant<T>(item.p_B));
    Vec<3, T> const d_A = rotate(A.q_WB, constant<T>(item.d_A)), d = p_B - p_A;
    switch (item.kind) {
      case ContactKind::plane_point: {
        T const height = dot(d_A, d);
        return {d_A, p_B - height * d_A, p_B, height};
      }
      case ContactKind::mean_plane: {  // about the middle of both points, as both bodies turn it
        Vec<3, T> const both = d_A + rotate(B.q_WB, constant<T>(item.d_B));
        Vec<3, T> const n = (T(1) / norm(both)) * both;
        T const height = dot(n, d);
        Vec<3, T> const middle = T(0.5) * (p_A + p_B), half = (T(0.5) * height) * n;
        return {n, middle - half, middle + half, height};
      }
      case ContactKind::line_line: {
        Vec<3, T> const d_B = rotate(B.q_WB, constant<T>(item.d_B));
        Vec<3, T> const across = cross(d_A, d_B);
        T const sine2 = dot(across, across);
        Vec<3, T> const n = (T(1) / sqrt(sine2)) * across;
        T const s_A = dot(cross(d, d_B), across) / sine2, s_B = dot(cross(d, d_A), across) / sine2;
        return {n, p_A + s_A * d_A, p_B + s_B * d_B, dot(n, d)};
      }
      case ContactKind::line_point: {
        Vec<3, T> const foot = p_A + dot(d, d_A) * d_A;
        T const length = norm(p_B - foot);
        return {(T(1) / length) * (p_B - foot), foot, p_B, length};
      }
      case ContactKind::plane_ellipsoid: {  // the lowest point of the ellipsoid
        Vec<3, T> const n = rotate_back(B.q_WB, d_A), E_n = times(item.E_B, n);
        T const reach = sqrt(dot(n, E_n)), height = dot(d_A, d) - reach;
        Vec<3, T> const x_B = p_B - (T(1) / reach) * rotate(B.q_WB, E_n);
        return {d_A, x_B - height * d_A, x_B, height};
      }
      case ContactKind::line_ellipsoid: {
        RoundPair<T> const pair{d, {}, turned_by(B.q_WB, item.E_B), false, true};
        Vec<3, T> const start = rotate(B.q_WB, constant<T>(item.d_B));
        Vec<3, T> const n = common_normal_across(pair, d_A, start);
        Vec<3, T> const x_B = p_B - reach_of(pair.E_B, n).arm;
        Vec<3, T> const x_A = p_A + dot(x_B - p_A, d_A) * d_A;
        return {n, x_A, x_B, dot(n, x_B - x_A)};
      }
      case ContactKind::ellipsoid_ellipsoid: {
        RoundPair<T> const pair{d, turned_by(A.q_WB, item.E_A), turned_by(B.q_WB, item.E_B),
                                narrow::has_size(item.E_A), narrow::has_size(item.E_B)};
        Vec<3, T> const n = common_normal(pair, d_A);
        Vec<3, T> const x_A = pair.round_A ? p_A + reach_of(pair.E_A, n).arm : p_A;
        Vec<3, T> const x_B = pair.round_B ? p_B - reach_of(pair.E_B, n).arm : p_B;
        return {n, x_A, x_B, dot(n, x_B - x_A)};
      }
      case ContactKind::point_point:
      case ContactKind::meeting:  // has no features
        break;
    }
    T const length = norm(d);
    return {(T(1) / length) * d, p_A, p_B, length};
  }

  template <class T>
  static KOKKOS_FUNCTION Vec<1, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    if (item.kind == ContactKind::meeting) return {{meeting_gap(item, A, B)}};
    return {{witness(item, A, B).distance - T(item.r_A + item.r_B)}};
  }

  /// n, t_1, t_2 and x_C of a contact at the poses A and B, and the arms from the centres to x_C.
  template <class T>
  struct Frame {
    Vec<3, T> axis[3];
    Vec<3, T> x_C, arm_A, arm_B;
  };

  template <class T>
  static KOKKOS_FUNCTION Frame<T> frame(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    Frame<T> out;
    if (item.kind == ContactKind::meeting) {  // fixed at the time of the meeting, the same for all
                                              // poses
      Vec3 const start = rotate(item.tangent_on_b ? item.q_B : item.q_A, item.tangent);
      set_axes(out, constant<T>(item.d_A), constant<T>(start));
      out.arm_A = constant<T>(item.p_A);
      out.arm_B = constant<T>(item.p_B);
      out.x_C = T(0.5) * (A.p_WB + out.arm_A + B.p_WB + out.arm_B);
      return out;
    }
    auto const w = witness(item, A, B);
    set_axes(out, w.normal, rotate((item.tangent_on_b ? B : A).q_WB, constant<T>(item.tangent)));
    out.x_C = T(0.5) * (w.x_A + w.x_B + T(item.r_A - item.r_B) * w.normal);
    out.arm_A = out.x_C - A.p_WB;
    out.arm_B = out.x_C - B.p_WB;
    return out;
  }

  /// Of pairs that may touch in several points at once.
  static KOKKOS_FUNCTION bool is_of_a_face(ContactKind kind) {
    return kind == ContactKind::plane_point || kind == ContactKind::line_point ||
           kind == ContactKind::plane_ellipsoid;
  }
  /// The same for rates. Points of a face have x_C as far from its plane as at the start of the
  /// step: those that sink or part by different amounts stay in one plane there, so that all of
  /// them can stick at once. A pair that touches in one point has it in the middle, the same from
  /// both sides.
  template <class T>
  static KOKKOS_FUNCTION Frame<T> frame_of_rates(Item const& item, Pose<T> const& A,
                                                 Pose<T> const& B) {
    Frame<T> out = frame(item, A, B);
    if (!is_of_a_face(item.kind)) return out;
    Vec<3, T> const back = T(0.5) * (T(item.gap) - gap(item, A, B)[0]) * out.axis[0];
    for (auto* each : {&out.x_C, &out.arm_A, &out.arm_B}) *each = *each + back;
    return out;
  }
  /// v_B(x_C) - v_A(x_C) in a frame [m/s].
  template <class T>
  static KOKKOS_FUNCTION Vec<3, T> velocity(Frame<T> const& of, Twist const& u_A,
                                            Twist const& u_B) {
    return constant<T>(linear(u_B) - linear(u_A)) + cross(constant<T>(angular(u_B)), of.arm_B) -
           cross(constant<T>(angular(u_A)), of.arm_A);
  }
  /// Its part along n, and the sliding velocity across n.
  template <class T>
  static KOKKOS_FUNCTION T parting(Frame<T> const& of, Twist const& u_A, Twist const& u_B) {
    return dot(velocity(of, u_A, u_B), of.axis[0]);
  }
  template <class T>
  static KOKKOS_FUNCTION Vec<3, T> sliding(Frame<T> const& of, Twist const& u_A, Twist const& u_B) {
    Vec<3, T> const v = velocity(of, u_A, u_B);
    return v - dot(v, of.axis[0]) * of.axis[0];
  }

  /// v_s: how fast the surface of B runs past that of A where both bodies are at rest [m/s]. Its
  /// tangential part adds to the sliding velocity.
  static KOKKOS_FUNCTION Vec3 running(Item const& item, Quat<> const& q_A, Quat<> const& q_B) {
    if (!item.law.runs) return {};
    return rotate(q_B, item.law.v_B) - rotate(q_A, item.law.v_A);
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<3, 6, T>& J_A, Mat<3, 6, T>& J_B) {
    Frame<T> f = frame(item, A, B);
    for (int row = 0; row < 3; ++row) {
      if (row > 0) f.axis[row] *= T(item.law.stretch[row - 1]);
      Vec<3, T> const moment_A = cross(f.arm_A, f.axis[row]);
      Vec<3, T> const moment_B = cross(f.arm_B, f.axis[row]);
      for (int i = 0; i < 3; ++i) {
        J_A[row][i] = T(-1) * f.axis[row][i];
        J_A[row][3 + i] = T(-1) * moment_A[i];
        J_B[row][i] = f.axis[row][i];
        J_B[row][3 + i] = moment_B[i];
      }
    }
  }

 private:
  template <class T>
  static KOKKOS_FUNCTION void set_axes(Frame<T>& frame, Vec<3, T> const& n,
                                       Vec<3, T> const& start) {
    frame.axis[0] = n;
    frame.axis[1] = unit(start - dot(start, n) * n);
    frame.axis[2] = cross(n, frame.axis[1]);
  }
};

}  // namespace orthant
