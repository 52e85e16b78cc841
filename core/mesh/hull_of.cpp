// Builds the geometry of a convex hull: its faces, edges and centre.
#include "orthant/core/mesh/detail/hull_of.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "orthant/core/config/error.hpp"
#include "orthant/core/mesh/geometry_data.hpp"
#include "orthant/core/mesh/hull_faces.hpp"

namespace orthant {
namespace {

using Edge = std::pair<int, int>;
constexpr Real flat = 1e-7;  // relative to the size
constexpr int few = 32;      // points, among which the farthest is sought by trying all

class HullBuilder {
 public:
  HullBuilder(std::vector<Vec3> const& points, std::string const& where)
      : given_(points), facets_(hull_facets(points, where)) {
    for (std::size_t f = 0; f < facets_.size(); ++f)
      each_edge(facets_[f].corners, [&](int v, int w) { facet_of_[{v, w}] = static_cast<int>(f); });
  }

  GeometryData build() {
    group();
    trace();
    number();
    add_faces();
    add_seeds();
    settle();
    return std::move(out_);
  }

 private:
  template <class F>
  static void each_edge(std::vector<int> const& around, F const& f) {
    for (std::size_t k = 0; k < around.size(); ++k) f(around[k], around[(k + 1) % around.size()]);
  }
  Vec3 const& point(int v) const { return given_[nth(v)]; }
  int& group_of(int facet) { return group_[nth(facet)]; }
  Vec3 area_of(std::vector<int> const& around) const {
    Vec3 out;
    for (std::size_t k = 1; k + 1 < around.size(); ++k)
      out += cross(point(around[k]) - point(around[0]), point(around[k + 1]) - point(around[0]));
    return 0.5 * out;
  }

