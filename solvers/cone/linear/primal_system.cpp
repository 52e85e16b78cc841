// The system with the velocities as unknowns, M + H C^-1 V H^T.
#include <optional>

#include "core/cone_problem/velocity_form.hpp"
#include "solvers/cone/linear/eliminations.hpp"
#include "solvers/cone/linear/patch_jacobian.hpp"
#include "solvers/cone/linear/pattern_lu.hpp"

namespace orthant::cone {
namespace {

class PrimalSystem final : public BlockShiftedSystem {
 public:
  explicit PrimalSystem(ConeProblem const& problem)
      : BlockShiftedSystem(problem.W),
        H_(problem.H),
        matrix_(problem.M + H_.pattern()),
        base_(matrix_.coeffs()),
        lu_(matrix_),
        places_(H_.places(matrix_)) {
    if (Sparse const Z = half_mobility(problem.M, problem.H);
        Z.size() > 0 && 2 * Z.nonZeros() <= problem.W.nonZeros())
      Z_.emplace(Z);
  }

  bool factorise() override {
    matrix_.coeffs() = base_;
    law_.resize(inverse_.size());
    for (std::size_t c = 0; c < law_.size(); ++c) law_[c] = inverse_[c] * V_[c];
    H_.add(law_, places_, matrix_);
    return lu_.factorise(matrix_);
  }
  Vector mobility(Vector const& r) const override {
    return Z_ ? Z_->apply_transposed(Z_->apply(r)) : Vector(W_ * r);
  }
  int determinant_sign() const override { return lu_.determinant_sign(); }
  double flops() const override { return lu_.flops(); }

 private:
  Vector solve_once(Vector const& b) const override {
    Vector const y = times(inverse_, b);
    return y - times(law_, H_.apply_transposed(lu_.solve(H_.apply(y))));
  }
  Vector solve_scaled_once(Vector const& b) const override {
    Vector const v = lu_.solve(H_.apply(times(S_, b)));
    return b - times(N_, times(V_, H_.apply_transposed(v)));
  }

  PatchJacobian H_;
  std::optional<PatchJacobian> Z_;  // with W = Z^T Z, if products with Z are cheaper
  Sparse matrix_;                   // M + H C^-1 V H^T
  Eigen::ArrayXd base_;             // M, with zeros for the entries that contacts add to it
  PatternLu lu_;
  std::vector<int> places_;
  Blocks law_;  // C^-1 V
};

/// The number of entries of all H_c H_c^T: too many if a contact moves many velocities.
double products(Sparse const& H) {
  double sum = 0;
  for (int j = 0; j < H.cols(); ++j) {
    double const entries = H.outerIndexPtr()[j + 1] - H.outerIndexPtr()[j];
    sum += entries * entries;
  }
  return sum;
}

}  // namespace

std::unique_ptr<BlockShiftedSystem> make_primal_system(ConeProblem const& problem) {
  constexpr double most = 1e8;
  if (products(problem.H) > most) return nullptr;
  return std::make_unique<PrimalSystem>(problem);
}

}  // namespace orthant::cone
