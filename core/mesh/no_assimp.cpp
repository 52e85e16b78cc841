// Refuses files of meshes in builds without Assimp.
#include "orthant/core/config/error.hpp"
#include "orthant/core/mesh/mesh.hpp"

namespace orthant {

bool have_mesh_files() { return false; }

Mesh read_mesh(std::filesystem::path const& path, Vec3 const&, std::string const& where) {
  throw NotBuilt(where, "the mesh " + path.string(),
                 "shapes without a file, or a build with Assimp");
}

}  // namespace orthant
