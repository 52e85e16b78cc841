// Whether steps leave everything as it is.
#pragma once
#include "orthant/core/config/carried.hpp"
#include "orthant/core/step/step_report.hpp"

namespace orthant {

/// A step is a function of what steps carry on (see Carried) and of what is given to it. One that
/// iterates nothing and carries on what it got, bit for bit, is therefore followed by itself, with
/// the same record, until something else is given: those steps need not be computed. Nothing is
/// rounded to rest here, and nothing of this is saved: who restores a state finds the same again.
/// Where forces or targets follow the time, no step is the same as another.
class FixedPoint {
 public:
  explicit FixedPoint(bool follows_time) : possible_(!follows_time) {}

  /// Whether the next step is the last one.
  bool reached() const { return reached_; }
  /// Something else is given to the next step.
  void leave() { reached_ = false; }
  /// After a step; `stayed`: whether poses and twists are those before it; `carry(Carried&)` names
  /// all that steps carry on but the time. Two steps in a row have to carry on the same.
  template <class F>
  void look(StepReport const& report, bool stayed, F const& carry) {
    bool const rests = possible_ && stayed && report.solved() && report.solve.iterations == 0 &&
                       report.solve.linear_solves == 0;
    reached_ = rests && same_as(known_, carry);
  }

 private:
  bool possible_, reached_ = false;
  std::string known_;  // what the last step at which bodies stayed carried on
};

}  // namespace orthant
