// A simulation that Python steps: an experiment, the elapsed time, and the last report.
#pragma once
#include "experiments/app/derivatives/differentiated.hpp"
#include "experiments/python/joints.hpp"

namespace orthant::python {

/// How several steps ended.
struct Steps {
  int made = 0, unsolved = 0;
  std::string first_unsolved;  // "step 3 is not solved: stalled", or ""
};

class Stepper;
/// The world; Error where there is none.
std::size_t require_world(Stepper& stepper, int world);

/// A start in joint space.
struct JointStart {
  std::vector<Real> q, v;            // (worlds x V)
  std::vector<char> free_q, free_v;  // (V) 1: not given, and may follow
  Real time = 0;                     // [s]
};

class Stepper {
 public:
  /// Throws Error if the experiment is wrong.
  Stepper(Json const& input, std::string const& path);
  ~Stepper();
  Stepper(Stepper const&) = delete;
  Stepper& operator=(Stepper const&) = delete;

  /// Makes n steps; with `stops` only up to the first unsolved one. Calls `after` after each.
  /// Throws Error if contacts have no room or a state is not finite.
  Steps step(int n, bool stops, std::function<void()> const& after);

  /// Throws Error for an invalid state: numbers that are not finite, quaternions that are not unit
  /// to 1e-6, twists of fixed bodies, spins of slender rods, or a time that is not finite.
  /// `unturned`: the caller says that joints are within half a turn; else laws of joints beyond
  /// half a turn are refused.
  void set_state(Snapshot state, bool unturned);

  /// Places the trees of these worlds in a new start: of all worlds at its time, or of some, whose
  /// time goes on. Columns that are free follow held couplings, and their rates loops too. Throws
  /// Error for numbers that are not finite, loops and couplings that are open or open at a rate,
  /// and turns of joints outside the tree. Returns the doubts of it, as the experiment's of its
  /// start.
  std::vector<std::string> set_joint_state(std::vector<char> const& worlds, JointStart start);
  /// Back to the start of the experiment in some worlds; their time goes on.
  void reset(std::vector<char> const& worlds);
  /// Whether a world has started anew since the last step, so that this says nothing of it.
  bool is_new(int world) const { return new_[nth(world)]; }

  Joints& joints() { return *joints_; }
  /// Twists before the last step (worlds x bodies).
  std::vector<Twist> const& twists_before() const { return before_; }

  /// Everything that the next step needs, with the count of steps and the time.
  std::string save();
  void restore(std::string_view bytes);
  /// Back to the start of the experiment, with the bits of a new simulation.
  void reset();

  /// Switches on or off the storage of parts for derivatives, also by these parameters, for the
  /// following steps. Throws Error for paths without a number, and for numbers that cannot be
  /// changed.
  void differentiate(bool keeps, std::vector<std::string> const& paths);
  /// The derivatives of the last step. Throws Error if `differentiate` was not called.
  Differentiated& differentiated();

  /// Sets wrenches from the next step on; see Pushed. Throws Error for numbers that are not finite,
  /// for forces on bodies that do not react, and for another simulator.
  void push(std::vector<Vec6> const& wrenches);
  std::vector<Vec6> wrenches();

  Simulation& simulation();
  Experiment& experiment() { return *experiment_; }
  int steps() const { return steps_; }
  double time() const { return start_ + steps_ * experiment_->setup.h; }  // [s]
  /// Whether a step has been made since the start, or since `restore`.
  bool stepped() const { return stepped_; }

 private:
  void carry(Carried& c);
  std::string why_unsolved(StepReport const& report) const;
  void require_finite();
  /// Passes on what was written for motors.
  void drive();
  void follow_joints();
  std::vector<Twist> twists();
  void start_joints();
  void start_anew(std::vector<char> const& worlds, Snapshot const& state,
                  std::vector<Real> const& turned);
  Steered& steered(char const* what);
  void require_known_turns() const;
  void require_column_values(int world, Real const* q, Real const* v) const;
  void require_closed(int world, Pose<> const* pose, Twist const* twist, JointStart const& start,
                      Real time) const;
  /// What limits press back in a start of these worlds; "": nothing.
  std::string beyond_limits(std::vector<char> const& worlds, std::vector<Real> const& q) const;

  Json input_;
  std::unique_ptr<Experiment> experiment_;
  std::unique_ptr<Differentiated> differentiated_;
  int steps_ = 0;
  bool stepped_ = false;
  double start_ = 0;         // time of the last set_state [s]
  std::string begin_;        // what was saved at the start; another simulator has none,
  Snapshot begin_of_other_;  // but this
  Snapshot begin_state_;
  std::unique_ptr<Joints> joints_;
  std::vector<MotorInput> driven_;  // inputs that the simulation has
  std::vector<Twist> before_;
  std::vector<char> new_;  // (worlds)
};

}  // namespace orthant::python
