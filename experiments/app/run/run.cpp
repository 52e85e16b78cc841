// The loop over the steps, and the files that it leaves.
#include "experiments/app/run/run.hpp"

#include <chrono>
#include <cmath>
#include <map>
#include <optional>

#include "experiments/app/files/csv.hpp"
#include "experiments/app/files/result_directory.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/run/iterate_files.hpp"
#include "experiments/app/run/messages.hpp"
#include "experiments/app/run/step_table.hpp"
#include "experiments/app/run/summary.hpp"
#include "experiments/app/run/version.hpp"

namespace orthant {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// "" where the run may go on.
std::string why_to_stop(Experiment const& e, int step, StepReport const& report,
                        Measures const& worst, Snapshot const& start) {
  if (!std::isfinite(worst.energy())) return "state not finite after step " + std::to_string(step);
  auto const far = beyond(e.limits, worst, e.setup, start, *e.simulation, step);
  if (!far.empty()) return far;
  if (e.unsolved == Unsolved::stop && !report.solved())
    return "step " + std::to_string(step) + " is not solved: " + text(report.solve.reason);
  return "";
}

/// The solvers that solved worlds of a step, and how many; `alone` is one that is not made of
/// others.
std::map<std::string, long> solved_by(NonlinearReport const& r, std::string const& alone) {
  std::map<std::string, long> out;
  if (r.solved_by.empty() && r.worlds_converged > 0) out[alone] = r.worlds_converged;
  for (auto const& each : r.solved_by)
    if (each.worlds > 0) out[each.solver] += each.worlds;
  return out;
}

/// The same in a column: the name alone where there is one world.
std::string shown(std::map<std::string, long> const& solved, int worlds) {
  if (solved.empty()) return "none";
  if (worlds == 1) return solved.begin()->first;
  std::string out;
  for (auto const& [name, count] : solved)
    out += (out.empty() ? "" : "; ") + name + ": " + std::to_string(count);
  return out;
}

std::string solver_of(Experiment const& e) { return e.resolved.at("solver").at("type"); }

class Files {
 public:
  Files(std::filesystem::path const& directory, Experiment const& e)
      : steps_(directory / "steps.csv"),
        newton_(directory / "newton.csv",
                "step,iteration,worlds_running,dynamics_N_s,dynamics_N_m_s,joint_m_s,joint_rad_s,"
                "normal_m_s,friction_m_s,normal_rad_s,friction_rad_s,step_length,linear_iterations,"
                "linear_residual"),
        solver_(solver_of(e)),
        worlds_(e.simulation->worlds()) {
    if (e.output.messages_every > 0) messages_.open(directory / "messages.txt");
    if (e.output.trajectory_every > 0)
      trajectory_.emplace(directory / "trajectory.csv",
                          "step,time_s,world,body,x_m,y_m,z_m,qw,qx,qy,qz,vx_m_s,vy_m_s,vz_m_s,"
                          "wx_rad_s,wy_rad_s,wz_rad_s");
    if (e.output.joint_reactions)
      reactions_.emplace(directory / "reactions.csv",
                         "step,time_s,force_time_s,world,joint,fx_N,fy_N,fz_N,tx_N_m,ty_N_m,tz_N_m,"
                         "fx_joint_N,fy_joint_N,fz_joint_N,tx_joint_N_m,ty_joint_N_m,tz_joint_N_m");
    if (e.output.contacts)
      contacts_.emplace(
          directory / "contacts.csv",
          "step,time_s,force_time_s,world,body_a,body_b,x_m,y_m,z_m,normal_x,normal_y,normal_z,"
          "impulse_x_N_s,impulse_y_N_s,impulse_z_N_s,force_x_N,force_y_N,force_z_N,"
          "sliding_x_m_s,sliding_y_m_s,sliding_z_m_s,friction,gap_m");
  }

  void step(int step, double time, StepReport const& r, Measures const& m, double wall) {
    steps_.add({step, time, r, shown(solved_by(r.solve, solver_), worlds_), m, wall});
    for (auto const& k : r.solve.history)
      newton_.row(step, k.iteration, k.worlds_running, k.residual.dynamics,
                  k.residual.dynamics_angular, k.residual.joint, k.residual.joint_angular,
                  k.residual.normal, k.residual.friction, k.residual.normal_angular,
                  k.residual.friction_angular, k.step, k.linear_iterations, k.linear_residual);
  }

