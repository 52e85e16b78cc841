// The two eliminations: of the velocities, or of the impulses.
#include "solvers/cone/linear/shifted_system.hpp"

#include <Eigen/LU>

#include "solvers/cone/linear/pattern_lu.hpp"

namespace orthant::cone {
namespace {

/// 3 rows a contact: the matrix as it stands.
class DualSystem final : public ShiftedSystem {
 public:
  explicit DualSystem(Sparse const& scaled)
      : ShiftedSystem(scaled), base_(with_blocks(scaled)), diagonal_(base_), lu_(base_) {}

  bool factorise(Blocks const& B) override {
    B_ = B;
    Sparse K = base_;
    diagonal_.add(K, B);
    return lu_.factorise(K);
  }
  double flops() const override { return lu_.flops(); }

 private:
  Vector solve_once(Vector const& b) const override { return lu_.solve(b); }

  Sparse base_;
  BlockDiagonal diagonal_;
  PatternLu lu_;
};

/// As many rows as velocities: with G = H D,
///     (M + G B^-1 G^T) v = G B^-1 b,   x = B^-1 (b - G^T v).
/// Where contacts are more than a rigid pile can tell apart it is by far the smaller one.
class PrimalSystem final : public ShiftedSystem {
 public:
  PrimalSystem(Sparse const& scaled, Sparse const& M, Sparse const& G)
      : ShiftedSystem(scaled), M_(M), G_(G), Gt_(G.transpose()) {
    inverse_.assign(static_cast<std::size_t>(G.cols() / 3), Matrix3::Ones());
    lu_ = PatternLu(matrix());
  }

  bool factorise(Blocks const& B) override {
    B_ = B;
    for (std::size_t c = 0; c < B.size(); ++c) inverse_[c] = B[c].inverse();
    return lu_.factorise(matrix());
  }
  double flops() const override { return lu_.flops(); }

 private:
  /// The pattern is the same each time: a sparse product keeps entries that happen to be zero.
  Sparse matrix() const {
    std::vector<Eigen::Triplet<double>> entries;
    for (int j = 0; j < G_.cols(); ++j)
      for (int i = 0; i < 3; ++i)
        entries.emplace_back(j - j % 3 + i, j, inverse_[static_cast<std::size_t>(j / 3)](i, j % 3));
    Sparse B(G_.cols(), G_.cols());
    B.setFromTriplets(entries.begin(), entries.end());
    Sparse const GB = G_ * B;
    Sparse const product = GB * Gt_;
    return M_ + product;
  }

  Vector solve_once(Vector const& b) const override {
    Vector const y = times(inverse_, b);
    Vector const v = lu_.solve(G_ * y);
    return y - times(inverse_, Gt_ * v);
  }

  Sparse M_, G_, Gt_;
  Blocks inverse_;
  PatternLu lu_;
};

}  // namespace

Vector ShiftedSystem::solve(Vector const& b) const {
  Vector x = solve_once(b);
  double before = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    Vector const defect = b - A_ * x - times(B_, x);
    double const size = defect.norm();
    if (!(size < 0.5 * before)) break;
    before = size;
    x += solve_once(defect);
  }
  return x;
}

std::unique_ptr<ShiftedSystem> make_shifted_system(ConeProblem const& problem, Vector const& D) {
  Sparse const scaled = D.asDiagonal() * problem.W * D.asDiagonal();
  auto dual = std::make_unique<DualSystem>(scaled);
  if (problem.has_velocities()) {
    auto primal = std::make_unique<PrimalSystem>(scaled, problem.M, problem.H * D.asDiagonal());
    if (primal->flops() < dual->flops()) return primal;
  }
  return dual;
}

}  // namespace orthant::cone
