// The system (V W + C) r = b with the impulses as unknowns, sparse or dense.
#include "orthant/solvers/cone/linear/eliminations.hpp"
#include "orthant/solvers/cone/linear/kept_parts.hpp"
#include "orthant/solvers/factors/detail/pattern_lu.hpp"

namespace orthant::cone {
namespace {

/// Open contacts have V = 0, so that their equations C r = b are independent. They are factorised
/// only if they are few. The pattern is analysed anew where other contacts close.
class Dual final : public Elimination {
 public:
  Dual(Sparse const& W, SystemBlocks const& blocks, BlockPattern graph)
      : Elimination(W, blocks),
        graph_(std::move(graph)),
        base_(block_values(graph_, W)),
        values_(base_.size()),
        kept_(graph_.nodes()) {}

  double analyse() override {
    if (!kept_.renew([&](int c) { return is_scaled() || !V_[c].isZero(0); })) return lu_.flops();
    contact_ = kept_.parts();
    pattern_ = graph_.part(contact_);
    lu_.analyse(pattern_);
    return lu_.flops();
  }
  bool factorise() override {
    for (int k = 0; k < pattern_.nodes(); ++k) {
      auto const d = static_cast<std::size_t>(contact_[k]);
      for (int b = pattern_.start[k]; b < pattern_.start[k + 1]; ++b) {
        auto const c = static_cast<std::size_t>(contact_[pattern_.row[b]]);
        Eigen::Map<Matrix3 const> const W(base_.data() + pattern_.value[b]);
        Eigen::Map<Matrix3> to(values_.data() + pattern_.value[b]);
        to.noalias() = V_[c] * W;
        if (is_scaled()) to = N_[c] * Matrix3(to) * S_[d];
        if (c == d) to += is_scaled() ? Matrix3(Matrix3::Identity()) : C_[c];
      }
    }
    return lu_.factorise(values_);
  }
  int determinant_sign() const override { return lu_.determinant_sign(); }
  Vector solve(Vector const& b) const override {
    if (std::ssize(contact_) == contacts(b)) return lu_.solve(b);
    Vector x = times(inverse_, b);
    for (int c : contact_) x.segment<3>(3 * c).setZero();
    bool const moves = !x.isZero(0);
    Vector const open = moves ? Vector(W_ * x) : Vector();
    Vector right(3 * std::ssize(contact_));
    for (Eigen::Index k = 0; k < std::ssize(contact_); ++k) {
      int const c = contact_[k];
      right.segment<3>(3 * k) = b.segment<3>(3 * c);
      if (moves) right.segment<3>(3 * k) -= V_[c] * open.segment<3>(3 * c);
    }
    Vector const y = lu_.solve(right);
    for (Eigen::Index k = 0; k < std::ssize(contact_); ++k)
      x.segment<3>(3 * contact_[k]) = y.segment<3>(3 * k);
    return x;
  }
  Vector solve_scaled(Vector const& b) const override { return lu_.solve(b); }

 private:
  BlockPattern graph_;                 // of W
  std::vector<double> base_, values_;  // the blocks of W, and those of the matrix
  KeptParts kept_;
  std::vector<int> contact_;  // (node) in the factors
  BlockPattern pattern_;      // between them
  PatternLu lu_;
};

/// The same for few contacts: a dense matrix, without a pattern. All open contacts are left out.
class DenseDual final : public Elimination {
 public:
  DenseDual(Sparse const& W, SystemBlocks const& blocks) : Elimination(W, blocks), dense_(W) {}

  double analyse() override {
    closed_.clear();
    for (std::size_t c = 0; c < V_.size(); ++c)
      if (!V_[c].isZero(0)) closed_.push_back(static_cast<int>(c));
    return dense_flops(3 * static_cast<int>(closed_.size()));
  }
  bool factorise() override {
    Blocks const& V = V_;
    int const n = static_cast<int>(closed_.size());
    Dense matrix(3 * n, 3 * n);
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i)
        matrix.block<3, 3>(3 * i, 3 * j).noalias() =
            V[closed_[i]] * dense_.block<3, 3>(3 * closed_[i], 3 * closed_[j]);
      if (!is_scaled()) matrix.block<3, 3>(3 * j, 3 * j) += C_[closed_[j]];
    }
    if (is_scaled()) scale(matrix);
    return n == 0 || lu_.factorise(matrix);
  }
  int determinant_sign() const override { return closed_.empty() ? 1 : lu_.determinant_sign(); }
  /// A contact with V = 0 is treated as open. Interior points have no open contacts.
  Vector solve_scaled(Vector const& b) const override {
    Vector right(3 * std::ssize(closed_)), x = b;
    for (Eigen::Index k = 0; k < std::ssize(closed_); ++k)
      right.segment<3>(3 * k) = b.segment<3>(3 * closed_[k]);
    if (closed_.empty()) return x;
    Vector const y = lu_.solve(right);
    for (Eigen::Index k = 0; k < std::ssize(closed_); ++k)
      x.segment<3>(3 * closed_[k]) = y.segment<3>(3 * k);
    return x;
  }
  Vector solve(Vector const& b) const override {
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

 private:
  /// matrix <- I + N matrix S, over the closed contacts.
  void scale(Dense& matrix) const {
    for (Eigen::Index k = 0; k < std::ssize(closed_); ++k) {
      matrix.middleRows<3>(3 * k) = (N_[closed_[k]] * matrix.middleRows<3>(3 * k)).eval();
      matrix.middleCols<3>(3 * k) = (matrix.middleCols<3>(3 * k) * S_[closed_[k]]).eval();
    }
    matrix.diagonal().array() += 1;
  }

  Dense dense_;
  std::vector<int> closed_;
  DenseLu lu_;
};

// Below this number of unknowns a sparse factorisation is never faster.
constexpr int small = 60;

BlockPattern contact_graph(Sparse const& W) {
  std::vector<int> const widths(static_cast<std::size_t>(W.cols() / 3), 3);
  return {widths, block_pairs(W, widths)};
}

}  // namespace

double dual_flops(Sparse const& W) {
  return W.cols() <= small ? dense_flops(static_cast<int>(W.cols())) : lu_flops(contact_graph(W));
}

std::unique_ptr<Elimination> make_dual_elimination(ConeProblem const& problem,
                                                   SystemBlocks const& blocks) {
  Sparse const& W = problem.W;
  if (W.cols() <= small) return std::make_unique<DenseDual>(W, blocks);
  return std::make_unique<Dual>(W, blocks, contact_graph(W));
}

}  // namespace orthant::cone
