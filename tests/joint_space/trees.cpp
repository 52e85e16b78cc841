// Positions, velocities, Jacobians and forces of trees, against differences and closed forms.
#include "tests/joint_space/trees.hpp"

namespace orthant::test {
namespace {

class Tree : public testing::TestWithParam<bool> {
 protected:
  Scene scene = every_joint(GetParam());
  JointSpace space{scene};
  int n = space.size();
  Random random;
  std::vector<Real> q = random.numbers(n, 1.2), v = random.numbers(n, 2), a = random.numbers(n, 3);
};
INSTANTIATE_TEST_SUITE_P(OnAHingeOrFloating, Tree, testing::Bool());

TEST_P(Tree, HasTheColumnsOfItsJoints) {
  EXPECT_EQ(n, (GetParam() ? 6 : 1) + 21);
  EXPECT_EQ(space.floating(), GetParam() ? 6 : 0);
  EXPECT_EQ(space.columns()[0].name, GetParam() ? "base.x" : "pin");
  EXPECT_EQ(space.columns()[n - 9].name, "planar.angle");
  EXPECT_EQ(space.columns()[n - 7].name, "gimbal.angle_y");
  EXPECT_EQ(space.columns()[n - 5].name, "cross_slide.x");
  EXPECT_EQ(space.columns()[n - 1].name, "cartesian.z");
  EXPECT_EQ(space.columns()[space.floating() + !GetParam()].name, "hinge");
  EXPECT_EQ(space.columns()[space.floating() + !GetParam()].lower, -2);
  EXPECT_TRUE(space.closing().empty());
}

TEST_P(Tree, PlacesBodiesWhereItFindsThem) {
  for (int k = 0; k < n; ++k)
    if (space.columns()[k].turns) q[k] += 14;  // two turns and more
  auto const at = placed_at(space, scene, q, v);
  std::vector<Real> found(n), speed(n);
  space.positions(0, at.pose.data(), q.data(), found.data());
  space.velocities(0, at.pose.data(), at.twist.data(), speed.data());
  for (int k = 0; k < n; ++k) {
    EXPECT_NEAR(found[k], q[k], 1e-12) << space.columns()[k].name;
    EXPECT_NEAR(speed[k], v[k], 1e-12) << space.columns()[k].name;
  }
}

TEST_P(Tree, StandsWhereTheScenePlacesItAtZero) {
  std::vector<Real> zero(n), found(n, 1);
  std::vector<Pose<>> pose;
  for (auto const& body : scene.bodies) pose.push_back(body.pose);
  space.positions(0, pose.data(), zero.data(), found.data());
  for (int k = space.floating(); k < n; ++k) EXPECT_NEAR(found[k], 0, 1e-14);
}

TEST_P(Tree, TwistsAreRatesOfPoses) {
  constexpr Real e = 1e-5;
  std::vector<Real> const none(n);
  auto const at = placed_at(space, scene, q, v);
  auto const after = placed_at(space, scene, advanced(space, q, v, none, e), v);
  auto const before = placed_at(space, scene, advanced(space, q, v, none, -e), v);
  for (std::size_t b = 0; b < at.pose.size(); ++b) {
    Vec3 const rate = (0.5 / e) * (after.pose[b].p_WB - before.pose[b].p_WB);
    Vec3 const turn = (0.5 / e) * joint_space::rotation_vector(after.pose[b].q_WB *
                                                               conjugate(before.pose[b].q_WB));
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(at.twist[b][i], rate[i], 1e-9 * (20 + std::abs(rate[i])));
      EXPECT_NEAR(at.twist[b][3 + i], turn[i], 2e-8);
    }
  }
}

TEST_P(Tree, TheMassMatrixHasTheKineticEnergyOfTheBodies) {
  std::vector<Real> M(n * n);
  for (int state = 0; state < 20; ++state) {
    q = random.numbers(n, 1.2);
    v = random.numbers(n, 2);
    auto const at = placed_at(space, scene, q, v);
    space.mass_matrix(0, at.pose.data(), M.data());
    Real energy = 0, bodies = 0;
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) energy += 0.5 * v[i] * M[i * n + k] * v[k];
    for (std::size_t b = 0; b < at.pose.size(); ++b) {
      Body body;
      body.mass = scene.bodies[b].mass;
      body.inertia_B = scene.bodies[b].inertia_B;
      bodies += 0.5 * dot(at.twist[b], momentum(body, at.pose[b], at.twist[b]));
    }
    EXPECT_NEAR(energy, bodies, 1e-12 * bodies);
  }
}

/// tau = S^T (d(M u)/dt - (m g, 0)), differenced along a motion with these accelerations.
TEST_P(Tree, ForcesAreThoseOfTheMomentaOfTheBodies) {
  constexpr Real e = 1e-5;
  auto const at = placed_at(space, scene, q, v);
  auto const state = [&](Real t) {
    auto speed = v;
    for (int k = 0; k < n; ++k) speed[k] += t * a[k];
    return placed_at(space, scene, advanced(space, q, v, a, t), speed);
  };
  auto const after = state(e), before = state(-e);
  std::vector<Real> expected(n), tau(n), J(6 * n);
  for (std::size_t b = 0; b < at.pose.size(); ++b) {
    Body body;
    body.mass = scene.bodies[b].mass;
    body.inertia_B = scene.bodies[b].inertia_B;
    Vec6 force = (0.5 / e) * (momentum(body, after.pose[b], after.twist[b]) -
                              momentum(body, before.pose[b], before.twist[b]));
    force[2] += 9.81 * body.mass;
    space.jacobian(0, at.pose.data(), static_cast<int>(b), {}, J.data());
    for (int k = 0; k < n; ++k)
      for (int r = 0; r < 6; ++r) expected[k] += J[r * n + k] * force[r];
  }
  space.inverse_dynamics(0, at.pose.data(), at.twist.data(), a.data(), tau.data());
  for (int k = 0; k < n; ++k) EXPECT_NEAR(tau[k], expected[k], 2e-5) << space.columns()[k].name;
  std::vector<Real> back(n);
  space.accelerations(0, at.pose.data(), at.twist.data(), tau.data(), back.data());
  for (int k = 0; k < n; ++k) EXPECT_NEAR(back[k], a[k], 1e-9);
}

