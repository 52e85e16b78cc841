// The description of an experiment's scene: bodies, joints and shapes as plain data in SI units,
// for one world, and for the others if they differ from it in numbers.
#pragma once
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "orthant/core/config/fields.hpp"
#include "orthant/core/model/detail/shape.hpp"
#include "orthant/core/scene/detail/contact_model.hpp"
#include "orthant/core/scene/joint.hpp"

namespace orthant {

/// How a body moves.
enum class Motion : int {
  dynamic,   // reacts to forces
  fixed,     // never moves
  kinematic  // moves with its initial twist, whatever acts on it
};

/// Principal moments of a body that were zero, and another one takes their place.
struct ReplacedMoment {
  bool rod = false;   // one, else all of a point mass
  bool held = false;  // whether joints keep it from turning about its axis
  Vec3 axis_B;        // of a rod, unit, body axes
  Mat3 inertia_B;     // as it was given [kg m^2]

  /// The part of an angular velocity or a torque that has no equation: that about the axis of a
  /// rod, all of a point mass, none of what joints hold; in world axes.
  Vec3 loose_part(Pose<> const& pose, Vec3 const& w_W) const;
  /// "a zero moment about its axis", "moments that are all zero"
  char const* name() const;
};

/// One body as the experiment describes it.
struct BodySpec {
  std::string name;                 // unique in the scene
  std::string path;                 // path in the file, for messages
  Motion motion = Motion::dynamic;  // whether it reacts to forces
  Real mass = 0;                    // [kg]; > 0 if it is dynamic
  Mat3 inertia_B;                   // about the centre of mass, body axes [kg m^2]
  Pose<> pose;                      // of the centre of mass
  Twist twist;                      // [m/s], [rad/s], world axes
  Vec6 wrench_W;        // applied force [N] and torque [N m], world axes, at the centre of mass
  bool collide = true;  // whether its shapes touch others
  std::vector<Shape> shapes;  // Scene::add sets Shape::body
  std::string colour;         // in pictures, "#rrggbb"; "": one of a palette
  Real opacity = 1;           // in pictures, from 0 to 1
  /// By replace_zero_moments.
  std::optional<ReplacedMoment> replaced;
};

/// Three numbers at a time [s], for linear interpolation; constant before the first and after the
/// last time. Of two entries at the same time the second holds from then on.
struct TimedVector {
  Real t = 0;  // [s]
  Vec3 x;      // the three numbers
};

/// A force and a torque on a body, as functions of time.
struct LoadSpec {
  int body = 0;                            // index in the scene
  Vec3 point_B;                            // point of action of the force, body axes [m]
  bool in_body_axes = false;               // of force and torque, else world axes
  std::vector<TimedVector> force, torque;  // [N], [N m]; empty: none
};

/// Which contacts have the term e J_n u-.
enum class RestitutionForm {
  newton,  // those whose surfaces strike in the step
  literal  // all that are closed
};
/// The combinations of two coefficients, by their names in files.
inline constexpr Named<Combination> combinations[] = {
    {Combination::geometric_mean, "geometric_mean"},
    {Combination::minimum, "minimum"},
    {Combination::maximum, "maximum"},
    {Combination::average, "average"}};

/// How contacts are found, their law, and how two surfaces are combined. With c the gap and J_n u
/// its rate, the normal row a [m/s] of 0 <= a _|_ lambda_n >= 0 is
///   J_n u+ + e J_n u-                            if the surfaces strike in the step,
///   c(q+)/h                                      at position level, else
///   J_n u+ + max(c(q-), 0)/h                     at velocity level.
/// Surfaces strike if e > 0, they approach at the start, and the free motion of the step closes the
/// gap.
///
/// Overlap is removed by a position stage, which adds no velocity, or with `baumgarte`, in Euler's
/// methods and for e = 0, by J_n u+ + Upsilon c(q-)/h. With `literal` restitution all closed
/// contacts have e J_n u-, also those that separate. Without `speculative` an open contact has no
/// row, so that lambda_n = 0. With `least_norm` nu, normal rows of rigid contacts have Sigma = nu
/// (1/m_a + 1/m_b): of many solutions of a step one is selected, in the limit the one of least
/// norm. Twists are those of both bodies, including a body with prescribed motion. The `model` of
/// another simulator replaces these laws.
struct ContactSettings {
  double margin = 0.01;  // gap up to which contacts are found, beyond the motion of a step [m]
  /// The most contact points of all worlds; 0: there is `room` at first, and more where the start
  /// needs more.
  int capacity = 0;
  double overlap_tolerance = 1e-6;  // largest overlap that a start may have [m]
  double touching = 1e-6;           // largest gap of a closed contact [m]
  /// The largest speed at which overlap is removed [m/s]; infinite: in one step.
  double recovery_speed = std::numeric_limits<double>::infinity();
  Level level = Level::position;  // of the normal rows
  /// Upsilon, the share of an overlap that the velocity removes in a step [-]; infinite: a position
  /// stage removes it.
  double baumgarte = std::numeric_limits<double>::infinity();
  RestitutionForm restitution_form = RestitutionForm::newton;  // which contacts bounce
  bool speculative = true;  // false, at velocity level alone: only closed contacts have rows
  double least_norm = 0;    // nu [-]; 0: any solution
  double creep_speed = 0;   // sliding speed up to which friction is viscous [m/s]; 0: Coulomb's law
  /// sigma: friction yields by sigma w lambda_f, w = |W_cc|/3 of the contact [-]; 0: rigid.
  double friction_softness = 0;
  Combination friction_combination = Combination::geometric_mean;  // of coefficients of friction
  Combination restitution_combination = Combination::maximum;      // of e
  ContactModel model;  // these laws, or those of another simulator

