// Reads meshes from files by Assimp.
#include <assimp/DefaultIOSystem.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cmath>
#include <cstring>
#include <unordered_map>

#include "orthant/core/config/carried.hpp"
#include "orthant/core/config/child.hpp"
#include "orthant/core/config/error.hpp"
#include "orthant/core/config/input_file.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/mesh/mesh.hpp"

namespace orthant {
namespace {

constexpr char const* a_mesh = "a mesh of triangles as .stl, .obj or .dae";

[[noreturn]] void refuse_many(std::string const& at, double count) {
  refuse(at, text(count) + " triangles", "at most " + std::to_string(most_triangles));
}

class MeshReader {
 public:
  MeshReader(std::string at, Vec3 const& scale) : at_(std::move(at)), scale_(scale) {
    mirrors_ = scale[0] * scale[1] * scale[2] < 0;
  }

  void add(aiScene const& scene, aiNode const& node, aiMatrix4x4 const& of_parent) {
    aiMatrix4x4 const X = of_parent * node.mTransformation;
    for (unsigned m = 0; m < node.mNumMeshes; ++m) add(*scene.mMeshes[node.mMeshes[m]], X);
    for (unsigned c = 0; c < node.mNumChildren; ++c) add(scene, *node.mChildren[c], X);
  }
  Mesh made() && { return std::move(mesh_); }

 private:
  struct SameBits {
    bool operator()(Vec3 const& a, Vec3 const& b) const {
      return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
    }
    std::size_t operator()(Vec3 const& a) const {
      std::hash<double> const hash;
      return (hash(a[0]) * 1000003 + hash(a[1])) * 1000003 + hash(a[2]);
    }
  };

  void add(aiMesh const& part, aiMatrix4x4 const& X) {
    bool const flips = mirrors_ != (X.Determinant() < 0);
    std::vector<int> number;
    for (unsigned v = 0; v < part.mNumVertices; ++v) {
      aiVector3D const x = X * part.mVertices[v];
      Vec3 p{{scale_[0] * x.x, scale_[1] * x.y, scale_[2] * x.z}};
      for (int k = 0; k < 3; ++k) {
        if (!std::isfinite(p[k]))
          refuse(at_, "vertex " + std::to_string(v) + " with a coordinate that is not finite",
                 "finite numbers");
        p[k] += 0.;  // -0 is 0
      }
      auto const [known, is_new] = number_.emplace(p, static_cast<int>(mesh_.points.size()));
      if (is_new) mesh_.points.push_back(p);
      number.push_back(known->second);
    }
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
      aiFace const& face = part.mFaces[f];
      if (face.mNumIndices != 3) continue;  // points and lines have no surface
      std::array<int, 3> t{};
      for (unsigned k = 0; k < 3; ++k) t[k] = number[face.mIndices[k]];
      if (flips) std::swap(t[1], t[2]);
      mesh_.triangles.push_back(t);
      if (mesh_.triangles.size() > most_triangles) refuse_many(at_, most_triangles + 1.);
    }
  }

  std::string at_;
  Vec3 scale_;
  bool mirrors_ = false;
  Mesh mesh_;
  std::unordered_map<Vec3, int, SameBits, SameBits> number_;
};

/// The number of triangles of a binary STL file, which its header says; 0: of another file.
double announced(std::ifstream& in, std::uintmax_t size) {
  char head[84] = {};
  if (!in.read(head, sizeof head)) return 0;
  std::uint32_t count = 0;
  std::memcpy(&count, head + 80, sizeof count);
  return size == 84 + std::uintmax_t{50} * count ? count : 0;
}

/// The folder as a mesh sees it: it has this file alone. A mesh may name others, of materials. None
/// is opened; a name that is a pipe or a device is noted.
class OneFile final : public Assimp::DefaultIOSystem {
 public:
  explicit OneFile(std::string path) : path_(std::move(path)) {}
  bool Exists(char const* file) const override { return file == path_; }
  Assimp::IOStream* Open(char const* file, char const* mode) override {
    if (Exists(file)) return DefaultIOSystem::Open(file, mode);
    std::error_code error;
    if (std::filesystem::is_other(file, error)) no_file_ = file;
    return nullptr;
  }
  std::string const& no_file() const { return no_file_; }

 private:
  std::string path_, no_file_;
};

Mesh by_assimp(std::filesystem::path const& path, Vec3 const& scale, std::string const& at) {
  Assimp::Importer importer;
  auto* const files = new OneFile(path.string());
  importer.SetIOHandler(files);  // the importer's then
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS, aiComponent_NORMALS | aiComponent_COLORS |
                                                          aiComponent_TEXCOORDS |
                                                          aiComponent_MATERIALS);
  aiScene const* const scene =
      importer.ReadFile(path.string(), aiProcess_Triangulate | aiProcess_RemoveComponent);
  if (!scene || !scene->mRootNode)
    refuse(at, "a file that cannot be read: " + visible(importer.GetErrorString()), a_mesh);
  if (!files->no_file().empty())
    refuse(at, "the pipe or device \"" + visible(files->no_file()) + "\" of materials", a_mesh);
  MeshReader reader(at, scale);
  reader.add(*scene, *scene->mRootNode, aiMatrix4x4());
  Mesh out = std::move(reader).made();
  if (out.triangles.empty()) refuse(at, "no triangles", a_mesh);
  return out;
}

void carry(Carried& c, Mesh& mesh) {
  c.list(mesh.points);
  c.list(mesh.triangles);
}

}  // namespace

bool have_mesh_files() { return true; }

Mesh read_mesh(std::filesystem::path const& path, Vec3 const& scale, std::string const& where) {
  std::string const at = where + " (" + path.string() + ")";
  std::string kind = path.extension().string();
  std::ranges::transform(kind, kind.begin(), [](unsigned char c) { return std::tolower(c); });
  if (kind != ".stl" && kind != ".obj" && kind != ".dae")
    refuse(at, kind.empty() ? "a name without an ending" : "\"" + kind + "\"", a_mesh);
  auto in = open_input(path, a_mesh, std::uintmax_t{1} << 30, where);
  auto const size = std::filesystem::file_size(path);
  if (kind == ".stl")
    if (double const count = announced(in, size); count > most_triangles) refuse_many(at, count);
  in.close();
  Mesh out;
  auto const found = read_by_library("Assimp", at, size, [&] {
    auto mesh = by_assimp(path, scale, at);
    return saved([&](Carried& c) { carry(c, mesh); });
  });
  read_saved(found, [&](Carried& c) { carry(c, out); });
  return out;
}

}  // namespace orthant
