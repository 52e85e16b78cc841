// Planar contacts as contacts in space.
#pragma once
#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Adds the second tangent to contacts with two components, normal and tangent. W, q, H and w have
/// two rows a contact on entry, and three on return. The added rows are u_s = s r_s with s > 0,
/// without coupling; in the form with velocities, those of a mass 1/s. They do not change the
/// solution: u_s = 0 where a contact sticks, and r_s = -k u_s = -k s r_s with k >= 0 where it
/// slides, so that always r_s = 0. For its size s is the entry of W of the first tangent, or of the
/// normal, or 1.
void add_second_tangents(ConeProblem& problem);

}  // namespace orthant
