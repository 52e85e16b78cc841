// Which pairs of shapes may touch: the search and its kernels.
//
// Half-spaces, and shapes larger than a few times the median, are not in the grid. Each is tried
// against every other shape of its world. The work is O(shapes x large + pairs). The order of pairs
// depends on the shapes alone, so that a step has the same bits on every space.
#pragma once
#include "orthant/core/collision/detail/surface_search.hpp"
#include "orthant/core/model/model.hpp"

namespace orthant {

/// Two shapes of one world, by their numbers within it: the owner, which lists the pair, and the
/// partner. A surface is a partner, with one triangle.
struct ShapePair {
  int world, owner, partner;
  int part = -1;  // triangle of the partner
};

/// What the search of one step reads, and the candidates of a shape.
template <class Space>
struct PairSearch {
  int shapes = 0;                    // per world
  int stride = 0;                    // ns where worlds have shapes of their own, else 0
  int bodies = 0;                    // per world
  int buckets = 0;                   // a power of two
  Span<Space, Shape*> shape;         // (shapes) or (worlds x shapes)
  Span<Space, Body*> body;           // (worlds x bodies)
  Span<Space, int*> large;           // (shapes) or (worlds x shapes) 1: not in the grid
  Span<Space, int*> large_first;     // (2) or (worlds + 1) first large shape of a world ...
  Span<Space, int*> large_list;      // ... in this list, by numbers within the world
  Span<Space, int*> first_name;      // (shapes + 1) first name of a partner, see name_of
  Span<Space, int*> excluded_first;  // (ns + 1) first partner that a shape must not touch ...
  Span<Space, int*> excluded;        // ... in this list, ascending
  Span<Space, Bounds*> bounds;       // (worlds x shapes)
  Span<Space, Real*> cell_size;      // (worlds)
  Span<Space, int*> bucket;          // (buckets + 1) first entry of each
  Span<Space, int*> entry;           // (worlds x shapes) shapes, flat, by bucket
  bool has_grid = true;              // else each of the few shapes is tried against all others
  Real margin = 0;                   // of this search [m]
  /// Pairs of bodies that are still are not looked at; those of them that are listed in `known` are
  /// pairs again.
  Span<Space, int*> still{};         // (worlds x bodies) not 0: so a body is; empty: none
  Span<Space, ShapePair*> known{};   // by their owners ...
  Span<Space, int*> known_offset{};  // (worlds x shapes + 1) ... from here on; empty: no pairs

  KOKKOS_FUNCTION Shape const& shape_of(int world, int i) const {
    return shape(world * stride + i);
  }
  /// The pair in the key of its contacts, see contact_key.
  KOKKOS_FUNCTION std::uint64_t name_of(ShapePair const& of) const {
    return static_cast<std::uint64_t>(of.owner) * static_cast<unsigned>(first_name(shapes)) +
           static_cast<unsigned>(first_name(of.partner) + larger(of.part, 0));
  }
  KOKKOS_FUNCTION ShapePair pair_of(int world, std::uint64_t name) const {
    auto const all = static_cast<unsigned>(first_name(shapes));
    auto const of = static_cast<int>(name % all);
    int low = 0, high = shapes;  // the last partner whose first name is at most `of`
    while (high - low > 1) {
      int const middle = (low + high) / 2;
      (first_name(middle) <= of ? low : high) = middle;
    }
    int const part = is_surface(shape_of(world, low)) ? of - first_name(low) : -1;
    return {world, static_cast<int>(name / all), low, part};
  }
  KOKKOS_FUNCTION Shape const& owner(ShapePair const& of) const {
    return shape_of(of.world, of.owner);
  }
  KOKKOS_FUNCTION Shape partner(ShapePair const& of) const {
    Shape out = shape_of(of.world, of.partner);
    out.part = of.part;
    return out;
  }
  KOKKOS_FUNCTION bool is_large(int world, int i) const { return large(world * stride + i); }

  /// Wherever their bodies are.
  KOKKOS_FUNCTION bool may_ever_meet(int world, int i, int j) const {
    int const a = shape(i).body, b = shape(j).body;
    if (a == b) return false;
    if (!body(world * bodies + a).dynamic() && !body(world * bodies + b).dynamic()) return false;
    if (!may_touch(shape_of(world, i), shape_of(world, j))) return false;
    for (int k = excluded_first(i); k < excluded_first(i + 1); ++k)
      if (excluded(k) == j) return false;
    return true;
  }
  Vec3 lowest{}, highest{};  // around the bounds of all shapes that are not still ...
  bool encloses = false;     // ... if it is known

