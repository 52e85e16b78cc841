// Sparse factors, and what they are made from.
#include <gtest/gtest.h>

#include "orthant/solvers/factors/detail/pattern_lu.hpp"
#include "orthant/tests/conformance/cone_problems.hpp"
#include "tests/cone_solvers/in_blocks.hpp"

namespace orthant::cone {
namespace {

/// A chain of contacts, each coupled to the next.
Sparse chain(int contacts) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < 3 * contacts; ++i) {
    entries.emplace_back(i, i, 4);
    if (i + 3 < 3 * contacts) {
      entries.emplace_back(i, i + 3, -1.5);
      entries.emplace_back(i + 3, i, -1);
    }
  }
  Sparse A(3 * contacts, 3 * contacts);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

TEST(PatternLu, IsSparseForAChainAndDenseForAFullMatrix) {
  for (Sparse const& A : {chain(200), Sparse(test::pile(3, 12, 4).W)}) {
    InBlocks const in(A);
    PatternLu lu;
    lu.analyse(in.pattern);
    EXPECT_EQ(lu.is_sparse(), A.cols() == 600);
    ASSERT_TRUE(lu.factorise(in.values));
    Vector const b = Vector::LinSpaced(A.cols(), -1, 1);
    EXPECT_LE((A * lu.solve(b) - b).norm(), 1e-13 * b.norm());
  }
}

void expect_front_lu(Sparse const& A, std::vector<int> const& widths, double within = 1e-13) {
  InBlocks const in(A, widths);
  FrontLu lu;
  lu.analyse(in.pattern);
  ASSERT_TRUE(lu.factorise(in.values));
  Vector const b = Vector::LinSpaced(A.cols(), -1, 1);
  EXPECT_LE((A * lu.solve(b) - b).norm(), within * b.norm());
  EXPECT_EQ(lu.determinant_sign(), sign_of_determinant(Dense(A)));
}

TEST(FrontLu, SolvesWhatIsNotSymmetricAndKnowsTheSign) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<int> mixed;  // widths
  for (int k = 0; k < 18; ++k) mixed.push_back(k % 9 + 1);
  for (auto const& widths : {std::vector<int>(30, 3), std::vector<int>(90, 1), mixed})
    for (int trial = 0; trial < 4; ++trial) {
      Sparse A = chain(30);
      for (int k = 0; k < A.nonZeros(); ++k) A.valuePtr()[k] = uniform(engine);
      for (int i = 0; i < A.cols(); ++i) A.coeffRef(i, i) += i == trial ? -9 : 9;
      EXPECT_EQ(sign_of_determinant(Dense(A)), -1);
      expect_front_lu(A, widths);
    }
  // A full matrix: one supernode, split into several fronts.
  std::srand(5);
  for (int width : {1, 3, 51})
    for (int trial = 0; trial < 4; ++trial) {
      Eigen::MatrixXd const full =
          Eigen::MatrixXd::Random(102, 102) + 8 * Eigen::MatrixXd::Identity(102, 102);
      expect_front_lu((trial % 2 ? -full : full).sparseView(), std::vector<int>(102 / width, width),
                      1e-12);
    }
}

TEST(FrontLu, ChoosesPivotsWithinAFront) {
  // Tridiagonal, with zeros on the diagonal: it needs pivots, which blocks of two have.
  Sparse A(40, 40);
  for (int i = 0; i < 40; i += 2) {
    A.insert(i, i + 1) = 2;
    A.insert(i + 1, i) = 3;
    if (i + 2 < 40) A.insert(i, i + 2) = A.insert(i + 3, i) = 1;
  }
  expect_front_lu(A, std::vector<int>(20, 2));
}

TEST(FrontLu, SaysWhereAPivotIsZero) {
  InBlocks const in(chain(4));
  FrontLu lu;
  lu.analyse(in.pattern);
  EXPECT_FALSE(lu.factorise(std::vector<double>(in.values.size(), 0.0)));
}

TEST(EliminationTree, CountsWhatEliminationDoes) {
  // 3 by 3 blocks in a chain, from one end: columns of at most 6, 5, 4 entries.
  double const flops = EliminationTree(InBlocks(chain(200)).pattern).flops();
  EXPECT_LE(flops, 200 * 2 * (36 + 25 + 16));
  EXPECT_GT(flops, 199 * 2 * (25 + 16 + 9));
}

}  // namespace
}  // namespace orthant::cone
