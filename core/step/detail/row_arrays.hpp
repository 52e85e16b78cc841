// The arrays of rows, for who owns them.
#pragma once
#include "orthant/core/execution/array.hpp"
#include "orthant/core/step/detail/sizes.hpp"
#include "orthant/core/step/rows.hpp"

namespace orthant {

/// Arrays for the largest numbers of rows, blocks and bodies. They take memory when they are
/// written, see make_room.
template <class Space>
struct RowArrays {
  RowArrays(std::string const& label, Sizes const& n)
      : world_row(make_room<Space, int*>(label, n.worlds + 1)),
        world_block(make_room<Space, int*>(label, n.worlds + 1)),
        block_row(make_room<Space, int*>(label, n.blocks + 1)),
        block_world(make_room<Space, int*>(label, n.blocks)),
        body(make_room<Space, int* [2]>(label, n.blocks)),
        law(make_room<Space, Law*>(label, n.blocks)),
        friction(make_room<Space, Real*>(label, n.blocks)),
        disc(make_room<Space, DiscRadius*>(label, n.blocks)),
        J(make_room<Space, Real* [2][6]>(label, n.rows)),
        value(make_room<Space, Real*>(label, n.rows)),
        impulse(make_room<Space, Real*>(label, n.rows)),
        angular(make_room<Space, int*>(label, n.rows)),
        compliance(make_room<Space, Real* [max_block_rows]>(label, n.rows)),
        incidence_begin(make_room<Space, int*>(label, n.bodies + 1)),
        incidence(make_room<Space, int*>(label, 2 * n.blocks)),
        shares(make_room<Space, int*>(label, n.blocks)),
        tied_blocks(make_room<Space, Tied*>(label, n.blocks)) {}

  /// Rows in these arrays, none of them in use.
  Rows<Space> rows() const {
    return {.world_row = world_row,
            .world_block = world_block,
            .block_row = block_row,
            .block_world = block_world,
            .body = body,
            .law = law,
            .friction = friction,
            .disc = disc,
            .J = J,
            .value = value,
            .impulse = impulse,
            .angular = angular,
            .compliance = compliance,
            .incidence_begin = incidence_begin,
            .incidence = incidence,
            .delassus = {},
            .shares = shares,
            .tied_blocks = tied_blocks};
  }

  Array<Space, int*> world_row, world_block, block_row, block_world;
  Array<Space, int* [2]> body;
  Array<Space, Law*> law;
  Array<Space, Real*> friction;
  Array<Space, DiscRadius*> disc;
  Array<Space, Real* [2][6]> J;
  Array<Space, Real*> value, impulse;
  Array<Space, int*> angular;
  Array<Space, Real* [max_block_rows]> compliance;
  Array<Space, int*> incidence_begin, incidence, shares;
  Array<Space, Tied*> tied_blocks;
};

}  // namespace orthant
