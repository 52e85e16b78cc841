// Library factorisations of sparse square matrices that may be nonsymmetric.
#pragma once
#include <memory>
#include <vector>

namespace orthant {

/// A sparse matrix by columns. The pattern is symmetric; rows ascend in each column.
struct SparseMatrix {
  std::vector<int> column, row;  // (n + 1), (nonzeros)
  std::vector<double> value;     // (nonzeros)

  int size() const { return static_cast<int>(column.size()) - 1; }  // n
};

/// The interface of a factorisation of one matrix after another.
class SparseFactors {
 public:
  virtual ~SparseFactors() = default;
  /// Analyses a new pattern. The matrix must outlive all calls until the next analysis.
  virtual void analyse(SparseMatrix const& matrix) = 0;
  /// Factorises new values; false if that fails.
  virtual bool factorise(SparseMatrix const& matrix) = 0;
  /// The values whose pivots are used for later ones too; empty: pivots are those of the last
  /// values alone.
  virtual std::vector<double> pivots_of() const { return {}; }
  /// Overwrites the right-hand side with the solution.
  virtual void solve(SparseMatrix const& matrix, double* x) = 0;
};

/// L U with a permutation to block triangular form, without dense blocks.
std::unique_ptr<SparseFactors> make_klu();
/// L U in dense fronts.
std::unique_ptr<SparseFactors> make_umfpack();

}  // namespace orthant
