// What an integrator tells of the equations of its last step, so that others can differentiate
// them.
#pragma once
#include <string>
#include <vector>

#include "core/step/integrator.hpp"

namespace orthant {

/// At the solution; before the next step is prepared.
template <class Space>
struct StepEquations {
  Real h = 0;                            // [s]
  Rows<Space> rows;                      // J, values and impulses
  Span<Space, Body*> body;               // (worlds x bodies)
  Span<Space, Pose<>*> start, end;       // (worlds x bodies) q-, q+
  Span<Space, Twist*> old_twist, twist;  // (worlds x bodies) u-, u+
  Span<Space, Twist*> free_twist;        // (worlds x bodies) u_free
  std::vector<bool> matrices_at_end;     // (worlds) whether M and J are those of q+, else of q-
  bool linearised = false;               // c(q-) + h J u+ for c(q+), with J of q-
};

/// A step of   M (u+ - u_free) = J^T lambda,   q+ = q- (+) h u+,   laws between values and lambda.
template <class Space>
class Differentiable {
 public:
  virtual ~Differentiable() = default;
  /// "" where its steps are such, else why they are not.
  virtual std::string why_not_differentiable() const = 0;
  virtual StepEquations<Space> equations(Space const& space) const = 0;
  /// Adds how J^T lambda and the values turn, for the tangents that are given in `out`.
  virtual void turn(Space const& space, Stiffness<Space> const& out) = 0;
};

}  // namespace orthant
