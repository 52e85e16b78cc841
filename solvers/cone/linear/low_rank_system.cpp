// The primal system with W = L L^T, if the bodies behind W are unknown.
#include "orthant/solvers/cone/linear/eliminations.hpp"
#include "orthant/solvers/factors/detail/pattern_lu.hpp"

namespace orthant::cone {
namespace {

class LowRank final : public Elimination {
 public:
  LowRank(Sparse const& W, SystemBlocks const& blocks, Dense Lt)
      : Elimination(W, blocks), Lt_(std::move(Lt)), law_(nth(W.cols() / 3)) {}

  double analyse() override {
    int closed = 0;
    for (auto const& V : V_) closed += !V.isZero(0);
    return low_rank_flops(3 * closed, static_cast<int>(Lt_.rows()));
  }
  bool factorise() override {
    std::vector<int> closed;
    for (std::size_t c = 0; c < V_.size(); ++c) {
      law_[c] = inverse_[c] * V_[c];
      if (!V_[c].isZero(0)) closed.push_back(static_cast<int>(c));
    }
    int const n = static_cast<int>(closed.size());
    Dense left(Lt_.rows(), 3 * n), right(Lt_.rows(), 3 * n);
    for (int k = 0; k < n; ++k) {
      right.middleCols<3>(3 * k) = Lt_.middleCols<3>(3 * closed[k]);
      left.middleCols<3>(3 * k).noalias() = right.middleCols<3>(3 * k).lazyProduct(law_[closed[k]]);
    }
    int const rank = static_cast<int>(Lt_.rows());
    Dense matrix = Dense::Identity(rank, rank);
    add_product(1, left.data(), rank, right.data(), rank, 3 * n, matrix.data());
    return lu_.factorise(matrix);
  }
  int determinant_sign() const override { return lu_.determinant_sign(); }
  /// A product is assumed to run at twice the speed of a factorisation.
  static double low_rank_flops(int rows, int rank) {
    return 1.5 * dense_flops(rank) * rows / rank + dense_flops(rank);
  }

  Vector solve(Vector const& b) const override {
    Vector const y = times(inverse_, b);
    Vector const v = lu_.solve(Lt_ * y);
    return y - times(law_, Lt_.transpose() * v);
  }
  Vector solve_scaled(Vector const& b) const override {
    Vector const v = lu_.solve(Lt_ * times(S_, b));
    return b - times(N_, times(V_, Lt_.transpose() * v));
  }

 private:
  Dense Lt_;
  DenseLu lu_;
  Blocks law_;
};

}  // namespace

std::unique_ptr<Elimination> make_low_rank_elimination(ConeProblem const& problem,
                                                       SystemBlocks const& blocks) {
  // Pivots below this are round-off. Refinement compensates for a true pivot that is cut off.
  constexpr double threshold = 1e-13;
  constexpr int smallest = 60, largest = 6000;
  int const n = static_cast<int>(problem.W.cols());
  if (n <= smallest || n > largest) return nullptr;
  double const flops = dual_flops(problem.W);
  // Finding the rank costs n rank^2: at most two factorisations if it fails.
  int most = std::min(n / 2, static_cast<int>(std::sqrt(2 * flops / n)));
  while (most > 0 && LowRank::low_rank_flops(n, most) >= flops) most -= 1 + most / 20;
  if (most == 0) return nullptr;
  Dense const L = low_rank_factor(problem.W, threshold, most);
  if (L.cols() == 0) return nullptr;
  return std::make_unique<LowRank>(problem.W, blocks, L.transpose());
}

}  // namespace orthant::cone
