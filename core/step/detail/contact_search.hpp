// The interface of what finds contacts, and finds others where a step shows that they were wrong.
#pragma once
#include "orthant/core/collision/detail/contact.hpp"
#include "orthant/core/step/given_forces.hpp"
#include "orthant/core/step/rows.hpp"

namespace orthant {

/// The rows of a step that begins, with J at q-.
template <class Space>
struct JointedStart {
  Rows<Space> rows;                        // J at q-
  Span<Space, InverseMass*> inverse_mass;  // (worlds x bodies)
  Span<Space, Twist*> twist;               // (worlds x bodies) u-
  Real h;                                  // [s]
};

/// The contacts of a step, world by world.
template <class Space>
struct ContactList {
  int count = 0;                  // over all worlds
  Span<Space, Contact*> contact;  // (count)
  Span<Space, int*> offset;       // (worlds + 1)
};

/// The contacts of a step, of which a constraint makes rows.
template <class Space>
class ContactSearch {
 public:
  virtual ~ContactSearch() = default;

  /// Those found for the step. They stay valid while the next ones are found.
  virtual ContactList<Space> contacts() const = 0;
  /// Adds given forces of those found, which are known before the step. Whether there are any.
  virtual bool add_loads(Space const& space, StepLoads<Space> const& loads) = 0;
  /// After rows are laid out: writes 1 for the bodies of contacts whose rows or impulses are not
  /// those of the last step.
  virtual void mark_changed(Space const& space, Rows<Space> const& rows,
                            Span<Space, int*> moving) const = 0;
  /// Looks at what joints leave them, before the step is solved.
  virtual void look_at_joints(Space const& space, JointedStart<Space> const& start) = 0;

  /// Counts contacts that those of a step between two poses missed. `exact`: contacts obey
  /// c(q+) >= 0. `left`: (worlds) the overlap that the solver may leave [m]; infinity: the world is
  /// not looked at. Without `exact` it may be empty.
  virtual MissedContacts missed(Space const& space, Span<Space, Pose<>*> from,
                                Span<Space, Pose<>*> to, bool exact, Span<Space, Real*> left) = 0;
  /// (worlds) The smallest overlap that counts, of any pair [m]; 0: that of some pairs is left to
  /// the position stage.
  virtual Span<Space, Real*> least_overlap() const = 0;
  /// For a step that is made again: contacts are also searched along the motion of the attempt that
  /// `missed` looked at last, in the worlds in which it missed some.
  virtual void look_again(Space const& space) = 0;
  /// Compares the impulses of an attempt at a step with the shapes where the laws hold, `to`, and
  /// pairs that have no contacts with those at its end. The pairs found wrong have other contacts
  /// in the next attempts, until `forget_attempts`. `solved`: (worlds) not 0: the attempt is.
  virtual GhostContacts judge(Space const& space, Rows<Space> const& rows,
                              Span<Space, Pose<>*> from, Span<Space, Pose<>*> to,
                              Span<Space, Pose<>*> end, Span<Space, int*> solved, Real h) = 0;
  /// Before another step: contacts are those of free motions.
  virtual void forget_attempts() = 0;
  /// For a step that is made again: whether gaps are linear in the unknown twist, until the next
  /// call.
  virtual void take_linear_gaps(bool linear) = 0;
};

}  // namespace orthant
