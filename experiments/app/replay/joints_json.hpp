// Values of joints for the curves of a replay page.
#pragma once
#include "experiments/app/files/table_rows.hpp"
#include "experiments/app/replay/samples.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// The samples of joints.csv, with position, velocity and effort of each column of each world, and
/// the names and units (of positions) of these columns; null for a scene without such joints. The
/// last sample may be incomplete if the run has not `ended`.
Json joints_json(TableRows& table, Scene const& scene, int worlds, int every, std::size_t most,
                 bool ended);

}  // namespace orthant