  void trajectory(int step, double time, Experiment const& e) {
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

  void reactions(int step, double time, Experiment const& e) {
    if (!reactions_ || step % std::max(1, e.output.trajectory_every) != 0) return;
    double const acted = time + e.simulation->force_time();
    for (auto const& [world, joint, name, F, T, FJ, TJ, way] : e.simulation->joint_reactions())
      if (world < e.output.trajectory_worlds)
        reactions_->row(step, time, acted, world, name, F[0], F[1], F[2], T[0], T[1], T[2], FJ[0],
                        FJ[1], FJ[2], TJ[0], TJ[1], TJ[2]);
  }

  /// Those of the step, before it is measured.
  void contacts(int step, double time, Experiment const& e) {
    if (!contacts_ || step % std::max(1, e.output.trajectory_every) != 0) return;
    auto const& bodies = e.setup.scene.bodies;
    double const acted = time + e.simulation->force_time();
    for (auto const& c : e.simulation->contact_impulses()) {
      if (c.world >= e.output.trajectory_worlds || !c.place) continue;
      auto const &x = c.place->point_W, &n = c.normal_W, &J = c.impulse_W, &v = c.sliding_W;
      Vec3 const F = c.force_per_impulse * J;
      contacts_->row(step, time, acted, c.world, bodies[c.place->a].name, bodies[c.place->b].name,
                     x[0], x[1], x[2], n[0], n[1], n[2], J[0], J[1], J[2], F[0], F[1], F[2], v[0],
                     v[1], v[2], c.friction, c.place->gap);
    }
  }

  /// Twice a second what stands in the tables is handed over: a run that is killed loses no more.
  void flush() {
    if (seconds_since(flushed_) < 0.5) return;
    flushed_ = Clock::now();
    steps_.flush();
    newton_.flush();
    for (auto* each : {&trajectory_, &reactions_, &contacts_})
      if (*each) (*each)->flush();
  }

  void message(std::string const& text) { messages_ << text << '\n' << std::flush; }

  void close() {
    if (contacts_) contacts_->close();
    if (reactions_) reactions_->close();
    steps_.close();
    newton_.close();
    if (trajectory_) trajectory_->close();
  }

 private:
  StepTable steps_;
  CsvFile newton_;
  std::optional<CsvFile> trajectory_, reactions_, contacts_;
  std::ofstream messages_;
  std::string solver_;
  int worlds_;
  Clock::time_point flushed_ = Clock::now();
};

/// What each world has of the numbers that differ, and what came of it.
void write_worlds(std::filesystem::path const& file, Experiment const& e,
                  RunSummary const& summary) {
  std::string header = "world";
  for (auto const& [key, values] : e.world_values) header += "," + key;
  for (auto const& [name, value] : summary.of_world(0)) header += "," + name;
  CsvFile out(file, header);
  for (int w = 0; w < e.setup.worlds; ++w) {
    auto const world = static_cast<std::size_t>(w);
    out.cell(w);
    for (auto const& [key, values] : e.world_values) out.cell(values[world]);
    for (auto const& [name, value] : summary.of_world(world)) out.cell(value);
    out.end_row();
  }
  out.close();
}

/// The first metric that is no finite number, or "": sums of what a state has may overflow where
/// the state itself does not.
std::string not_finite(Json const& metrics) {
  for (auto const& [name, value] : metrics.items())
    if (value.is_number_float() && !std::isfinite(value.get<double>())) return name;
  return "";
}

/// The distances from the minimum of Gauss's principle, or why there are none. A negative one lies
/// below the minimum: of a step whose rows do not hold.
class GaussGaps {
 public:
  void add(Simulation const& simulation) {
    for (int w = 0; w < simulation.worlds(); ++w) {
      GaussGap const found = simulation.gauss_gap(w);
      if (!found.gap) {
        why_not_ = found.why_not;
        continue;
      }
      most_ = std::max(most_.value_or(*found.gap), *found.gap);
      least_ = std::min(least_.value_or(*found.gap), *found.gap);
    }
  }
  void write(Json& metrics) const {
    metrics["gauss_gap_max"] = result(most_);
    metrics["gauss_gap_min"] = result(least_);
  }

