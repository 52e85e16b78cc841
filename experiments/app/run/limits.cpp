// The limits of a scene, and the body that exceeds one.
#include "experiments/app/run/limits.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "orthant/core/config/schema.hpp"

namespace orthant {

Real size_of(BodySpec const& body) {
  Real size = 0;
  for (auto const& shape : body.shapes)
    if (Real const r = bounding_radius(shape); std::isfinite(r)) size = std::max(size, r);
  return size;
}

Real size_of(Setup const& setup, Snapshot const& start) {
  Vec3 low, high;
  for (int i = 0; i < 3; ++i) low[i] = INFINITY, high[i] = -INFINITY;
  for (auto const& pose : start.pose)
    for (int i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], pose.p_WB[i]);
      high[i] = std::max(high[i], pose.p_WB[i]);
    }
  Real size = 0;
  for (int w = 0; w < setup.worlds; ++w)
    for (auto const& body : setup.scene.of(w).bodies) size = std::max(size, size_of(body));
  return start.pose.empty() ? size : size + norm(high - low);
}

MotionLimits sensible_limits(Setup const& setup, Snapshot const& start, int steps) {
  Real v = 0, w = 0, a = 0;
  for (auto const& twist : start.twist) {
    v = std::max(v, norm(linear(twist)));
    w = std::max(w, norm(angular(twist)));
  }
  Real g = 0;
  for (int world = 0; world < setup.worlds; ++world) {
    auto const& scene = setup.scene.of(world);
    g = std::max(g, norm(scene.gravity));
    for (auto const& body : scene.bodies)
      if (body.motion == Motion::dynamic) a = std::max(a, norm(linear(body.wrench_W)) / body.mass);
    for (auto const& load : scene.loads)
      for (auto const& at : load.force)
        a = std::max(a, norm(at.x) / scene.bodies[nth(load.body)].mass);
  }
  Real const h = setup.h, T = steps * h, L = size_of(setup, start);
  Real const reached = v + (g + a) * T;
  auto const most = [](std::initializer_list<Real> of) {  // finite, so that JSON can store it
    return std::min(1e3 * std::max(of), std::numeric_limits<Real>::max());
  };
  return {most({1e5, L + reached * T}), most({1e3, reached, L / h}), most({1e3, w, 1 / h})};
}

Json limits_schema() {
  Json out = schema_of([](Fields& f) { MotionLimits{}.fields(f); });
  for (auto& [key, each] : out["properties"].items()) each.erase("default");
  out["description"] =
      "beyond which a body ends the run; absent: a thousand times what the start, gravity and "
      "given forces could make of it, at least 1e8 m, 1e6 m/s, 1e6 rad/s";
  return out;
}

std::string beyond(MotionLimits const& limits, Measures const& worst, Setup const& setup,
                   Snapshot const& start, Simulation const& simulation, int step) {
  struct Kind {
    char const *key, *what, *unit;
    Real found, limit;
  };
  Kind const kinds[] = {
      {"speed", " moves at ", " m/s", worst.speed, limits.speed},
      {"spin", " turns at ", " rad/s", worst.spin, limits.spin},
      {"distance", " is away from its start by ", " m", worst.drift, limits.distance}};
  auto const& bodies = setup.scene.bodies;
  Snapshot now;
  auto const of = [&](std::size_t k, std::string const& key) {
    if (bodies[k % bodies.size()].motion != Motion::dynamic) return Real(-1);
    if (key == "distance") return norm(now.pose[k].p_WB - start.pose[k].p_WB);
    return norm(key == "speed" ? linear(now.twist[k]) : angular(now.twist[k]));
  };
  for (auto const& [key, what, unit, found, limit] : kinds) {
    if (!(found > limit)) continue;
    now = simulation.snapshot();
    std::size_t most = 0;
    for (std::size_t k = 1; k < now.pose.size(); ++k)
      if (of(k, key) > of(most, key)) most = k;
    return fmt::format("\"{}\"{}{:.6g}{} after step {}, beyond limits/{}, {}",
                       bodies[most % bodies.size()].name, what, found, unit, step, key,
                       text(limit));
  }
  return "";
}

}  // namespace orthant
