// Grows the tree, and places and moves its bodies.
#include "orthant/backends/joint_space/joint_space.hpp"

#include <algorithm>
#include <optional>

#include "orthant/backends/joint_space/joint_motion.hpp"
#include "orthant/constraints/relations/list.hpp"
#include "orthant/core/config/detail/list.hpp"
#include "orthant/core/scene/mass_properties.hpp"

namespace orthant {
namespace {

using namespace joint_space;

/// Whether a joint that is not in the tree constrains the motion.
bool constrains(JointSpec const& joint) {
  if (!joint.traits.couples) return joint.traits.holds();
  return std::ranges::any_of(joint.coordinates,
                             [](auto const& c) { return c.motor == Motor::prescribed; });
}

constexpr Real right_angle = 1.5707963267948966;

/// The name of a column, and the coordinate along it, if laws can be.
struct ColumnName {
  std::string name, coordinate;
  bool turns = false;
  Real within = HUGE_VAL;
};

/// A lone column of a joint has the name of the joint.
std::vector<ColumnName> names_of(TreeLink const& link) {
  if (link.floats()) return {{"x", ""}, {"y", ""}, {"z", ""}, {"rx", ""}, {"ry", ""}, {"rz", ""}};
  char const *const axes[] = {"x", "y", "z"}, *const along[] = {"displacement_x", "displacement_y",
                                                                "displacement"};
  auto const& slides = link.leaves.slides;
  bool const turns = link.leaves.turns != JointFreedom::Turns::none;
  bool const along_axis = slides[2] && !slides[0] && !slides[1];
  std::vector<ColumnName> out;
  for (int i = 0; i < 3; ++i)
    if (slides[i] && along_axis)
      out.push_back({"displacement", "displacement"});
    else if (slides[i])
      out.push_back({axes[i], turns ? "" : along[i]});
  std::string const r = out.empty() ? "" : "r";
  switch (link.leaves.turns) {
    case JointFreedom::Turns::none:
      break;
    case JointFreedom::Turns::about_axis:
      out.push_back({"angle", "angle", true});
      break;
    case JointFreedom::Turns::about_two:
      for (char const* name : {"angle_a", "angle_b"}) out.push_back({name, name, true});
      break;
    case JointFreedom::Turns::all:
      if (link.gimbal)
        return {{"angle_x", "angle_x", true},
                {"angle_y", "angle_y", false, right_angle},
                {"angle_z", "angle_z", true}};
      for (char const* axis : axes) out.push_back({r + axis, ""});
  }
  if (out.size() == 1) out.front().name.clear();
  return out;
}

/// The place of a joint in the tree; nothing for a joint that cannot be in it: it leaves another
/// motion free, or there are laws along a coordinate that is no column.
std::optional<TreeLink> tree_link(JointSpec const& joint, int number) {
  auto const& type = joint.traits;
  if (!type.leaves) return std::nullopt;
  TreeLink out{.joint = number, .leaves = *type.leaves};
  out.gimbal = out.leaves.turns == JointFreedom::Turns::all && !type.coordinates.empty();
  auto const names = names_of(out);
  bool const all_laws = std::ranges::all_of(type.coordinates, [&](CoordinateSlot const& slot) {
    return std::ranges::find(names, slot.coordinate, &ColumnName::coordinate) != names.end();
  });
  if (!all_laws) return std::nullopt;
  out.thread = joint.pitch != 0 || joint.cam.count > 0;
  if (out.thread) out.leaves.slides[2] = false;  // follows the angle
  return out;
}

Pose<> pose_at(Pose<> const* pose, int body) { return body < 0 ? Pose<>{} : pose[body]; }
Twist twist_at(Twist const* twist, int body) { return body < 0 ? Twist{} : twist[body]; }

PlacedJoint placed(TreeLink const& link, JointItem const& item, Pose<> const* pose) {
  if (link.joint < 0) return {item, {}, pose[link.body]};
  return {item, pose_at(pose, item.a), pose_at(pose, item.b)};
}

}  // namespace

JointSpace::JointSpace(Scene const& scene)
    : worlds_(std::max<int>(1, static_cast<int>(scene.worlds.size()))),
      bodies_(static_cast<int>(scene.bodies.size())) {
  grow(scene);
  name_columns(scene);
  for (int w = 0; w < worlds_; ++w) take_numbers(scene.of(w));
}

/// Breadth first: from what does not react, then from the first body that is left.
void JointSpace::grow(Scene const& scene) {
  link_of_.assign(scene.bodies.size(), -1);
  std::vector<bool> used(scene.joints.size(), false);
  auto const reacts = [&](int b) {
    return b >= 0 && scene.bodies[nth(b)].motion == Motion::dynamic;
  };
  auto const placed_already = [&](int b) { return link_of_[nth(b)] >= 0; };
  auto const add = [&](TreeLink link) {
    link.count = columns_of(link);
    link_of_[nth(link.body)] = static_cast<int>(links_.size());
    links_.push_back(link);
  };
  auto const hang_on = [&](auto const& is_inner) {
    for (std::size_t j = 0; j < scene.joints.size(); ++j) {
      auto const& joint = scene.joints[j];
      auto const link = tree_link(joint, static_cast<int>(j));
      for (bool const is_b : {true, false}) {
        int const inner = is_b ? joint.a : joint.b, outer = is_b ? joint.b : joint.a;
        if (used[j] || !link || !is_inner(inner) || !reacts(outer) || placed_already(outer))
          continue;
        used[j] = true;
        TreeLink of = *link;
        of.body = outer;
        of.parent = reacts(inner) ? link_of_[nth(inner)] : -1;
        of.on = inner;
        of.is_b = is_b;
        add(of);
      }
    }
  };
  std::size_t done = 0;
  auto const go_outwards = [&] {
    for (; done < links_.size(); ++done) {
      int const body = links_[done].body;
      hang_on([&](int inner) { return inner == body; });
    }
  };
  hang_on([&](int inner) { return !reacts(inner); });
  go_outwards();
  for (int b = 0; b < bodies_; ++b) {
    if (!reacts(b) || placed_already(b)) continue;
    add({.body = b});
    go_outwards();
  }
  for (std::size_t j = 0; j < used.size(); ++j)
    if (!used[j] && constrains(scene.joints[j])) closing_.push_back(static_cast<int>(j));
}

void JointSpace::name_columns(Scene const& scene) {
  auto const add = [&](TreeLink& link, std::string const& owner, JointSpec const* joint) {
    link.first = static_cast<int>(columns_.size());
    for (auto const& each : names_of(link)) {
      JointColumn column{.name = each.name.empty() ? owner : owner + "." + each.name,
                         .joint = link.joint,
                         .coordinate = each.coordinate,
                         .turns = each.turns,
                         .within = each.within};
      for (auto const& spec : joint ? joint->coordinates : std::vector<CoordinateSpec>{})
        if (!column.coordinate.empty() && spec.coordinate == column.coordinate) {
          column.lower = spec.lower;
          column.upper = spec.upper;
        }
      columns_.push_back(column);
    }
  };
  for (auto& link : links_)
    if (link.joint < 0) add(link, scene.bodies[nth(link.body)].name, nullptr);
  floating_ = static_cast<int>(columns_.size());
  for (std::size_t j = 0; j < scene.joints.size(); ++j)
    for (auto& link : links_)
      if (link.joint == static_cast<int>(j)) add(link, scene.joints[j].name, &scene.joints[j]);
}

void JointSpace::take_numbers(Scene const& scene) {
  gravity_.push_back(scene.gravity);
  for (auto const& spec : scene.bodies) {
    Body body;
    if (spec.motion == Motion::dynamic) {
      body.mass = spec.mass;
      body.inertia_B = spec.inertia_B;
    }
    body_.push_back(body);
  }
  auto const joint = [&](int j) -> JointSpec const& { return scene.joints[nth(j)]; };
  for (auto const& link : links_)
    item_.push_back(link.joint < 0 ? JointItem{} : placed_item(joint(link.joint), 0, 0));
  for (int const j : closing_) closed_.push_back(joint(j));
  for (auto const& column : columns_) {
    Real rotor = 0;
    if (column.joint >= 0 && !column.coordinate.empty())
      for (auto const& spec : joint(column.joint).coordinates)
        if (spec.coordinate == column.coordinate) rotor += spec.inertia;
    rotor_.push_back(rotor);
  }
}

void JointSpace::positions(int world, Pose<> const* pose, Real const* near, Real* q) const {
  auto const* const item = items(world);
  for (std::size_t i = 0; i < links_.size(); ++i)
    positions_of(links_[i], placed(links_[i], item[i], pose), near + links_[i].first,
                 q + links_[i].first);
}

void JointSpace::velocities(int world, Pose<> const* pose, Twist const* twist, Real* v) const {
  auto const* const item = items(world);
  for (std::size_t i = 0; i < links_.size(); ++i) {
    auto const& link = links_[i];
    Twist const u_A = link.joint < 0 ? Twist{} : twist_at(twist, item[i].a);
    velocities_of(link, placed(link, item[i], pose), u_A,
                  twist_at(twist, link.joint < 0 ? link.body : item[i].b), v + link.first);
  }
}

void JointSpace::place(int world, Real const* q, Pose<>* pose) const {
  auto const* const item = items(world);
  for (std::size_t i = 0; i < links_.size(); ++i) {
    auto const& link = links_[i];
    Pose<> const X = relative_pose(link, item[i], q + link.first);
    Pose<> out = X;
    if (link.joint >= 0) {
      auto const& inner = link.is_b ? item[i].X_AJ : item[i].X_BJ;
      auto const& outer = link.is_b ? item[i].X_BJ : item[i].X_AJ;
      out = pose_at(pose, link.on) * inner * (link.is_b ? X : inverse_of(X)) * inverse_of(outer);
    }
    pose[link.body] = {out.p_WB, normalised(out.q_WB)};
  }
}

void JointSpace::move(int world, Pose<> const* pose, Real const* v, Twist* twist) const {
  auto const* const item = items(world);
  for (std::size_t i = 0; i < links_.size(); ++i) {
    auto const& link = links_[i];
    auto const joint = placed(link, item[i], pose);
    ColumnMotion columns[6];
    column_motions(link, joint, {}, {}, columns);
    Vec3 const x = pose[link.body].p_WB, arm = x - joint.B.p_WB;
    Twist const on = twist_at(twist, link.on);
    Vec3 const from = link.on < 0 ? Vec3{} : x - pose[link.on].p_WB;
    Vec3 velocity = linear(on) + cross(angular(on), from), rotation = angular(on);
    Real const sigma = link.is_b ? 1 : -1;
    for (int k = 0; k < link.count; ++k) {
      Real const rate = sigma * v[link.first + k];
      velocity += rate * (columns[k].t + cross(columns[k].w, arm));
      rotation += rate * columns[k].w;
    }
    twist[link.body] = stacked(velocity, rotation);
  }
}

std::pair<Real, int> JointSpace::open_loop(int world, Pose<> const* pose) const {
  std::pair<Real, int> most{0, -1};
  auto const* const closed = closed_.data() + index(world, closing_.size());
  for (std::size_t i = 0; i < closing_.size(); ++i) {
    auto const& joint = closed[i];
    if (!joint.traits.opening) continue;
    Real const gap = joint.traits.opening(joint, pose_at(pose, joint.a), pose_at(pose, joint.b));
    if (gap > most.first) most = {gap, closing_[i]};
  }
  return most;
}

std::vector<LoopRate> JointSpace::loop_rates(int world, Pose<> const* pose,
                                             Twist const* twist) const {
  std::vector<LoopRate> out;
  auto const* const closed = closed_.data() + index(world, closing_.size());
  for (std::size_t i = 0; i < closing_.size(); ++i) {
    auto const& joint = closed[i];
    if (largest(joint.compliance) > 0 || largest(joint.angular_compliance) > 0) continue;
    for_each_in<Joints>([&]<class Relation>(Relation const&) {
      if (joint.type != Relation::name) return;
      Mat<Relation::rows, 6> J_A{}, J_B{};
      Relation::jacobian(placed_item(joint, 0, 0), pose_at(pose, joint.a), pose_at(pose, joint.b),
                         J_A, J_B);
      auto const rates = J_A * twist_at(twist, joint.a) + J_B * twist_at(twist, joint.b);
      for (int r = 0; r < Relation::rows; ++r) out.push_back({closing_[i], rates[r]});
    });
  }
  return out;
}

}  // namespace orthant
