// The kinetic energy of rotors along coordinates of joints.
#pragma once
#include "orthant/constraints/coordinate/elastic_energy.hpp"

namespace orthant {

/// Follows the angles in couplings like the constraints, and keeps 1/2 I (dc/dt)^2.
template <class Space>
struct FollowRotors {
  static constexpr char const* label = "orthant::energy::follow_rotors";
  Held<Space, coordinate_kernels::View<Space>> v;
  Span<Space, Real*> energy;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> twist;
  Real time;
  KOKKOS_FUNCTION void operator()(int k) const {
    if (!(time > 0)) v.last(k) = {};
    v.count_turns(k, pose);
    Real const rate = v.rate(k, pose, twist);
    energy(k) = 0.5 * v.item(k).law.inertia * rate * rate;
  }
};

template <class Space>
struct KineticOfRotors {
  int uniform;  // items in each world
  Span<Space, Real*> energy;
  KOKKOS_FUNCTION int begin(int w) const { return w * uniform; }
  KOKKOS_FUNCTION int end(int w) const { return (w + 1) * uniform; }
  KOKKOS_FUNCTION Real of(int k) const { return energy(k); }
};

template <class Space>
class RotorEnergy {
 public:
  RotorEnergy(int worlds, int bodies, Scene const& scene) : worlds_(worlds) {
    CollectedCoordinates rotors(scene, bodies);
    for (int w = 0; w < worlds; ++w)
      for (std::size_t k = 0; k < scene.joints.size(); ++k)
        for (auto const& of : coordinate_laws(scene, w, k, rotors.curves))
          if (of.law.inertia > 0) rotors.add(w, k, of);
    rotors_ = FollowedCoordinates<Space>(rotors, worlds);
    energy_ = Array<Space, Real*>("orthant::energy::of_rotors", rotors_.count());
  }

  /// Call after every step, and before the first.
  void follow(Space const& space, State<Space> const& state) {
    each(space, rotors_.count(),
         FollowRotors<Space>{.v = rotors_.view(),
                             .energy = energy_,
                             .pose = state.pose,
                             .twist = state.twist,
                             .time = state.time});
  }
  void carry(Carried& c) {
    rotors_.carry(c);
    c.array(energy_);
  }

  /// Adds to Measures::kinetic.
  void add(Space const& space, Span<Space, Measures*> out) const {
    if (rotors_.count() > 0)
      each_world(space, worlds_,
                 SumEnergies<Space, KineticOfRotors<Space>>{energy(), &Measures::kinetic, out});
  }
  /// The same to the bodies (worlds x bodies).
  void add_to_bodies(Space const& space, Span<Space, Body*> body, Span<Space, Real*> out) const {
    using Give = EnergyToBodies<Space, KineticOfRotors<Space>, Span<Space, CoordinateItem*>>;
    if (rotors_.count() > 0) each(space, worlds_, Give{energy(), rotors_.view().item, body, out});
  }

 private:
  KineticOfRotors<Space> energy() const { return {rotors_.uniform(), energy_}; }

  int worlds_;
  FollowedCoordinates<Space> rotors_;
  Array<Space, Real*> energy_;
};

}  // namespace orthant
