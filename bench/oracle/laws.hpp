// What holds in any scene: the inequalities of contacts, balance, and energy that does not grow.
#pragma once
#include "bench/oracle/trial.hpp"

namespace orthant::oracle {

/// No contact pulls; friction stays in its cone, and opposes what slides. Coefficients are those of
/// the bodies, as their geometric mean.
void judge_contacts(Motion const& m, Findings& out);

/// What shapes overlap is at most what a step can bring.
void judge_gaps(Motion const& m, Findings& out);

/// m (u+ - u-) = h m g + the impulses of its contacts, for every body that no joint holds.
void judge_balance(Motion const& m, Json const& experiment, Findings& out);

/// Points and axes that joints hold together stay so to second order in the angle of a step.
void judge_joints(Motion const& m, Json const& experiment, Findings& out);

/// Energy does not grow: for e = 0 and without motors.
void judge_energy(Motion const& m, Json const& experiment, Findings& out);

}  // namespace orthant::oracle
