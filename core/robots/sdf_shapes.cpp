// Collisions of SDF as shapes, with friction and restitution.
#include <cmath>

#include "orthant/core/config/error.hpp"
#include "orthant/core/math/pose.hpp"
#include "orthant/core/robots/model_files.hpp"
#include "orthant/core/robots/sdf_models.hpp"
#include "orthant/core/robots/sdf_notes.hpp"

namespace orthant {
namespace {

class SdfShape {
 public:
  SdfShape(sdf::Collision const& from, std::string const& path,
           std::vector<std::string> const& search, Robot& robot)
      : from_(from), path_(path), search_(search), robot_(robot) {
    out_.spot = sdf_spot(from.Element(), path);
  }

  void add_to(RobotLink& link) {
    ignition::math::Pose3d X;
    expect_resolved(from_.SemanticPose().Resolve(X), out_.spot);
    out_.shape.X_BS = pose_of(X);
    if (!geometry(*from_.Geom())) return;
    if (auto const surface = child(from_.Element(), "surface")) properties(surface);
    link.shapes.push_back(std::move(out_));
  }

 private:
  static sdf::ElementPtr child(sdf::ElementPtr const& e, char const* tag) {
    return e && e->HasElement(tag) ? e->GetElement(tag) : nullptr;
  }
  void lacks(sdf::ElementPtr const& e, std::string const& what, std::string const& mend) {
    robot_.unsupported.push_back({sdf_spot(e, path_), what, mend});
  }

  bool geometry(sdf::Geometry const& g) {
    auto& s = out_.shape;
    switch (g.Type()) {
      case sdf::GeometryType::BOX:
        s.kind = kind_of<shapes::Box>;
        s.size = 0.5 * vec(g.BoxShape()->Size());
        break;
      case sdf::GeometryType::SPHERE:
        s.kind = kind_of<shapes::Sphere>;
        s.size = {{g.SphereShape()->Radius(), 0, 0}};
        break;
      case sdf::GeometryType::CYLINDER:
        s.kind = kind_of<shapes::Cylinder>;
        s.size = {{g.CylinderShape()->Radius(), 0.5 * g.CylinderShape()->Length(), 0}};
        break;
      case sdf::GeometryType::CAPSULE:
        s.kind = kind_of<shapes::Capsule>;
        s.size = {{g.CapsuleShape()->Radius(), 0.5 * g.CapsuleShape()->Length(), 0}};
        break;
      case sdf::GeometryType::ELLIPSOID:
        s.kind = kind_of<shapes::Ellipsoid>;
        s.size = vec(g.EllipsoidShape()->Radii());
        break;
      case sdf::GeometryType::PLANE:
        s.kind = kind_of<shapes::HalfSpace>;
        s.X_BS = s.X_BS * Pose<>{{}, rotation_to(vec(g.PlaneShape()->Normal()))};
        return true;
      case sdf::GeometryType::MESH: {
        auto const& mesh = *g.MeshShape();
        auto const spot = sdf_spot(mesh.Element(), path_);
        if (!mesh.Submesh().empty())
          lacks(mesh.Element(), "a part of a mesh, <submesh>", "a file of that part alone");
        out_.mesh.path = find_model_file(
            mesh.Uri(), mesh.FilePath().empty() ? path_ : mesh.FilePath(), search_, spot);
        out_.mesh.scale = vec(mesh.Scale());
        return true;
      }
      default:
        lacks(from_.Element(), "a height map, a polyline or no shape",
              "box, sphere, cylinder, capsule, ellipsoid, plane or mesh");
        return false;
    }
    for (int k = 0; k < 3; ++k)
      if (!std::isfinite(s.size[k]) || s.size[k] < 0)
        refuse(where(out_.spot), "a shape of the size " + orthant::text(s.size[k]), "lengths >= 0");
    return true;
  }

  void properties(sdf::ElementPtr const& surface) {
    auto& s = out_.shape.surface;
    auto const number = [&](sdf::ElementPtr const& e, char const* tag, double otherwise) {
      if (!e->HasElement(tag)) return otherwise;
      double const x = e->Get<double>(tag);
      if (!(x >= 0) || std::isinf(x))
        refuse(where(sdf_spot(e->GetElement(tag), path_)), orthant::text(x), "a number >= 0");
      return x;
    };
    if (auto const bounce = child(surface, "bounce"))
      s.restitution = number(bounce, "restitution_coefficient", 0);
    if (s.restitution > 1)
      refuse(where(sdf_spot(child(surface, "bounce"), path_)), orthant::text(s.restitution),
             "a coefficient of restitution up to 1");
    if (auto const contact = child(surface, "contact"); child(contact, "collide_bitmask"))
      out_.shape.groups = out_.shape.touches = contact->Get<unsigned>("collide_bitmask");
    auto const friction = child(surface, "friction");
    if (!friction) return;
    if (auto const ode = child(friction, "ode")) {
      out_.has_friction = true;
      s.friction = number(ode, "mu", 1);
      double const across = number(ode, "mu2", 1);
      auto const along = ode->HasElement("fdir1") ? ode->Get<ignition::math::Vector3d>("fdir1")
                                                  : ignition::math::Vector3d::Zero;
      bool const directed = norm(vec(along)) > 0;
      if (across != s.friction && directed && s.friction > 0) {
        s.anisotropy = across / s.friction;
        s.direction = unit(vec(along));
      } else if (across != s.friction) {
        lacks(ode, "mu2 that differs from mu without a direction <fdir1>", "mu2 equal to mu");
      }
      if (number(ode, "slip1", 0) > 0 || number(ode, "slip2", 0) > 0)
        lacks(ode, "slip in proportion to the force", "slip 0");
    }
    if (auto const torsion = child(friction, "torsional")) {
      // A disc of the radius a under a Hertzian pressure: 3 pi/16 a mu.
      bool const patch =
          !torsion->HasElement("use_patch_radius") || torsion->Get<bool>("use_patch_radius");
      double const mu = number(torsion, "coefficient", 1);
      s.torsional_friction = 3 * 3.141592653589793 / 16 * mu * number(torsion, "patch_radius", 0);
      if (!patch && mu > 0)
        lacks(torsion, "torsional friction by the depth of a contact", "a <patch_radius>");
    }
  }

  sdf::Collision const& from_;
  std::string const& path_;
  std::vector<std::string> const& search_;
  Robot& robot_;
  RobotShape out_;
};

}  // namespace

void add_sdf_shapes(sdf::Link const& from, std::string const& path,
                    std::vector<std::string> const& search, Robot& robot, RobotLink& to) {
  for (std::uint64_t k = 0; k < from.CollisionCount(); ++k)
    SdfShape(*from.CollisionByIndex(k), path, search, robot).add_to(to);
}

}  // namespace orthant
