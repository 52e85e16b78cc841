// Copies the equations of a stage of a step to the host, world by world.
#pragma once
#include <map>

#include "backends/derivatives/given_step.hpp"
#include "core/step/integrator.hpp"

namespace orthant {

/// The contacts of a step by world, with bodies counted within the world.
template <class Space>
std::vector<std::vector<Contact>> contacts_by_world(System<Space> const& system) {
  int const n = system.model.bodies;
  std::vector<std::vector<Contact>> out(static_cast<std::size_t>(system.model.worlds));
  auto const list = system.constraints.contacts();
  for (int k = 0; k < list.count; ++k) {
    Contact c = list.contact(k);
    c.a -= c.world * n;
    c.b -= c.world * n;
    out[static_cast<std::size_t>(c.world)].push_back(c);
  }
  return out;
}

/// The impulses of the blocks with a contact's law, in their order [N s].
template <class Space>
std::vector<Vec3> impulses_of_contacts(Rows<Space> const& rows, int world) {
  std::vector<Vec3> out;
  for (int k = rows.world_block(world); k < rows.world_block(world + 1); ++k)
    if (rows.law(k) == Law::coulomb) {
      int const r = rows.block_row(k);
      out.push_back({{rows.impulse(r), rows.impulse(r + 1), rows.impulse(r + 2)}});
    }
  return out;
}

/// The names of the blocks of a world, in their order.
template <class Space>
std::vector<BlockName> block_names(Rows<Space> const& rows, int world,
                                   std::vector<Contact> const& contacts) {
  int const first = rows.world_block(world), end = rows.world_block(world + 1);
  std::vector<BlockName> out(static_cast<std::size_t>(end - first));
  std::size_t contact = 0;
  int others = 0;
  for (int k = first; k < end; ++k)
    if (rows.law(k) == Law::coulomb && contact < contacts.size())
      out[static_cast<std::size_t>(k - first)] = {contacts[contact++].key + 1, 0};
  std::map<std::uint64_t, int> borne;
  for (int k = first; k < end; ++k) {
    auto& name = out[static_cast<std::size_t>(k - first)];
    if (rows.law(k) == Law::coulomb) continue;
    int const on = rows.law(k) == Law::disc ? rows.disc(k).normal : -1;
    if (on < 0) {
      name = {0, others++};
      continue;
    }
    auto const key = out[static_cast<std::size_t>(on - first)].contact;
    name = {key, ++borne[key]};
  }
  return out;
}

/// The stage of each world at the problem's last evaluation, which was at u.
template <class Space>
std::vector<WorldStage> captured(StepProblem<Space> const& problem, Span<Space, Twist*> const& u,
                                 std::vector<std::vector<Contact>> const& contacts) {
  auto const& rows = problem.rows();
  auto const inverse_mass = problem.inverse_mass();
  auto const free = problem.free_twist();
  std::vector<WorldStage> out(static_cast<std::size_t>(rows.worlds));
  for (int w = 0; w < rows.worlds; ++w) {
    auto& to = out[static_cast<std::size_t>(w)];
    to.name = problem.stage();
    for (int b = w * rows.bodies; b < (w + 1) * rows.bodies; ++b) {
      Vec6 const impulse = rows.apply_transpose(b, [&](int row) { return rows.impulse(row); });
      to.twist.push_back(u(b));
      to.inverse_mass.push_back(inverse_mass(b));
      to.defect.push_back(u(b) - free(b) - inverse_mass(b) * impulse);
    }
    int const first_row = rows.world_row(w), first_block = rows.world_block(w);
    auto const names = block_names(rows, w, contacts[static_cast<std::size_t>(w)]);
    for (int k = first_block; k < rows.world_block(w + 1); ++k) {
      auto const within = [&](int side) {
        int const b = rows.body(k, side);
        return b < 0 ? -1 : b - w * rows.bodies;
      };
      StageBlock block{.name = names[static_cast<std::size_t>(k - first_block)],
                       .law = rows.law(k),
                       .row = rows.block_row(k) - first_row,
                       .rows = rows.size(k),
                       .a = within(0),
                       .b = within(1),
                       .friction = rows.friction(k),
                       .disc = {}};
      if (block.law == Law::disc) {
        block.disc = rows.disc(k);
        if (block.disc.normal >= 0) block.disc.normal -= first_block;
      }
      to.blocks.push_back(block);
      for (int r = rows.block_row(k); r < rows.block_row(k + 1); ++r) {
        Real lightness = 0;
        for (int side = 0; side < 2; ++side)
          if (int const b = rows.body(k, side); b >= 0)
            lightness += per_mass(inverse_mass(b), rows.angular(r) != 0);
        StageRow row{.value = rows.value(r),
                     .impulse = rows.impulse(r),
                     .yielding = rows.yielding(k, r),
                     .per_mass = lightness > 0 ? lightness : 1,
                     .compliance = {},
                     .J = {rows.jacobian(r, 0), rows.jacobian(r, 1)}};
        for (int i = 0; i < max_block_rows; ++i) row.compliance[i] = rows.compliance(r, i);
        to.rows.push_back(row);
      }
    }
  }
  return out;
}

}  // namespace orthant
