// A user's own program: plug-ins of the user's own, each in place of one of an installed Orthant.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "backends/kokkos_backend.hpp"
#include "backends/own_plugins.hpp"
#include "core/config/json_file.hpp"
#include "plugins/conjugate_gradients.hpp"
#include "plugins/halfway.hpp"
#include "plugins/mean_diagonal.hpp"
#include "plugins/mean_scaling.hpp"
#include "plugins/projected_gradient.hpp"
#include "plugins/squared_distance.hpp"

namespace {

orthant::Plugins<Space> my_plugins() {
  auto plugins = orthant::standard_plugins<Space>();
  orthant::add_ncp<Space, Halfway>(plugins);
  orthant::add_joint<Space, SquaredDistance>(plugins);
  orthant::add_scaling<Space, MeanScaling>(plugins);
  orthant::add_preconditioner<Space, MeanDiagonal>(plugins);
  orthant::add_linear_solver<ConjugateGradients, CgSettings>(plugins, "my_cg",
                                                             "conjugate gradients");
  return plugins;
}

void add_my_cone_solver(orthant::ConeSolvers& to) {
  to.add<GradientSettings>("projected_gradient", "projected gradient steps of fixed length",
                           [](GradientSettings const& set, orthant::Config&) {
                             return std::make_shared<ProjectedGradient>(set);
                           });
}

/// A wrecking ball on a rod of 1 m, which strikes the upper of two cubes.
char const* const experiment = R"({
  "scene": {
    "assemblies": [{"type": "stack", "count": 2, "size": [0.2, 0.2, 0.2], "mass": 1, "friction": 0.3}],
    "bodies": [{"name": "ball", "mass": 1, "position": [-1.35, 0, 1.3], "shapes": [{"type": "sphere", "radius": 0.1}]}],
    "joints": [{"type": "distance", "b": "ball", "point_a": [-0.35, 0, 1.3], "point_b": [-1.35, 0, 1.3]}]
  },
  "solver": {"type": "newton", "tolerance": 1e-10}
})";

struct Variant {
  char const* name;
  std::vector<std::string> changes;
};
std::vector<Variant> const variants = {
    {"built-in", {}},
    {"halfway", {"solver.ncp=halfway"}},
    {"squared_distance", {"scene.joints.0.type=squared_distance"}},
    {"mean", {"solver.scaling=mean"}},
    {"mean_diagonal", {R"(solver.linear={"type": "cg", "preconditioner": "mean_diagonal"})"}},
    {"my_cg", {"solver.linear=my_cg"}},
    {"projected_gradient", {R"(solver={"type": "projected_gradient", "tolerance": 1e-10})"}},
    {"all in newton",
     {"solver.ncp=halfway", "scene.joints.0.type=squared_distance", "solver.scaling=mean",
      "solver.linear=my_cg"}}};

struct Outcome {
  int converged = 0, iterations = 0, linear_iterations = 0;
  double residual = 0, penetration = 0, joint_error = 0;  // largest of all steps [m/s], [m], [m]
  orthant::Snapshot end;
};

constexpr int steps = 200;

Outcome run(orthant::Backend const& backend, Variant const& variant) {
  orthant::Json input = orthant::parse_json(experiment, "experiment"), resolved;
  for (auto const& change : variant.changes) orthant::assign(input, change);
  orthant::Config config(input, resolved, "experiment");
  orthant::Setup setup;
  setup.h = 0.005;
  setup.scene = orthant::read_scene(config.child("scene"), backend.joint_types());
  auto const simulation = backend.build(setup, config);
  config.done();

  Outcome out;
  for (int step = 0; step < steps; ++step) {
    auto const solve = simulation->step().solve;
    out.converged += solve.converged();
    out.iterations += solve.iterations;
    out.linear_iterations += solve.linear_iterations;
    auto const& r = solve.residual;
    out.residual = std::max({out.residual, r.joint, r.normal, r.friction});
    auto const& measures = simulation->measure()[0];
    out.penetration = std::max(out.penetration, measures.penetration);
    out.joint_error = std::max(out.joint_error, measures.joint_error);
  }
  out.end = simulation->snapshot();
  return out;
}

/// The largest distance of a body's two ends [m].
double apart(orthant::Snapshot const& a, orthant::Snapshot const& b) {
  double out = 0;
  for (std::size_t k = 0; k < a.pose.size(); ++k)
    out = std::max(out, norm(a.pose[k].p_WB - b.pose[k].p_WB));
  return out;
}

/// Prints a line for each variant. Whether all of them find the same motion.
bool all_agree() {
  orthant::KokkosBackend<Space> const backend(my_plugins());
  std::printf("%-18s %9s %10s %10s %13s %15s %10s %11s\n", "", "converged", "iterations", "linear",
              "residual m/s", "penetration m", "joint m", "apart m");
  bool agree = true;
  Outcome const first = run(backend, variants.front());
  for (auto const& variant : variants) {
    Outcome const out = run(backend, variant);
    double const distance = apart(first.end, out.end);
    std::printf("%-18s %9d %10d %10d %13.1e %15.1e %10.1e %11.1e\n", variant.name, out.converged,
                out.iterations, out.linear_iterations, out.residual, out.penetration,
                out.joint_error, distance);
    // Every step is solved to 1e-10 m/s, so that after 1 s positions differ by 1e-10 m, and by more
    // where the blow has magnified what differed before it: ten times are allowed.
    agree = agree && out.converged == steps && distance < 1e-9;
  }
  return agree;
}

}  // namespace

int main() {
  orthant::KokkosSession const kokkos(1);
  orthant::own_cone_solvers().emplace_back(add_my_cone_solver);
  return all_agree() ? 0 : 1;
}
