// A simulation that Python steps: an experiment, the time that has passed, and the last report.
#pragma once
#include "experiments/app/derivatives/differentiated.hpp"

namespace orthant::python {

/// How some steps ended.
struct Steps {
  int made = 0, unsolved = 0;
  std::string first_unsolved;  // "step 3 is not solved: stalled", or ""
};

class Stepper {
 public:
  /// Throws Error where anything is wrong.
  Stepper(Json const& input, std::string const& path);
  ~Stepper();
  Stepper(Stepper const&) = delete;
  Stepper& operator=(Stepper const&) = delete;

  /// Makes n steps, or fewer where one is not solved and `stops` says so. `after` is called after
  /// each. Throws Error where contacts have no room, and where a state is no longer finite.
  Steps step(int n, bool stops, std::function<void()> const& after);

  /// Throws Error for what is no state: numbers that are not finite, quaternions that
  /// are not unit to 1e-6, twists of what is fixed; and a time that is not finite.
  void set_state(Snapshot state);

  /// Keeps what derivatives of the steps that follow are made of, by these parameters too, or no
  /// more. Throws Error for paths without a number, and those that cannot be changed.
  void differentiate(bool keeps, std::vector<std::string> const& paths);
  /// Those of the last step. Throws Error where `differentiate` was not asked for.
  Differentiated& differentiated();

  /// From the next step on: see Pushed. Throws Error for numbers that are not finite, forces on
  /// what does not react, and where another simulator steps.
  void push(std::vector<Vec6> const& wrenches);
  std::vector<Vec6> wrenches();

  Simulation& simulation();
  Experiment& experiment() { return *experiment_; }
  int steps() const { return steps_; }
  double time() const { return start_ + steps_ * experiment_->setup.h; }  // [s]
  /// Whether a step has been made since.
  bool stepped() const { return steps_ > 0; }

 private:
  std::string why_unsolved(StepReport const& report) const;
  void require_finite();

  Json input_;
  std::unique_ptr<Experiment> experiment_;
  std::unique_ptr<Differentiated> differentiated_;
  int steps_ = 0;
  double start_ = 0;  // time of the last set_state [s]
};

}  // namespace orthant::python
