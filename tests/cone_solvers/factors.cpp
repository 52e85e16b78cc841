// Sparse factors, and what they are made from.
#include <gtest/gtest.h>

#include "solvers/cone/linear/patch_jacobian.hpp"
#include "solvers/factors/front_cholesky.hpp"
#include "solvers/factors/pattern_lu.hpp"
#include "tests/cone_solvers/in_blocks.hpp"
#include "tests/cone_solvers/rigid_piles.hpp"
#include "tests/conformance/cone_problems.hpp"
#include "tests/dense.hpp"

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

TEST(EliminationTree, SupernodesHoldTheWholeFactor) {
  InBlocks const in(test::pyramid(4, {}).W);
  EliminationTree const tree(in.pattern);
  int next = 0;
  for (auto const& s : tree.supernodes()) {
    EXPECT_EQ(s.first, next);
    next += s.count;
    EXPECT_TRUE(std::is_sorted(s.rows.begin(), s.rows.end()));
    for (int k = 0; k < s.count; ++k) {
      EXPECT_EQ(s.rows[k], s.first + k);
      EXPECT_GE(3 * (std::ssize(s.rows) - k), tree.count[s.first + k]);
      if (int const up = tree.parent[s.first + k]; up >= 0) {
        EXPECT_TRUE(std::binary_search(s.rows.begin(), s.rows.end(), up));
      }
    }
  }
  EXPECT_EQ(next, in.pattern.nodes());
}

/// The upper triangle of a symmetric matrix in blocks, by columns.
struct UpperTriangle {
  explicit UpperTriangle(InBlocks const& in) {
    for (int j = 0; j < in.pattern.nodes(); ++j)
      for (int c = 0; c < in.pattern.width(j); ++c) {
        column.push_back(static_cast<int>(values.size()));
        for (int b = in.pattern.start[j]; b < in.pattern.start[j + 1]; ++b) {
          int const i = in.pattern.row[b], height = in.pattern.width(i);
          if (i > j) break;
          for (int r = 0; r < (i == j ? c + 1 : height); ++r)
            values.push_back(in.values[in.pattern.value[b] + c * height + r]);
        }
      }
    column.push_back(static_cast<int>(values.size()));
  }
  std::vector<int> column;
  std::vector<double> values;
};

TEST(FrontCholesky, SolvesMatricesInBlocksOfAnyWidth) {
  for (auto const& widths :
       {std::vector<int>(160, 3), std::vector<int>(80, 6), std::vector<int>(20, 24)}) {
    Sparse A = test::pyramid(4, {}).W;
    A = Sparse(A.topLeftCorner(480, 480));
    for (int i = 0; i < A.cols(); ++i) A.coeffRef(i, i) += 1;
    InBlocks const in(A, widths);
    UpperTriangle upper(in);
    factors::FrontCholesky cholesky;
    cholesky.analyse(in.pattern, upper.column);
    Vector const b = Vector::LinSpaced(A.cols(), -1, 1);
    for (double const scale : {1., 3.}) {
      for (double& each : upper.values) each *= scale;
      ASSERT_TRUE(cholesky.factorise(upper.values.data()));
      Vector x = b;
      cholesky.solve(x.data());
      EXPECT_LE((scale * (A * x) - b).norm(), 1e-12 * b.norm());
    }
    upper.values.back() = -1;  // the last diagonal entry
    EXPECT_FALSE(cholesky.factorise(upper.values.data()));
  }
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
      InBlocks const in(A, widths);
      FrontLu lu;
      lu.analyse(in.pattern);
      ASSERT_TRUE(lu.factorise(in.values));
      Vector const b = Vector::LinSpaced(A.cols(), -1, 1);
      EXPECT_LE((A * lu.solve(b) - b).norm(), 1e-13 * b.norm());
      EXPECT_EQ(lu.determinant_sign(), -1);
    }
}

/// A full matrix: one supernode, split into several fronts.
TEST(FrontLu, SolvesWhatIsFullAndKnowsTheSign) {
  std::srand(5);
  for (int width : {1, 3, 51})
    for (int trial = 0; trial < 4; ++trial) {
      Eigen::MatrixXd const full =
          Eigen::MatrixXd::Random(102, 102) + 8 * Eigen::MatrixXd::Identity(102, 102);
      Sparse const A = (trial % 2 ? -full : full).sparseView();
      InBlocks const in(A, std::vector<int>(102 / width, width));
      FrontLu lu;
      lu.analyse(in.pattern);
      ASSERT_TRUE(lu.factorise(in.values));
      Vector const b = Vector::LinSpaced(A.cols(), -1, 1);
      EXPECT_LE((A * lu.solve(b) - b).norm(), 1e-12 * b.norm());
      EXPECT_EQ(lu.determinant_sign(), sign_of_determinant(Dense(A)));
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
  InBlocks const in(A, std::vector<int>(20, 2));
  FrontLu lu;
  lu.analyse(in.pattern);
  ASSERT_TRUE(lu.factorise(in.values));
  Vector const b = Vector::LinSpaced(40, -1, 1);
  EXPECT_LE((A * lu.solve(b) - b).norm(), 1e-13 * b.norm());
  EXPECT_EQ(lu.determinant_sign(), sign_of_determinant(Dense(A)));
}

/// Patches of two bodies, of one, and a contact that moves nothing.
TEST(PatchJacobian, AreH) {
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(20, 15);
  H.block(0, 0, 6, 6).setRandom();
  H.block(12, 0, 6, 6).setRandom();
  H.block(6, 6, 6, 3).setRandom();
  H.block(17, 9, 3, 3).setRandom();
  H.block(1, 9, 1, 3).setRandom();
  PatchJacobian const jacobian(H.sparseView());
  Vector const r = Vector::LinSpaced(15, -1, 2), v = Vector::LinSpaced(20, 3, -1);
  EXPECT_LE((jacobian.apply(r) - H * r).norm(), 1e-14);
  EXPECT_LE((jacobian.apply_transposed(v) - H.transpose() * v).norm(), 1e-14);
  Blocks B(5);
  Eigen::MatrixXd diagonal = Eigen::MatrixXd::Zero(15, 15);
  for (int c = 0; c < 5; ++c) {
    if (c != 1) B[c].setRandom();
    if (c == 1) B[c].setZero();
    diagonal.block<3, 3>(3 * c, 3 * c) = B[c];
  }
  auto const widths = jacobian.node_widths();
  auto const nodes = jacobian.patch_nodes(widths);
  std::vector<std::pair<int, int>> pairs;
  for (auto const& patch : nodes)
    for (int i : patch)
      for (int j : patch) pairs.emplace_back(i, j);
  BlockPattern const pattern(widths, pairs);
  ASSERT_EQ(pattern.unknowns(), 20);
  std::vector<double> values(pattern.values, 0.0);
  jacobian.add(B, jacobian.places(pattern, nodes), values);
  Sparse const K = (H * diagonal * H.transpose()).eval().sparseView();
  std::vector<double> const expected = block_values(pattern, K);
  for (std::size_t k = 0; k < values.size(); ++k) EXPECT_NEAR(values[k], expected[k], 1e-14);
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
