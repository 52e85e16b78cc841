// Planar scenes: bodies stay in the plane to the bit, and move like symmetric bodies in space, with
// half of the contacts of boxes.
#include "orthant/core/config/error.hpp"
#include "tests/physics/scenes.hpp"

namespace orthant::test::plane_scenes {
namespace {

std::string in_plane(std::string const& bodies, std::string const& more = "") {
  return R"({"gravity": [0, 0, -10], )" + more + R"("bodies": [
    {"name": "floor", "motion": "fixed", "friction": 0.4, "shapes": [{"type": "half_space"}]}, )" +
         bodies + "]}";
}

char const* const tumbling = R"(
  {"name": "box", "density": 500, "friction": 0.4, "position": [0, 0, 0.5], "velocity": [1.5, 0, -1],
   "angular_velocity": [0, 4, 0], "orientation": [0.98, 0, 0.19899748742132398, 0],
   "shapes": [{"type": "box", "size": [0.4, 0.3, 0.2]}]},
  {"name": "post", "density": 800, "friction": 0.4, "position": [0.6, 0, 0.25],
   "shapes": [{"type": "box", "size": [0.2, 0.1, 0.5]}]})";

Changes const xz{"plane=\"xz\""};
Settings const cascade{.solver = "cascade"};
Settings by(std::string const& integrator) {
  return {.solver = "cascade", .whole_integrator = "\"" + integrator + "\""};
}

/// In the first world, all components of a body's state that lead out of the plane xz.
void expect_in_plane(Trial const& trial, std::string const& body) {
  auto const X = trial.pose(body);
  EXPECT_EQ(X.p_WB[1], 0) << body;
  EXPECT_EQ(X.q_WB.x, 0) << body;
  EXPECT_EQ(X.q_WB.z, 0) << body;
  EXPECT_EQ(trial.velocity(body)[1], 0) << body;
  EXPECT_EQ(trial.spin(body)[0], 0) << body;
  EXPECT_EQ(trial.spin(body)[2], 0) << body;
}

TEST(PlaneScenes, StayInThePlaneToTheBitWithEveryIntegrator) {
  for (auto const& integrator : plug_ins("integrator")) {
    SCOPED_TRACE(integrator);
    Trial space(in_plane(tumbling), 0.01, by(integrator)),
        trial(in_plane(tumbling), 0.01, by(integrator), xz);
    int unsolved = 0, unsolved_in_space = 0;
    for (int k = 0; k < 80; ++k) {
      StepReport const report = trial.step();
      unsolved += !report.solve.converged();
      unsolved_in_space += !space.step().solve.converged();
      // Planes, which a pair may have after it was judged, leave an overlap of second order.
      EXPECT_LT(trial.measures().penetration, report.judged > 0 ? 1e-5 : 1e-6) << k;
      expect_in_plane(trial, "box");
      expect_in_plane(trial, "post");
    }
    EXPECT_LE(unsolved, unsolved_in_space);
    EXPECT_TRUE(unsolved == 0 || integrator == "linearly_implicit");
    EXPECT_LT(trial.position("box")[2], 0.45);
  }
}

TEST(PlaneScenes, MoveAsInSpaceWithHalfTheContactsOfBoxes) {
  Trial space(in_plane(tumbling), 0.01, cascade), plane(in_plane(tumbling), 0.01, cascade, xz);
  int most = 0;
  for (int k = 0; k < 60; ++k) {
    auto const in_space = space.step(), flat = plane.step();
    ASSERT_TRUE(in_space.solve.converged() && flat.solve.converged()) << k;
    EXPECT_LE(flat.contacts, in_space.contacts) << k;  // two adjacent corners are one in both
    if (2 * flat.contacts == in_space.contacts) most = std::max(most, flat.contacts);
    for (char const* body : {"box", "post"})
      expect_near(plane.position(body), space.position(body), 1e-7);
  }
  EXPECT_GE(most, 4);
}

/// A planar motion is unique where one in space is not, and polygonal friction is Coulomb's.
TEST(PlaneScenes, EndAtOnePlaceWithEverySolverOfSteps) {
  Trial expected(in_plane(tumbling), 0.01, cascade, xz);
  expected.run(60);
  int solved = 0;
  for (auto const& solver : plug_ins("nonlinear solver")) {
    if (solver == "sequence") continue;  // made of other solvers
    SCOPED_TRACE(solver);
    Trial trial(in_plane(tumbling), 0.01, {.solver = solver}, xz);
    bool all = true;
    for (int k = 0; k < 60; ++k) all = trial.step().solve.converged() && all;
    expect_in_plane(trial, "box");
    if (!all) continue;
    ++solved;
    for (char const* body : {"box", "post"})
      expect_near(trial.position(body), expected.position(body), 1e-6);
  }
  EXPECT_GE(solved, 9);
}

