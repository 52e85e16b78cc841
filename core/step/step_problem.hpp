// The interface of the equations of one step for a nonlinear solver, without scene and time.
#pragma once
#include "orthant/core/step/stiffness.hpp"

namespace orthant {

/// The poses of bodies, and the ratio of a row value to a gap: c(q+) per_length is a row value.
template <class Space>
struct PositionScale {
  Span<Space, Pose<>*> pose;  // (worlds x bodies); empty if row values are no positions
  Real per_length = 0;        // 1/(sigma h) [1/s]
};

/// The end of a step as a function of the unknown twist u = (v, w):
///   x+ = x- + o_x + s v,    R+ = cay(a) R-,    (I + [o_w - s w]/2) a = o_w + s w
template <class Space>
struct StepMotion {
  Span<Space, Pose<>*> from, to;  // (worlds x bodies); empty if nothing moves before u is known
  Span<Space, Vec6*> offset;      // (worlds x bodies) o; empty: zero
  Real reach = 0;                 // s [s]
};

/// Worlds whose rows have other derivatives than J.
template <class Space>
struct SlopedWorlds {
  Span<Space, int*> which;  // (worlds) not 0: they have; empty: none has
  Real reach = 0;           // a body turns by reach w [s]
};

/// Find u and lambda with M (u - u_free) = J^T lambda and the law of every block between `value` =
/// a(u) and `impulse` = lambda.
template <class Space>
class StepProblem {
 public:
  virtual ~StepProblem() = default;

  /// The rows of all worlds; their values are those of the last evaluation.
  virtual Rows<Space> const& rows() const = 0;
  virtual Span<Space, InverseMass*> inverse_mass() const = 0;  // (worlds x bodies) M^-1
  virtual Span<Space, Twist*> free_twist() const = 0;          // (worlds x bodies) u_free

  /// Writes rows().value at u, in the worlds with active(w) != 0. Also writes rows().J,
  /// rows().friction and, if the rows bend, rows().compliance where they depend on u, and
  /// free_twist() if it depends on u and rows().impulse. In the latter case K only approximates the
  /// derivative of momentum, while the defect u - u_free - M^-1 J^T lambda is exact.
  virtual void evaluate(Space const& space, Span<Space, Twist*> u, Span<Space, int*> active) = 0;

  /// Evaluations that follow may leave out what depends on bodies with moving(b) = 0 alone, because
  /// u is there as in the last evaluation. (worlds x bodies); empty: all move.
  virtual void move_only(Span<Space, int*> /*moving*/) {}

  /// (worlds x bodies) 0: what depends on bodies of 0 alone is as the last solve of this stage left
  /// it, apart from solves of other stages; empty: all have to be computed.
  virtual Span<Space, int*> moving() const { return {}; }
  /// Whether it may have such bodies in the next step.
  virtual bool may_stand() const { return false; }

  /// How the round-off of positions enters the row values.
  virtual PositionScale<Space> positions() const { return {}; }

  /// How the positions in the row values follow from u.
  virtual StepMotion<Space> motion() const { return {}; }

  /// The name of the stage of the step.
  virtual char const* stage() const { return "step"; }

  /// Whether it corrects errors of the equations of the step; solved if any world needs it.
  virtual bool corrects() const { return false; }

  /// Whether J and K depend on u.
  virtual bool matrices_move() const = 0;

  /// Where the derivatives of rows by u are not J, and `slopes` writes them.
  virtual SlopedWorlds<Space> sloped() const { return {}; }
  /// Writes da/du (rows, 2, 6) at the u of the last evaluation, in the worlds with active(w) != 0.
  virtual void slopes(Space const&, Span<Space, Twist*> /*u*/, Span<Space, int*> /*active*/,
                      Span<Space, Real* [2][6]> /*out*/) {}

  /// Whether `stiffness` is implemented.
  virtual bool has_stiffness() const { return false; }
  /// Writes the derivatives of the momentum balance and of values by the motion of bodies, at the u
  /// of the last evaluation. `out.G` is zero on entry.
  virtual void stiffness(Space const&, Span<Space, Twist*>, Span<Space, int*>, Stiffness<Space>&) {}
};

}  // namespace orthant
