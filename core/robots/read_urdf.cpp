// Reads URDF by urdfdom, and takes lines and what urdfdom drops from the text.
#include <console_bridge/console.h>
#include <urdf_parser/urdf_parser.h>

#include <map>
#include <set>
#include <vector>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/visible.hpp"
#include "orthant/core/math/pose.hpp"
#include "orthant/core/robots/model_files.hpp"
#include "orthant/core/robots/readers.hpp"
#include "orthant/core/robots/robot_by_library.hpp"
#include "orthant/core/robots/urdf_check.hpp"

namespace orthant {
namespace {

/// Collects what urdfdom says, which is where it stops.
class UrdfdomErrors final : public console_bridge::OutputHandler {
 public:
  void log(std::string const& said, console_bridge::LogLevel level, char const*, int) override {
    if (level == console_bridge::CONSOLE_BRIDGE_LOG_ERROR)
      text += (text.empty() ? "" : "; ") + said;
  }
  std::string text;
};

urdf::ModelInterfaceSharedPtr parse_by_urdfdom(std::string const& xml, std::string const& path) {
  UrdfdomErrors errors;
  console_bridge::useOutputHandler(&errors);
  urdf::ModelInterfaceSharedPtr out;
  try {
    out = urdf::parseURDF(xml);
  } catch (std::exception const& e) {
    errors.text += e.what();
  }
  console_bridge::restorePreviousOutputHandler();
  if (!out) refuse(path, visible("a model of which urdfdom says: " + errors.text), "a URDF");
  return out;
}

Vec3 vector_of(urdf::Vector3 const& v) { return {{v.x, v.y, v.z}}; }
Pose<> urdf_pose(urdf::Pose const& X) {
  auto const& q = X.rotation;
  return {vector_of(X.position), normalised(Quat<>{q.w, q.x, q.y, q.z})};
}

class UrdfReader {
 public:
  UrdfReader(std::string const& path, std::string const& xml,
             std::vector<std::string> const& search)
      : text_(path, xml), search_(search) {}

  Robot read() {
    check_urdf(text_, robot_);
    leave_out();
    make_cylinders();
    auto const model = parse_by_urdfdom(text_.printed(), text_.path());
    robot_.name = model->getName();
    for_children(text_.robot(), "link", [&](TiXmlElement& e) {
      link_[text_.text(e, "name")] = static_cast<int>(robot_.links.size());
      link(e, *model->getLink(text_.text(e, "name")));
    });
    for_children(text_.robot(), "joint", [&](TiXmlElement& e) {
      joint_[text_.text(e, "name")] = static_cast<int>(robot_.joints.size());
      joint(e, *model->getJoint(text_.text(e, "name")));
    });
    for_children(text_.robot(), "joint", [&](TiXmlElement& e) { mimic(e); });
    for_children(text_.robot(), "loop_joint", [&](TiXmlElement& e) { loop(e); });
    for_children(text_.robot(), "transmission", [&](TiXmlElement& e) { rotors(e); });
    if (wiring_ > 0)
      robot_.ignored.push_back(std::to_string(wiring_) + " <transmission>: wiring of motors");
    // A root of this name is the ground, by the convention of URDF.
    auto const& root = model->getRoot()->name;
    if (root == "world") robot_.links[nth(link_[root])].fixed = true;
    return std::move(robot_);
  }

 private:
  /// Takes out what urdfdom would stop at or drop: what is only seen, and collisions whose shape is
  /// not of URDF, which are reported already.
  void leave_out() {
    auto const remove = [](TiXmlElement& from, auto const& unwanted) {
      std::vector<TiXmlElement*> found;
      for_children(from, nullptr, [&](TiXmlElement& each) {
        if (unwanted(each)) found.push_back(&each);
      });
      for (auto* each : found) from.RemoveChild(each);
    };
    remove(text_.robot(), [](TiXmlElement const& e) { return is(e, "material"); });
    for_children(text_.robot(), "link", [&](TiXmlElement& link) {
      for_children(link, "collision", [&](TiXmlElement& collision) {
        remove(*collision.FirstChildElement("geometry"),
               [](TiXmlElement const& e) { return !is_urdf_shape(e); });
      });
      remove(link, [](TiXmlElement const& e) {
        return is(e, "visual") ||
               (is(e, "collision") && !e.FirstChildElement("geometry")->FirstChildElement());
      });
    });
  }

