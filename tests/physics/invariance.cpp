// Results do not depend on the world's axes, and collisions conserve momentum.
#include "tests/physics/scenes.hpp"

namespace orthant::test::invariance {
namespace {

constexpr Real h = 0.01;

/// A scene in other axes.
struct View {
  Vec3 p;
  Quat<> q;
  Vec3 rotated(Vec3 const& v) const { return rotate(q, v); }
  Vec3 moved(Vec3 const& x) const { return p + rotate(q, x); }
};

/// A box that slides, a ball that slips and spins, and a box that falls on its edge, on one floor.
/// The first box must not rotate: its four contacts share the weight in many ways, and while they
/// slide in different directions the shares affect the direction of friction.
std::string scene(View const& view) {
  auto const body = [&](char const* name, char const* shape, Vec3 const& x, Vec3 const& v,
                        Vec3 const& w, Quat<> const& q) {
    return std::string("{\"name\":\"") + name + "\",\"mass\":1.5,\"shapes\":[" + shape +
           "],\"position\":" + json(view.moved(x)) + ",\"velocity\":" + json(view.rotated(v)) +
           ",\"angular_velocity\":" + json(view.rotated(w)) +
           ",\"orientation\":" + json(view.q * q) + "}";
  };
  char const* const box = R"({"type": "box", "size": [0.6, 0.4, 0.2]})";
  return R"({"gravity": )" + json(view.rotated({{0, 0, -9.81}})) +
         R"(, "bodies": [{"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}],
             "position": )" +
         json(view.p) + R"(, "orientation": )" + json(view.q) + "}," +
         body("slider", box, {{0, 0, 0.1}}, {{2, 1, 0}}, {}, {}) + "," +
         body("ball", R"({"type": "sphere", "radius": 0.2})", {{3, 0, 0.2}}, {{1, 0, 0}},
              {{0, 2, 4}}, {}) +
         "," +
         body("faller", box, {{-3, 0, 0.5}}, {{0.5, 0, 0}}, {{0.3, 1, 0}}, rotation(x_axis, 0.4)) +
         "]}";
}

/// Velocities differ by the solver's tolerance of 1e-10 m/s in each of 30 steps, times a factor for
/// the impact on the edge, which turns a difference in angle into one of spin.
TEST(Invariance, TheWorldsAxesDoNotMatter) {
  View const here{{}, {}}, there{{{3, -5, 2}}, rotation(unit(Vec3{{1, 2, -0.7}}), 1.9)};
  Trial a(scene(here), h), b(scene(there), h);
  int const steps = 30;
  a.run(steps);
  b.run(steps);
  for (char const* body : {"slider", "ball", "faller"}) {
    expect_near(b.position(body), there.moved(a.position(body)), 1e-8);
    expect_near(b.velocity(body), there.rotated(a.velocity(body)), 5e-8);
    expect_near(b.spin(body), there.rotated(a.spin(body)), 5e-8);
  }
  EXPECT_GT(norm(a.position("slider") - Vec3{{0, 0, 0.1}}), 0.3);
}

std::string collision(char const* shape) {
  return std::string(R"({"gravity": [0, 0, 0], "bodies": [
    {"name": "a", "mass": 1, "position": [-0.7, 0, 0], "velocity": [3, 0.5, 0],
     "angular_velocity": [1, 2, 3], "shapes": [)") +
         shape + R"(]},
    {"name": "b", "mass": 2.5, "position": [0.7, 0.3, 0.2], "velocity": [-1, 0, 0.1],
     "angular_velocity": [0, -4, 1], "shapes": [)" +
         shape + "]}]}";
}

/// The impulses on two bodies are equal and opposite and act at one point. At the initial poses
/// this conserves the angular momentum too: x+ x m v+ = x- x m v+. Round-off of numbers up to 10.
TEST(Invariance, ACollisionKeepsTheMomentum) {
  Trial trial(collision(R"({"type": "sphere", "radius": 0.5})"), h);
  auto const before = trial.measures();
  trial.run(40);
  auto const after = trial.measures();
  EXPECT_GT(std::abs(trial.velocity("a")[0] - 3), 1);  // they did collide
  expect_near(after.momentum, before.momentum, 1e-13);
  expect_near(after.angular_momentum, before.angular_momentum, 1e-13);
  EXPECT_LT(after.kinetic, before.kinetic);
}

/// For boxes the linear momentum only: their gyroscopic term is integrated to first order.
TEST(Invariance, ACollisionOfBoxesKeepsTheLinearMomentum) {
  for (char const* matrices : {"start", "iterate"}) {
    Settings settings;
    settings.matrices = matrices;
    Trial trial(collision(R"({"type": "box", "size": [0.6, 0.7, 0.8]})"), h, settings);
    Vec3 const before = trial.measures().momentum;
    trial.run(40);
    EXPECT_GT(std::abs(trial.velocity("a")[0] - 3), 1);
    expect_near(trial.measures().momentum, before, 1e-9);  // momentum defect: 1e-10 m/s a step
  }
}

}  // namespace
}  // namespace orthant::test::invariance
