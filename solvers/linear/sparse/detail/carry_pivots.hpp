// Carries the pivots of a sparse matrix that serve for later values of its entries.
#pragma once
#include "orthant/core/config/carried.hpp"
#include "orthant/solvers/linear/sparse/sparse_factors.hpp"

namespace orthant {

/// `of` has the matrix of a world: its pattern, and `carry`. Without such pivots nothing is
/// carried, and the next system is analysed anew, with the same result.
template <class WorldMatrix>
void carry_pivots(Carried& c, WorldMatrix& of, SparseFactors& factors) {
  auto values = factors.pivots_of();
  c.list(values);
  if (values.empty()) {
    if (c.reads()) of = {};
    return;
  }
  of.carry(c);
  if (!c.reads()) return;
  SparseMatrix first = of.matrix();
  first.value = values;
  factors.analyse(first);
  factors.factorise(first);
}

}  // namespace orthant
