// The energy stored in springs and compliant constraints, as a function of the pose.
#pragma once
#include <algorithm>
#include <set>
#include <vector>

#include "orthant/constraints/coordinate/detail/followed_coordinates.hpp"
#include "orthant/constraints/relations/list.hpp"
#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/metrics/measures.hpp"

namespace orthant {

/// A joint with compliance: c + C (f + D dc/dt) = 0 is a spring of stiffness C^-1.
struct YieldingJoint : JointItem {
  int type;           // in Joints
  Mat3 K, K_angular;  // [N/m], [N m/rad]; zero where C is rigid
};

/// Calls f with the relation of a type.
template <class F>
KOKKOS_FUNCTION void with_joint(int type, F const& f) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((type == static_cast<int>(I) ? f(std::tuple_element_t<I, Joints>{}) : void()), ...);
  }
  (std::make_index_sequence<std::tuple_size_v<Joints>>{});
}

/// Counts turns like the constraints.
template <class Space>
struct FollowSprings {
  static constexpr char const* label = "orthant::energy::follow";
  Held<Space, coordinate_kernels::View<Space>> v;
  Span<Space, Real*> value;
  Span<Space, Pose<>*> pose;
  KOKKOS_FUNCTION void operator()(int k) const {
    v.count_turns(k, pose);
    value(k) = v.counted(k, pose);
  }
};

/// 1/2 K e^2 of springs, position motors and soft limits; of limits only beyond them. For a curve
/// its integral. A motor of bounded effort stores none: all that it does is work.
template <class Space>
struct SpringEnergy {
  coordinate_kernels::View<Space> v;
  Span<Space, Real*> value;
  Real time;
  KOKKOS_FUNCTION int begin(int w) const { return v.begin(w); }
  KOKKOS_FUNCTION int end(int w) const { return v.end(w); }
  KOKKOS_FUNCTION Real of(int k) const {
    auto const& law = v.item(k).law;
    Real const e = law.sign * (value(k) - law.wanted(time));
    if (law.spring.given()) return curve_at(law.spring, v.terms.pieces, e).integral;
    Real const stretch = law.kind == Law::nonnegative ? smaller(e, 0.0) : e;
    return law.n > 0 ? 0.5 * law.K / law.n * stretch * stretch : 0;
  }
};

/// 1/2 c^T K c of compliant joints.
template <class Space>
struct JointEnergy {
  Span<Space, YieldingJoint*> item;
  int uniform;
  Span<Space, Pose<>*> pose;
  KOKKOS_FUNCTION int begin(int w) const { return w * uniform; }
  KOKKOS_FUNCTION int end(int w) const { return (w + 1) * uniform; }
  KOKKOS_FUNCTION Real of(int k) const {
    auto const& it = item(k);
    Real out = 0;
    with_joint(it.type, [&](auto relation) {
      using Relation = decltype(relation);
      auto const c = Relation::gap(it, pose_of<Space>(pose, it.a), pose_of<Space>(pose, it.b));
      auto const [d, rotation] = parts_of<Relation>(c);
      out = 0.5 * (dot(d, it.K * d) + dot(rotation, it.K_angular * rotation));
    });
    return out;
  }
};

/// 1/2 c^2 / C of compliant contacts that overlap.
template <class Space>
struct ContactEnergy {
  ContactList<Space> list;
  KOKKOS_FUNCTION int begin(int w) const { return list.offset(w); }
  KOKKOS_FUNCTION int end(int w) const { return list.offset(w + 1); }
  KOKKOS_FUNCTION Real of(int k) const {
    auto const& c = list.contact(k);
    Real const overlap = smaller(c.gap, 0.0);
    return c.law.compliance > 0 ? 0.5 * overlap * overlap / c.law.compliance : 0.0;
  }
};

/// Adds the energies of all items of a world to one of its measures.
template <class Space, class Energy>
struct SumEnergies {
  static constexpr char const* label = "orthant::energy::sum";
  Energy energy;
  Real Measures::*to;
  Span<Space, Measures*> out;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    int const first = energy.begin(w);
    Real const sum = lane.sum(energy.end(w) - first, [&](int i) { return energy.of(first + i); });
    lane.once([&] { out(w).*to += sum; });
  }
};

/// Gives the energy of each item to one of its bodies that moves. One thread for each world,
/// because items share bodies.
template <class Space, class Energy, class Items>
struct EnergyToBodies {
  static constexpr char const* label = "orthant::energy::to_bodies";
  Energy energy;
  Items item;
  Span<Space, Body*> body;
  Span<Space, Real*> out;  // (worlds x bodies)
  KOKKOS_FUNCTION void operator()(int w) const {
    for (int k = energy.begin(w); k < energy.end(w); ++k) {
      auto const& it = item(k);
      int const b = it.b >= 0 && body(it.b).dynamic() ? it.b : it.a;
      if (b >= 0) out(b) += energy.of(k);
    }
  }
};