  /// Puts cylinders in place of capsules, which urdfdom does not know, and keeps their elements.
  void make_cylinders() {
    for_children(text_.robot(), "link", [&](TiXmlElement& link) {
      for_children(link, "collision", [&](TiXmlElement& collision) {
        auto* const geometry = collision.FirstChildElement("geometry");
        auto* const capsule = geometry ? geometry->FirstChildElement("capsule") : nullptr;
        if (!capsule) return;
        capsule->SetValue("cylinder");
        capsules_.insert(capsule);
      });
    });
  }

  void link(TiXmlElement const& e, urdf::Link const& from) {
    RobotLink out;
    out.name = from.name;
    out.spot = text_.spot(e);
    if (from.inertial) {
      auto const& I = *from.inertial;
      auto const& mass = *e.FirstChildElement("inertial")->FirstChildElement("mass");
      if (I.mass < 0)
        refuse(where(text_.spot(mass)) + " of " + out.spot.name, orthant::text(I.mass) + " kg",
               "a mass >= 0");
      out.mass = I.mass;
      out.X_LM = urdf_pose(I.origin);
      out.inertia = {{{I.ixx, I.ixy, I.ixz}, {I.ixy, I.iyy, I.iyz}, {I.ixz, I.iyz, I.izz}}};
    }
    std::size_t k = 0;
    for_children(e, "collision", [&](TiXmlElement& each) {
      if (k == from.collision_array.size())
        refuse(where(text_.spot(each)) + " of " + out.spot.name, "what urdfdom leaves out",
               "a collision that it reads");
      shape(out, each, *from.collision_array[k++]);
    });
    if (auto* const contact = e.FirstChildElement("contact")) surface(out, *contact);
    robot_.links.push_back(std::move(out));
  }

  void shape(RobotLink& link, TiXmlElement const& e, urdf::Collision const& from) {
    RobotShape out;
    out.spot = text_.spot(e);
    out.spot.name += " of " + link.spot.name;
    out.shape.X_BS = urdf_pose(from.origin);
    auto const& geometry = *e.FirstChildElement("geometry");
    switch (from.geometry->type) {
      case urdf::Geometry::BOX:
        out.shape.kind = kind_of<shapes::Box>;
        out.shape.size = 0.5 * vector_of(static_cast<urdf::Box const&>(*from.geometry).dim);
        break;
      case urdf::Geometry::SPHERE:
        out.shape.kind = kind_of<shapes::Sphere>;
        out.shape.size = {{static_cast<urdf::Sphere const&>(*from.geometry).radius, 0, 0}};
        break;
      case urdf::Geometry::CYLINDER: {
        auto const& c = static_cast<urdf::Cylinder const&>(*from.geometry);
        bool const round = capsules_.count(geometry.FirstChildElement("cylinder")) > 0;
        out.shape.kind = round ? kind_of<shapes::Capsule> : kind_of<shapes::Cylinder>;
        out.shape.size = {{c.radius, 0.5 * c.length, 0}};
        break;
      }
      case urdf::Geometry::MESH: {
        auto const& mesh = static_cast<urdf::Mesh const&>(*from.geometry);
        out.mesh.path = find_model_file(mesh.filename, text_.path(), search_,
                                        text_.spot(*geometry.FirstChildElement("mesh")));
        out.mesh.scale = vector_of(mesh.scale);
        break;
      }
    }
    link.shapes.push_back(std::move(out));
  }

  /// Coefficients of a surface, an element of Bullet's.
  void surface(RobotLink& link, TiXmlElement const& contact) {
    auto const value = [&](char const* tag) {
      auto* const e = contact.FirstChildElement(tag);
      double const x = e ? text_.numbers(*e, "value", 1)[0] : 0;
      if (x < 0) refuse(where(text_.spot(*e)), orthant::text(x), "a number >= 0");
      return x;
    };
    for (auto& each : link.shapes) {
      each.has_friction = contact.FirstChildElement("lateral_friction") != nullptr;
      each.shape.surface.friction = value("lateral_friction");
      each.shape.surface.restitution = value("restitution");
    }
  }

