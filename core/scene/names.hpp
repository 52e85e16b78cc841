// Checks names of bodies, joints and assemblies, which appear in tables and messages.
#pragma once
#include <string>

namespace orthant {

/// Throws Error unless `name` is one line without control characters and does not begin with "=",
/// which spreadsheet programs read as a formula.
void require_name(std::string const& where, std::string const& name);

}  // namespace orthant
