// Fuzzes load files: forces and torques as functions of time.
#include <nlohmann/json.hpp>

#include "orthant/core/scene/read_load.hpp"
#include "tests/fuzz/files.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace orthant;
  fuzz::file_of("loads.csv", fuzz::text_of(data, size));
  Scene scene;
  scene.bodies.emplace_back();
  scene.bodies.back().name = "ball";
  Json const input = {{"body", "ball"}, {"file", "loads.csv"}};
  Json resolved;
  Config config(input, resolved, "load");
  fuzz::accepted([&] {
    auto const load = read_load(config, scene, {{"ball", 0}}, fuzz::directory());
    fuzz::require(!load.force.empty(), "a load has a force");
    for (std::size_t i = 1; i < load.force.size(); ++i)
      fuzz::require(load.force[i].t >= load.force[i - 1].t, "time does not go back");
  });
  return 0;
}
