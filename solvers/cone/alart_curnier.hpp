// Non-smooth Newton on the Alart-Curnier form with the shortest steps, for singular W too.
#pragma once
#include "core/cone_problem/cone_solver.hpp"

namespace orthant {

struct AlartCurnierSettings {
  ConeStop stop;
  int iterations = 25;
  int patience = 8;
  double rank_threshold = 1e-13;

  void fields(Fields& f) {
    stop.fields(f);
    f.integer("iterations", iterations, at_least(1), "most iterations");
    f.integer("patience", patience, at_least(1), "stop after so many iterations with no progress");
    f.real("rank_threshold", rank_threshold, between(0, 1),
           "relative: directions that change the rows less are left alone");
  }
};

/// Converges from near a solution in very few steps; each costs a rank-revealing decomposition of
/// the rows of contacts that are closed.
class AlartCurnier final : public ConeSolver {
 public:
  explicit AlartCurnier(AlartCurnierSettings const& set) : set_(set) {}
  ConeReport solve(ConeProblem const& problem, Vector& r) override;

 private:
  AlartCurnierSettings set_;
};

}  // namespace orthant