 private:
  Json result(std::optional<double> const& gap) const {
    if (!why_not_.empty()) return why_not_;
    return gap ? Json(*gap) : Json();
  }
  std::optional<double> most_, least_;
  std::string why_not_;
};

/// The steps that were not solved.
struct UnsolvedSteps {
  int steps = 0, first = 0;
  std::string reason;                   // of the first
  double worst = 0, worst_angular = 0;  // residual of any row [m/s], [rad/s]

  void add(int step, StepReport const& report) {
    if (steps++ == 0) {
      first = step;
      reason = !report.solve.converged() ? text(report.solve.reason)
               : report.crossings > 0    ? "a body crossed another"
                                         : "forces turn too stiffly for the step";
    }
    auto const& r = report.solve.residual;
    worst = std::max({worst, r.joint, r.normal, r.friction});
    worst_angular =
        std::max({worst_angular, r.joint_angular, r.normal_angular, r.friction_angular});
  }
  Json result(double h) const {
    if (steps == 0) return {{"steps", 0}};
    return {{"steps", steps},
            {"first_step", first},
            {"first_time_s", first * h},
            {"first_reason", reason},
            {"worst_residual_m_s", worst},
            {"worst_residual_rad_s", worst_angular}};
  }
};

struct Totals {
  int steps = 0, converged = 0, crossings = 0;
  UnsolvedSteps unsolved;
  long newton = 0, linear_solves = 0, linear = 0;
  std::map<std::string, long> solved;  // worlds and steps of each solver
  double wall = 0;
  std::string exit_reason = end_of_experiment;

