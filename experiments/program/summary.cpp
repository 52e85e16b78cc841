// Worst values of a run, with their stable names.
#include "experiments/program/summary.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "experiments/program/measure_table.hpp"

namespace orthant {
namespace {

/// NaN counts as worse than any number.
void worsen(Real& worst, Real x) {
  if (!(x <= worst) && worst == worst) worst = x;
}

Real size_of(BodySpec const& body) {
  Real size = 0;
  for (auto const& shape : body.shapes)
    if (Real const r = bounding_radius(shape); std::isfinite(r)) size = std::max(size, r);
  return size;
}

}  // namespace

Measures over_worlds(std::vector<Measures> const& worlds) {
  Measures out;
  for (auto const& m : worlds) {
    for (auto const& each : worst_of) worsen(out.*each.part, m.*each.part);
    out.kinetic += m.kinetic;
    out.potential += m.potential;
    out.elastic += m.elastic;
    out.momentum += m.momentum;
    out.angular_momentum += m.angular_momentum;
  }
  return out;
}

RunSummary::RunSummary(Scene const& scene, Real h) : h_(h) {
  for (auto const& body : scene.bodies) {
    if (body.motion != Motion::dynamic) continue;
    Real const weight = body.mass * norm(scene.gravity), size = size_of(body);
    lift_ += weight * size;
    torque_ += weight * (size + norm(body.pose.p_WB));
  }
}

void RunSummary::add(std::vector<Measures> const& worlds) {
  Measures const now = over_worlds(worlds);
  for (auto const& each : worst_of) worsen(worst_.*each.part, now.*each.part);
  last_ = now;
  bool const first = world_.empty();
  if (!first) ++steps_;
  world_.resize(worlds.size());
  for (std::size_t w = 0; w < worlds.size(); ++w) {
    auto const& m = worlds[w];
    auto& at = world_[w];
    if (first) at.start = m;
    worsen(at.energy_change, std::abs(m.energy() - at.start.energy()));
    worsen(at.descent, at.start.potential - m.potential);
    worsen(at.momentum_change, norm(m.angular_momentum - at.start.angular_momentum));
  }
}

void RunSummary::write(Json& metrics) const {
  Real energy = 0, momentum = 0;
  for (auto const& w : world_) {
    Real const scale = w.start.kinetic + w.start.elastic + w.descent + lift_;
    worsen(energy, scale > 0 ? w.energy_change / scale : w.energy_change);
    Real const turning = std::max(norm(w.start.angular_momentum), torque_ * steps_ * h_);
    worsen(momentum, turning > 0 ? w.momentum_change / turning : w.momentum_change);
  }
  for (auto const& each : worst_of) metrics[each.metric] = worst_.*each.part;
  for (auto const& each : end_of) metrics[each.metric] = last_.*each.part;
  metrics["energy_drift_relative"] = energy;
  metrics["angular_momentum_drift_relative"] = momentum;
}

}  // namespace orthant
