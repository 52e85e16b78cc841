// The linear system of a Newton step in one world, and its solution.
#pragma once
#include "orthant/backends/records/world_iterate.hpp"
#include "orthant/core/step/detail/iterate_observer.hpp"

namespace orthant::iterates {

/// Residuals of an iterate in one world: derivatives and residuals of the laws, and residuals of
/// the equations of bodies.
template <class T>
auto host(T const& span) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), span.view());
}

/// P = P_left P_right, Q, and the right-hand side P_right target + step.
template <class Space>
void add_law(Iterate<Space> const& now, int first, WorldIterate& out) {
  auto const P_right = host(now.law.P_right), Q = host(now.law.Q), P_left = host(now.law.P_left);
  auto const target = host(now.law.target), step = host(now.law.step);
  auto const residual = host(now.law.residual), weight = host(now.weight);
  bool const exact = P_left.extent(0) > 0;
  auto const count = out.rows.value.size();
  out.P.resize(nth(static_cast<int>(count)));
  out.Q = out.P;
  for (auto* each : {&out.weight, &out.residual, &out.right}) each->resize(count);
  for (auto const& block : out.rows.blocks)
    for (int i = block.row; i < block.row + block.size; ++i) {
      out.weight[i] = weight(first + i);
      out.residual[i] = residual(first + i);
      out.right[i] = exact ? target(first + i) : step(first + i);
      for (int k = 0; k < block.size; ++k) {
        out.Q[nth(i)][k] = Q(first + i, k);
        if (!exact) out.right[i] += P_right(first + i, k) * target(first + block.row + k);
        for (int j = 0; j < block.size; ++j)
          out.P[nth(i)][k] += (exact ? P_left(first + i, j) : P_right(first + i, j)) *
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
        if (int const b = block.body[side]; b >= 0) out[nth(b)] += x(i) * rows.J[nth(i)][side];
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
  out.Phi_kin.resize(nth(bodies));
  for (int k = 0; k < bodies; ++k) {
    if (!out.reacts(k)) continue;
    int const b = out.world * bodies + k;
    Vec6 const o = offset.extent(0) > 0 ? offset(b) : Vec6{}, moved = motion.reach * twist(b);
    Quat<> const rotation = to(b).q_WB * conjugate(from(b).q_WB);
    Vec3 const a = (2 / rotation.w) * Vec3{{rotation.x, rotation.y, rotation.z}};
    Vec3 const d = 0.5 * (angular(o) - angular(moved));
    out.Phi_kin[nth(k)] = stacked(to(b).p_WB - from(b).p_WB - linear(o) - linear(moved),
                                  a + cross(d, a) - angular(o) - angular(moved));
  }
}

/// The part of the right-hand side that the regularisation takes. The system is
///   (P_left J K^-1 J^T P_right + Q + E) z = b,
/// where b may lack a part along the null space. E z and this part give the result
///   P_right (E z + target + P_left J defect_response - b).
template <class Space>
void add_row_step(IterateStep<Space> const& step, Linearisation<Space> const& law, int first,
                  WorldIterate& out) {
  auto const& system = step.system;
  int const o = out.world * static_cast<int>(out.rows.u.size());
  auto const z = host(step.z), b = host(step.b);
  auto const Q = host(system.Q), P_right = host(law.P_right);
  auto const left = host(system.left_rows());
  auto const defect_response = host(step.defect_response);
  auto const target = host(law.target), eliminated = host(law.step);
  for (auto* each : {&out.dlambda, &out.added}) each->setZero(out.rows.value.size());
  for (auto const& block : out.rows.blocks) {
    Vec3 taken;
    for (int i = 0; i < block.size; ++i) {
      int const row = block.row + i;
      taken[i] = target(first + row) - b(first + row);
      for (int k = 0; k < block.size; ++k)
        taken[i] += (Q(first + row, k) - out.Q[nth(row)][k]) * z(first + block.row + k);
      for (int side = 0; side < 2 && !system.stiff(); ++side)
        if (int const body = block.body[nth(side)]; body >= 0)
          for (int j = 0; j < 6; ++j)
            taken[i] += left(first + row, side, j) * defect_response(o + body)[j];
    }
    for (int row = block.row; row < block.row + block.size; ++row) {
      out.dlambda[row] = eliminated(first + row);
      for (int k = 0; k < block.size; ++k) {
        out.dlambda[row] += P_right(first + row, k) * z(first + block.row + k);
        out.added[row] += P_right(first + row, k) * taken[k];
      }
    }
  }
}

inline void add_diagonal(int body, Real mass, Mat3 const& inertia, WorldIterate& out) {
  int const at = 6 * body;
  for (int i = 0; i < 3; ++i) {
    out.K.push_back({at + i, at + i, mass});
    for (int j = 0; j < 3; ++j)
      if (inertia[i][j] != 0) out.K.push_back({at + 3 + i, at + 3 + j, inertia[i][j]});
  }
}

template <class Space>
void add_bodies(SchurSystem<Space> const& system, WorldIterate& out) {
  auto const M_inverse = host(system.inverse_mass);
  int const bodies = static_cast<int>(out.rows.u.size());
  out.right_bodies.resize(nth(bodies));
  for (int k = 0; k < bodies; ++k) {
    if (!out.reacts(k)) continue;
    InverseMass const& own = M_inverse(out.world * bodies + k);
    add_diagonal(k, 1 / own.mass, inertia_of(own), out);
    out.right_bodies[nth(k)] = -out.Phi_dyn[nth(k)];
  }
}

template <class Space>
void add_slopes(Span<Space, Real* [2][6]> const& of, int first, WorldIterate& out) {
  auto const slope = host(of);
  out.slope.resize(out.rows.J.size());
  for (std::size_t i = 0; i < out.slope.size(); ++i)
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < 6; ++j)
        out.slope[i][nth(side)][j] = slope(first + static_cast<int>(i), side, j);
}

/// K = dp/du - sigma h G diag(k, T_J), as defined by Stiffness.
template <class Space>
void add_stiff_bodies(SchurSystem<Space> const& system, Linearisation<Space> const& law, int first,
                      int first_block, WorldIterate& out) {
  int const bodies = static_cast<int>(out.rows.u.size()), o = out.world * bodies;
  auto const momentum = host(system.momentum);
  auto const inertia = host(system.stiffness.inertia), T_J = host(system.stiffness.T_J);
  auto const G = host(system.stiffness.G);
  auto const eliminated = host(law.step);
  auto const moved = body_impulses(out.rows, [&](int i) { return eliminated(first + i); });
  out.right_bodies.resize(nth(bodies));
  for (int k = 0; k < bodies; ++k) {
    if (!out.reacts(k)) continue;
    add_diagonal(k, 1 / out.rows.inverse_mass[nth(k)].mass, inertia(o + k), out);
    out.right_bodies[nth(k)] = -momentum(o + k) - moved[nth(k)];
  }
  Real const reach = system.stiffness.reach, along = reach * system.stiffness.along_J;
  for (std::size_t m = 0; m < out.rows.blocks.size(); ++m) {
    auto const& block = out.rows.blocks[m];
    for (int side = 0; side < 2; ++side)
      for (int other = 0; other < 2; ++other) {
        int const b = block.body[nth(side)], c = block.body[nth(other)];
        if (b < 0 || c < 0) continue;
        for (int i = 0; i < 6; ++i) {
          Vec6 g;
          for (int j = 0; j < 6; ++j)
            g[j] = -G(first_block + static_cast<int>(m), 6 * side + i, 6 * other + j);
          Vec3 const turning = reach * transposed_times(T_J(o + c), angular(g));
          for (int j = 0; j < 6; ++j)
            if (Real const x = j < 3 ? along * g[j] : turning[j - 3]; x != 0)
              out.K.push_back({6 * b + i, 6 * c + j, x});
        }
      }
  }
  add_slopes(system.stiffness.slope, first, out);
}

template <class Space>
void add_step(Space const& space, Rows<Space> const& rows, IterateStep<Space> const& step,
              Linearisation<Space> const& law, WorldIterate& out) {
  wait_for(space);
  int const first = host(rows.world_row)(out.world);
  out.has_step = true;
  add_row_step(step, law, first, out);
  int const bodies = static_cast<int>(out.rows.u.size());
  out.du.resize(nth(bodies));
  auto const du = host(step.du);
  for (int k = 0; k < bodies; ++k)
    if (out.reacts(k)) out.du[nth(k)] = du(out.world * bodies + k);
  if (step.system.stiff())
    add_stiff_bodies(step.system, law, first, host(rows.world_block)(out.world), out);
  else
    add_bodies(step.system, out);
  if (step.slope.extent(0) > 0 && !step.system.stiff()) add_slopes(step.slope, first, out);
}

}  // namespace orthant::iterates
