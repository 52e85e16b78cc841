// Reads the triangles of a mesh, and the heights of a grid, from the experiment or from a file.
#include "orthant/core/scene/read_surface_shape.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "orthant/core/config/input_file.hpp"
#include "orthant/core/config/schema.hpp"
#include "orthant/core/mesh/mesh.hpp"
#include "orthant/core/mesh/surface.hpp"

namespace orthant {
namespace {

enum class Diagonal { rising, falling, alternating };
constexpr Named<Diagonal> diagonals[] = {{Diagonal::rising, "rising"},
                                         {Diagonal::falling, "falling"},
                                         {Diagonal::alternating, "alternating"}};

/// Rows of numbers, each of the same length; whole ones if `whole`.
std::vector<std::vector<double>> read_rows(Config& config, char const* key, std::size_t length,
                                           bool whole, char const* allowed) {
  Json const& given = config.raw(key);
  std::string const where = config.where(key);
  if (!given.is_array()) refuse(where, shown(given), allowed);
  std::vector<std::vector<double>> out;
  for (std::size_t i = 0; i < given.size(); ++i) {
    std::vector<double> row;
    bool good = given[i].is_array() && !given[i].empty();
    if (good)
      for (auto const& x : given[i]) {
        good = good && (whole ? x.is_number_integer() : x.is_number());
        if (good) row.push_back(x.get<double>());
        good = good && std::isfinite(row.back());
      }
    std::size_t const needed = length > 0 ? length : i > 0 ? out[0].size() : row.size();
    if (!good || row.size() != needed)
      refuse(
          where + "/" + std::to_string(i), shown(given[i]),
          std::to_string(needed > 0 ? needed : 2) + (whole ? " whole numbers" : " finite numbers"));
    out.push_back(std::move(row));
  }
  return out;
}

/// Rows of a file of comma-separated values.
std::vector<std::vector<double>> read_table(std::filesystem::path const& path,
                                            std::string const& where) {
  auto file = open_input(path, "a file of comma-separated heights", most_input, where);
  std::vector<std::vector<double>> out;
  int number = 0;
  for (std::string line; next_line(file, line, path.string());) {
    ++number;
    if (line.find_first_not_of(" \t\r") == line.npos || line[0] == '#') continue;
    std::string const at = path.string() + ":" + std::to_string(number);
    std::vector<double> row;
    char const *c = line.data(), *const end = c + line.size();
    auto const skip = [&] {
      while (c < end && (*c == ' ' || *c == '\t' || *c == '\r')) ++c;
    };
    for (bool more = true; more;) {
      skip();
      if (c < end && *c == '+') ++c;
      double x = 0;
      auto const read = std::from_chars(c, end, x);
      if (read.ec != std::errc() || !std::isfinite(x))
        refuse(at, shown(line), "finite numbers, with a comma between two");
      row.push_back(x);
      c = read.ptr;
      skip();
      more = c < end;
      if (more && *c++ != ',') refuse(at, shown(line), "finite numbers, with a comma between two");
    }
    if (!out.empty() && row.size() != out[0].size())
      refuse(at, std::to_string(row.size()) + " heights",
             std::to_string(out[0].size()) + ", as in the lines before");
    out.push_back(std::move(row));
  }
  return out;
}

/// The surface over a grid: row r and column c are the point (c dx, r dy).
Mesh grid(std::vector<std::vector<double>> const& heights, Vec<2> const& cell, Diagonal diagonal) {
  Mesh out;
  auto const rows = static_cast<int>(heights.size()), columns = static_cast<int>(heights[0].size());
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      out.points.push_back({{c * cell[0], r * cell[1], heights[nth(r)][nth(c)]}});
  for (int r = 0; r + 1 < rows; ++r)
    for (int c = 0; c + 1 < columns; ++c) {
      int const p = r * columns + c, q = p + 1, s = p + columns, t = s + 1;
      bool const rises =
          diagonal == Diagonal::rising || (diagonal == Diagonal::alternating && (r + c) % 2 == 0);
      if (rises) {
        out.triangles.push_back({p, q, t});
        out.triangles.push_back({p, t, s});
      } else {
        out.triangles.push_back({p, q, s});
        out.triangles.push_back({q, t, s});
      }
    }
  return out;
}

Mesh read_heights(Config& config, GeometryFiles& files, std::string& where) {
  bool const of_file = config.has("file");
  if (of_file == config.has("heights"))
    refuse(config.path(), of_file ? "heights beside a file" : "no heights",
           "\"heights\" or \"file\"");
  config.need("cell", "two numbers > 0");
  auto const cell = config.reals("cell", 2);
  for (double x : cell)
    if (!(x > 0)) refuse(config.where("cell"), text(x), "two numbers > 0");
  Diagonal diagonal = Diagonal::rising;
  config.choice("diagonal", diagonal, diagonals, "");
  where = config.where(of_file ? "file" : "heights");
  auto const heights = of_file ? read_table(read_file(config, files.folder), where)
                               : read_rows(config, "heights", 0, false, "rows of heights");
  if (heights.size() < 2 || heights[0].size() < 2)
    refuse(where, std::to_string(heights.size()) + " rows",
           "two rows or more, of two heights or more");
  double const count = 2. * static_cast<double>((heights.size() - 1) * (heights[0].size() - 1));
  if (count > most_triangles)
    refuse(where, text(count) + " triangles", "at most " + std::to_string(most_triangles));
  return grid(heights, {{cell[0], cell[1]}}, diagonal);
}

Mesh read_triangles(Config& config, GeometryFiles& files, std::string& where) {
  bool const of_file = config.has("file");
  if (of_file && (config.has("points") || config.has("triangles")))
    refuse(config.path(), "points or triangles beside a file", "the one or the other");
  where = config.where(of_file ? "file" : "triangles");
  if (of_file) return read_mesh(read_file(config, files.folder), read_scale(config), where);
  if (config.has("scale")) refuse(config.where("scale"), "a scale of points", "a scale of a file");
  config.need("points", "an array of points, or \"file\"");
  config.need("triangles", "an array of three numbers of points each");
  Mesh out;
  for (auto const& p : read_rows(config, "points", 3, false, "an array of points"))
    out.points.push_back({{p[0], p[1], p[2]}});
  for (auto const& t : read_rows(config, "triangles", 3, true, "an array of triangles")) {
    std::array<int, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      if (!(t[k] >= 0 && t[k] < static_cast<double>(out.points.size())))
        refuse(
            where + "/" + std::to_string(out.triangles.size()), text(t[k]),
            "numbers of points, 0 to " + std::to_string(static_cast<long>(out.points.size()) - 1));
      corners[k] = static_cast<int>(t[k]);
    }
    out.triangles.push_back(corners);
  }
  return out;
}

}  // namespace

