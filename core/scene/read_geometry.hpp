// Reads the points of shapes that three numbers do not describe.
#pragma once
#include <filesystem>

#include "orthant/core/config/config.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// Where files of geometries are, and what keeps the geometries.
struct GeometryFiles {
  std::filesystem::path folder;
  std::vector<std::shared_ptr<Geometry const>>& kept;
};

/// Reads "file", within the folder. The resolved experiment has its absolute path, so that it can
/// be read from anywhere.
std::filesystem::path read_file(Config& config, std::filesystem::path const& folder);

/// Reads "points", or "file" and "scale", into the geometry of a hull. X_BS then places its centre.
void read_hull(Config& config, Shape& shape, GeometryFiles& files);

/// The key "scale", one number or three: 1 if it is absent.
Vec3 read_scale(Config& config);

}  // namespace orthant
