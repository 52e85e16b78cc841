// Scenes and choices by chance, judged by the laws alone, and the smallest that still fails.
#pragma once
#include "bench/oracle/cases.hpp"

namespace orthant::oracle {

/// A few bodies on a floor or in free fall, with joints and springs, and choices of all kinds.
Json random_experiment(unsigned seed);

/// The laws; and where there is no friction, whose velocities are unique, another solver's motion.
Judgement judge_laws(Json const& experiment, double seconds);

/// Leaves out bodies, joints, choices, steps and numbers as long as `fails`.
Json shrunk(Json experiment, std::function<bool(Json const&)> const& fails);

}  // namespace orthant::oracle
