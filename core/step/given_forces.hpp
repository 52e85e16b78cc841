// Forces that do not depend on the unknowns of a step.
#pragma once
#include "orthant/core/config/carried.hpp"
#include "orthant/core/model/model.hpp"
#include "orthant/core/step/detail/motor_input.hpp"
#include "orthant/core/step/detail/new_starts.hpp"

namespace orthant {

/// Where kinds with given forces add them: the mean of each force over the step, [t-, t- + h],
/// with the places and axes that bodies have in the middle of the step.
template <class Space>
struct StepLoads {
  Model<Space> const& model;  // over all worlds
  State<Space> const& state;  // t-, q-, u-
  Real h;                     // [s]
  Span<Space, Vec6*> wrench;  // about the centre of mass, world axes [N, N m]
};

/// The load of a joint, or of a law along its coordinate, on its second body in a step.
struct JointLoad {
  int world = 0, joint = 0;  // joint: number in the scene
  Vec3 impulse_W;            // [N s], world axes
  Vec3 moment_W;             // about the joint's point on that body [N m s], world axes
  Quat<> q_WJ;               // joint frame of the first body
  Vec3 displacement_W;       // from the joint's point on the first body to the point on the second
                             // [m]
};

/// The loads of a kind.
template <class Space>
struct JointLoads {
  int count = 0;                 // over all worlds
  Span<Space, JointLoad*> load;  // (count)
};

/// Given forces of one kind, in all worlds of the batch: without rows, a part of u_free. They
/// follow a motion that is known at the start of the step.
template <class Space>
class GivenForces {
 public:
  virtual ~GivenForces() = default;

  virtual char const* name() const = 0;  // as in `orthant list`
  /// Adds its forces to `loads.wrench`.
  virtual void add(Space const& space, StepLoads<Space> const& loads) = 0;
  /// Keeps the loads of the step while the next one is prepared.
  virtual void keep(Space const&) {}
  /// The loads of joints in the last step.
  virtual JointLoads<Space> joint_loads() const { return {}; }
  /// What it remembers from step to step.
  virtual void carry(Carried&) {}
  /// Forgets what it remembers of worlds that start anew.
  virtual void start_anew(Space const&, NewStarts<Space> const&) {}
  /// Whether it acts along coordinates of joints.
  virtual bool along_coordinates() const { return false; }
  /// Inputs of motors (worlds x motors) from now on.
  virtual void drive(Space const&, Span<Space, MotorInput*>) {}
};

}  // namespace orthant
