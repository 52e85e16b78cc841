// The linear system of a Newton step in one world, and its solution.
#pragma once
#include "orthant/backends/records/iterate_residuals.hpp"

namespace orthant::iterates {

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
        taken[i] += (Q(first + row, k) - out.Q[at(row)][k]) * z(first + block.row + k);
      for (int side = 0; side < 2 && !system.stiff(); ++side)
        if (int const body = block.body[at(side)]; body >= 0)
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
  out.right_bodies.resize(at(bodies));
  for (int k = 0; k < bodies; ++k) {
    if (!out.reacts(k)) continue;
    InverseMass const& own = M_inverse(out.world * bodies + k);
    add_diagonal(k, 1 / own.mass, inertia_of(own), out);
    out.right_bodies[at(k)] = -out.Phi_dyn[at(k)];
  }
}

/// K = dp/du - sigma h G diag(k, T_J), as defined by Stiffness.
template <class Space>
void add_stiff_bodies(SchurSystem<Space> const& system, Linearisation<Space> const& law, int first,
                      int first_block, WorldIterate& out) {
  int const bodies = static_cast<int>(out.rows.u.size()), o = out.world * bodies;
  auto const momentum = host(system.momentum);
  auto const inertia = host(system.stiffness.inertia), T_J = host(system.stiffness.T_J);
  auto const G = host(system.stiffness.G);
  auto const slope = host(system.stiffness.slope);
  auto const eliminated = host(law.step);
  auto const moved = body_impulses(out.rows, [&](int i) { return eliminated(first + i); });
  out.right_bodies.resize(at(bodies));
  for (int k = 0; k < bodies; ++k) {
    if (!out.reacts(k)) continue;
    add_diagonal(k, 1 / out.rows.inverse_mass[at(k)].mass, inertia(o + k), out);
    out.right_bodies[at(k)] = -momentum(o + k) - moved[at(k)];
  }
  Real const reach = system.stiffness.reach, along = reach * system.stiffness.along_J;
  for (std::size_t m = 0; m < out.rows.blocks.size(); ++m) {
    auto const& block = out.rows.blocks[m];
    for (int side = 0; side < 2; ++side)
      for (int other = 0; other < 2; ++other) {
        int const b = block.body[at(side)], c = block.body[at(other)];
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
  out.slope.resize(out.rows.J.size());
  for (std::size_t i = 0; i < out.slope.size(); ++i)
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < 6; ++j)
        out.slope[i][at(side)][j] = slope(first + static_cast<int>(i), side, j);
}

template <class Space>
void add_step(Space const& space, Rows<Space> const& rows, IterateStep<Space> const& step,
              Linearisation<Space> const& law, WorldIterate& out) {
  wait_for(space);
  int const first = host(rows.world_row)(out.world);
  out.has_step = true;
  add_row_step(step, law, first, out);
  int const bodies = static_cast<int>(out.rows.u.size());
  out.du.resize(at(bodies));
  auto const du = host(step.du);
  for (int k = 0; k < bodies; ++k)
    if (out.reacts(k)) out.du[at(k)] = du(out.world * bodies + k);
  if (step.system.stiff())
    add_stiff_bodies(step.system, law, first, host(rows.world_block)(out.world), out);
  else
    add_bodies(step.system, out);
}

}  // namespace orthant::iterates
