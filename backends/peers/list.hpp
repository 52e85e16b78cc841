// The simulators that there are adapters for.
#pragma once
#include <tuple>

#include "backends/peers/bullet.hpp"
#include "backends/peers/dart.hpp"
#include "backends/peers/jolt.hpp"
#include "backends/peers/mujoco.hpp"
#include "backends/peers/ode.hpp"
#include "backends/peers/siconos.hpp"

namespace orthant {

/// Each has a name, a sentence, Settings, Abilities, and where it is in the build a version and
/// `make`. To add one: write it, and put it here and into OrthantPeers.cmake.
using Simulators = std::tuple<Bullet, Dart, Jolt, Mujoco, Ode, SiconosMechanics>;

}  // namespace orthant
