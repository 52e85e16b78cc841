// Makes bodies of groups of links.
#include "orthant/core/scene/robots/robot_parts.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "orthant/core/config/error.hpp"
#include "orthant/core/math/detail/eigen.hpp"
#include "orthant/core/mesh/detail/hull_of.hpp"
#include "orthant/core/mesh/geometry_data.hpp"
#include "orthant/core/mesh/mesh.hpp"
#include "orthant/core/model/model.hpp"
#include "orthant/core/robots/model_files.hpp"
#include "orthant/core/scene/mass_properties.hpp"
#include "orthant/core/scene/robots/close_loops.hpp"
#include "orthant/core/scene/robots/link_groups.hpp"
#include "orthant/core/scene/robots/robot_joints.hpp"
#include "orthant/core/scene/robots/robot_positions.hpp"
#include "orthant/core/scene/zero_moments.hpp"

namespace orthant {
namespace {

class LumpedMass {
 public:
  /// Adds a mass with its centre, and an inertia about it in the axes of `X`.
  void add(Real mass, Pose<> const& X, Mat3 const& inertia);

  Real mass() const { return mass_; }
  Vec3 centre() const;
  /// About the centre.
  Mat3 inertia() const;

 private:
  Real mass_ = 0;
  Vec3 moment_;     // sum of m p
  Mat3 at_origin_;  // about the origin
};

/// m (|p|^2 1 - p p^T)
Mat3 of_point(Real mass, Vec3 const& p) {
  Mat3 out;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) out[r][c] = mass * ((r == c ? dot(p, p) : 0) - p[r] * p[c]);
  return out;
}

Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(Mat3 const& inertia) {
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(eigen(inertia));
}

void LumpedMass::add(Real mass, Pose<> const& X, Mat3 const& inertia) {
  mass_ += mass;
  moment_ += mass * X.p_WB;
  Mat3 const own = in_world(X.q_WB, inertia), steiner = of_point(mass, X.p_WB);
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) at_origin_[r][c] += own[r][c] + steiner[r][c];
}

Vec3 LumpedMass::centre() const { return mass_ > 0 ? (1 / mass_) * moment_ : Vec3{}; }

Mat3 LumpedMass::inertia() const {
  Mat3 const steiner = of_point(mass_, centre());
  Mat3 out;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)  // symmetric in all bits
      out[r][c] = 0.5 * (at_origin_[r][c] + at_origin_[c][r]) - steiner[r][c];
  return out;
}

/// Why no body has the mass and the inertia of a link, or "". A mass of zero has none.
std::string flaw_of_link(RobotLink const& link) {
  auto const solved = principal(link.inertia);
  Eigen::Vector3d const& I = solved.eigenvalues();
  Real const scale = I.cwiseAbs().maxCoeff();
  if (link.mass == 0) return scale > 0 ? "an inertia without a mass" : "";
  if (I[0] < -1e-12 * scale) return "a principal moment of inertia of " + text(I[0]) + " kg m^2";
  Real const most = I[0] + I[1], share = I[2] / most - 1;
  if (!(I[2] > most * (1 + 1e-9))) return "";
  auto const plain = [&](Real x) { return text(std::abs(x) < 1e-12 * scale ? 0 : x); };
  return "a principal moment of inertia of " + text(I[2]) + " kg m^2, " +
         (most > 1e-12 * scale ? text(100 * share) + " % " : std::string()) +
         "more than the sum of the other two, " + plain(I[0]) + " and " + plain(I[1]);
}

/// The inertia with that flaw removed: the second moments sigma_i = (I_1 + I_2 + I_3)/2 - I_i of
/// the mass along its principal axes that are negative become zero, the nearest that a body may
/// have. The two smaller principal moments grow by half of what the third has too much.
Mat3 mended_inertia(RobotLink const& link) {
  if (link.mass == 0) return {};
  auto const solved = principal(link.inertia);
  Eigen::Vector3d const& I = solved.eigenvalues();
  Eigen::Vector3d const sigma = (Eigen::Vector3d::Constant(0.5 * I.sum()) - I).cwiseMax(0);
  Eigen::Vector3d const mended = Eigen::Vector3d::Constant(sigma.sum()) - sigma;
  Eigen::Matrix3d const A =
      solved.eigenvectors() * mended.asDiagonal() * solved.eigenvectors().transpose();
  return mat_of(0.5 * (A + A.transpose()));
}

constexpr char const* or_lenient = "; or \"lenient\": true, which goes on without and lists it";

/// Refuses links whose mass or inertia no body has, or mends and lists them.
void check_links(Robot& robot, bool lenient, ModelNotes& notes) {
  for (auto& link : robot.links) {
    auto const flaw = flaw_of_link(link);
    if (flaw.empty()) continue;
    std::string const at = where(link.spot);
    if (!lenient)
      refuse(at, flaw,
             "an inertia that a body may have: each principal moment at most the sum of the other "
             "two; or \"lenient\": true, which takes the nearest and lists it");
    link.inertia = mended_inertia(link);
    notes.mended.push_back(at + ": " + flaw + ": taken as the nearest that a body may have");
  }
}

