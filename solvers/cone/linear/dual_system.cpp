// The system (V W + C) r = b with the impulses as unknowns, sparse or dense.
#include "solvers/cone/linear/eliminations.hpp"
#include "solvers/cone/linear/pattern_lu.hpp"

namespace orthant::cone {
namespace {

class SparseDual final : public BlockShiftedSystem {
 public:
  SparseDual(Sparse const& W, Sparse const& base, PatternLu lu)
      : BlockShiftedSystem(W), base_(base), diagonal_(base_), lu_(std::move(lu)) {}

  bool factorise() override {
    Sparse matrix = base_;
    for (int j = 0; j < matrix.cols(); ++j)  // W has whole blocks: three rows at a time
      for (int k = matrix.outerIndexPtr()[j]; k < matrix.outerIndexPtr()[j + 1]; k += 3) {
        Eigen::Map<Vector3> part(matrix.valuePtr() + k);
        auto const c = static_cast<std::size_t>(matrix.innerIndexPtr()[k] / 3);
        part = (is_scaled() ? Vector3(N_[c] * (V_[c] * part)) : Vector3(V_[c] * part)).eval();
      }
    if (is_scaled()) scale_columns(matrix);
    diagonal_.add(matrix, is_scaled() ? Blocks(C_.size(), Matrix3::Identity()) : C_);
    return lu_.factorise(matrix);
  }
  int determinant_sign() const override { return lu_.determinant_sign(); }
  double flops() const override { return lu_.flops(); }

 private:
  Vector solve_once(Vector const& b) const override { return lu_.solve(b); }
  Vector solve_scaled_once(Vector const& b) const override { return lu_.solve(b); }

  /// matrix <- matrix S. The three columns of a block have the same pattern.
  void scale_columns(Sparse& matrix) const {
    for (int j = 0; j < matrix.cols(); j += 3) {
      auto const* const first = matrix.outerIndexPtr() + j;
      for (int k = 0; k < first[1] - first[0]; ++k) {
        double* const value = matrix.valuePtr();
        Eigen::RowVector3d const row(value[first[0] + k], value[first[1] + k], value[first[2] + k]);
        Eigen::RowVector3d const scaled = row * S_[static_cast<std::size_t>(j / 3)];
        for (int i = 0; i < 3; ++i) value[first[i] + k] = scaled[i];
      }
    }
  }

  Sparse base_;
  BlockDiagonal diagonal_;
  PatternLu lu_;
};

/// Open contacts have V = 0, so that their equations C r = b are independent. Only the other
/// contacts are factorised.
class DenseDual final : public BlockShiftedSystem {
 public:
  explicit DenseDual(Sparse const& W) : BlockShiftedSystem(W), dense_(W) {}

  bool factorise() override {
    Blocks const& V = V_;
    closed_.clear();
    for (std::size_t c = 0; c < V.size(); ++c)
      if (!V[c].isZero(0)) closed_.push_back(static_cast<int>(c));
    int const n = static_cast<int>(closed_.size());
    Dense matrix(3 * n, 3 * n);
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i)
        matrix.block<3, 3>(3 * i, 3 * j).noalias() =
            V[closed_[i]] * dense_.block<3, 3>(3 * closed_[i], 3 * closed_[j]);
      if (!is_scaled()) matrix.block<3, 3>(3 * j, 3 * j) += C_[closed_[j]];
    }
    if (is_scaled()) scale(matrix);
    return n == 0 || lu_.factorise(std::move(matrix));
  }
  int determinant_sign() const override { return closed_.empty() ? 1 : lu_.determinant_sign(); }
  double flops() const override { return dense_flops(static_cast<int>(W_.cols())); }

 private:
  /// matrix <- I + N matrix S, over the closed contacts.
  void scale(Dense& matrix) const {
    for (Eigen::Index k = 0; k < std::ssize(closed_); ++k) {
      matrix.middleRows<3>(3 * k) = (N_[closed_[k]] * matrix.middleRows<3>(3 * k)).eval();
      matrix.middleCols<3>(3 * k) = (matrix.middleCols<3>(3 * k) * S_[closed_[k]]).eval();
    }
    matrix.diagonal().array() += 1;
  }
  /// A contact with V = 0 is treated as open. Interior points have no open contacts.
  Vector solve_scaled_once(Vector const& b) const override {
    Vector right(3 * std::ssize(closed_)), x = b;
    for (Eigen::Index k = 0; k < std::ssize(closed_); ++k)
      right.segment<3>(3 * k) = b.segment<3>(3 * closed_[k]);
    if (closed_.empty()) return x;
    Vector const y = lu_.solve(right);
    for (Eigen::Index k = 0; k < std::ssize(closed_); ++k)
      x.segment<3>(3 * closed_[k]) = y.segment<3>(3 * k);
    return x;
  }
  Vector solve_once(Vector const& b) const override {
    Vector x = Vector::Zero(b.size());
    for (int c = 0, k = 0; c < contacts(b); ++c)
      if (k < std::ssize(closed_) && closed_[k] == c)
        ++k;
      else
        x.segment<3>(3 * c) = inverse_[static_cast<std::size_t>(c)] * b.segment<3>(3 * c);
    if (closed_.empty()) return x;
    Vector right(3 * std::ssize(closed_));
    bool const some_open = std::ssize(closed_) < contacts(b);
    Vector const open = some_open ? Vector(W_ * x) : Vector::Zero(b.size());
    for (int k = 0; k < std::ssize(closed_); ++k)
      right.segment<3>(3 * k) =
          b.segment<3>(3 * closed_[k]) - V_[closed_[k]] * open.segment<3>(3 * closed_[k]);
    Vector const y = lu_.solve(right);
    for (int k = 0; k < std::ssize(closed_); ++k)
      x.segment<3>(3 * closed_[k]) = y.segment<3>(3 * k);
    return x;
  }

  Dense dense_;
  std::vector<int> closed_;
  DenseLu lu_;
};

// Below this number of unknowns a sparse factorisation is never faster.
constexpr int small = 60;

}  // namespace

std::unique_ptr<BlockShiftedSystem> make_dual_system(ConeProblem const& problem) {
  Sparse const& W = problem.W;
  if (W.cols() <= small) return std::make_unique<DenseDual>(W);
  Sparse const base = with_blocks(W);
  PatternLu lu(base);
  if (!lu.is_sparse()) return std::make_unique<DenseDual>(W);
  return std::make_unique<SparseDual>(W, base, std::move(lu));
}

}  // namespace orthant::cone
