// The transposed contact Jacobian H = J^T, stored by patches of contacts.
#pragma once
#include <vector>

#include "orthant/solvers/cone/linear/detail/block_diagonal.hpp"
#include "orthant/solvers/factors/detail/block_pattern.hpp"

namespace orthant::cone {

using namespace factors;

/// H (velocities, 3 contacts) with u = H^T v of body velocities v. A patch is a sequence of
/// contacts with the same nonzero rows of H, such as those between one pair of bodies. Its values
/// are dense.
class PatchJacobian {
 public:
  /// Rows of one node of a patch in one column of a block, as values of a matrix.
  struct Place {
    int first, count;
  };

  explicit PatchJacobian(Sparse const& H);

  /// H r.
  Vector apply(Vector const& r) const;
  /// H^T v.
  Vector apply_transposed(Vector const& v) const;
  int patches() const { return static_cast<int>(patches_.size()); }
  /// Whether `f` is true of one of its contacts.
  template <class F>
  bool any(int patch, F&& f) const {
    Patch const& p = patches_[nth(patch)];
    for (std::size_t c = p.first; c < p.first + p.contacts; ++c)
      if (f(c)) return true;
    return false;
  }
  /// The widths of nodes of consecutive velocities. A patch has whole nodes.
  std::vector<int> node_widths() const;
  /// (patch) its nodes, in ascending order.
  std::vector<std::vector<int>> patch_nodes(std::vector<int> const& widths) const;
  /// Where products go in the values of a pattern whose nodes those of the patches are.
  std::vector<Place> places(BlockPattern const& pattern,
                            std::vector<std::vector<int>> const& patch_nodes) const;
  /// values += H B H^T, with the places from `places`. Patches with B = 0 are not touched.
  void add(Blocks const& B, std::vector<Place> const& places, std::vector<double>& values) const;

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
  void add(Patch const& patch, Blocks const& B, Place const* place, double* values) const;
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
