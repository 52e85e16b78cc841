// Test systems (L K^-1 J^T + Q) z = b for linear solvers, also as dense matrices.
#pragma once
#include "orthant/core/step/linear_solver.hpp"
#include "orthant/solvers/preconditioner/preconditioner.hpp"
#include "orthant/tests/built_rows.hpp"

namespace orthant::test {

struct TestSystem {
  explicit TestSystem(BuiltRows rows_given)
      : built(std::move(rows_given)),
        Q("orthant::test", built.rows.rows),
        active(BuiltRows::ints(built.rows.worlds)),
        b(BuiltRows::reals(built.rows.rows)),
        z(BuiltRows::reals(built.rows.rows)) {
    for (int w = 0; w < built.rows.worlds; ++w) active(w) = 1;
  }

  SchurSystem<Space> schur(bool same_pattern = false, bool same_matrix = false) const {
    return {built.rows, Q, built.inverse_mass, active, same_pattern, same_matrix, left};
  }
  bool symmetric() const { return left.extent(0) == 0; }

  Eigen::MatrixXd matrix() const {
    Eigen::MatrixXd S =
        W_.size() > 0
            ? W_
            : dense_delassus(built, symmetric() ? built.rows.J : Span<Space, Real* [2][6]>(left));
    for (int k = 0; k < built.rows.blocks; ++k)
      for (int i = 0; i < built.rows.size(k); ++i)
        for (int j = 0; j < built.rows.size(k); ++j)
          S(built.rows.block_row(k) + i, built.rows.block_row(k) + j) +=
              Q(built.rows.block_row(k) + i, j);
    return S;
  }
  /// Gives W in place of bodies, as stored problems do.
  void forget_bodies() {
    W_ = dense_delassus(built);
    auto& rows = built.rows;
    int const n = rows.blocks;
    first_ = Array<Space, int*>("orthant::test", n + 1);
    coupled_ = Array<Space, int*>("orthant::test", n * n);
    blocks_ = Array<Space, Mat3*>("orthant::test", n * n);
    for (int i = 0; i < n; ++i) {
      first_(i + 1) = (i + 1) * n;
      for (int j = 0; j < n; ++j) {
        coupled_(i * n + j) = j;
        for (int r = 0; r < rows.size(i); ++r)
          for (int c = 0; c < rows.size(j); ++c)
            blocks_(i * n + j)[r][c] = W_(rows.block_row(i) + r, rows.block_row(j) + c);
      }
    }
    for (int k = 0; k <= rows.worlds * rows.bodies; ++k) rows.incidence_begin(k) = 0;
    rows.bodies = 0;
    for (int k = 0; k < n; ++k)
      for (int side = 0; side < 2; ++side) rows.body(k, side) = -1;
    fill_all(Space(), rows.J, 0);
    rows.delassus = {first_, coupled_, blocks_, built.rows.value};
  }

  /// b <- S x for a random x, so that b is in the range for any rank.
  void consistent(Dice& dice) {
    Eigen::VectorXd x(built.rows.rows);
    for (auto& each : x) each = dice.between(-1, 1);
    Eigen::VectorXd const Sx = matrix() * x;
    for (int i = 0; i < built.rows.rows; ++i) b(i) = Sx[i];
  }
  void random_Q(Dice& dice, int block, Real size) {
    int const n = built.rows.size(block), begin = built.rows.block_row(block);
    Eigen::MatrixXd L(n, n);
    for (auto& each : L.reshaped()) each = dice.between(-1, 1);
    Eigen::MatrixXd const LL = size * (L * L.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n));
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) Q(begin + i, j) = LL(i, j);
  }

  /// left <- P J in the rows of a block, and Q of the block.
  void multiply_left(int block, Mat3 const& P, Mat3 const& Q_block) {
    if (symmetric()) {
      left = Array<Space, Real* [2][6]>("orthant::test", built.rows.rows);
      Kokkos::deep_copy(left,
                        Kokkos::subview(built.rows.J.view(), std::make_pair(0, built.rows.rows),
                                        Kokkos::ALL(), Kokkos::ALL()));
    }
    int const n = built.rows.size(block), begin = built.rows.block_row(block);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) Q(begin + i, j) = Q_block[i][j];
    for (int i = 0; i < n; ++i)
      for (int side = 0; side < 2; ++side)
        for (int k = 0; k < 6; ++k) {
          Real s = 0;
          for (int j = 0; j < n; ++j) s += P[i][j] * built.rows.J(begin + j, side, k);
          left(begin + i, side, k) = s;
        }
  }

  BuiltRows built;
  Array<Space, Real* [2][6]> left;  // empty: J
  Array<Space, Real* [max_block_rows]> Q;
  Array<Space, int*> active;
  Array<Space, Real*> b, z;

 private:
  Eigen::MatrixXd W_;  // where it is given
  Array<Space, int*> first_, coupled_;
  Array<Space, Mat3*> blocks_;
};