/// Refuses what Orthant has not, or lists it.
void check_supported(std::vector<Unsupported> const& all, bool lenient, std::string const& path,
                     ModelNotes& notes) {
  if (all.empty()) return;
  if (!lenient)
    refuse(
        path + "/file",
        where(all.front().spot) + ": " + all.front().what +
            (all.size() > 1 ? ", and " + std::to_string(all.size() - 1) + " more of the kind" : ""),
        (all.front().mend.empty() ? "a model without it" : all.front().mend) + or_lenient);
  for (auto const& each : all) notes.left_out.push_back(where(each.spot) + ": " + each.what);
}

/// The hull of a shape that is given by points or a mesh.
void make_hull(RobotShape& shape, std::vector<std::shared_ptr<Geometry const>>& kept) {
  std::string const at = where(shape.spot);
  if (!shape.mesh.path.empty())
    shape.points = read_mesh(shape.mesh.path, shape.mesh.scale, at).points;
  auto const hull = hull_of(shape.points, at);
  keep(kept, hull);
  auto const surface = shape.shape.surface;
  shape.shape = hull_shape(*hull, shape.shape.X_BS);
  shape.shape.surface = surface;
}

/// Makes hulls; shapes that have none are refused, or left out.
void make_hulls(Robot& robot, bool lenient, std::vector<Unsupported>& lacks, RobotParts& out) {
  for (auto& link : robot.links)
    std::erase_if(link.shapes, [&](RobotShape& shape) {
      if (shape.mesh.path.empty() && shape.points.empty()) return false;
      if (!shape.mesh.hull) {
        lacks.push_back({shape.spot, "a mesh of a body as triangles", "its hull, or primitives"});
        return true;
      }
      try {
        make_hull(shape, out.geometries);
      } catch (NotBuilt const&) {
        throw;
      } catch (Error const& e) {
        if (!lenient) throw;
        out.notes.left_out.emplace_back(e.what());
        return true;
      }
      return false;
    });
}

void note_axes_by_default(Robot const& robot, std::string const& file, ModelNotes& notes) {
  std::string names;
  for (auto const& joint : robot.joints)
    if (joint.axis_by_default) names += (names.empty() ? "" : ", ") + joint.name;
  if (!names.empty())
    notes.mended.push_back(file + ": no <axis> of " + names + ": x, as URDF has it");
}

/// In the files these bound what a controller asks for; here they are laws of the joints.
void note_largest_rates(Robot const& robot, std::string const& file, ModelNotes& notes) {
  int count = 0;
  for (auto const& joint : robot.joints)
    for (auto const& axis : joint.axes) count += std::isfinite(axis.max_rate) ? 1 : 0;
  if (count > 0)
    notes.mended.push_back(file + ": <limit> has a velocity of " + std::to_string(count) +
                           (count > 1 ? " joints" : " joint") +
                           ": the rate that they do not exceed, driven or not");
}

class BodiesOfRobot {
 public:
  BodiesOfRobot(Robot const& robot, RobotSettings const& settings, std::vector<Pose<>> const& poses)
      : robot_(robot), settings_(settings), poses_(poses) {}

  BodySpec body(LinkGroup const& group) const {
    int const top = group.links.front();
    auto const& link = robot_.links[nth(top)];
    BodySpec out;
    out.name = link.name;
    LumpedMass lump;  // in the frame of the uppermost link
    for (int const each : group.links) {
      auto const& part = robot_.links[nth(each)];
      lump.add(part.mass, from_top(top, each) * part.X_LM, part.inertia);
    }
    if (group.still) {
      bool const told = std::ranges::any_of(
          group.links, [&](int each) { return robot_.links[nth(each)].kinematic; });
      out.motion = told ? Motion::kinematic : Motion::fixed;
    } else {
      if (!(lump.mass() > 0))
        refuse(where(link.spot), "no mass, of a link that moves",
               "a mass > 0; or a <joint> of type fixed to a link that has one; or \"base\": "
               "\"fixed\", if it is the base");
      out.mass = lump.mass();
      out.inertia_B = lump.inertia();
      if (auto const flaw = flaw_of_inertia(out.inertia_B);
          !flaw.empty() && !(flaw == not_definite && zero_moments(out.inertia_B) > 0))
        refuse(where(link.spot), "an inertia that is " + flaw, "one that a body may have");
    }
    Vec3 const centre = group.still ? Vec3{} : lump.centre();
    out.pose = poses_[nth(top)];
    out.pose.p_WB = orthant::at(out.pose, centre);
    for (int const each : group.links)
      for (auto const& shape : robot_.links[nth(each)].shapes) {
        Shape placed = shape.shape;
        placed.X_BS = from_top(top, each) * placed.X_BS;
        placed.X_BS.p_WB -= centre;
        if (!shape.has_friction) placed.surface.friction = settings_.friction;
        out.shapes.push_back(placed);
      }
    return out;
  }

