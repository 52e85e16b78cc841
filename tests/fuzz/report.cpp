// Fuzzes reports: the directory of a run or a comparison.
#include "experiments/app/report/comparison.hpp"
#include "tests/fuzz/files.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace orthant;
  fuzz::fill_directory(fuzz::text_of(data, size), "cases/a");
  fuzz::accepted([&] { read_comparison(fuzz::directory()); });
  return 0;
}
