// The semismooth Newton method for the Alart-Curnier map [Alart, Curnier 1991], with steps of least
// norm: the Delassus operator W may be singular.
#pragma once
#include "orthant/core/cone_problem/cone_solver.hpp"
#include "orthant/solvers/cone/detail/workspace.hpp"

namespace orthant {

struct AlartCurnierSettings {
  ConeStop stop;
  int iterations = 25;
  int patience = 8;
  double regularisation = 1e-8;

  void fields(Fields& f) {
    stop.fields(f);
    f.integer("iterations", iterations, at_least(1), "most iterations");
    f.integer("patience", patience, at_least(1), "stop after so many iterations with no progress");
    f.real("regularisation", regularisation, positive(),
           "what is added to the diagonal of W for the factors, relative to a contact's mean");
  }
};

/// Converges locally: from a start near a solution in few steps, from elsewhere perhaps not.
class AlartCurnier final : public ConeSolver {
 public:
  explicit AlartCurnier(AlartCurnierSettings const& set) : ConeSolver(set.stop), set_(set) {}
  using ConeSolver::solve;
  ConeReport do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const override;
  ConeReport solve(cone::Workspace& workspace, Vector& r, ConeStop const& stop) const;

 private:
  AlartCurnierSettings set_;
};

}  // namespace orthant