inline BlockSpec random_block(Dice& dice, int world, int a, int b, int rows) {
  BlockSpec block;
  block.world = world;
  block.body[0] = a;
  block.body[1] = b;
  block.rows = rows;
  randomise(dice, block);
  return block;
}

inline TestSystem with_random_masses(Dice& dice, int worlds, int bodies,
                                     std::vector<BlockSpec> const& blocks) {
  BuiltRows built(worlds, bodies, blocks);
  for (int b = 0; b < worlds * bodies; ++b) built.inverse_mass(b) = random_inverse_mass(dice);
  return TestSystem(std::move(built));
}

/// Several worlds: a large one, an empty one, one with a single block, one with bodies without
/// rows. There are joints of three and two rows, contacts with a positive definite Q, and world
/// anchors.
inline TestSystem several_worlds(Dice& dice) {
  int const sizes[] = {14, 0, 1, 5}, bodies = 6;
  std::vector<BlockSpec> blocks;
  for (int w = 0; w < 4; ++w)
    for (int k = 0; k < sizes[w]; ++k) {
      int const a = dice.below(w == 3 ? 2 : bodies), b = (a + 1 + dice.below(2)) % bodies;
      bool const anchor = dice.below(4) == 0, first = dice.below(2) == 0;
      blocks.push_back(random_block(dice, w, anchor && first ? -1 : a, anchor && !first ? -1 : b,
                                    k % 3 == 0 ? 2 : 3));
    }
  TestSystem out = with_random_masses(dice, 4, bodies, blocks);
  for (int k = 0; k < out.built.rows.blocks; ++k) out.random_Q(dice, k, 0.3);
  out.consistent(dice);
  return out;
}

/// One body on eight contacts, and one on top of it: 36 rows without compliance for twelve degrees
/// of freedom.
inline TestSystem hyperstatic(Dice& dice) {
  std::vector<BlockSpec> blocks;
  for (int k = 0; k < 8; ++k) blocks.push_back(random_block(dice, 0, -1, 0, 3));
  for (int k = 0; k < 4; ++k) blocks.push_back(random_block(dice, 0, 0, 1, 3));
  TestSystem out = with_random_masses(dice, 1, 2, blocks);
  out.consistent(dice);
  return out;
}

/// A chain of rigid joints, and some compliant contacts: half of Q is zero.
inline TestSystem chain_with_contacts(Dice& dice) {
  std::vector<BlockSpec> blocks;
  for (int k = 0; k < 8; ++k) {
    blocks.push_back(random_block(dice, 0, k - 1, k, 3));
    if (k % 2 == 0) blocks.push_back(random_block(dice, 0, -1, k, 3));
  }
  TestSystem out = with_random_masses(dice, 1, 8, blocks);
  for (int k = 0; k < out.built.rows.blocks; ++k)
    if (out.built.rows.body(k, 0) < 0) out.random_Q(dice, k, 0.1);
  out.consistent(dice);
  return out;
}

/// The same without bodies.
inline TestSystem stored(Dice& dice) {
  TestSystem out = chain_with_contacts(dice);
  out.forget_bodies();
  return out;
}

inline TestSystem one_by_one(Dice& dice) {
  TestSystem out = with_random_masses(dice, 1, 1, {random_block(dice, 0, -1, 0, 1)});
  out.b(0) = 0.7;
  return out;
}

/// Contacts of which one direction, or all, are eliminated: J is zero there and Q the identity.
inline TestSystem eliminated_rows(Dice& dice) {
  auto whole = random_block(dice, 0, 0, 1, 3), part = random_block(dice, 0, -1, 0, 3);
  for (int side = 0; side < 2; ++side)
    for (int i = 0; i < 6; ++i) {
      for (auto& row : whole.J) row[side][i] = 0;
      part.J[1][side][i] = 0;
    }
  TestSystem out = with_random_masses(dice, 1, 2, {whole, part, random_block(dice, 0, 0, 1, 3)});
  for (int i : {0, 1, 2, 4}) out.Q(i, i % 3) = 1;
  out.consistent(dice);
  for (int i : {0, 1, 2, 4}) out.b(i) = 0;
  return out;
}

