// Sparse Q R by SPQR.
#pragma once
#include "orthant/solvers/linear/sparse/sparse_direct.hpp"

namespace orthant {

/// Settings of rank-revealing factorisations: S is factorised itself, without regularisation.
struct LeastNormSettings {
  double tolerance = 1e-10;
  int passes = 10;

  void fields(Fields& f) {
    f.real("tolerance", tolerance, {.low = 0, .high = 1, .low_open = true},
           "on |b - S z| / |b|, Euclidean norms");
    f.integer("passes", passes, between(1, 1000), "most solves with the factorisation");
  }
  operator RefinementSettings() const { return {0, tolerance, passes}; }
};

/// Q R of the transpose. It reveals the rank; solutions have least norm.
std::unique_ptr<SparseFactors> make_spqr();

}  // namespace orthant
