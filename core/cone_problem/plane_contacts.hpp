// Contacts of a plane as contacts of space.
#pragma once
#include "core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Gives each contact of a problem with two components a contact, normal and tangent, its second
/// tangent: W, q, H and w have two rows a contact on entry, and three on return. The new rows are
/// u_s = s r_s with s > 0, of no other contact; with velocities, those of a mass 1/s. That changes
/// nothing: where a contact sticks u_s = 0, and where it slides r_s = -k u_s = -k s r_s with k >=
/// 0, so that r_s = 0 in every solution. s is W's entry of the first tangent, or of the normal, or
/// 1: of the size of the others.
void add_second_tangents(ConeProblem& problem);

}  // namespace orthant
