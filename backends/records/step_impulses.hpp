// The impulses of contacts and joints of a step.
#pragma once
#include "orthant/backends/simulation/build.hpp"
#include "orthant/core/cone_problem/detail/world_rows.hpp"

namespace orthant {

/// Appends the impulses of the contacts of a world. `found` are the contacts of the step, in the
/// order of their blocks, of which `out` has as many as come before this world. `pose` and `twist`
/// are those of all bodies at the end of the step.
void add_contact_impulses(HostRows const& rows, int world, Real force_per_impulse,
                          std::vector<Contact> const& found, std::vector<Pose<>> const& pose,
                          std::vector<Twist> const& twist, int bodies,
                          std::vector<ContactImpulse>& out);
/// Appends the impulses of the joints of a world. Bilateral rows have their own force per impulse.
void add_joint_impulses(HostRows const& rows, int world, Real force_per_impulse,
                        Real force_per_law_impulse, std::vector<JointImpulse>& out);

}  // namespace orthant
