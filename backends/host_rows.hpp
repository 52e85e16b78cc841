// The rows of a step in host memory, and their impulses.
#pragma once
#include <array>

#include "backends/build.hpp"

namespace orthant {

/// Rows and blocks of all worlds. Bodies are counted within their world; -1 does not react.
struct HostRows {
  int blocks = 0;
  std::vector<Law> law;
  std::vector<int> world, first;  // (blocks) world, first row
  std::vector<std::array<int, 2>> body;
  std::vector<Real> impulse, value, friction;
  std::vector<DiscRadius> disc;
  std::vector<Vec3> direction, rotation;  // (rows) parts of J on the second body, linear and
                                          // angular
  std::vector<Vec6> J_first;              // (rows) J on the first body

  /// Whether a block is torsional or rolling friction of a contact.
  bool of_contact(int k) const { return law[k] == Law::disc && disc[k].normal >= 0; }
};

template <class Space>
HostRows host_rows(Rows<Space> const& rows) {
  HostRows out;
  out.blocks = rows.blocks;
  out.law = to_host<Space, Law>(rows.law, rows.blocks);
  out.world = to_host<Space, int>(rows.block_world, rows.blocks);
  out.first = to_host<Space, int>(rows.block_row, rows.blocks + 1);
  out.impulse = to_host<Space, Real>(rows.impulse, rows.rows);
  out.value = to_host<Space, Real>(rows.value, rows.rows);
  out.friction = to_host<Space, Real>(rows.friction, rows.blocks);
  out.disc = to_host<Space, DiscRadius>(rows.disc, rows.blocks);
  auto const body = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows.body.view());
  auto const J = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows.J.view());
  for (int k = 0; k < rows.blocks; ++k) {
    int const o = out.world[k] * rows.bodies;
    out.body.push_back(
        {body(k, 0) < 0 ? -1 : body(k, 0) - o, body(k, 1) < 0 ? -1 : body(k, 1) - o});
  }
  for (int row = 0; row < rows.rows; ++row) {
    out.direction.push_back({{J(row, 1, 0), J(row, 1, 1), J(row, 1, 2)}});
    out.rotation.push_back({{J(row, 1, 3), J(row, 1, 4), J(row, 1, 5)}});
    Vec6 first;
    for (int i = 0; i < 6; ++i) first[i] = J(row, 0, i);
    out.J_first.push_back(first);
  }
  return out;
}

/// The impulses of the contacts `found` in the step, which are in the order of their blocks. `pose`
/// and `twist` are those of all bodies at the end of the step.
std::vector<ContactImpulse> contact_impulses(HostRows const& rows, Real force_per_impulse,
                                             std::vector<Contact> const& found,
                                             std::vector<Pose<>> const& pose,
                                             std::vector<Twist> const& twist, int bodies);
/// The impulses of joints. Bilateral rows have their own force per impulse.
std::vector<JointImpulse> joint_impulses(HostRows const& rows, Real force_per_impulse,
                                         Real force_per_law_impulse);

}  // namespace orthant
