// Elimination along a tree of joints, against a dense solution, and what it does not take.
#include "orthant/solvers/linear/sparse/tree_lu.hpp"

#include <gtest/gtest.h>

#include "orthant/tests/conformance/schur_systems.hpp"
#include "tests/dense.hpp"

namespace orthant::test::tree_lu {
namespace {

/// A trunk with three legs of two bodies, each joint of two blocks and a compliant row, feet on
/// contacts, and a body with a contact alone. The numbers of bodies are mixed.
TestSystem legs(Dice& dice, int worlds = 1) {
  std::vector<BlockSpec> blocks;
  int const upper[] = {5, 0, 7}, lower[] = {1, 6, 4}, trunk = 3;
  for (int w = 0; w < worlds; ++w) {
    for (int leg = 0; leg < 3; ++leg)
      for (bool const knee : {false, true}) {
        int a = knee ? upper[leg] : trunk, b = knee ? lower[leg] : upper[leg];
        if (leg == 1) std::swap(a, b);
        for (int const n : {3, 2, 1}) blocks.push_back(random_block(dice, w, a, b, n));
      }
    for (int const body : {1, 4, 2}) {
      blocks.push_back(random_block(dice, w, -1, body, 3));
      blocks.back().law = Law::coulomb;
    }
  }
  TestSystem out = with_random_masses(dice, worlds, 8, blocks);
  for (int k = 0; k < out.built.rows.blocks; ++k)
    if (out.built.rows.size(k) == 1 || out.built.rows.law(k) == Law::coulomb)
      out.random_Q(dice, k, 0.1);
  out.consistent(dice);
  return out;
}

bool plans(std::vector<BlockSpec> const& blocks, int bodies) {
  BuiltRows const built(1, bodies, blocks);
  return TreeLu<Space>().plan(built.rows, 0);
}

/// The shift is relative to the diagonal of S, as in the other forms.
void expect_solved(TestSystem const& t, int w, Real shift, Real within) {
  Eigen::MatrixXd S = t.matrix();
  if (shift > 1e-10) S.diagonal() *= 1 + shift;
  auto const& rows = t.built.rows;
  TreeLu<Space> tree;
  ASSERT_TRUE(tree.plan(rows, w));
  ASSERT_TRUE(tree.factorise(t.schur(), w, shift));
  int const o = rows.world_row(w), n = rows.world_row(w + 1) - o;
  std::vector<Real> x(t.b.data() + o, t.b.data() + o + n);
  tree.solve(t.schur(), w, x.data());
  Eigen::Map<Eigen::VectorXd const> const z(x.data(), n), b(t.b.data() + o, n);
  EXPECT_LE((S.block(o, o, n, n) * z - b).norm(), within * b.norm());
}

Mat3 random_matrix(Dice& dice) {
  Mat3 out;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) out[i][k] = dice.between(-1, 1);
  return out;
}

TEST(TreeLu, SolvesEachWorldOfAnyMatrixAndAddsAPartOfTheDiagonal) {
  Dice dice(3);
  for (int trial = 0; trial < 20; ++trial) {
    TestSystem t = legs(dice, 2);
    for (int w : {0, 1}) expect_solved(t, w, 1e-15, 1e-10);
    if (trial == 0) expect_solved(t, 0, 0.01, 1e-12);
    for (int k = 0; k < t.built.rows.blocks; ++k)
      if (t.built.rows.law(k) == Law::coulomb || k % 5 == 0)
        t.multiply_left(k, random_matrix(dice), random_matrix(dice));
    t.consistent(dice);
    // Pivots are chosen within a body alone, so that random matrices lose digits.
    for (int w : {0, 1}) expect_solved(t, w, 1e-15, 1e-7);
    expect_solved(t, 0, 0.01, 1e-7);
  }
}

TEST(TreeLu, TakesForestsOfJointsAlone) {
  Dice dice(5);
  auto const joint = [&](int a, int b) { return random_block(dice, 0, a, b, 3); };
  auto contact = joint(1, 2);
  contact.law = Law::coulomb;
  EXPECT_TRUE(plans({joint(0, 1), joint(1, 2)}, 3));
  EXPECT_TRUE(plans({joint(0, 1), joint(1, 0), joint(2, 3)}, 4));
  EXPECT_TRUE(plans({joint(0, 1), joint(-1, 0), joint(1, -1)}, 2));
  EXPECT_TRUE(plans({joint(-1, 0), joint(-1, 1)}, 2)) << "trees of one body";
  EXPECT_FALSE(plans({joint(0, 1), joint(1, 2), joint(2, 0)}, 3)) << "a loop";
  EXPECT_FALSE(plans({joint(0, 1), contact}, 3));
  EXPECT_FALSE(plans(std::vector<BlockSpec>(13, joint(0, 1)), 2)) << "39 rows of one body";
}

}  // namespace
}  // namespace orthant::test::tree_lu
