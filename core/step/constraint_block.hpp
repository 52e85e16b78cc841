// The interface of all constraints of one kind, in all worlds of the batch; a virtual call is one
// kernel or a few.
#pragma once

#include "orthant/core/step/detail/contact_search.hpp"
#include "orthant/core/step/detail/motor_input.hpp"
#include "orthant/core/step/detail/new_starts.hpp"
#include "orthant/core/step/stiffness.hpp"

namespace orthant {

/// The start of a step, for constraints whose items change from step to step.
template <class Space>
struct StepStart {
  Model<Space> const& model;       // over all worlds
  State<Space> const& state;       // q-, u-
  Span<Space, Twist*> free_twist;  // u_free
  Real h;                          // [s]
  Span<Space, int*> still{};       // (worlds x bodies) not 0: q-, u-, u_free and h are, to the bit,
                                   // those of the last search; empty: of none
};

/// The length of a step, the motion by the unknown velocity, dq+ = sigma h du, and the impulse of a
/// force, lambda = share h (weight f+ + (1 - weight) f-). For the force of a damper the weight is
/// speed_weight, which differs if u is the mean velocity of the step.
struct StepSize {
  Real h = 0;                  // [s]
  Real sigma = 1;              // 1 for Euler's methods, 1/2 if a mean velocity moves bodies
  Real weight = 1;             // of the force at the end
  Real share = 1;              // below 1 if momentum is extrapolated from earlier steps
  Real speed_weight = weight;  // of the speed at the end

  /// Derivative of q+ by u [s].
  KOKKOS_FUNCTION Real reach() const { return sigma * h; }
  /// Derivative of lambda by a force of weight one [s].
  KOKKOS_FUNCTION Real impulse_per_force() const { return share * h; }
};

/// The condition of a rigid row at the end of a step.
enum class RowLevel : int {
  position,    // c(q+)/(sigma h)
  linearised,  // J u+ + c(q-)/h: the velocity corrects the error of q-
  velocity     // J u+ minus the rate of its target: a position stage corrects positions
};

/// Whether one of two bodies, -1: none, moves by StepProblem::move_only.
template <class Space>
KOKKOS_FUNCTION bool some_move(Span<Space, int*> const& moving, int a, int b) {
  if (moving.extent(0) == 0) return true;
  return (a >= 0 && moving(a)) || (b >= 0 && moving(b));
}

/// The iterate of an integrator at which rows are evaluated.
template <class Space>
struct StepPoint {
  StepSize size;                        // of the step
  Real time;                            // at the end of the step [s]
  Span<Space, Pose<>*> old_pose;        // q-
  Span<Space, Pose<>*> pose;            // q+ from `twist`
  Span<Space, Twist*> old_twist;        // u-
  Span<Space, Twist*> twist;            // u
  Span<Space, int*> active;             // (worlds)
  Span<Space, int*> moving;             // (worlds x bodies) see StepProblem::move_only
  RowLevel level = RowLevel::position;  // of rigid rows
  bool linear_yield = false;            // compliant rows take c(q-) + h J u for c(q+)
  Span<Space, Pose<>*> rate_pose = {};  // where J u takes J, if not where the rows take it
  bool mean_twist = false;              // u is the mean twist of the step, not the twist at its end
  bool last_stage = false;              // second of two stages: q- has been set to q+, and impacts
                                        // end with u+
  Span<Space, Vec6*> offset = {};  // (worlds x bodies) o of q+ = q- (+) (o + reach u+); empty: zero
  Real reach = 0;                  // derivative of q+ by u+ in a linear prediction of gaps [s]
  Real left_by_solver =
      0;  // the overlap of q- that rows push out: the error of a solver [m], [rad]

