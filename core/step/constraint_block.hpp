// All constraints of one kind, in all worlds of the batch. A virtual call is one kernel, or a few.
#pragma once
#include <memory>
#include <vector>

#include "core/collision/contact.hpp"
#include "core/step/stiffness.hpp"

namespace orthant {

/// What a step offers to constraints that come and go.
template <class Space>
struct StepStart {
  Model<Space> const& model;       // of all worlds
  State<Space> const& state;       // q-, u-
  Span<Space, Twist*> free_twist;  // u_free
  Real h;                          // [s]
};

/// Where kinds that apply given forces add them.
template <class Space>
struct StepLoads {
  Model<Space> const& model;  // of all worlds
  State<Space> const& state;  // q-, u-
  Real time;                  // at which forces count in this step [s]
  Real h;                     // [s]
  Span<Space, Vec6*> wrench;  // about the centre of mass, world axes [N, N m]
};

/// Length of a step, how its end follows the unknown velocity,  dq+ = sigma h du,  and what impulse
/// a force has in it,  lambda = share h (weight f+ + (1 - weight) f-);  of a damper's force that is
/// speed_weight, which differs where u is a mean velocity of the step.
struct StepSize {
  Real h = 0;                  // [s]
  Real sigma = 1;              // one for Euler's methods, 1/2 where q+ is made of a mean velocity
  Real weight = 1;             // of the force at the end
  Real share = 1;              // less than one where momentum is extrapolated from earlier steps
  Real speed_weight = weight;  // of the speed at the end

  /// dq+ by du [s]
  KOKKOS_FUNCTION Real reach() const { return sigma * h; }
  /// lambda by a force at the end, of weight one [s]
  KOKKOS_FUNCTION Real impulse_per_force() const { return share * h; }
};

/// What a rigid row asks of the end of a step.
enum class RowLevel : int {
  position,    // c(q+)/(sigma h)
  linearised,  // J u+ + c(q-)/h: what q- lacks is made up for by the velocity
  velocity     // J u+ less the rate of its target: positions are corrected by a stage of their own
};

/// The iterate of an integrator at which rows are evaluated.
template <class Space>
struct StepPoint {
  StepSize size;                        // of the step
  Real time;                            // at the end of the step [s]
  Span<Space, Pose<>*> old_pose;        // q-
  Span<Space, Pose<>*> pose;            // q+ that follows from `twist`
  Span<Space, Twist*> old_twist;        // u-
  Span<Space, Twist*> twist;            // u
  Span<Space, int*> active;             // (worlds)
  RowLevel level = RowLevel::position;  // of rigid rows
  bool linear_yield = false;            // rows that yield take c(q-) + h J u for c(q+)
  bool rates_at_end = false;            // J u+ with J(q+), where the rows' own J is another
  bool mean_twist = false;              // u is the mean twist of the step, not that at its end
  bool last_stage = false;              // of two: q- has become q+, and impacts end with u+
  Span<Space, Vec6*> offset = {};  // (worlds x bodies) o of q+ = q- (+) (o + reach u+); empty: zero
  Real reach = 0;                  // of q+ by u+ in a linear prediction of gaps [s]

  /// Where the mean of speeds counts that a damper sees.
  KOKKOS_FUNCTION Real time_of_twist() const { return mean_twist ? time - 0.5 * size.h : time; }
};

/// A pose at which a stage looks how far rows are from the positions that they hold.
template <class Space>
struct HoldPoint {
  Span<Space, Pose<>*> pose;  // (worlds x bodies)
  Real time;                  // at which moving targets are seen [s]
  Real h;                     // [s]
};

/// Whether a row holds a position without yielding, and who sees to it.
enum class Holding : int { none, by_stage, by_row };

/// What kinds write of their rows for it: c(pose) [m] or [rad], how far below zero a one-sided row
/// may stay, and whether there is anything to hold.
template <class Space>
struct HeldRows {
  Span<Space, Real*> error, slack;  // (rows)
  Span<Space, Holding*> holding;    // (rows)
};

/// How many items a kind has in each world: the same number everywhere, or offsets (worlds + 1).
template <class Space>
struct ItemCounts {
  int uniform = 0;            // in each world, without offsets
  Span<Space, int*> offsets;  // (worlds + 1), or empty
  /// In a world.
  KOKKOS_FUNCTION int of(int world) const {
    return offsets.data() ? offsets(world + 1) - offsets(world) : uniform;
  }
};

/// Where the items of a kind stand: the first row and block of the kind in each world.
template <class Space>
struct ItemOffsets {
  Span<Space, int*> row, block;  // (worlds)
};

/// The contacts of a step, world by world.
template <class Space>
struct ContactList {
  int count = 0;                  // of all worlds
  Span<Space, Contact*> contact;  // (count)
  Span<Space, int*> offset;       // (worlds + 1)
};

/// What a joint, or something that acts along its coordinate, did to its second body in a step.
struct JointLoad {
  int world = 0, joint = 0;  // which of the scene's
  Vec3 impulse_W;            // [N s], world axes
  Vec3 moment_W;             // about the joint's point on that body [N m s], world axes
  Quat<> q_WJ;               // the joint frame of the first body
  Vec3 displacement_W;       // from the joint's point on that one to the point on the second [m]
};

/// Those of a kind.
template <class Space>
struct JointLoads {
  int count = 0;                 // of all worlds
  Span<Space, JointLoad*> load;  // (count)
};

/// f = these times lambda [1/s].
struct ForcePerImpulse {
  Real of_equations = 0, of_laws = 0;
};

/// The interface of a kind. Its rows have J by both bodies' twists, value a [m/s] or [rad/s], and
/// compliance Sigma; a positive impulse acts as +J^T lambda.
template <class Space>
class ConstraintBlock {
 public:
  virtual ~ConstraintBlock() = default;

