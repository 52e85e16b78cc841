// Scalings beside the dense Delassus matrix.
#pragma once
#include <gtest/gtest.h>

#include "orthant/solvers/scaling/weights_by.hpp"
#include "orthant/tests/conformance/schur_systems.hpp"

namespace orthant::test {

/// Contacts and joints of four worlds; some pairs of bodies share several blocks, in either order.
inline TestSystem contacts_and_joints(Dice& dice) {
  TestSystem t = several_worlds(dice);
  for (int k = 0; k < t.built.rows.blocks; ++k)
    if (t.built.rows.size(k) == 3) t.built.rows.law(k) = Law::coulomb;
  return t;
}

template <class Scaling>
Array<Space, Real*> weights(TestSystem const& t, Scaling const& scaling = {}) {
  auto const out = BuiltRows::reals(t.built.rows.rows);
  WeightsBy<Space, Scaling>(scaling, sizes_of(t.built.rows))
      .compute({}, t.built.rows, t.built.inverse_mass, out);
  return out;
}

/// `promised(rows, W, row)` is the weight by its definition.
template <class Scaling, class Promised>
void expect_as_promised(Promised const& promised) {
  SCOPED_TRACE(Scaling::name);
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Dice dice(seed);
    TestSystem const t = contacts_and_joints(dice);
    auto const& rows = t.built.rows;
    Eigen::MatrixXd const W = dense_delassus(t.built);
    auto const r = weights<Scaling>(t);
    for (int k = 0; k < rows.blocks; ++k)
      for (int i = rows.block_row(k); i < rows.block_row(k + 1); ++i) {
        Real const expected = rows.law(k) == Law::free ? 1 : promised(rows, W, i);
        EXPECT_NEAR(r(i), expected, 1e-14 * expected) << i;  // sums of a few dozen products
      }
  }
}

}  // namespace orthant::test
