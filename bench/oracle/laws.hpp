// Laws that hold in any scene: inequalities of contacts, balance, and energy that does not grow.
#pragma once
#include "bench/oracle/trial.hpp"

namespace orthant::oracle {

/// No contact pulls. Friction stays in its cone and opposes sliding. Coefficients are the geometric
/// means of those of the bodies.
void judge_contacts(Motion const& m, Findings& out);

/// The overlap of shapes is at most that of one step.
void judge_gaps(Motion const& m, Findings& out);

/// Of methods whose contacts obey c(q+) >= 0: two bodies that push each other touch at the end of
/// the step, or meet in the same step without their contacts.
void judge_pushes(Motion const& m, Json const& experiment, Findings& out);

/// m (u+ - u-) = h m g + the impulses of its contacts, for every body without joints.
void judge_balance(Motion const& m, Json const& experiment, Findings& out);

/// Points and axes of joints coincide to second order in the rotation in a step.
void judge_joints(Motion const& m, Json const& experiment, Findings& out);

/// Energy does not grow, for e = 0 and without motors.
void judge_energy(Motion const& m, Json const& experiment, Findings& out);

}  // namespace orthant::oracle
