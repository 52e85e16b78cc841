// Owns the rows of a batch and lays them out in every step.
#pragma once
#include <memory>

#include "core/step/constraint_set.hpp"
#include "core/step/nonlinear_solver.hpp"
#include "core/step/verify_rows.hpp"

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

/// Projects the stored impulses of joints if these are not unique. They may have a part in the null
/// space, which no solver would remove.
template <class Space>
struct ForgetJoints {
  static constexpr char const* label = "orthant::rows::forget_joints";
  Rows<Space> rows;
  KOKKOS_FUNCTION void operator()(int block) const {
    if (rows.law(block) != Law::free) return;
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
      rows.impulse(row) = 0;
  }
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
      if (!each->comes_and_goes()) n.lasting += each->capacity() * each->rows_per_item();
    }
    return n;
  }

  RowTable(Sizes const& n, int kinds) : written_("orthant::rows::written", n.bodies) {
    auto const ints = [](std::string const& label, int size) {
      return Array<Space, int*>(label, size);
    };
    world_row_ = ints("orthant::rows::world_row", n.worlds + 1);
    world_block_ = ints("orthant::rows::world_block", n.worlds + 1);
    make_room_for_rows(n);
    incidence_begin_ = ints("orthant::rows::incidence_begin", n.bodies + 1);
    for (int k = 0; k < kinds; ++k) {
      kind_row_.push_back(ints("orthant::rows::kind_row", n.worlds));
      kind_block_.push_back(ints("orthant::rows::kind_block", n.worlds));
    }
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
    rows_ = Rows<Space>{.worlds = worlds,
                        .bodies = model.bodies,
                        .world_row = world_row_,
                        .world_block = world_block_,
                        .block_row = block_row_,
                        .block_world = block_world_,
                        .body = body_,
                        .law = law_,
                        .friction = friction_,
                        .disc = disc_,
                        .J = J_,
                        .value = value_,
                        .impulse = impulse_,
                        .angular = angular_,
                        .compliance = compliance_,
                        .incidence_begin = incidence_begin_,
                        .incidence = incidence_,
                        .delassus = {}};
    fill(space, worlds + 1, world_row_, 0);
    fill(space, worlds + 1, world_block_, 0);
    rows_.shares = shares_;
    for (int k = 0; k < constraints.size(); ++k) {
      auto const& kind = constraints[k];
      int const items = kind.items();
      rows_.rows += items * kind.rows_per_item();
      rows_.blocks += items * kind.blocks_per_item();
      if (kind.complementary()) rows_.contacts += items;
      rows_.bends = rows_.bends || kind.bends();
      each(space, worlds,
           AddKind<Space>{.counts = kind.counts(),
                          .rows_per_item = kind.rows_per_item(),
                          .blocks_per_item = kind.blocks_per_item(),
                          .world_row = world_row_,
                          .world_block = world_block_,
                          .place = place(k)});
    }
    prefix_sum<Space>(space, world_row_, worlds + 1);
    prefix_sum<Space>(space, world_block_, worlds + 1);
    for (int k = 0; k < constraints.size(); ++k) {
      each(space, worlds, ShiftKind<Space>{world_row_, world_block_, place(k)});
      constraints[k].write_structure(space, rows_, place(k),
                                     constraints[k].complementary() ? of_laws : size);
    }
    rows_.redundant = model.redundant;
    if (model.redundant) each(space, rows_.blocks, ForgetJoints<Space>{rows_});
    gather(space, model.all_bodies());
    verify(space, rows_);
  }

 private:
  void make_room_for_rows(Sizes const& n) {
    block_row_ = make_room<Space, int*>("orthant::rows::block_row", n.blocks + 1);
    block_world_ = make_room<Space, int*>("orthant::rows::block_world", n.blocks);
    shares_ = make_room<Space, int*>("orthant::rows::shares", n.blocks);
    body_ = make_room<Space, int* [2]>("orthant::rows::body", n.blocks);
    law_ = make_room<Space, Law*>("orthant::rows::law", n.blocks);
    friction_ = make_room<Space, Real*>("orthant::rows::friction", n.blocks);
    disc_ = make_room<Space, DiscRadius*>("orthant::rows::disc", n.blocks);
    incidence_ = make_room<Space, int*>("orthant::rows::incidence", 2 * n.blocks);
    J_ = make_room<Space, Real* [2][6]>("orthant::rows::J", n.rows);
    value_ = make_room<Space, Real*>("orthant::rows::value", n.rows);
    impulse_ = make_room<Space, Real*>("orthant::rows::impulse", n.rows);
    compliance_ = make_room<Space, Real* [max_block_rows]>("orthant::rows::compliance", n.rows);
    angular_ = make_room<Space, int*>("orthant::rows::angular", n.rows);
  }

  ItemOffsets<Space> place(std::size_t kind) const { return {kind_row_[kind], kind_block_[kind]}; }

  /// Lists the blocks that touch each body.
  void gather(Space const& space, int bodies) {
    using namespace row_kernels;
    fill(space, bodies + 1, incidence_begin_, 0);
    fill(space, bodies, written_, 0);
    each(space, rows_.blocks, CountIncidences<Space>{rows_});
    prefix_sum<Space>(space, incidence_begin_, bodies + 1);
    each(space, rows_.blocks, WriteIncidences<Space>{rows_, written_});
    each(space, bodies, SortIncidences<Space>{rows_});
  }

  Rows<Space> rows_;
  Array<Space, int*> world_row_, world_block_, block_row_, block_world_, angular_, incidence_begin_,
      incidence_, written_, shares_;
  Array<Space, int* [2]> body_;
  Array<Space, Law*> law_;
  Array<Space, DiscRadius*> disc_;
  Array<Space, Real*> friction_, value_, impulse_;
  Array<Space, Real* [max_block_rows]> compliance_;
  Array<Space, Real* [2][6]> J_;
  std::vector<Array<Space, int*>> kind_row_, kind_block_;
};

}  // namespace orthant
