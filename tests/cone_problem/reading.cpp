// The same problem read from every storage, local and global; written problems read back bit for
// bit.
#include <Eigen/LU>

#include "orthant/core/cone_problem/lcp_problem.hpp"
#include "orthant/core/cone_problem/problem_files.hpp"
#include "tests/cone_problem/stored.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

class Reading : public ::testing::Test {
 protected:
  ConeProblem read(std::string const& text) const {
    return read_cone_problem(folder_.write("a.dat", text));
  }
  Folder folder_;
};

class ReadingStored : public Reading, public ::testing::WithParamInterface<Storage> {};

std::string name_of(::testing::TestParamInfo<Storage> const& info) {
  constexpr char const* names[] = {"Dense", "Blocks", "Columns", "Triplets"};
  return names[static_cast<int>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Storages, ReadingStored, ::testing::ValuesIn(storages), name_of);

TEST_P(ReadingStored, ALocalProblemIsItsTextBitForBit) {
  auto const p = read(local_text(GetParam()));
  EXPECT_EQ(p.name, "a.dat");
  EXPECT_EQ(p.contacts(), 2);
  EXPECT_FALSE(p.has_velocities());
  EXPECT_EQ(Matrix(p.W), contact_matrix());
  EXPECT_EQ(p.q, contact_velocities());
  EXPECT_EQ(p.mu, coefficients());
  EXPECT_EQ(Matrix(read(local_text(GetParam()) + "a remark, and 7 8 9\n").W), contact_matrix());
}

/// Explicit zeros of a storage are dropped, so that solvers see one pattern.
TEST_P(ReadingStored, EveryStorageGivesThePatternOfTheNonzeros) {
  auto const p = read(global_text(5, GetParam()));
  EXPECT_EQ(p.H.nonZeros(), (contact_jacobian(5).array() != 0).count());
  EXPECT_EQ(p.M.nonZeros(), 7);
}

/// With six velocities M has the size of W: only the following data distinguish the forms.
TEST_P(ReadingStored, AGlobalProblemKeepsItsVelocitiesAndEliminatesThem) {
  for (int const m : {5, 6, 8}) {
    auto const p = read(global_text(m, GetParam()));
    Matrix const M = mass_matrix(m), H = contact_jacobian(m), inverse = M.inverse();
    ASSERT_TRUE(p.has_velocities());
    EXPECT_EQ(Matrix(p.M), M);
    EXPECT_EQ(Matrix(p.H), H);
    EXPECT_EQ(p.f, forces(m));
    EXPECT_EQ(p.w, contact_velocities());
    EXPECT_EQ(p.mu, coefficients());
    // Numbers of size 1 and a well-conditioned M: a few units of round-off.
    EXPECT_LT((Matrix(p.W) - H.transpose() * inverse * H).norm(), 1e-14);
    EXPECT_LT((p.q - H.transpose() * inverse * forces(m) - p.w).norm(), 1e-14);
    EXPECT_EQ(Matrix(p.W), Matrix(p.W.transpose()));
  }
}

TEST_P(ReadingStored, AComplementarityProblemIsReadColumnByColumn) {
  Matrix M = contact_matrix();
  M(0, 5) = 17.5;
  auto const text = "6\n" + stored(M, GetParam()) + numbers(contact_velocities()) + "\n# a remark";
  auto const p = read_lcp_problem(folder_.write("b.dat", text));
  EXPECT_EQ(p.name, "b.dat");
  EXPECT_EQ(Matrix(p.M), M);
  EXPECT_EQ(p.q, contact_velocities());
}

/// A local problem whose velocities look like the size of a second matrix.
TEST_F(Reading, ShortLocalProblemsAreNoGlobalOnes) {
  auto const p = read("3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 1 3 3 0.5 1");
  EXPECT_FALSE(p.has_velocities());
  EXPECT_EQ(p.q, (Vector{{1, 3, 3}}));
}

TEST_F(Reading, NumbersMayHaveSignsAndBeTooSmall) {
  auto const p = read("3 1 0 3 3 3 3 +1 0 0 0 1e0 0 0 0 1. -1 +.5 1e-400 +0.5");
  EXPECT_EQ(p.q, (Vector{{-1, 0.5, 0}}));
  EXPECT_EQ(p.mu[0], 0.5);
}

/// Trailing rows of blocks without entries may lack their pointer.
TEST_F(Reading, RowsOfBlocksMayBeMissingAtTheEnd) {
  auto const p = read("3 2 1 6 6 1 2 2 3 6 3 6 2 1 0 1 0 0 1 0 0 0 2 0 0 0 3 0 0 0 0 0 0 .5 .5");
  Vector diagonal = Vector::Zero(6);
  diagonal.head(3) << 1, 2, 3;
  EXPECT_EQ(Matrix(p.W), Matrix(diagonal.asDiagonal()));
}

TEST_F(Reading, TripletsAtOnePlaceAddUp) {
  auto const p = read(
      "3 1 2 3 3 1 a banner triplet: 3-by-3, nzmax: 4 nnz: 4\n 0 0 : 1\n 1 1 : 1\n 2 2 : 2\n"
      " 0 0 : 0.5\n -1 0 0 0.3");
  EXPECT_EQ(p.W.coeff(0, 0), 1.5);
  EXPECT_EQ(p.W.nonZeros(), 3);
}

void expect_same(Sparse const& a, Sparse const& b) {
  ASSERT_EQ(a.nonZeros(), b.nonZeros());
  EXPECT_EQ(Matrix(a), Matrix(b));
}

TEST(Writing, ReadsBackBitForBit) {
  Folder const folder;
  auto const path = (folder / "b.dat").string();
  // 8 velocities do not form blocks of three.
  for (auto const& text : {local_text(Storage::dense), global_text(6, Storage::dense),
                           global_text(8, Storage::dense)}) {
    auto const p = read_cone_problem(folder.write("a.dat", text));
    write_cone_problem(p, path);
    auto const back = read_cone_problem(path);
    EXPECT_EQ(back.has_velocities(), p.has_velocities());
    expect_same(back.W, p.W);
    expect_same(back.M, p.M);
    expect_same(back.H, p.H);
    EXPECT_EQ(back.q, p.q);
    EXPECT_EQ(back.f, p.f);
    EXPECT_EQ(back.w, p.w);
    EXPECT_EQ(back.mu, p.mu);
  }
}

TEST(Writing, NowhereIsRefused) {
  Folder const folder;
  auto const p = read_cone_problem(folder.write("a.dat", local_text(Storage::dense)));
  EXPECT_THAT(refusal([&] { write_cone_problem(p, "/nowhere/a.dat"); }),
              HasSubstr("/nowhere/a.dat: found no place"));
}

}  // namespace
}  // namespace orthant::test
