// A simulation that Python steps: an experiment, the elapsed time, and the last report.
#pragma once
#include "experiments/app/derivatives/differentiated.hpp"

namespace orthant::python {

/// How several steps ended.
struct Steps {
  int made = 0, unsolved = 0;
  std::string first_unsolved;  // "step 3 is not solved: stalled", or ""
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
  /// to 1e-6, twists of fixed bodies, or a time that is not finite. `unturned`: the caller says
  /// that joints are within half a turn; else laws of joints beyond half a turn are refused.
  void set_state(Snapshot state, bool unturned);

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
  /// Whether a step has been made since then.
  bool stepped() const { return steps_ > 0; }

 private:
  void carry(Carried& c);
  std::string why_unsolved(StepReport const& report) const;
  void require_finite();

  Json input_;
  std::unique_ptr<Experiment> experiment_;
  std::unique_ptr<Differentiated> differentiated_;
  int steps_ = 0;
  double start_ = 0;         // time of the last set_state [s]
  std::string begin_;        // what was saved at the start; another simulator has none,
  Snapshot begin_of_other_;  // but this
};

}  // namespace orthant::python
