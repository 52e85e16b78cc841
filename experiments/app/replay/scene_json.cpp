// Shapes, frames and names in words that the page's script knows.
#include "experiments/app/replay/scene_json.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "experiments/app/replay/coarse.hpp"
#include "experiments/app/replay/samples.hpp"

namespace orthant {
namespace {

Json pose_json(Pose<> const& X) {
  auto const& [p, q] = X;
  return {p[0], p[1], p[2], q.w, q.x, q.y, q.z};
}

/// Points and corners by their numbers, as arrays of a page.
Json drawn_json(Shape const& shape, std::vector<float> const& points,
                std::vector<int> const& corners) {
  return {{"points", base64(points)},
          {"triangles", base64(corners)},
          {"reach", bounding_radius(shape)},
          {"thickness", is_surface(shape) ? bounding_radius(shape) : inscribed_radius(shape)}};
}

void add(std::vector<float>& to, Vec3 const& p) {
  for (int i = 0; i < 3; ++i) to.push_back(static_cast<float>(p[i]));
}

/// The faces of a hull, as triangles.
Json faces_json(Shape const& shape) {
  Geometry const& g = *shape.geometry;
  std::vector<float> points;
  std::vector<int> corners;
  for (int i = 0; i < g.points.size(); ++i) add(points, g.points[i]);
  for (int f = 0; f < g.normal.size(); ++f) {
    int const first = g.face_first[f];
    for (int k = first + 1; k + 1 < g.face_first[f + 1]; ++k)
      corners.insert(corners.end(), {g.corner[first], g.corner[k], g.corner[k + 1]});
  }
  return drawn_json(shape, points, corners);
}

/// Triangles between support points for directions of a grid about z, for shapes for which the page
/// has no mesh.
Json outline_json(Shape const& shape) {
  constexpr int around = 48, down = 24;
  constexpr Real pi = 3.14159265358979323846;
  std::vector<Vec3> points;
  auto const point_along = [&](Vec3 const& d) {
    with_type(shape.kind, [&](auto type) {
      if constexpr (type.convex)
        points.push_back(type.support(shape, d) + type.rounding(shape) * d);
    });
  };
  std::vector<int> corners;
  auto const triangle = [&](int i, int j, int k) {
    Vec3 const& p = points[nth(i)];
    Vec3 const n = cross(points[nth(j)] - p, points[nth(k)] - p);
    if (norm(n) > 0) corners.insert(corners.end(), {i, j, k});
  };
  point_along({{0, 0, 1}});
  for (int row = 0; row < down; ++row)
    for (int k = 0; k < around; ++k) {
      Real const a = pi * (row + 0.5) / down, b = 2 * pi * k / around;
      point_along({{sin(a) * cos(b), sin(a) * sin(b), cos(a)}});
    }
  point_along({{0, 0, -1}});
  int const last = down * around + 1;
  for (int k = 0; k < around; ++k) {
    int const next = (k + 1) % around;
    triangle(0, 1 + k, 1 + next);
    triangle(last, last - around + next, last - around + k);
    for (int row = 0; row + 1 < down; ++row) {
      int const above = 1 + row * around, below = above + around;
      triangle(above + k, below + k, below + next);
      triangle(above + k, below + next, above + next);
    }
  }
  std::vector<float> places;
  for (auto const& p : points) add(places, p);
  return drawn_json(shape, places, corners);
}

/// Outlines, each once, and what is said of those that are coarse.
class Outlines {
 public:
  explicit Outlines(int most_of_surface) : most_of_surface_(most_of_surface) {}

  int add(Json outline) {
    auto const [at, is_new] = known_.emplace(outline.dump(), static_cast<int>(all.size()));
    if (is_new) all.push_back(std::move(outline));
    return at->second;
  }
  int add_surface(Shape const& shape, std::string const& body) {
    auto const [at, is_new] = surface_.emplace(shape.geometry, 0);
    if (!is_new) return at->second;
    Triangles const drawn = coarsened(*shape.geometry, most_of_surface_);
    std::vector<float> points;
    std::vector<int> corners;
    for (auto const& p : drawn.points) orthant::add(points, p);
    for (auto const& c : drawn.corners) corners.insert(corners.end(), c.begin(), c.end());
    int const triangles = shape.geometry->triangle.size();
    if (drawn.corners.size() < nth(triangles))
      coarse.push_back({{"body", body},
                        {"triangles", triangles},
                        {"drawn", drawn.corners.size()},
                        {"off_m", drawn.off}});
    return at->second = add(drawn_json(shape, points, corners));
  }

  Json all = Json::array(), coarse = Json::array();

 private:
  int most_of_surface_;
  std::map<std::string, int> known_;
  std::map<Geometry const*, int> surface_;
};

Json shapes_json(BodySpec const& body, Outlines& outlines) {
  // The page has meshes for these shapes.
  static constexpr std::array drawn{"sphere", "capsule", "box", "ellipsoid", "half_space"};
  Json out = Json::array();
  for (auto const& shape : body.shapes) {
    out.push_back({{"size", {shape.size[0], shape.size[1], shape.size[2]}},
                   {"rounding", shape.rounding},
                   {"pose", pose_json(shape.X_BS)}});
    with_type(shape.kind, [&](auto type) { out.back()["kind"] = type.name; });
    if (is_surface(shape))
      out.back()["outline"] = outlines.add_surface(shape, body.name);
    else if (shape.is<shapes::Hull>() && !(shape.rounding > 0))
      out.back()["outline"] = outlines.add(faces_json(shape));
    else if (shape.rounding > 0 ||
             std::find(drawn.begin(), drawn.end(), out.back()["kind"]) == drawn.end())
      out.back()["outline"] = outlines.add(outline_json(shape));
  }
  return out;
}

Json body_json(BodySpec const& body, Outlines& outlines) {
  static constexpr std::array motions{"dynamic", "fixed", "kinematic"};  // in the order of Motion
  auto const& I = body.inertia_B;
  Json out = {{"name", body.name},
              {"motion", motions[nth(body.motion)]},
              {"pose", pose_json(body.pose)},
              {"shapes", shapes_json(body, outlines)},
              {"mass", body.mass},
              {"inertia", {I[0][0], I[1][1], I[2][2]}}};
  if (!body.colour.empty()) out["colour"] = body.colour;
  if (body.opacity < 1) out["opacity"] = body.opacity;
  return out;
}

Json joint_json(JointSpec const& joint, JointTypes const& types) {
  static constexpr std::array frames{"point", "axis", "two_axes", "two_points"};  // as Frames
  return {{"name", joint.name},
          {"type", joint.type},
          {"frames", frames[nth(types.at(joint.type).frames)]},
          {"a", joint.a},
          {"b", joint.b},
          {"on_a", pose_json(joint.X_AJ)},
          {"on_b", pose_json(joint.X_BJ)}};
}

}  // namespace

Json scene_json(Scene const& scene, JointTypes const& types, int most_triangles) {
  Json out;
  Outlines outlines(fair_share(scene, most_triangles));
  out["gravity"] = {scene.gravity[0], scene.gravity[1], scene.gravity[2]};
  out["bodies"] = out["joints"] = Json::array();
  for (auto const& body : scene.bodies) out["bodies"].push_back(body_json(body, outlines));
  for (auto const& joint : scene.joints) out["joints"].push_back(joint_json(joint, types));
  out["outlines"] = std::move(outlines.all);
  out["coarse"] = std::move(outlines.coarse);
  return out;
}

}  // namespace orthant
