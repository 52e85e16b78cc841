// Computes impulses of contacts and joints from the rows of a step.
#include "orthant/backends/records/step_impulses.hpp"

#include "orthant/constraints/relations/contact_point.hpp"

namespace orthant {
namespace {

/// The place of a contact at the poses of its bodies.
ContactPlace place_of(Contact const& c, std::vector<Pose<>> const& pose, int bodies) {
  auto const &A = pose[c.a], &B = pose[c.b];
  return {c.a % bodies, c.b % bodies, ContactPointRelation::frame(c, A, B).x_C,
          ContactPointRelation::gap(c, A, B)[0]};
}

Vec3 direction(HostRows const& rows, int row) { return linear(rows.J[nth(row)][1]); }

ContactImpulse impulse_of(HostRows const& rows, HostRows::Block const& block) {
  ContactImpulse c;
  c.a = block.body[0];
  c.b = block.body[1];
  c.normal_W = direction(rows, block.row);
  c.friction = block.friction;
  for (int r = 0; r < 3; ++r) {
    int const row = block.row + r;
    Vec3 const d = direction(rows, row);
    Real const stretch = r > 0 ? norm(d) : 1;  // stretch of the tangents
    c.impulse[r] = stretch * rows.impulse[row];
    c.value[r] = stretch > 0 ? rows.value[row] / stretch : 0;
    c.impulse_W += rows.impulse[row] * d;
  }
  return c;
}

/// J u of the tangents; row values may differ from it by the law. A tangent t without friction has
/// no J: its speed is that of the place, as J u is with n x t of the other tangent.
Vec3 sliding_of(HostRows const& rows, int n, Twist const& u_A, Twist const& u_B, Vec3 const& arm_A,
                Vec3 const& arm_B) {
  Vec3 out;
  for (int row = n + 1; row < n + 3; ++row) {
    Vec3 const t = direction(rows, row);
    if (dot(t, t) == 0) {
      Vec3 const s = unit(cross(direction(rows, n), direction(rows, 2 * n + 3 - row)));
      Vec3 const v =
          linear(u_B) + cross(angular(u_B), arm_B) - linear(u_A) - cross(angular(u_A), arm_A);
      out += dot(s, v) * s;
      continue;
    }
    auto const& J = rows.J[nth(row)];
    Real const speed = dot(J[0], u_A) + dot(t, linear(u_B)) + dot(angular(J[1]), angular(u_B));
    out += (speed / dot(t, t)) * t;
  }
  return out;
}

/// v_s of surfaces that run relative to their bodies, along the surfaces.
Vec3 running_of(Contact const& c, std::vector<Pose<>> const& pose, Vec3 const& normal) {
  Vec3 const v = ContactPointRelation::running(c, pose[c.a].q_WB, pose[c.b].q_WB);
  return v - dot(v, normal) * normal;
}

}  // namespace

void add_contact_impulses(HostRows const& rows, int world, Real force_per_impulse,
                          std::vector<Contact> const& found, std::vector<Pose<>> const& pose,
                          std::vector<Twist> const& twist, int bodies,
                          std::vector<ContactImpulse>& out) {
  std::vector<std::size_t> of_block(rows.blocks.size());  // index in `out`
  for (std::size_t k = 0; k < rows.blocks.size(); ++k) {
    auto const& block = rows.blocks[k];
    if (block.law != Law::coulomb) continue;
    auto c = impulse_of(rows, block);
    c.world = world;
    c.force_per_impulse = force_per_impulse;
    auto const& contact = found[out.size()];
    c.place = place_of(contact, pose, bodies);
    auto const arm = [&](int b) { return c.place.point_W - pose[b].p_WB; };
    c.sliding_W = sliding_of(rows, block.row, twist[contact.a], twist[contact.b], arm(contact.a),
                             arm(contact.b)) +
                  running_of(contact, pose, c.normal_W);
    Real const attraction = contact.law.adhesion / force_per_impulse;  // attraction is not in the
                                                                       // impulse of the row
    c.impulse[0] -= attraction;
    c.impulse_W -= attraction * c.normal_W;
    of_block[k] = out.size();
    out.push_back(c);
  }
  for (auto const& block : rows.blocks) {
    if (block.normal < 0) continue;
    auto& c = out[of_block[nth(block.normal)]];
    for (int row = block.row; row < block.row + block.size; ++row)
      c.moment_W += rows.impulse[row] * angular(rows.J[nth(row)][1]);
  }
}

void add_joint_impulses(HostRows const& rows, int world, Real force_per_impulse,
                        Real force_per_law_impulse, std::vector<JointImpulse>& out) {
  for (auto const& block : rows.blocks) {
    if (block.law == Law::coulomb || block.normal >= 0) continue;
    JointImpulse j{world, block.body[0], block.body[1], {}};
    for (int row = block.row; row < block.row + block.size; ++row)
      j.impulse.push_back(rows.impulse[row]);
    j.force_per_impulse = block.law == Law::free ? force_per_impulse : force_per_law_impulse;
    out.push_back(j);
  }
}

}  // namespace orthant