/// Rolling without slip: a = g sin a/(1 + I/(m r^2)), 2/3 of g sin a for a cylinder.
TEST(PlaneScenes, CylindersAndCapsulesAreDiscs) {
  Real const a = 0.3, h = 0.01;
  for (char const* shape : {R"({"type": "cylinder", "radius": 0.1, "length": 0.3)",
                            R"({"type": "capsule", "radius": 0.1, "length": 0.3)"}) {
    std::string const scene =
        R"({"plane": "xz", "gravity": [)" + json(10 * std::sin(a)) + ", 0, " +
        json(-10 * std::cos(a)) + R"(], "bodies": [
          {"name": "floor", "motion": "fixed", "friction": 0.5, "shapes": [{"type": "half_space"}]},
          {"name": "roll", "mass": 2, "inertia": [0.02, 0.01, 0.02], "friction": 0.5,
           "position": [0, 0, 0.1], "shapes": [)" +
        shape + R"(, "orientation": [0.7071067811865476, 0.7071067811865476, 0, 0]}]}]})";
    Trial trial(scene, h);
    trial.run(100);
    EXPECT_NEAR(trial.velocity("roll")[0], 10 * std::sin(a) / 1.5, 1e-7) << shape;
    EXPECT_NEAR(trial.spin("roll")[1], trial.velocity("roll")[0] / 0.1, 1e-6) << shape;
  }
}

TEST(PlaneScenes, AnEllipseOnAnEdgeAcrossThePlaneStaysInItAndMovesAsInSpace) {
  auto const egg = [](Real x) {
    return R"({"bodies": [
      {"name": "box", "motion": "fixed", "shapes": [{"type": "box", "size": [0.6, 0.3, 0.6]}]},
      {"name": "egg", "mass": 1, "position": [)" +
           json(x) + R"(, 0, 0.5], "orientation": [0.98877, 0, 0.149442, 0],
       "shapes": [{"type": "ellipsoid", "half_axes": [0.2, 0.15, 0.1]}]}]})";
  };
  for (Real const x : {0.25, 0.28, 0.31}) {
    Trial space(egg(x), 0.005, cascade), trial(egg(x), 0.005, cascade, xz);
    for (int k = 0; k < 60; ++k) {
      trial.run(1);
      space.run(1);
      expect_in_plane(trial, "egg");
    }
    expect_near(trial.position("egg"), space.position("egg"), 1e-5);
  }
}

TEST(PlaneScenes, AStateBesideThePlaneIsRefused) {
  Trial trial(in_plane(tumbling), 0.01, {}, xz);
  auto state = trial.simulation().snapshot();
  state.pose[1].p_WB[1] = 0.05;
  EXPECT_THROW(trial.simulation().set_state(state), Error);
}

/// A double pendulum of ball joints moves like one of hinges.
TEST(PlaneScenes, BallJointsAreHinges) {
  char const* const chain = R"({"plane": "xz", "gravity": [0, 0, -10], "bodies": [
      {"name": "upper", "mass": 1, "inertia": [0.01, 0.02, 0.03], "position": [0.5, 0, 0]},
      {"name": "lower", "mass": 2, "inertia": [0.02, 0.01, 0.03], "position": [1.5, 0, 0]}],
      "joints": [{"type": "ball", "a": "world", "b": "upper", "point": [0, 0, 0]},
                 {"type": "ball", "a": "upper", "b": "lower", "point": [1, 0, 0]}]})";
  Trial balls(chain, 0.005), hinges(chain, 0.005, {},
                                    {"joints.0.type=\"hinge\"", "joints.0.axis=[0,1,0]",
                                     "joints.1.type=\"hinge\"", "joints.1.axis=[0,1,0]"});
  for (int k = 0; k < 200; ++k) {
    balls.run(1);
    hinges.run(1);
    expect_in_plane(balls, "lower");
    expect_near(balls.position("lower"), hinges.position("lower"), 1e-7);
  }
}

