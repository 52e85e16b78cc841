// Merges the reports of groups with iterations of their own.
#include "orthant/backends/batches/merged_report.hpp"

#include <algorithm>

namespace orthant {
namespace {

/// The most of any group, and the shortest step.
void merge(Division const& one, Division& all) {
  if (one.steps == 0) return;
  all.shortest = all.steps == 0 ? one.shortest : std::min(all.shortest, one.shortest);
  all.steps = std::max(all.steps, one.steps);
  all.rejected = std::max(all.rejected, one.rejected);
  all.inaccurate = std::max(all.inaccurate, one.inaccurate);
  all.error = std::max(all.error, one.error);
  all.by_slip = std::max(all.by_slip, one.by_slip);
}

}  // namespace

StepReport MergedReport::of(std::span<StepReport const> groups) {
  StepReport all;
  int group = 0;
  solves_.clear();
  for (auto const& one : groups) {
    all.rows += one.rows;
    all.contacts += one.contacts;
    all.missing_contacts += one.missing_contacts;
    all.crossings += one.crossings;
    all.overlaps += one.overlaps;
    all.ghosts += one.ghosts;
    all.judged += one.judged;
    all.ghost_impulse += one.ghost_impulse;
    all.too_stiff += one.too_stiff;
    all.gains_energy += one.gains_energy;
    all.few_digits += one.few_digits;
    merge(one.division, all.division);
    solves_.beside_worlds(one.solve, group++);
  }
  all.solve = solves_.all();
  return all;
}

}  // namespace orthant
