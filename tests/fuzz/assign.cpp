// Fuzzes `--set`: assignments, one a line, to a small experiment.
#include <nlohmann/json.hpp>
#include <sstream>

#include "orthant/core/config/json_file.hpp"
#include "tests/fuzz/files.hpp"

namespace {

char const* const small = R"({"scene": {"bodies": [
  {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
  {"name": "ball", "mass": 1, "position": [0, 0, 1], "shapes": [{"type": "sphere", "radius": 1}]}]},
  "step": 0.01, "steps": 3, "solver": {"type": "newton", "linear": "pcr"}, "sweep": null})";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace orthant;
  Json root = parse_json(small, "small.json");
  std::istringstream lines(fuzz::text_of(data, size));
  for (std::string line; std::getline(lines, line);) {
    Json const before = root;
    if (!fuzz::accepted([&] { assign(root, line); })) root = before;
  }
  auto const text = root.dump(-1, ' ', false, Json::error_handler_t::replace);
  fuzz::require(Json::accept(text), "what was assigned to is JSON");
  return 0;
}
