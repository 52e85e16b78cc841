// Proximal point iteration with a damped Alart-Curnier Newton method inside. Each inner problem is
// regular, even if the Delassus operator W is singular.
#pragma once
#include "orthant/core/cone_problem/cone_solver.hpp"
#include "orthant/solvers/cone/detail/workspace.hpp"

namespace orthant {

struct ProximalNewtonSettings {
  ConeStop stop;
  double regularisation = 1e-2;
  int iterations = 600;
  int inner_iterations = 25;
  int patience = 600;

  void fields(Fields& f) {
    stop.fields(f);
    f.real("regularisation", regularisation, positive(),
           "what is first added to the diagonal of W, relative to its mean; less from a start near "
           "the solution");
    f.integer("iterations", iterations, at_least(1), "most Newton steps in all");
    f.integer("inner_iterations", inner_iterations, at_least(1), "most of them to one centre");
    f.integer("patience", patience, at_least(1),
              "stop after so many of them that have not halved the error");
  }
};

/// Solves a sequence of problems with u = W r + q + a (r - r_k) in place of u = W r + q. The centre
/// r_k is the solution of the previous problem [Rockafellar 1976]. a [1/kg] falls if an inner
/// problem is solved in few Newton steps, and grows if it is not solved.
class ProximalNewton final : public ConeSolver {
 public:
  explicit ProximalNewton(ProximalNewtonSettings const& set) : ConeSolver(set.stop), set_(set) {}
  using ConeSolver::solve;
  ConeReport do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const override;
  ConeReport solve(cone::Workspace& workspace, Vector& r, ConeStop const& stop) const;

 private:
  ProximalNewtonSettings set_;
};

}  // namespace orthant
