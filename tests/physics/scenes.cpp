// Builds the trials, and iterates over the plug-ins.
#include "tests/physics/scenes.hpp"

#include <algorithm>
#include <set>

#include "experiments/app/run/experiment.hpp"
#include "orthant/core/config/json_file.hpp"
#include "tests/friction_forms.hpp"

namespace orthant::test {

std::ostream& operator<<(std::ostream& out, Settings const& s) {
  return out << s.ncp << ", " << s.friction << (s.linear.empty() ? "" : ", " + s.linear)
             << ", matrices at " << s.matrices;
}

std::string name_of(testing::TestParamInfo<Settings> const& info) {
  auto const& s = info.param;
  return (s.ncp.empty() ? "" : s.ncp + "_") + s.friction +
         (s.linear.empty() ? "" : "_" + s.linear) + "_" + s.matrices;
}

std::vector<std::string> plug_ins(std::string const& kind) {
  std::vector<std::string> out;
  for (auto const& entry : catalog())
    if (entry.kind == kind) out.push_back(entry.name);
  return out;
}

std::vector<Settings> every_formulation() {
  std::vector<Settings> out;
  for (auto const& ncp : plug_ins("NCP function")) out.push_back({.ncp = ncp});
  for (auto const& form : friction_forms()) {
    if (form.other_law || form.name == Settings{}.friction) continue;
    out.push_back({.ncp = form.whole_contact ? "" : Settings{}.ncp,
                   .friction = form.name,
                   .linear = form.symmetric ? "" : "dense_lu"});
  }
  return out;
}

std::vector<Settings> every_linear_solver() {
  std::vector<Settings> out;
  for (auto const& linear : plug_ins("linear solver")) out.push_back({.linear = linear});
  out.push_back({.matrices = "iterate"});
  return out;
}

std::vector<Settings> every_choice() {
  auto out = every_formulation();
  for (auto const& each : every_linear_solver()) out.push_back(each);
  return out;
}

std::string json(Real x) { return Json(x).dump(); }
std::string json(Vec3 const& v) { return Json{v[0], v[1], v[2]}.dump(); }
std::string json(Quat<> const& q) { return Json{q.w, q.x, q.y, q.z}.dump(); }

Quat<> rotation(Vec3 const& axis, Real angle) {
  Real const s = std::sin(angle / 2);
  return {std::cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]};
}

std::string refusal_of(std::string const& scene, Changes const& changes, Settings const& settings) {
  try {
    Trial(scene, 0.005, settings, changes);
  } catch (Error const& error) {
    return error.what();
  }
  return "";
}

Trial::Trial(std::string const& scene, Real h, Settings const& set, Changes const& changes)
    : settings_(set) {
  Json input = {
      {"backend", set.backend},
      {"scene", parse_json(scene, "scene")},
      {"step", h},
      {"steps", 1},
      {"worlds", set.worlds},
      {"integrator",
       {{"type", "implicit_euler"}, {"matrices", set.matrices}, {"warm_start", set.warm_start}}},
      {"solver",
       {{"type", "newton"},
        {"ncp", set.ncp.empty() ? Json() : Json(set.ncp)},
        {"friction", set.friction},
        {"scaling", set.scaling},
        {"step", set.step},
        {"tolerance", set.tolerance},
        {"geometric_stiffness", "off"},
        {"max_iterations", set.max_iterations}}}};
  if (set.solver != "newton")
    input["solver"] = set.solver == "sequence"
                          ? Json{{"type", set.solver}}
                          : Json{{"type", set.solver}, {"tolerance", set.tolerance}};
  if (!set.linear.empty()) input["solver"]["linear"] = set.linear;
  if (!set.islands) input["islands"] = false;
  if (!set.whole_solver.empty()) input["solver"] = parse_json(set.whole_solver, "solver");
  if (!set.whole_integrator.empty())
    input["integrator"] = parse_json(set.whole_integrator, "integrator");
  for (auto const& change : changes) assign(input["scene"], change);
  experiment_ = std::make_unique<Experiment>(build_experiment(input, "trial"));
}

Trial::~Trial() = default;

Simulation& Trial::simulation() { return *experiment_->simulation; }

StepReport Trial::step() { return simulation().step(); }

bool is_or_tends_to_minimum_map(std::string const& ncp) {
  return std::set<std::string>{"minimum_map", "chks"}.count(ncp) > 0;
}

bool Trial::step_or_say() {
  auto const report = step();
  if (report.solve.converged()) return true;
  EXPECT_TRUE(is_or_tends_to_minimum_map(settings_.ncp) && settings_.step == "full")
      << text(report.solve.reason);
  auto const& r = report.solve.residual;
  EXPECT_GT(std::max({r.dynamics, r.dynamics_angular, r.normal, r.friction}),
            0.1 * settings_.tolerance);  // 0.1: the defects are in N s and N m s
  return false;
}

int Trial::run(int steps) {
  int iterations = 0;
  for (int k = 0; k < steps; ++k) {
    auto const report = step();
    EXPECT_TRUE(report.solve.converged()) << "step " << k << ": " << text(report.solve.reason);
    iterations += report.solve.iterations;
  }
  return iterations;
}

int Trial::index(std::string const& body) const {
  int const found = experiment_->setup.scene.find(body);
  if (found < 0) throw Error("no body \"" + body + "\"");
  return found;
}

int Trial::row_body(std::string const& body) const {
  int const b = index(body);
  return experiment_->setup.scene.bodies[b].motion == Motion::dynamic ? b : -1;
}

Pose<> Trial::pose(std::string const& body) const {
  return experiment_->simulation->snapshot().pose[index(body)];
}

Twist Trial::twist(std::string const& body) const {
  return experiment_->simulation->snapshot().twist[index(body)];
}

Vec3 Trial::impulse_between(std::string const& a, std::string const& b) const {
  int const from = row_body(a), on = row_body(b);
  Vec3 sum;
  for (auto const& c : experiment_->simulation->last_step().contact_impulses()) {
    if (c.world != 0) continue;
    if (c.a == from && c.b == on) sum += c.impulse_W;
    if (c.a == on && c.b == from) sum -= c.impulse_W;
  }
  return sum;
}

Measures Trial::measures() { return simulation().measure().front(); }

}  // namespace orthant::test
