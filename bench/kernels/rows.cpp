// Times the kernels that write rows: Jacobians, values, and the linearised laws.
#include <benchmark/benchmark.h>

#include "bench/kernels/kernels.hpp"
#include "bench/kernels/stage.hpp"
#include "orthant/constraints/detail/block_formulation.hpp"

namespace orthant::bench {
namespace {

char const* name_of(Kind kind) { return kind == Kind::chain ? "ball_joints" : "contacts"; }

void time_jacobian(benchmark::State& state, Kind kind) {
  Stage const stage(kind, 100);
  Space const space;
  for (auto _ : state)
    stage.constraints().jacobian(space, stage.pose(), stage.rows(), stage.active());
  state.SetItemsProcessed(state.iterations() * stage.rows().rows);
}

void time_value(benchmark::State& state, Kind kind) {
  Stage const stage(kind, 100);
  Space const space;
  for (auto _ : state) stage.constraints().value(space, stage.point(), stage.rows());
  state.SetItemsProcessed(state.iterations() * stage.rows().rows);
}

/// Impulses with b = r lambda on both sides of the values a, so that rows take different branches.
template <class Ncp, class Friction>
void time_linearise(benchmark::State& state) {
  Stage const stage(Kind::wall, 100);
  auto const& rows = stage.rows();
  int const n = rows.rows;
  for (int row = 0; row < n; ++row)
    rows.impulse(row) = (row % 7 - 2) * 0.02 / larger(stage.weight()(row), 1e-3);
  auto const reals = [&] { return make_array<Space, Real*>("orthant::bench::rows", n); };
  Array<Space, Real*> const residual = reals(), target = reals(), step = reals();
  Array<Space, Real*[max_block_rows]> const P_right("orthant::bench::P_right", n),
      Q("orthant::bench::Q", n), P_left("orthant::bench::P_left", Friction::symmetric ? 0 : n);
  Array<Space, SpeedScale*> const scale("orthant::bench::scale", rows.worlds);
  fill_all(Space(), scale, SpeedScale{});
  BlockFormulation<Space, Ncp, Friction> const formulation{Ncp{}};
  Space const space;
  for (auto _ : state)
    formulation.linearise(space, rows, stage.weight(), scale,
                          {residual, target, step, P_right, Q, P_left}, stage.active());
  state.SetItemsProcessed(state.iterations() * n);
}

}  // namespace

void register_rows() {
  for (Kind const kind : {Kind::wall, Kind::chain}) {
    std::string const name = name_of(kind);
    benchmark::RegisterBenchmark(("jacobian/" + name).c_str(), time_jacobian, kind);
    benchmark::RegisterBenchmark(("value/" + name).c_str(), time_value, kind);
  }
  for_each_in<FrictionForms>([](auto friction) {
    using Friction = decltype(friction);
    auto const add = [&](auto phi) {
      auto const name = std::string("linearise/") + phi.name + "/" + friction.name;
      benchmark::RegisterBenchmark(name.c_str(), time_linearise<decltype(phi), Friction>);
    };
    if constexpr (treats_whole_contact<Friction>)
      add(NoNcp{});
    else
      for_each_in<NcpFunctions>(add);
  });
}

}  // namespace orthant::bench
