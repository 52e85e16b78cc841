// Fuzzes replays: the directory of a run with its tables.
#include <nlohmann/json.hpp>

#include "experiments/app/replay/recording.hpp"
#include "orthant/core/execution/kokkos.hpp"
#include "tests/fuzz/bounds.hpp"
#include "tests/fuzz/files.hpp"

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  static Kokkos::ScopeGuard const guard;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace orthant;
  fuzz::fill_directory(fuzz::text_of(data, size), "");
  if (!fuzz::is_small(fuzz::directory() / "result.json")) return 0;
  fuzz::accepted([&] { read_recording(fuzz::directory(), {100, 100, 50, 50, 50, 50}); });
  return 0;
}
