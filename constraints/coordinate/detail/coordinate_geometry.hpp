// A coordinate c(q) of a joint and its derivatives, for coordinates in the list and for couplings.
//
// A coupling has c = sum_k f_k(g_k) - f_k(start_k) and, by push and pull,
//   J = sum f_k' J_k,     G = sum f_k' lambda G_k + J_k^T f_k'' lambda J_k
// with f_k at g_k, whole turns counted.
#pragma once
#include "orthant/constraints/coordinate/detail/coordinate_item.hpp"
#include "orthant/constraints/relations/geometric_stiffness.hpp"
#include "orthant/constraints/relations/relation_kernels.hpp"

namespace orthant::coordinate_kernels {

/// The value c plus a multiple of `period` closest to `last`.
KOKKOS_INLINE_FUNCTION Real unwrapped(Real c, Real last, Real period) {
  return period > 0 ? c + period * floor((last - c) / period + 0.5) : c;
}

/// The angles of a coordinate whose turns are counted: the coordinate itself, or angles in it.
using UnwrappedValues = Vec<CoupledSpec::most>;

/// The correction of c for the whole turns of its angles, each times the slope of c along it.
template <class C, std::size_t... I>
KOKKOS_FUNCTION Real unwrapped_sum(JointItem const& it, Pose<> const& A, Pose<> const& B,
                                   UnwrappedValues const& last, std::index_sequence<I...>) {
  auto const slope = C::slopes(it);
  Real sum = 0;
  auto const add = [&](Real angle, Real before, Real period, Real along) {
    sum += along * (unwrapped(angle, before, period) - angle);
  };
  (add(std::tuple_element_t<I, typename C::Counted>::gap(it, A, B)[0], last[I],
       std::tuple_element_t<I, typename C::Counted>::period, slope[I]),
   ...);
  return sum;
}
template <class C, std::size_t... I>
KOKKOS_FUNCTION UnwrappedValues angles_in(JointItem const& it, Pose<> const& A, Pose<> const& B,
                                          UnwrappedValues const& last, std::index_sequence<I...>) {
  UnwrappedValues out;
  ((out[I] = unwrapped(std::tuple_element_t<I, typename C::Counted>::gap(it, A, B)[0], last[I],
                       std::tuple_element_t<I, typename C::Counted>::period)),
   ...);
  return out;
}
template <class C>
using Counted = std::make_index_sequence<std::tuple_size_v<typename C::Counted>>;

/// The coordinate of a term, with turns counted from `last`.
template <class Space>
KOKKOS_FUNCTION Real counted_term(CoupledCoordinate const& term, Span<Space, Pose<>*> const& pose,
                                  Real last) {
  Real g = 0;
  with_coordinate(term.coordinate, [&](auto coordinate) {
    g = unwrapped(
        coordinate.gap(term, pose_of<Space>(pose, term.a), pose_of<Space>(pose, term.b))[0], last,
        coordinate.period);
  });
  return g;
}

/// Calls f(i, term, value) for some terms of a coupling, with the value of its function.
template <class Space, class F>
KOKKOS_FUNCTION void for_terms(CoordinateItem const& it, Coupled const& terms,
                               CoupledTerms<Space> const& of, Span<Space, Pose<>*> const& pose,
                               UnwrappedValues const& last, F const& f) {
  for (int k = terms.first; k < terms.first + terms.count; ++k) {
    int const i = k - it.coupled.first;
    auto const& term = of.term(k);
    f(i, term, term.at(of.pieces, counted_term<Space>(term, pose, last[i])));
  }
}
/// The same for all terms.
template <class Space, class F>
KOKKOS_FUNCTION void for_terms(CoordinateItem const& it, CoupledTerms<Space> const& of,
                               Span<Space, Pose<>*> const& pose, UnwrappedValues const& last,
                               F const& f) {
  for_terms<Space>(it, it.coupled, of, pose, last, f);
}

/// The coordinate with its turns counted from `last`, whether c or angles in c turn.
template <class Space>
KOKKOS_FUNCTION Real counted(CoordinateItem const& it, CoupledTerms<Space> const& of,
                             Span<Space, Pose<>*> const& pose, UnwrappedValues const& last) {
  Real c = 0;
  for_terms<Space>(it, of, pose, last,
                   [&](int, CoupledCoordinate const& term, FunctionValue const& value) {
                     c += value.f - term.at(of.pieces, term.start).f;
                   });
  if (it.coupled.given()) return c;
  with_coordinate(it.coordinate, [&](auto coordinate) {
    using C = decltype(coordinate);
    Pose<> const A = pose_of<Space>(pose, it.a), B = pose_of<Space>(pose, it.b);
    c = coordinate.gap(it, A, B)[0];
    if constexpr (requires { typename C::Counted; })
      c += unwrapped_sum<C>(it, A, B, last, Counted<C>{});
    else
      c = unwrapped(c, last[0], coordinate.period);
  });
  return c;
}
/// The values whose turns are counted.
template <class Space>
KOKKOS_FUNCTION UnwrappedValues counter(CoordinateItem const& it, CoupledTerms<Space> const& of,
                                        Span<Space, Pose<>*> const& pose,
                                        UnwrappedValues const& last) {
  UnwrappedValues out;
  for (int i = 0; i < it.coupled.count; ++i)
    out[i] = counted_term<Space>(of.term(it.coupled.first + i), pose, last[i]);
  if (it.coupled.given()) return out;
  with_coordinate(it.coordinate, [&](auto coordinate) {
    using C = decltype(coordinate);
    Pose<> const A = pose_of<Space>(pose, it.a), B = pose_of<Space>(pose, it.b);
    if constexpr (requires { typename C::Counted; })
      out = angles_in<C>(it, A, B, last, Counted<C>{});
    else
      out[0] = unwrapped(coordinate.gap(it, A, B)[0], last[0], coordinate.period);
  });
  return out;
}

/// J of two bodies; of the i-th term of a coupling, f' J of its joint, or J alone.
struct BothSides {
  Mat<1, 6> of[2];
};
template <class Space>
KOKKOS_FUNCTION BothSides jacobian_of(int coordinate, JointItem const& it,
                                      Span<Space, Pose<>*> const& pose) {
  BothSides J;
  with_coordinate(coordinate, [&](auto c) {
    c.jacobian(it, pose_of<Space>(pose, it.a), pose_of<Space>(pose, it.b), J.of[0], J.of[1]);
  });
  return J;
}

/// dc/dq of the two bodies of a row; of a tied one its part.
template <class Space>
KOKKOS_FUNCTION BothSides jacobian_of(CoordinateItem const& it, CoupledTerms<Space> const& of,
                                      Span<Space, Pose<>*> const& pose,
                                      UnwrappedValues const& last) {
  if (!it.coupled.given()) return jacobian_of<Space>(it.coordinate, it, pose);
  BothSides sum;
  for_terms<Space>(it, terms_of_row(it), of, pose, last,
                   [&](int, CoupledCoordinate const& term, FunctionValue const& f) {
                     auto const J = jacobian_of<Space>(term.coordinate, term, pose);
                     for (int side = 0; side < 2; ++side)
                       if (int const to = term.side[side]; to >= 0)
                         for (int k = 0; k < 6; ++k) sum.of[to][0][k] += f.slope * J.of[side][0][k];
                   });
  return sum;
}

/// dc/dt at a pose and a twist, over all bodies of a coupling.
template <class Space>
KOKKOS_FUNCTION Real rate_of(CoordinateItem const& it, CoupledTerms<Space> const& of,
                             Span<Space, Pose<>*> const& pose, UnwrappedValues const& last,
                             Span<Space, Twist*> const& twist) {
  auto const along = [&](int coordinate, JointItem const& joint) {
    auto const J = jacobian_of<Space>(coordinate, joint, pose);
    int const bodies[2] = {joint.a, joint.b};
    Real speed = 0;
    for (int side = 0; side < 2; ++side)
      for (int i = 0; bodies[side] >= 0 && i < 6; ++i)
        speed += J.of[side][0][i] * twist(bodies[side])[i];
    return speed;
  };
  if (!it.coupled.given()) return along(it.coordinate, it);
  Real sum = 0;
  for_terms<Space>(it, of, pose, last,
                   [&](int, CoupledCoordinate const& term, FunctionValue const& f) {
                     sum += f.slope * along(term.coordinate, term);
                   });
  return sum;
}

KOKKOS_INLINE_FUNCTION Mat<1, 12> row_of(BothSides const& J) {
  Mat<1, 12> out;
  for (int k = 0; k < 12; ++k) out[0][k] = J.of[k / 6][0][k % 6];
  return out;
}

/// geometric_stiffness and rates_by_q of a coordinate.
template <class C>
KOKKOS_FUNCTION Mat<12, 12> stiffness_along(C const& c, JointItem const& it, Pose<> const& A,
                                            Pose<> const& B, Real force) {
  if constexpr (std::is_same_v<C, OwnCoordinate>)
    return c.geometric_stiffness(it, A, B, {{force}});
  else
    return geometric_stiffness<C>(it, A, B, {{force}});
}
template <class C>
KOKKOS_FUNCTION Mat<1, 12> rates_along(C const& c, JointItem const& it, Pose<> const& A,
                                       Pose<> const& B, Twist const& u_A, Twist const& u_B) {
  if constexpr (std::is_same_v<C, OwnCoordinate>)
    return c.rates_by_q(it, A, B, u_A, u_B);
  else
    return rates_by_q<C>(it, A, B, u_A, u_B);
}

/// G of a row whose force along c is lambda.
template <class Space>
KOKKOS_FUNCTION Mat<12, 12> stiffness_of(CoordinateItem const& it, CoupledTerms<Space> const& of,
                                         Span<Space, Pose<>*> const& pose,
                                         UnwrappedValues const& last, Real lambda) {
  auto const listed = [&](int coordinate, JointItem const& joint, Real force) {
    Mat<12, 12> G;
    with_coordinate(coordinate, [&](auto c) {
      G = stiffness_along(c, joint, pose_of<Space>(pose, joint.a), pose_of<Space>(pose, joint.b),
                          force);
    });
    return G;
  };
  if (!it.coupled.given()) return listed(it.coordinate, it, lambda);
  Mat<12, 12> sum;
  for_terms<Space>(it, terms_of_row(it), of, pose, last,
                   [&](int, CoupledCoordinate const& term, FunctionValue const& f) {
                     auto const J = row_of(jacobian_of<Space>(term.coordinate, term, pose));
                     auto const G =
                         composed_stiffness(listed(term.coordinate, term, f.slope * lambda), J,
                                            Mat<1, 1>{{{f.bend * lambda}}});
                     for (int i = 0; i < 12; ++i)
                       for (int j = 0; j < 12; ++j)
                         if (int const a = term.side[i / 6], b = term.side[j / 6]; a >= 0 && b >= 0)
                           sum[6 * a + i % 6][6 * b + j % 6] += G[i][j];
                   });
  return sum;
}

/// d(J u)/dq at fixed twists of both bodies.
template <class Space>
KOKKOS_FUNCTION Mat<1, 12> rate_by_q_of(CoordinateItem const& it, CoupledTerms<Space> const& of,
                                        Span<Space, Pose<>*> const& pose,
                                        UnwrappedValues const& last, Twist const& u_A,
                                        Twist const& u_B) {
  auto const listed = [&](int coordinate, JointItem const& joint, Twist const& a, Twist const& b) {
    Mat<1, 12> out;
    with_coordinate(coordinate, [&](auto c) {
      out =
          rates_along(c, joint, pose_of<Space>(pose, joint.a), pose_of<Space>(pose, joint.b), a, b);
    });
    return out;
  };
  if (!it.coupled.given()) return listed(it.coordinate, it, u_A, u_B);
  Mat<1, 12> sum;
  for_terms<Space>(it, terms_of_row(it), of, pose, last,
                   [&](int, CoupledCoordinate const& term, FunctionValue const& f) {
                     auto const J = row_of(jacobian_of<Space>(term.coordinate, term, pose));
                     Twist u[2];
                     for (int side = 0; side < 2; ++side)
                       if (int const from = term.side[side]; from >= 0)
                         u[side] = from == 0 ? u_A : u_B;
                     auto const rate_by_q = listed(term.coordinate, term, u[0], u[1]);
                     Real speed = 0;
                     for (int k = 0; k < 12; ++k) speed += J[0][k] * u[k / 6][k % 6];
                     for (int k = 0; k < 12; ++k)
                       if (int const to = term.side[k / 6]; to >= 0)
                         sum[0][6 * to + k % 6] +=
                             f.slope * rate_by_q[0][k] + f.bend * speed * J[0][k];
                   });
  return sum;
}

}  // namespace orthant::coordinate_kernels