  /// The model "sap"; null for another one.
  SapModel const* sap() const { return std::get_if<SapModel>(&model); }
  /// The model "mujoco"; null for another one.
  MujocoModel const* mujoco() const { return std::get_if<MujocoModel>(&model); }
  /// Whether the model is that of another simulator: convex, at velocity level.
  bool published() const { return sap() || mujoco(); }
  /// Whether the normal rows hold at velocity level, by `level` or by the model.
  bool at_velocity_level() const { return level == Level::velocity || published(); }
  /// Whether contacts are searched along the motion of a step.
  bool looks_ahead() const { return speculative && !mujoco(); }
  /// The gap up to which contacts are found [m], beyond the motion of a step if it looks ahead.
  double search_distance() const {
    return mujoco() ? mujoco()->reach() : speculative ? margin : touching;
  }
  /// Whether rigid surfaces never overlap at the end of a step in which no contact was missed.
  bool holds_rigid_positions() const {
    return looks_ahead() && !at_velocity_level() && !stabilised() && std::isinf(recovery_speed);
  }
  /// Whether `baumgarte` is given, so that no position stage removes overlap.
  bool stabilised() const { return std::isfinite(baumgarte); }
  /// Whether overlap changes velocities, by a `baumgarte` > 0.
  bool pushes() const { return stabilised() && baumgarte > 0; }
  /// The number of contact points that have room at first.
  double room(int worlds, int bodies) const {
    return capacity > 0 ? capacity : worlds * (16.0 * bodies + 64);
  }

  /// With lengths that are to follow the size of the scene, until `settle_lengths`.
  static ContactSettings by_size() {
    ContactSettings out;
    out.margin = out.overlap_tolerance = out.touching = std::numeric_limits<double>::infinity();
    return out;
  }
  /// `size`: of the scene [m], see Scene::size. Lengths that were given stay.
  void settle_lengths(double size) {
    ContactSettings const of_metre;
    auto const settle = [&](double& length, double part) {
      if (std::isinf(length)) length = part * size;
    };
    settle(margin, of_metre.margin);
    settle(overlap_tolerance, of_metre.overlap_tolerance);
    settle(touching, of_metre.touching);
  }

