// L L^T of a sparse symmetric positive definite matrix by CHOLMOD, with a reusable analysis.
#pragma once
#include <memory>
#include <vector>

namespace orthant {

/// Which of CHOLMOD's factorisations is used; `automatic`: CHOLMOD chooses.
enum class FactorKind { automatic, simplicial, supernodal };

/// The caller permutes the matrix, and CHOLMOD keeps this order. So the numerical factorisation of
/// a known pattern neither copies nor allocates.
class SparseCholesky {
 public:
  explicit SparseCholesky(FactorKind how);
  ~SparseCholesky();
  SparseCholesky(SparseCholesky&&) noexcept;
  SparseCholesky& operator=(SparseCholesky&&) noexcept;

  /// Upper triangle by columns, rows ascending; n columns, column.size() == n + 1.
  void analyse(std::vector<int> const& column, std::vector<int> const& row);
  /// Values in the order of `row`.
  double* values();
  /// False if a pivot is not positive.
  bool factorise();
  /// Overwrites the right-hand side with the solution.
  void solve(double* x);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// An order of the nodes of a symmetric graph by nested dissection.
struct Dissection {
  std::vector<int> node;  // the node at each position; empty if CHOLMOD was built without METIS
  double flops = 0;       // of a factorisation with one unknown a node
};
/// `first` and `neighbour`: CSR, without the nodes themselves.
Dissection dissect(std::vector<int> const& first, std::vector<int> const& neighbour);

}  // namespace orthant
