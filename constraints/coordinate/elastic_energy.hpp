// The energy stored in springs and compliant constraints, as a function of the pose.
#pragma once
#include <set>

#include "orthant/constraints/coordinate/detail/coordinate_kernels.hpp"
#include "orthant/constraints/coordinate/detail/turned_starts.hpp"
#include "orthant/constraints/coordinate/motors.hpp"
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
  Span<Space, CoordinateItem*> item;
  CoupledTerms<Space> terms;
  Span<Space, coordinate_kernels::UnwrappedValues*> last;
  Span<Space, Real*> value;
  Span<Space, Pose<>*> pose;
  KOKKOS_FUNCTION void operator()(int k) const {
    auto const& it = item(k);
    last(k) = coordinate_kernels::counter<Space>(it, terms, pose, last(k));
    value(k) = coordinate_kernels::counted<Space>(it, terms, pose, last(k));
  }
};

/// 1/2 K e^2 of springs, position motors and soft limits; of limits only beyond them. For a curve
/// its integral. A motor of bounded effort stores none: all that it does is work.
template <class Space>
struct SpringEnergy {
  static constexpr char const* label = "orthant::energy::springs";
  Span<Space, CoordinateItem*> item;
  int uniform;  // items in each world
  Span<Space, CurvePiece*> pieces;
  Span<Space, Real*> value;
  Real time;
  Span<Space, Measures*> out;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    Real const sum = lane.sum(uniform, [&](int i) { return of(w * uniform + i); });
    lane.once([&] { out(w).elastic += sum; });
  }
  KOKKOS_FUNCTION int begin(int w) const { return w * uniform; }
  KOKKOS_FUNCTION int end(int w) const { return (w + 1) * uniform; }
  KOKKOS_FUNCTION Real of(int k) const {
    auto const& law = item(k).law;
    Real const e = law.sign * (value(k) - law.wanted(time));
    if (law.spring.given()) return curve_at(law.spring, pieces, e).integral;
    Real const stretch = law.kind == Law::nonnegative ? smaller(e, 0.0) : e;
    return law.n > 0 ? 0.5 * law.K / law.n * stretch * stretch : 0;
  }
};

