// Small scenes given as JSON text, stepped and queried through the host's interfaces only.
#pragma once
#include <gmock/gmock.h>

#include <numbers>

#include "orthant/backends/simulation/simulation.hpp"

namespace orthant {
struct Experiment;
}

namespace orthant::test {

inline constexpr Real pi = std::numbers::pi;
inline constexpr Vec3 x_axis{{1, 0, 0}}, y_axis{{0, 1, 0}}, z_axis{{0, 0, 1}};

/// The solver of a trial.
struct Settings {
  std::string solver = "newton";  // other solvers have a tolerance but none of the parts below
  std::string ncp = "fischer_burmeister", friction = "w_newton", linear = "";  // "": the default
  std::string scaling = "row_sum", step = "full";
  std::string matrices = "start", backend = "serial";
  double tolerance = 1e-10;  // [m/s]
  int max_iterations = 100, worlds = 1;
  bool warm_start = true;
  bool islands = true;                                   // of a single world
  std::string whole_solver = "", whole_integrator = "";  // JSON that replaces all of the above
};

std::ostream& operator<<(std::ostream& out, Settings const& settings);
/// The settings as the name of a test.
std::string name_of(testing::TestParamInfo<Settings> const& info);

/// Names of the plug-ins of a kind.
std::vector<std::string> plug_ins(std::string const& kind);
/// Every NCP function with one form of Coulomb's law, and every form with one function. A form that
/// includes the normal row has "" as its NCP function.
std::vector<Settings> every_formulation();
/// With matrices at the start of a step, and the default one with matrices at its end.
std::vector<Settings> every_linear_solver();
/// Both of these.
std::vector<Settings> every_choice();

/// Digits that read back as the same numbers: "[1,2,3]".
std::string json(Real x);
std::string json(Vec3 const& v);
std::string json(Quat<> const& q);
/// A rotation by an angle [rad] about a unit axis.
Quat<> rotation(Vec3 const& axis, Real angle);

/// One body of 1 kg on a floor, with g = 10.
inline std::string on_floor(std::string const& shape, Real height, std::string const& more = "") {
  return R"({"gravity": [0, 0, -10], "bodies": [
    {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
    {"name": "body", "mass": 1, "position": [0, 0, )" +
         json(height) + "], " + more + R"("shapes": [)" + shape + "]}]}";
}
inline std::string const cube_on_floor = on_floor(R"({"type": "box", "size": [1, 1, 1]})", 0.5),
                         box_on_floor = on_floor(R"({"type": "box", "size": [1, 1, 0.2]})", 0.1),
                         ball_on_floor = on_floor(R"({"type": "sphere", "radius": 0.5})", 0.5);
/// It does not rotate: one contact with a unique impulse.
inline std::string const foot_on_floor =
    on_floor(R"({"type": "sphere", "radius": 0.1})", 0.1, R"("inertia": [1e12, 1e12, 1e12], )");

/// That ball above the floor, by a gap.
inline std::string lifted(Real gap) { return "bodies.1.position=[0,0," + json(0.5 + gap) + "]"; }

/// A crank, a coupler and a rocker in a plane, on four hinges across it.
inline constexpr char const* four_bar = R"({
  "bodies": [
    {"name": "crank", "mass": 1, "position": [0, 0, 0.5], "collide": false, "angular_velocity": [0, 1, 0],
     "velocity": [0.5, 0, 0], "shapes": [{"type": "box", "size": [0.1, 0.1, 1]}]},
    {"name": "coupler", "mass": 2, "position": [1, 0, 1], "collide": false, "velocity": [1, 0, 0],
     "shapes": [{"type": "box", "size": [2, 0.1, 0.1]}]},
    {"name": "rocker", "mass": 1, "position": [2, 0, 0.5], "collide": false, "angular_velocity": [0, 1, 0],
     "velocity": [0.5, 0, 0], "shapes": [{"type": "box", "size": [0.1, 0.1, 1]}]}],
  "joints": [
    {"type": "hinge", "b": "crank", "point": [0, 0, 0], "axis": [0, 1, 0]},
    {"type": "hinge", "a": "crank", "b": "coupler", "point": [0, 0, 1], "axis": [0, 1, 0]},
    {"type": "hinge", "a": "coupler", "b": "rocker", "point": [2, 0, 1], "axis": [0, 1, 0]},
    {"type": "hinge", "b": "rocker", "point": [2, 0, 0], "axis": [0, 1, 0]}]})";

/// Compares component by component.
inline void expect_near(Vec3 const& found, Vec3 const& expected, Real tolerance) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << "component " << i;
}

using Changes = std::vector<std::string>;  // "bodies.1.mass=2", within the scene

bool is_or_tends_to_minimum_map(std::string const& ncp);

/// What refuses a scene with these changes; "" if nothing does.
std::string refusal_of(std::string const& scene, Changes const& changes,
                       Settings const& settings = {});

class Trial {
 public:
  Trial(std::string const& scene, Real h, Settings const& settings = {},
        Changes const& changes = {});
  ~Trial();

  Simulation& simulation();
  /// One step, converged or not.
  StepReport step();
  /// One step that converges, or reports that it did not. The latter is allowed for the fixed point
  /// on w, and for full steps with the minimum map or a function that tends to it. If one body has
  /// redundant contacts, the former may cycle between distributions of friction, and the latter
  /// between sets of sliding contacts. Later steps have no closed form, so the trial should end.
  bool step_or_say();
  /// Steps that must all converge. Returns the number of nonlinear iterations.
  int run(int steps);

  // The queries below are for the first world.
  Pose<> pose(std::string const& body) const;
  Vec3 position(std::string const& body) const { return pose(body).p_WB; }
  Vec3 velocity(std::string const& body) const { return linear(twist(body)); }
  Vec3 spin(std::string const& body) const { return angular(twist(body)); }
  /// Of the ball on the floor.
  Real gap() const { return position("body")[2] - 0.5; }
  /// Sum of the contact impulses of `a` on `b` in the last step, world axes [N s]. All bodies that
  /// do not react count as one, as in the rows.
  Vec3 impulse_between(std::string const& a, std::string const& b) const;
  Measures measures();

 private:
  Twist twist(std::string const& body) const;
  int index(std::string const& body) const;
  int row_body(std::string const& body) const;

  Settings settings_;
  std::unique_ptr<Experiment> experiment_;
};

}  // namespace orthant::test
