// The path of smoothed contact laws, followed by Taylor series of high order.
#pragma once
#include "orthant/core/cone_problem/cone_solver.hpp"
#include "orthant/solvers/cone/detail/workspace.hpp"

namespace orthant {

struct TaylorPathSettings {
  ConeStop stop;
  int iterations = 80;

  void fields(Fields& f) {
    stop.fields(f);
    f.integer("iterations", iterations, at_least(1), "most factorisations from each start");
  }
};

/// Follows the path of DissipationPath to Coulomb's law: from the given impulses, smoothed a
/// little, and if this fails from impulses far inside their cones.
class TaylorPath final : public ConeSolver {
 public:
  explicit TaylorPath(TaylorPathSettings const& set) : ConeSolver(set.stop), set_(set) {}
  using ConeSolver::solve;
  ConeReport do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const override;
  ConeReport solve(cone::Workspace& workspace, Vector& r, ConeStop const& stop) const;

 private:
  TaylorPathSettings set_;
};

}  // namespace orthant
