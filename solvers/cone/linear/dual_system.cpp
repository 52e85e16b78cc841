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
      auto const d = nth(contact_[k]);
      for (int b = pattern_.start[k]; b < pattern_.start[k + 1]; ++b) {
        auto const c = nth(contact_[pattern_.row[b]]);
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

BlockPattern contact_graph(Sparse const& W) {
  std::vector<int> const widths(nth(W.cols() / 3), 3);
  return {widths, block_pairs(W, widths)};
}

}  // namespace

double dual_flops(Sparse const& W) { return lu_flops(contact_graph(W)); }

std::unique_ptr<Elimination> make_dual_elimination(ConeProblem const& problem,
                                                   SystemBlocks const& blocks) {
  return std::make_unique<Dual>(problem.W, blocks, contact_graph(problem.W));
}

}  // namespace orthant::cone
