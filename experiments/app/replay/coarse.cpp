// Clusters of points by cells of a grid.
#include "experiments/app/replay/coarse.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <set>

namespace orthant {
namespace {

Triangles whole(Geometry const& of) {
  Triangles out;
  for (int i = 0; i < of.points.size(); ++i) out.points.push_back(of.points[i]);
  for (int i = 0; i < of.triangle.size(); ++i) {
    auto const& p = of.triangle[i].point;
    out.corners.push_back({p[0], p[1], p[2]});
  }
  return out;
}

Real area(Triangles const& of) {
  Real out = 0;
  for (auto const& [i, j, k] : of.corners) {
    auto const at = [&](int p) { return of.points[nth(p)]; };
    out += 0.5 * norm(cross(at(j) - at(i), at(k) - at(i)));
  }
  return out;
}

/// The number of the cluster of each point.
std::vector<int> clusters(std::vector<Vec3> const& points, Real cell) {
  std::map<std::array<std::int64_t, 3>, int> known;
  std::vector<int> out;
  out.reserve(points.size());
  for (auto const& p : points) {
    std::array<std::int64_t, 3> at{};
    for (std::size_t i = 0; i < 3; ++i)
      at[i] = std::llround(std::clamp(p[static_cast<int>(i)] / cell, -1e18, 1e18));
    out.push_back(known.emplace(at, static_cast<int>(known.size())).first->second);
  }
  return out;
}

/// Triangles of three clusters, each once, its least corner first.
std::vector<std::array<int, 3>> between(std::vector<std::array<int, 3>> const& corners,
                                        std::vector<int> const& cluster) {
  std::vector<std::array<int, 3>> out;
  for (auto const& old : corners) {
    std::array<int, 3> c{};
    for (std::size_t i = 0; i < 3; ++i) c[i] = cluster[nth(old[i])];
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;
    std::rotate(c.begin(), std::ranges::min_element(c), c.end());
    out.push_back(c);
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

/// Replaces points by the means of their clusters.
void move_to_means(Triangles& of, std::vector<int> const& cluster) {
  auto const count = nth(*std::ranges::max_element(cluster)) + 1;
  std::vector<Vec3> mean(count);
  std::vector<int> weight(count);
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    auto const c = nth(cluster[i]);
    mean[c] += of.points[i];
    ++weight[c];
  }
  for (std::size_t c = 0; c < count; ++c) mean[c] = (1. / weight[c]) * mean[c];
  for (std::size_t i = 0; i < cluster.size(); ++i)
    of.off = larger(of.off, norm(of.points[i] - mean[nth(cluster[i])]));
  of.points = std::move(mean);
}

/// Drops points that no triangle has.
void drop_unused(Triangles& of) {
  std::vector<int> number(of.points.size(), -1);
  std::vector<Vec3> used;
  for (auto& corners : of.corners)
    for (int& p : corners) {
      int& to = number[nth(p)];
      if (to < 0) {
        to = static_cast<int>(used.size());
        used.push_back(of.points[nth(p)]);
      }
      p = to;
    }
  of.points = std::move(used);
}

}  // namespace

Triangles coarsened(Geometry const& surface, int most) {
  Triangles out = whole(surface);
  auto const few = [&](auto const& corners) { return corners.size() <= nth(std::max(0, most)); };
  if (few(out.corners)) return out;
  // A square of the cell's size has two triangles.
  Real cell = std::sqrt(2 * area(out) / std::max(1, most));
  for (;; cell *= 1.1) {
    auto const cluster = clusters(out.points, cell);
    auto corners = between(out.corners, cluster);
    if (!few(corners)) continue;
    out.corners = std::move(corners);
    move_to_means(out, cluster);
    drop_unused(out);
    return out;
  }
}

int fair_share(Scene const& scene, int most) {
  std::set<Geometry const*> known;
  std::multiset<int> counts;
  for (auto const& body : scene.bodies)
    for (auto const& shape : body.shapes)
      if (is_surface(shape) && known.insert(shape.geometry).second)
        counts.insert(shape.geometry->triangle.size());
  int left = most, others = static_cast<int>(counts.size());
  for (int const count : counts) {
    if (count > left / others) return left / others;
    left -= count;
    --others;
  }
  return std::numeric_limits<int>::max();
}

}  // namespace orthant