/// Masses and rows over six decades, which must not affect a scaled matrix.
inline TestSystem uneven(Dice& dice) {
  std::vector<BlockSpec> blocks;
  for (int k = 0; k < 5; ++k) blocks.push_back(random_block(dice, 0, k - 1, k, 3));
  BuiltRows built(1, 5, blocks);
  for (int b = 0; b < 5; ++b) {
    built.inverse_mass(b) = random_inverse_mass(dice);
    Real const light = std::pow(10., b % 2 == 0 ? 3 : -3);
    built.inverse_mass(b).mass *= light;
    for (auto& row : built.inverse_mass(b).inertia.m)
      for (Real& x : row) x *= light;
  }
  TestSystem out(std::move(built));
  out.consistent(dice);
  return out;
}

/// The identity plus a random matrix of that size.
inline Mat3 near_identity(Dice& dice, Real size) {
  Mat3 out = diagonal({{1, 1, 1}});
  for (auto& row : out.m)
    for (Real& x : row) x += dice.between(-size, size);
  return out;
}

/// Joints and contacts with linearised laws: bilateral rows, contacts that stick (P = I, Q = 0
/// except for the effect of the cone), slide (P and Q couple friction to the normal impulse), and
/// are open (P = 0, Q = I).
inline TestSystem linearised_laws(Dice& dice) {
  TestSystem out = chain_with_contacts(dice);
  int kind = 0;
  for (int k = 0; k < out.built.rows.blocks; ++k) {
    if (out.built.rows.body(k, 0) >= 0) {
      out.multiply_left(k, diagonal({{1, 1, 1}}), {});
      continue;
    }
    Real const angle = dice.between(0, 6), c = std::cos(angle), s = std::sin(angle), mu = 0.5;
    Mat3 P = diagonal({{1, 1, 1}}), Q;
    if (kind % 3 == 0) Q = diagonal({{0, 0.1, 0.1}});
    if (kind % 3 == 1) {  // for friction, only the direction perpendicular to sliding
      P[1][1] = s * s;
      P[2][2] = c * c;
      P[1][2] = P[2][1] = -c * s;
      Q[1][1] = Q[2][2] = 1;
      Q[1][0] = -mu * c;
      Q[2][0] = -mu * s;
    }
    if (kind % 3 == 2) {
      P = {};
      Q = diagonal({{1, 1, 1}});
    }
    ++kind;
    out.multiply_left(k, P, Q);
  }
  out.consistent(dice);
  return out;
}

/// Several worlds, with every block multiplied by its own matrix.
inline TestSystem not_symmetric(Dice& dice) {
  TestSystem out = several_worlds(dice);
  for (int k = 0; k < out.built.rows.blocks; ++k) {
    Mat3 Q;
    for (int i = 0; i < out.built.rows.size(k); ++i)
      for (int j = 0; j < out.built.rows.size(k); ++j)
        Q[i][j] = out.Q(out.built.rows.block_row(k) + i, j) + (i < j ? 0.2 : i > j ? -0.2 : 0.1);
    out.multiply_left(k, near_identity(dice, 0.2), Q);
  }
  out.consistent(dice);
  return out;
}

/// Singular and nonsymmetric: 36 rows for twelve degrees of freedom.
inline TestSystem not_symmetric_hyperstatic(Dice& dice) {
  TestSystem out = hyperstatic(dice);
  for (int k = 0; k < out.built.rows.blocks; ++k)
    out.multiply_left(k, near_identity(dice, 0.2), {});
  out.consistent(dice);
  return out;
}

/// The columns of M^-1, one application each.
inline Eigen::MatrixXd dense_inverse(TestSystem const& t, Preconditioner<Space>& preconditioner) {
  auto const& rows = t.built.rows;
  preconditioner.set_up({}, t.schur());
  Eigen::MatrixXd out(rows.rows, rows.rows);
  auto const x = BuiltRows::reals(rows.rows), y = BuiltRows::reals(rows.rows);
  for (int j = 0; j < rows.rows; ++j) {
    x(j) = 1;
    for (int w = 0; w < rows.worlds; ++w)
      preconditioner.factors().apply(OneThread{}, rows, w, Span<Space, Real*>(x),
                                     Span<Space, Real*>(y));
    x(j) = 0;
    for (int i = 0; i < rows.rows; ++i) out(i, j) = y(i);
  }
  return out;
}

}  // namespace orthant::test
