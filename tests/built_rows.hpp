// Constraint rows that a test writes by hand, and the same as dense matrices.
#pragma once
#include <Eigen/Dense>

#include "core/execution/spaces.hpp"
#include "core/step/rows.hpp"
#include "tests/collision/dice.hpp"

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
      : inverse_mass("orthant::test", worlds * bodies) {
    int const n = static_cast<int>(blocks.size());
    rows.worlds = worlds;
    rows.bodies = bodies;
    rows.blocks = n;
    for (auto const& block : blocks) {
      rows.rows += block.rows;
      rows.contacts += block.law != Law::free;
    }
    for (auto* each : {&world_row_, &world_block_}) *each = ints(worlds + 1);
    block_row_ = ints(n + 1);
    block_world_ = ints(n);
    angular_ = ints(rows.rows);
    for (auto* each : {&value_, &impulse_}) *each = reals(rows.rows);
    compliance_ = Array<Space, Real* [max_block_rows]>("orthant::test", rows.rows);
    disc_ = Array<Space, DiscRadius*>("orthant::test", n);
    friction_ = reals(n);
    body_ = Array<Space, int* [2]>("orthant::test", n);
    cone_ = Array<Space, Law*>("orthant::test", n);
    J_ = Array<Space, Real* [2][6]>("orthant::test", rows.rows);
    std::vector<std::vector<int>> touching(worlds * bodies);
    for (int k = 0; k < n; ++k) write(blocks[k], k, touching);
    for (int w = 0; w < worlds; ++w) {
      world_row_(w + 1) += world_row_(w);
      world_block_(w + 1) += world_block_(w);
    }
    std::vector<int> first{0}, touch;
    for (auto const& each : touching) {
      touch.insert(touch.end(), each.begin(), each.end());
      first.push_back(static_cast<int>(touch.size()));
    }
    first_ = to_device<Space>("orthant::test", first);
    touch_ = to_device<Space>("orthant::test", touch);
    point_rows_to_arrays();
  }

  static Array<Space, int*> ints(int n) { return Array<Space, int*>("orthant::test", n); }
  static Array<Space, Real*> reals(int n) { return Array<Space, Real*>("orthant::test", n); }

  Rows<Space> rows;
  Array<Space, InverseMass*> inverse_mass;

 private:
  void write(BlockSpec const& spec, int k, std::vector<std::vector<int>>& touching) {
    int const begin = block_row_(k);
    block_row_(k + 1) = begin + spec.rows;
    block_world_(k) = spec.world;
    world_row_(spec.world + 1) += spec.rows;
    ++world_block_(spec.world + 1);
    cone_(k) = spec.law;
    friction_(k) = spec.mu;
    disc_(k) = spec.disc;
    for (int side = 0; side < 2; ++side) {
      int const b = spec.body[side] < 0 ? -1 : spec.world * rows.bodies + spec.body[side];
      body_(k, side) = b;
      if (b >= 0) touching[b].push_back(2 * k + side);
      for (int r = 0; r < spec.rows; ++r)
        for (int i = 0; i < 6; ++i) J_(begin + r, side, i) = spec.J[r][side][i];
    }
  }
  void point_rows_to_arrays() {
    rows.world_row = world_row_;
    rows.world_block = world_block_;
    rows.block_row = block_row_;
    rows.block_world = block_world_;
    rows.body = body_;
    rows.law = cone_;
    rows.friction = friction_;
    rows.disc = disc_;
    rows.J = J_;
    rows.value = value_;
    rows.compliance = compliance_;
    rows.impulse = impulse_;
    rows.angular = angular_;
    rows.incidence_begin = first_;
    rows.incidence = touch_;
  }

  Array<Space, int*> world_row_, world_block_, block_row_, block_world_, angular_, first_, touch_;
  Array<Space, int* [2]> body_;
  Array<Space, Law*> cone_;
  Array<Space, DiscRadius*> disc_;
  Array<Space, Real*> friction_, value_, impulse_;
  Array<Space, Real* [max_block_rows]> compliance_;
  Array<Space, Real* [2][6]> J_;
};

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
