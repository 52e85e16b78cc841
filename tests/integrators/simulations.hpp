// Simulations on the serial backend, by every integrator in each of its variants.
#pragma once
#include <nlohmann/json.hpp>

#include "backends/backend.hpp"

namespace orthant::test {

inline std::vector<Json> integrators() {
  std::vector<Json> out;
  for (auto const& entry : catalog())
    if (entry.kind == "integrator") out.push_back({{"type", entry.name}});
  for (auto const* matrices : {"start", "iterate"})
    out.push_back({{"type", "implicit_euler"}, {"matrices", matrices}});
  return out;
}

inline std::string name_of(Json const& integrator) {
  std::string const type = integrator["type"];
  return integrator.contains("matrices") ? type + "_" + std::string(integrator["matrices"]) : type;
}

inline std::unique_ptr<Simulation> simulation(Scene const& scene, Real h, Json const& integrator) {
  Json const serial = {{"type", "serial"}}, parts = {{"integrator", integrator}};
  Json resolved, resolved_parts;
  auto const backend = backends().make(Config(serial, resolved, "backend"));
  Config config(parts, resolved_parts, "experiment");
  return backend->build({scene, 1, h}, config);
}

/// One body in general motion, without shapes.
inline BodySpec spinning(Vec3 const& moments, Vec3 const& v, Vec3 const& w) {
  BodySpec body;
  body.mass = 2;
  body.inertia_B = diagonal(moments);
  body.twist = stacked(v, w);
  return body;
}

}  // namespace orthant::test
