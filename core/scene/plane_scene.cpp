// Checks bodies, shapes, joints and loads of a planar scene.
#include "orthant/core/scene/plane_scene.hpp"

#include <algorithm>
#include <cmath>

#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

constexpr Real round_off = 1e-9;  // relative to numbers of the same kind
constexpr Real least = 1e-12;     // absolute, near zero [SI units]
constexpr char const* axes[] = {"x", "y", "z"};

class InPlane {
 public:
  explicit InPlane(Scene const& scene)
      : normal_(scene.normal()), plane_(name_in(planes, scene.plane)) {}

  /// A point or a force in the plane; components of round-off across it are removed.
  void within(Vec3& v, std::string const& where) const {
    if (std::abs(v[normal_]) > least + round_off * norm(v))
      refuse(where, normal() + " = " + text(v[normal_]) + " in a scene in the plane " + plane_,
             "0");
    v[normal_] = 0;
  }
  /// An axial vector along the normal.
  void about_normal(Vec3& w, std::string const& where) const {
    for (int k = 0; k < 3; ++k) {
      if (k == normal_) continue;
      if (std::abs(w[k]) > least + round_off * norm(w))
        refuse(where, text(w[k]) + " about " + axes[k] + " in a scene in the plane " + plane_,
               "0: what turns in it turns about " + normal());
      w[k] = 0;
    }
  }
  /// The orientation of a body: a rotation about the normal only.
  void about_normal(Quat<>& q, std::string const& where) const {
    Real* const of[] = {&q.x, &q.y, &q.z};
    for (int k = 0; k < 3; ++k) {
      if (k == normal_) continue;
      if (std::abs(*of[k]) > round_off)
        refuse(where, "a turn about " + std::string(axes[k]) + " in a scene in the plane " + plane_,
               "a turn about " + normal() + " alone");
      *of[k] = 0;
    }
    q = normalised(q);
  }
  void symmetric(Mat3& I, std::string const& where) const {
    Real const size = std::max({I[0][0], I[1][1], I[2][2]});
    for (int k = 0; k < 3; ++k) {
      if (k == normal_) continue;
      if (std::abs(I[k][normal_]) > round_off * size)
        refuse(where,
               "a product of inertia of " + normal() + " and " + axes[k] +
                   " in a scene in the plane " + plane_,
               "0, as of a body that is symmetric to it");
      I[k][normal_] = I[normal_][k] = 0;
    }
  }
  /// A direction that must be symmetric to the plane, up to its sign.
  void mirrored(Vec3 const& d, std::string const& where) const {
    Real const out = std::abs(d[normal_]) / norm(d);
    if (out > round_off && out < 1 - round_off)
      refuse(where, "a direction oblique to the plane " + plane_,
             "one within it, or along " + normal());
  }
  void look_at(Shape& shape, Pose<> const& body, std::string const& where) const {
    Vec3 p = rotate(body.q_WB, shape.X_BS.p_WB);
    within(p, where + "/position");
    shape.X_BS.p_WB = rotate_back(body.q_WB, p);
    Quat<> const q = body.q_WB * shape.X_BS.q_WB;
    if (shape.surface.anisotropy != 1)
      mirrored(rotate(q, shape.surface.direction), where + "/friction");
    if (shape.rounding > 0)
      refuse(where + "/rounding", text(shape.rounding) + " in a scene in the plane " + plane_, "0");
    if (is_surface(shape))
      refuse(where + "/type", "a surface of triangles in a scene in the plane " + plane_,
             "other shapes");
    if (shape.is<shapes::Cone>() || shape.is<shapes::Hull>())
      refuse(where + "/type",
             std::string(shape.is<shapes::Cone>() ? "a cone" : "a hull") +
                 " in a scene in the plane " + plane_,
             "shapes that are symmetric to it");
    auto& surface = shape.surface;
    Vec3 runs = rotate(body.q_WB, surface.velocity), track = rotate(body.q_WB, surface.track);
    within(runs, where + "/surface_velocity");
    about_normal(track, where + "/surface_velocity");
    surface.velocity = rotate_back(body.q_WB, runs);
    surface.track = rotate_back(body.q_WB, track);
    if (shape.is<shapes::Sphere>()) return;
    auto const along = [&](int axis) {
      Vec3 e;
      e[axis] = 1;
      return std::abs(rotate(q, e)[normal_]);
    };
    if (shape.is<shapes::HalfSpace>()) {
      if (along(2) > round_off)
        refuse(where + "/orientation", "a half-space that is not upright on the plane " + plane_,
               "its normal in the plane");
      return;
    }
    bool const round = shape.is<shapes::Capsule>() || shape.is<shapes::Cylinder>();
    bool const stands =
        round ? along(2) > 1 - round_off : std::max({along(0), along(1), along(2)}) > 1 - round_off;
    if (!stands)
      refuse(where + "/orientation",
             std::string(round ? "an axis that is not " : "no axis along ") + normal() +
                 " in a scene in the plane " + plane_,
             std::string(round ? "its axis" : "one of its axes") + " along " + normal());
  }