  /// Whether a value between two bodies of a world, -1: none, has to be computed.
  KOKKOS_FUNCTION bool runs(int world, int a, int b) const {
    return active(world) && some_move<Space>(moving, a, b);
  }
  /// Whether J u takes another J than the rows have.
  KOKKOS_FUNCTION bool own_rates() const { return rate_pose.extent(0) > 0; }
  /// The time at which the speed of a damper is evaluated [s].
  KOKKOS_FUNCTION Real time_of_twist() const { return mean_twist ? time - 0.5 * size.h : time; }
};

/// The pose at which the position stage computes the errors of rows.
template <class Space>
struct HoldPoint {
  Span<Space, Pose<>*> pose;   // (worlds x bodies)
  Real time;                   // for moving targets [s]
  Real h;                      // [s]
  Span<Space, int*> moving{};  // (worlds x bodies) see StepProblem::move_only

  /// Whether an error between two bodies, -1: none, has to be computed.
  KOKKOS_FUNCTION bool runs(int a, int b) const { return some_move<Space>(moving, a, b); }
};

/// Whether a row holds a position rigidly, and what corrects its error.
enum class Holding : int { none, by_stage, by_row };

/// The errors of the rows for the position stage: c(pose) [m], [rad], how far below zero a
/// one-sided row may stay, and whether and by what it is corrected.
template <class Space>
struct HeldRows {
  Span<Space, Real*> error, slack;  // (rows)
  Span<Space, Holding*> holding;    // (rows)
};

/// The number of items of a kind in each world: one number for all worlds, or offsets (worlds + 1).
template <class Space>
struct ItemCounts {
  int uniform = 0;            // in each world, if there are no offsets
  Span<Space, int*> offsets;  // (worlds + 1); empty: uniform
  /// The number of items in a world.
  KOKKOS_FUNCTION int of(int world) const {
    return offsets.data() ? offsets(world + 1) - offsets(world) : uniform;
  }
};

/// The first row and block of a kind in each world.
template <class Space>
struct ItemOffsets {
  Span<Space, int*> row, block;  // (worlds)
};

/// f = these times lambda [1/s].
struct ForcePerImpulse {
  Real of_equations = 0;  // of rows whose law is an equation
  Real of_laws = 0;       // of rows with any other law
};

/// A step that was made: the poses at its ends, and the time at its end.
template <class Space>
struct StepWay {
  Span<Space, Pose<>*> from, to;  // (worlds x bodies)
  Real time, h;                   // [s]
};

/// The interface of a kind. Its rows have J by both bodies' twists, value a [m/s] or [rad/s], and
/// compliance Sigma; a positive impulse acts as +J^T lambda.
template <class Space>
class ConstraintBlock {
 public:
  virtual ~ConstraintBlock() = default;

  virtual char const* name() const = 0;         // as in `orthant list`
  virtual int rows_per_item() const = 0;        // 3 for a contact
  virtual int blocks_per_item() const = 0;      // each has at most max_block_rows rows
  virtual int capacity() const = 0;             // over all worlds
  virtual bool complementary() const = 0;       // whether its law is more than an equation
  virtual bool bends() const { return false; }  // whether Sigma of its rows depends on the iterate
  virtual bool ties() const { return false; }   // whether it ties blocks, see Tied
  /// Whether its items are found anew in each step, as contacts are.
  virtual bool comes_and_goes() const { return false; }
  /// Whether any of its laws is other than a cone or a disc of friction, so that its forces may
  /// pull bodies back across them, see TurningLimit.
  virtual bool pulls() const { return !comes_and_goes(); }

  /// Finds the items of the step. Returns the number of items without room (0: none).
  virtual int refresh(Space const& space, StepStart<Space> const& start) = 0;
  virtual int items() const = 0;                 // in this step, over all worlds
  virtual ItemCounts<Space> counts() const = 0;  // in each world

  /// Whether all its items have rows in each step, or only those that the step may reach.
  virtual void take_all(Space const&, bool) {}
  /// Counts items without rows that a step to the twists `twist` would have needed. If it is made
  /// again, all items of these worlds have rows, until `forget_attempts`.
  virtual int left_out(Space const&, StepWay<Space> const&, Span<Space, Twist*> /*twist*/) {
    return 0;
  }
  /// Before another step: items have rows by what is known before it.
  virtual void forget_attempts(Space const&) {}

