// Reports, contacts, reactions and measures of the last step.
#include "experiments/python/records.hpp"

#include <algorithm>

#include "experiments/app/run/metrics.hpp"
#include "experiments/app/run/run_totals.hpp"
#include "experiments/python/arrays.hpp"
#include "experiments/python/working.hpp"

namespace orthant::python {
namespace {

constexpr std::pair<char const*, double Residuals::*> residual_parts[] = {
    {"dynamics_N_s", &Residuals::dynamics}, {"dynamics_N_m_s", &Residuals::dynamics_angular},
    {"joint_m_s", &Residuals::joint},       {"joint_rad_s", &Residuals::joint_angular},
    {"normal_m_s", &Residuals::normal},     {"normal_rad_s", &Residuals::normal_angular},
    {"friction_m_s", &Residuals::friction}, {"friction_rad_s", &Residuals::friction_angular}};

py::dict residuals_of(Residuals const& r) {
  py::dict out;
  for (auto const& [name, member] : residual_parts) out[name] = r.*member;
  return out;
}

}  // namespace

py::object report_of(Stepper& stepper) {
  if (!stepper.stepped()) return py::none();
  StepReport const& r = stepper.simulation().last_step();
  py::dict out, by;
  out["step"] = stepper.steps();
  out["time"] = stepper.time();
  out["solved"] = stepper.simulation().solves() && r.solved();
  out["converged"] = stepper.simulation().solves() && r.solve.converged();
  out["worlds_converged"] = r.solve.worlds_converged;
  out["reason"] = !stepper.simulation().solves() ? "another simulator"
                  : r.solved()                   ? text(r.solve.reason)
                                                 : r.why_unsolved();
  out["iterations"] = r.solve.iterations;
  out["linear_solves"] = r.solve.linear_solves;
  out["linear_iterations"] = r.solve.linear_iterations;
  out["contacts"] = r.contacts;
  out["rows"] = r.rows;
  out["crossings"] = r.crossings;
  out["overlaps"] = r.overlaps;
  out["ghosts"] = r.ghosts;
  out["ghost_impulse"] = r.ghost_impulse;
  out["too_stiff"] = r.too_stiff;
  out["gains_energy"] = r.gains_energy;
  out["few_digits"] = r.few_digits;
  out["round_off"] = r.solve.round_off;
  out["steps_made"] = r.division.steps;
  out["parts_rejected"] = r.division.rejected;
  out["shortest_step"] = r.division.shortest;
  out["error_estimate"] = r.division.error;
  out["slip_error"] = r.division.by_slip;
  out["inaccurate"] = r.division.inaccurate != 0;
  out["residual"] = residuals_of(r.solve.residual);
  for (auto const& [name, count] : solved_by(r.solve, solver_of(stepper.experiment())))
    by[py::str(name)] = count;
  out["solved_by"] = by;
  return out;
}

py::dict history_of(Stepper& stepper) {
  auto const span = stepper.simulation().last_step().solve.history;
  std::vector<IterationRecord> const h(span.begin(), span.end());
  using Item = IterationRecord;
  py::dict out;
  // Few iterations end a solve: texts of each are made once.
  std::vector<Item const*> kinds;
  std::vector<int> of;
  for (auto const& k : h) {
    auto const known = std::ranges::find_if(kinds, [&](Item const* each) {
      return each->attempt == k.attempt && each->stage == k.stage && each->solver == k.solver &&
             each->last == k.last && (!k.last || each->reason == k.reason);
    });
    of.push_back(static_cast<int>(known - kinds.begin()));
    if (known == kinds.end()) kinds.push_back(&k);
  }
  py::list solves;
  for (auto const* k : kinds)
    solves.append(py::make_tuple(k->attempt, k->stage,
                                 k->solver[0] == '\0' ? solver_of(stepper.experiment()) : k->solver,
                                 k->last ? text(k->reason) : ""));
  out["solves"] = solves;
  out["solve"] = py::array_t<int>(static_cast<py::ssize_t>(of.size()), of.data());
  out["island"] = numbers<int>(h, [](Item const& k) { return k.island; });
  out["iteration"] = numbers<int>(h, [](Item const& k) { return k.iteration; });
  out["worlds_running"] = numbers<int>(h, [](Item const& k) { return k.worlds_running; });
  for (auto const& [name, member] : residual_parts)
    out[name] = numbers<double>(h, [m = member](Item const& k) { return k.residual.*m; });
  out["step_length"] = numbers<double>(h, [](Item const& k) { return k.step; });
  out["linear_iterations"] = numbers<int>(h, [](Item const& k) { return k.linear_iterations; });
  out["linear_residual"] = numbers<double>(h, [](Item const& k) { return k.linear_residual; });
  return out;
}

py::dict contacts_of(Stepper& stepper) {
  auto all = stepper.simulation().last_step().contact_impulses();
  std::erase_if(all, [&](ContactImpulse const& c) { return stepper.is_new(c.world); });
  using Item = ContactImpulse;
  py::dict out;
  out["world"] = numbers<int>(all, [](Item const& c) { return c.world; });
  out["body_a"] = numbers<int>(all, [](Item const& c) { return c.place.a; });
  out["body_b"] = numbers<int>(all, [](Item const& c) { return c.place.b; });
  out["point"] = vectors(all, [](Item const& c) { return c.place.point_W; });
  out["normal"] = vectors(all, [](Item const& c) { return c.normal_W; });
  out["impulse"] = vectors(all, [](Item const& c) { return c.impulse_W; });
  out["force"] = vectors(all, [](Item const& c) { return c.force_per_impulse * c.impulse_W; });
  out["sliding"] = vectors(all, [](Item const& c) { return c.sliding_W; });
  out["local_impulse"] = vectors(all, [](Item const& c) { return c.impulse; });
  out["local_value"] = vectors(all, [](Item const& c) { return c.value; });
  out["moment"] = vectors(all, [](Item const& c) { return c.moment_W; });
  out["friction"] = numbers<double>(all, [](Item const& c) { return c.friction; });
  out["gap"] = numbers<double>(all, [](Item const& c) { return c.place.gap; });
  return out;
}

py::dict reactions_of(Stepper& stepper) {
  auto all = stepper.simulation().last_step().joint_reactions();
  std::erase_if(all, [&](JointReaction const& r) { return stepper.is_new(r.world); });
  using Item = JointReaction;
  py::dict out;
  out["world"] = numbers<int>(all, [](Item const& r) { return r.world; });
  out["joint"] = numbers<int>(all, [](Item const& r) { return r.joint; });
  out["force"] = vectors(all, [](Item const& r) { return r.force_W; });
  out["torque"] = vectors(all, [](Item const& r) { return r.torque_W; });
  out["force_joint"] = vectors(all, [](Item const& r) { return r.force_J; });
  out["torque_joint"] = vectors(all, [](Item const& r) { return r.torque_J; });
  out["displacement"] = vectors(all, [](Item const& r) { return r.displacement_W; });
  return out;
}

py::dict measures_of(Stepper& stepper) {
  auto const known = known_of_steps(stepper.simulation());
  auto const& worlds = *working([&] { return &stepper.simulation().measure(); });
  py::dict out;
  for (auto const& row : metrics())
    if (row.of_world && row.column && row.is_in(known))
      out[row.column] =
          numbers<double>(worlds, [&](Measures const& m) { return row.of_world.in(m); });
  return out;
}

}  // namespace orthant::python