TEST(PlaneScenes, RefuseWhatLiesOrTurnsBesideThePlane) {
  std::pair<char const*, char const*> const cases[] = {
      {"bodies.1.position=[0, 0.1, 0.5]", "bodies/1/position: found y = 0.1"},
      {"bodies.1.velocity=[0, 0.1, 0]", "bodies/1/velocity: found y = 0.1"},
      {"bodies.1.angular_velocity=[1, 0, 0]", "bodies/1/angular_velocity: found 1 about x"},
      {"bodies.1.force=[0, 3, 0]", "bodies/1/force: found y = 3"},
      {"bodies.1.torque=[0, 1, 2]", "bodies/1/torque: found 2 about z"},
      {"bodies.1.orientation=[0.6, 0.8, 0, 0]", "bodies/1/orientation: found a turn about x"},
      {"bodies.1.inertia=[[1, 0.1, 0], [0.1, 1, 0], [0, 0, 1]]",
       "bodies/1/inertia: found a product"},
      {"bodies.1.shapes.0.orientation=[0.8, 0.6, 0, 0]",
       "bodies/1/shapes/0/orientation: found no axis along y"},
      {"gravity=[0, 1, -10]", "gravity: found y = 1"},
      {R"(bodies.1.friction={"along": 0.4, "across": 0.2, "direction": [1, 1, 0]})",
       "friction: found a direction oblique"},
      {R"(joints=[{"type": "hinge", "b": "box", "point": [0, 0, 0.5], "axis": [0, 1, 1]}])",
       "joints/0/axis: found a direction oblique"},
      {R"(joints=[{"type": "hinge", "b": "box", "point": [0, 0, 0.5], "axis": [0, 1, 0],
                   "open": {"offset": [0, 0.1, 0]}}])",
       "joints/0/open/offset: found y = "},
      {"bodies.0.shapes.0.orientation=[0.7071067811865476, 0.7071067811865476, 0, 0]",
       "bodies/0/shapes/0/orientation: found a half-space that is not upright"}};
  for (auto const& [change, message] : cases) {
    SCOPED_TRACE(change);
    EXPECT_NE(refusal_of(in_plane(tumbling), {"plane=\"xz\"", change}).find(message),
              std::string::npos);
  }
}

/// Each plane has a floor: a half-space rotated by its body or its own frame.
TEST(PlaneScenes, AFloorMayBeTurnedByItsBodyOrItsShape) {
  for (std::string const where : {"body", "shape"}) {
    SCOPED_TRACE(where);
    std::string const turn = R"("orientation": [0.7071067811865476, -0.7071067811865476, 0, 0])";
    std::string const of_body = where == "body" ? turn + "," : "",
                      of_shape = where == "shape" ? ", " + turn : "";
    Trial trial(R"({"plane": "xy", "gravity": [0, -10, 0], "bodies": [
        {"name": "floor", "motion": "fixed", )" +
                    of_body + R"("shapes": [{"type": "half_space")" + of_shape + R"(}]},
        {"name": "ball", "mass": 1, "position": [0, 0.15, 0],
         "shapes": [{"type": "sphere", "radius": 0.1}]}]})",
                0.01);
    for (int i = 0; i < 50; ++i) trial.step();
    EXPECT_NEAR(trial.position("ball")[1], 0.1, 1e-9);
  }
}

/// A motor of any force against a stop: no step has a solution, and what it leaves is no error of
/// the scene.
TEST(PlaneScenes, StepsThatAreNotSolvedStayInThePlane) {
  for (auto const& integrator : plug_ins("integrator")) {
    SCOPED_TRACE(integrator);
    Trial trial(R"({"plane": "xz", "gravity": [0, 0, 0], "bodies": [
        {"name": "arm", "mass": 1, "inertia": [0.001, 0.1, 0.1], "position": [0.5, 0, 0]}],
        "joints": [{"type": "hinge", "b": "arm", "point": [0, 0, 0], "axis": [0, 1, 0],
                    "limits": {"upper": 0.05}, "motor": {"type": "velocity", "target": 2}}]})",
                0.01, by(integrator));
    int unsolved = 0;
    for (int i = 0; i < 8; ++i) unsolved += !trial.step().solved();
    EXPECT_GT(unsolved, 3);
    expect_in_plane(trial, "arm");
  }
}

TEST(PlaneScenes, AMotorThatLeadsOutIsAnError) {
  Trial trial(R"({"plane": "xz", "bodies": [
      {"name": "arm", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0.5, 0, 0]}],
      "joints": [{"type": "hinge", "a": "world", "b": "arm", "point": [0, 0, 0], "axis": [0, 0, 1],
                  "motor": {"type": "velocity", "target": 1}}]})",
              0.01);
  EXPECT_THROW(trial.step(), Error);
}

}  // namespace
}  // namespace orthant::test::plane_scenes
