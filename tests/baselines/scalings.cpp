// The scalings among the baselines against the dense Delassus matrix.
#include <gtest/gtest.h>

#include "bench/baselines/scaling/block.hpp"
#include "bench/baselines/scaling/spectral.hpp"
#include "tests/dense.hpp"
#include "tests/solvers/plugins.hpp"
#include "tests/solvers/schur_systems.hpp"

namespace orthant::test::baseline_scalings {
namespace {

/// Contacts and joints of four worlds; some pairs of bodies share several blocks, in either order.
TestSystem contacts_and_joints(Dice& dice) {
  TestSystem t = several_worlds(dice);
  for (int k = 0; k < t.built.rows.blocks; ++k)
    if (t.built.rows.size(k) == 3) t.built.rows.law(k) = Law::coulomb;
  return t;
}

template <class Scaling>
Array<Space, Real*> weights(TestSystem const& t) {
  auto const out = BuiltRows::reals(t.built.rows.rows);
  WeightsBy<Space, Scaling>(Scaling{}, sizes_of(t.built.rows))
      .compute({}, t.built.rows, t.built.inverse_mass, out);
  return out;
}

/// The rows of contacts in a world.
std::vector<int> contact_rows(Rows<Space> const& rows, int world) {
  std::vector<int> out;
  for (int k = rows.world_block(world); k < rows.world_block(world + 1); ++k)
    for (int i = rows.block_row(k); i < rows.block_row(k + 1); ++i)
      if (rows.law(k) != Law::free) out.push_back(i);
  return out;
}

TEST(BaselineScalings, TheBlocksNormIsThatOfTheDiagonalBlock) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Dice dice(seed);
    TestSystem const t = contacts_and_joints(dice);
    auto const& rows = t.built.rows;
    Eigen::MatrixXd const W = dense_delassus(t.built);
    auto const r = weights<BlockScaling>(t);
    for (int k = 0; k < rows.blocks; ++k) {
      int const begin = rows.block_row(k), n = rows.size(k);
      Real const expected = rows.law(k) == Law::free ? 1 : W.block(begin, begin, n, n).norm();
      for (int i = begin; i < begin + n; ++i) EXPECT_NEAR(r(i), expected, 1e-14 * expected);
    }
  }
}

TEST(BaselineScalings, TheSpectralOneIsTheLargestEigenvalueOfEachWorldsContacts) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Dice dice(seed);
    TestSystem const t = contacts_and_joints(dice);
    auto const& rows = t.built.rows;
    Eigen::MatrixXd const W = dense_delassus(t.built);
    auto const r = weights<SpectralScaling>(t);
    for (int i = 0; i < rows.rows; ++i) EXPECT_GE(r(i), 0);
    for (int w = 0; w < rows.worlds; ++w) {
      auto const contacts = contact_rows(rows, w);
      if (contacts.empty()) continue;
      Eigen::MatrixXd const W_w = W(contacts, contacts);
      Real const largest = symmetric_parts(W_w).values.maxCoeff();
      for (int const i : contacts) {  // from below, all equal
        EXPECT_EQ(r(i), r(contacts[0]));
        EXPECT_LE(r(i), (1 + 1e-14) * largest);
        EXPECT_GE(r(i), 0.8 * largest);  // 0.871 log(n)/(k - 1), n <= 42, k = 20: 0.17
      }
    }
    for (int k = 0; k < rows.blocks; ++k)
      for (int i = rows.block_row(k); i < rows.block_row(k + 1); ++i) {
        if (rows.law(k) == Law::free) {
          EXPECT_EQ(r(i), 1);
        }
      }
  }
}

TEST(BaselineScalings, ManyIterationsOfThePowerMethodAreExact) {
  Dice dice(4);
  TestSystem t = hyperstatic(dice);
  for (int k = 0; k < t.built.rows.blocks; ++k) t.built.rows.law(k) = Law::coulomb;
  auto const r = BuiltRows::reals(t.built.rows.rows);
  SpectralScaling scaling;
  scaling.iterations = 1000;
  WeightsBy<Space, SpectralScaling>(scaling, sizes_of(t.built.rows))
      .compute({}, t.built.rows, t.built.inverse_mass, r);
  EXPECT_NEAR(r(0) / symmetric_parts(dense_delassus(t.built)).values.maxCoeff(), 1, 1e-12);
}

}  // namespace
}  // namespace orthant::test::baseline_scalings
