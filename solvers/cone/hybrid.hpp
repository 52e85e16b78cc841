// The methods of this folder one after the other, each where the one before it stops.
#pragma once
#include "core/cone_problem/cone_solver.hpp"

namespace orthant {

struct HybridSettings {
  ConeStop stop;
  int first_iterations = 50;
  int first_patience = 12;
  int last_iterations = 1'000'000;

  void fields(Fields& f) {
    stop.fields(f);
    f.integer("first_iterations", first_iterations, at_least(1),
              "most steps of the proximal Newton before the interior point");
    f.integer("first_patience", first_patience, at_least(1),
              "of these, most that have not halved the error");
    f.integer("last_iterations", last_iterations, at_least(1),
              "most steps of the proximal Newton at the end");
  }
};

/// Gauss-Seidel sweeps while they promise to arrive; proximal Newton while it does; interior point,
/// and Newton steps of least norm from there; path following where that is trapped; proximal Newton
/// from the best of all, for as long as there is time.
class Hybrid final : public ConeSolver {
 public:
  explicit Hybrid(HybridSettings const& set) : ConeSolver(set.stop), set_(set) {}
  ConeReport do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) override;

 private:
  HybridSettings set_;
};

}  // namespace orthant
