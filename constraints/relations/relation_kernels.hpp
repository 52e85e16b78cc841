// Kernels over the items of any relation: its Jacobian, and the structure of its rows.
#pragma once
#include "orthant/core/step/constraint_block.hpp"

namespace orthant {

/// The pose and twist of a body; the world (-1) is at rest.
template <class Space>
KOKKOS_FUNCTION Pose<> pose_of(Span<Space, Pose<>*> const& pose, int body) {
  return body < 0 ? Pose<>{} : pose(body);
}

/// J x of a row over both bodies of its item, reacting or not.
template <class Space, class Item>
KOKKOS_FUNCTION Real along_row(Item const& it, Rows<Space> const& rows, int row,
                               Span<Space, Vec6*> const& x) {
  int const body[2] = {it.a, it.b};
  Real sum = 0;
  for (int side = 0; side < 2; ++side)
    if (body[side] >= 0) sum += dot(rows.jacobian(row, side), x(body[side]));
  return sum;
}

/// rows.J <- dc/du of every item, at `pose`.
template <class Space, class Relation>
struct RelationJacobian {
  static constexpr char const* label = "orthant::constraint::jacobian";
  Span<Space, typename Relation::Item*> item;
  Span<Space, int*> row;  // (items) first row of each
  Span<Space, Pose<>*> pose;
  Span<Space, int*> active;
  Held<Space, Rows<Space>> rows;

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = item(k);
    if (!active(it.world)) return;
    Mat<Relation::rows, 6> J[2];
    Relation::jacobian(it, pose_of<Space>(pose, it.a), pose_of<Space>(pose, it.b), J[0], J[1]);
    for (int r = 0; r < Relation::rows; ++r)
      for (int side = 0; side < 2; ++side)
        for (int i = 0; i < 6; ++i) rows.J(row(k) + r, side, i) = J[side][r][i];
  }
};

/// The structure of the rows of one item: its blocks, bodies and units.
template <class Space, class Relation>
struct PlaceItems {
  static constexpr char const* label = "orthant::constraint::place";
  static constexpr int blocks =
      (Relation::linear_rows > 0) + (Relation::rows > Relation::linear_rows);
  Span<Space, typename Relation::Item*> item;
  Span<Space, int*> offsets;  // (worlds + 1) first item of each world; empty: `uniform` in each
  int uniform;
  ItemOffsets<Space> at;
  Span<Space, Body*> body;
  Span<Space, int*> row;  // (items), output
  Rows<Space> rows;
  Law law;

  KOKKOS_FUNCTION int reacting(int b) const { return b >= 0 && body(b).dynamic() ? b : -1; }

  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = item(k);
    int const local = k - (offsets.data() ? offsets(it.world) : uniform * it.world);
    int const first = at.row(it.world) + local * Relation::rows;
    row(k) = first;
    for (int r = 0; r < Relation::rows; ++r) rows.angular(first + r) = r >= Relation::linear_rows;
    for (int i = 0; i < blocks; ++i) {
      int const block = at.block(it.world) + local * blocks + i;
      rows.block_row(block) = first + (i == 0 ? 0 : Relation::linear_rows);
      rows.block_row(block + 1) = first + (i + 1 < blocks ? Relation::linear_rows : Relation::rows);
      rows.block_world(block) = it.world;
      rows.body(block, 0) = reacting(it.a);
      rows.body(block, 1) = reacting(it.b);
      rows.law(block) = law;
      rows.friction(block) = 0;
      rows.shares(block) = 0;
    }
  }
};

}  // namespace orthant