void read_surface_shape(Config& config, Shape& shape, GeometryFiles& files) {
  std::string where;
  Mesh mesh = shape.is<shapes::Mesh>() ? read_triangles(config, files, where)
                                       : read_heights(config, files, where);
  auto const surface = surface_of(std::move(mesh.points), mesh.triangles, where);
  keep(files.kept, surface);
  shape.geometry = surface.get();
  shape.size = {{surface->bounding_radius, static_cast<Real>(surface->triangle.size()), 0}};
}

namespace {

bool surfaces_may_touch(BodySpec const& a, BodySpec const& b) {
  return std::ranges::any_of(a.shapes, [&](Shape const& of_a) {
    return is_surface(of_a) && std::ranges::any_of(b.shapes, [&](Shape const& of_b) {
             return is_surface(of_b) && may_touch(of_a, of_b);
           });
  });
}

/// Pairs of bodies that never touch, each both ways round.
std::set<std::pair<int, int>> kept_apart(Scene const& scene) {
  std::set<std::pair<int, int>> out;
  auto const keep = [&](int a, int b) { out.insert({{a, b}, {b, a}}); };
  for (auto const& [a, b] : scene.apart) keep(a, b);
  for (auto const& joint : scene.joints)
    if (joint.traits.holds() && !joint.parts_collide) keep(joint.a, joint.b);
  return out;
}

bool is_point(Shape const& shape) { return shape.is<shapes::Sphere>() && shape.size[0] == 0; }

/// A point has no width by which it is seen on the other side of a triangle.
void refuse_points_on(BodySpec const& surface, BodySpec const& body) {
  for (auto const& point : body.shapes)
    for (auto const& triangles : surface.shapes)
      if (is_point(point) && is_surface(triangles) && may_touch(point, triangles))
        refuse(body.path + "/shapes",
               "a sphere of radius 0 that may touch the surface of \"" + surface.name + "\"",
               "a radius > 0, such as 1e-6");
}

}  // namespace

void require_one_surface(Scene const& scene) {
  std::vector<int> surfaces;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b)
    if (auto const& body = scene.bodies[b];
        body.collide && std::ranges::any_of(body.shapes, [](auto& s) { return is_surface(s); }))
      surfaces.push_back(static_cast<int>(b));
  auto const body = [&](int b) -> BodySpec const& { return scene.bodies[nth(b)]; };
  auto const reacts = [&](int b) { return body(b).motion == Motion::dynamic; };
  for (int const of : surfaces)
    for (auto const& other : scene.bodies)
      if (other.collide) refuse_points_on(body(of), other);
  if (surfaces.size() < 2 || std::ranges::none_of(surfaces, reacts)) return;
  auto const apart = kept_apart(scene);
  for (std::size_t i = 0; i < surfaces.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      int a = surfaces[j], b = surfaces[i];
      if (!reacts(a)) std::swap(a, b);
      if (!reacts(a) || !surfaces_may_touch(body(a), body(b)) || apart.contains({a, b})) continue;
      refuse(body(a).path + "/shapes",
             "a mesh that may touch that of \"" + body(b).name + "\", and reacts",
             "hulls in its place, or two bodies that \"groups\" or \"apart\" keep from each "
             "other: contacts of two meshes are not computed");
    }
}

}  // namespace orthant
