// Random shapes, poses and pairs of nearby shapes, the same in every run.
#pragma once
#include <random>
#include <string>
#include <vector>

#include "orthant/tests/collision/placed.hpp"

namespace orthant::test {

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}

  Real between(Real low, Real high) {
    return low + (high - low) * static_cast<Real>(engine_()) / 4294967296.;
  }
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }

  Vec3 direction() {
    for (;;) {
      Vec3 const v{{between(-1, 1), between(-1, 1), between(-1, 1)}};
      if (dot(v, v) <= 1 && dot(v, v) > 1e-4) return unit(v);
    }
  }
  Quat<> orientation() { return rotation(direction(), between(0, 4 * quarter)); }
  Pose<> pose(Real reach) { return {between(0, reach) * direction(), orientation()}; }

  /// A rotation that maps axes to axes, followed by one of 10^-1 to 10^-12, or none.
  Quat<> nearly_aligned() {
    Quat<> const aligned = rotation(x_axis, quarter * below(4)) *
                           rotation(y_axis, quarter * below(4)) *
                           rotation(z_axis, quarter * below(4));
    int const digits = below(13);
    return digits == 0 ? aligned : rotation(direction(), pow(10., -digits)) * aligned;
  }

  Placed shape(ShapeKind kind) {
    if (kind == kind_of<shapes::Sphere>) return sphere(between(0.05, 0.6));
    if (kind == kind_of<shapes::Capsule>) return capsule(between(0.05, 0.4), between(0.05, 0.8));
    if (kind == kind_of<shapes::Box>)
      return box(between(0.1, 0.8), between(0.1, 0.8), between(0.1, 0.8));
    if (kind == kind_of<shapes::HalfSpace>) return half_space();
    return placed(kind, {{between(0.1, 0.8), between(0.1, 0.8), between(0.1, 0.8)}});
  }

 private:
  std::mt19937 engine_;
};

struct Kinds {
  ShapeKind a, b;
};

inline Kinds const all_pairs[] = {{kind_of<shapes::Sphere>, kind_of<shapes::Sphere>},
                                  {kind_of<shapes::Capsule>, kind_of<shapes::Sphere>},
                                  {kind_of<shapes::Capsule>, kind_of<shapes::Capsule>},
                                  {kind_of<shapes::Box>, kind_of<shapes::Sphere>},
                                  {kind_of<shapes::Box>, kind_of<shapes::Capsule>},
                                  {kind_of<shapes::Box>, kind_of<shapes::Box>},
                                  {kind_of<shapes::HalfSpace>, kind_of<shapes::Sphere>},
                                  {kind_of<shapes::HalfSpace>, kind_of<shapes::Capsule>},
                                  {kind_of<shapes::HalfSpace>, kind_of<shapes::Box>}};

/// The other pairs, which support maps handle: all with an ellipsoid, a cylinder or a new shape of
/// the list.
inline std::vector<Kinds> general_pairs() {
  std::vector<Kinds> out;
  for (int a = 0; a < Shapes::count; ++a)
    for (int b = 0; b <= a; ++b) {
      Shape of_a;
      of_a.kind = ShapeKind{a};
      if (is_surface(of_a)) continue;  // they touch triangle by triangle: tests of surfaces
      bool convex = false;
      with_type(ShapeKind{b}, [&](auto type) { convex = type.convex; });
      bool const special =
          std::any_of(std::begin(all_pairs), std::end(all_pairs),
                      [&](Kinds const& k) { return k.a == ShapeKind{a} && k.b == ShapeKind{b}; });
      if (convex && !special) out.push_back({ShapeKind{a}, ShapeKind{b}});
    }
  return out;
}

inline std::string name_of_pair(Kinds const& kinds) {
  std::string out;
  with_type(kinds.a, [&](auto type) { out += type.name; });
  with_type(kinds.b, [&](auto type) { out += std::string("_") + type.name; });
  return out;
}

struct Pair {
  Placed a, b;
};

/// Half extents along the shape's own axes.
inline Vec3 extents(Shape const& shape) {
  Vec3 low, high;
  bound_core(shape, low, high);
  Real const r = rounding(shape);
  return high + Vec3{{r, r, r}};
}

/// Two nearby shapes of these kinds in general position.
inline Pair random_pair(Dice& dice, Kinds const& kinds) {
  Placed a = dice.shape(kinds.a), b = dice.shape(kinds.b);
  bool const plane = kinds.a == kind_of<shapes::HalfSpace>;
  Real const reach = bounding_radius(b.shape) + (plane ? 0.15 : bounding_radius(a.shape));
  b.X_WS = {dice.between(0, 1.05 * reach) * dice.direction(), dice.orientation()};
  Pose<> const X = dice.pose(3);
  return {a.in(X), b.in(X)};
}

/// Two shapes of these kinds with axes aligned up to a small rotation, flush or touching in some
/// directions up to a small gap or overlap.
inline Pair aligned_pair(Dice& dice, Kinds const& kinds) {
  Placed a = dice.shape(kinds.a), b = dice.shape(kinds.b);
  if (kinds.a == kinds.b && dice.below(2) == 0) b.shape = a.shape;
  b.X_WS.q_WB = dice.nearly_aligned();
  Vec3 const in_a = extents(a.shape), in_b = extents(b.shape);
  Real const noise = dice.below(3) == 0 ? 0 : pow(10., -1 - dice.below(12));
  for (int k = 0; k < 3; ++k) {
    Vec3 e;
    e[k] = 1;
    Vec3 const seen = rotate_back(b.X_WS.q_WB, e);
    Real other = 0;
    for (int j = 0; j < 3; ++j) other += fabs(seen[j]) * in_b[j];
    Real const places[] = {0, in_a[k] + other, in_a[k] - other, dice.between(0, in_a[k] + other)};
    b.X_WS.p_WB[k] =
        (dice.below(2) == 0 ? 1 : -1) * places[dice.below(4)] + noise * dice.between(-1, 1);
  }
  Pose<> const X = dice.pose(3);
  return {a.in(X), b.in(X)};
}

inline Pair near_pair(Dice& dice, Kinds const& kinds) {
  return dice.below(2) == 0 ? random_pair(dice, kinds) : aligned_pair(dice, kinds);
}

}  // namespace orthant::test
