// Reads mass, inertia and centre of mass of a body.
#pragma once
#include "orthant/core/config/config.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// An array of three rows of three numbers.
Mat3 read_matrix(Config& config, std::string const& key);

/// Reads the mass properties of a dynamic body whose shapes, pose and twist are known. If these are
/// given in the frame of the shapes, it moves them to the centre of mass.
void read_mass(Config& config, BodySpec& body);
/// Its keys, for the schema.
void describe_mass(Fields& f);

}  // namespace orthant
