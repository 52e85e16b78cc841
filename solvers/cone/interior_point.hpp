// Interior point for frictional contact: a second-order cone programme with De Saxce's shift.
#pragma once
#include "orthant/core/cone_problem/cone_solver.hpp"
#include "orthant/solvers/cone/central_path.hpp"
#include "orthant/solvers/cone/detail/workspace.hpp"

namespace orthant {

struct InteriorPointSettings {
  ConeStop stop;
  cone::Shift shift = cone::Shift::smooth;
  int iterations = 80;
  int patience = 8;

  void fields(Fields& f) {
    stop.fields(f);
    f.choice("shift", shift,
             {{cone::Shift::smooth, "smooth"},
              {cone::Shift::exact, "exact"},
              {cone::Shift::lagged, "lagged"}},
             "how a step takes mu |u_t|: by a form without its kink; by its derivative; as it was");
    f.integer("iterations", iterations, at_least(1), "most iterations");
    f.integer("patience", patience, at_least(1), "stop after so many iterations with no progress");
  }
};

class InteriorPoint final : public ConeSolver {
 public:
  explicit InteriorPoint(InteriorPointSettings const& set) : ConeSolver(set.stop), set_(set) {}
  using ConeSolver::solve;
  /// Starts on the axis of the cone whatever r is, unless r is a solution already.
  ConeReport do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const override;
  ConeReport solve(cone::Workspace& workspace, Vector& r, ConeStop const& stop) const;

 private:
  InteriorPointSettings set_;
};

}  // namespace orthant
