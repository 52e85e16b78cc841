// What experiments are refused for once they are read.
#pragma once
#include "experiments/app/run/experiment.hpp"

namespace orthant {

/// Refuses keys of a scene beside "scene".
void require_parts_in_scene(Json const& input, std::string const& path);

/// Limits the number of rows: they are counted by an int and take about 200 bytes each.
void require_countable(Setup const& setup, std::string const& where);

/// Refuses output that this simulation does not provide.
void require_possible_output(Experiment const& e, Config const& config);

/// Refuses snapshots of runs that cannot go on; where none are asked for, these have none.
void keep_possible_snapshots(Experiment& e, bool asked, Config const& config);

void require_room(Experiment const& experiment, std::string const& where);

/// Names the first pair of bodies that overlap at the start.
void require_apart(Experiment const& experiment, std::string const& where);

}  // namespace orthant
