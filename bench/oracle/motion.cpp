// Runs the steps like the program, without files.
#include "bench/oracle/motion.hpp"

#include <cmath>

#include "bench/oracle/frames.hpp"
#include "experiments/app/run/experiment.hpp"

namespace orthant::oracle {
namespace {

Instant seen(Simulation const& simulation, double t) {
  auto now = simulation.snapshot();
  return {t, std::move(now.pose), std::move(now.twist), {}};
}

std::vector<ContactSample> contacts(StepRecord const& step) {
  std::vector<ContactSample> out;
  for (auto const& c : step.contact_impulses())
    out.push_back({c.place.a, c.place.b, c.place.point_W, c.normal_W, c.impulse_W, c.place.gap,
                   c.force_per_impulse});
  return out;
}

/// A joint holds the body beside the others. Judges see neither.
Json with_body_beside(Json input) {
  if (!input.contains("beside")) return input;
  double const m = input["beside"];
  input.erase("beside");
  Json& scene = input["scene"];
  scene["bodies"].push_back(
      {{"name", "beside"}, {"mass", m}, {"inertia", {m, m, m}}, {"position", {0, 30, 0}}});
  scene["joints"].push_back({{"type", "fixed"}, {"b", "beside"}, {"point", {0, 30, 0}}});
  return input;
}

void leave_out_last_body(Motion& motion) {
  motion.scene.bodies.pop_back();
  motion.scene.joints.pop_back();
  for (auto& now : motion.at) {
    now.pose.pop_back();
    now.twist.pop_back();
  }
}

/// The motion, and the scene as it is written, in the frame of the world.
void lead_back(Motion& motion, Json input) {
  Frame const back = Frame::named(input["frame"]).back();
  for (auto& now : motion.at) now = back.of(std::move(now));
  input.erase("frame");
  motion.scene = build_experiment(as_run(input), "oracle.json").setup.scene;
}

bool finite(Instant const& now) {
  for (auto const& X : now.pose)
    if (!std::isfinite(norm(X.p_WB))) return false;
  for (auto const& V : now.twist)
    if (!std::isfinite(norm(V))) return false;
  return true;
}

}  // namespace

Json as_run(Json experiment) {
  Json out = with_body_beside(std::move(experiment));
  if (!out.contains("frame")) return out;
  Frame const frame = Frame::named(out["frame"]);
  out.erase("frame");
  return in_frame(out, frame);
}

Motion run(Json const& input) {
  Experiment e = build_experiment(as_run(input), "oracle.json");
  Motion out{e.setup.h, e.setup.scene, {seen(*e.simulation, 0)}};
  for (int step = 1; step <= e.steps; ++step) {
    StepRecord const& report = e.simulation->step();
    if (report.missing_contacts > 0) throw Unsolved{"no room for contacts"};
    if (!report.solved())
      throw Unsolved{"step " + std::to_string(step) + ": " + report.why_unsolved()};
    out.at.push_back(seen(*e.simulation, step * e.setup.h));
    out.at.back().contacts = contacts(report);
    if (!finite(out.at.back()))
      throw Unsolved{"step " + std::to_string(step) + ": state not finite"};
  }
  if (input.contains("frame")) lead_back(out, input);
  if (input.contains("beside")) leave_out_last_body(out);
  return out;
}

std::string refusal(Json const& input) {
  try {
    build_experiment(as_run(input), "oracle.json");
    return {};
  } catch (Error const& error) {
    return error.what();
  }
}

}  // namespace orthant::oracle
