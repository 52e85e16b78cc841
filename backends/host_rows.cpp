// Computes impulses of contacts and joints from the rows of a step.
#include "backends/host_rows.hpp"

#include "constraints/relations/contact_point.hpp"

namespace orthant {
namespace {

/// The place of a contact at the poses of its bodies.
ContactPlace place_of(Contact const& c, std::vector<Pose<>> const& pose, int bodies) {
  auto const &A = pose[c.a], &B = pose[c.b];
  return {c.a % bodies, c.b % bodies, ContactPointRelation::frame(c, A, B).x_C,
          ContactPointRelation::gap(c, A, B)[0]};
}

ContactImpulse impulse_of_block(HostRows const& rows, int k) {
  ContactImpulse c;
  c.world = rows.world[k];
  c.a = rows.body[k][0];
  c.b = rows.body[k][1];
  c.normal_W = rows.direction[rows.first[k]];
  c.friction = rows.friction[k];
  for (int r = 0; r < 3; ++r) {
    int const row = rows.first[k] + r;
    Real const stretch = r > 0 ? norm(rows.direction[row]) : 1;  // stretch of the tangents
    c.impulse[r] = stretch * rows.impulse[row];
    c.value[r] = stretch > 0 ? rows.value[row] / stretch : 0;
    c.impulse_W += rows.impulse[row] * rows.direction[row];
  }
  return c;
}

/// J u of the tangents; row values may differ from it by the law. A tangent t without friction has
/// no J: its speed is that of the place, as J u is with n x t of the other tangent.
Vec3 sliding_of_block(HostRows const& rows, int k, Twist const& u_A, Twist const& u_B,
                      Vec3 const& arm_A, Vec3 const& arm_B) {
  Vec3 out;
  int const n = rows.first[k];
  for (int row = n + 1; row < n + 3; ++row) {
    auto const& t = rows.direction[row];
    if (dot(t, t) == 0) {
      Vec3 const s = unit(cross(rows.direction[n], rows.direction[2 * n + 3 - row]));
      Vec3 const v =
          linear(u_B) + cross(angular(u_B), arm_B) - linear(u_A) - cross(angular(u_A), arm_A);
      out += dot(s, v) * s;
      continue;
    }
    Real const speed =
        dot(rows.J_first[row], u_A) + dot(t, linear(u_B)) + dot(rows.rotation[row], angular(u_B));
    out += (speed / dot(t, t)) * t;
  }
  return out;
}

}  // namespace

std::vector<ContactImpulse> contact_impulses(HostRows const& rows, Real force_per_impulse,
                                             std::vector<Contact> const& found,
                                             std::vector<Pose<>> const& pose,
                                             std::vector<Twist> const& twist, int bodies) {
  std::vector<ContactImpulse> out;
  std::vector<std::size_t> of_block(static_cast<std::size_t>(rows.blocks));  // index in `out`
  for (int k = 0; k < rows.blocks; ++k) {
    if (rows.law[k] != Law::coulomb) continue;
    auto c = impulse_of_block(rows, k);
    c.force_per_impulse = force_per_impulse;
    auto const& contact = found[out.size()];
    c.place = place_of(contact, pose, bodies);
    auto const arm = [&](int b) { return c.place.point_W - pose[b].p_WB; };
    c.sliding_W = sliding_of_block(rows, k, twist[contact.a], twist[contact.b], arm(contact.a),
                                   arm(contact.b));
    Real const attraction = contact.adhesion / force_per_impulse;  // attraction is not in the
                                                                   // impulse of the row
    c.impulse[0] -= attraction;
    c.impulse_W -= attraction * c.normal_W;
    of_block[static_cast<std::size_t>(k)] = out.size();
    out.push_back(c);
  }
  for (int k = 0; k < rows.blocks; ++k) {
    if (!rows.of_contact(k)) continue;
    auto& c = out[of_block[static_cast<std::size_t>(rows.disc[k].normal)]];
    for (int row = rows.first[k]; row < rows.first[k + 1]; ++row)
      c.moment_W += rows.impulse[row] * rows.rotation[row];
  }
  return out;
}

std::vector<JointImpulse> joint_impulses(HostRows const& rows, Real force_per_impulse,
                                         Real force_per_law_impulse) {
  std::vector<JointImpulse> out;
  for (int k = 0; k < rows.blocks; ++k) {
    if (rows.law[k] == Law::coulomb || rows.of_contact(k)) continue;
    JointImpulse j{rows.world[k], rows.body[k][0], rows.body[k][1], {}};
    for (int row = rows.first[k]; row < rows.first[k + 1]; ++row)
      j.impulse.push_back(rows.impulse[row]);
    j.force_per_impulse = rows.law[k] == Law::free ? force_per_impulse : force_per_law_impulse;
    out.push_back(j);
  }
  return out;
}

}  // namespace orthant
