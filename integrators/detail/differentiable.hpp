// The equations of the last step of an integrator, for their differentiation.
#pragma once
#include <string>
#include <vector>

#include "orthant/core/step/integrator.hpp"

namespace orthant {

/// The equations at the solution. Valid until the next step is prepared.
template <class Space>
struct StepEquations {
  Real h = 0;                            // [s]
  Rows<Space> rows;                      // J, values and impulses
  Span<Space, Body*> body;               // (worlds x bodies)
  Span<Space, Pose<>*> start, end;       // (worlds x bodies) q-, q+
  Span<Space, Twist*> old_twist, twist;  // (worlds x bodies) u-, u+
  Span<Space, Twist*> free_twist;        // (worlds x bodies) u_free
  Real left_by_solver = 0;               // [m], [rad] see StepPoint
  std::vector<bool> matrices_at_end;     // (worlds) whether M and J are at q+, else at q-
  bool linearised = false;               // c(q-) + h J u+ replaces c(q+), with J at q-
};

/// A step of the form M (u+ - u_free) = J^T lambda, q+ = q- (+) h u+, with laws between the row
/// values and lambda.
template <class Space>
class Differentiable {
 public:
  virtual ~Differentiable() = default;
  /// "" if its steps have this form, else the reason why not.
  virtual std::string why_not_differentiable() const = 0;
  virtual StepEquations<Space> equations(Space const& space) const = 0;
  /// Adds the derivatives of J^T lambda and of the row values along the tangents given in `out`.
  virtual void turn(Space const& space, Stiffness<Space> const& out) = 0;
};

}  // namespace orthant
