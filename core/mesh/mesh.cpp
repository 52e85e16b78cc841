// Closed meshes: whether they bound a solid, and its mass properties.
#include "orthant/core/mesh/mesh.hpp"

#include <unordered_map>

#include "orthant/core/config/error.hpp"
#include "orthant/core/model/shapes/integrals.hpp"

namespace orthant {
namespace {

std::string as_text(Vec3 const& p) {
  std::string out = "(";
  out += text(p[0]) + ", ";
  out += text(p[1]) + ", ";
  return out + text(p[2]) + ")";
}

}  // namespace

std::filesystem::path mesh_path(std::filesystem::path const& folder, std::string const& file,
                                std::string const& where) {
  std::filesystem::path const path(file);
  if (file.empty()) refuse(where, "\"\"", "the name of a file");
  if (path.is_relative() && *path.lexically_normal().begin() == "..")
    refuse(where, "\"" + file + "\", which leaves the folder " + folder.string(),
           "a path within it, or an absolute one");
  return folder / path;
}

std::string flaw_of_closed(Mesh const& mesh) {
  auto const at = [&](int v) -> Vec3 const& { return mesh.points[static_cast<std::size_t>(v)]; };
  std::unordered_map<std::uint64_t, int> passed;  // directed edges
  auto const key = [](int v, int w) {
    return static_cast<std::uint64_t>(v) << 32 | static_cast<std::uint32_t>(w);
  };
  passed.reserve(3 * mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    auto const& c = mesh.triangles[t];
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0])
      return "not a surface: triangle " + std::to_string(t) + " at " + as_text(at(c[0])) +
             " has a corner twice";
    for (std::size_t k = 0; k < 3; ++k)
      if (++passed[key(c[k], c[(k + 1) % 3])] > 1)
        return "not a surface: at its edge from " + as_text(at(c[k])) + " to " +
               as_text(at(c[(k + 1) % 3])) +
               " more than two triangles meet, or two that are turned against each other";
  }
  for (auto const& c : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k)
      if (passed.find(key(c[(k + 1) % 3], c[k])) == passed.end())
        return "not closed: its edge from " + as_text(at(c[k])) + " to " +
               as_text(at(c[(k + 1) % 3])) + " has a triangle on one side alone";
  Real const volume = solid_of_mesh(mesh).volume;
  if (!(volume > 0)) return "inside out: its volume is " + text(volume) + " m^3";
  return "";
}

UnitSolid solid_of_mesh(Mesh const& mesh) {
  Vec3 middle;
  for (auto const& p : mesh.points) middle += p;
  middle *= 1. / static_cast<double>(mesh.points.size());
  shapes::Integrals sum;
  for (auto const& [a, b, c] : mesh.triangles) {
    auto const at = [&](int v) { return mesh.points[static_cast<std::size_t>(v)] - middle; };
    sum.add_tetrahedron(at(a), at(b), at(c));
  }
  UnitSolid out = sum.solid();
  out.centre += middle;
  return out;
}

}  // namespace orthant
