// Makes worlds of other simulators from their names and settings.
#include "orthant/backends/peers/peer_backend.hpp"

#include <nlohmann/json.hpp>

#include "orthant/backends/instances/detail/instances.hpp"
#include "orthant/backends/peers/bullet.hpp"
#include "orthant/backends/peers/dart.hpp"
#include "orthant/backends/peers/jolt.hpp"
#include "orthant/backends/peers/mujoco.hpp"
#include "orthant/backends/peers/ode.hpp"
#include "orthant/backends/peers/siconos.hpp"
#if ORTHANT_HAVE_PEERS
#include "orthant/backends/peers/peer_simulation.hpp"
#endif
#include "orthant/core/config/error.hpp"
#include "orthant/core/execution/detail/spaces.hpp"

namespace orthant {
namespace {

/// A simulator has a name, a title, a sentence, Settings and Abilities; if it is in the build, also
/// a version and `make`.
template <class Simulator, bool built>
void add_peer(Backends& to) {
  using Settings = typename Simulator::Settings;
  to.add<Settings>(Simulator::name, Simulator::about,
                   [](Settings const& settings, Config& config) -> std::unique_ptr<Backend> {
                     PeerEntry entry{Simulator::title, "", Simulator::abilities(), {}};
                     if constexpr (built) {
                       entry.version = Simulator::version();
                       entry.make = [settings](PeerWorld const& world) {
                         return Simulator::make(settings, world);
                       };
                     }
                     return std::make_unique<PeerBackend>(std::move(entry), config.path());
                   });
}

}  // namespace

void add_peers(Backends& to) {
  add_peer<Bullet, ORTHANT_HAVE_BULLET>(to);
  add_peer<Dart, ORTHANT_HAVE_DART>(to);
  add_peer<Jolt, ORTHANT_HAVE_JOLT>(to);
  add_peer<Mujoco, ORTHANT_HAVE_MUJOCO>(to);
  add_peer<Ode, ORTHANT_HAVE_ODE>(to);
  add_peer<SiconosMechanics, ORTHANT_HAVE_SICONOS>(to);
}

std::string PeerBackend::version() const {
  return entry_.version.empty() ? "not in this build" : entry_.version;
}

JointTypes PeerBackend::joint_types() const {
  Plugins<SpaceOnHost> plugins;
  register_constraints(plugins);
  JointTypes out;
  for (auto const& [name, kind] : plugins.constraints)
    if (kind.is_joint) out[name] = kind.joint;
  return out;
}

std::unique_ptr<Simulation> PeerBackend::build(Setup const& setup, Config& config) const {
  for (char const* key : {"integrator", "solver"})
    if (config.is_given(key))
      refuse(config.where(key), shown(config.raw(key)),
             "null, or no such key: " + entry_.title + " has its own, whose settings stand in " +
                 path_);
  require_expressible(setup, entry_.abilities, entry_.title, config.path());
#if ORTHANT_HAVE_PEERS
  if (entry_.make)
    return std::make_unique<PeerSimulation>(setup, entry_.make, entry_.abilities, path_);
#endif
  throw NotBuilt(path_, "\"" + entry_.title + "\"",
                 "a build with it, by ./start --peers build, or another backend");
}

}  // namespace orthant
