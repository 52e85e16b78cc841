// Registers all constraints by name: calls functions that other headers define, or instances have.
#pragma once
#include "orthant/core/method/plugins.hpp"

namespace orthant {

template <class Space>
void register_joints(Plugins<Space>&);  // constraints/detail/register_joints.hpp
template <class Space>
void register_laws(Plugins<Space>&);  // constraints/detail/register_laws.hpp
template <class Space>
void register_contacts(Plugins<Space>&);  // constraints/detail/register_contacts.hpp

template <class Space>
void register_constraints(Plugins<Space>& plugins) {
  register_joints(plugins);
  register_laws(plugins);
  register_contacts(plugins);
}

}  // namespace orthant
