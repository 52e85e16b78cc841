// Names of bodies, joints and assemblies: they stand in tables and messages.
#pragma once
#include <string>

namespace orthant {

/// Throws Error unless `name` is one line of a table: no control character, and no "=" at its
/// beginning, which programs of tables read as a formula.
void require_name(std::string const& where, std::string const& name);

}  // namespace orthant
