// The list of simulators with an adapter.
#pragma once
#include <tuple>

#include "orthant/backends/peers/bullet.hpp"
#include "orthant/backends/peers/dart.hpp"
#include "orthant/backends/peers/jolt.hpp"
#include "orthant/backends/peers/mujoco.hpp"
#include "orthant/backends/peers/ode.hpp"
#include "orthant/backends/peers/siconos.hpp"

namespace orthant {

/// Each has a name, a title, a sentence, Settings and Abilities; if it is in the build, also a
/// version and `make`. To add one, write it and add it here and to OrthantPeers.cmake.
using Simulators = std::tuple<Bullet, Dart, Jolt, Mujoco, Ode, SiconosMechanics>;

}  // namespace orthant
