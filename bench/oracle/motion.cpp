// Runs the steps like the program, without files.
#include "bench/oracle/motion.hpp"

#include <cmath>

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

bool finite(Instant const& now) {
  for (auto const& X : now.pose)
    if (!std::isfinite(norm(X.p_WB))) return false;
  for (auto const& V : now.twist)
    if (!std::isfinite(norm(V))) return false;
  return true;
}

}  // namespace

Motion run(Json const& input) {
  Experiment e = build_experiment(input, "oracle.json");
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
  return out;
}

std::string refusal(Json const& input) {
  try {
    build_experiment(input, "oracle.json");
    return {};
  } catch (Error const& error) {
    return error.what();
  }
}

}  // namespace orthant::oracle
