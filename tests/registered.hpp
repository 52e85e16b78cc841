// The registered plug-ins on the tests' space, without their templates: compiled once.
#pragma once
#include "orthant/backends/simulation/backend.hpp"
#include "orthant/core/method/plugins.hpp"
#include "orthant/tests/built_rows.hpp"

namespace orthant::test {

/// The standard plug-ins of Orthant.
Plugins<Space> const& registered();

/// A backend with these plug-ins.
std::unique_ptr<Backend> backend_with(Plugins<Space> const& plugins);

/// The names of all plug-ins of a kind, as `orthant list` shows them.
std::vector<std::string> names_of_kind(std::string const& kind);

}  // namespace orthant::test
