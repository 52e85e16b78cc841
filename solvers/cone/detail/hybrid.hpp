// Runs the methods of this folder in sequence, each where the previous one stopped.
#pragma once
#include "orthant/core/cone_problem/cone_solver.hpp"

namespace orthant {

struct HybridSettings {
  ConeStop stop;
  int first_iterations = 50;
  int first_patience = 12;
  int last_iterations = 1'000'000;

  void fields(Fields& f) {
    stop.fields(f);
    f.integer("first_iterations", first_iterations, at_least(1),
              "most steps of the proximal Newton before the path");
    f.integer("first_patience", first_patience, at_least(1),
              "of these, most that have not halved the error");
    f.integer("last_iterations", last_iterations, at_least(1),
              "most steps of the proximal Newton at the end");
  }
};

/// The sequence: Gauss-Seidel sweeps while their rate predicts convergence; proximal Newton; the
/// path of smoothed laws; proximal Newton from the best iterate of all, for the remaining time.
class Hybrid final : public ConeSolver {
 public:
  explicit Hybrid(HybridSettings const& set) : ConeSolver(set.stop), set_(set) {}
  ConeReport do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const override;

 private:
  HybridSettings set_;
};

}  // namespace orthant
