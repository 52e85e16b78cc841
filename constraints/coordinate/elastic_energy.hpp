// The energy stored in springs and compliant constraints, as a function of the pose.
#pragma once
#include <set>

#include "orthant/constraints/coordinate/detail/followed_coordinates.hpp"
#include "orthant/constraints/relations/list.hpp"
#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/metrics/measures.hpp"

namespace orthant {

/// A joint with compliance: c + C (f + D dc/dt) = 0 is a spring of stiffness C^-1.
struct YieldingJoint : JointItem {
  Mat3 K, K_angular;  // [N/m], [N m/rad]; zero where C is rigid
};

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

/// 1/2 c^T K c of the compliant joints of one type.
template <class Space, class Relation>
struct JointEnergy {
  Span<Space, YieldingJoint*> item;
  int uniform;
  Span<Space, Pose<>*> pose;
  KOKKOS_FUNCTION int begin(int w) const { return w * uniform; }
  KOKKOS_FUNCTION int end(int w) const { return (w + 1) * uniform; }
  KOKKOS_FUNCTION Real of(int k) const {
    auto const& it = item(k);
    auto const c = Relation::gap(it, pose_of<Space>(pose, it.a), pose_of<Space>(pose, it.b));
    auto const [d, rotation] = parts_of<Relation>(c);
    return 0.5 * (dot(d, it.K * d) + dot(rotation, it.K_angular * rotation));
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
    std::apply([&](auto&... each) { (read(each, bodies, scene), ...); }, joints_);
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
    std::apply([&](auto const&... each) { (add(space, each, pose, out), ...); }, joints_);
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
    auto const add_kind = [&](auto const& kind) {
      using Relation = typename std::decay_t<decltype(kind)>::Relation;
      if (kind.count == 0) return;
      JointEnergy<Space, Relation> const energy{kind.item, kind.count / worlds_, pose};
      give(space, energy, energy.item, body, out);
    };
    std::apply([&](auto const&... kind) { (add_kind(kind), ...); }, joints_);
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

  template <class Relation_>
  struct Kind {
    using Relation = Relation_;
    int count = 0;
    Array<Space, YieldingJoint*> item;
  };
  template <class List>
  struct KindsOf;
  template <class... Relation>
  struct KindsOf<std::tuple<Relation...>> {
    using List = std::tuple<Kind<Relation>...>;
  };

  /// Calls f(world, joint, number of the law, law). Every world has the same laws.
  template <class F>
  void for_laws(Scene const& scene, CurveStore& curves, F const& f) const {
    for (int w = 0; w < worlds_; ++w)
      for (std::size_t k = 0; k < scene.joints.size(); ++k) {
        auto const laws = coordinate_laws(scene, w, k, curves);
        for (std::size_t i = 0; i < laws.size(); ++i) f(w, k, i, laws[i]);
      }
  }

  template <class K>
  void read(K& kind, int bodies, Scene const& scene) {
    using Relation = typename K::Relation;
    auto const item_of = [&](int w, std::size_t k) {
      auto const& joint = scene.of(w).joints[k];
      return with_elasticity<Relation>(joint, placed_item(joint, w, w * bodies));
    };
    std::vector<std::size_t> yields;  // compliant joints, in any world
    for (std::size_t k = 0; k < scene.joints.size(); ++k)
      for (int w = 0; w < worlds_ && scene.joints[k].type == Relation::name; ++w)
        if (!item_of(w, k).rigid) {
          yields.push_back(k);
          break;
        }
    std::vector<YieldingJoint> items;
    for (int w = 0; w < worlds_; ++w)
      for (std::size_t const k : yields) {
        YieldingJoint item{item_of(w, k), {}, {}};
        constexpr int linear = Relation::linear_rows;
        item.K = inverse_general(item.linear.C, linear);  // any generalised inverse, because c = -C
                                                          // f
        item.K_angular = inverse_general(item.angular.C, Relation::rows - linear);
        items.push_back(item);
      }
    kind.count = static_cast<int>(items.size());
    kind.item = to_device<Space>("orthant::energy::joint", items);
  }

  template <class K>
  void add(Space const& space, K const& kind, Span<Space, Pose<>*> pose,
           Span<Space, Measures*> out) const {
    using Energy = JointEnergy<Space, typename K::Relation>;
    if (kind.count > 0) sum(space, Energy{kind.item, kind.count / worlds_, pose}, out);
  }

  int worlds_ = 1;
  FollowedCoordinates<Space> springs_;
  Array<Space, Real*> value_;
  typename KindsOf<Joints>::List joints_;
};

}  // namespace orthant
