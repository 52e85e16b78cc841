// What every scaling promises: the same weights for the same rows, without a new array, and 1 where
// nothing moves. For one of your own:
//   INSTANTIATE_TEST_SUITE_P(Mine, ScalingConformance, testing::Values("mine"), choice_name);
#pragma once
#include "orthant/solvers/scaling/weights.hpp"
#include "orthant/tests/conformance/choice.hpp"
#include "orthant/tests/conformance/schur_systems.hpp"
#include "orthant/tests/conformance/watch.hpp"

namespace orthant::test {

class ScalingConformance : public testing::TestWithParam<Choice> {
 protected:
  static std::vector<Real> weights(TestSystem const& t) {
    auto const& rows = t.built.rows;
    auto const made = read_choice(plugins().scalings, GetParam().settings)(sizes_of(rows));
    auto const out = BuiltRows::reals(rows.rows);
    {
      KokkosWatch const watch;
      made->compute({}, rows, t.built.inverse_mass, out);
    }
    EXPECT_TRUE(KokkosWatch::arrays.empty());
    std::vector<Real> r;
    for (int i = 0; i < rows.rows; ++i) r.push_back(out(i));
    return r;
  }
  static TestSystem contacts(TestSystem t) {
    for (int k = 0; k < t.built.rows.blocks; ++k)
      if (t.built.rows.size(k) == 3) t.built.rows.law(k) = Law::coulomb;
    return t;
  }
};

TEST_P(ScalingConformance, RemembersNothing) {
  Dice dice(5);
  for (auto const make : {several_worlds, chain_with_contacts, stored, uneven, hyperstatic}) {
    auto const t = contacts(make(dice));
    EXPECT_EQ(weights(t), weights(t));
  }
}

TEST_P(ScalingConformance, ARowThatMovesNoBodyHasWeightOne) {
  BlockSpec block;
  block.law = Law::coulomb;
  EXPECT_EQ(weights(TestSystem{BuiltRows(1, 1, {block})}), std::vector<Real>(3, 1));
}

}  // namespace orthant::test
