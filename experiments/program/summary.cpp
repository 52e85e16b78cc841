// Worst values of a run, with their stable names.
#include "experiments/program/summary.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace orthant {
namespace {

/// NaN counts as worse than any number.
void worsen(Real& worst, Real x) {
  if (!(x <= worst) && worst == worst) worst = x;
}

constexpr Real Measures::*extremes[] = {
    &Measures::penetration,     &Measures::joint_error,     &Measures::joint_error_angular,
    &Measures::drift,           &Measures::speed,           &Measures::ncp_residual,
    &Measures::natural_map,     &Measures::cone_violation,  &Measures::dual_violation,
    &Measures::complementarity, &Measures::momentum_balance};

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
    for (auto const part : extremes) worsen(out.*part, m.*part);
    out.kinetic += m.kinetic;
    out.potential += m.potential;
    out.momentum += m.momentum;
    out.angular_momentum += m.angular_momentum;
  }
  return out;
}

RunSummary::RunSummary(Scene const& scene, Real h) {
  for (auto const& body : scene.bodies)
    if (body.motion == Motion::dynamic) lift_ += body.mass * norm(scene.gravity) * size_of(body);
  turn_ = lift_ * h;
}

void RunSummary::add(std::vector<Measures> const& worlds) {
  Measures const now = over_worlds(worlds);
  for (auto const part : extremes) worsen(worst_.*part, now.*part);
  last_speed_ = now.speed;
  bool const first = world_.empty();
  world_.resize(worlds.size());
  for (std::size_t w = 0; w < worlds.size(); ++w) {
    auto const& m = worlds[w];
    auto& at = world_[w];
    if (first) {
      at.energy = m.kinetic + m.potential;
      at.potential = m.potential;
      at.angular_momentum = m.angular_momentum;
    }
    worsen(at.energy_change, std::abs(m.kinetic + m.potential - at.energy));
    worsen(at.potential_change, std::abs(m.potential - at.potential));
    worsen(at.kinetic, m.kinetic);
    worsen(at.momentum, norm(m.angular_momentum));
    worsen(at.momentum_change, norm(m.angular_momentum - at.angular_momentum));
  }
}

void RunSummary::write(Json& metrics) const {
  Real energy = 0, momentum = 0;
  for (auto const& w : world_) {
    Real const scale = w.kinetic + w.potential_change + lift_;
    worsen(energy, scale > 0 ? w.energy_change / scale : w.energy_change);
    Real const largest = std::max(w.momentum, turn_);
    worsen(momentum, largest > 0 ? w.momentum_change / largest : w.momentum_change);
  }
  metrics["penetration_max_m"] = worst_.penetration;
  metrics["joint_error_max_m"] = worst_.joint_error;
  metrics["joint_error_max_rad"] = worst_.joint_error_angular;
  metrics["drift_max_m"] = worst_.drift;
  metrics["speed_max_m_s"] = worst_.speed;
  metrics["speed_end_m_s"] = last_speed_;
  metrics["ncp_residual_max"] = worst_.ncp_residual;
  metrics["natural_map_max_m_s"] = worst_.natural_map;
  metrics["cone_violation_max"] = worst_.cone_violation;
  metrics["dual_violation_max_m_s"] = worst_.dual_violation;
  metrics["complementarity_max_J"] = worst_.complementarity;
  metrics["momentum_balance_max_N_s"] = worst_.momentum_balance;
  metrics["energy_drift_relative"] = energy;
  metrics["angular_momentum_drift_relative"] = momentum;
}

}  // namespace orthant
