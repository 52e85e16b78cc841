// States and steps that end a run.
#include "experiments/app/run/stopping.hpp"

#include <cmath>

namespace orthant {

std::string why_to_stop(Experiment const& e, int step, StepReport const& report,
                        Measures const& worst, Snapshot const& start) {
  if (!std::isfinite(worst.energy())) return "state not finite after step " + std::to_string(step);
  auto far = beyond(e.limits, worst, e.setup, start, *e.simulation, step);
  if (!far.empty()) return far;
  if (e.unsolved == Unsolved::stop && e.simulation->solves() && !report.solved())
    return "step " + std::to_string(step) +
           " is not solved: " + why_unsolved(*e.simulation, report);
  return "";
}

std::string why_no_room(int step, int missing) {
  std::string out = no_room;
  out += ": room for " + std::to_string(missing) + " contacts more was needed in step ";
  return out += std::to_string(step);
}

}  // namespace orthant
