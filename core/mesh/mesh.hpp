// Meshes of triangles as they are read from files, and their mass properties.
#pragma once
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "orthant/core/model/shapes/part.hpp"

namespace orthant {

/// The most triangles of a mesh in a file.
inline constexpr int most_triangles = 10'000'000;

/// Vertices that coincide in the file are one.
struct Mesh {
  std::vector<Vec3> points;                   // [m]
  std::vector<std::array<int, 3>> triangles;  // counterclockwise, seen from outside
};

/// Whether this build can read meshes from files.
bool have_mesh_files();
/// Whether this build can compute convex hulls.
bool have_hulls();

/// The mesh of an STL, OBJ or COLLADA file, with all its parts in place, times `scale`; a negative
/// scale mirrors it, and triangles stay counterclockwise. Throws Error, which begins with `where`,
/// if the file is missing, empty or of another kind, has numbers that are not finite or more than
/// most_triangles; NotBuilt if this build cannot read meshes.
Mesh read_mesh(std::filesystem::path const& path, Vec3 const& scale, std::string const& where);

/// The path of a file that an input in `folder` names. Throws Error if a relative path leaves the
/// folder.
std::filesystem::path mesh_path(std::filesystem::path const& folder, std::string const& file,
                                std::string const& where);

/// Volume, centre and moments of the solid that a closed mesh bounds, by exact integration.
UnitSolid solid_of_mesh(Mesh const& mesh);

}  // namespace orthant
