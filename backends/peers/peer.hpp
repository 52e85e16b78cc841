// The interface of an adapter: another simulator with one world in it.
#pragma once
#include <span>
#include <vector>

#include "orthant/backends/simulation/simulation.hpp"

namespace orthant {

/// What another simulator reports about a step.
struct PeerStep {
  int contacts = 0;                 // points that it found
  int missing_contacts = 0;         // points without room
  bool finite = true;               // false: it lost its state and started anew
  char const* complaint = nullptr;  // what it reported about its solve, or null
};

/// A contact of the last step, as the simulator found it at the start of the step.
struct PeerContact {
  int a = 0, b = 0;   // bodies of the scene, also fixed ones
  Vec3 point_W;       // half-way between the two surfaces [m]
  Vec3 normal_W;      // unit, from a to b
  Vec3 force_W;       // on b [N]
  Real gap = 0;       // negative: overlap [m]
  Real friction = 0;  // mu [-]
};

/// Bodies are those of the scene, in their order. Entries of fixed ones are not written.
class Peer {
 public:
  virtual ~Peer() = default;
  /// Makes a step of the length h of its PeerWorld. Comparisons measure its time; it does nothing
  /// else.
  virtual PeerStep step() = 0;
  /// Writes the poses of the centres of mass, and the twists, in world axes.
  virtual void read(std::span<Pose<>> pose, std::span<Twist> twist) const = 0;
  /// The contacts of the last step, if the abilities of the simulator include forces.
  virtual std::vector<PeerContact> contacts() const { return {}; }
};

/// From what an adapter is made: a world of a setup that `require_expressible` has accepted.
struct PeerWorld {
  Scene const& scene;
  Real h;  // [s]
};

}  // namespace orthant
