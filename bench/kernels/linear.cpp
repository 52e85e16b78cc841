// Times the linear system of a step: its operator, the preconditioners, and every linear solver.
#include <benchmark/benchmark.h>

#include <nlohmann/json.hpp>

#include "bench/kernels/kernels.hpp"
#include "bench/kernels/stage.hpp"
#include "orthant/backends/instances/detail/instances.hpp"
#include "orthant/solvers/preconditioner/preconditioners.hpp"

namespace orthant::bench {
namespace {

char const* name_of(Kind kind) {
  return kind == Kind::stack ? "stack" : kind == Kind::wall ? "wall" : "chain";
}

struct ApplyOperator {
  static constexpr char const* label = "orthant::bench::apply";
  SchurOperator<Space> S;
  Span<Space, Real*> x, y;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    S.apply(lane, w, x, y);
  }
};

void time_operator(benchmark::State& state, Kind kind) {
  Stage const stage(kind, static_cast<int>(state.range(0)));
  auto const& system = stage.system();
  auto const y = make_array<Space, Real*>("orthant::bench::y", system.rows.rows);
  Array<Space, Twist*> const v("orthant::bench::v", system.rows.bodies);
  Space const space;
  for (auto _ : state) each_world(space, 1, ApplyOperator{{system, v}, stage.right_hand_side(), y});
  state.SetItemsProcessed(state.iterations() * system.rows.rows);
}

void time_preconditioner(benchmark::State& state, std::string const& name) {
  Stage const stage(Kind::wall, 100);
  auto const& system = stage.system();
  Plugins<Space> plugins;
  register_preconditioners(plugins);
  Json const input = {{"type", name}};
  Json resolved;
  auto const preconditioner =
      plugins.preconditioners.make(Config(input, resolved, name))(stage.sizes());
  Space const space;
  for (auto _ : state) preconditioner->set_up(space, system);
  state.SetItemsProcessed(state.iterations() * system.rows.rows);
}

/// Times a new matrix of a known pattern in every solve, as in Newton's method.
void time_solver(benchmark::State& state, std::string const& name, Kind kind) {
  Stage const stage(kind, static_cast<int>(state.range(0)));
  Plugins<Space> plugins;
  register_linear_solvers(plugins);
  Json const input = {{"type", name}};
  Json resolved;
  auto const solver =
      plugins.linear_solvers.make(Config(input, resolved, name), plugins, {}).make(stage.sizes());
  auto const z = make_array<Space, Real*>("orthant::bench::z", stage.rows().rows);
  Space const space;
  auto system = stage.system();
  solver->solve(space, system, stage.right_hand_side(), z);
  system.same_pattern = true;
  LinearReport report;
  for (auto _ : state) report = solver->solve(space, system, stage.right_hand_side(), z);
  if (!report.usable) state.SkipWithError("no finite solution");
  state.counters["rows"] = stage.rows().rows;
  state.counters["iterations"] = report.iterations;
  state.counters["residual"] = report.residual;
}

}  // namespace

void register_linear() {
  for (Kind const kind : {Kind::stack, Kind::wall, Kind::chain})
    benchmark::RegisterBenchmark((std::string("schur_operator/") + name_of(kind)).c_str(),
                                 time_operator, kind)
        ->Arg(100);
  Plugins<Space> plugins;
  register_linear_solvers(plugins);
  for (auto const& name : plugins.preconditioners.names())
    benchmark::RegisterBenchmark(("preconditioner/" + name).c_str(), time_preconditioner, name);
  for (auto const& name : plugins.linear_solvers.names())
    for (Kind const kind : {Kind::stack, Kind::wall, Kind::chain}) {
      auto* const made = benchmark::RegisterBenchmark(
          ("linear_solver/" + name + "/" + name_of(kind)).c_str(), time_solver, name, kind);
      made->Arg(16);
      if (name != "dense_ldlt") made->Arg(100);  // its cost is cubic in the number of rows
    }
}

}  // namespace orthant::bench
