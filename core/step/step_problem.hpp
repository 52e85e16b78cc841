// The equations of one step, as a nonlinear solver sees them: it knows neither scene nor time.
#pragma once
#include "core/step/stiffness.hpp"

namespace orthant {

/// Where bodies are, and what a speed is to a position: c(q+) per_length is a row's value.
template <class Space>
struct PositionScale {
  Span<Space, Pose<>*> pose;  // (worlds x bodies); empty where values are no positions
  Real per_length = 0;        // 1/(sigma h) [1/s]
};

/// How the end of a step follows from the unknown twist u = (v, w):
///   x+ = x- + o_x + s v,    R+ = cay(a) R-,    (I + [o_w - s w]/2) a = o_w + s w
template <class Space>
struct StepMotion {
  Span<Space, Pose<>*> from, to;  // (worlds x bodies); empty where nothing moves before u is known
  Span<Space, Vec6*> offset;      // (worlds x bodies) o; empty: zero
  Real reach = 0;                 // s [s]
};

/// Find u and lambda with   M (u - u_free) = J^T lambda   and every block's law between
/// `value` = a(u) and `impulse` = lambda.
template <class Space>
class StepProblem {
 public:
  virtual ~StepProblem() = default;

  virtual Rows<Space> const& rows() const = 0;
  virtual Span<Space, InverseMass*> inverse_mass() const = 0;  // (worlds x bodies) M^-1
  virtual Span<Space, Twist*> free_twist() const = 0;          // (worlds x bodies) u_free

  /// Writes rows().value at u, in the worlds with active(w) != 0; rows().J, where it depends on u;
  /// and free_twist(), where it depends on u and on rows().impulse: K is then no more than close to
  /// the derivative of momentum, and the defect u - u_free - M^-1 J^T lambda is still exact.
  virtual void evaluate(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) = 0;

  /// By which the round-off of positions comes into the rows' values.
  virtual PositionScale<Space> positions() const { return {}; }

  /// How the positions that values belong to follow from u.
  virtual StepMotion<Space> motion() const { return {}; }

  /// Which part of a step it is.
  virtual char const* stage() const { return "step"; }

  /// Whether it corrects what the equations of the step left: asked for where any world needs that.
  virtual bool corrects() const { return false; }

  /// Whether J and K depend on u.
  virtual bool matrices_move() const = 0;

  /// Whether `stiffness` has anything to say.
  virtual bool has_stiffness() const { return false; }
  /// Writes how momentum balance and values turn with u, which is that of the last evaluation;
  /// `out.G` comes as zero.
  virtual void stiffness(Space const&, Span<Space, Twist*>, Span<Space, int*>, Stiffness<Space>&) {}
};

}  // namespace orthant
