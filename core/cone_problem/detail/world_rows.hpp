// The rows of one world of a step, in host memory.
#pragma once
#include <array>
#include <vector>

#include "orthant/core/cone_problem/cone_problem.hpp"
#include "orthant/core/step/rows.hpp"

namespace orthant {

/// The rows of one world, block by block.
struct HostRows {
  struct Block {
    Law law;
    Real friction;
    Real bound, radius;       // of a disc: see DiscRadius; at the iterate
    int normal;               // of friction that a contact bears: the contact's block; -1: none
    std::array<int, 2> body;  // within the world; -1: none reacts
    int row, size;            // first row, within the world
    int lead;                 // first row of the tied ones, or its own
  };
  std::vector<Block> blocks;
  std::vector<std::array<Vec6, 2>> J;  // (rows)
  Vector value, impulse;               // (rows)
  std::vector<Vec3> compliance;        // (rows) row of the Sigma of its block
  std::vector<bool> angular;           // (rows) unit rad/s

  /// Whether its row is one of the law of an earlier block.
  static bool follows(Block const& block) { return block.lead != block.row; }
  /// Values, of tied rows their sum at the first.
  Vector of_laws() const {
    Vector out = value;
    for (auto const& block : blocks)
      if (follows(block)) out[block.lead] += value[block.row];
    return out;
  }

  /// Sigma lambda of row `i` of a block.
  Real yielding(Block const& block, int i) const {
    Real out = 0;
    for (int k = 0; k < block.size; ++k)
      out += compliance[nth(block.row + i)][k] * impulse[block.row + k];
    return out;
  }
};

/// These at an iterate, with the bodies.
struct WorldRows : HostRows {
  std::vector<InverseMass> inverse_mass;  // (bodies)
  std::vector<Twist> free_twist, u;       // (bodies)
};

/// A view of a span in host memory: of the span itself, or of a copy.
template <class Span>
auto seen_on_host(Span const& span) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), span.view());
}

/// The rows of world `w` of a batch. From host memory only that world is copied.
template <class Space>
HostRows host_rows(Space const& space, Rows<Space> const& rows, int w) {
  wait_for(space);
  auto const first_row = seen_on_host(rows.world_row), first_block = seen_on_host(rows.world_block),
             block_row = seen_on_host(rows.block_row);
  auto const law = seen_on_host(rows.law);
  auto const body = seen_on_host(rows.body);
  auto const friction = seen_on_host(rows.friction), value = seen_on_host(rows.value),
             impulse = seen_on_host(rows.impulse);
  auto const compliance = seen_on_host(rows.compliance);
  auto const disc = seen_on_host(rows.disc);
  auto const J = seen_on_host(rows.J);
  auto const tied = seen_on_host(rows.tied_blocks);
  auto const angular = seen_on_host(rows.angular);

  HostRows out;
  int const row0 = first_row(w), count = first_row(w + 1) - row0;
  for (int k = first_block(w); k < first_block(w + 1); ++k) {
    auto const within = [&](int b) { return b < 0 ? -1 : b - w * rows.bodies; };
    Real bound = 0, radius = 0;
    int normal = -1;
    if (law(k) == Law::disc) {
      normal = disc(k).normal;
      Real const carried = normal < 0 ? 0 : larger(0.0, impulse(block_row(normal)));
      bound = disc(k).bound;
      radius = bound + friction(k) * carried;
      if (normal >= 0) normal -= first_block(w);
    }
    out.blocks.push_back({.law = law(k),
                          .friction = friction(k),
                          .bound = bound,
                          .radius = radius,
                          .normal = normal,
                          .body = {within(body(k, 0)), within(body(k, 1))},
                          .row = block_row(k) - row0,
                          .size = block_row(k + 1) - block_row(k),
                          .lead = block_row(rows.ties ? tied(k).first : k) - row0});
  }
  for (auto* each : {&out.value, &out.impulse}) each->resize(count);
  out.compliance.resize(nth(count));
  out.J.resize(nth(count));
  for (int i = 0; i < count; ++i) {
    auto const at = nth(i);
    out.value[i] = value.extent(0) > 0 ? value(row0 + i) : 0;
    out.impulse[i] = impulse(row0 + i);
    out.angular.push_back(angular.extent(0) > 0 && angular(row0 + i) != 0);
    for (int k = 0; k < max_block_rows; ++k) out.compliance[at][k] = compliance(row0 + i, k);
    for (int side = 0; side < 2; ++side)
      for (int j = 0; j < 6; ++j) out.J[at][side][j] = J(row0 + i, side, j);
  }
  return out;
}

/// The rows of world `w` of a batch at the iterate u; rows.value and rows.impulse belong to it.
template <class Space>
WorldRows world_rows(Space const& space, Rows<Space> const& rows,
                     Span<Space, InverseMass*> const& inverse_mass,
                     Span<Space, Twist*> const& free_twist, Span<Space, Twist*> const& u, int w) {
  WorldRows out{host_rows(space, rows, w), {}, {}, {}};
  auto const M_inverse = seen_on_host(inverse_mass);
  auto const free_u = seen_on_host(free_twist), now = seen_on_host(u);
  for (int b = w * rows.bodies; b < (w + 1) * rows.bodies; ++b) {
    out.inverse_mass.push_back(M_inverse(b));
    out.free_twist.push_back(free_u(b));
    out.u.push_back(now(b));
  }
  return out;
}

}  // namespace orthant
