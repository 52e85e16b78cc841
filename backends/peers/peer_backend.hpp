// Another simulator as a backend: its name, settings and refusals.
#pragma once
#include <functional>

#include "orthant/backends/peers/abilities.hpp"
#include "orthant/backends/peers/peer.hpp"
#include "orthant/backends/simulation/backend.hpp"

namespace orthant {

/// What the program knows of a simulator, whether it is in the build or not.
struct PeerEntry {
  std::string title;    // such as "MuJoCo"
  std::string version;  // of its library; "": not in this build
  Abilities abilities;
  std::function<std::unique_ptr<Peer>(PeerWorld const&)> make;  // empty if it is not in this build
};

class PeerBackend final : public Backend {
 public:
  PeerBackend(PeerEntry entry, std::string path)
      : entry_(std::move(entry)), path_(std::move(path)) {}

  std::unique_ptr<Simulation> build(Setup const& setup, Config& config) const override;
  JointTypes joint_types() const override;
  std::vector<CatalogEntry> catalog() const override { return {}; }
  std::string device() const override { return entry_.title + " " + version(); }
  std::string version() const override;
  int concurrency() const override { return 1; }

 private:
  PeerEntry entry_;
  std::string path_;  // path of its settings in the experiment
};

/// Adds all simulators with an adapter. To add one, write it, and add it there and to
/// OrthantPeers.cmake.
void add_peers(Backends& to);

}  // namespace orthant
