// Matrices in blocks, and which of their parts are kept.
#include <gtest/gtest.h>

#include "solvers/cone/linear/kept_parts.hpp"
#include "solvers/factors/dense.hpp"
#include "tests/cone_solvers/in_blocks.hpp"
#include "tests/conformance/cone_problems.hpp"

namespace orthant::cone {
namespace {

TEST(BlockPattern, HoldsTheMatrixInBlocks) {
  std::mt19937 engine(3);
  Sparse A = test::random_matrix(engine, 9, 9).sparseView();
  for (int i = 0; i < 4; ++i)
    for (int j = 4; j < 9; ++j) A.coeffRef(i, j) = 0;
  for (int i = 5; i < 9; ++i) A.coeffRef(i, 4) = 0;
  A.prune(0.0);
  InBlocks const all(A, {4, 1, 2, 2});
  EXPECT_EQ(all.pattern.unknowns(), 9);
  EXPECT_EQ(all.pattern.blocks(), 16);  // the blocks above the diagonal mirror those below it
  std::vector<int> const some = {0, 2, 3};
  for (BlockPattern const& part :
       {all.pattern, all.pattern.part(some), all.pattern.part(std::vector<char>(16, true))}) {
    bool const is_all = part.nodes() == 4;
    for (int j = 0; j < part.nodes(); ++j)
      for (int i = 0; i < part.nodes(); ++i) {
        int const from = all.pattern.first[is_all ? i : some[i]],
                  to = all.pattern.first[is_all ? j : some[j]];
        int const b = part.block(i, j);
        ASSERT_EQ(part.row[b], i);
        EXPECT_EQ(Dense(Dense(A).block(from, to, part.width(i), part.width(j))),
                  Dense(Eigen::Map<Dense const>(all.values.data() + part.value[b], part.width(i),
                                                part.width(j))));
      }
  }
}

TEST(KeptParts, ChangeSeldom) {
  KeptParts kept(100);
  int first = 0, last = 60;
  auto const needed = [&](int k) { return k >= first && k < last; };
  EXPECT_TRUE(kept.renew(needed));
  EXPECT_FALSE(kept.renew(needed));
  first = 3;  // few are kept that are not needed
  EXPECT_FALSE(kept.renew(needed));
  last = 61;
  EXPECT_TRUE(kept.renew(needed));
  EXPECT_EQ(kept.parts().size(), 61);
  last = 40;  // many are not needed
  EXPECT_TRUE(kept.renew(needed));
  EXPECT_EQ(kept.parts().size(), 37);
  first = last = 0;
  EXPECT_TRUE(kept.renew(needed));
  EXPECT_TRUE(kept.parts().empty());
  EXPECT_FALSE(kept.renew(needed));
}

}  // namespace
}  // namespace orthant::cone
