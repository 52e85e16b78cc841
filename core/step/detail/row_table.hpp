// Owns the rows of a batch and lays them out in every step.
#pragma once
#include <algorithm>
#include <utility>

#include "orthant/core/step/detail/constraint_set.hpp"
#include "orthant/core/step/detail/row_arrays.hpp"
#include "orthant/core/step/detail/verify_rows.hpp"
#include "orthant/core/step/nonlinear_solver.hpp"

namespace orthant {

namespace row_kernels {

/// Adds one kind of constraint to every world: `place` is the start of its items within the world.
template <class Space>
struct AddKind {
  static constexpr char const* label = "orthant::rows::add_kind";
  ItemCounts<Space> counts;
  int rows_per_item, blocks_per_item;
  Span<Space, int*> world_row, world_block;  // sizes so far
  ItemOffsets<Space> place;
  KOKKOS_FUNCTION void operator()(int w) const {
    place.row(w) = world_row(w);
    place.block(w) = world_block(w);
    world_row(w) += rows_per_item * counts.of(w);
    world_block(w) += blocks_per_item * counts.of(w);
  }
};

/// Makes the places of a kind absolute, after the offsets of the worlds are known.
template <class Space>
struct ShiftKind {
  static constexpr char const* label = "orthant::rows::shift_kind";
  Span<Space, int*> world_row, world_block;
  ItemOffsets<Space> place;
  KOKKOS_FUNCTION void operator()(int w) const {
    place.row(w) += world_row(w);
    place.block(w) += world_block(w);
  }
};

/// Each block is one of its own, until its kind ties it.
template <class Space>
struct Untie {
  static constexpr char const* label = "orthant::rows::untie";
  Span<Space, Tied*> blocks;
  KOKKOS_FUNCTION void operator()(int block) const { blocks(block) = {block, 1}; }
};

template <class Space>
struct CountIncidences {
  static constexpr char const* label = "orthant::rows::count_incidences";
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int block) const {
    for (int side = 0; side < 2; ++side)
      if (int const b = rows.body(block, side); b >= 0)
        Kokkos::atomic_add(&rows.incidence_begin(b), 1);
  }
};

template <class Space>
struct WriteIncidences {
  static constexpr char const* label = "orthant::rows::write_incidences";
  Rows<Space> rows;
  Span<Space, int*> written;  // (worlds x bodies)
  KOKKOS_FUNCTION void operator()(int block) const {
    for (int side = 0; side < 2; ++side)
      if (int const b = rows.body(block, side); b >= 0)
        rows.incidence(rows.incidence_begin(b) + Kokkos::atomic_fetch_add(&written(b), 1)) =
            2 * block + side;
  }
};

/// Sorts the blocks of each body, so that the order does not depend on threads.
template <class Space>
struct SortIncidences {
  static constexpr char const* label = "orthant::rows::sort_incidences";
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int b) const {
    for (int i = rows.incidence_begin(b) + 1; i < rows.incidence_begin(b + 1); ++i) {
      int const x = rows.incidence(i);
      int k = i;
      for (; k > rows.incidence_begin(b) && rows.incidence(k - 1) > x; --k)
        rows.incidence(k) = rows.incidence(k - 1);
      rows.incidence(k) = x;
    }
  }
};

}  // namespace row_kernels

/// The rows and blocks of all worlds, sorted by world, with the rows of each body.
template <class Space>
class RowTable {
 public:
  using Constraints = ConstraintSet<Space>;

  static Sizes sizes(Model<Space> const& model, Constraints const& constraints) {
    Sizes n{.worlds = model.worlds, .bodies = model.all_bodies()};
    for (auto const& each : constraints) {
      n.rows += each->capacity() * each->rows_per_item();
      n.blocks += each->capacity() * each->blocks_per_item();
    }
    return n;
  }

  RowTable(Sizes const& n, int kinds)
      : array_("orthant::rows", n), written_("orthant::rows::written", n.bodies) {
    for (int k = 0; k < kinds; ++k)
      for (auto* each : {&kind_row_, &kind_block_})
        each->emplace_back("orthant::rows::kind", n.worlds);
  }

  Rows<Space> const& rows() const { return rows_; }

  /// Assigns rows to every item, and lets the constraints write structure and impulses.
  void lay_out(Space const& space, Model<Space> const& model, Constraints const& constraints,
               StepSize size) {
    lay_out(space, model, constraints, size, size);
  }
  /// The same with another step size for the kinds with a complementarity law.
  void lay_out(Space const& space, Model<Space> const& model, Constraints const& constraints,
               StepSize size, StepSize of_laws) {
    using namespace row_kernels;
    int const worlds = model.worlds;
    bool const was_empty = std::exchange(
        is_empty_, std::ranges::none_of(constraints, [](auto& kind) { return kind->items() > 0; }));
    if (is_empty_ && was_empty) return;  // what moves freely stays so for many steps
    rows_ = array_.rows();
    rows_.worlds = worlds;
    rows_.bodies = model.bodies;
    fill(space, worlds + 1, array_.world_row, 0);
    fill(space, worlds + 1, array_.world_block, 0);
    for (int k = 0; k < constraints.size(); ++k) {
      auto const& kind = constraints[k];
      int const items = kind.items();
      rows_.rows += items * kind.rows_per_item();
      rows_.blocks += items * kind.blocks_per_item();
      if (kind.complementary()) rows_.contacts += items;
      rows_.bends = rows_.bends || kind.bends();
      rows_.ties = rows_.ties || (kind.ties() && items > 0);
      each(space, worlds,
           AddKind<Space>{.counts = kind.counts(),
                          .rows_per_item = kind.rows_per_item(),
                          .blocks_per_item = kind.blocks_per_item(),
                          .world_row = array_.world_row,
                          .world_block = array_.world_block,
                          .place = place(k)});
    }
    if (rows_.ties) each(space, rows_.blocks, Untie<Space>{array_.tied_blocks});
    prefix_sum<Space>(space, array_.world_row, worlds + 1);
    prefix_sum<Space>(space, array_.world_block, worlds + 1);
    for (int k = 0; k < constraints.size(); ++k) {
      each(space, worlds, ShiftKind<Space>{array_.world_row, array_.world_block, place(k)});
      constraints[k].write_structure(space, rows_, place(k),
                                     constraints[k].complementary() ? of_laws : size);
    }
    rows_.redundant = model.redundant;
    gather(space, model.all_bodies());
    verify(space, rows_);
  }

 private:
  ItemOffsets<Space> place(std::size_t kind) const { return {kind_row_[kind], kind_block_[kind]}; }

  /// Lists the blocks that touch each body.
  void gather(Space const& space, int bodies) {
    using namespace row_kernels;
    fill(space, bodies + 1, array_.incidence_begin, 0);
    fill(space, bodies, written_, 0);
    each(space, rows_.blocks, CountIncidences<Space>{rows_});
    prefix_sum<Space>(space, array_.incidence_begin, bodies + 1);
    each(space, rows_.blocks, WriteIncidences<Space>{rows_, written_});
    each(space, bodies, SortIncidences<Space>{rows_});
  }

  RowArrays<Space> array_;
  Rows<Space> rows_;
  bool is_empty_ = false;  // since the last call
  Array<Space, int*> written_;
  std::vector<Array<Space, int*>> kind_row_, kind_block_;
};

}  // namespace orthant
