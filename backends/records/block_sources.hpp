// The source of each block of a step: the kind of constraint, the joint, the bodies.
#pragma once
#include <memory>

#include "orthant/backends/records/world_iterate.hpp"
#include "orthant/backends/simulation/build.hpp"
#include "orthant/core/step/detail/constraint_set.hpp"

namespace orthant {

/// The sources of the blocks of all worlds: in each world kind by kind, item by item. `bodies` is
/// the number of bodies of one world.
template <class Space>
std::vector<BlockSource> block_sources(Space const& space, Rows<Space> const& rows,
                                       ConstraintSet<Space> const& constraints, int bodies) {
  auto const at = [](int i) { return static_cast<std::size_t>(i); };
  std::vector<BlockSource> out(at(rows.blocks));
  auto next = to_host<Space, int>(rows.world_block, rows.worlds);
  for (auto const& kind : constraints) {
    int const blocks = kind->blocks_per_item();
    auto const loads = kind->joint_loads(space, rows, {});
    auto const joints = to_host<Space, JointLoad>(loads.load, loads.count);
    auto const* const search = kind->search();
    auto const list = search ? search->contacts() : ContactList<Space>{};
    auto const contacts = to_host<Space, Contact>(list.contact, list.count);
    auto const counts = kind->counts();
    auto const offsets = counts.offsets.data()
                             ? to_host<Space, int>(counts.offsets, rows.worlds + 1)
                             : std::vector<int>();
    std::size_t item = 0;
    for (int w = 0; w < rows.worlds; ++w) {
      int const count = offsets.empty() ? counts.uniform : offsets[at(w + 1)] - offsets[at(w)];
      for (int k = 0; k < count; ++k, ++item) {
        BlockSource source{kind->name()};
        if (item < joints.size()) source.joint = joints[item].joint;
        if (item < contacts.size()) {
          source.a = contacts[item].a % bodies;
          source.b = contacts[item].b % bodies;
        }
        for (int i = 0; i < blocks; ++i) out[at(next[at(w)]++)] = source;
      }
    }
  }
  auto const discs = to_host<Space, DiscRadius>(rows.disc, rows.blocks);
  auto const laws = to_host<Space, Law>(rows.law, rows.blocks);
  for (std::size_t k = 0; k < out.size(); ++k)
    if (laws[k] == Law::disc && discs[k].normal >= 0) {
      out[k].a = out[at(discs[k].normal)].a;
      out[k].b = out[at(discs[k].normal)].b;
    }
  return out;
}

}  // namespace orthant
