// Shapes, frames and names in words that the page's script knows.
#include "experiments/app/replay/scene_json.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace orthant {
namespace {

Json pose_json(Pose<> const& X) {
  auto const& [p, q] = X;
  return {p[0], p[1], p[2], q.w, q.x, q.y, q.z};
}

Json drawn_json(Shape const& shape, Json const& places, Json const& corners) {
  return {{"points", places},
          {"triangles", corners},
          {"reach", bounding_radius(shape)},
          {"thickness", inscribed_radius(shape)}};
}

/// The faces of a hull, as triangles.
Json faces_json(Shape const& shape) {
  Geometry const& g = *shape.geometry;
  Json places = Json::array(), corners = Json::array();
  for (int i = 0; i < g.points.size(); ++i)
    places.insert(places.end(), {g.points[i][0], g.points[i][1], g.points[i][2]});
  for (int f = 0; f < g.normal.size(); ++f) {
    int const first = g.face_first[f];
    for (int k = first + 1; k + 1 < g.face_first[f + 1]; ++k)
      corners.insert(corners.end(), {g.corner[first], g.corner[k], g.corner[k + 1]});
  }
  return drawn_json(shape, places, corners);
}

/// Triangles between support points for directions of a grid about z, for shapes for which the page
/// has no mesh: points [x, y, z, ...] and corners by their numbers.
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
  Json corners = Json::array();
  auto const triangle = [&](int i, int j, int k) {
    Vec3 const& p = points[static_cast<std::size_t>(i)];
    Vec3 const n =
        cross(points[static_cast<std::size_t>(j)] - p, points[static_cast<std::size_t>(k)] - p);
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
  Json places = Json::array();
  for (auto const& p : points) places.insert(places.end(), {p[0], p[1], p[2]});
  return drawn_json(shape, places, corners);
}

Json shapes_json(std::vector<Shape> const& shapes) {
  // The page has meshes for these shapes.
  static constexpr std::array drawn{"sphere", "capsule", "box", "ellipsoid", "half_space"};
  Json out = Json::array();
  for (auto const& shape : shapes) {
    out.push_back(
        {{"size", {shape.size[0], shape.size[1], shape.size[2]}}, {"pose", pose_json(shape.X_BS)}});
    with_type(shape.kind, [&](auto type) { out.back()["kind"] = type.name; });
    if (shape.is<shapes::Hull>() && !(shape.rounding > 0))
      out.back()["outline"] = faces_json(shape);
    else if (shape.rounding > 0 ||
             std::find(drawn.begin(), drawn.end(), out.back()["kind"]) == drawn.end())
      out.back()["outline"] = outline_json(shape);
  }
  return out;
}

Json body_json(BodySpec const& body) {
  static constexpr std::array motions{"dynamic", "fixed", "kinematic"};  // in the order of Motion
  auto const& I = body.inertia_B;
  return {{"name", body.name},
          {"motion", motions[static_cast<std::size_t>(body.motion)]},
          {"pose", pose_json(body.pose)},
          {"shapes", shapes_json(body.shapes)},
          {"mass", body.mass},
          {"inertia", {I[0][0], I[1][1], I[2][2]}}};
}

Json joint_json(JointSpec const& joint, JointTypes const& types) {
  static constexpr std::array frames{"point", "axis", "two_axes", "two_points"};  // as Frames
  return {{"name", joint.name},
          {"type", joint.type},
          {"frames", frames[static_cast<std::size_t>(types.at(joint.type).frames)]},
          {"a", joint.a},
          {"b", joint.b},
          {"on_a", pose_json(joint.X_AJ)},
          {"on_b", pose_json(joint.X_BJ)}};
}

}  // namespace

Json scene_json(Scene const& scene, JointTypes const& types) {
  Json out;
  out["gravity"] = {scene.gravity[0], scene.gravity[1], scene.gravity[2]};
  out["bodies"] = out["joints"] = Json::array();
  for (auto const& body : scene.bodies) out["bodies"].push_back(body_json(body));
  for (auto const& joint : scene.joints) out["joints"].push_back(joint_json(joint, types));
  return out;
}

}  // namespace orthant
