// Checks the layout of rows in debug builds.
#pragma once
#include "orthant/core/execution/detail/check.hpp"
#include "orthant/core/step/rows.hpp"

namespace orthant {

namespace row_kernels {

/// The rows of a block are contiguous, one to three of them. A block belongs to a world and moves
/// bodies of that world. A coulomb block has three rows, a disc one or two. The `normal` of a disc
/// is an earlier block with a contact's law.
template <class Space>
struct VerifyBlock {
  static constexpr char const* label = "orthant::rows::verify_block";
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int block) const {
    int const size = rows.size(block), world = rows.block_world(block);
    ORTHANT_CHECK(size >= 1 && size <= max_block_rows);
    ORTHANT_CHECK(rows.block_row(block) >= 0 && rows.block_row(block + 1) <= rows.rows);
    ORTHANT_CHECK(world >= 0 && world < rows.worlds);
    ORTHANT_CHECK(block >= rows.world_block(world) && block < rows.world_block(world + 1));
    for (int side = 0; side < 2; ++side) {
      int const b = rows.body(block, side);
      ORTHANT_CHECK(b == -1 || (b >= world * rows.bodies && b < (world + 1) * rows.bodies));
    }
    auto const [first, tied] = rows.tied(block);
    ORTHANT_CHECK(tied == 1 ? first == block
                            : size == 1 && first <= block && block < first + tied &&
                                  first + tied <= rows.world_block(world + 1));
    Law const law = rows.law(block);
    ORTHANT_CHECK(law != Law::coulomb || size == 3);
    ORTHANT_CHECK(law != Law::nonnegative || size == 1);
    if (law != Law::disc) return;
    int const normal = rows.disc(block).normal;
    ORTHANT_CHECK(size <= 2);
    ORTHANT_CHECK(normal == -1 || (normal >= rows.world_block(world) && normal < block));
    ORTHANT_CHECK(normal == -1 || rows.law(normal) == Law::coulomb);
  }
};

/// The blocks of a body are in ascending order and refer to it.
template <class Space>
struct VerifyBody {
  static constexpr char const* label = "orthant::rows::verify_body";
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int b) const {
    int const begin = rows.incidence_begin(b), end = rows.incidence_begin(b + 1);
    ORTHANT_CHECK(begin <= end);
    for (int t = begin; t < end; ++t) {
      int const block = rows.incidence(t) / 2, side = rows.incidence(t) % 2;
      ORTHANT_CHECK(block >= 0 && block < rows.blocks && rows.body(block, side) == b);
      ORTHANT_CHECK(t == begin || rows.incidence(t - 1) < rows.incidence(t));
    }
  }
};

}  // namespace row_kernels

/// Ends the program if the layout of rows is wrong; does nothing in a release build.
template <class Space>
void verify(Space const& space, Rows<Space> const& rows) {
  if constexpr (debug_build) {
    each(space, rows.blocks, row_kernels::VerifyBlock<Space>{rows});
    if (!rows.delassus.given())
      each(space, rows.worlds * rows.bodies, row_kernels::VerifyBody<Space>{rows});
    wait_for(space);
  }
}

}  // namespace orthant
