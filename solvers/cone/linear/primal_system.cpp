// The system of the velocities.
#include "core/cone_problem/velocity_form.hpp"
#include "solvers/cone/linear/eliminations.hpp"
#include "solvers/cone/linear/pattern_lu.hpp"

namespace orthant::cone {
namespace {

/// A contact's part of H: the velocities that it moves, three columns of as many entries.
struct Lever {
  std::vector<int> velocity;
  Eigen::Matrix<double, Eigen::Dynamic, 3> H;
};

std::vector<Lever> levers(Sparse const& H) {
  std::vector<Lever> out(static_cast<std::size_t>(H.cols() / 3));
  for (std::size_t c = 0; c < out.size(); ++c) {
    int const first = static_cast<int>(3 * c);
    auto& rows = out[c].velocity;
    for (int j = 0; j < 3; ++j)
      for (Sparse::InnerIterator it(H, first + j); it; ++it)
        rows.push_back(static_cast<int>(it.row()));
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    out[c].H.setZero(std::ssize(rows), 3);
    for (int j = 0; j < 3; ++j)
      for (Sparse::InnerIterator it(H, first + j); it; ++it)
        out[c].H(std::lower_bound(rows.begin(), rows.end(), it.row()) - rows.begin(), j) =
            it.value();
  }
  return out;
}

class PrimalSystem final : public ShiftedSystem {
 public:
  explicit PrimalSystem(ConeProblem const& problem)
      : ShiftedSystem(problem.W),
        H_(problem.H),
        Ht_(problem.H.transpose()),
        Z_(half_mobility(problem.M, problem.H)),
        levers_(levers(problem.H)),
        base_(base(problem.M)),
        lu_(base_),
        law_(levers_.size()) {
    double const* const value = base_.valuePtr();
    for (auto const& lever : levers_)
      for (int j : lever.velocity)
        for (int i : lever.velocity)
          places_.push_back(static_cast<int>(&base_.coeffRef(i, j) - value));
  }

  bool factorise() override {
    Sparse K = base_;
    double* const value = K.valuePtr();
    int const* place = places_.data();
    Eigen::MatrixXd product;
    for (std::size_t c = 0; c < levers_.size(); ++c) {
      auto const& H = levers_[c].H;
      law_[c] = inverse_[c] * V_[c];
      if (!V_[c].isZero(0)) {
        product.noalias() = (H * law_[c]).lazyProduct(H.transpose());
        for (Eigen::Index k = 0; k < product.size(); ++k) value[place[k]] += product.data()[k];
      }
      place += H.rows() * H.rows();
    }
    return lu_.factorise(K);
  }
  Vector mobility(Vector const& r) const override {
    if (Z_.size() == 0 || 2 * Z_.nonZeros() > W_.nonZeros()) return W_ * r;
    return Z_.transpose() * Vector(Z_ * r);
  }
  int determinant_sign() const override { return lu_.determinant_sign(); }
  double flops() const override { return lu_.flops(); }

 private:
  /// M, with zeros where contacts will add to it.
  Sparse base(Sparse const& M) const {
    std::vector<Eigen::Triplet<double>> entries;
    for (auto const& lever : levers_)
      for (int j : lever.velocity)
        for (int i : lever.velocity) entries.emplace_back(i, j, 0);
    Sparse zeros(M.rows(), M.cols());
    zeros.setFromTriplets(entries.begin(), entries.end());
    Sparse out = M + zeros;
    out.makeCompressed();
    return out;
  }

  Vector solve_once(Vector const& b) const override {
    Vector const y = times(inverse_, b);
    Vector const v = lu_.solve(H_ * y);
    return y - times(law_, Ht_ * v);
  }
  Vector solve_scaled_once(Vector const& b) const override {
    Vector const v = lu_.solve(H_ * times(S_, b));
    return b - times(N_, times(V_, Ht_ * v));
  }

  Sparse const& H_;
  Sparse Ht_;
  Sparse Z_;
  std::vector<Lever> levers_;
  Sparse base_;
  PatternLu lu_;
  std::vector<int> places_;  // of each lever's products in the matrix
  Blocks law_;               // C^-1 V
};

/// What the places would need: a contact that moves everything has no use for them.
double products(Sparse const& H) {
  double sum = 0;
  for (int j = 0; j < H.cols(); ++j) {
    double const entries = H.outerIndexPtr()[j + 1] - H.outerIndexPtr()[j];
    sum += entries * entries;
  }
  return sum;
}

}  // namespace

std::unique_ptr<ShiftedSystem> make_primal_system(ConeProblem const& problem) {
  constexpr double most = 1e8;
  if (products(problem.H) > most) return nullptr;
  return std::make_unique<PrimalSystem>(problem);
}

}  // namespace orthant::cone
