// The linear systems of the cone solvers against dense algebra.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/QR>

#include "bench/cone/problems.hpp"
#include "bench/cone/rigid_piles.hpp"
#include "solvers/cone/linear/elimination_tree.hpp"
#include "solvers/cone/linear/patch_jacobian.hpp"
#include "solvers/cone/linear/pattern_lu.hpp"
#include "solvers/cone/linear/shifted_system.hpp"
#include "tests/dense.hpp"

namespace orthant::cone {
namespace {

Blocks random_blocks(std::mt19937& engine, int contacts) {
  Blocks B;
  for (int c = 0; c < contacts; ++c)
    B.push_back(4 * Matrix3::Identity() + Matrix3(test::random_matrix(engine, 3, 3)));
  return B;
}

/// From the factors, because the determinant itself may overflow.
int sign_of_determinant(Dense const& A) {
  Eigen::PartialPivLU<Dense> const lu(A);
  int sign = lu.permutationP().determinant() > 0 ? 1 : -1;
  for (double pivot : lu.matrixLU().diagonal())
    if (pivot < 0) sign = -sign;
  return sign;
}

void expect_solves(ConeProblem const& problem) {
  std::mt19937 engine(3);
  int const n = problem.contacts();
  auto const system = make_shifted_system(problem);
  for (int k = 0; k < 2; ++k) {  // the second time with a known pattern
    Blocks const C = random_blocks(engine, n);
    Blocks V = random_blocks(engine, n);
    for (int c = k; c < n; c += 3) V[static_cast<std::size_t>(c)].setZero();  // open contacts
    Dense A(problem.W);
    for (int c = 0; c < n; ++c) {
      A.middleRows<3>(3 * c) = (V[static_cast<std::size_t>(c)] * A.middleRows<3>(3 * c)).eval();
      A.block<3, 3>(3 * c, 3 * c) += C[static_cast<std::size_t>(c)];
    }
    Vector const b = test::random_matrix(engine, 3 * n, 1);
    ASSERT_TRUE(system->factorise(V, C));
    Vector const x = system->solve(b);
    EXPECT_LE((A * x - b).norm(), 1e-14 * A.norm() * x.norm());
    EXPECT_EQ(system->determinant_sign(), sign_of_determinant(A));
  }
}

TEST(BlockShiftedSystem, KnowsTheSignOfADeterminantThatTurnsNegative) {
  for (bool by_velocities : {true, false}) {
    ConeProblem p = test::pile(1, 12, by_velocities ? 40 : 10);
    if (!by_velocities) p.M.resize(0, 0);
    auto const n = static_cast<std::size_t>(p.contacts());
    Blocks V(n, Matrix3::Identity());
    V[0](0, 0) = -1e3;
    auto const system = make_shifted_system(p);
    ASSERT_TRUE(system->factorise(V, Blocks(n, Matrix3::Identity())));
    Dense A(p.W);
    A.row(0) *= -1e3;
    A.diagonal().array() += 1;
    EXPECT_EQ(sign_of_determinant(A), -1);
    EXPECT_EQ(system->determinant_sign(), -1);
  }
}

TEST(BlockShiftedSystem, SolvesWithAGivenW) {
  ConeProblem p = test::pile(1, 12, 10);
  p.M.resize(0, 0);
  expect_solves(p);
}

TEST(BlockShiftedSystem, SolvesByVelocitiesWhereTheyAreFewer) {
  expect_solves(test::pile(1, 12, 40));
}

TEST(BlockShiftedSystem, ChoosesTheSmallerElimination) {
  ConeProblem p = test::pile(1, 12, 40);
  double const primal = make_shifted_system(p)->flops();
  p.M.resize(0, 0);
  double const low_rank = make_shifted_system(p)->flops();
  EXPECT_LT(primal, dense_flops(120));
  EXPECT_LT(low_rank, dense_flops(120));
}

TEST(BlockShiftedSystem, SolvesByTheFewRowsOfW) {
  ConeProblem p = test::pile(2, 12, 60);
  p.M.resize(0, 0);
  expect_solves(p);
}

TEST(BlockShiftedSystem, SolvesSparseByImpulses) {
  ConeProblem p = test::packed_balls(60, {});
  p.M.resize(0, 0);
  expect_solves(p);
}

TEST(BlockShiftedSystem, SolvesSparseByVelocities) { expect_solves(test::pyramid(4, {})); }

TEST(BlockShiftedSystem, EndsNearTheShortestSolutionWhereItIsSingular) {
  ConeProblem const p = test::pile(3, 12, 10);
  std::size_t const n = 10;
  double const a = 1e-6;
  auto const system = make_shifted_system(p);
  ASSERT_TRUE(
      system->factorise(Blocks(n, Matrix3::Identity()), Blocks(n, a * Matrix3::Identity())));
  Vector const b = p.W * Vector::LinSpaced(30, -1, 1);
  Vector const x = system->solve(b, Blocks(n, Matrix3::Zero()));
  EXPECT_LE((p.W * x - b).norm(), 1e-13 * b.norm());
  Vector const shortest = test::shortest_solution(Dense(p.W), b).x;
  EXPECT_LE((x - shortest).norm(), 1e-7 * shortest.norm());  // round-off over a
}

TEST(LowRankFactor, FindsTheRankOrNothing) {
  Sparse const W = test::pile(1, 12, 40).W;
  Dense const L = low_rank_factor(W, 1e-13, 60);
  EXPECT_EQ(L.cols(), 12);
  EXPECT_LE((L * L.transpose() - Dense(W)).norm(), 1e-14 * W.norm());
  EXPECT_EQ(low_rank_factor(W, 1e-13, 11).cols(), 0);
  Sparse skew = W;
  skew.coeffRef(0, 1) += 0.1;
  EXPECT_EQ(low_rank_factor(skew, 1e-13, 60).cols(), 0);
}

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
  Sparse const A = with_blocks(chain(200));
  PatternLu lu(A);
  EXPECT_TRUE(lu.is_sparse());
  ASSERT_TRUE(lu.factorise(A));
  Vector const b = Vector::LinSpaced(600, -1, 1);
  EXPECT_LE((A * lu.solve(b) - b).norm(), 1e-14 * b.norm());
  EXPECT_FALSE(PatternLu(test::pile(1, 12, 10).W).is_sparse());
}

TEST(EliminationTree, SupernodesHoldTheWholeFactor) {
  Sparse const A = with_blocks(test::pyramid(4, {}).W);
  EliminationTree const tree(A);
  int next = 0;
  for (auto const& s : tree.supernodes()) {
    EXPECT_EQ(s.first, next);
    next += s.count;
    EXPECT_TRUE(std::is_sorted(s.rows.begin(), s.rows.end()));
    for (int k = 0; k < s.count; ++k) {
      EXPECT_EQ(s.rows[k], s.first + k);
      EXPECT_GE(std::ssize(s.rows) - k, tree.count[s.first + k]);
      if (int const up = tree.parent[s.first + k]; up >= 0) {
        EXPECT_TRUE(std::binary_search(s.rows.begin(), s.rows.end(), up));
      }
    }
  }
  EXPECT_EQ(next, A.cols());
}

TEST(FrontLu, SolvesWhatIsNotSymmetricAndKnowsTheSign) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Sparse A = with_blocks(chain(30));
  for (int trial = 0; trial < 4; ++trial) {
    for (int k = 0; k < A.nonZeros(); ++k) A.valuePtr()[k] = uniform(engine);
    for (int i = 0; i < A.cols(); ++i) A.coeffRef(i, i) += i == trial ? -9 : 9;
    FrontLu lu;
    lu.analyse(A);
    ASSERT_TRUE(lu.factorise(A));
    Vector const b = Vector::LinSpaced(A.cols(), -1, 1);
    EXPECT_LE((A * lu.solve(b) - b).norm(), 1e-13 * b.norm());
    EXPECT_EQ(lu.determinant_sign(), -1);
  }
}

