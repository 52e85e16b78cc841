// Gauss-Seidel sweeps over the contacts, for as long as they promise to arrive before Newton would.
#pragma once
#include "core/cone_problem/cone_solver.hpp"
#include "solvers/cone/workspace.hpp"

namespace orthant {

struct GaussSeidelSettings {};

/// Each contact is solved exactly in its turn. One contact, or contacts that hardly know of each
/// other, are done in the time of one factorisation or less; of a pile it makes a start.
class GaussSeidel {
 public:
  explicit GaussSeidel(GaussSeidelSettings const&) {}
  ConeReport solve(cone::Workspace& workspace, Vector& r, ConeStop const& stop);
};

}  // namespace orthant