  void joint(TiXmlElement const& e, urdf::Joint const& from) {
    RobotJoint out;
    out.name = from.name;
    out.spot = text_.spot(e);
    out.parent = link_[from.parent_link_name];
    out.child = link_[from.child_link_name];
    out.X_PJ = urdf_pose(from.parent_to_joint_origin_transform);
    switch (from.type) {
      case urdf::Joint::REVOLUTE:
      case urdf::Joint::CONTINUOUS:
        out.type = RobotJointType::hinge;
        break;
      case urdf::Joint::PRISMATIC:
        out.type = RobotJointType::slider;
        break;
      case urdf::Joint::PLANAR:
        out.type = RobotJointType::planar;
        break;
      case urdf::Joint::FLOATING:
        out.type = RobotJointType::floating;
        break;
      default:
        out.type = RobotJointType::fixed;
    }
    bool const turns = from.type == urdf::Joint::CONTINUOUS;
    if (out.type != RobotJointType::fixed && out.type != RobotJointType::floating)
      along(e, vector_of(from.axis), out);
    laws(e, !turns, out);
    robot_.joints.push_back(std::move(out));
  }

  /// Puts z of the joint frames along the axis.
  void along(TiXmlElement const& e, Vec3 const& axis, RobotJoint& out) {
    auto* const given = e.FirstChildElement("axis");
    if (!(norm(axis) > 0))
      refuse(where(text_.spot(given ? *given : e)), "an axis of length 0", "a direction");
    out.axis_by_default = given == nullptr;
    Pose<> const turned{{}, rotation_to(axis)};
    out.X_PJ = out.X_PJ * turned;
    out.X_CJ = out.X_CJ * turned;
  }

  /// Limits, damping and friction of a joint of one coordinate; of others they are unsupported.
  void laws(TiXmlElement const& e, bool limited, RobotJoint& out) {
    bool const one = out.type == RobotJointType::hinge || out.type == RobotJointType::slider;
    RobotAxis axis;
    if (auto* const limit = e.FirstChildElement("limit")) {
      if (limited) {
        axis.lower = text_.number(*limit, "lower", 0);
        axis.upper = text_.number(*limit, "upper", 0);
        if (!(axis.lower <= axis.upper))
          refuse(where(text_.spot(*limit)) + " of " + out.spot.name,
                 "lower " + orthant::text(axis.lower) + " above upper " + orthant::text(axis.upper),
                 "lower <= upper");
      }
      axis.max_effort = most(*limit, "effort", out);
      axis.max_rate = most(*limit, "velocity", out);
      if (!one && out.type != RobotJointType::fixed)
        lacks(*limit, "limits of " + out.spot.name + ", which has more than one coordinate");
    }
    if (auto* const dynamics = e.FirstChildElement("dynamics")) {
      axis.damping = not_less(*dynamics, "damping", out);
      axis.friction = not_less(*dynamics, "friction", out);
      if (!one && out.type != RobotJointType::fixed && axis.damping + axis.friction > 0)
        lacks(*dynamics, "damping of " + out.spot.name + ", which has more than one coordinate");
    }
    if (one) out.axes.push_back(axis);
  }
  double not_less(TiXmlElement const& e, char const* attribute, RobotJoint const& joint) {
    double const x = text_.number(e, attribute, 0);
    if (x < 0)
      refuse(where(text_.spot(e)) + " of " + joint.spot.name,
             std::string(attribute) + " " + orthant::text(x), "a number >= 0");
    return x;
  }
  /// A limit; 0 stands for one that nobody has filled in.
  double most(TiXmlElement const& e, char const* attribute, RobotJoint const& joint) {
    double const x = not_less(e, attribute, joint);
    if (x > 0) return x;
    robot_.ignored.push_back(std::string(attribute) + " 0 of " + joint.spot.name +
                             ": taken as no limit");
    return std::numeric_limits<double>::infinity();
  }
  void lacks(TiXmlElement const& e, std::string const& what) {
    robot_.unsupported.push_back({text_.spot(e), what, "take it out of the file"});
  }

  bool is_fixed(std::string const& joint) const {
    auto const found = joint_.find(joint);
    return found != joint_.end() && robot_.joints[nth(found->second)].type == RobotJointType::fixed;
  }
  int one_coordinate(TiXmlElement const& e, std::string const& name) {
    auto const found = joint_.find(name);
    if (found == joint_.end())
      refuse(where(text_.spot(e)), "\"" + visible(name) + "\", which is no joint",
             "the name of a <joint>");
    if (robot_.joints[nth(found->second)].axes.size() != 1)
      refuse(where(text_.spot(e)), "\"" + name + "\", a joint of more or less than one coordinate",
             "revolute, continuous or prismatic joints");
    return found->second;
  }