  virtual char const* name() const = 0;         // as `orthant list` has it
  virtual int rows_per_item() const = 0;        // 3 of a contact
  virtual int blocks_per_item() const = 0;      // each of at most max_block_rows
  virtual int capacity() const = 0;             // of all worlds
  virtual bool complementary() const = 0;       // whether its law is more than an equation
  virtual bool bends() const { return false; }  // whether Sigma of its rows depends on the iterate
  /// Whether its items are found anew in each step, as contacts are.
  virtual bool comes_and_goes() const { return false; }

  /// Adds the forces that are given, whatever the unknowns are.
  virtual void add_loads(Space const&, StepLoads<Space> const&) {}

  /// Finds the items that take part in the step. Returns how many did not fit (0: all did).
  virtual int refresh(Space const& space, StepStart<Space> const& start) = 0;
  /// Adds given forces of the items that it has found, which are known before the step.
  virtual bool add_loads_of_items(Space const&, StepLoads<Space> const&) { return false; }
  virtual int items() const = 0;                 // in this step, of all worlds
  virtual ItemCounts<Space> counts() const = 0;  // world by world

  /// Other kinds whose items are some of this one's: they refer to it, and must come after it.
  virtual std::vector<std::unique_ptr<ConstraintBlock>> companions() { return {}; }

  /// The step is taken anew: its items are looked for along the motions that it had led to these
  /// poses by, too. Empty: it is not.
  virtual void look_along(Span<Space, Pose<>*> /*made*/) {}

  /// The step is taken anew: whether its gaps are to be linear in the unknown twist. Until it is
  /// told otherwise.
  virtual void take_linear_gaps(bool /*linear*/) {}

  /// What the items of a step that led from one pose to the other did not see.
  virtual MissedContacts missed(Space const&, Span<Space, Pose<>*> /*from*/,
                                Span<Space, Pose<>*> /*to*/) {
    return {};
  }

  /// The contacts found by refresh, for kinds that have any. The next refresh finds others, and
  /// lets these stand.
  virtual ContactList<Space> contacts() const { return {}; }

  /// What its items did to their second bodies in the step that `rows` are of, for joints, with
  /// rows.J at `pose`; without poses which joints they are of.
  virtual JointLoads<Space> joint_loads(Space const&, Rows<Space> const&,
                                        Span<Space, Pose<>*> /*pose*/) const {
    return {};
  }

  /// Adds to `work` (worlds) [J] what motors along its rows did in the step of h that led to
  /// `time`, whose rows had `rows`: their forces over the ways of what they follow.
  virtual void add_work(Space const&, Rows<Space> const&, ForcePerImpulse const&, Real /*time*/,
                        Real /*h*/, Span<Space, Real*> /*work*/) const {}

  /// Writes the structure of its rows and blocks, and the impulses it remembers from the last step.
  virtual void write_structure(Space const& space, Rows<Space> const& rows, ItemOffsets<Space> at,
                               StepSize size) = 0;
  /// Remembers the impulses of the step.
  virtual void store_warm_start(Space const& space, Rows<Space> const& rows) = 0;

  /// Writes rows.J of its items at `pose`.
  virtual void jacobian(Space const& space, Span<Space, Pose<>*> pose, Rows<Space> const& rows,
                        Span<Space, int*> active) const = 0;
  /// How its forces and values turn with u: d(J^T impulse)/dq of each item, with the bodies that
  /// this is of, to one of its blocks, and da/du of its rows where that is asked for. `where` is
  /// the configuration of J.
  virtual void stiffness(Space const& space, StepPoint<Space> const& at, Span<Space, Pose<>*> where,
                         Rows<Space> const& rows, Stiffness<Space> const& out) const = 0;
  /// Writes rows.value of its items, with rows.J written before. Its derivative by u is J, but for
  /// what `stiffness` says of it. Of a kind that bends it writes Sigma too, and what is left of the
  /// derivative vanishes with  a + Sigma lambda.
  virtual void value(Space const& space, StepPoint<Space> const& at,
                     Rows<Space> const& rows) const = 0;
  /// Writes how far those of its rows that hold positions are from them.
  virtual void hold(Space const&, HoldPoint<Space> const&, Rows<Space> const&,
                    HeldRows<Space> const&) const {}
  /// Writes by how much the geometry of its rows is violated at `pose` into `out` (rows) [m] or
  /// [rad]: c(pose) of what should be rigid, zero of the rest.
  virtual void violation(Space const& space, Span<Space, Pose<>*> pose, Rows<Space> const& rows,
                         Span<Space, Real*> out) const = 0;
};

}  // namespace orthant
