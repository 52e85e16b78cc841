// Names of quantities, and where their numbers are.
#include "experiments/app/run/quantities.hpp"

#include <algorithm>

#include "experiments/app/run/run_totals.hpp"
#include "orthant/core/config/spelling.hpp"
#include "orthant/core/math/pose.hpp"

namespace orthant {
namespace {

constexpr auto of_bodies = Quantity::Of::body;
constexpr auto of_joints = Quantity::Of::joint;
constexpr auto of_forces = Quantity::Of::contacts;

constexpr Quantity all[] = {
    {of_bodies, "x", "m", "of the centre of mass, world axes"},
    {of_bodies, "y", "m", "the same"},
    {of_bodies, "z", "m", "the same"},
    {of_bodies, "vx", "m/s", "velocity of the centre of mass, world axes"},
    {of_bodies, "vy", "m/s", "the same"},
    {of_bodies, "vz", "m/s", "the same"},
    {of_bodies, "wx", "rad/s", "angular velocity, world axes"},
    {of_bodies, "wy", "rad/s", "the same"},
    {of_bodies, "wz", "rad/s", "the same"},
    {of_bodies, "qw", "", "unit quaternion of the rotation from body axes to world axes"},
    {of_bodies, "qx", "", "the same"},
    {of_bodies, "qy", "", "the same"},
    {of_bodies, "qz", "", "the same"},
    {of_bodies, "x_axis_x", "", "x in the world of the body's x axis"},
    {of_bodies, "x_axis_y", "", "y in the world of that axis"},
    {of_bodies, "x_axis_z", "", "z in the world of that axis"},
    {of_bodies, "y_axis_x", "", "x in the world of the body's y axis"},
    {of_bodies, "y_axis_y", "", "y in the world of that axis"},
    {of_bodies, "y_axis_z", "", "z in the world of that axis"},
    {of_bodies, "z_axis_x", "", "x in the world of the body's z axis"},
    {of_bodies, "z_axis_y", "", "y in the world of that axis"},
    {of_bodies, "z_axis_z", "", "z in the world of that axis: the cosine of the tilt"},
    {of_joints, "position", "m or rad", "of the joint's coordinate, with whole turns"},
    {of_joints, "velocity", "m/s or rad/s", "of the same"},
    {of_joints, "effort", "N or N m", "along the same, of all that acts in the joint"},
    {of_forces, "contact_force_x", "N", "resultant of the contact forces on the body, world axes"},
    {of_forces, "contact_force_y", "N", "the same"},
    {of_forces, "contact_force_z", "N", "the same"},
    {of_forces, "normal_force", "N", "sum of the normal forces"},
    {of_forces, "friction_force", "N", "size of the resultant of the tangential forces"},
    {of_forces, "touching", "", "number of contact points with a force"},
};

/// The index of a quantity among those of its kind.
std::size_t place_in_kind(Quantity const& quantity) {
  std::size_t out = 0;
  for (auto const* each = all; each != &quantity; ++each) out += each->of == quantity.of;
  return out;
}

/// What a name from elsewhere is here, of the body or joint $.
constexpr std::pair<char const*, char const*> formulas[] = {
    {"acceleration", "no quantity: the change of vx($) from step to step"},
    {"angle", "position($)"},
    {"angular_speed", "sqrt(wx($)^2 + wy($)^2 + wz($)^2)"},
    {"angular_velocity", "wx($), wy($) and wz($)"},
    {"energy", "kinetic_J + potential_J"},
    {"energy_J", "kinetic_J + potential_J"},
    {"force", "contact_force_x($), contact_force_y($) and contact_force_z($)"},
    {"height", "z($)"},
    {"position", "x($), y($) and z($)"},
    {"speed", "sqrt(vx($)^2 + vy($)^2 + vz($)^2)"},
    {"tilt", "acos(z_axis_z($))"},
    {"torque", "effort($)"},
    {"v", "sqrt(vx($)^2 + vy($)^2 + vz($)^2)"},
    {"velocity", "vx($), vy($) and vz($)"}};

/// A few names, and the nearest.
std::string some(std::vector<std::string> names, std::string const& given) {
  auto const near = nearest_hint(given, names);
  constexpr std::size_t most = 10;
  bool const more = names.size() > most;
  if (more) names.resize(most);
  return comma_separated(names) + (more ? ", ..." : "") + near;
}

bool is_number(Metric const& row) {
  return row.column && std::string_view(row.column) != "reason" &&
         std::string_view(row.column) != "solved_by";
}

}  // namespace

std::span<Quantity const> quantities() { return all; }

double of_body(Quantity const& quantity, Pose<> const& pose, Twist const& twist) {
  auto const i = place_in_kind(quantity);
  auto const& q = pose.q_WB;
  if (i < 3) return pose.p_WB[static_cast<int>(i)];
  if (i < 9) return twist[static_cast<int>(i) - 3];
  if (i < 13) return std::array<double, 4>{q.w, q.x, q.y, q.z}[i - 9];
  Vec3 axis{0, 0, 0};
  axis[static_cast<int>(i - 13) / 3] = 1;
  return rotate(q, axis)[static_cast<int>(i - 13) % 3];
}

void ContactSum::add(Vec3 const& force, Vec3 const& normal_W) {
  Real const along = dot(force, normal_W);
  all = all + force;
  tangential = tangential + (force - along * normal_W);
  normal += along;
  points += norm(force) > 0;
}

double ContactSum::of(Quantity const& quantity) const {
  auto const i = place_in_kind(quantity);
  if (i < 3) return all[static_cast<int>(i)];
  return std::array<double, 3>{normal, norm(tangential), static_cast<double>(points)}[i - 3];
}

std::string formula_meant(std::string const& name, std::string const& of) {
  auto const found = std::ranges::find(formulas, name, [](auto const& each) { return each.first; });
  if (found == std::end(formulas)) return "";
  std::string out = "; meant: ";
  for (char const* c = found->second; *c; ++c) *c == '$' ? out += of : out += *c;
  return out;
}

Quantities::Quantities(Experiment const& e) : e_(e), known_(known_of_steps(*e.simulation)) {}

std::size_t Quantities::number_of(Term const& term, std::string const& where) {
  auto const found = std::ranges::find(places_, term, &Place::term);
  if (found != places_.end()) return nth(found - places_.begin());
  places_.push_back(place_of(term, where));
  values_.resize(places_.size() * nth(e_.simulation->worlds()));
  auto const* const quantity = places_.back().quantity;
  if (quantity && quantity->of == Quantity::Of::contacts) reads_contacts_ = true;
  if (quantity && quantity->of == Quantity::Of::joint && !joints_) {
    joints_.emplace(e_, e_.simulation->worlds());
    joints_->follow(e_.simulation->snapshot());
  }
  return places_.size() - 1;
}

std::size_t Quantities::body(std::string const& name, std::string const& where) const {
  int const found = e_.setup.scene.find(name);
  if (found >= 0) return nth(found);
  refuse(where, "body \"" + name + "\"", some(names_of(e_.setup.scene.bodies), name));
}

/// Of "box.vx" and "box_vx" too, vx(box) is meant.
void Quantities::refuse_name(Term const& term, std::vector<std::string> const& names,
                             std::string const& where) const {
  auto const& [name, of] = term;
  auto const& bodies = e_.setup.scene.bodies;
  auto meant = formula_meant(name, of.empty() ? "body" : of[0]);
  for (auto const& each : quantities())
    for (auto const& body : bodies)
      if (std::string const one = each.name, other = body.name;
          of.empty() &&
          (name == other + "." + one || name == other + "_" + one || name == one + "_" + other))
        meant = "; meant: " + one + "(" + other + ")";
  refuse(
      where, "\"" + term.text() + "\"",
      "of a body, as vx(" + bodies.back().name +
          "); of a joint, as position(joint); a column of numbers of steps.csv; numbers and "
          "functions" +
          (meant.empty() ? "; nearest: " + comma_separated(nearest_names(name, names, 3)) : meant) +
          "; `orthant schema --metrics` lists all");
}

Quantities::Place Quantities::place_of(Term const& term, std::string const& where) const {
  auto const& [name, of] = term;
  Place out{.term = term};
  std::vector<std::string> names;
  for (auto const& row : metrics()) {
    if (!is_number(row) || !row.is_in(known_)) continue;
    names.emplace_back(row.column);
    if (name == row.column && of.empty()) out.column = &row;
  }
  if (out.column) return out;
  for (auto const& each : quantities()) {
    names.emplace_back(each.name);
    if (name == each.name) out.quantity = &each;
  }
  if (!out.quantity) refuse_name(term, names, where);
  auto const& quantity = *out.quantity;
  bool const two = quantity.of == Quantity::Of::contacts;
  if (of.empty() || of.size() > (two ? 2u : 1u))
    refuse(where, "\"" + term.text() + "\"",
           name + (quantity.of == Quantity::Of::joint ? "(joint)"
                   : two                              ? "(body) or " + name + "(body, other)"
                                                      : "(body)"));
  if (quantity.of == Quantity::Of::joint) {
    JointSpace const space(e_.setup.scene);
    std::vector<std::string> joints;
    for (auto k = nth(space.floating()); k < space.columns().size(); ++k) {
      if (space.columns()[k].name == of[0]) out.a = joints.size();
      joints.push_back(space.columns()[k].name);
    }
    if (std::ranges::find(joints, of[0]) == joints.end())
      refuse(where, "joint \"" + of[0] + "\"",
             (joints.empty() ? "no joint: the scene has none with a coordinate"
                             : some(joints, of[0])) +
                 (e_.setup.scene.find(of[0]) >= 0 ? formula_meant(name, of[0]) : ""));
    if (name == "effort" && !known_.solver)
      refuse(where, "\"" + term.text() + "\"", "no effort beside another simulator");
    return out;
  }
  out.a = body(of[0], where);
  if (of.size() == 2) out.b = static_cast<int>(body(of[1], where));
  if (two && !known_.contact_forces)
    refuse(where, "\"" + term.text() + "\"",
           "no forces of contacts beside " + e_.device + ", which does not tell them");
  return out;
}

double Quantities::of_contacts(Place const& place, int world) const {
  ContactSum out;
  for (auto const& c : contacts_) {
    auto const a = nth(c.place.a), b = nth(c.place.b);
    if (c.world != world || (place.a != a && place.a != b)) continue;
    int const other = place.a == a ? c.place.b : c.place.a;
    if (place.b && *place.b != other) continue;
    Real const side = place.a == b ? 1 : -1;
    out.add(side * c.force_per_impulse * c.impulse_W, side * c.normal_W);
  }
  return out.of(*place.quantity);
}

void Quantities::read(StepRow const& step, std::vector<Measures> const& worlds) {
  auto const& simulation = *e_.simulation;
  Snapshot copy;
  StateView now = simulation.view();
  if (!now.pose || joints_) copy = simulation.snapshot();
  if (!now.pose) now = {copy.pose.data(), copy.twist.data()};
  if (joints_) {
    joints_->follow(copy);
    joint_values_ = joints_->values(e_);
  }
  if (reads_contacts_) contacts_ = simulation.last_step().contact_impulses();
  auto const bodies = nth(simulation.bodies());
  auto const columns = joint_values_.size() / worlds.size();
  auto* value = values_.data();
  for (std::size_t w = 0; w < worlds.size(); ++w)
    for (auto const& each : places_) {
      auto& to = *value++;
      if (each.column)
        to = each.column->of_step ? number_in(each.column->of_step(step))
                                  : each.column->of_world.in(worlds[w]);
      else if (each.quantity->of == Quantity::Of::body)
        to = of_body(*each.quantity, now.pose[w * bodies + each.a], now.twist[w * bodies + each.a]);
      else if (each.quantity->of == Quantity::Of::contacts)
        to = of_contacts(each, static_cast<int>(w));
      else if (auto const& joint = joint_values_[w * columns + each.a]; true)
        to = std::array<double, 3>{joint.position, joint.velocity,
                                   joint.effort}[place_in_kind(*each.quantity)];
    }
}

std::span<double const> Quantities::in(int world) const {
  return std::span(values_).subspan(nth(world) * places_.size(), places_.size());
}

}  // namespace orthant
