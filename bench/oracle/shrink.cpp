// Finds the smallest experiment that still fails: all reductions are tried until none helps.
#include "bench/oracle/random_scenes.hpp"

namespace orthant::oracle {
namespace {

/// Removes one body, and its joints.
Json without_body(Json experiment, std::size_t index) {
  auto& scene = experiment["scene"];
  auto const name = scene["bodies"][index]["name"];
  scene["bodies"].erase(index);
  Json joints = Json::array();
  for (auto const& j : scene["joints"])
    if (j.value("a", Json()) != name && j.value("b", Json()) != name) joints.push_back(j);
  scene["joints"] = joints;
  return experiment;
}

/// An experiment for each key below `path` that may be left out.
void without_keys(Json const& experiment, Json::json_pointer const& path, std::vector<Json>& out) {
  if (!experiment.contains(path) || !experiment[path].is_object()) return;
  for (auto const& [key, value] : experiment[path].items()) {
    if (key == "type") continue;
    Json less = experiment;
    less[path].erase(key);
    out.push_back(less);
    without_keys(experiment, path / key, out);
  }
}

/// Replaces velocities by zero vectors, and numbers by rounder ones.
void simpler_numbers(Json const& experiment, std::vector<Json>& out) {
  auto const& bodies = experiment["scene"]["bodies"];
  for (std::size_t b = 0; b < bodies.size(); ++b)
    for (char const* key : {"velocity", "angular_velocity", "orientation", "friction", "mass"}) {
      if (!bodies[b].contains(key)) continue;
      Json less = experiment;
      auto& body = less["scene"]["bodies"][b];
      if (std::string(key) == "mass")
        body[key] = 1.0;
      else
        body.erase(key);
      out.push_back(less);
      for (std::size_t i = 0; bodies[b][key].is_array() && bodies[b][key].size() == 3 && i < 3;
           ++i) {
        Json rounder = experiment;
        auto& x = rounder["scene"]["bodies"][b][key][i];
        double const before = x.get<double>();
        x = std::round(10 * before) / 10;
        out.push_back(rounder);
        x = 0.0;
        out.push_back(rounder);
      }
    }
}

std::vector<Json> smaller(Json const& experiment) {
  std::vector<Json> out;
  int const steps = experiment["steps"].get<int>();
  for (int less : {steps / 2, steps - 1})
    if (less > 0) {
      out.push_back(experiment);
      out.back()["steps"] = less;
    }
  auto const& scene = experiment["scene"];
  for (std::size_t b = 0; b < scene["bodies"].size(); ++b)
    out.push_back(without_body(experiment, b));
  for (std::size_t j = 0; j < scene["joints"].size(); ++j) {
    out.push_back(experiment);
    out.back()["scene"]["joints"].erase(j);
  }
  for (char const* root : {"solver", "integrator"})
    if (experiment.contains(root)) {
      out.push_back(experiment);
      out.back().erase(root);
    }
  for (char const* path : {"/solver", "/integrator", "/scene/contact"})
    without_keys(experiment, Json::json_pointer(path), out);
  simpler_numbers(experiment, out);
  return out;
}

}  // namespace

Json shrunk(Json experiment, std::function<bool(Json const&)> const& fails) {
  for (bool found = true; found;) {
    found = false;
    for (auto const& less : smaller(experiment))
      if (less != experiment && fails(less)) {
        experiment = less;
        found = true;
        break;
      }
  }
  return experiment;
}

}  // namespace orthant::oracle
