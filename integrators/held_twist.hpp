// Projects a given motion on the motions that the joints allow.
#pragma once
#include "core/step/integrator.hpp"

namespace orthant {

namespace held_kernels {

/// Keeps equations as they are and releases laws: no motion of a body affects these.
template <class Space>
struct Begin {
  static constexpr char const* label = "orthant::held::begin";
  Rows<Space> of_step, rows;
  KOKKOS_FUNCTION void operator()(int block) const {
    bool const held = rows.law(block) == Law::free;
    rows.friction(block) = 0;
    rows.disc(block) = {};
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row) {
      rows.impulse(row) = 0;
      for (int i = 0; i < max_block_rows; ++i)
        rows.compliance(row, i) = held ? of_step.compliance(row, i) : 0;
      for (int side = 0; side < 2; ++side)
        for (int i = 0; i < 6; ++i) rows.J(row, side, i) = held ? of_step.J(row, side, i) : 0;
    }
  }
};

template <class Space>
struct Value {
  static constexpr char const* label = "orthant::held::value";
  Rows<Space> rows;
  Span<Space, Twist*> u;
  Span<Space, int*> active;
  KOKKOS_FUNCTION void operator()(int block) const {
    if (!active(rows.block_world(block))) return;
    Law const cone = rows.law(block);
    int const begin = rows.block_row(block);
    for (int row = begin; row < rows.block_row(block + 1); ++row) {
      bool const slides = cone == Law::disc || (cone == Law::coulomb && row > begin);
      rows.value(row) = cone == Law::free ? rows.apply(block, row, u) : slides ? 0 : 1;
    }
  }
};

}  // namespace held_kernels

///   M (u - z) = J^T tau,    J u + Sigma tau = 0:    u = M_eff^-1 M z,   M_eff = M + J^T Sigma^-1 J
template <class Space>
class HeldTwist final : public StepProblem<Space> {
 public:
  explicit HeldTwist(Sizes const& n)
      : J_(make_room<Space, Real* [2][6]>("orthant::held::J", n.rows)),
        compliance_(make_room<Space, Real* [max_block_rows]>("orthant::held::compliance", n.rows)),
        friction_(make_room<Space, Real*>("orthant::held::friction", n.blocks)),
        value_(make_room<Space, Real*>("orthant::held::value", n.rows)),
        impulse_(make_room<Space, Real*>("orthant::held::impulse", n.rows)),
        disc_(make_room<Space, DiscRadius*>("orthant::held::disc", n.blocks)),
        free_("orthant::held::free", n.bodies) {}

  /// Starts with the joints of a step.
  void begin(Space const& space, Rows<Space> const& of_step,
             Span<Space, InverseMass*> inverse_mass) {
    inverse_mass_ = inverse_mass;
    rows_ = of_step;
    rows_.J = J_;
    rows_.value = value_;
    rows_.impulse = impulse_;
    rows_.compliance = compliance_;
    rows_.friction = friction_;
    rows_.disc = disc_;
    each(space, rows_.blocks, held_kernels::Begin<Space>{of_step, rows_});
  }
  /// z, written by the caller before a solution.
  Span<Space, Twist*> given() const { return free_; }

  Rows<Space> const& rows() const override { return rows_; }
  Span<Space, InverseMass*> inverse_mass() const override { return inverse_mass_; }
  Span<Space, Twist*> free_twist() const override { return free_; }
  bool matrices_move() const override { return false; }
  char const* stage() const override { return "directions"; }
  void evaluate(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) override {
    each(space, rows_.blocks, held_kernels::Value<Space>{rows_, u, active});
  }

 private:
  Rows<Space> rows_;
  Span<Space, InverseMass*> inverse_mass_;
  Array<Space, Real* [2][6]> J_;
  Array<Space, Real* [max_block_rows]> compliance_;
  Array<Space, Real*> friction_, value_, impulse_;
  Array<Space, DiscRadius*> disc_;
  Array<Space, Twist*> free_;
};

}  // namespace orthant
