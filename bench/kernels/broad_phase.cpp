// Times the search for pairs among boxes in a lattice.
#include <benchmark/benchmark.h>

#include "bench/kernels/kernels.hpp"
#include "orthant/backends/simulation/build.hpp"
#include "orthant/core/collision/detail/pair_finder.hpp"

namespace orthant::bench {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;

/// Cubes of 1 m with gaps of 5 mm, in layers of 10 by 10: up to 26 neighbours within the margin.
Scene lattice(int cubes) {
  Scene scene;
  for (int k = 0; k < cubes; ++k) {
    BodySpec body;
    body.mass = 1;
    body.inertia_B = diagonal(Vec3{{1, 1, 1}});
    int const x = k % 10, y = k / 10 % 10, z = k / 100;
    body.pose.p_WB = 1.005 * Vec3{{Real(x), Real(y), Real(z)}};
    body.shapes.push_back({kind_of<shapes::Box>, 0, {{0.5, 0.5, 0.5}}, {}, 0.5});
    scene.add(body);
  }
  return scene;
}

void time_search(benchmark::State& state) {
  Setup const setup{lattice(static_cast<int>(state.range(0))), 1, 0.01};
  auto const model = build_model<Space>(setup);
  auto const now = build_state<Space>(setup);
  PairFinder<Space> finder(model, {});
  Space const space;
  int pairs = 0;
  for (auto _ : state) pairs = finder.find(space, now.pose, now.twist, setup.h, 0.01);
  state.counters["pairs"] = pairs;
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

}  // namespace

void register_broad_phase() {
  benchmark::RegisterBenchmark("broad_phase", time_search)->RangeMultiplier(10)->Range(100, 10000);
}

}  // namespace orthant::bench
