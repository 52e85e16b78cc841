// Fuzzes JSON text and sweeps: the sweep, its cases, and the experiment of each case.
#include "experiments/app/run/sweep.hpp"

#include "orthant/core/config/json_file.hpp"
#include "tests/fuzz/files.hpp"

namespace {

constexpr double most_cases = 100;

double at_most(orthant::Sweep const& sweep) {
  double out = sweep.repeats;
  for (auto const& axis : sweep.axes) out *= static_cast<double>(axis.values.size());
  return sweep.seeds ? out * static_cast<double>(sweep.seeds->values.size()) : out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace orthant;
  auto const text = fuzz::text_of(data, size);
  fuzz::accepted([&] {
    Json const input = parse_json(text, "input.json");
    Sweep const sweep = sweep_of(input, "input.json");
    sweep.axes_json();
    if (!input.is_object()) return;  // the comparison has refused it
    if (at_most(sweep) > most_cases) return;
    for (auto const& each : sweep.cases()) {
      each.label();
      fuzz::accepted([&] { sweep.apply(input, each); });
    }
  });
  return 0;
}
