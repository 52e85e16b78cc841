// Columns and rows of the tables of a run.
#include "experiments/app/run/run_files.hpp"

#include <algorithm>

#include "experiments/app/run/experiment.hpp"
#include "experiments/app/run/run_totals.hpp"

namespace orthant {
namespace {

bool has_column(Metric const& row, KnownOfSteps const& known) {
  return row.column && row.is_in(known);
}

std::string head(KnownOfSteps const& known, std::vector<std::string> const& own) {
  std::string out;
  for (auto const& row : metrics())
    if (has_column(row, known)) out.append(out.empty() ? "" : ",").append(row.column);
  for (auto const& each : own) out.append(",").append(each);
  return out;
}

/// The solvers of a step in a cell; only the name if there is one world.
std::string solver_cell(std::map<std::string, long> const& solved, int worlds) {
  if (solved.empty()) return "none";
  if (worlds == 1) return solved.begin()->first;
  std::string out;
  for (auto const& [name, count] : solved)
    out += (out.empty() ? "" : "; ") + name + ": " + std::to_string(count);
  return out;
}

}  // namespace

StepTable::StepTable(std::filesystem::path const& file, KnownOfSteps const& known,
                     std::vector<std::string> const& own, Writing how)
    : known_(known), file_(file, head(known, own), how) {}

void StepTable::add(StepRow const& step, std::vector<double> const& own) {
  for (auto const& row : metrics()) {
    if (!has_column(row, known_)) continue;
    Cell const cell = row.of_step ? row.of_step(step) : Cell(row.of_world.in(step.measures));
    std::visit([&](auto const& value) { file_.cell(value); }, cell);
  }
  for (double const each : own) file_.cell(each);
  file_.end_row();
}

RunTable::RunTable(fs::path const& directory, std::string const& name, OutputSettings::Tables form,
                   std::string const& header, Writing how) {
  if (form == OutputSettings::Tables::csv)
    csv_.emplace(directory / (name + ".csv"), header, how);
  else
    columns_.emplace(directory / (name + ".h5"), header, how);
}

RunFiles::RunFiles(fs::path const& directory, Experiment const& e,
                   std::vector<std::string> const& own, Writing how)
    : steps_(directory / "steps.csv", known_of_steps(*e.simulation), own, how),
      newton_(
          directory / "newton.csv",
          "step,attempt,stage,island,solver,iteration,worlds_running,dynamics_N_s,dynamics_N_m_s,"
          "joint_m_s,joint_rad_s,"
          "normal_m_s,friction_m_s,normal_rad_s,friction_rad_s,step_length,linear_iterations,"
          "linear_residual,reason",
          how),
      solver_(solver_of(e)),
      worlds_(e.simulation->worlds()) {
  if (e.output.messages_every > 0)
    messages_.open(directory / "messages.txt",
                   how == Writing::anew ? std::ios::out : std::ios::app);
  if (e.output.solves)
    solves_.emplace(directory / "solves.csv",
                    "step,time_s,attempt,stage,group,island,solver,reason,newton_iterations,"
                    "linear_solves,linear_iterations,dynamics_N_s,dynamics_N_m_s,joint_m_s,"
                    "joint_rad_s,normal_m_s,friction_m_s,normal_rad_s,friction_rad_s",
                    how);
  if (e.output.trajectory_every > 0)
    trajectory_.emplace(directory, "trajectory", e.output.tables,
                        "step,time_s,world,body,x_m,y_m,z_m,qw,qx,qy,qz,vx_m_s,vy_m_s,vz_m_s,"
                        "wx_rad_s,wy_rad_s,wz_rad_s",
                        how);
  if (e.output.joint_reactions)
    reactions_.emplace(directory, "reactions", e.output.tables,
                       "step,time_s,force_time_s,world,joint,fx_N,fy_N,fz_N,tx_N_m,ty_N_m,tz_N_m,"
                       "fx_joint_N,fy_joint_N,fz_joint_N,tx_joint_N_m,ty_joint_N_m,tz_joint_N_m",
                       how);
  if (e.output.joints) {
    joints_.emplace(directory, "joints", e.output.tables,
                    "step,time_s,world,joint,position,velocity,effort", how);
    joint_values_.emplace(e, std::min(e.output.trajectory_worlds, worlds_));
  }
  if (e.output.contacts)
    contacts_.emplace(
        directory, "contacts", e.output.tables,
        "step,time_s,force_time_s,world,body_a,body_b,x_m,y_m,z_m,normal_x,normal_y,normal_z,"
        "impulse_x_N_s,impulse_y_N_s,impulse_z_N_s,force_x_N,force_y_N,force_z_N,"
        "sliding_x_m_s,sliding_y_m_s,sliding_z_m_s,friction,gap_m",
        how);
}

void RunFiles::step(StepRow row, std::vector<double> const& own) {
  auto const& r = row.report;
  auto const step = row.step;
  row.solved_by = solver_cell(solved_by(r.solve, solver_), worlds_);
  steps_.add(row, own);
  for (auto const& k : r.solve.history)
    newton_.row(step, k.attempt, std::string_view(k.stage), k.island, name_of(k.solver),
                k.iteration, k.worlds_running, k.residual.dynamics, k.residual.dynamics_angular,
                k.residual.joint, k.residual.joint_angular, k.residual.normal, k.residual.friction,
                k.residual.normal_angular, k.residual.friction_angular, k.step, k.linear_iterations,
                k.linear_residual, std::string_view(k.last ? text(k.reason) : ""));
  solves(step, row.time, r.solve);
}

void RunFiles::solves(int step, double time, NonlinearReport const& r) {
  if (!solves_) return;
  for (auto const& k : r.log) {
    solves_->row(step, time, k.attempt, k.stage, k.group, k.island, name_of(k.solver),
                 text(k.reason), k.iterations, k.linear_solves, k.linear_iterations,
                 k.residual.dynamics, k.residual.dynamics_angular, k.residual.joint,
                 k.residual.joint_angular, k.residual.normal, k.residual.friction,
                 k.residual.normal_angular, k.residual.friction_angular);
  }
}

void RunFiles::state(int step, double time, Experiment const& e) {
  trajectory(step, time, e);
  reactions(step, time, e);
  contacts(step, time, e);
  joints(step, time, e);
}

void RunFiles::trajectory(int step, double time, Experiment const& e) {
  if (!trajectory_ || step % e.output.trajectory_every != 0) return;
  auto const now = e.simulation->snapshot();
  auto const& bodies = e.setup.scene.bodies;
  int const n = e.simulation->bodies();
  for (int w = 0; w < std::min(e.output.trajectory_worlds, e.simulation->worlds()); ++w)
    for (int b = 0; b < n; ++b) {
      if (bodies[b].motion == Motion::fixed) continue;
      auto const& [p, q] = now.pose[w * n + b];
      auto const& u = now.twist[w * n + b];
      trajectory_->row(step, time, w, bodies[b].name, p[0], p[1], p[2], q.w, q.x, q.y, q.z, u[0],
                       u[1], u[2], u[3], u[4], u[5]);
    }
}

void RunFiles::reactions(int step, double time, Experiment const& e) {
  if (!reactions_ || step % std::max(1, e.output.trajectory_every) != 0) return;
  auto const& made = e.simulation->last_step();
  double const acted = time + made.force_time();
  for (auto const& r : made.joint_reactions()) {
    if (r.world >= e.output.trajectory_worlds) continue;
    auto const &F = r.force_W, &T = r.torque_W, &FJ = r.force_J, &TJ = r.torque_J;
    reactions_->row(step, time, acted, r.world, r.name, F[0], F[1], F[2], T[0], T[1], T[2], FJ[0],
                    FJ[1], FJ[2], TJ[0], TJ[1], TJ[2]);
  }
}

void RunFiles::contacts(int step, double time, Experiment const& e) {
  if (!contacts_ || step % std::max(1, e.output.trajectory_every) != 0) return;
  auto const& bodies = e.setup.scene.bodies;
  auto const& made = e.simulation->last_step();
  double const acted = time + made.force_time();
  for (auto const& c : made.contact_impulses()) {
    if (c.world >= e.output.trajectory_worlds) continue;
    auto const &x = c.place.point_W, &n = c.normal_W, &J = c.impulse_W, &v = c.sliding_W;
    Vec3 const F = c.force_per_impulse * J;
    contacts_->row(step, time, acted, c.world, bodies[c.place.a].name, bodies[c.place.b].name, x[0],
                   x[1], x[2], n[0], n[1], n[2], J[0], J[1], J[2], F[0], F[1], F[2], v[0], v[1],
                   v[2], c.friction, c.place.gap);
  }
}

void RunFiles::joints(int step, double time, Experiment const& e) {
  if (!joints_) return;
  joint_values_->follow(e.simulation->snapshot());
  if (step % std::max(1, e.output.trajectory_every) != 0) return;
  for (auto const& j : joint_values_->values(e))
    joints_->row(step, time, j.world, j.name, j.position, j.velocity, j.effort);
}

void RunFiles::message(std::string const& text) { messages_ << text << '\n' << std::flush; }

void RunFiles::carry(Carried& c) {
  if (joint_values_) joint_values_->carry(c);
  for (auto* each : {&trajectory_, &reactions_, &contacts_, &joints_})
    if (*each) (*each)->carry(c);
}

bool RunFiles::flush_in_time() {
  if (Clock::now() - flushed_ < std::chrono::milliseconds(500)) return false;
  flush();
  return true;
}

void RunFiles::flush() {
  flushed_ = Clock::now();
  steps_.flush();
  newton_.flush();
  if (solves_) solves_->flush();
  for (auto* each : {&trajectory_, &reactions_, &contacts_, &joints_})
    if (*each) (*each)->flush();
}

void RunFiles::close() {
  if (contacts_) contacts_->close();
  if (reactions_) reactions_->close();
  if (joints_) joints_->close();
  steps_.close();
  newton_.close();
  if (solves_) solves_->close();
  if (trajectory_) trajectory_->close();
}

std::vector<fs::path> growing_files(fs::path const& directory, Experiment const& e) {
  auto const& out = e.output;
  bool const text = out.tables == OutputSettings::Tables::csv;
  std::pair<char const*, bool> const all[] = {{"steps.csv", true},
                                              {"newton.csv", true},
                                              {"messages.txt", out.messages_every > 0},
                                              {"solves.csv", out.solves},
                                              {"trajectory.csv", text && out.trajectory_every > 0},
                                              {"reactions.csv", text && out.joint_reactions},
                                              {"joints.csv", text && out.joints},
                                              {"contacts.csv", text && out.contacts},
                                              {"residuals.csv", out.looks_at_iterates()}};
  std::vector<fs::path> files;
  for (auto const& [name, there] : all)
    if (there) files.push_back(directory / name);
  if (e.systems) files.push_back(e.systems->folder(directory) / "index.csv");
  return files;
}

void write_worlds(fs::path const& file, Experiment const& e, RunSummary const& summary,
                  OwnMetrics const& own) {
  std::string header = "world";
  for (auto const& [key, values] : e.world_values) header += "," + key;
  for (auto const& [name, value] : summary.of_world(0)) header += "," + name;
  for (auto const& [name, value] : own.of_world(0)) header += "," + name;
  CsvFile out(file, header);
  for (int w = 0; w < e.setup.worlds; ++w) {
    auto const world = nth(w);
    out.cell(w);
    for (auto const& [key, values] : e.world_values) out.cell(values[world]);
    for (auto const& [name, value] : summary.of_world(world)) out.cell(value);
    for (auto const& [name, value] : own.of_world(world)) out.cell(value);
    out.end_row();
  }
  out.close();
}

IterateFiles::IterateFiles(fs::path const& directory, Experiment const& e, Writing how) {
  if (e.output.looks_at_iterates())
    residuals_.emplace(directory / "residuals.csv", e.setup.scene,
                       e.output.residuals == OutputSettings::ResidualsOf::blocks, how);
  if (e.systems) systems_.emplace(*e.systems, directory, e.setup.scene, how);
}

void IterateFiles::look_at(int step, Simulation& simulation) {
  step_ = step;
  bool const looks = residuals_ || (systems_ && systems_->settings().wants(step));
  simulation.show_iterates(looks ? this : nullptr);
}

bool IterateFiles::wants(int world, int iteration, bool last) const {
  return residuals_ ||
         (systems_ && !systems_->full() && systems_->settings().wants(world, iteration, last));
}

void IterateFiles::take(WorldIterate const& it) {
  if (residuals_) residuals_->add(step_, it);
  if (systems_ && systems_->settings().wants(step_) &&
      systems_->settings().wants(it.world, it.iteration, it.last))
    systems_->add(step_, it);
}

std::optional<int> IterateFiles::systems() const {
  return systems_ ? std::optional(systems_->folders()) : std::nullopt;
}

void IterateFiles::carry(Carried& c) {
  if (systems_) systems_->carry(c);
}

void IterateFiles::flush() {
  if (residuals_) residuals_->flush();
  if (systems_) systems_->flush();
}

void IterateFiles::close() {
  if (residuals_) residuals_->close();
  if (systems_) systems_->close();
}

}  // namespace orthant
