// The other simulators of this build, and experiments on them.
#pragma once
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "experiments/app/run/experiment.hpp"

namespace orthant::test {

inline bool is_space(std::string const& name) {
  auto const spaces = space_names();
  return std::ranges::find(spaces, name) != spaces.end();
}

/// All simulators with an adapter, and those whose library is in this build.
inline std::vector<std::string> all_peers() {
  std::vector<std::string> out;
  for (auto const& name : backends().names())
    if (!is_space(name)) out.push_back(name);
  return out;
}
inline std::vector<std::string> built_peers() {
  std::vector<std::string> out;
  for (auto const& name : all_peers()) {
    Json const input = {{"type", name}};
    Json resolved;
    if (backends().make(Config(input, resolved, name))->version() != "not in this build")
      out.push_back(name);
  }
  return out;
}

/// One experiment for each of them.
class EveryPeer : public ::testing::Test {
 protected:
  void SetUp() override {
    if (built_peers().empty()) GTEST_SKIP() << "this build has no other simulator (ORTHANT_PEERS)";
  }
};

/// A scene with steps of 1 ms.
inline Json experiment(std::string const& backend, Json const& bodies,
                       Json const& joints = Json::array()) {
  return {{"backend", backend},
          {"scene", {{"bodies", bodies}, {"joints", joints}}},
          {"step", 0.001},
          {"steps", 1}};
}

inline Json const floor_of_friction(double friction) {
  return {{"name", "floor"},
          {"motion", "fixed"},
          {"friction", friction},
          {"shapes", {{{"type", "half_space"}}}}};
}

/// One in single precision is off by some round-offs of it.
inline double within(std::string const& peer, double bound) {
  return peer == "jolt" ? std::max(bound, 2e-4) : bound;
}
/// How far bodies fall from rest: by semi-implicit Euler, or exactly.
inline double way(std::string const& peer, double acceleration, double t) {
  double const h = peer == "siconos" ? 0 : 0.001;
  return acceleration * t * (t + h) / 2;
}

/// Where body `b` is after so many steps.
struct At {
  Pose<> pose;
  Twist twist;
};
inline At after(Experiment const& e, int steps, std::size_t b) {
  for (int k = 0; k < steps; ++k) e.simulation->step();
  auto const now = e.simulation->snapshot();
  return {now.pose[b], now.twist[b]};
}
inline At after(Json const& input, int steps, std::size_t b) {
  return after(build_experiment(input, "e"), steps, b);
}

}  // namespace orthant::test
