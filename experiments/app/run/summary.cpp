// Worst values of a run, with their stable names.
#include "experiments/app/run/summary.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "experiments/app/run/measure_table.hpp"

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
  int const scenes = std::max<int>(1, static_cast<int>(scene.worlds.size()));
  for (int w = 0; w < scenes; ++w) {
    auto const& own = scene.of(w);
    Scale of;
    for (auto const& body : own.bodies) {
      if (body.motion != Motion::dynamic) continue;
      Real const weight = body.mass * norm(own.gravity), size = size_of(body);
      of.lift += weight * size;
      of.torque += weight * (size + norm(body.pose.p_WB));
    }
    scale_.push_back(of);
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
    for (auto const& each : worst_of) worsen(at.worst.*each.part, m.*each.part);
    at.last = m;
    worsen(at.energy_change, std::abs(m.energy() - at.start.energy()));
    worsen(at.descent, at.start.potential - m.potential);
    worsen(at.momentum_change, norm(m.angular_momentum - at.start.angular_momentum));
  }
}

Real RunSummary::energy_drift(std::size_t world) const {
  auto const& at = world_[world];
  Real const most = at.start.kinetic + at.start.elastic + at.descent + scale(world).lift;
  return most > 0 ? at.energy_change / most : at.energy_change;
}

Real RunSummary::momentum_drift(std::size_t world) const {
  auto const& at = world_[world];
  Real const most = std::max(norm(at.start.angular_momentum), scale(world).torque * steps_ * h_);
  return most > 0 ? at.momentum_change / most : at.momentum_change;
}

void RunSummary::write(Json& metrics) const {
  Real energy = 0, momentum = 0;
  for (std::size_t w = 0; w < world_.size(); ++w) {
    worsen(energy, energy_drift(w));
    worsen(momentum, momentum_drift(w));
  }
  for (auto const& each : worst_of) metrics[each.metric] = worst_.*each.part;
  for (auto const& each : end_of) metrics[each.metric] = last_.*each.part;
  metrics["energy_drift_relative"] = energy;
  metrics["angular_momentum_drift_relative"] = momentum;
}

std::vector<std::pair<std::string, Real>> RunSummary::of_world(std::size_t world) const {
  std::vector<std::pair<std::string, Real>> out;
  auto const& at = world_[world];
  for (auto const& each : worst_of) out.emplace_back(each.metric, at.worst.*each.part);
  for (auto const& each : end_of) out.emplace_back(each.metric, at.last.*each.part);
  out.emplace_back("energy_drift_relative", energy_drift(world));
  out.emplace_back("angular_momentum_drift_relative", momentum_drift(world));
  return out;
}

}  // namespace orthant