  /// Joins neighbours of a large facet whose corners lie in its plane.
  void group() {
    Vec3 low = given_[0], high = given_[0];
    for (auto const& p : given_)
      for (int k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], p[k]);
        high[k] = std::max(high[k], p[k]);
      }
    Real const near = flat * norm(high - low);
    std::vector<Real> area;
    for (auto const& facet : facets_) area.push_back(norm(area_of(facet.corners)));
    std::vector<int> order(facets_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](int a, int b) { return area[nth(a)] > area[nth(b)]; });
    group_.assign(facets_.size(), -1);
    for (int const seed : order) {
      if (group_of(seed) >= 0) continue;
      group_of(seed) = groups_;
      auto const& plane = facets_[nth(seed)];
      for (std::vector<int> open{seed}; !open.empty();) {
        int const next = open.back();
        open.pop_back();
        each_edge(facets_[nth(next)].corners, [&](int v, int w) {
          auto const across = facet_of_.find({w, v});
          if (across == facet_of_.end() || group_of(across->second) >= 0) return;
          auto const& other = facets_[nth(across->second)];
          if (dot(other.normal, plane.normal) < 0.9) return;
          for (int const c : other.corners)
            if (std::abs(dot(plane.normal, point(c) - point(plane.corners[0]))) > near) return;
          group_of(across->second) = groups_;
          open.push_back(across->second);
        });
      }
      ++groups_;
    }
  }

  /// The outlines of the groups. A group whose outline is not one loop falls apart into its facets.
  void trace() {
    std::vector<std::map<int, int>> next(nth(groups_));
    std::vector<bool> simple(next.size(), true);
    for (auto const& [edge, facet] : facet_of_) {
      auto const across = facet_of_.find({edge.second, edge.first});
      int const g = group_of(facet);
      if (across != facet_of_.end() && group_of(across->second) == g) continue;
      auto const of = nth(g);
      if (!next[of].emplace(edge).second) simple[of] = false;
    }
    std::vector<int> place(next.size(), -1);
    for (std::size_t g = 0; g < next.size(); ++g) {
      std::vector<int> loop;
      int v = next[g].begin()->first;
      do {
        loop.push_back(v);
        auto const to = next[g].find(v);
        v = to == next[g].end() ? -1 : to->second;
      } while (v >= 0 && v != loop[0] && loop.size() <= next[g].size());
      if (!simple[g] || v != loop[0] || loop.size() != next[g].size()) continue;
      place[g] = static_cast<int>(loops_.size());
      loops_.push_back(loop);
    }
    for (std::size_t f = 0; f < facets_.size(); ++f) {
      int& g = group_[f];
      if (place[nth(g)] >= 0) {
        g = place[nth(g)];
      } else {
        g = static_cast<int>(loops_.size());
        loops_.push_back(facets_[f].corners);
      }
    }
  }

  /// Numbers the corners in the order in which edges reach them, so that far numbers are far apart.
  void number() {
    number_.assign(given_.size(), -1);
    for (auto const& loop : loops_)
      for (int const v : loop) number_[nth(v)] = -2;
    std::map<int, std::vector<int>> beside;
    for (auto const& [edge, facet] : facet_of_)
      if (is_corner(edge.first) && is_corner(edge.second))
        beside[edge.first].push_back(edge.second);
    std::vector<int> reached{loops_[0][0]};
    number_[nth(reached[0])] = 0;
    for (std::size_t k = 0; k < reached.size(); ++k)
      for (int const w : beside[reached[k]])
        if (int& n = number_[nth(w)]; n == -2) {
          n = static_cast<int>(reached.size());
          reached.push_back(w);
        }
    for (int const v : reached) out_.points.push_back(point(v));
    for (std::size_t k = 0; k < reached.size(); ++k) {
      out_.neighbour_first.push_back(static_cast<int>(out_.neighbour.size()));
      for (int const w : beside[reached[k]]) {
        out_.neighbour.push_back(number_[nth(w)]);
        out_.left.push_back(face_at({reached[k], w}));
        out_.right.push_back(face_at({w, reached[k]}));
      }
    }
    out_.neighbour_first.push_back(static_cast<int>(out_.neighbour.size()));
  }
  bool is_corner(int v) const { return number_[nth(v)] != -1; }
  int face_at(Edge const& edge) {
    auto const found = facet_of_.find(edge);
    return group_of(found != facet_of_.end() ? found->second
                                             : facet_of_.at({edge.second, edge.first}));
  }

  void add_faces() {
    for (auto const& loop : loops_) {
      out_.face_first.push_back(static_cast<int>(out_.corner.size()));
      for (int const v : loop) out_.corner.push_back(number_[nth(v)]);
      out_.normal.push_back(unit(area_of(loop)));
      rank(loop);
    }
    out_.face_first.push_back(static_cast<int>(out_.corner.size()));
  }
  /// The first corners are those farthest from all before them.
  void rank(std::vector<int> const& loop) {
    std::vector<int> ranks(loop.size(), static_cast<int>(loop.size()));
    std::vector<Real> apart(loop.size(), HUGE_VAL);
    int const ranked = std::min<int>(SupportFace::capacity, static_cast<int>(loop.size()));
    for (int r = 0, next = 0; r < ranked; ++r) {
      ranks[nth(next)] = r;
      Vec3 const at = point(loop[nth(next)]);
      for (std::size_t k = 0; k < loop.size(); ++k)
        apart[k] = std::min(apart[k], norm(point(loop[k]) - at));
      next = static_cast<int>(std::ranges::max_element(apart) - apart.begin());
    }
    out_.corner_rank.insert(out_.corner_rank.end(), ranks.begin(), ranks.end());
  }

  void add_seeds() {
    if (out_.points.size() <= few) return;
    for (int i = 0; i < 27; ++i) {
      Vec3 const d{{i % 3 - 1., i / 3 % 3 - 1., i / 9 - 1.}};
      auto const far =
          std::ranges::max_element(out_.points, {}, [&](auto& p) { return dot(d, p); });
      out_.seed.push_back(static_cast<int>(far - out_.points.begin()));
    }
    std::ranges::sort(out_.seed);
    out_.seed.erase(std::unique(out_.seed.begin(), out_.seed.end()), out_.seed.end());
  }

  /// Moves the origin to the centre of mass.
  void settle() {
    // Integrals lose digits far from the origin.
    Vec3 middle;
    for (auto const& p : out_.points) middle += p;
    move((1. / static_cast<double>(out_.points.size())) * middle);
    move(shapes::solid_of_polyhedron(out_.view(), 0).centre);
    Real inscribed = HUGE_VAL;
    for (std::size_t f = 0; f < out_.normal.size(); ++f)
      inscribed = std::min(
          inscribed, dot(out_.normal[f], out_.points[nth(out_.corner[nth(out_.face_first[f])])]));
    out_.inscribed_radius = inscribed;
    for (auto const& p : out_.points)
      out_.bounding_radius = std::max(out_.bounding_radius, norm(p));
  }
  void move(Vec3 const& by) {
    for (auto& p : out_.points) p -= by;
    out_.centre += by;
  }

  std::vector<Vec3> const& given_;
  std::vector<Facet> facets_;
  std::map<Edge, int> facet_of_;  // to the left of an edge
  std::vector<int> group_;        // of a facet; later its face
  int groups_ = 0;
  std::vector<std::vector<int>> loops_;  // of the faces
  std::vector<int> number_;              // of a point; -1: no corner
  GeometryData out_;
};

}  // namespace

std::shared_ptr<Geometry const> hull_of(std::vector<Vec3> const& points, std::string const& where) {
  if (points.size() < 4)
    refuse(where, std::to_string(points.size()) + " points", "at least 4, which span a volume");
  for (std::size_t i = 0; i < points.size(); ++i)
    for (int k = 0; k < 3; ++k)
      if (!std::isfinite(points[i][k]))
        refuse(where, "point " + std::to_string(i) + " with " + text(points[i][k]),
               "finite numbers");
  return shared_geometry(HullBuilder(points, where).build());
}

}  // namespace orthant
