// Copies the equations of a stage of a step to the host, world by world.
#pragma once
#include <map>

#include "orthant/backends/derivatives/given_step.hpp"
#include "orthant/core/step/integrator.hpp"

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
  std::vector<WorldStage> out;
  for (int w = 0; w < rows.worlds; ++w) {
    WorldStage one{world_rows<Space>({}, rows, problem.inverse_mass(), problem.free_twist(), u, w),
                   problem.stage(),
                   block_names(rows, w, contacts[static_cast<std::size_t>(w)]),
                   {}};
    for (std::size_t b = 0; b < one.u.size(); ++b)
      one.defect.push_back(one.u[b] - one.free_twist[b] -
                           one.inverse_mass[b] *
                               rows.apply_transpose(w * rows.bodies + static_cast<int>(b),
                                                    [&](int row) { return rows.impulse(row); }));
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace orthant
