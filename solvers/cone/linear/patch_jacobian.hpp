// The transposed contact Jacobian H = J^T, stored by patches of contacts.
#pragma once
#include <vector>

#include "solvers/cone/linear/block_diagonal.hpp"

namespace orthant::cone {

/// H (velocities, 3 contacts) with u = H^T v of body velocities v. A patch is a sequence of
/// contacts with the same nonzero rows of H, such as those between one pair of bodies. Its values
/// are dense.
class PatchJacobian {
 public:
  explicit PatchJacobian(Sparse const& H);

  /// H r.
  Vector apply(Vector const& r) const;
  /// H^T v.
  Vector apply_transposed(Vector const& v) const;
  /// The pattern of H B H^T, with zeros as values.
  Sparse pattern() const;
  /// The indices of the products of patches in the values of a matrix whose pattern contains
  /// `pattern`.
  std::vector<int> places(Sparse const& matrix) const;
  /// matrix += H B H^T, with the indices from `places`.
  void add(Blocks const& B, std::vector<int> const& places, Sparse& matrix) const;

 private:
  struct Run {
    int velocity, count;
  };
  struct Patch {
    std::size_t first, contacts;
    std::size_t first_run, runs;
    int rows;
    std::size_t values;  // of the first value: three columns of `rows` values for each contact
  };

  template <int Rows>
  void add(Patch const& patch, Blocks const& B, int const* place, double* matrix) const;
  template <int Rows>
  void apply(Patch const& patch, double const* r, double* v) const;
  template <int Rows>
  void apply_transposed(Patch const& patch, double const* v, double* u) const;

  int velocities_;
  std::size_t contacts_ = 0;
  std::vector<Patch> patches_;
  std::vector<Run> runs_;
  std::vector<double> values_;
};

}  // namespace orthant::cone