/// 1/2 c^T K c of the compliant joints of one type.
template <class Space, class Relation>
struct JointEnergy {
  static constexpr char const* label = "orthant::energy::joints";
  Span<Space, YieldingJoint*> item;
  int uniform;
  Span<Space, Pose<>*> pose;
  Span<Space, Measures*> out;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    Real const sum = lane.sum(uniform, [&](int i) { return of(w * uniform + i); });
    lane.once([&] { out(w).elastic += sum; });
  }
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
  static constexpr char const* label = "orthant::energy::contacts";
  ContactList<Space> list;
  Span<Space, Measures*> out;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    Real const sum = lane.sum(end(w) - begin(w), [&](int k) { return of(begin(w) + k); });
    lane.once([&] { out(w).elastic += sum; });
  }
  KOKKOS_FUNCTION int begin(int w) const { return list.offset(w); }
  KOKKOS_FUNCTION int end(int w) const { return list.offset(w + 1); }
  KOKKOS_FUNCTION Real of(int k) const {
    auto const& c = list.contact(k);
    Real const overlap = smaller(c.gap, 0.0);
    return c.law.compliance > 0 ? 0.5 * overlap * overlap / c.law.compliance : 0.0;
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
    std::vector<CoordinateItem> springs;
    CurveStore curves;
    CoupledStore terms;
    MotorNumbers const numbers(scene);
    for_laws(scene, curves, [&](int w, std::size_t k, std::size_t i, LawAlong const& of) {
      if (stores.contains({k, i}))
        springs.push_back({placed_item(scene.of(w).joints[k], w, w * bodies), of.coordinate, of.law,
                           terms.add(scene, w, k, w * bodies, curves),
                           of.law.motor ? numbers.of(w, k, of.coordinate) : -1});
      if (stores.contains({k, i})) springs.back().joint = static_cast<int>(k);
    });
    terms_ = to_device<Space>("orthant::energy::coupled", terms.terms());
    springs_ = static_cast<int>(springs.size());
    spring_ = to_device<Space>("orthant::energy::spring", springs);
    motors_ = MotorItems<Space>(springs);
    pieces_ = to_device<Space>("orthant::energy::piece", curves.pieces());
    last_ = Array<Space, coordinate_kernels::UnwrappedValues*>("orthant::energy::unwrapped_values",
                                                               springs_);
    value_ = Array<Space, Real*>("orthant::energy::coordinate", springs_);
    std::apply([&](auto&... each) { (read(each, bodies, scene), ...); }, joints_);
  }

  /// Call after every step, and before the first.
  void follow(Space const& space, Span<Space, Pose<>*> pose) {
    each(space, springs_,
         FollowSprings<Space>{.item = spring_,
                              .terms = {terms_, pieces_},
                              .last = last_,
                              .value = value_,
                              .pose = pose});
  }
  void start_anew(NewStarts<Space> const& at) { turn_starts(at, spring_, terms_, last_); }
  void drive(Space const& space, Span<Space, MotorInput*> input) {
    motors_.drive(space, spring_, input);
  }
  void carry(Carried& c) {
    c.array(last_);
    c.array(value_);
  }

  /// Adds to Measures::elastic.
  void add(Space const& space, Span<Space, Pose<>*> pose, Real time,
           Span<Space, Measures*> out) const {
    if (springs_ > 0)
      each_world(space, worlds_,
                 SpringEnergy<Space>{.item = spring_,
                                     .uniform = springs_ / worlds_,
                                     .pieces = pieces_,
                                     .value = value_,
                                     .time = time,
                                     .out = out});
    std::apply([&](auto const&... each) { (add(space, each, pose, out), ...); }, joints_);
  }
  void add(Space const& space, ContactList<Space> const& contacts,
           Span<Space, Measures*> out) const {
    each_world(space, worlds_, ContactEnergy<Space>{contacts, out});
  }

  /// The same to the bodies (worlds x bodies).
  void add_to_bodies(Space const& space, Span<Space, Pose<>*> pose, Real time,
                     Span<Space, Body*> body, Span<Space, Real*> out) const {
    if (springs_ > 0) {
      SpringEnergy<Space> const energy{.item = spring_,
                                       .uniform = springs_ / worlds_,
                                       .pieces = pieces_,
                                       .value = value_,
                                       .time = time,
                                       .out = {}};
      give(space, energy, energy.item, body, out);
    }
    auto const add_kind = [&](auto const& kind) {
      using Relation = typename std::decay_t<decltype(kind)>::Relation;
      if (kind.count == 0) return;
      JointEnergy<Space, Relation> const energy{kind.item, kind.count / worlds_, pose, {}};
      give(space, energy, energy.item, body, out);
    };
    std::apply([&](auto const&... kind) { (add_kind(kind), ...); }, joints_);
  }
  void add_to_bodies(Space const& space, ContactList<Space> const& contacts,
                     Span<Space, Body*> body, Span<Space, Real*> out) const {
    give(space, ContactEnergy<Space>{contacts, {}}, contacts.contact, body, out);
  }

 private:
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
    if (kind.count > 0)
      each_world(
          space, worlds_,
          JointEnergy<Space, typename K::Relation>{kind.item, kind.count / worlds_, pose, out});
  }

  int worlds_ = 1, springs_ = 0;
  Array<Space, CoordinateItem*> spring_;
  MotorItems<Space> motors_;
  Array<Space, CoupledCoordinate*> terms_;
  Array<Space, CurvePiece*> pieces_;
  Array<Space, coordinate_kernels::UnwrappedValues*> last_;
  Array<Space, Real*> value_;
  typename KindsOf<Joints>::List joints_;
};

}  // namespace orthant
