// The standard plug-ins, as the library has compiled them.
#include "tests/registered.hpp"

#include "orthant/backends/standard_plugins.hpp"

namespace orthant::test {

Plugins<Space> const& registered() {
  static Plugins<Space> const all = standard_plugins<Space>();
  return all;
}

std::unique_ptr<Backend> backend_with(Plugins<Space> const& plugins) {
  return orthant::backend_with(plugins);
}

std::vector<std::string> names_of_kind(std::string const& kind) {
  std::vector<std::string> out;
  for (auto const& entry : catalog())
    if (entry.kind == kind) out.push_back(entry.name);
  return out;
}

}  // namespace orthant::test