  /// What finds its items, if these are contacts.
  virtual ContactSearch<Space>* search() { return nullptr; }

  /// The loads of its items on their second bodies in the step of `rows`, for joints, with rows.J
  /// at `pose`. Without poses only the joint numbers are set.
  virtual JointLoads<Space> joint_loads(Space const&, Rows<Space> const&,
                                        Span<Space, Pose<>*> /*pose*/) const {
    return {};
  }

  /// Adds to `work` (worlds x bodies) [J] what motors along its rows did in a step, whose rows had
  /// `rows`: to one of the bodies of each motor.
  virtual void add_work(Space const&, Rows<Space> const&, ForcePerImpulse const&,
                        StepWay<Space> const&, Span<Space, Real*> /*work*/) const {}

  /// Sets `out` (worlds) to 1 where a force acts along a line of two points which turned by more
  /// than a right angle in the step of `rows`.
  virtual void turned_lines(Space const&, Rows<Space> const&, StepWay<Space> const&,
                            Span<Space, int*> /*out*/) const {}

  /// Writes the structure of its rows and blocks, and the impulses it remembers from the last step.
  virtual void write_structure(Space const& space, Rows<Space> const& rows, ItemOffsets<Space> at,
                               StepSize size) = 0;
  /// Stores the impulses of the step; called once in each step.
  virtual void store_warm_start(Space const& space, Rows<Space> const& rows) = 0;
  /// Restores the impulses of the step before, for a step that is made again.
  virtual void take_back() {}
  /// What it remembers from step to step.
  virtual void carry(Carried&) {}
  /// Forgets what it remembers of worlds that start anew.
  virtual void start_anew(Space const&, NewStarts<Space> const&) {}
  /// Whether it acts along coordinates of joints.
  virtual bool along_coordinates() const { return false; }
  /// Inputs of motors (worlds x motors) from now on.
  virtual void drive(Space const&, Span<Space, MotorInput*>) {}

  /// Writes rows.J of its items at `pose`.
  virtual void jacobian(Space const& space, Span<Space, Pose<>*> pose, Rows<Space> const& rows,
                        Span<Space, int*> active) const = 0;
  /// The same at q-, after write_structure. Items may keep the J of the last step there, if they
  /// have kept their rows.
  virtual void jacobian_at_start(Space const& space, Span<Space, Pose<>*> pose,
                                 Rows<Space> const& rows, Span<Space, int*> active) const {
    jacobian(space, pose, rows, active);
  }
  /// Writes derivatives by the motions of bodies: d(J^T impulse)/dq of each item, with its bodies,
  /// to one of its blocks, and da/du of its rows if they are requested. `where` is the pose of J.
  virtual void stiffness(Space const& space, StepPoint<Space> const& at, Span<Space, Pose<>*> where,
                         Rows<Space> const& rows, Stiffness<Space> const& out) const = 0;
  /// Writes rows.value of its items; rows.J is given. The derivative by u is J, apart from what
  /// `stiffness` adds. A kind with `bends` writes Sigma too; the rest of its derivative vanishes
  /// with a + Sigma lambda.
  virtual void value(Space const& space, StepPoint<Space> const& at,
                     Rows<Space> const& rows) const = 0;
  /// Writes the errors of those of its rows that hold positions.
  virtual void hold(Space const&, HoldPoint<Space> const&, Rows<Space> const&,
                    HeldRows<Space> const&) const {}
  /// Writes the geometric errors of its rows at `pose` into `out` (rows) [m], [rad]: c(pose) of
  /// rigid rows, zero of others.
  virtual void violation(Space const& space, Span<Space, Pose<>*> pose, Rows<Space> const& rows,
                         Span<Space, Real*> out) const = 0;
};

}  // namespace orthant
