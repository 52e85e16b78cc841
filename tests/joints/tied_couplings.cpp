// Couplings of joints that have more than two moving bodies: closed forms, momentum, and the same
// motion as with two bodies where the third is held.
#include "orthant/core/config/json_file.hpp"
#include "orthant/tests/integrators/simulations.hpp"
#include "orthant/tests/registered.hpp"
#include "tests/joints/couplings.hpp"

namespace orthant::test::couplings {
namespace {

/// A cart on a line, and wheels on it: the first is coupled to the way of the cart, the second to
/// the first.
constexpr Real M = 2, I_a = 0.02, I_b = 0.05, r = 0.2, n = 0.5, F = 3;

Json on(char const* a, Json const& joint) { return with(joint, {{"a", a}}); }

Json geared_cart() {
  Vec3 const a{{1, 0, 0}}, b{{2, 1, 0}};
  return scene_of({with(rigid("cart", M, {{0.1, 0.1, 0.1}}), {{"force", {F, 0, 0}}}),
                   wheel("a", I_a, a), wheel("b", I_b, b)},
                  {joint_at("slider", "cart", {}, x_axis, {{"name", "way"}}),
                   on("cart", hinge("of a", "a", a)), on("cart", hinge("of b", "b", b)),
                   with(drive({ratio("way", 1), ratio("of a", -r)}), {{"name", "first"}}),
                   drive({ratio("of a", 1), ratio("of b", n)})});
}

class TiedCouplings : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(All, TiedCouplings, testing::ValuesIn(integrators()), by_integrator);

/// (M + 2 m + I_a/r^2 + I_b/(n r)^2) x'' = F, with wheels of 1 kg, from rest.
TEST_P(TiedCouplings, OfWheelsOnACartHaveTheReducedInertia) {
  Real const inertia = M + 2 + I_a / (r * r) + I_b / (n * n * r * r), T = 0.5, h = 0.005;
  JointRun run(geared_cart(), h, GetParam(), solver_of(GetParam()));
  run.step(static_cast<int>(T / h + 0.5));
  Real const v = F / inertia * T;
  EXPECT_NEAR(run.twist(0)[0], v, 1e-4 * v);
  EXPECT_NEAR(run.twist(1)[5], v / r, 1e-4 * v / r);
  EXPECT_NEAR(run.twist(2)[5], -v / (n * r), 1e-4 * v / r);
}

/// A free palm with two fingers on slides that close on each other alike. All start as one body
/// that moves and turns.
Json gripper(Json const& more = Json::object(), Real mirror = 1) {
  Vec3 const v{{0.1 * mirror, 0.2, 0.3}}, w{{0.5, -0.4 * mirror, 0.8 * mirror}};
  auto const part = [&](char const* name, Real m, Vec3 const& moments, Vec3 const& x) {
    return rigid(name, m, moments, x, v + cross(w, x), w);
  };
  auto const finger = [&](char const* name, Real x, Real y) {
    return part(name, 0.3, {{0.002, 0.003, 0.004}}, {{mirror * x, y, 0.2}});
  };
  return scene_of(
      {part("palm", 1, {{0.02, 0.03, 0.04}}, {}), finger("left", -0.1, 0.02),
       finger("right", 0.1, -0.01)},
      {on("palm", joint_at("slider", "left", {}, mirror * x_axis, {{"name", "left"}})),
       on("palm", joint_at("slider", "right", {}, -mirror * x_axis,
                           {{"name", "right"}, {"spring", {{"stiffness", 40}, {"rest", 0.02}}}})),
       drive({ratio("left", 1), ratio("right", -1)}, more)});
}

struct Momentum {
  Vec3 linear, angular;
};
Momentum momentum(JointRun const& run) {
  Momentum out;
  for (int b = 0; b < run.simulation->bodies(); ++b) {
    auto const& body = run.scene.bodies[static_cast<std::size_t>(b)];
    auto const pose = run.pose(b);
    auto const twist = run.twist(b);
    Vec3 const p = body.mass * linear(twist), w = rotate(conjugate(pose.q_WB), angular(twist));
    out.linear += p;
    out.angular += cross(pose.p_WB, p) + rotate(pose.q_WB, body.inertia_B * w);
  }
  return out;
}
/// The displacement of a finger along the slide.
Real along_palm(JointRun const& run, int finger) {
  return rotate(conjugate(run.pose(0).q_WB), run.pose(finger).p_WB - run.pose(0).p_WB)[0];
}

TEST_P(TiedCouplings, OfAFreeGripperKeepItsMomentum) {
  JointRun run(gripper(), 0.002, GetParam(), solver_of(GetParam()));
  Momentum const before = momentum(run);
  Real const energy = run.simulation->measure()[0].energy();
  run.step(250);
  Momentum const after = momentum(run);
  EXPECT_LT(norm(after.linear - before.linear), 1e-11);
  bool const second = orders(GetParam()).state == 2;
  EXPECT_LT(norm(after.angular - before.angular), second ? 1e-5 : 2e-3);
  EXPECT_NEAR(run.simulation->measure()[0].energy(), energy, second ? 1e-4 : 2e-2);
  EXPECT_NEAR(along_palm(run, 1) + along_palm(run, 2), 0, holds_joints(GetParam()) ? 1e-9 : 1e-4);
  EXPECT_GT(std::abs(along_palm(run, 1) + 0.1), 1e-3) << "the fingers move";
}

/// All laws along a coupling of three bodies, of which the palm is fixed to the world by a joint,
/// against those of two bodies on a palm that is a part of the world.
class HeldPalm : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EachWay, HeldPalm, testing::ValuesIn(one_of_each_way()), by_integrator);

TEST_P(HeldPalm, IsAsGoodAsAPartOfTheWorld) {
  Json const free = {{"held", false}};
  for (Json const& more :
       {Json::object(), Json{{"compliance", 1e-3}, {"damping", 20}}, Json{{"backlash", 0.01}},
        with(free, {{"limits", {{"upper", 0.01}}}}), with(free, {{"friction", 0.4}}),
        with(free, {{"rotor_inertia", 0.5}}), with(free, {{"max_rate", 0.05}}),
        with(free, {{"spring", {{"force", {{-0.1, -9}, {0, 0}, {0.1, 4}}}}}}),
        with(free, {{"motor", {{"type", "force"}, {"value", 2}}}}),
        with(
            free,
            {{"motor",
              {{"type", "position"}, {"kp", 90}, {"kd", 4}, {"target", 0.03}, {"max_effort", 1}}}}),
        with(free, {{"motor", {{"type", "prescribed"}, {"target", {{"rate", 0.1}}}}}})}) {
    if (more.contains("rotor_inertia") && GetParam()["type"] == "generalised_alpha")
      continue;  // it takes none
    Json tied = gripper(more), apart = gripper(more);
    for (auto* each : {&tied, &apart})
      for (char const* key : {"velocity", "angular_velocity"}) (*each)["bodies"][0].erase(key);
    apart["bodies"][0]["motion"] = "fixed";
    for (char const* key : {"mass", "inertia"}) apart["bodies"][0].erase(key);
    tied["joints"].push_back({{"type", "fixed"}, {"b", "palm"}, {"point", {0, 0, 0}}});
    JointRun a(tied, 0.002, GetParam(), solver_of(GetParam())),
        b(apart, 0.002, GetParam(), solver_of(GetParam()));
    for (int k = 0; k < 100; ++k) {
      a.step();
      b.step();
      for (int i : {1, 2}) {
        ASSERT_LT(norm(a.pose(i).p_WB - b.pose(i).p_WB), 1e-9) << k << more;
        ASSERT_LT(norm(linear(a.twist(i)) - linear(b.twist(i))), 1e-7) << k << more;
      }
      Real const energy = b.simulation->measure()[0].energy();
      ASSERT_NEAR(a.simulation->measure()[0].energy(), energy, 1e-7) << k << more;
    }
    for (int j : {0, 1})
      EXPECT_LT(norm(a.reaction(j).force_W - b.reaction(j).force_W), 1e-5) << more;
  }
}

/// Two fingers of which one is driven hold a cube while an arm lifts it by 0.29 m, with the
/// defaults.
TEST(TiedCoupling, OfFingersOnAnArmHoldsACubeWithoutSlip) {
  Json const file = read_json_file(ORTHANT_SOURCE "/experiments/gripper_on_arm/scene.json");
  for (auto const& integrator : two_integrators()) {
    JointRun run(file["scene"], file["step"], integrator, "cascade");
    int const left = 4, right = 5, cube = 6;
    solve_steps(run, 100);
    auto const in_finger = [&](int body) {
      auto const finger = run.pose(left);
      return rotate_back(finger.q_WB, run.pose(body).p_WB - finger.p_WB);
    };
    auto const held = in_finger(cube);
    Real const height = run.pose(cube).p_WB[2];
    solve_steps(run, 900);
    EXPECT_LT(norm(in_finger(cube) - held), 1e-9) << integrator;
    EXPECT_NEAR(in_finger(right)[1], 0.07, 1e-9) << integrator;
    EXPECT_GT(run.pose(cube).p_WB[2] - height, 0.28) << integrator;
  }
}

/// The image of a gripper in a mirror moves as the image.
TEST(TiedCoupling, IsAMirrorImage) {
  JointRun one(gripper(), 0.002), image(gripper(Json::object(), -1), 0.002);
  one.step(200);
  image.step(200);
  for (int b = 0; b < 3; ++b) {
    auto const p = one.pose(b).p_WB, q = image.pose(b).p_WB;
    EXPECT_LT(norm(p - Vec3{{-q[0], q[1], q[2]}}), 1e-12) << b;
  }
}

/// The first 100 steps of a gripper that closes and stops at a limit, with a solver.
Pose<> closed_by(Json const& solver, Json const& integrator = "implicit_euler") {
  JointRun run(gripper({{"held", false},
                        {"limits", {{"upper", 0.004}}},
                        {"motor", {{"type", "force"}, {"value", 2}}},
                        {"spring", {{"stiffness", 30}}}}),
               0.002, integrator, solver);
  run.step(100);
  return run.pose(1);
}

Json const exactly = {{"type", "newton"}, {"tolerance", 1e-12}, {"linear", "dense_ldlt"}};

TEST(TiedCoupling, IsSolvedByEveryLinearSolver) {
  auto const exact = closed_by(exactly);
  for (auto const& linear : names_of_kind("linear solver")) {
    auto const found = closed_by({{"type", "newton"}, {"tolerance", 1e-11}, {"linear", linear}});
    EXPECT_LT(norm(found.p_WB - exact.p_WB), 1e-8) << linear;
  }
}

TEST(TiedCoupling, IsSolvedByEachPartOfNewtonsMethod) {
  auto const exact = closed_by(exactly);
  for (auto const& [kind, key] :
       {std::pair{"friction", "friction"}, {"scaling", "scaling"}, {"NCP function", "ncp"}})
    for (auto const& name : names_of_kind(kind)) {
      auto const found = closed_by({{"type", "newton"}, {"tolerance", 1e-11}, {key, name}});
      EXPECT_LT(norm(found.p_WB - exact.p_WB), 1e-8) << kind << name;
    }
}

TEST(TiedCoupling, IsSolvedByEveryNonlinearSolver) {
  auto const exact = closed_by(exactly);
  for (auto const& name : names_of_kind("nonlinear solver")) {
    if (name == "sequence") continue;
    EXPECT_LT(norm(closed_by({{"type", name}}).p_WB - exact.p_WB), 1e-6) << name;
  }
  Json const stiff = {
      {"type", "newton"}, {"geometric_stiffness", "exact"}, {"linear", "saddle_point"}};
  for (char const* integrator : {"implicit_euler", "implicit_midpoint"})
    EXPECT_LT(norm(closed_by(stiff, integrator).p_WB - closed_by(exactly, integrator).p_WB), 1e-8);
}

}  // namespace
}  // namespace orthant::test::couplings
