// Constraint rows that a test writes by hand, and the same as dense matrices.
#pragma once
#include <Eigen/Dense>

#include "orthant/core/execution/detail/spaces.hpp"
#include "orthant/core/step/detail/row_arrays.hpp"
#include "orthant/core/step/detail/sizes.hpp"
#include "orthant/tests/collision/dice.hpp"

namespace orthant::test {

using Space = SpaceOnHost;

struct BlockSpec {
  int world = 0;
  int body[2] = {-1, -1};  // within the world
  int rows = 3;
  Law law = Law::free;
  Real mu = 0;
  DiscRadius disc = {};
  Real J[max_block_rows][2][6] = {};
};

/// Owns rows of blocks, which are added world by world. All other numbers start as zero, K^-1
/// included.
class BuiltRows {
 public:
  BuiltRows(int worlds, int bodies, std::vector<BlockSpec> const& blocks)
      : inverse_mass("orthant::test", worlds * bodies),
        array_("orthant::test", {.worlds = worlds,
                                 .bodies = worlds * bodies,
                                 .rows = rows_of(blocks),
                                 .blocks = static_cast<int>(blocks.size())}) {
    int const n = static_cast<int>(blocks.size());
    rows = array_.rows();
    rows.worlds = worlds;
    rows.bodies = bodies;
    rows.blocks = n;
    rows.rows = rows_of(blocks);
    rows.shares = {};
    for (auto const& block : blocks) rows.contacts += block.law != Law::free;
    for (auto* each : {&array_.world_row, &array_.world_block, &array_.block_row, &array_.angular})
      fill_all(Space(), *each, 0);
    for (auto* each : {&array_.value, &array_.impulse}) fill_all(Space(), *each, 0);
    fill_all(Space(), array_.compliance, 0);
    fill_all(Space(), array_.J, 0);
    std::vector<std::vector<int>> touching(worlds * bodies);
    for (int k = 0; k < n; ++k) write(blocks[k], k, touching);
    for (int w = 0; w < worlds; ++w) {
      rows.world_row(w + 1) += rows.world_row(w);
      rows.world_block(w + 1) += rows.world_block(w);
    }
    int body = 0, place = 0;
    rows.incidence_begin(0) = 0;
    for (auto const& each : touching) {
      for (int const at : each) rows.incidence(place++) = at;
      rows.incidence_begin(++body) = place;
    }
  }

  static Array<Space, int*> ints(int n) { return Array<Space, int*>("orthant::test", n); }
  static Array<Space, Real*> reals(int n) { return Array<Space, Real*>("orthant::test", n); }

  Rows<Space> rows;
  Array<Space, InverseMass*> inverse_mass;

 private:
  void write(BlockSpec const& spec, int k, std::vector<std::vector<int>>& touching) {
    int const begin = rows.block_row(k);
    rows.block_row(k + 1) = begin + spec.rows;
    rows.block_world(k) = spec.world;
    rows.world_row(spec.world + 1) += spec.rows;
    ++rows.world_block(spec.world + 1);
    rows.law(k) = spec.law;
    rows.friction(k) = spec.mu;
    rows.disc(k) = spec.disc;
    for (int side = 0; side < 2; ++side) {
      int const b = spec.body[side] < 0 ? -1 : spec.world * rows.bodies + spec.body[side];
      rows.body(k, side) = b;
      if (b >= 0) touching[b].push_back(2 * k + side);
      for (int r = 0; r < spec.rows; ++r)
        for (int i = 0; i < 6; ++i) rows.J(begin + r, side, i) = spec.J[r][side][i];
    }
  }
  static int rows_of(std::vector<BlockSpec> const& blocks) {
    int out = 0;
    for (auto const& block : blocks) out += block.rows;
    return out;
  }

  RowArrays<Space> array_;
};

/// For solvers of these rows.
inline Sizes sizes_of(Rows<Space> const& rows) {
  return {.worlds = rows.worlds,
          .bodies = rows.worlds * rows.bodies,
          .rows = rows.rows,
          .blocks = rows.blocks,
          .couplings = static_cast<int>(rows.delassus.block.extent(0))};
}

inline void randomise(Dice& dice, BlockSpec& block) {
  for (auto& row : block.J)
    for (auto& side : row)
      for (Real& x : side) x = dice.between(-1, 1);
}

/// K^-1 of a body of some kilograms, its inertia in general position.
inline InverseMass random_inverse_mass(Dice& dice) {
  Body body;
  body.mass = dice.between(0.5, 4);
  for (int i = 0; i < 3; ++i) body.inverse_inertia_B[i][i] = dice.between(0.5, 3);
  return inverse_mass(body, {{}, dice.orientation()});
}

/// J over all bodies: (rows) x (6 W nb).
inline Eigen::MatrixXd dense_jacobian(Rows<Space> const& rows,
                                      Span<Space, Real* [2][6]> const& J_rows) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(rows.rows, 6 * rows.worlds * rows.bodies);
  for (int k = 0; k < rows.blocks; ++k)
    for (int row = rows.block_row(k); row < rows.block_row(k + 1); ++row)
      for (int side = 0; side < 2; ++side)
        if (int const b = rows.body(k, side); b >= 0)
          for (int i = 0; i < 6; ++i) J(row, 6 * b + i) += J_rows(row, side, i);
  return J;
}
inline Eigen::MatrixXd dense_jacobian(Rows<Space> const& rows) {
  return dense_jacobian(rows, rows.J);
}

inline Eigen::MatrixXd dense_inverse_mass(Array<Space, InverseMass*> const& M_inverse) {
  int const n = static_cast<int>(M_inverse.extent(0));
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(6 * n, 6 * n);
  for (int b = 0; b < n; ++b)
    for (int i = 0; i < 3; ++i) {
      out(6 * b + i, 6 * b + i) = M_inverse(b).mass;
      for (int j = 0; j < 3; ++j) out(6 * b + 3 + i, 6 * b + 3 + j) = M_inverse(b).inertia[i][j];
    }
  return out;
}

/// left K^-1 J^T of all worlds.
inline Eigen::MatrixXd dense_delassus(BuiltRows const& built,
                                      Span<Space, Real* [2][6]> const& left) {
  return dense_jacobian(built.rows, left) * dense_inverse_mass(built.inverse_mass) *
         dense_jacobian(built.rows).transpose();
}
/// A = J K^-1 J^T
inline Eigen::MatrixXd dense_delassus(BuiltRows const& built) {
  return dense_delassus(built, built.rows.J);
}

}  // namespace orthant::test
