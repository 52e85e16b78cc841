// The methods of this folder one after the other, each where the one before it stops.
#pragma once
#include "core/cone_problem/cone_solver.hpp"

namespace orthant {

struct HybridSettings {
  ConeStop stop;
  double near = 1e-6;

  void fields(Fields& f) {
    stop.fields(f);
    f.real("near", near, positive(),
           "natural map above which the interior point starts again with its shift lagged");
  }
};

/// Interior point; the same with its shift lagged, from scratch, where it is still far; Newton
/// steps of least norm from the better of the two; proximal Newton where these do not arrive.
class Hybrid final : public ConeSolver {
 public:
  explicit Hybrid(HybridSettings const& set) : set_(set) {}
  ConeReport solve(ConeProblem const& problem, Vector& r) override;

 private:
  HybridSettings set_;
};

}  // namespace orthant
