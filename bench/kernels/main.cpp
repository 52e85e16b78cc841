// Runs the kernel benchmarks with Google Benchmark in an initialised Kokkos, on one thread.
#include <benchmark/benchmark.h>

#include "bench/kernels/kernels.hpp"
#include "orthant/core/execution/kokkos.hpp"

int main(int argc, char** argv) {
  orthant::KokkosSession const kokkos(1);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  orthant::bench::register_narrow_phase();
  orthant::bench::register_broad_phase();
  orthant::bench::register_rows();
  orthant::bench::register_linear();
  benchmark::RunSpecifiedBenchmarks();
}
