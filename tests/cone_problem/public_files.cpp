// The files of the public collection, if they are present.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "experiments/app/references/reference.hpp"
#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/core/cone_problem/lcp_problem.hpp"
#include "orthant/core/cone_problem/problem_files.hpp"
#include "orthant/core/cone_problem/read_fclib.hpp"
#include "tests/cone_problem/stored.hpp"

namespace orthant::test {
namespace {

namespace fs = std::filesystem;

std::set<fs::path> files_in(fs::path const& folder) {
  std::set<fs::path> out;
  std::error_code missing;
  for (auto const& entry : fs::directory_iterator(folder, missing))
    if (entry.is_regular_file()) out.insert(entry.path());
  return out;
}

/// Printed matrices have errors; the largest asymmetry is that of RockPile_tob1, 1.4e-3.
constexpr double asymmetry_of_files = 2e-3;

void expect_sound(ConeProblem const& p) {
  SCOPED_TRACE(p.name);
  auto const rows = 3 * p.contacts();
  ASSERT_GT(rows, 0);
  EXPECT_EQ(p.W.rows(), rows);
  EXPECT_EQ(p.W.cols(), rows);
  EXPECT_EQ(p.q.size(), rows);
  EXPECT_GE(p.W.diagonal().minCoeff(), 0);
  double const asymmetry = Sparse(p.W - Sparse(p.W.transpose())).norm() / p.W.norm();
  EXPECT_LE(asymmetry, p.has_velocities() ? 0 : asymmetry_of_files);
  // Bodies approach in at least one contact; with wrong signs they would separate everywhere.
  double slowest = 0;
  for (int c = 0; c < p.contacts(); ++c) slowest = std::min(slowest, p.q[3 * c]);
  EXPECT_LT(slowest, 0);
}

TEST(PublicFiles, OfContactAreRead) {
  auto const files = files_in(data_folder() / "contact_problems");
  if (files.empty()) GTEST_SKIP() << "no contact_problems in $ORTHANT_DATA";
  int read = 0;
  for (auto const& file : files) {
    if (ORTHANT_HDF5 == 0 && is_hdf5(file)) continue;
    ASSERT_NO_THROW(expect_sound(read_cone_problem(file))) << file;
    ++read;
  }
  EXPECT_GE(read, 20);
}

TEST(PublicFiles, OfAPlaneAreSolved) {
  auto const files = files_in(data_folder() / "contact_problems/plane");
  if (files.empty()) GTEST_SKIP() << "no contact_problems/plane in $ORTHANT_DATA";
  for (auto const& file : files) {
    auto const p = read_cone_problem(file);
    EXPECT_EQ(p.dimension, 2) << file;
    Vector r;
    solver_of({{"type", "hybrid"}})->solve(p, r);
    EXPECT_LE(natural_map(p, r), 1e-10) << file;
  }
}

TEST(PublicFiles, OfComplementarityAreRead) {
  auto const files = files_in(data_folder() / "contact_problems/lcp");
  if (files.empty()) GTEST_SKIP() << "no contact_problems/lcp in $ORTHANT_DATA";
  for (auto const& file : files) {
    LcpProblem p;
    ASSERT_NO_THROW(p = read_lcp_problem(file)) << file;
    EXPECT_GT(p.q.size(), 0);
    if (p.name != "lcp_Pang_isolated_sol.dat") continue;
    // The solution is z = e_1 and w = 0; read row by row, the problem would have none.
    EXPECT_EQ(Vector(p.M.col(0)), Vector(-p.q));
  }
}

}  // namespace
}  // namespace orthant::test
