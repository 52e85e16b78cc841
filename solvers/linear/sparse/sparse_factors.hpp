// Factorisations of a sparse square matrix by libraries for matrices that need not be symmetric.
#pragma once
#include <memory>
#include <vector>

namespace orthant {

/// A sparse matrix, by columns; the pattern is symmetric, rows ascend in each column.
struct SparseMatrix {
  std::vector<int> column, row;  // (n + 1), (nonzeros)
  std::vector<double> value;

  int size() const { return static_cast<int>(column.size()) - 1; }
};

class SparseFactors {
 public:
  virtual ~SparseFactors() = default;
  /// For a new pattern. The matrix outlives all calls until the next one.
  virtual void analyse(SparseMatrix const& matrix) = 0;
  /// For new values; false where there is no factorisation.
  virtual bool factorise(SparseMatrix const& matrix) = 0;
  /// Overwrites the right-hand side by the solution.
  virtual void solve(SparseMatrix const& matrix, double* x) = 0;
};

/// L U of a permutation to block triangular form, without dense blocks.
std::unique_ptr<SparseFactors> make_klu();
/// L U of dense fronts.
std::unique_ptr<SparseFactors> make_umfpack();
/// Q R of the transpose, which reveals the rank: solutions of least length.
std::unique_ptr<SparseFactors> make_spqr();

}  // namespace orthant
