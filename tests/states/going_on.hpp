// A run that is saved and goes on in another simulation, beside one that goes on itself.
#pragma once
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "backends/simulation/backend.hpp"
#include "core/config/json_file.hpp"

namespace orthant::test {

/// Boxes that come to rest on each other, balls that roll and spin on the floor, a chain, wheels
/// that turn several times against springs, motors and stops, and loads.
Json many_laws();
/// Hinges and springs alone: a world without contacts, whose forces turn stiffly for its step.
Json swinging();

/// An experiment of a scene, with other keys.
Json experiment_of(Json const& scene, Json const& more);

std::unique_ptr<Simulation> made(Json const& settings);

/// Whether both have the same bits.
bool same_state(Simulation const& a, Simulation const& b);

/// Makes steps of both and expects the same bits and the same work in each.
void expect_same_steps(Simulation& a, Simulation& b, int steps);

/// Makes steps, saves, makes more; a new simulation and a used one that are restored do the same.
void expect_to_go_on(Json const& settings, int before, int after);

}  // namespace orthant::test
