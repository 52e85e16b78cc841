// Residuals of an iterate in one world: derivatives and residuals of the laws, and residuals of the
// equations of bodies.
#pragma once
#include "orthant/backends/records/world_iterate.hpp"
#include "orthant/core/step/detail/iterate_observer.hpp"

namespace orthant::iterates {

template <class T>
auto host(T const& span) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), span.view());
}
inline std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// P = P_left P_right, Q, and the right-hand side P_right target + step.
template <class Space>
void add_law(Iterate<Space> const& now, int first, WorldIterate& out) {
  auto const P_right = host(now.law.P_right), Q = host(now.law.Q), P_left = host(now.law.P_left);
  auto const target = host(now.law.target), step = host(now.law.step);
  auto const residual = host(now.law.residual), weight = host(now.weight);
  bool const exact = P_left.extent(0) > 0;
  auto const count = out.rows.value.size();
  out.P.resize(at(static_cast<int>(count)));
  out.Q = out.P;
  for (auto* each : {&out.weight, &out.residual, &out.right}) each->resize(count);
  for (auto const& block : out.rows.blocks)
    for (int i = block.row; i < block.row + block.size; ++i) {
      out.weight[i] = weight(first + i);
      out.residual[i] = residual(first + i);
      out.right[i] = exact ? target(first + i) : step(first + i);
      for (int k = 0; k < block.size; ++k) {
        out.Q[at(i)][k] = Q(first + i, k);
        if (!exact) out.right[i] += P_right(first + i, k) * target(first + block.row + k);
        for (int j = 0; j < block.size; ++j)
          out.P[at(i)][k] += (exact ? P_left(first + i, j) : P_right(first + i, j)) *
                             P_right(first + block.row + j, k);
      }
    }
}

inline Vec6 momentum(InverseMass const& M_inverse, Vec6 const& u) {
  return stacked((1 / M_inverse.mass) * linear(u), inertia_of(M_inverse) * angular(u));
}
template <class X>
std::vector<Vec6> body_impulses(WorldRows const& rows, X const& x) {
  std::vector<Vec6> out(rows.u.size());
  for (auto const& block : rows.blocks)
    for (int i = block.row; i < block.row + block.size; ++i)
      for (std::size_t side = 0; side < 2; ++side)
        if (int const b = block.body[side]; b >= 0) out[at(b)] += x(i) * rows.J[at(i)][side];
  return out;
}

/// Phi_dyn of the bodies that react.
inline void add_balance(WorldIterate& out) {
  auto const& rows = out.rows;
  auto const impulse = body_impulses(rows, [&](int i) { return rows.impulse[i]; });
  out.Phi_dyn.resize(rows.u.size());
  for (std::size_t b = 0; b < rows.u.size(); ++b)
    if (rows.inverse_mass[b].mass > 0)
      out.Phi_dyn[b] = momentum(rows.inverse_mass[b], rows.u[b] - rows.free_twist[b]) - impulse[b];
}

/// Phi_kin: x+ - x- - o_x - s v, and (I + [d]) a - o_w - s w with d = (o_w - s w)/2 and the
/// rotation a.
template <class Space>
void add_motion(StepMotion<Space> const& motion, Span<Space, Twist*> const& u, WorldIterate& out) {
  if (motion.from.extent(0) == 0) return;
  auto const from = host(motion.from), to = host(motion.to);
  auto const offset = host(motion.offset), twist = host(u);
  int const bodies = static_cast<int>(out.rows.u.size());
  out.Phi_kin.resize(at(bodies));
  for (int k = 0; k < bodies; ++k) {
    if (!out.reacts(k)) continue;
    int const b = out.world * bodies + k;
    Vec6 const o = offset.extent(0) > 0 ? offset(b) : Vec6{}, moved = motion.reach * twist(b);
    Quat<> const rotation = to(b).q_WB * conjugate(from(b).q_WB);
    Vec3 const a = (2 / rotation.w) * Vec3{{rotation.x, rotation.y, rotation.z}};
    Vec3 const d = 0.5 * (angular(o) - angular(moved));
    out.Phi_kin[at(k)] = stacked(to(b).p_WB - from(b).p_WB - linear(o) - linear(moved),
                                 a + cross(d, a) - angular(o) - angular(moved));
  }
}

}  // namespace orthant::iterates
