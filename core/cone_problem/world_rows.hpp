// The rows of one world at an iterate, in host memory.
#pragma once
#include <array>
#include <vector>

#include "core/cone_problem/cone_problem.hpp"
#include "core/step/rows.hpp"

namespace orthant {

struct WorldRows {
  struct Block {
    Law law;
    Real friction, radius;    // of a disc, at the iterate
    std::array<int, 2> body;  // within the world; -1: none reacts
    int row, size;            // first row, within the world
  };
  std::vector<Block> blocks;
  std::vector<std::array<Vec6, 2>> J;     // (rows)
  Vector value, impulse;                  // (rows)
  std::vector<Vec3> compliance;           // (rows) row of the Sigma of its block
  std::vector<InverseMass> inverse_mass;  // (bodies)
  std::vector<Twist> free_twist, u;       // (bodies)
};

/// The rows of world `w` of a batch at the iterate u; rows.value and rows.impulse belong to it.
/// From host memory only that world is copied.
template <class Space>
WorldRows world_rows(Space const& space, Rows<Space> const& rows,
                     Span<Space, InverseMass*> const& inverse_mass,
                     Span<Space, Twist*> const& free_twist, Span<Space, Twist*> const& u, int w) {
  wait_for(space);
  auto const host = [](auto const& span) {
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), span.view());
  };
  auto const first_row = host(rows.world_row), first_block = host(rows.world_block);
  auto const block_row = host(rows.block_row);
  auto const law = host(rows.law);
  auto const body = host(rows.body);
  auto const friction = host(rows.friction), value = host(rows.value);
  auto const compliance = host(rows.compliance);
  auto const impulse = host(rows.impulse);
  auto const disc = host(rows.disc);
  auto const J = host(rows.J);
  auto const M_inverse = host(inverse_mass);
  auto const free_u = host(free_twist), now = host(u);

  WorldRows out;
  int const row0 = first_row(w), count = first_row(w + 1) - row0, body0 = w * rows.bodies;
  for (int k = first_block(w); k < first_block(w + 1); ++k) {
    auto const within = [&](int b) { return b < 0 ? -1 : b - body0; };
    Real radius = 0;
    if (law(k) == Law::disc) {
      int const normal = disc(k).normal;
      Real const carried = normal < 0 ? 0 : larger(0.0, impulse(block_row(normal)));
      radius = disc(k).bound + friction(k) * carried;
    }
    out.blocks.push_back({.law = law(k),
                          .friction = friction(k),
                          .radius = radius,
                          .body = {within(body(k, 0)), within(body(k, 1))},
                          .row = block_row(k) - row0,
                          .size = block_row(k + 1) - block_row(k)});
  }
  for (auto* each : {&out.value, &out.impulse}) each->resize(count);
  out.compliance.resize(static_cast<std::size_t>(count));
  out.J.resize(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    out.value[i] = value(row0 + i);
    for (int k = 0; k < max_block_rows; ++k)
      out.compliance[static_cast<std::size_t>(i)][k] = compliance(row0 + i, k);
    out.impulse[i] = impulse(row0 + i);
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < 6; ++j)
        out.J[static_cast<std::size_t>(i)][side][j] = J(row0 + i, side, j);
  }
  for (int b = body0; b < body0 + rows.bodies; ++b) {
    out.inverse_mass.push_back(M_inverse(b));
    out.free_twist.push_back(free_u(b));
    out.u.push_back(now(b));
  }
  return out;
}

}  // namespace orthant
