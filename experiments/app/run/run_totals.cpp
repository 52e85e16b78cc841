// Sums over the steps of a run.
#include "experiments/app/run/run_totals.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiments/app/files/carry.hpp"

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
  c.values(steps, converged, crossings, overlaps, ghosts, made, rejected, newton, linear_solves,
           linear, factorised, wall, cpu);
  unsolved.carry(c);
  acceptable.carry(c);
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

void RunTotals::add(StepReport const& r, Simulation const& of, std::string const& solver) {
  ++steps;
  converged += r.solved();
  crossings += r.crossings;
  overlaps += r.overlaps;
  ghosts += r.ghosts;
  r.solved() ? acceptable.add(r) : unsolved.add(steps, r, of);
  for (auto const& [name, count] : solved_by(r.solve, solver)) solved[name] += count;
  newton += r.solve.iterations;
  linear_solves += r.solve.linear_solves;
  linear += r.solve.linear_iterations;
  factorised += r.solve.factorised;
  made += r.division.steps;
  rejected += r.division.rejected;
}

}  // namespace orthant
