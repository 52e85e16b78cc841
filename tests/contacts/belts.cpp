// Surfaces that run relative to their bodies: belts and tracks.
#include "orthant/core/scene/detail/passive.hpp"
#include "tests/physics/scenes.hpp"

namespace orthant::test::belts {
namespace {

constexpr Real h = 0.01, g = 10;

std::string const belt = "bodies.0.surface_velocity=[1,0,0]";
/// A body that drives on its own track around y.
constexpr char const* tracked = R"({
  "gravity": [0, 0, -10],
  "bodies": [
    {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
    {"name": "body", "mass": 1, "position": [0, 0, 0.1],
     "surface_velocity": {"axis": [0, 2, 0], "speed": 0.8},
     "shapes": [{"type": "box", "size": [1, 0.6, 0.2]}]}
  ]})";

Settings by(std::string const& integrator) {
  Settings out{.solver = "cascade"};
  out.whole_integrator = '"' + integrator + '"';
  out.whole_solver = R"({"type": "cascade", "tolerance": 1e-10})";
  return out;
}

class BeltsOfIntegrators : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Integrators, BeltsOfIntegrators,
                         testing::ValuesIn(plug_ins("integrator")));

TEST_P(BeltsOfIntegrators, TakesABoxAlong) {
  Trial trial(box_on_floor, h, by(GetParam()), {belt});
  trial.run(10);
  EXPECT_NEAR(trial.velocity("body")[0], 0.5, 1e-7);
  trial.run(30);
  expect_near(trial.velocity("body"), {{1, 0, 0}}, 1e-7);
}

TEST_P(BeltsOfIntegrators, DrivesOnItsTrack) {
  Trial trial(tracked, h, by(GetParam()));
  trial.run(40);
  expect_near(trial.velocity("body"), {{0.8, 0, 0}}, 1e-7);
}

/// Turned about z, the body drives where its front points; with the axis the other way, back.
TEST(Tracks, BelongToTheBody) {
  for (Real const angle : {0.7, 2.5, -1.}) {
    Trial trial(tracked, h, {}, {"bodies.1.orientation=" + json(rotation(z_axis, angle))});
    trial.run(40);
    expect_near(trial.velocity("body"), {{0.8 * std::cos(angle), 0.8 * std::sin(angle), 0}}, 1e-6);
  }
  Trial back(tracked, h, {}, {R"(bodies.1.surface_velocity={"axis":[0,-1,0],"speed":0.8})"});
  back.run(40);
  expect_near(back.velocity("body"), {{-0.8, 0, 0}}, 1e-7);
  Trial over(tracked, h, {}, {"bodies.1.orientation=" + json(rotation(x_axis, pi))});
  over.run(40);
  expect_near(over.velocity("body"), {{-0.8, 0, 0}}, 1e-6);
}

/// On a slope below the angle of friction the track takes the body uphill at its speed.
TEST(Tracks, ClimbASlope) {
  Real const tilt = 0.3;
  Quat<> const q = rotation(y_axis, -tilt);
  Trial trial(tracked, h, {},
              {"bodies.0.orientation=" + json(q), "bodies.1.orientation=" + json(q),
               "bodies.1.position=" + json(rotate(q, 0.1 * z_axis))});
  trial.run(100);
  expect_near(trial.velocity("body"), 0.8 * rotate(q, x_axis), 1e-6);
}

/// The round end of a track, a cylinder about y, touches below: the surface runs back there.
TEST(Tracks, RunAroundRoundParts) {
  Trial trial(tracked, h, {},
              {R"(bodies.1.shapes=[
                {"type":"sphere","radius":0.1,"position":[0.4,0.2,0]},
                {"type":"sphere","radius":0.1,"position":[0.4,-0.2,0]},
                {"type":"capsule","radius":0.1,"length":0.4,"position":[-0.4,0,0],
                 "orientation":{"axis":[1,0,0],"angle":90}}])",
               "bodies.1.inertia=[0.1,0.1,0.1]"});
  trial.run(40);
  expect_near(trial.velocity("body"), {{0.8, 0, 0}}, 1e-6);
}

/// A wheel in place, on a hinge, ends with the speed of the belt at its rim.
TEST(Belts, TurnAWheel) {
  Trial trial(R"({
    "gravity": [0, 0, -10],
    "bodies": [
      {"name": "belt", "motion": "fixed", "surface_velocity": [1, 0, 5],
       "shapes": [{"type": "half_space"}]},
      {"name": "wheel", "mass": 1, "position": [0, 0, 0.2],
       "shapes": [{"type": "sphere", "radius": 0.2}]}],
    "joints": [{"type": "point_on_line", "b": "wheel", "point": [0, 0, 0.2], "axis": [0, 0, 1]}]})",
              h);
  trial.run(60);
  expect_near(trial.spin("wheel"), {{0, -5, 0}}, 1e-6);
}

/// Half of the box is on a belt that runs forth, half on one that runs back: it turns or stays, but
/// does not leave; with equal belts it goes along.
TEST(Belts, MayBeTwo) {
  char const* const two = R"({
    "gravity": [0, 0, -10],
    "bodies": [
      {"name": "left", "motion": "fixed", "surface_velocity": [1, 0, 0],
       "shapes": [{"type": "box", "size": [20, 2, 1], "position": [0, 1, -0.5]}]},
      {"name": "right", "motion": "fixed", "surface_velocity": [1, 0, 0],
       "shapes": [{"type": "box", "size": [20, 2, 1], "position": [0, -1, -0.5]}]},
      {"name": "body", "mass": 1, "position": [0, 0, 0.1],
       "shapes": [{"type": "box", "size": [1, 1, 0.2]}]}]})";
  Trial along(two, h, by("implicit_euler"));
  along.run(40);
  expect_near(along.velocity("body"), {{1, 0, 0}}, 1e-6);
  Trial turns(two, h, by("implicit_euler"), {"bodies.1.surface_velocity=[-1,0,0]"});
  turns.run(20);
  EXPECT_LT(norm(turns.velocity("body")), 1e-6);
  EXPECT_LT(turns.spin("body")[2], -0.5);
}

/// Another contact model takes it too: SAP within its creep, MuJoCo's with what its friction gives.
TEST(Belts, RunInPublishedModels) {
  for (char const* model : {"sap", "mujoco"}) {
    Settings const set{.whole_solver = R"({"type": "newton", "friction": "associated"})",
                       .whole_integrator = R"("semi_implicit_euler")"};
    Trial trial(box_on_floor, h, set, {belt, std::string("contact.model=\"") + model + "\""});
    for (int k = 0; k < 200; ++k) trial.step();
    EXPECT_NEAR(trial.velocity("body")[0], 1, 0.02) << model;
  }
}

/// What a belt does to the box is known: mu m g v t while it slides.
TEST(Belts, DoWork) {
  Trial trial(box_on_floor, h, by("implicit_euler"), {belt});
  for (int k = 0; k < 60; ++k) EXPECT_FALSE(trial.step().gains_energy);
}

}  // namespace
}  // namespace orthant::test::belts
