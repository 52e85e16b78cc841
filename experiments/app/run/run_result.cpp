// The keys of result.json.
#include "experiments/app/run/run_result.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "experiments/app/run/version.hpp"

namespace orthant {
namespace {

/// The first metric that is not finite, or "". Sums over a state may overflow although the state is
/// finite.
std::string not_finite(Json const& metrics) {
  for (auto const& [name, value] : metrics.items()) {
    if (value.is_number_float() && !std::isfinite(value.get<double>())) return name;
    if (!value.is_object()) continue;
    if (auto const inner = not_finite(value); !inner.empty()) return name + "." + inner;
  }
  return "";
}

/// The final state of each body of the first world.
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

/// Removes the verdict on steps of another simulator, which have no residual of Orthant's
/// equations.
void leave_unjudged(Json& out) {
  for (char const* key :
       {"steps_converged", "newton_iterations", "linear_solves", "linear_iterations"})
    out[key] = nullptr;
  out["unsolved"] = {{"steps", nullptr}};
}

/// What robots were read without, and the bodies that links are parts of.
Json models(Experiment const& e) {
  Json out = Json::array();
  for (auto const& model : e.models) {
    Json merged = Json::object();
    for (auto const& part : model.merged) merged[part.link] = part.into;
    out.push_back({{"path", model.path},
                   {"file", model.file},
                   {"left_out", model.left_out},
                   {"mended", model.mended},
                   {"ignored", model.ignored},
                   {"merged", merged}});
  }
  return out;
}

}  // namespace

Json run_result(Experiment const& e, RunTotals const& t, RunSummary const& summary,
                OwnMetrics const& own, std::optional<int> redundant) {
  Json out;
  out["experiment"] = e.name;
  bool const ended = t.exit_reason != not_ended;
  out["status"] = t.exit_reason == end_of_experiment ? "finished" : ended ? "stopped" : "running";
  out["file"] = e.path;
  out["configuration"] = e.resolved;
  out["warnings"] = e.warnings;
  out.update(e.parameters);
  if (!e.models.empty()) out["models"] = models(e);
  out["versions"] = versions();
  out["device"] = e.device_json();
  out["worlds"] = e.simulation->worlds();
  out["redundant_rows"] = redundant ? Json(*redundant) : Json();
  out["bodies"] = e.simulation->bodies();
  out["steps"] = t.steps;
  out["steps_converged"] = t.converged;
  if (e.setup.accuracy > 0)
    out["chosen_steps"] = {{"made", t.made},
                           {"rejected_parts", t.rejected},
                           {"slip_error", t.by_slip},
                           {"intervals_with_slip_error", t.slips}};
  out["unsolved"] = t.unsolved.result(e.setup.h);
  if (auto acceptable = t.acceptable.result(); !acceptable.is_null())
    out["acceptable"] = std::move(acceptable);
  if (auto sunk = t.sunk.result(); !sunk.is_null()) out["sunk"] = std::move(sunk);
  out["crossings"] = t.crossings;
  out["overlaps"] = t.overlaps;
  out["ghosts"] = t.ghosts;
  out["solved_by"] = t.solved;
  out["newton_iterations"] = t.newton;
  out["linear_solves"] = t.linear_solves;
  out["linear_iterations"] = t.linear;
  if (t.factorised.dense + t.factorised.sparse > 0)
    out["linear_solver_by_size"] = {{"dense", t.factorised.dense}, {"sparse", t.factorised.sparse}};
  if (!e.simulation->solves()) leave_unjudged(out);
  if (auto const said = e.simulation->complaints(); !said.empty()) out["complaints"] = said;
  out["wall_time_s"] = t.wall;
  out["cpu_time_s"] = t.cpu;
  out["exit_reason"] = t.exit_reason;
  summary.write(out["metrics"]);
  own.write(out["metrics"]);
  if (auto const name = not_finite(out["metrics"]);
      !name.empty() && t.exit_reason == end_of_experiment) {
    out["status"] = "stopped";
    out["exit_reason"] = "metrics." + name + " is not finite";
  }
  if (e.output.gauss_gap) t.gauss.write(out["metrics"]);
  if (e.reference) e.reference->report(out["metrics"]);
  if (e.output.final_state) out["final"] = final_state(e);
  if (!e.world_values.empty()) out["world_values"] = Json::array();
  for (auto const& [key, values] : e.world_values) out["world_values"].push_back(key);
  out["expectations"] = {{"count", e.expect.size()}, {"unmet", nullptr}};
  if (ended && !t.exit_reason.starts_with(interrupted))
    out["expectations"]["unmet"] = unmet(e.expect, out);
  return out;
}

}  // namespace orthant
