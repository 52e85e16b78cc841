// L L^T of a sparse symmetric positive definite matrix by CHOLMOD, with its analysis kept.
#pragma once
#include <memory>
#include <vector>

namespace orthant {

enum class FactorKind { automatic, simplicial, supernodal };

/// The matrix is permuted by the caller, and CHOLMOD keeps that order: so the numerical
/// factorisation of a known pattern neither copies nor allocates.
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
  /// False where a pivot is not positive.
  bool factorise();
  /// Overwrites the right-hand side by the solution.
  void solve(double* x);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace orthant