  void mimic(TiXmlElement const& e) {
    auto* const given = e.FirstChildElement("mimic");
    if (!given) return;
    RobotCoupling out;
    out.name = text_.text(e, "name") + " mimic";
    out.spot = text_.spot(*given);
    out.spot.name += " of " + text_.spot(e).name;
    if (is_fixed(text_.text(e, "name"))) {
      robot_.ignored.push_back("<mimic> of " + text_.spot(e).name + ", which is fixed");
      return;
    }
    int const own = one_coordinate(*given, text_.text(e, "name"));
    out.offset = text_.number(*given, "offset", 0);
    out.terms = {{own, 1}};
    std::string const leader = text_.text(*given, "joint");
    double const factor = text_.number(*given, "multiplier", 1);
    if (factor != 0 && !is_fixed(leader)) {  // the coordinate of a fixed joint is 0
      int const other = one_coordinate(*given, leader);
      if (own == other) refuse(where(out.spot), "the joint itself", "another joint");
      out.terms.push_back({other, -factor});
    }
    robot_.couplings.push_back(std::move(out));
  }

  /// A joint that closes a loop, an element of Drake's.
  void loop(TiXmlElement const& e) {
    RobotJoint out;
    out.name = text_.text(e, "name");
    out.spot = text_.spot(e);
    out.loop = true;
    std::string const type = text_.text(e, "type");
    if (type != "continuous" && type != "revolute" && type != "fixed")
      refuse(where(out.spot), "the type \"" + visible(type) + "\"",
             "continuous, revolute or fixed");
    out.type = type == "fixed" ? RobotJointType::fixed : RobotJointType::hinge;
    auto const end = [&](char const* tag, int& link, Pose<>& X) {
      auto* const at = e.FirstChildElement(tag);
      if (!at) refuse(where(out.spot), std::string("no <") + tag + ">", "one");
      auto const found = link_.find(text_.text(*at, "link"));
      if (found == link_.end())
        refuse(where(text_.spot(*at)), "\"" + visible(text_.text(*at, "link")) + "\"",
               "the name of a <link>");
      link = found->second;
      urdf::Pose pose;
      if (at->Attribute("xyz")) {
        auto const x = text_.numbers(*at, "xyz", 3);
        pose.position = {x[0], x[1], x[2]};
      }
      if (at->Attribute("rpy")) {
        auto const r = text_.numbers(*at, "rpy", 3);
        pose.rotation.setFromRPY(r[0], r[1], r[2]);
      }
      X = urdf_pose(pose);
    };
    end("link1", out.parent, out.X_PJ);
    end("link2", out.child, out.X_CJ);
    Vec3 axis{{1, 0, 0}};
    if (auto* const given = e.FirstChildElement("axis")) {
      auto const x = text_.numbers(*given, "xyz", 3);
      axis = {{x[0], x[1], x[2]}};
    }
    along(e, axis, out);
    laws(e, type == "revolute", out);
    robot_.joints.push_back(std::move(out));
  }

  /// The rotor of a motor, an element of Drake's: seen at the joint its inertia is that about its
  /// own axis times the square of the gear's ratio.
  void rotors(TiXmlElement const& transmission) {
    bool taken = false;
    for_children(transmission, "actuator", [&](TiXmlElement const& actuator) {
      auto* const rotor = actuator.FirstChildElement("drake:rotor_inertia");
      if (!rotor) return;
      taken = true;
      auto* const gear = actuator.FirstChildElement("drake:gear_ratio");
      double const ratio = gear ? text_.numbers(*gear, "value", 1)[0] : 1;
      double const inertia = text_.numbers(*rotor, "value", 1)[0];
      if (!(inertia >= 0))
        refuse(where(text_.spot(*rotor)), orthant::text(inertia), "a number >= 0");
      for_children(transmission, "joint", [&](TiXmlElement const& e) {
        int const joint = one_coordinate(e, text_.text(e, "name"));
        robot_.joints[nth(joint)].axes[0].inertia += inertia * ratio * ratio;
      });
    });
    if (!taken) ++wiring_;
  }

  UrdfText text_;
  std::vector<std::string> const& search_;
  Robot robot_;
  std::map<std::string, int> link_, joint_;
  std::set<TiXmlElement const*> capsules_;
  int wiring_ = 0;
};

}  // namespace

Robot read_urdf(std::string const& path, std::vector<std::string> const& search) {
  auto const xml = urdf_xml(path);
  return robot_by_library("urdfdom", path, xml.size(),
                          [&] { return UrdfReader(path, xml, search).read(); });
}

bool has_urdf() { return true; }

}  // namespace orthant
