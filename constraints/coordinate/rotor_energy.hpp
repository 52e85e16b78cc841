// The kinetic energy of rotors along coordinates of joints.
#pragma once
#include "orthant/constraints/coordinate/elastic_energy.hpp"

namespace orthant {

/// Follows the angles in couplings like the constraints, and keeps 1/2 I (dc/dt)^2.
template <class Space>
struct FollowRotors {
  static constexpr char const* label = "orthant::energy::follow_rotors";
  Span<Space, CoordinateItem*> item;
  CoupledTerms<Space> terms;
  Span<Space, coordinate_kernels::UnwrappedValues*> last;
  Span<Space, Real*> energy;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> twist;
  Real time;
  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = item(k);
    last(k) = coordinate_kernels::counter<Space>(
        it, terms, pose, time > 0 ? last(k) : coordinate_kernels::UnwrappedValues{});
    Real const rate = coordinate_kernels::rate_at<Space>(it, terms, pose, twist, last(k));
    energy(k) = 0.5 * it.law.inertia * rate * rate;
  }
};

template <class Space>
struct KineticOfRotors {
  static constexpr char const* label = "orthant::energy::rotors";
  int uniform;  // items in each world
  Span<Space, Real*> energy;
  Span<Space, Measures*> out;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    Real const sum = lane.sum(uniform, [&](int i) { return of(w * uniform + i); });
    lane.once([&] { out(w).kinetic += sum; });
  }
  KOKKOS_FUNCTION int begin(int w) const { return w * uniform; }
  KOKKOS_FUNCTION int end(int w) const { return (w + 1) * uniform; }
  KOKKOS_FUNCTION Real of(int k) const { return energy(k); }
};

template <class Space>
class RotorEnergy {
 public:
  RotorEnergy(int worlds, int bodies, Scene const& scene) : worlds_(worlds) {
    std::vector<CoordinateItem> rotors;
    CurveStore curves;
    CoupledStore terms;
    for (int w = 0; w < worlds; ++w)
      for (std::size_t k = 0; k < scene.joints.size(); ++k)
        for (auto const& of : coordinate_laws(scene, w, k, curves))
          if (of.law.inertia > 0)
            rotors.push_back({placed_item(scene.of(w).joints[k], w, w * bodies), of.coordinate,
                              of.law, terms.add(scene, w, k, w * bodies, curves)});
    count_ = static_cast<int>(rotors.size());
    item_ = to_device<Space>("orthant::energy::rotor", rotors);
    terms_ = to_device<Space>("orthant::energy::rotor_term", terms.terms());
    pieces_ = to_device<Space>("orthant::energy::rotor_piece", curves.pieces());
    last_ =
        Array<Space, coordinate_kernels::UnwrappedValues*>("orthant::energy::rotor_values", count_);
    energy_ = Array<Space, Real*>("orthant::energy::of_rotors", count_);
  }

  /// Call after every step, and before the first.
  void follow(Space const& space, State<Space> const& state) {
    each(space, count_,
         FollowRotors<Space>{.item = item_,
                             .terms = {terms_, pieces_},
                             .last = last_,
                             .energy = energy_,
                             .pose = state.pose,
                             .twist = state.twist,
                             .time = state.time});
  }
  void carry(Carried& c) {
    c.array(last_);
    c.array(energy_);
  }

  /// Adds to Measures::kinetic.
  void add(Space const& space, Span<Space, Measures*> out) const {
    if (count_ > 0) each_world(space, worlds_, energy(out));
  }
  /// The same to the bodies (worlds x bodies).
  void add_to_bodies(Space const& space, Span<Space, Body*> body, Span<Space, Real*> out) const {
    using Give = EnergyToBodies<Space, KineticOfRotors<Space>, Span<Space, CoordinateItem*>>;
    if (count_ > 0) each(space, worlds_, Give{energy({}), item_, body, out});
  }

 private:
  KineticOfRotors<Space> energy(Span<Space, Measures*> out) const {
    return {count_ / worlds_, energy_, out};
  }

  int worlds_, count_ = 0;
  Array<Space, CoordinateItem*> item_;
  Array<Space, CoupledCoordinate*> terms_;
  Array<Space, CurvePiece*> pieces_;
  Array<Space, coordinate_kernels::UnwrappedValues*> last_;
  Array<Space, Real*> energy_;
};

}  // namespace orthant
