// How impulses at contacts move velocities: the columns of H, three to a contact.
#pragma once
#include <vector>

#include "solvers/cone/linear/block_diagonal.hpp"

namespace orthant::cone {

/// H (velocities, 3 contacts) by patches: contacts that follow each other and move the same
/// velocities, as those between two bodies do, share their rows.
class PatchJacobian {
 public:
  explicit PatchJacobian(Sparse const& H);

  /// H r.
  Vector push(Vector const& r) const;
  /// H^T v.
  Vector pull(Vector const& v) const;
  /// Of H B H^T, with zeros.
  Sparse pattern() const;
  /// Where the products of patches lie in a matrix that has their places.
  std::vector<int> places(Sparse const& K) const;
  /// K += H B H^T, at these places.
  void add(Blocks const& B, std::vector<int> const& places, Sparse& K) const;

 private:
  struct Run {
    int velocity, count;
  };
  struct Patch {
    std::size_t first, contacts;
    std::size_t first_run, runs;
    int rows;
    std::size_t values;  // three columns to a contact, of as many rows
  };

  template <int Rows>
  void add(Patch const& patch, Blocks const& B, int const* place, double* K) const;
  template <int Rows>
  void push(Patch const& patch, double const* r, double* v) const;
  template <int Rows>
  void pull(Patch const& patch, double const* v, double* u) const;

  int velocities_;
  std::size_t contacts_ = 0;
  std::vector<Patch> patches_;
  std::vector<Run> runs_;
  std::vector<double> values_;
};

}  // namespace orthant::cone