  /// Visits all of these settings but the model.
  void fields(Fields& f) {
    f.real("margin", margin, not_negative(),
           "[m] distance up to which contacts are found, beyond how far bodies go in a step; "
           "absent: 0.1 of the smallest radius of a shape that moves");
    f.integer("capacity", capacity, not_negative(),
              "most contact points of all worlds; 0: room for 16 a body and 64 a world, or for "
              "twice those of the start if these are more");
    f.real("overlap_tolerance", overlap_tolerance, not_negative(),
           "[m] overlap that a start may have; absent: 1e-5 of that radius");
    f.real("recovery_speed", recovery_speed, not_negative(),
           "[m/s] at which overlap is removed at most; absent: in one step");
    f.choice("level", level, levels, "of the normal rows");
    f.real("baumgarte", baumgarte, between(0, 1),
           "Y: share of an overlap that the velocity removes in a step; at velocity level, with "
           "Euler's methods, without restitution; absent: a stage of its own corrects positions");
    f.choice("restitution_form", restitution_form,
             {{RestitutionForm::newton, "newton"}, {RestitutionForm::literal, "literal"}},
             "e J u- of surfaces that approach, or of all that touch");
    f.real("touching", touching, not_negative(),
           "[m] gap up to which a contact is closed: dampers act; absent: 1e-5 of that radius");
    f.flag("speculative", speculative, "rows for open contacts too; else at velocity level alone");
    f.real("least_norm", least_norm, between(0, 1e-3),
           "epsilon: of all normal impulses of rigid contacts with one resultant those of least "
           "norm, but for a part of about epsilon; makes motions with friction unique; 0: any");
    f.real("creep_speed", creep_speed, not_negative(),
           "[m/s] sliding speed up to which friction is viscous, -mu lambda_n v over this speed; "
           "0: Coulomb's law, which sticks");
    f.real("friction_softness", friction_softness, not_negative(),
           "sigma: friction yields by sigma w lambda_f, w the mean response of the contact, as in "
           "SAP [Castro et al. 2022]; 0: rigid");
    f.choice("friction_combination", friction_combination, combinations,
             "coefficients of a contact from those of the two surfaces");
    f.choice("restitution_combination", restitution_combination, combinations, "likewise, of e");
  }
};

/// The plane through the world's origin in which all bodies move.
enum class Plane { none, xy, xz, yz };
/// The planes, by their names in files.
inline constexpr Named<Plane> planes[] = {
    {Plane::none, "none"}, {Plane::xy, "xy"}, {Plane::xz, "xz"}, {Plane::yz, "yz"}};

/// Everything in a world; numbers of bodies and joints are indices in these lists.
struct Scene {
  Plane plane = Plane::none;                 // none: bodies move in space
  Vec3 gravity{{0, 0, -9.81}};               // [m/s^2]
  ContactSettings contact;                   // how contacts are found, and their law
  std::vector<BodySpec> bodies;              // see add
  std::vector<JointSpec> joints;             // between bodies, or a body and the world
  std::vector<LoadSpec> loads;               // forces and torques in time
  std::vector<std::pair<int, int>> apart{};  // bodies that never touch
  std::vector<std::shared_ptr<Geometry const>> geometries{};  // keeps those of the shapes
  /// The scene of each world if numbers differ; empty: all worlds are this scene. Numbers of items
  /// and names are the same in all.
  std::vector<Scene> worlds;

  /// The scene of a world.
  Scene const& of(int world) const { return worlds.empty() ? *this : worlds[nth(world)]; }

  /// Whether f holds of the scene, or of that of a world if they differ; asked until it does.
  template <class F>
  bool any(F const& f) const {
    return worlds.empty() ? f(*this) : std::ranges::any_of(worlds, f);
  }

  /// The world axis across the plane; -1: none.
  int normal() const {
    return plane == Plane::none ? -1 : plane == Plane::yz ? 0 : plane == Plane::xz ? 1 : 2;
  }

  /// Ten times the smallest radius of a shape that moves and collides [m]; 1 without any. The
  /// radius is that of the inscribed sphere, or a tenth of the distance from the body's centre if
  /// that is more, as of a small sphere that stands for the tip of a rod.
  double size() const {
    double smallest = HUGE_VAL;
    for (auto const& body : bodies)
      for (auto const& shape : body.shapes)
        if (double const radius = larger(inscribed_radius(shape), 0.1 * norm(shape.X_BS.p_WB));
            body.collide && body.motion == Motion::dynamic && radius > 0)
          smallest = std::min(smallest, radius);
    return std::isinf(smallest) ? 1 : 10 * smallest;
  }

  /// Adds a body and returns its index.
  int add(BodySpec body) {
    for (auto& shape : body.shapes) shape.body = static_cast<int>(bodies.size());
    bodies.push_back(std::move(body));
    return static_cast<int>(bodies.size()) - 1;
  }
  /// Index of the body of that name, or -1.
  int find(std::string const& name) const {
    for (std::size_t b = 0; b < bodies.size(); ++b)
      if (bodies[b].name == name) return static_cast<int>(b);
    return -1;
  }
};

}  // namespace orthant
