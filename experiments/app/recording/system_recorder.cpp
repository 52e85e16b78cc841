// Reads "record_systems", and manages the folders and their index.
#include "experiments/app/recording/system_recorder.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "experiments/app/recording/system_files.hpp"
#include "orthant/backends/records/world_iterate.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

void read_iterations(Config& config, SystemSettings& set) {
  if (!config.has("iterations")) {
    std::string all = "all";
    config.text("iterations", all, "");
    return;
  }
  Json const& given = config.raw("iterations");
  if (given == "all") return;
  if (given == "last") {
    set.last = true;
    return;
  }
  if (!given.is_array())
    refuse(config.where("iterations"), shown(given),
           "\"all\", \"last\", or an array of integers >= 0");
  set.iterations = read_integers(config, "iterations", 0, 1000000000);
}

void other_fields(Fields& f, SystemSettings& set) {
  f.text("directory", set.directory, "of the folders; absent: \"systems\" beside the results");
  f.integer("at_most", set.at_most, at_least(1), "iterates");
}

bool contains(std::vector<int> const& sorted, int x) {
  return std::binary_search(sorted.begin(), sorted.end(), x);
}

}  // namespace

std::vector<int> read_integers(Config& config, std::string const& key, int least, int most) {
  std::string const allowed =
      "an integer, " + std::to_string(least) + " to " + std::to_string(most);
  std::vector<int> out;
  Json const& list = config.raw(key);
  if (!list.is_array() || list.empty())
    refuse(config.where(key), shown(list), "an array, each of it " + allowed);
  for (std::size_t i = 0; i < list.size(); ++i) {
    bool const fits =
        list[i].is_number_integer() && between(least, most).contains(list[i].get<double>());
    if (!fits) refuse(config.where(key) + "/" + std::to_string(i), shown(list[i]), allowed);
    out.push_back(list[i].get<int>());
  }
  std::sort(out.begin(), out.end());
  return out;
}

bool SystemSettings::wants(int step) const { return contains(steps, step); }

bool SystemSettings::wants(int world, int iteration, bool ends) const {
  if (!contains(worlds, world)) return false;
  return last ? ends : iterations.empty() || contains(iterations, iteration);
}

SystemSettings read_system_settings(Config config, int worlds) {
  SystemSettings set;
  config.need("steps", "an array of integers >= 1");
  set.steps = read_integers(config, "steps", 1, 1000000000);
  if (config.has("worlds")) set.worlds = read_integers(config, "worlds", 0, worlds - 1);
  read_iterations(config, set);
  other_fields(config, set);
  config.done();
  return set;
}

void describe_system_settings(Fields& f) {
  SystemSettings set;
  f.need("steps", "");
  f.described("steps", R"({"type": "array", "minItems": 1, "description": "whose iterates they are",
    "items": {"type": "integer", "minimum": 1, "maximum": 1000000000}})");
  f.described("worlds", R"({"type": "array", "minItems": 1, "default": [0],
    "description": "counted from 0",
    "items": {"type": "integer", "minimum": 0, "maximum": 10000000}})");
  f.described("iterations", R"({"default": "all", "oneOf": [{"enum": ["all", "last"]},
    {"type": "array", "minItems": 1,
     "items": {"type": "integer", "minimum": 0, "maximum": 1000000000}}],
    "description": "of each solve, counted from 0; last: where it ended"})");
  other_fields(f, set);
}

SystemRecorder::SystemRecorder(SystemSettings settings, std::filesystem::path const& results,
                               Scene const& scene, Writing how)
    : set_(std::move(settings)),
      directory_(make_directory(set_.folder(results))),
      scene_(scene),
      index_(directory_ / "index.csv", "folder,step,world,solve,stage,solver,iteration,last,newton",
             how) {}

void SystemRecorder::add(int step, WorldIterate const& it) {
  if (full()) return;
  auto const name = fmt::format("step{:06}-world{}-solve{}-iteration{:03}", step, it.world,
                                it.solve, it.iteration);
  write_system(it, scene_, make_directory(directory_ / name));
  index_.row(name, step, it.world, it.solve, std::string_view(it.stage), it.solver, it.iteration,
             it.last ? 1 : 0, it.has_step ? 1 : 0);
  ++folders_;
}

}  // namespace orthant
