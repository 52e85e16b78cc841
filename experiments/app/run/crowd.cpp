// Counts shapes in a grid, as the search for pairs does.
#include "experiments/app/run/crowd.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

constexpr double most_pairs = 1e8;

struct Ball {
  Vec3 centre;
  Real radius;
};

/// A ball around each shape that is bounded.
std::vector<Ball> balls(Scene const& scene) {
  std::vector<Ball> out;
  for (auto const& body : scene.bodies) {
    if (!body.collide) continue;
    for (auto const& shape : body.shapes)
      if (Real const radius = bounding_radius(shape); std::isfinite(radius))
        out.push_back({body.pose.p_WB + rotate(body.pose.q_WB, shape.X_BS.p_WB), radius});
  }
  return out;
}

}  // namespace

void require_no_crowd(Scene const& scene, std::string const& where) {
  auto all = balls(scene);
  if (static_cast<double>(all.size()) * static_cast<double>(all.size()) < 2 * most_pairs) return;
  auto const middle = all.begin() + static_cast<long>(all.size() / 2);
  std::ranges::nth_element(all, middle, {}, &Ball::radius);
  Real const size = 2 * middle->radius;
  std::map<std::array<double, 3>, double> shapes_in;
  for (auto const& each : all)
    if (each.radius <= middle->radius)
      ++shapes_in[{std::floor(each.centre[0] / size), std::floor(each.centre[1] / size),
                   std::floor(each.centre[2] / size)}];
  double pairs = 0;
  for (auto const& [cell, count] : shapes_in) pairs += 0.5 * count * (count - 1);
  if (pairs > most_pairs)
    refuse(where + "/scene",
           text(pairs) + " pairs of shapes within " + text(size) + " m of each other",
           "up to " + text(most_pairs) + ": fewer of them, or apart from each other");
}

}  // namespace orthant
