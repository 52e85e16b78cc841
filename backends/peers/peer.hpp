// Another simulator with one world in it: what an adapter offers.
#pragma once
#include <span>
#include <vector>

#include "backends/simulation.hpp"

namespace orthant {

/// What a step of another simulator says of itself.
struct PeerStep {
  int contacts = 0;                 // points that it found
  int missing_contacts = 0;         // that had no room in it
  bool finite = true;               // false: it gave its state up, and began anew
  char const* complaint = nullptr;  // what it said of its own solve, where it said something
};

/// A contact of the last step, as the simulator found it, which is where the step began.
struct PeerContact {
  int a = 0, b = 0;   // bodies of the scene, those too that do not move
  Vec3 point_W;       // half-way between the two surfaces [m]
  Vec3 normal_W;      // unit, from a to b
  Vec3 force_W;       // on b [N]
  Real gap = 0;       // negative: overlap [m]
  Real friction = 0;  // mu [-]
};

/// Bodies are those of the scene, in their order; fixed ones are left as they are.
class Peer {
 public:
  virtual ~Peer() = default;
  /// By the h that it was made with. Its time is what a comparison measures: nothing else is done.
  virtual PeerStep step() = 0;
  /// Where the bodies are now, by their centres of mass, and how they move.
  virtual void read(std::span<Pose<>> pose, std::span<Twist> twist) const = 0;
  /// Those that acted in the last step, if its abilities say that it tells them.
  virtual std::vector<PeerContact> contacts() const { return {}; }
};

/// What an adapter is made from: a world of a setup that `require_expressible` has let pass.
struct PeerWorld {
  Scene const& scene;
  Real h;  // [s]
};

}  // namespace orthant