TEST_P(Tree, JacobiansGiveVelocitiesOfPoints) {
  auto const at = placed_at(space, scene, q, v);
  std::vector<Real> J(6 * n);
  Vec3 const point{{0.2, -0.1, 0.3}};
  for (std::size_t b = 0; b < at.pose.size(); ++b) {
    space.jacobian(0, at.pose.data(), static_cast<int>(b), point, J.data());
    Twist const& u = at.twist[b];
    Vec3 const speed = linear(u) + cross(angular(u), rotate(at.pose[b].q_WB, point));
    Vec6 const expected = stacked(speed, angular(u));
    for (int r = 0; r < 6; ++r) {
      Real sum = 0;
      for (int k = 0; k < n; ++k) sum += J[r * n + k] * v[k];
      EXPECT_NEAR(sum, expected[r], 1e-12);
    }
  }
}

/// Two links about y, each with its centre c below its pivot: the Lagrangian in relative angles.
TEST(DoublePendulum, HasTheEquationsOfItsLagrangian) {
  constexpr Real m1 = 2, m2 = 0.7, c1 = 0.3, c2 = 0.4, l1 = 0.5, I1 = 0.06, I2 = 0.03, g = 9.81;
  constexpr Real rotor = 0.011;
  Scene scene;
  scene.add(box("upper", m1, {{0.05, I1, 0.07}}, {{0, 0, -c1}}));
  scene.add(box("lower", m2, {{0.02, I2, 0.02}}, {{0, 0, -l1 - c2}}));
  for (int k = 0; k < 2; ++k) {
    auto made = joint("hinge", k == 0 ? "shoulder" : "elbow", k - 1, k);
    place_joint(scene, made, {{0, 0, k == 0 ? 0 : -l1}}, {{0, 1, 0}});
    CoordinateSpec along;
    along.coordinate = "angle";
    along.inertia = k == 0 ? 0 : rotor;
    made.coordinates.push_back(along);
    scene.joints.push_back(made);
  }
  JointSpace const space(scene);
  ASSERT_EQ(space.size(), 2);
  for (auto const& [q1, q2] : {std::pair{0.3, 1.1}, {-2.0, 0.4}, {3.0, -1.7}}) {
    std::vector<Real> const q{q1, q2}, v{1.3, -2.1};
    auto const at = placed_at(space, scene, q, v);
    Real const h = -m2 * l1 * c2 * std::sin(q2), cosine = std::cos(q2);
    Real const M11 = m1 * c1 * c1 + I1 + m2 * (l1 * l1 + c2 * c2 + 2 * l1 * c2 * cosine) + I2;
    Real const M12 = m2 * (c2 * c2 + l1 * c2 * cosine) + I2, M22 = m2 * c2 * c2 + I2 + rotor;
    Real const G2 = m2 * c2 * g * std::sin(q1 + q2);
    Real const G1 = (m1 * c1 + m2 * l1) * g * std::sin(q1) + G2;
    Real M[4], bias[2], a[2];
    space.mass_matrix(0, at.pose.data(), M);
    space.inverse_dynamics(0, at.pose.data(), at.twist.data(), nullptr, bias);
    EXPECT_NEAR(M[0], M11, 1e-13);
    EXPECT_NEAR(M[1], M12, 1e-13);
    EXPECT_NEAR(M[3], M22, 1e-13);
    EXPECT_NEAR(bias[0], h * v[1] * (2 * v[0] + v[1]) + G1, 1e-12);
    EXPECT_NEAR(bias[1], -h * v[0] * v[0] + G2, 1e-12);
    Real const tau[2] = {0, 0};
    space.accelerations(0, at.pose.data(), at.twist.data(), tau, a);
    Real const det = M11 * M22 - M12 * M12;
    EXPECT_NEAR(a[0], (-M22 * bias[0] + M12 * bias[1]) / det, 1e-11);
  }
}

TEST(Loop, IsListedAndItsOpeningMeasured) {
  Scene scene;
  for (int k = 0; k < 2; ++k)
    scene.add(box(k == 0 ? "a" : "b", 1, {{0.1, 0.1, 0.1}}, {{0.5 + k, 0, 0}}));
  char const* const names[] = {"first", "second", "third"};
  for (int k = 0; k < 3; ++k) {
    auto made = joint("hinge", names[k], k == 1 ? 0 : -1, k == 0 ? 0 : 1);
    place_joint(scene, made, {{static_cast<Real>(k), 0, 0}}, {{0, 1, 0}});
    scene.joints.push_back(made);
  }
  JointSpace const space(scene);
  EXPECT_EQ(space.size(), 2);  // both bodies hang on the world: the joint between them closes
  ASSERT_EQ(space.closing(), std::vector<int>{1});
  std::vector<Real> const zero(2), bent{0.1, 0};
  EXPECT_LT(space.open_loop(0, placed_at(space, scene, zero, zero).pose.data()).first, 1e-14);
  auto const open = space.open_loop(0, placed_at(space, scene, bent, zero).pose.data());
  EXPECT_NEAR(open.first, std::sin(0.1), 1e-12);
  EXPECT_EQ(open.second, 1);
}

}  // namespace
}  // namespace orthant::test
