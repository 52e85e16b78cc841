// What a figure calls the value at a path of an experiment.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace orthant {

/// "scene.assemblies.0.tip_mass" → "name": "tip mass", "unit": "kg" as the schema states it, of a
/// parameter that of the places where it stands alone; "place": where it is a step length or a
/// tolerance, "": nowhere; "places": all of a parameter. `input` is an experiment file.
nlohmann::json described_path(std::string const& path, nlohmann::json const& input);

}  // namespace orthant
