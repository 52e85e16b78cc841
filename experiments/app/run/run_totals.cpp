// Sums over the steps of a run.
#include "experiments/app/run/run_totals.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "experiments/app/files/carry.hpp"
#include "experiments/app/run/limits.hpp"

namespace orthant {

std::string solver_of(Experiment const& e) {
  if (!e.simulation->solves()) return "";
  return e.resolved.at("solver").at("type");
}

KnownOfSteps known_of_steps(Simulation const& simulation) {
  return {simulation.solves(), simulation.tells_contact_forces(), simulation.chooses_steps()};
}

std::map<std::string, long> solved_by(NonlinearReport const& r, std::string const& alone) {
  std::map<std::string, long> out;
  if (r.solved_by.empty() && r.worlds_converged > 0) out[alone] = r.worlds_converged;
  for (auto const& each : r.solved_by)
    if (each.worlds > 0) out[each.solver] += each.worlds;
  return out;
}

void GaussGaps::add(StepRecord const& made, int worlds) {
  for (int w = 0; w < worlds; ++w) {
    GaussGap const found = made.gauss_gap(w);
    if (!found.gap) {
      why_not_ = found.why_not;
      continue;
    }
    most_ = std::max(most_.value_or(*found.gap), *found.gap);
    least_ = std::min(least_.value_or(*found.gap), *found.gap);
  }
}

void GaussGaps::write(Json& metrics) const {
  metrics["gauss_gap_max"] = result(most_);
  metrics["gauss_gap_min"] = result(least_);
}

Json GaussGaps::result(std::optional<double> const& gap) const {
  if (!why_not_.empty()) return why_not_;
  return gap ? Json(*gap) : Json();
}

void AcceptableSteps::add(StepReport const& report) {
  auto const& by = report.solve.solved_by;
  if (std::ranges::none_of(by, [](SolvedBy const& each) {
        return each.worlds > 0 && each.solver == std::string_view(by_acceptable);
      }))
    return;
  ++steps;
  auto const& r = report.solve.residual;
  worst = std::max({worst, r.joint, r.normal, r.friction});
  worst_angular = std::max({worst_angular, r.joint_angular, r.normal_angular, r.friction_angular});
}

Json AcceptableSteps::result() const {
  if (steps == 0) return nullptr;
  return {{"steps", steps}, {"worst_residual_m_s", worst}, {"worst_residual_rad_s", worst_angular}};
}

void AcceptableSteps::carry(Carried& c) { c.values(steps, worst, worst_angular); }

/// Of rigid surfaces that press, the overlap up to nu h lambda_n (1/m_a + 1/m_b).
void SunkContacts::add(int step, StepRecord const& made, Scene const& all) {
  constexpr Real little = 1e-3;
  Real const nu = all.contact.least_norm;
  if (!(nu > 0)) return;
  bool any = false;
  for (auto const& c : made.contact_impulses()) {
    auto const& bodies = all.of(c.world).bodies;
    auto const &one = bodies[nth(c.place.a)], &other = bodies[nth(c.place.b)];
    Real lightness = 0, size = HUGE_VAL;
    for (auto const* body : {&one, &other}) {
      if (body->motion == Motion::dynamic) lightness += 1 / body->mass;
      if (Real const r = size_of(*body); r > 0) size = std::min(size, r);
    }
    Real const sunk = std::min(-c.place.gap, nu * lightness * c.impulse[0] / c.force_per_impulse);
    if (!(sunk > little * size)) continue;
    if (!any && steps++ == 0) first = step;
    any = true;
    if (sunk <= of_size * size) continue;
    depth = sunk;
    of_size = sunk / size;
    a = one.name;
    b = other.name;
  }
}

Json SunkContacts::result() const {
  if (steps == 0) return nullptr;
  return {{"steps", steps},
          {"first_step", first},
          {"depth_m", depth},
          {"over_radius", of_size},
          {"bodies", {a, b}}};
}

void SunkContacts::carry(Carried& c) {
  c.values(steps, first, depth, of_size);
  c.list(a);
  c.list(b);
}

void UnsolvedSteps::add(int step, StepReport const& report, Simulation const& of) {
  if (steps++ == 0) {
    first = step;
    reason = why_unsolved(of, report);
  }
  auto const& r = report.solve.residual;
  worst = std::max({worst, r.joint, r.normal, r.friction});
  worst_angular = std::max({worst_angular, r.joint_angular, r.normal_angular, r.friction_angular});
}

void GaussGaps::carry(Carried& c) {
  carry_optional(c, most_);
  carry_optional(c, least_);
  c.list(why_not_);
}

void UnsolvedSteps::carry(Carried& c) {
  c.values(steps, first, worst, worst_angular);
  c.list(reason);
}

void RunTotals::carry(Carried& c) {
  c.values(steps, converged, crossings, overlaps, ghosts, made, rejected, slips, by_slip, newton,
           linear_solves, linear, factorised, wall, cpu);
  unsolved.carry(c);
  acceptable.carry(c);
  sunk.carry(c);
  carry_named(c, solved);
  gauss.carry(c);
}

Json UnsolvedSteps::result(double h) const {
  if (steps == 0) return {{"steps", 0}};
  return {{"steps", steps},
          {"first_step", first},
          {"first_time_s", first * h},
          {"first_reason", reason},
          {"worst_residual_m_s", worst},
          {"worst_residual_rad_s", worst_angular}};
}

void RunTotals::add(StepRecord const& r, Simulation const& of, Experiment const& e) {
  ++steps;
  converged += r.solved();
  crossings += r.crossings;
  overlaps += r.overlaps;
  ghosts += r.ghosts;
  r.solved() ? acceptable.add(r) : unsolved.add(steps, r, of);
  sunk.add(steps, r, e.setup.scene);
  if (r.solve.solved_by.empty()) {
    for (auto const& [name, count] : solved_by(r.solve, solver_of(e))) solved[name] += count;
  } else {
    for (auto const& each : r.solve.solved_by)
      if (each.worlds > 0) solved[each.solver] += each.worlds;
  }
  newton += r.solve.iterations;
  linear_solves += r.solve.linear_solves;
  linear += r.solve.linear_iterations;
  factorised += r.solve.factorised;
  made += r.division.steps;
  rejected += r.division.rejected;
  slips += r.division.by_slip > e.setup.accuracy && e.setup.accuracy > 0;
  by_slip = std::max(by_slip, r.division.by_slip);
}

}  // namespace orthant
