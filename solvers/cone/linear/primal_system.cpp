// The system with the velocities as unknowns, M + H C^-1 V H^T.
#include <algorithm>
#include <optional>
#include <utility>

#include "orthant/core/cone_problem/velocity_form.hpp"
#include "orthant/solvers/cone/linear/eliminations.hpp"
#include "orthant/solvers/cone/linear/kept_parts.hpp"
#include "orthant/solvers/cone/linear/patch_jacobian.hpp"
#include "orthant/solvers/factors/detail/pattern_lu.hpp"

namespace orthant::cone {
namespace {

class Primal final : public Elimination {
 public:
  Primal(ConeProblem const& problem, SystemBlocks const& blocks)
      : Elimination(problem.W, blocks), problem_(problem), H_(problem.H), kept_(H_.patches()) {
    std::vector<int> const widths = H_.node_widths();
    nodes_ = H_.patch_nodes(widths);
    auto pairs = block_pairs(problem.M, widths);
    auto const of_mass = pairs;
    for (auto const& patch : nodes_)
      for (std::size_t a = 0; a < patch.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) pairs.emplace_back(patch[b], patch[a]);
    graph_ = BlockPattern(widths, pairs);
    in_mass_.assign(graph_.row.size(), false);
    for (int k = 0; k < graph_.nodes(); ++k) in_mass_[graph_.block(k, k)] = true;
    for (auto const& [i, j] : of_mass)
      in_mass_[graph_.block(i, j)] = in_mass_[graph_.block(j, i)] = true;
    for (auto const& patch : nodes_) {
      blocks_.emplace_back();
      for (int a : patch)
        for (int b : patch) blocks_.back().push_back(graph_.block(a, b));
    }
  }

  double analyse() override {
    auto const is_closed = [&](std::size_t c) { return !V_[c].isZero(0); };
    if (kept_.renew([&](int patch) { return H_.any(patch, is_closed); })) {
      std::vector<char> is_kept = in_mass_;
      for (int patch : kept_.parts())
        for (int b : blocks_[patch]) is_kept[b] = true;
      pattern_ = graph_.part(is_kept);
      lu_.analyse(pattern_);
    }
    return lu_.flops();
  }
  bool factorise() override {
    prepare();
    law_.resize(inverse_.size());
    for (std::size_t c = 0; c < law_.size(); ++c) law_[c] = inverse_[c] * V_[c];
    for (int k = 0; k < pattern_.nodes(); ++k)
      for (int b = pattern_.start[k]; b < pattern_.start[k + 1]; ++b)
        std::copy_n(mass_.begin() + pattern_.value[b],
                    pattern_.width(k) * pattern_.width(pattern_.row[b]),
                    values_.begin() + pattern_.value[b]);
    H_.add(law_, places_, values_);
    return lu_.factorise(values_);
  }
  Vector mobility(Vector const& r) const override {
    return Z_ ? Z_->apply_transposed(Z_->apply(r)) : Vector(W_ * r);
  }
  int determinant_sign() const override { return lu_.determinant_sign(); }
  Vector solve(Vector const& b) const override {
    Vector const y = times(inverse_, b);
    return y - times(law_, H_.apply_transposed(lu_.solve(H_.apply(y))));
  }
  /// Refined by the balance of momentum M v = H r. The velocities then are as exact as they are
  /// small, where those of W r have the round-off of large impulses that cancel.
  Response respond(Vector const& b, bool refined) const override {
    Vector r = times(inverse_, b), v = lu_.solve(H_.apply(r));
    Response out{{}, H_.apply_transposed(v)};
    r -= times(law_, out.velocity);
    if (!refined) {
      out.impulse = std::move(r);
      return out;
    }
    Vector const more = lu_.solve(H_.apply(r) - problem_.M * v);
    Vector const u = H_.apply_transposed(more);
    out.velocity += u;
    out.impulse = r - times(law_, u);
    return out;
  }
  Vector solve_scaled(Vector const& b) const override {
    Vector const v = lu_.solve(H_.apply(times(S_, b)));
    return b - times(N_, times(V_, H_.apply_transposed(v)));
  }

 private:
  /// What the numbers need, and the choice of an elimination does not.
  void prepare() {
    if (!values_.empty()) return;
    mass_ = block_values(graph_, problem_.M);
    values_.resize(mass_.size());
    places_ = H_.places(graph_, nodes_);
    bool const known = problem_.Z.size() > 0;
    Sparse const computed = known ? Sparse() : half_mobility(problem_.M, problem_.H);
    Sparse const& Z = known ? problem_.Z : computed;
    if (Z.size() > 0 && 2 * Z.nonZeros() <= W_.nonZeros()) Z_.emplace(Z);
  }

  ConeProblem const& problem_;
  PatchJacobian H_;
  std::vector<std::vector<int>> nodes_;   // (patch)
  std::optional<PatchJacobian> Z_;        // with W = Z^T Z, if products with Z are cheaper
  BlockPattern graph_;                    // of M + H C^-1 V H^T, if all contacts are closed
  std::vector<double> mass_, values_;     // M, and that matrix
  std::vector<char> in_mass_;             // (block of graph_)
  std::vector<std::vector<int>> blocks_;  // (patch) in graph_
  std::vector<PatchJacobian::Place> places_;
  KeptParts kept_;  // patches with closed contacts
  BlockPattern pattern_;
  PatternLu lu_;
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

std::unique_ptr<Elimination> make_primal_elimination(ConeProblem const& problem,
                                                     SystemBlocks const& blocks) {
  constexpr double most = 1e8;
  if (products(problem.H) > most) return nullptr;
  return std::make_unique<Primal>(problem, blocks);
}

}  // namespace orthant::cone
