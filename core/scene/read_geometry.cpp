// Reads the points of hulls, from the experiment or from the mesh of a file.
#include "orthant/core/scene/read_geometry.hpp"

#include <cmath>

#include "orthant/core/config/schema.hpp"
#include "orthant/core/mesh/detail/hull_of.hpp"
#include "orthant/core/mesh/geometry_data.hpp"
#include "orthant/core/mesh/mesh.hpp"

namespace orthant {
namespace {

constexpr std::size_t most_points = 1000000;

std::vector<Vec3> read_points(Config& config) {
  Json const& given = config.raw("points");
  std::string const where = config.where("points");
  if (!given.is_array() || given.size() > most_points)
    refuse(where, shown(given), "4 to " + std::to_string(most_points) + " points");
  std::vector<Vec3> out;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!are_numbers(given[i], 3))
      refuse(where + "/" + std::to_string(i), shown(given[i]), "three finite numbers");
    out.push_back(
        {{given[i][0].get<double>(), given[i][1].get<double>(), given[i][2].get<double>()}});
  }
  return out;
}

}  // namespace

Vec3 read_scale(Config& config) {
  Vec3 out{{1, 1, 1}};
  if (!config.has("scale")) return out;
  Json const& given = config.raw("scale");
  if (given.is_number()) {
    double all = 1;
    config.real("scale", all, any_number(), "");
    out = all * out;
  } else {
    config.vector("scale", out, "");
  }
  for (int k = 0; k < 3; ++k)
    if (!(std::abs(out[k]) > 0))
      refuse(config.where("scale"), text(out[k]), "numbers other than 0");
  return out;
}

std::filesystem::path read_file(Config& config, std::filesystem::path const& folder) {
  std::string file;
  config.text("file", file, "");
  auto path = std::filesystem::absolute(mesh_path(folder, file, config.where("file")));
  config.resolved()["file"] = path.lexically_normal().string();
  return path;
}

void read_hull(Config& config, Shape& shape, GeometryFiles& files) {
  bool const of_file = config.has("file");
  if (of_file && config.has("points"))
    refuse(config.where("points"), "points beside a file", "one of the two");
  if (!of_file && config.has("scale"))
    refuse(config.where("scale"), "a scale of points", "a scale beside \"file\"");
  std::vector<Vec3> points;
  std::string where = config.where("points");
  if (of_file) {
    where = config.where("file");
    points = read_mesh(read_file(config, files.folder), read_scale(config), where).points;
  } else {
    config.need("points", "an array of points, or \"file\"");
    points = read_points(config);
  }
  auto const hull = hull_of(points, where);
  keep(files.kept, hull);
  shape.geometry = hull.get();
  shape.X_BS.p_WB = at(shape.X_BS, hull->centre);
}

}  // namespace orthant
