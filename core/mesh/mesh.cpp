// Paths of meshes, and the mass properties of the solids that they bound.
#include "orthant/core/mesh/mesh.hpp"

#include "orthant/core/config/error.hpp"
#include "orthant/core/model/shapes/integrals.hpp"

namespace orthant {

std::filesystem::path mesh_path(std::filesystem::path const& folder, std::string const& file,
                                std::string const& where) {
  std::filesystem::path const path(file);
  if (file.empty()) refuse(where, "\"\"", "the name of a file");
  if (path.is_relative() && *path.lexically_normal().begin() == "..")
    refuse(where, "\"" + file + "\", which leaves the folder " + folder.string(),
           "a path within it, or an absolute one");
  return folder / path;
}

UnitSolid solid_of_mesh(Mesh const& mesh) {
  Vec3 middle;
  for (auto const& p : mesh.points) middle += p;
  middle *= 1. / static_cast<double>(mesh.points.size());
  shapes::Integrals sum;
  for (auto const& [a, b, c] : mesh.triangles) {
    auto const at = [&](int v) { return mesh.points[nth(v)] - middle; };
    sum.add_tetrahedron(at(a), at(b), at(c));
  }
  UnitSolid out = sum.solid();
  out.centre += middle;
  return out;
}

}  // namespace orthant
