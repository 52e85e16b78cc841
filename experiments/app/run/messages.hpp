// The messages of a run.
#pragma once
#include <string>

#include "orthant/core/metrics/measures.hpp"
#include "orthant/core/step/carried.hpp"
#include "orthant/core/step/step_report.hpp"

namespace orthant {

/// A sentence every n steps, and when the steps begin or cease to be solved.
class Messages {
 public:
  /// `solves` is false for a simulator whose steps are neither solved nor unsolved.
  Messages(int every, int steps, double h, bool solves = true)
      : every_(every), steps_(steps), h_(h), solves_(solves) {}

  /// "" if there is no message. `start` and `now` are over the worlds.
  std::string after(int step, StepReport const& report, Measures const& start, Measures const& now);
  void carry(Carried& c) { c.values(unsolved_, solved_); }

 private:
  int every_, steps_;
  double h_;
  bool solves_;
  int unsolved_ = 0;
  bool solved_ = true;  // of the last step
};

}  // namespace orthant
