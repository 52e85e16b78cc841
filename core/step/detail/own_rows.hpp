// Arrays for rows of a step that have other numbers than those of the step.
#pragma once
#include "orthant/core/execution/array.hpp"
#include "orthant/core/step/rows.hpp"

namespace orthant {

/// J, values, impulses, Sigma, coefficients and radii of the rows of a step, of one's own.
template <class Space>
class OwnRows {
 public:
  OwnRows(std::string const& label, int rows, int blocks)
      : J_(make_room<Space, Real* [2][6]>(label, rows)),
        value_(make_room<Space, Real*>(label, rows)),
        impulse_(make_room<Space, Real*>(label, rows)),
        compliance_(make_room<Space, Real* [max_block_rows]>(label, rows)),
        friction_(make_room<Space, Real*>(label, blocks)),
        disc_(make_room<Space, DiscRadius*>(label, blocks)) {}

  /// The rows of a step, with these numbers.
  Rows<Space> of(Rows<Space> rows) const {
    rows.J = J_;
    rows.value = value_;
    rows.impulse = impulse_;
    rows.compliance = compliance_;
    rows.friction = friction_;
    rows.disc = disc_;
    return rows;
  }

 private:
  Array<Space, Real* [2][6]> J_;
  Array<Space, Real*> value_, impulse_;
  Array<Space, Real* [max_block_rows]> compliance_;
  Array<Space, Real*> friction_;
  Array<Space, DiscRadius*> disc_;
};

}  // namespace orthant
