// Checks names of bodies, joints, assemblies and rows of a sweep, which appear in tables and
// messages.
#pragma once
#include <string>

namespace orthant {

/// Throws Error unless `name` is one line that a terminal shows as it is, and does not begin with
/// "=", "+", "-" or "@", which spreadsheet programs read as a formula.
void require_name(std::string const& where, std::string const& name);

/// Whether a name is one of a pattern, in which * stands for any characters, or none.
bool matches(std::string const& pattern, std::string const& name);

}  // namespace orthant
