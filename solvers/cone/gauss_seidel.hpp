// Gauss-Seidel over the contacts, as long as its rate predicts an end before Newton's method.
#pragma once
#include "orthant/core/cone_problem/cone_solver.hpp"
#include "orthant/solvers/cone/detail/workspace.hpp"

namespace orthant {

struct GaussSeidelSettings {};

/// Each sweep solves the contacts exactly, one after the other [Jourdan, Alart, Jean 1998]. A
/// single contact, or weakly coupled contacts, take less time than one factorisation. For a pile
/// the result is a start for another method.
class GaussSeidel {
 public:
  explicit GaussSeidel(GaussSeidelSettings const&) {}
  ConeReport solve(cone::Workspace& workspace, Vector& r, ConeStop const& stop) const;
};

}  // namespace orthant
