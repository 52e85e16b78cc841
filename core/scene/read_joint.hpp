// From an object of "joints" to a JointSpec.
#pragma once
#include <map>

#include "core/config/config.hpp"
#include "core/scene/scene.hpp"

namespace orthant {

/// The types of joints that a scene may name.
using JointTypes = std::map<std::string, JointType>;

/// The numbers of the bodies by their names.
using BodyNames = std::map<std::string, int>;

JointSpec read_joint(Config& config, Scene const& scene, BodyNames const& names,
                     JointTypes const& types);

/// What acts along a coordinate: "limits", "friction", "spring" and "motor" of `config`, which is
/// left to its owner to finish. `rest` is the spring's where it is not given.
CoordinateSpec read_coordinate(Config& config, std::string const& coordinate, Real rest);

/// Of a coupling: the coordinates of joints before it that its own is made of, its bodies, and what
/// acts along it.
void read_coupling(Config& config, Scene const& scene, JointTypes const& types, JointSpec& joint);

/// The points (x, f) of a table, in ascending order of x.
std::vector<Vec<2>> read_points(Config& config, char const* key);

/// A list of numbers, of the first harmonics; `count` becomes that of those up to the last that is
/// not zero, if it was less.
void read_harmonics(Config& config, char const* key, Real* out, int& count);

}  // namespace orthant
