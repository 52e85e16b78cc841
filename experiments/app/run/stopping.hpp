// Why a run must end before its last step.
#pragma once
#include <string>

#include "experiments/app/run/run.hpp"

namespace orthant {

/// After a step with these measures, the worst over the worlds; "" if the run may continue. `start`
/// is the state from which distances count.
std::string why_to_stop(Experiment const& e, int step, StepReport const& report,
                        Measures const& worst, Snapshot const& start);

/// Of a step that was not made.
std::string why_no_room(int step, int missing);

}  // namespace orthant
