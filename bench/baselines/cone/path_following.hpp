// Continuation in the smoothing of the contact laws, with attempts by a Newton method on the way.
#pragma once
#include "orthant/core/cone_problem/cone_solver.hpp"
#include "orthant/solvers/cone/detail/workspace.hpp"

namespace orthant {

struct PathFollowingSettings {
  ConeStop stop;
  int iterations = 3000;
  int patience = 400;
  double centrality = 10;
  double largest_defect = 0.3;
  double polish_below = 1e-5;
  int polish_iterations = 60;

  void fields(Fields& f) {
    stop.fields(f);
    f.integer("iterations", iterations, at_least(1), "most steps along the curve");
    f.integer("patience", patience, at_least(1),
              "stop after so many that brought the error down by less than a tenth");
    f.real("centrality", centrality, {.low = 1, .low_open = true},
           "how far complementarity may be from its value on the curve, as a ratio");
    f.real("largest_defect", largest_defect, positive(),
           "of the velocities at a point beside the curve, root mean square in its scaling");
    f.real("polish_below", polish_below, positive(),
           "natural map, relative to |q|, below which Newton is tried");
    f.integer("polish_iterations", polish_iterations, at_least(1), "of Newton, each time");
  }
};

/// The solutions of the smoothed problems form a curve. If piles slide, the smoothing does not fall
/// monotonically along it: the curve has turning points. An interior point method stops there. This
/// method passes them, in hundreds of steps [Allgower, Georg 1990].
class PathFollowing final : public ConeSolver {
 public:
  explicit PathFollowing(PathFollowingSettings const& set) : ConeSolver(set.stop), set_(set) {}
  using ConeSolver::solve;
  /// The curve has its own start, whatever r is; but if r is a solution, it is returned.
  ConeReport do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const override;
  ConeReport solve(cone::Workspace& workspace, Vector& r, ConeStop const& stop) const;

 private:
  PathFollowingSettings set_;
};

}  // namespace orthant
