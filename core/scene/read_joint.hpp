// Reads one object of "joints" into a JointSpec.
#pragma once
#include <map>

#include "orthant/core/config/config.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// The types of joints that a scene may name.
using JointTypes = std::map<std::string, JointType>;

/// Index of each body by name.
using BodyNames = std::map<std::string, int>;

/// The end of a message on a body that is not there, which names the nearest.
std::string nearest_body(std::string const& name, BodyNames const& names);

/// Reads an element of "joints", with all its keys, in a scene whose bodies are placed. Sets all
/// but JointSpec::traits. Throws Error.
JointSpec read_joint(Config& config, Scene const& scene, BodyNames const& names,
                     JointTypes const& types);

/// Reads the laws along a coordinate: "limits", "friction", "spring" and "motor" of `config`, whose
/// remaining keys the caller reads. `rest` is the default of the spring.
CoordinateSpec read_coordinate(Config& config, std::string const& coordinate, Real rest);

/// Reads a motor. `start`: the target of one that holds a position, if the file has none.
void read_motor(Config config, CoordinateSpec& c, Real start);

/// Reads a coupling: the coordinates of earlier joints that form its coordinate, its bodies, and
/// the laws along it.
void read_coupling(Config& config, Scene const& scene, JointTypes const& types, JointSpec& joint);

/// Reads the points (x, f) of a table, in ascending order of x.
std::vector<Vec<2>> read_points(Config& config, char const* key);

/// Reads up to `most` coefficients. Returns their number up to the last nonzero one.
int read_coefficients(Config& config, char const* key, Real* out, int most);

/// Reads a list of coefficients of the first harmonics. `count` becomes at least the number of
/// coefficients up to the last nonzero one.
void read_harmonics(Config& config, char const* key, Real* out, int& count);

}  // namespace orthant
