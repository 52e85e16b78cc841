// Random scenes and choices, judged by the laws alone, and the smallest failing one.
#pragma once
#include "bench/oracle/cases.hpp"

namespace orthant::oracle {

/// A few bodies on a floor or in free fall, with joints and springs, and choices of all kinds.
Json random_experiment(unsigned seed);

/// Checks the laws; without friction velocities are unique, and another solver's motion must agree.
Judgement judge_laws(Json const& experiment, double seconds);

/// Removes bodies, joints, choices, steps and digits as long as `fails` is true.
Json shrunk(Json experiment, std::function<bool(Json const&)> const& fails);

}  // namespace orthant::oracle
