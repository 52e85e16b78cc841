// Planar problems: their contacts have a normal and one tangent. The solution is judged by
// Coulomb's law in the plane, with the numbers of the file alone.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

#include "orthant/backends/cone_solvers.hpp"
#include "orthant/core/cone_problem/problem_files.hpp"
#include "tests/cone_problem/stored.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

struct Plane {
  Matrix W;      // (2n, 2n)
  Vector q, mu;  // (2n), (n)
  int contacts() const { return static_cast<int>(mu.size()); }

  std::string text(Storage storage) const {
    return "2\n" + std::to_string(contacts()) + "\n" + stored(W, storage) + numbers(q) +
           numbers(mu);
  }
};

/// A regular problem with coupled contacts, which are pressed, pushed sideways, or separate.
Plane random_plane(int contacts, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  auto const drawn = [&](int rows, int columns) {
    return Matrix(Matrix::NullaryExpr(rows, columns, [&] { return normal(random); }));
  };
  int const rows = 2 * contacts;
  Matrix const A = drawn(rows, rows);
  return {A * A.transpose() / rows + 0.5 * Matrix::Identity(rows, rows), drawn(rows, 1),
          0.1 + 0.6 * drawn(contacts, 1).array().abs()};
}

/// The distance of r (2n) from Coulomb's law in the plane, by its three cases.
double defect(Plane const& p, Vector const& r) {
  Vector const u = p.W * r + p.q;
  double out = 0;
  for (int c = 0; c < p.contacts(); ++c) {
    double const r_n = r[2 * c], r_t = r[2 * c + 1], u_n = u[2 * c], u_t = u[2 * c + 1];
    double const bound = p.mu[c] * r_n;
    out = std::max({out, -r_n, -u_n, std::abs(std::min(r_n, u_n)), std::abs(r_t) - bound});
    // At most one is nonzero: the sliding velocity, or the slack of the bound.
    double const left = bound - std::abs(r_t);
    out = std::max(out, std::min(std::abs(u_t), std::abs(left)));
    if (std::abs(u_t) > 1e-6) out = std::max(out, std::abs(r_t + bound * (u_t > 0 ? 1 : -1)));
  }
  return out;
}

class PlaneProblems : public ::testing::Test {
 protected:
  ConeProblem read(std::string const& text) const {
    return read_cone_problem(folder_.write("a.dat", text));
  }
  Folder folder_;
};

/// All solvers except those of libraries that this build lacks.
std::vector<std::string> built_solvers() {
  std::vector<std::string> out;
  for (auto const& name : stored_problem_solvers().names()) try {
      solver_of({{"type", name}});
      out.push_back(name);
    } catch (Error const& error) {
      EXPECT_NE(std::string(error.what()).find("not in this build"), std::string::npos);
    }
  return out;
}

Vector in_plane(Vector const& r) {
  Vector out(r.size() / 3 * 2);
  for (int i = 0; i < out.size(); ++i) out[i] = r[i / 2 * 3 + i % 2];
  return out;
}

TEST_F(PlaneProblems, EveryStorageGivesTheFilesNumbersAndFreeSecondTangents) {
  auto const plane = random_plane(3, 1);
  for (auto const storage : storages) {
    auto const p = read(plane.text(storage));
    EXPECT_EQ(p.dimension, 2);
    ASSERT_EQ(p.contacts(), 3);
    ASSERT_EQ(p.W.rows(), 9);
    EXPECT_EQ(in_plane(p.q), plane.q);
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 6; ++j)
        EXPECT_EQ(p.W.coeff(i / 2 * 3 + i % 2, j / 2 * 3 + j % 2), plane.W(i, j));
    for (int c = 0; c < 3; ++c) {
      EXPECT_EQ(p.q[3 * c + 2], 0);
      EXPECT_EQ(Vector(p.W.col(3 * c + 2)).cwiseAbs().sum(), p.W.coeff(3 * c + 2, 3 * c + 2));
      EXPECT_GT(p.W.coeff(3 * c + 2, 3 * c + 2), 0);
    }
  }
}

TEST_F(PlaneProblems, EverySolverFindsImpulsesOfThePlane) {
  for (auto const& name : built_solvers()) {
    int solved = 0;
    for (unsigned seed = 1; seed <= 12; ++seed) {
      auto const plane = random_plane(4, seed);
      auto const p = read(plane.text(Storage::dense));
      Vector r;
      auto const report =
          solver_of({{"type", name}})->solve(p, r, {.tolerance = 1e-10, .seconds = 5});
      if (!report.converged()) continue;
      ++solved;
      EXPECT_LT(defect(plane, in_plane(r)), 1e-8) << name << ", " << seed;
      for (int c = 0; c < 4; ++c) EXPECT_LT(std::abs(r[3 * c + 2]), 1e-9) << name << ", " << seed;
    }
    EXPECT_GE(solved, 6) << name;
  }
}

TEST_F(PlaneProblems, AGlobalOneIsTheLocalOneOfItsVelocities) {
  Matrix H(3, 4), M = Matrix::Zero(3, 3);
  H << 1, 0, 1, 0, 0, 1, 0, 1, 0.3, -0.5, -0.2, -0.5;
  M.diagonal() << 2, 2, 0.1;
  Vector const f{{0.4, -1, 0.02}}, w{{-0.5, 0.1, -0.6, 0}}, mu{{0.3, 0.4}};
  auto const p = read("2\n2\n" + stored(M, Storage::columns) + stored(H, Storage::columns) +
                      numbers(f) + numbers(w) + numbers(mu));
  Plane const local{H.transpose() * M.inverse() * H, H.transpose() * M.inverse() * f + w, mu};
  ASSERT_TRUE(p.has_velocities());
  ASSERT_EQ(p.M.rows(), 5);
  EXPECT_LT((in_plane(p.q) - local.q).norm(), 1e-14);
  Matrix const whole = Matrix(p.H).transpose() * Matrix(p.M).inverse() * Matrix(p.H);
  EXPECT_LT((whole - Matrix(p.W)).norm(), 1e-14);
  Vector r;
  EXPECT_TRUE(solver_of({{"type", "hybrid"}})->solve(p, r).converged());
  EXPECT_LT(defect(local, in_plane(r)), 1e-9);
}

TEST_F(PlaneProblems, OneWithoutContactsIsSolved) {
  std::string const text =
      "2 0 2 2 2 1 a banner triplet: 2-by-2, nzmax: 2 nnz: 2 0 0 : 1 1 1 : 1 "
      "2 2 0 2 a banner 2-by-0, nzmax: 1 nnz: 0, 1-norm: 0 1 2";
  auto const p = read(text);
  EXPECT_EQ(p.contacts(), 0);
  for (auto const& name : built_solvers()) {
    Vector r = Vector::Ones(3);
    EXPECT_TRUE(solver_of({{"type", name}})->solve(p, r).converged()) << name;
    EXPECT_EQ(r.size(), 0) << name;
  }
}

}  // namespace
}  // namespace orthant::test