 private:
  /// The frame of a link in that of the uppermost one of its group.
  Pose<> from_top(int top, int link) const {
    return top == link ? Pose<>{} : inverse(poses_[nth(top)]) * poses_[nth(link)];
  }

  Robot const& robot_;
  RobotSettings const& settings_;
  std::vector<Pose<>> const& poses_;
};

/// A link "world" is the body "world_body" where names have no prefix.
void require_own_names(Robot const& robot, RobotSettings const& settings) {
  auto const named = [&](char const* name) {
    return std::ranges::find(robot.links, name, &RobotLink::name);
  };
  auto const ground = named("world"), other = named("world_body");
  if (settings.prefix != "" || ground == robot.links.end() || other == robot.links.end()) return;
  refuse(where(other->spot),
         "the name of the body that \"world\" is, " + where(ground->spot) + ", without a prefix",
         "another name, or a \"prefix\"");
}

/// What the file has standing is no part of a robot; a base that an experiment fixes is.
void take_trees_apart(Robot const& robot, LinkGroups const& groups, RobotParts& out) {
  auto stands = standing_links(robot, RobotSettings::Base::as_in_file);
  for (std::size_t k = 0; k < stands.size(); ++k)
    stands[k] = stands[k] && groups.groups[nth(groups.of[k])].still;
  auto const top = tree_tops(robot, stands);
  auto const tree = [&](int body) { return top[nth(groups.groups[nth(body)].links.front())]; };
  for (int a = 0; a < static_cast<int>(out.bodies.size()); ++a)
    for (int b = a + 1; b < static_cast<int>(out.bodies.size()); ++b)
      if (tree(a) >= 0 && tree(a) == tree(b)) out.apart.emplace_back(a, b);
}

/// A joint's numbers as "joint_positions" takes them.
std::string as_given(RobotJoint const& joint, std::vector<Real> q) {
  auto const places = places_of_axes(joint.type);
  for (std::size_t k = 0; k < std::min(places.size(), joint.axes.size()); ++k)
    q[nth(places[k])] = to_file(joint.axes[k], q[nth(places[k])]);
  std::string out;
  for (Real const each : q) out += (out.empty() ? "" : ", ") + text(each);
  return q.size() == 1 ? out : "[" + out + "]";
}

/// Moves the start to one at which loops close, if there is one near.
void close_loops(Robot const& robot, RobotSettings const& settings,
                 std::vector<std::vector<Real>>& q, ModelNotes& notes) {
  Real opening = 0;
  auto const closed = closed_loops(robot, settings.positions, q, opening);
  if (!closed) return;
  std::string all;
  for (std::size_t j = 0; j < q.size(); ++j)
    if ((*closed)[j] != q[j])
      all += (all.empty() ? "\"" : ", \"") + robot.joints[j].name +
             "\": " + as_given(robot.joints[j], (*closed)[j]);
  notes.mended.push_back(settings.file + ": loops are open by " + text(opening) +
                         " where its joints are placed: they close, and start, at "
                         "\"joint_positions\": {" +
                         all + "}");
  q = *closed;
}

}  // namespace

RobotParts parts_of(Robot robot, RobotSettings const& settings, std::string const& path) {
  RobotParts out;
  out.notes.path = path;
  out.notes.file = settings.file;
  out.notes.ignored = robot.ignored;
  require_own_names(robot, settings);
  auto lacks = robot.unsupported;
  make_hulls(robot, settings.lenient, lacks, out);
  check_links(robot, settings.lenient, out.notes);
  note_largest_rates(robot, settings.file, out.notes);
  note_axes_by_default(robot, settings.file, out.notes);
  auto const groups = group_links(robot, settings);
  drop_couplings(robot, groups, lacks);
  check_supported(lacks, settings.lenient, path, out.notes);
  auto q = start_positions(robot, settings.positions, path + "/joint_positions");
  close_loops(robot, settings, q, out.notes);
  Pose<> const X_WR{settings.position, settings.orientation};
  auto const poses = link_poses(robot, q, X_WR);
  for (std::size_t j = 0; j < q.size(); ++j)
    if (auto const& joint = robot.joints[j]; joint.type == RobotJointType::strut)
      q[j] = {norm(joint_frame(joint.child, joint.X_CJ, poses, X_WR).p_WB -
                   joint_frame(joint.parent, joint.X_PJ, poses, X_WR).p_WB)};
  BodiesOfRobot const bodies(robot, settings, poses);
  for (auto const& group : groups.groups) {
    int const body = static_cast<int>(out.bodies.size());
    out.bodies.push_back(bodies.body(group));
    for (std::size_t k = 1; k < group.links.size(); ++k)
      out.notes.merged.push_back(
          {robot.links[nth(group.links[k])].name, out.bodies.back().name, body});
  }
  add_joints({robot, settings, groups, q, poses, path}, out);
  for (auto const& [a, b] : robot.apart)
    if (int const x = groups.of[nth(a)], y = groups.of[nth(b)]; x != y)
      out.apart.emplace_back(x, y);
  if (!settings.self_collision) take_trees_apart(robot, groups, out);
  return out;
}

}  // namespace orthant