/// A full matrix: one supernode, split into several fronts.
TEST(FrontLu, SolvesWhatIsFullAndKnowsTheSign) {
  std::srand(5);
  for (int trial = 0; trial < 4; ++trial) {
    Eigen::MatrixXd const full =
        Eigen::MatrixXd::Random(101, 101) + 8 * Eigen::MatrixXd::Identity(101, 101);
    Sparse const A = (trial % 2 ? -full : full).sparseView();
    FrontLu lu;
    lu.analyse(A);
    ASSERT_TRUE(lu.factorise(A));
    Vector const b = Vector::LinSpaced(A.cols(), -1, 1);
    EXPECT_LE((A * lu.solve(b) - b).norm(), 1e-12 * b.norm());
    EXPECT_EQ(lu.determinant_sign(), sign_of_determinant(Dense(A)));
  }
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
  Sparse K = jacobian.pattern();
  K.makeCompressed();
  jacobian.add(B, jacobian.places(K), K);
  EXPECT_LE((Eigen::MatrixXd(K) - H * diagonal * H.transpose()).norm(), 1e-14 * 15);
}

TEST(FrontLu, SaysWhereAPivotIsZero) {
  Sparse A = with_blocks(chain(4));
  for (int k = 0; k < A.nonZeros(); ++k) A.valuePtr()[k] = 0;
  FrontLu lu;
  lu.analyse(A);
  EXPECT_FALSE(lu.factorise(A));
}

TEST(PatternLu, CountsWhatEliminationDoes) {
  // 3 by 3 blocks in a chain, from one end: columns of at most 6, 5, 4 entries.
  double const flops = elimination_flops(with_blocks(chain(200)));
  EXPECT_LE(flops, 200 * 2 * (36 + 25 + 16));
  EXPECT_GT(flops, 199 * 2 * (25 + 16 + 9));
}

TEST(BlockDiagonal, AddsToTheDiagonalAlone) {
  Sparse A = with_blocks(chain(5));
  Dense const before(A);
  std::mt19937 engine(5);
  Blocks const B = random_blocks(engine, 5);
  BlockDiagonal(A).add(A, B);
  Dense change = Dense(A) - before;
  for (int c = 0; c < 5; ++c) {
    auto block = change.block<3, 3>(3 * c, 3 * c);
    EXPECT_TRUE(block.isApprox(B[static_cast<std::size_t>(c)], 1e-15));
    block.setZero();
  }
  EXPECT_EQ(change.norm(), 0);
}

TEST(LeastNorm, IsTheShortestOfAllSolutions) {
  std::mt19937 engine(11);
  Dense const A = test::random_matrix(engine, 20, 6) * test::random_matrix(engine, 6, 20);
  Vector const b = A * test::random_matrix(engine, 20, 1);
  Vector const x = least_norm(A, b, 1e-13);
  EXPECT_LE((A * x - b).norm(), 1e-13 * A.norm() * x.norm());
  // orthogonal to the null space: x = A^T y
  Vector const y = test::shortest_solution(A.transpose(), x).x;
  EXPECT_LE((A.transpose() * y - x).norm(), 1e-12 * x.norm());
}

}  // namespace
}  // namespace orthant::cone
