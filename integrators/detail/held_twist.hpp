// Projects a given motion on the motions that the joints allow.
#pragma once
#include "orthant/core/step/detail/own_rows.hpp"
#include "orthant/core/step/integrator.hpp"

namespace orthant {

namespace held_kernels {

/// Whether a row has no compliance.
template <class Space>
KOKKOS_FUNCTION bool rigid(Rows<Space> const& rows, int block, int row) {
  for (int k = 0; k < rows.size(block); ++k)
    if (rows.compliance(row, k) != 0) return false;
  return true;
}

/// Keeps the rows of joints, or of rigid joints alone. The others move no body.
template <class Space>
struct Begin {
  static constexpr char const* label = "orthant::held::begin";
  Rows<Space> of_step, rows;
  bool compliant;  // whether joints that have a compliance hold too
  KOKKOS_FUNCTION void operator()(int block) const {
    bool const joint = rows.law(block) == Law::free;
    int const begin = rows.block_row(block);
    rows.friction(block) = 0;
    rows.disc(block) = {};
    for (int row = begin; row < rows.block_row(block + 1); ++row) {
      bool const held = joint && (compliant || rigid(of_step, block, row));
      rows.impulse(row) = 0;
      for (int k = 0; k < max_block_rows; ++k)
        rows.compliance(row, k) = compliant && joint ? of_step.compliance(row, k) : 0;
      if (joint && !held) rows.compliance(row, row - begin) = 1;
      for (int side = 0; side < 2; ++side)
        for (int i = 0; i < 6; ++i) rows.J(row, side, i) = held ? of_step.J(row, side, i) : 0;
    }
  }
};

/// rows.value <- J u + r of joints. Laws are released, by positive values of one-sided rows.
template <class Space>
struct Value {
  static constexpr char const* label = "orthant::held::value";
  Rows<Space> rows;
  Span<Space, Real*> rest;  // (rows) r; empty: none
  Span<Space, Twist*> u;
  Span<Space, int*> active;
  KOKKOS_FUNCTION void operator()(int block) const {
    if (!active(rows.block_world(block))) return;
    Law const law = rows.law(block);
    int const begin = rows.block_row(block);
    for (int row = begin; row < rows.block_row(block + 1); ++row) {
      bool const slides = law == Law::disc || (law == Law::coulomb && row > begin);
      rows.value(row) = law == Law::free ? rows.apply(block, row, u) : slides ? 0 : 1;
      if (law == Law::free && rest.extent(0) > 0 && rows.compliance(row, row - begin) == 0)
        rows.value(row) += rest(row);
    }
  }
};

}  // namespace held_kernels

///   M (u - z) = J^T tau,    J u + r + Sigma tau = 0;    r = 0:    u = M_eff^-1 M z,   M_eff = M +
///   J^T Sigma^-1 J
template <class Space>
class HeldTwist final : public StepProblem<Space> {
 public:
  /// `stage`: what StepProblem::stage calls it.
  HeldTwist(Sizes const& n, char const* stage)
      : stage_(stage),
        own_("orthant::held::row", n.rows, n.blocks),
        free_("orthant::held::free", n.bodies) {}

  /// Starts with the joints of a step; if not `compliant`, with the rigid ones alone. `rest`: r of
  /// rigid ones; empty: zero.
  void begin(Space const& space, Rows<Space> const& of_step, Span<Space, InverseMass*> inverse_mass,
             bool compliant = true, Span<Space, Real*> rest = {}) {
    inverse_mass_ = inverse_mass;
    rest_ = rest;
    rows_ = own_.of(of_step);
    rows_.bends = false;
    each(space, rows_.blocks, held_kernels::Begin<Space>{of_step, rows_, compliant});
  }
  /// z, written by the caller before a solution.
  Span<Space, Twist*> given() const { return free_; }

  Rows<Space> const& rows() const override { return rows_; }
  Span<Space, InverseMass*> inverse_mass() const override { return inverse_mass_; }
  Span<Space, Twist*> free_twist() const override { return free_; }
  bool matrices_move() const override { return false; }
  char const* stage() const override { return stage_; }
  void evaluate(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) override {
    each(space, rows_.blocks, held_kernels::Value<Space>{rows_, rest_, u, active});
  }

 private:
  char const* stage_;
  Rows<Space> rows_;
  Span<Space, Real*> rest_;
  Span<Space, InverseMass*> inverse_mass_;
  OwnRows<Space> own_;
  Array<Space, Twist*> free_;
};

}  // namespace orthant
