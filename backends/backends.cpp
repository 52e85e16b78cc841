// The registry of backends, and the catalogue of all plug-ins.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "orthant/backends/own_plugins.hpp"
#include "orthant/backends/peers/peer_backend.hpp"
#include "orthant/backends/standard_plugins.hpp"
#include "orthant/core/scene/assembly.hpp"

namespace orthant {

namespace {

template <class Space>
Plugins<Space> all_plugins() {
  auto out = standard_plugins<Space>();
  if constexpr (std::is_same_v<Space, SpaceOnHost>)
    for (auto const& add : own_plugins()) add(out);
  return out;
}

}  // namespace

std::vector<std::function<void(Plugins<SpaceOnHost>&)>>& own_plugins() {
  static std::vector<std::function<void(Plugins<SpaceOnHost>&)>> all;
  return all;
}

Backends const& backends() {
  static Backends const registry = [] {
    Backends r;
    for_each_space([&]<class Space>(SpaceEntry<Space> const& space) {
      r.add<NoSettings>(space.name, space.about, [](NoSettings const&, Config&) {
        return backend_with(all_plugins<Space>());
      });
    });
    add_peers(r);
    return r;
  }();
  return registry;
}

std::vector<std::string> space_names() {
  std::vector<std::string> out;
  for_each_space([&](auto const& space) { out.emplace_back(space.name); });
  return out;
}

std::vector<CatalogEntry> catalog() {
  std::vector<CatalogEntry> out;
  for (auto const& [name, entry] : backends().entries())
    out.push_back({"backend", name, entry.about, entry.describe});
  for (auto const& name : backends().names()) {
    Json const input = {{"type", name}};
    Json resolved;
    for (auto const& each : backends().make(Config(input, resolved, name))->catalog()) {
      auto const same = [&](CatalogEntry const& other) {
        return other.kind == each.kind && other.name == each.name;
      };
      if (std::none_of(out.begin(), out.end(), same)) out.push_back(each);
    }
  }
  for (auto const& [name, entry] : stored_problem_solvers().entries())
    out.push_back({"cone solver", name, entry.about, entry.describe});
  for (auto const& [name, entry] : assemblies().entries())
    out.push_back({"assembly", name, entry.about, entry.describe});
  return out;
}

}  // namespace orthant
