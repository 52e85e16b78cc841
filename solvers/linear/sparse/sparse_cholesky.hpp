// L L^T of a sparse symmetric positive definite matrix, with a reusable analysis.
#pragma once
#include <memory>
#include <vector>

#include "orthant/solvers/factors/front_cholesky.hpp"

namespace orthant {

/// Which factorisation is used: dense fronts of blocks, or one of CHOLMOD's; `automatic`: that of
/// CHOLMOD's choice.
enum class FactorKind { fronts, automatic, simplicial, supernodal };

/// The caller permutes the matrix, and this order is kept.
class SparseCholesky {
 public:
  explicit SparseCholesky(FactorKind how = FactorKind::fronts);
  ~SparseCholesky();
  SparseCholesky(SparseCholesky&&) noexcept;
  SparseCholesky& operator=(SparseCholesky&&) noexcept;

  /// Blocks below the diagonal are not read.
  void analyse(factors::BlockPattern const& pattern);
  /// False if a pivot is not positive.
  bool factorise(std::vector<double> const& values);
  /// Overwrites the right-hand side with the solution.
  void solve(double* x);

 private:
  struct Library;
  factors::FrontCholesky fronts_;
  std::unique_ptr<Library> library_;  // null: fronts
};

/// An order of the nodes of a symmetric graph by nested dissection.
struct Dissection {
  std::vector<int> node;  // the node at each position; empty if CHOLMOD was built without METIS
  double flops = 0;       // of a factorisation with one unknown a node
};
/// `first` and `neighbour`: CSR, without the nodes themselves.
Dissection dissect(std::vector<int> const& first, std::vector<int> const& neighbour);

}  // namespace orthant