  void add(StepReport const& r, std::string const& solver) {
    ++steps;
    converged += r.solved();
    crossings += r.crossings;
    if (!r.solved()) unsolved.add(steps, r);
    for (auto const& [name, count] : solved_by(r.solve, solver)) solved[name] += count;
    newton += r.solve.iterations;
    linear_solves += r.solve.linear_solves;
    linear += r.solve.linear_iterations;
  }
};

/// Of each body of the first world.
Json final_state(Experiment const& e) {
  auto const now = e.simulation->snapshot();
  Json out;
  for (std::size_t b = 0; b < e.setup.scene.bodies.size(); ++b) {
    auto const& [p, q] = now.pose[b];
    auto const& u = now.twist[b];
    out[e.setup.scene.bodies[b].name] = {{"x_m", p[0]},     {"y_m", p[1]},      {"z_m", p[2]},
                                         {"qw", q.w},       {"qx", q.x},        {"qy", q.y},
                                         {"qz", q.z},       {"vx_m_s", u[0]},   {"vy_m_s", u[1]},
                                         {"vz_m_s", u[2]},  {"wx_rad_s", u[3]}, {"wy_rad_s", u[4]},
                                         {"wz_rad_s", u[5]}};
  }
  return out;
}

Json result_of(Experiment const& e, Totals const& t, RunSummary const& summary,
               GaussGaps const& gaps, std::optional<int> redundant) {
  Json out;
  out["experiment"] = e.name;
  out["status"] = t.exit_reason == end_of_experiment ? "finished" : "stopped";
  out["file"] = e.path;
  out["configuration"] = e.resolved;
  out["versions"] = versions();
  out["device"] = {{"backend", e.backend}, {"name", e.device}, {"threads", e.threads}};
  out["worlds"] = e.simulation->worlds();
  out["redundant_rows"] = redundant ? Json(*redundant) : Json();
  out["bodies"] = e.simulation->bodies();
  out["steps"] = t.steps;
  out["steps_converged"] = t.converged;
  out["unsolved"] = t.unsolved.result(e.setup.h);
  out["crossings"] = t.crossings;
  out["solved_by"] = t.solved;
  out["newton_iterations"] = t.newton;
  out["linear_solves"] = t.linear_solves;
  out["linear_iterations"] = t.linear;
  out["wall_time_s"] = t.wall;
  out["exit_reason"] = t.exit_reason;
  summary.write(out["metrics"]);
  if (auto const name = not_finite(out["metrics"]);
      !name.empty() && t.exit_reason == end_of_experiment) {
    out["status"] = "stopped";
    out["exit_reason"] = "metrics." + name + " is not finite";
  }
  if (e.output.gauss_gap) gaps.write(out["metrics"]);
  if (e.reference) e.reference->report(out["metrics"]);
  if (e.output.final_state) out["final"] = final_state(e);
  if (!e.world_values.empty()) out["world_values"] = Json::array();
  for (auto const& [key, values] : e.world_values) out["world_values"].push_back(key);
  auto const failures = unmet(e.expect, out);
  out["expectations"] = {{"count", e.expect.size()}, {"unmet", failures}};
  return out;
}

}  // namespace

Json run_experiment(Experiment& e, RunOptions const& options) {
  bool const writes = !options.directory.empty();
  DirectoryLock lock;
  std::optional<Files> files;
  std::optional<ProblemRecorder> recorder;
  std::optional<IterateFiles> iterates;
  if (writes) {
    lock = DirectoryLock(options.directory);
    remove_results(options.directory);
    files.emplace(options.directory, e);
    if (e.systems || e.output.looks_at_iterates()) iterates.emplace(options.directory, e);
    if (e.record) recorder.emplace(*e.record, options.directory, e.name);
  }
  auto& simulation = *e.simulation;
  RunSummary summary(e.setup.scene, e.setup.h);
  Totals totals;
  GaussGaps gaps;
  auto const observe = [&](int step) {
    if (files) files->trajectory(step, step * e.setup.h, e);
    if (files) files->reactions(step, step * e.setup.h + simulation.force_time(), e);
    if (e.reference && e.reference->wants(step)) e.reference->observe(step, simulation);
  };
  auto const redundant = simulation.redundant_rows();
  Snapshot const origin = simulation.snapshot();
  summary.add(simulation.measure());
  Measures const at_start = over_worlds(simulation.measure());
  Messages messages(e.output.messages_every, e.steps, e.setup.h);
  observe(0);
  for (int step = 1; step <= e.steps; ++step) {
    if (iterates) iterates->look_at(step, simulation);
    auto const start = Clock::now();
    StepReport const report = simulation.step();
    double const wall = seconds_since(start);
    if (report.missing_contacts > 0) {
      totals.exit_reason = no_room + std::string(": room for ") +
                           std::to_string(report.missing_contacts) +
                           " contacts more was needed in step " + std::to_string(step);
      break;
    }
    if (recorder) recorder->record(step, report.solve.converged(), simulation);
    if (files) files->contacts(step, step * e.setup.h + simulation.force_time(), e);
    if (e.output.gauss_gap) gaps.add(simulation);
    totals.add(report, solver_of(e));
    totals.wall += wall;
    auto const& measures = simulation.measure();
    Measures const worst = over_worlds(measures);
    summary.add(measures);
    summary.add(StepRow{step, step * e.setup.h, report, "", worst, wall});
    if (files) files->step(step, step * e.setup.h, report, worst, wall);
    if (auto const said = messages.after(step, report, at_start, worst); !said.empty()) {
      if (files) files->message(said);
      if (options.say) options.say(said);
    }
    observe(step);
    if (files) files->flush();
    if (options.progress) options.progress(step);
    if (auto const why = why_to_stop(e, step, report, worst, origin); !why.empty()) {
      totals.exit_reason = why;
      break;
    }
  }
  Json result = result_of(e, totals, summary, gaps, redundant);
  if (recorder) result["recorded_problems"] = recorder->files();
  if (iterates) {
    simulation.show_iterates(nullptr);
    iterates->close();
    if (auto const count = iterates->systems()) result["recorded_systems"] = *count;
  }
  if (files) {
    files->close();
    if (!e.world_values.empty()) write_worlds(options.directory / "worlds.csv", e, summary);
    if (e.reference) e.reference->write(options.directory);
    write_whole(options.directory / "result.json", result);
  }
  return result;
}

}  // namespace orthant
