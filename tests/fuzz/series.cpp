// Fuzzes references: time series of another program, and measured motions.
#include "experiments/app/references/recorded_motion.hpp"
#include "experiments/app/references/time_series.hpp"
#include "tests/fuzz/files.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace orthant;
  auto const file = fuzz::file_of("series.txt", fuzz::text_of(data, size));
  fuzz::accepted([&] {
    for (auto const& row : read_series(file, 3))
      fuzz::require(row.size() == 4, "a row has its time and its numbers");
  });
  fuzz::accepted([&] { read_series(file, 4); });
  fuzz::accepted([&] {
    auto const motion = read_motion(file, 0.1);
    fuzz::require(!motion.pose.empty(), "a motion has a pose");
  });
  return 0;
}