/// Computes the elastic energy from the state at the end of a step alone, not from impulses.
template <class Space>
class ElasticEnergy {
 public:
  ElasticEnergy() = default;
  ElasticEnergy(int worlds, int bodies, Scene const& scene) : worlds_(worlds) {
    std::set<std::pair<std::size_t, std::size_t>> stores;  // joints and laws that store energy in
                                                           // any world
    CurveStore seen;
    for_laws(scene, seen, [&](int, std::size_t k, std::size_t i, LawAlong const& of) {
      bool const stiff = of.law.K > 0 || (of.law.motor && !of.law.rate);
      if (of.law.n > 0 && stiff && of.law.kind != Law::disc) stores.insert({k, i});
    });
    CollectedCoordinates springs(scene, bodies);
    for_laws(scene, springs.curves, [&](int w, std::size_t k, std::size_t i, LawAlong const& of) {
      if (stores.contains({k, i})) springs.add(w, k, of);
    });
    springs_ = FollowedCoordinates<Space>(springs, worlds);
    value_ = Array<Space, Real*>("orthant::energy::coordinate", springs_.count());
    joint_ = to_device<Space>("orthant::energy::joint", yielding(bodies, scene));
  }

  /// Call after every step, and before the first.
  void follow(Space const& space, Span<Space, Pose<>*> pose) {
    each(space, springs_.count(), FollowSprings<Space>{springs_.view(), value_, pose});
  }
  void start_anew(NewStarts<Space> const& at) { springs_.start_anew(at); }
  void drive(Space const& space, Span<Space, MotorInput*> input) { springs_.drive(space, input); }
  void carry(Carried& c) {
    springs_.carry(c);
    c.array(value_);
  }

  /// Adds to Measures::elastic.
  void add(Space const& space, Span<Space, Pose<>*> pose, Real time,
           Span<Space, Measures*> out) const {
    if (springs_.count() > 0) sum(space, SpringEnergy<Space>{springs_.view(), value_, time}, out);
    if (joint_.extent(0) > 0) sum(space, joints(pose), out);
  }
  void add(Space const& space, ContactList<Space> const& contacts,
           Span<Space, Measures*> out) const {
    sum(space, ContactEnergy<Space>{contacts}, out);
  }

  /// The same to the bodies (worlds x bodies).
  void add_to_bodies(Space const& space, Span<Space, Pose<>*> pose, Real time,
                     Span<Space, Body*> body, Span<Space, Real*> out) const {
    if (springs_.count() > 0) {
      SpringEnergy<Space> const energy{springs_.view(), value_, time};
      give(space, energy, energy.v.item, body, out);
    }
    if (joint_.extent(0) > 0) give(space, joints(pose), joint_, body, out);
  }
  void add_to_bodies(Space const& space, ContactList<Space> const& contacts,
                     Span<Space, Body*> body, Span<Space, Real*> out) const {
    give(space, ContactEnergy<Space>{contacts}, contacts.contact, body, out);
  }

 private:
  template <class Energy>
  void sum(Space const& space, Energy const& energy, Span<Space, Measures*> out) const {
    each_world(space, worlds_, SumEnergies<Space, Energy>{energy, &Measures::elastic, out});
  }
  template <class Energy, class Items>
  void give(Space const& space, Energy const& energy, Items const& item, Span<Space, Body*> body,
            Span<Space, Real*> out) const {
    each(space, worlds_, EnergyToBodies<Space, Energy, Items>{energy, item, body, out});
  }

  JointEnergy<Space> joints(Span<Space, Pose<>*> pose) const {
    return {joint_, joint_.extent_int(0) / worlds_, pose};
  }

  /// Calls f(world, joint, number of the law, law). Every world has the same laws.
  template <class F>
  void for_laws(Scene const& scene, CurveStore& curves, F const& f) const {
    for (int w = 0; w < worlds_; ++w)
      for (std::size_t k = 0; k < scene.joints.size(); ++k) {
        auto const laws = coordinate_laws(scene, w, k, curves);
        for (std::size_t i = 0; i < laws.size(); ++i) f(w, k, i, laws[i]);
      }
  }

  /// World by world the joints that are compliant in any, by type.
  std::vector<YieldingJoint> yielding(int bodies, Scene const& scene) const {
    auto const item_of = [&](int type, int w, std::size_t k) {
      YieldingJoint out{placed_item(scene.of(w).joints[k], w, w * bodies), type, {}, {}};
      with_joint(type, [&](auto relation) {
        using Relation = decltype(relation);
        static_cast<JointItem&>(out) = with_elasticity<Relation>(scene.of(w).joints[k], out);
        constexpr int linear = Relation::linear_rows;
        // any generalised inverse, because c = -C f
        out.K = inverse_general(out.linear.C, linear);
        out.K_angular = inverse_general(out.angular.C, Relation::rows - linear);
      });
      return out;
    };
    std::vector<YieldingJoint> all;
    for (int type = 0; type < static_cast<int>(std::tuple_size_v<Joints>); ++type)
      for (std::size_t k = 0; k < scene.joints.size(); ++k) {
        bool is_one = false, yields = false;
        with_joint(type, [&](auto joint) { is_one = scene.joints[k].type == joint.name; });
        for (int w = 0; is_one && w < worlds_; ++w) yields = yields || !item_of(type, w, k).rigid;
        for (int w = 0; yields && w < worlds_; ++w) all.push_back(item_of(type, w, k));
      }
    std::ranges::stable_sort(all, {}, &YieldingJoint::world);
    return all;
  }

  int worlds_ = 1;
  FollowedCoordinates<Space> springs_;
  Array<Space, Real*> value_;
  Array<Space, YieldingJoint*> joint_;
};

}  // namespace orthant