 private:
  std::string normal() const { return axes[normal_]; }
  int normal_;
  std::string plane_;
};

}  // namespace

void keep_in_plane(Scene& scene, std::string const& path) {
  if (scene.plane == Plane::none) return;
  InPlane const plane(scene);
  plane.within(scene.gravity, path + "/gravity");
  for (auto& body : scene.bodies) {
    auto const at = [&](std::string const& key) {
      bool const made = body.path.find("/assemblies/") != std::string::npos;
      return made ? body.path + " (body \"" + body.name + "\")" : body.path + "/" + key;
    };
    if (body.motion != Motion::fixed) plane.about_normal(body.pose.q_WB, at("orientation"));
    plane.within(body.pose.p_WB, at("position"));
    Vec3 v = linear(body.twist), w = angular(body.twist), force = linear(body.wrench_W),
         torque = angular(body.wrench_W);
    plane.within(v, at("velocity"));
    plane.about_normal(w, at("angular_velocity"));
    plane.within(force, at("force"));
    plane.about_normal(torque, at("torque"));
    body.twist = stacked(v, w);
    body.wrench_W = stacked(force, torque);
    for (std::size_t k = 0; k < body.shapes.size(); ++k)
      plane.look_at(body.shapes[k], body.pose, at("shapes/" + std::to_string(k)));
    if (body.motion == Motion::dynamic) plane.symmetric(body.inertia_B, at("inertia"));
  }
  for (std::size_t k = 0; k < scene.loads.size(); ++k) {
    auto const at = path + "/loads/" + std::to_string(k);
    auto& load = scene.loads[k];
    plane.within(load.point_B, at + "/point");
    for (auto& each : load.force) plane.within(each.x, at + "/force");
    for (auto& each : load.torque) plane.about_normal(each.x, at + "/torque");
  }
  for (auto& joint : scene.joints) {
    auto const place = [&](int body, Pose<>& X, char const* point, char const* axis) {
      Quat<> const q = body < 0 ? Quat<>{} : scene.bodies[nth(body)].pose.q_WB;
      Vec3 x = rotate(q, X.p_WB);
      plane.within(x, joint.path + point);
      X.p_WB = rotate_back(q, x);
      plane.mirrored(rotate(q * X.q_WB, Vec3{{0, 0, 1}}), joint.path + axis);
    };
    place(joint.a, joint.X_AJ, "/point", "/axis");
    place(joint.b, joint.X_BJ, joint.open ? "/open/offset" : "/point",
          joint.open ? "/open/rotation" : "/axis");
  }
}

Shape seen_in_plane(Shape const& shape, Pose<> const& body, int normal) {
  Shape out = shape;
  if (shape.is<shapes::Capsule>() || shape.is<shapes::Cylinder>()) {
    out.kind = kind_of<shapes::Sphere>;
    out.size = {{shape.size[0], 0, 0}};
  }
  if (shape.is<shapes::Box>()) {
    Quat<> const q = body.q_WB * shape.X_BS.q_WB;
    int across = 0;
    for (int k = 0; k < 3; ++k) {
      Vec3 e;
      e[k] = 1;
      if (std::abs(rotate(q, e)[normal]) > 0.5) across = k;
    }
    Real widest = 0;
    for (int k = 0; k < 3; ++k)
      if (k != across) widest = std::max(widest, shape.size[k]);
    out.size[across] = 2 * widest;
  }
  return out;
}

}  // namespace orthant
