// Fuzzes experiments, up to the first step.
#include "experiments/app/run/experiment.hpp"

#include <cstdlib>

#include "orthant/core/config/json_file.hpp"
#include "orthant/core/execution/kokkos.hpp"
#include "tests/fuzz/bounds.hpp"
#include "tests/fuzz/files.hpp"

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  static Kokkos::ScopeGuard const guard;
  setenv("ORTHANT_DATA", orthant::fuzz::directory().c_str(), 1);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace orthant;
  auto const file = fuzz::file_of("scene.json", fuzz::text_of(data, size));
  if (!fuzz::is_small(file)) return 0;
  fuzz::accepted([&] {
    auto const path = file.string();
    auto const experiment = build_experiment(read_json_file(path), path);
    fuzz::require(experiment.simulation != nullptr, "an experiment has its simulation");
  });
  return 0;
}
