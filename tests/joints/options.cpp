// Compliance, damping and the velocity level of every joint: closed forms of the discrete
// equations.
#include <Eigen/Dense>

#include "tests/joints/every_joint.hpp"

namespace orthant::test {
namespace {

constexpr Real m = 2, h = 0.01;

/// A body whose centre is the joint's point: linear rows depend on its displacement only.
Json hanging(std::string const& type, Json const& options, Vec3 const& axis = z_axis,
             Vec3 const& gravity = {{0, 0, -9.81}}) {
  Json joint = joint_of(type, {}, axis);
  joint.update(options);
  return {{"gravity", json_of(gravity)},
          {"bodies", {{{"name", "body"}, {"mass", m}, {"inertia", {0.1, 0.2, 0.2}}}}},
          {"joints", Json::array({joint})}};
}

class JointOptions : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(All, JointOptions, testing::ValuesIn(every_joint()), by_type);

/// A direction in which the joint, with its axis along z, holds the body.
Vec3 held(std::string const& type) {
  bool const along = type == "planar" || type == "distance" || type == "point_on_plane" ||
                     type == "revolute_spherical";
  return along ? z_axis : x_axis;
}

/// The recursion of compliant constraints with (alpha, beta, gamma, delta, eta) = (1, h, h^2, 1, h)
/// for one row that holds a mass, with its opening e and the speed v:
///   m v+ - l = m v + h m g,   v+ + W l / h^2 ... W = C / (h C D + h^2),   l the impulse:
///   v+ + C / (h (h + C D)) l = -e / (h + C D),   e+ = e + h v+
TEST_P(JointOptions, YieldsByComplianceAndDamping) {
  Vec3 const along = held(GetParam()), gravity = 9.81 * along;
  for (auto const& [C, D] : {std::pair{1e-3, 0.}, {1e-3, 7.}, {2e-2, 40.}}) {
    JointRun run(hanging(GetParam(), {{"compliance", C}, {"damping", D}}, z_axis, gravity), h);
    Real e = 0, v = 0;
    for (int k = 0; k < 100; ++k) {
      run.step();
      // m v+ = m v + h m g + l with l from the row
      Real const lever = h + C * D, Sigma = C / (h * lever);
      v = (Sigma * (m * v + h * m * 9.81) - e / lever) / (1 + Sigma * m);
      e += h * v;
      ASSERT_NEAR(dot(along, run.pose().p_WB), e, 1e-10) << "step " << k;
      ASSERT_NEAR(dot(along, linear(run.twist())), v, 1e-10);
    }
  }
}

/// A linear row at velocity level loses the share Upsilon of its error in each step.
TEST_P(JointOptions, AnErrorDecaysByItsCorrection) {
  Vec3 const along = held(GetParam());
  for (Real const Y : {0., 0.25, 1.}) {
    JointRun run(hanging(GetParam(), {{"level", "velocity"}, {"baumgarte", Y}}, z_axis, {}), h);
    auto start = run.simulation->snapshot();
    start.pose[0].p_WB = 0.1 * along;
    run.simulation->set_state(start);
    for (int k = 1; k <= 20; ++k) {
      run.step();
      EXPECT_NEAR(dot(along, run.pose().p_WB), 0.1 * std::pow(1 - Y, k), 1e-12);
    }
  }
}

std::vector<Json> every_integrator() {
  std::vector<Json> out{{{"type", "implicit_euler"}, {"matrices", "iterate"}}};
  for (auto const& entry : catalog())
    if (entry.kind == "integrator") out.push_back({{"type", entry.name}});
  return out;
}

/// If rows are not coupled, each decays as if its share were that of all rows.
TEST(Corrections, OfEachAxisAreThoseOfThatAxisAlone) {
  Vec3 const Y{{0, 0.3, 0.9}}, start{{0.1, -0.05, 0.02}};
  auto const end = [&](Json const& integrator, Json const& of) {
    Json const solver = {{"type", "newton"}, {"tolerance", 1e-12}};
    JointRun run(hanging("ball", {{"level", "velocity"}, {"baumgarte", of}}, z_axis, {}), h,
                 integrator, solver);
    auto moved = run.simulation->snapshot();
    moved.pose[0].p_WB = start;
    run.simulation->set_state(moved);
    run.step(5);
    return run.pose().p_WB;
  };
  for (Json const& integrator : every_integrator()) {
    SCOPED_TRACE(integrator.dump());
    Vec3 const together = end(integrator, json_of(Y));
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(together[k], end(integrator, Y[k])[k], 1e-13) << "axis " << k;
    EXPECT_GT(std::abs(together[0] - start[0]) + std::abs(together[1] - start[1]), 1e-3);
  }
}

/// e+ = (1 - R Upsilon R^T) e for a matrix in the axes R of the joint frame, with compliance too:
/// compliant rows have m v+ = m v + l, v+ + B Upsilon e + B C/h l = 0, B = (h + C D)^-1.
TEST(Corrections, AMatrixStandsInTheJointFrame) {
  Eigen::Matrix3d Y, R;
  Y << 0.5, 0.2, 0.1, 0.2, 0.6, -0.1, 0.1, -0.1, 0.3;
  Json matrix = Json::array();
  for (int r = 0; r < 3; ++r) matrix.push_back({Y(r, 0), Y(r, 1), Y(r, 2)});
  for (Real const C : {0., 1e-3}) {
    JointRun run(hanging("fixed", {{"level", "velocity"}, {"baumgarte", matrix}, {"compliance", C}},
                         {{1, 2, 2}}, {}),
                 h);
    for (int k = 0; k < 3; ++k) {
      Vec3 e;
      e[k] = 1;
      Vec3 const axis = rotate(run.scene.joints[0].X_AJ.q_WB, e);
      R.col(k) << axis[0], axis[1], axis[2];
    }
    Eigen::Vector3d e(0.1, -0.2, 0.05), v = Eigen::Vector3d::Zero();
    auto moved = run.simulation->snapshot();
    moved.pose[0].p_WB = {{e[0], e[1], e[2]}};
    run.simulation->set_state(moved);
    for (int k = 0; k < 20; ++k) {
      run.step();
      // l = m (v+ - v) in v+ + (Upsilon e + C l / h) / h = 0
      Real const yields = C * m / (h * h);
      v = ((yields * v - R * Y * R.transpose() * e / h) / (1 + yields)).eval();
      e += h * v;
      Vec3 const found = run.pose().p_WB;
      EXPECT_NEAR((Eigen::Vector3d(found[0], found[1], found[2]) - e).norm(), 0, 1e-12);
    }
  }
}

/// Angular rows have their own share; if it is absent they take the linear one, if that is a single
/// number.
TEST(Corrections, AngularRowsHaveTheirOwn) {
  Real const angle = 1e-4;
  struct {
    Json options;
    Real linear, angular;
  } const cases[] = {{{{"baumgarte", 0.2}, {"angular_baumgarte", 0.7}}, 0.2, 0.7},
                     {{{"baumgarte", 0.4}}, 0.4, 0.4},
                     {{{"baumgarte", {0.4, 0.4, 0.4}}}, 0.4, 0},
                     {{{"angular_baumgarte", {0.5, 0.5, 0.5}}}, 0, 0.5}};
  for (auto const& [given, linear, angular] : cases) {
    Json options = given;
    options["level"] = "velocity";
    Json scene = hanging("fixed", options, z_axis, {});
    scene["bodies"][0]["inertia"] = {0.2, 0.2, 0.2};
    JointRun run(scene, h);
    auto moved = run.simulation->snapshot();
    moved.pose[0] = {{{0.1, 0, 0}}, normalised(Quat<>{1, angle / 2, 0, 0})};
    run.simulation->set_state(moved);
    run.step(3);
    EXPECT_NEAR(run.pose().p_WB[0], 0.1 * std::pow(1 - linear, 3), 1e-6) << options;
    EXPECT_NEAR(2 * run.pose().q_WB.x, angle * std::pow(1 - angular, 3), 1e-10) << options;
  }
}

Eigen::Vector3d eigen(Vec3 const& v) { return {v[0], v[1], v[2]}; }

/// c + C (f + D dc/dt) = 0 in joint axes, solved by hand in world axes.
TEST(Bushing, MatricesStandInTheJointFrame) {
  Eigen::Matrix3d C, D, R;
  C << 3e-3, 1e-3, 0, 1e-3, 2e-3, 5e-4, 0, 5e-4, 0;  // made semidefinite below
  C = (C * C * 1e3).eval();
  D << 5, 1, -2, 1, 4, 0.5, -2, 0.5, 6;
  auto const json_matrix = [](Eigen::Matrix3d const& M) {
    Json rows = Json::array();
    for (int r = 0; r < 3; ++r) rows.push_back({M(r, 0), M(r, 1), M(r, 2)});
    return rows;
  };
  Vec3 const g{{3, -2, -9.81}};
  JointRun run(hanging("fixed", {{"compliance", json_matrix(C)}, {"damping", json_matrix(D)}},
                       {{1, 2, 2}}, g),
               h);
  auto const& rotation = run.scene.joints[0].X_AJ.q_WB;
  for (int k = 0; k < 3; ++k) {
    Vec3 e;
    e[k] = 1;
    R.col(k) = eigen(rotate(rotation, e));
  }
  EXPECT_NEAR((R.col(2) - eigen({{1. / 3, 2. / 3, 2. / 3}})).norm(), 0, 1e-15);
  Eigen::Matrix3d const C_W = R * C * R.transpose(), D_W = R * D * R.transpose();
  Eigen::Vector3d e = Eigen::Vector3d::Zero(), v = e;
  for (int k = 0; k < 50; ++k) {
    run.step();
    // unknown v+:  e + h v+ + C (m (v+ - v) / h - m g + D v+) = 0
    Eigen::Matrix3d const A =
        h * Eigen::Matrix3d::Identity() + C_W * (m / h * Eigen::Matrix3d::Identity() + D_W);
    v = A.inverse() * (C_W * (m / h * v + m * eigen(g)) - e);
    e += h * v;
    EXPECT_NEAR((eigen(run.pose().p_WB) - e).norm(), 0, 1e-10) << "step " << k;
  }
}

/// A torque on a bushing whose angular compliance differs by axis.
TEST(Bushing, AngularComplianceStandsInTheJointFrameToo) {
  Vec3 const C{{1e-3, 2e-3, 0}};
  Json scene = hanging("fixed", {{"angular_compliance", json_of(C)}, {"angular_damping", 3}},
                       {{1, 2, 2}}, {});
  scene["bodies"][0]["torque"] = {0.3, 0.5, -0.2};
  JointRun run(scene, 0.01);
  run.step(400);
  auto const& q_J = run.scene.joints[0].X_AJ.q_WB;
  Vec3 const torque = rotate_back(q_J, Vec3{{0.3, 0.5, -0.2}}),
             c{{2 * run.pose().q_WB.x, 2 * run.pose().q_WB.y, 2 * run.pose().q_WB.z}};
  Vec3 const rotated = rotate_back(q_J, c);
  // At rest; rotations of 1e-3 change the torque's arm at second order.
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(rotated[k], C[k] * torque[k], 2e-6);
  EXPECT_NEAR(norm(run.twist()), 0, 1e-8);
}

/// Its potential V = 2 v.K v of the quaternion (s, v) is smooth where s changes its sign. So the
/// energy changes in the steps that pass half a turn as it does in those next to them.
TEST(Bushing, KeepsItsEnergyAtHalfATurn) {
  Json const body = {{"name", "b"},
                     {"mass", 1},
                     {"inertia", {0.1, 0.2, 0.3}},
                     {"angular_velocity", {4.5, 3, 7.5}}};
  Json const joint = {
      {"type", "fixed"}, {"b", "b"}, {"point", {0, 0, 0}}, {"angular_compliance", {0.4, 1, 0.25}}};
  for (char const* integrator : {"implicit_euler", "variational"}) {
    JointRun run({{"gravity", {0, 0, 0}}, {"bodies", {body}}, {"joints", {joint}}}, 0.001,
                 integrator, "cascade");
    Real before = run.simulation->measure()[0].energy(), usual = 0, at_half = 0;
    Real const first = before;
    int passed = 0;
    Real sign = 1;
    for (int k = 0; k < 4000; ++k) {
      ASSERT_TRUE(run.simulation->step().solve.converged()) << k;
      Real const now = run.simulation->measure()[0].energy();
      auto const& q = run.pose().q_WB;
      bool const passes = q.w * sign < 0 || std::abs(q.w) < 0.02;
      if (q.w * sign < 0) ++passed, sign = -sign;
      Real& most = passes ? at_half : usual;
      most = std::max(most, std::abs(now - before));
      before = now;
    }
    EXPECT_GE(passed, 3);
    EXPECT_LT(at_half, 2 * usual + 1e-9 * first);
    EXPECT_LT(usual, 0.005 * first);
  }
}

/// A rod that swings from the joint.
Json pendulum(Json const& joint) {
  Json out = {{"bodies",
               {{{"name", "body"},
                 {"mass", 1},
                 {"inertia", {0.02, 0.02, 0.02}},
                 {"position", {0.5, 0, 0}}}}},
              {"joints", Json::array({joint})}};
  return out;
}
Json ball(Real C) {
  return {{"type", "ball"}, {"b", "body"}, {"point", {0, 0, 0}}, {"compliance", C}};
}

TEST(Compliance, TendsToTheRigidJointAtFirstOrder) {
  auto const end = [&](Real C) {
    JointRun run(pendulum(ball(C)), 0.01);
    run.step(50);
    return run.pose().p_WB;
  };
  Vec3 const rigid = end(0);
  Real const coarse = norm(end(1e-6) - rigid), fine = norm(end(1e-7) - rigid);
  EXPECT_GT(coarse, 1e-6);
  EXPECT_NEAR(coarse / fine, 10, 0.1);
  EXPECT_LT(norm(end(1e-14) - rigid), 1e-9);
}

/// An infinitely stiff spring of a strut is a rod.
TEST(Stiffness, AnInfiniteSpringIsARod) {
  auto const end = [](Json joint) {
    joint.update({{"b", "body"}, {"point_a", {0, 0, 0}}, {"point_b", {0.5, 0, 0}}});
    JointRun run(pendulum(joint), 0.01);
    run.step(50);
    return run.pose().p_WB;
  };
  Vec3 const rod = end({{"type", "distance"}});
  Vec3 const spring = end({{"type", "strut"}, {"spring", {{"stiffness", 1e14}}}});
  EXPECT_LT(norm(spring - rod), 1e-10);
  EXPECT_NEAR(norm(rod), 0.5, 1e-12);
}

TEST(Level, OnlyVelocitiesDrift) {
  auto const drift = [](char const* level) {
    Json joint = ball(0);
    joint["level"] = level;
    JointRun run(pendulum(joint), 0.01);
    run.step(100);
    return most_of(gap_of(run));
  };
  EXPECT_GT(drift("velocity"), 1e-3);
  EXPECT_LT(drift("position"), 1e-12);
}

}  // namespace
}  // namespace orthant::test
