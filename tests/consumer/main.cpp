// A user's own program: a scene on an installed Orthant, with two plug-ins of the user's own.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "backends/kokkos_backend.hpp"
#include "core/config/json_file.hpp"
#include "plugins/conjugate_gradients.hpp"
#include "plugins/halfway.hpp"

namespace {

using MyFunctions = std::tuple<orthant::FischerBurmeister, Halfway>;

orthant::Plugins<Space> my_plugins() {
  auto plugins = orthant::standard_plugins<Space>();
  orthant::register_formulations<Space, MyFunctions>(plugins);
  plugins.linear_solvers.add<CgSettings>(
      "my_cg", "conjugate gradients",
      [](CgSettings const& set, orthant::Config&, orthant::Sizes const& n) {
        return std::make_unique<ConjugateGradients>(set, n);
      });
  return plugins;
}

char const* const experiment = R"({
  "scene": {"assemblies": [{"type": "stack", "count": 3, "size": [1, 1, 1], "mass": 1, "friction": 0.5}]},
  "solver": {"type": "newton", "ncp": "halfway", "linear": "my_cg", "tolerance": 1e-9}
})";

/// Whether three cubes of 1 kg stand on each other for a second, the floor carrying all three.
bool stands() {
  constexpr double h = 0.01, g = 9.81;
  orthant::KokkosBackend<Space> const backend(my_plugins());
  orthant::Json const input = orthant::parse_json(experiment, "experiment");
  orthant::Json resolved;
  orthant::Config config(input, resolved, "experiment");
  orthant::Setup setup;
  setup.h = h;
  setup.scene = orthant::read_scene(config.child("scene"), backend.joint_types());
  auto const simulation = backend.build(setup, config);
  config.done();

  int converged = 0;
  for (int step = 0; step < 100; ++step) converged += simulation->step().solve.converged();
  double on_floor = 0;
  for (auto const& c : simulation->contact_impulses())
    if (c.a < 0 || c.b < 0)  // the floor does not react
      on_floor += c.impulse[0];
  double const drift = simulation->measure()[0].drift;
  std::printf("%s\n%d steps converged, floor carries %.12g N s, drift %.3g m\n",
              resolved["solver"].dump().c_str(), converged, on_floor, drift);
  // The solver stops at 1e-9 m/s, so the cubes of 1 kg miss at most a few 1e-9 N s, and creep at
  // most 1e-9 m/s for a second.
  return converged == 100 && std::abs(on_floor - 3 * g * h) < 1e-8 && drift < 1e-8;
}

}  // namespace

int main() {
  orthant::KokkosSession const kokkos(1);
  return stands() ? 0 : 1;
}