  /// Whether a shape may meet one that is not still.
  KOKKOS_FUNCTION bool near_moving(Bounds const& of) const {
    for (int k = 0; encloses && k < 3; ++k)
      if (of.centre[k] - of.half[k] > highest[k] || of.centre[k] + of.half[k] < lowest[k])
        return false;
    return true;
  }
  KOKKOS_FUNCTION bool is_still(int world, int i) const {
    return still.extent(0) > 0 && still(world * bodies + shape(i).body);
  }
  KOKKOS_FUNCTION bool may_meet(int world, int i, int j) const {
    Bounds const &of_i = bounds(world * shapes + i), &of_j = bounds(world * shapes + j);
    if (!broad_phase::overlap(of_i, of_j)) return false;  // a half-space is unbounded
    if (!may_ever_meet(world, i, j)) return false;
    if (shape_of(world, i).template is<shapes::HalfSpace>())
      return !broad_phase::outside(of_j, of_i, margin);
    if (shape_of(world, j).template is<shapes::HalfSpace>())
      return !broad_phase::outside(of_i, of_j, margin);
    return true;
  }

  /// Whether shape i lists its pair with the large shape j: the smaller one does, or the one that
  /// is no surface, else that of the lower number.
  KOKKOS_FUNCTION bool lists_large(int world, int i, int j) const {
    if (is_surface(shape_of(world, i))) return false;
    return !is_large(world, i) || is_surface(shape_of(world, j)) || i < j;
  }

  /// f(partner, triangle) for the parts of a partner near a shape.
  template <class F>
  KOKKOS_FUNCTION void parts(int flat, int j, F const& f) const {
    int const world = flat / shapes;
    Shape const& surface = shape_of(world, j);
    if (!is_surface(surface)) return f(j, -1);
    bool const half_space = shape_of(world, flat % shapes).template is<shapes::HalfSpace>();
    broad_phase::Near const near(bounds(flat), bounds(world * shapes + j), half_space, margin);
    broad_phase::each_near(*surface.geometry, near, [&](int part) { f(j, part); });
  }

  /// Calls f(partner, part) for every pair that the shape `flat` lists. The smaller shape lists a
  /// pair of a small and a large shape, else the lower number does.
  template <class F>
  KOKKOS_FUNCTION void candidates(int flat, F const& f) const {
    int const world = flat / shapes, i = flat % shapes;
    int const of = stride > 0 ? world : 0;
    bool const rests = is_still(world, i);
    if (rests && known_offset.extent(0) > 0)
      for (int k = known_offset(flat); k < known_offset(flat + 1); ++k)
        if (is_still(world, known(k).partner)) f(known(k).partner, known(k).part);
    if (rests && !near_moving(bounds(flat))) return;
    for (int k = large_first(of); k < large_first(of + 1); ++k)
      if (int const j = large_list(k); lists_large(world, i, j))
        if (!(rests && is_still(world, j)) && may_meet(world, i, j)) parts(flat, j, f);
    if (is_large(world, i)) return;
    if (!has_grid) {
      for (int j = i + 1; j < shapes; ++j)
        if (!(rests && is_still(world, j)) && !is_large(world, j) && may_meet(world, i, j))
          f(j, -1);
      return;
    }
    auto const home = broad_phase::cell_of(bounds(flat).centre, cell_size(world));
    for (int x = -1; x <= 1; ++x)
      for (int y = -1; y <= 1; ++y)
        for (int z = -1; z <= 1; ++z) in_cell(flat, {home.x + x, home.y + y, home.z + z}, f);
  }

  template <class F>
  KOKKOS_FUNCTION void in_cell(int flat, broad_phase::Cell const& cell, F const& f) const {
    int const world = flat / shapes;
    int const b = broad_phase::bucket_of(world, cell, buckets);
    for (int k = bucket(b); k < bucket(b + 1); ++k) {
      int const other = entry(k);  // cells share buckets: compare the cell
      if (other <= flat || other / shapes != world) continue;
      if (is_still(world, flat % shapes) && is_still(world, other % shapes)) continue;
      if (!(broad_phase::cell_of(bounds(other).centre, cell_size(world)) == cell)) continue;
      if (may_meet(world, flat % shapes, other % shapes)) f(other % shapes, -1);
    }
  }
};

namespace pair_kernels {

template <class Space>
struct Bound {
  static constexpr char const* label = "orthant::collision::bounds";
  PairSearch<Space> s;
  Span<Space, Pose<>*> pose;
  Span<Space, Twist*> twist;
  Real h, margin;
  KOKKOS_FUNCTION void operator()(int flat) const {
    auto const& shape = s.shape_of(flat / s.shapes, flat % s.shapes);
    int const body = flat / s.shapes * s.bodies + shape.body;
    s.bounds(flat) = broad_phase::bounds(shape, pose(body), twist(body), h, margin);
  }
};

/// A cell is as large as the largest small shape of its world, so that neighbours are at most one
/// cell away.
template <class Space>
struct CellSize {
  static constexpr char const* label = "orthant::collision::cell_size";
  PairSearch<Space> s;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int world) const {
    Real const most = lane.largest(s.shapes, [&](int i) {
      Vec3 const& half = s.bounds(world * s.shapes + i).half;
      return s.is_large(world, i) ? 0.0 : larger(half[0], larger(half[1], half[2]));
    });
    lane.once([&] { s.cell_size(world) = most > 0 ? 2 * most : 1; });
  }
};

template <class Space>
KOKKOS_FUNCTION int home_bucket(PairSearch<Space> const& s, int flat) {
  int const world = flat / s.shapes;
  return broad_phase::bucket_of(
      world, broad_phase::cell_of(s.bounds(flat).centre, s.cell_size(world)), s.buckets);
}

template <class Space>
struct CountEntries {
  static constexpr char const* label = "orthant::collision::count_entries";
  PairSearch<Space> s;
  KOKKOS_FUNCTION void operator()(int flat) const {
    if (!s.is_large(flat / s.shapes, flat % s.shapes))
      Kokkos::atomic_add(&s.bucket(home_bucket(s, flat)), 1);
  }
};

template <class Space>
struct FillEntries {
  static constexpr char const* label = "orthant::collision::fill_entries";
  PairSearch<Space> s;
  Span<Space, int*> next;  // (buckets) copy of the first entries, advanced here
  KOKKOS_FUNCTION void operator()(int flat) const {
    if (!s.is_large(flat / s.shapes, flat % s.shapes))
      s.entry(Kokkos::atomic_fetch_add(&next(home_bucket(s, flat)), 1)) = flat;
  }
};

/// 1 for a shape that may ever touch one of a higher number.
template <class Space>
struct MarkPartners {
  static constexpr char const* label = "orthant::collision::mark_partners";
  PairSearch<Space> s;
  Span<Space, int*> out;  // (worlds x shapes)
  KOKKOS_FUNCTION void operator()(int flat) const {
    int const world = flat / s.shapes, i = flat % s.shapes;
    int j = i + 1;
    while (j < s.shapes && !s.may_ever_meet(world, i, j)) ++j;
    out(flat) = j < s.shapes;
  }
};

template <class Space>
struct CountPairs {
  static constexpr char const* label = "orthant::collision::count_pairs";
  PairSearch<Space> s;
  Span<Space, int*> count;  // (W ns + 1)
  KOKKOS_FUNCTION void operator()(int flat) const {
    int n = 0;
    s.candidates(flat, [&](int, int) { ++n; });
    count(flat) = n;
  }
};

/// Writes the pairs of a shape from `begin` on, as far as there is room, by ascending partner,
/// because the order in a bucket is arbitrary. Returns their number.
template <class Space>
KOKKOS_FUNCTION int write_pairs(PairSearch<Space> const& s, int flat, int begin,
                                Span<Space, ShapePair*> const& pair) {
  int n = 0;
  s.candidates(flat, [&](int partner, int part) {
    int k = begin + n++;
    if (k >= pair.extent_int(0)) return;
    for (; k > begin && pair(k - 1).partner > partner; --k) pair(k) = pair(k - 1);
    pair(k) = {flat / s.shapes, flat % s.shapes, partner, part};
  });
  return n;
}
template <class Space>
struct WritePairs {
  static constexpr char const* label = "orthant::collision::write_pairs";
  PairSearch<Space> s;
  Span<Space, int*> offset;
  Span<Space, ShapePair*> pair;
  KOKKOS_FUNCTION void operator()(int flat) const { write_pairs(s, flat, offset(flat), pair); }
};

/// Also counts the pairs if one shape comes after the other.
template <class Space>
struct ListPairs {
  static constexpr char const* label = "orthant::collision::list_pairs";
  PairSearch<Space> s;
  Span<Space, int*> offset;  // (W ns + 1)
  Span<Space, ShapePair*> pair;
  KOKKOS_FUNCTION void operator()(int flat) const {
    int const begin = flat > 0 ? offset(flat) : offset(0) = 0;
    offset(flat + 1) = begin + write_pairs(s, flat, begin, pair);
  }
};

}  // namespace pair_kernels
}  // namespace orthant
