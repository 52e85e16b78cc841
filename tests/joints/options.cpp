// Compliance, damping and the velocity level of every joint: closed forms of the discrete
// equations.
#include <Eigen/Dense>

#include "tests/joints/every_joint.hpp"

namespace orthant::test {
namespace {

constexpr Real m = 2, h = 0.01;

/// A body whose centre is the joint's point: linear rows depend on its displacement only.
Json hanging(std::string const& type, Json const& options, Vec3 const& axis = z_axis,
             Vec3 const& gravity = {}) {
  return scene_of({rigid("body", m, {{0.1, 0.2, 0.2}})}, {with(joint_of(type, {}, axis), options)},
                  gravity);
}

void displace(JointRun& run, Pose<> const& to) {
  auto moved = run.simulation->snapshot();
  moved.pose[0] = to;
  run.simulation->set_state(moved);
}

class JointOptions : public testing::TestWithParam<std::string> {};
std::vector<std::string> with_linear_rows() {
  auto out = every_joint();
  std::erase_if(out,
                [](auto const& type) { return joint_types_of_serial().at(type).linear_rows == 0; });
  return out;
}
INSTANTIATE_TEST_SUITE_P(All, JointOptions, testing::ValuesIn(with_linear_rows()), by_type);

/// A direction in which the joint, with its axis along z, holds the body.
Vec3 held(std::string const& type) {
  bool const along = type == "planar" || type == "distance" || type == "point_on_plane" ||
                     type == "revolute_spherical";
  if (type == "cross_slide") return y_axis;  // across z and x
  return along ? z_axis : x_axis;
}

/// The recursion of compliant constraints with (alpha, beta, gamma, delta, eta) = (1, h, h^2, 1, h)
/// for one row that holds a mass, with its opening e and the speed v:
///   m v+ - l = m v + h m g,   v+ + W l / h^2 ... W = C / (h C D + h^2),   l the impulse:
///   v+ + C / (h (h + C D)) l = -e / (h + C D),   e+ = e + h v+
TEST_P(JointOptions, YieldsByComplianceAndDamping) {
  Vec3 const along = held(GetParam());
  for (auto const& [C, D] : {std::pair{1e-3, 0.}, {1e-3, 7.}, {2e-2, 40.}}) {
    JointRun run(hanging(GetParam(), {{"compliance", C}, {"damping", D}}, z_axis, 9.81 * along), h);
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
    JointRun run(hanging(GetParam(), {{"level", "velocity"}, {"baumgarte", Y}}), h);
    displace(run, {0.1 * along, {}});
    for (int k = 1; k <= 20; ++k) {
      run.step();
      EXPECT_NEAR(dot(along, run.pose().p_WB), 0.1 * std::pow(1 - Y, k), 1e-12);
    }
  }
}

Eigen::Vector3d eigen(Vec3 const& v) { return {v[0], v[1], v[2]}; }
Json json_of(Eigen::Matrix3d const& M) {
  Json rows = Json::array();
  for (int r = 0; r < 3; ++r) rows.push_back({M(r, 0), M(r, 1), M(r, 2)});
  return rows;
}

/// Of a joint of all directions about the axis (1, 2, 2)/3, from an error: matrices stand in the
/// joint's axes R. In world axes, with the impulse l = m (v+ - v - h g), a step is
///   h v+ + Y e + C (l/h + D v+) = 0,   Y = 1 at position level
void expect_in_joint_axes(Json options, Eigen::Matrix3d const& Y, Eigen::Matrix3d const& C,
                          Eigen::Matrix3d const& D, Vec3 const& g, Eigen::Vector3d e, Real within) {
  if (C.norm() > 0) options.update({{"compliance", json_of(C)}, {"damping", json_of(D)}});
  JointRun run(hanging("fixed", options, {{1, 2, 2}}, g), h);
  Eigen::Matrix3d R;
  for (int k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    R.col(k) = eigen(rotate(run.scene.joints[0].X_AJ.q_WB, axis));
  }
  EXPECT_NEAR((R.col(2) - eigen({{1. / 3, 2. / 3, 2. / 3}})).norm(), 0, 1e-15);
  auto const in_world = [&](Eigen::Matrix3d const& M) -> Eigen::Matrix3d {
    return R * M * R.transpose();
  };
  Eigen::Matrix3d const C_W = in_world(C), one = Eigen::Matrix3d::Identity();
  Eigen::Vector3d v = Eigen::Vector3d::Zero();
  if (e.norm() > 0) displace(run, {{{e[0], e[1], e[2]}}, {}});
  for (int k = 0; k < 50; ++k) {
    run.step();
    v = (h * one + C_W * (m / h * one + in_world(D))).inverse() *
        (C_W * (m / h * v + m * eigen(g)) - in_world(Y) * e);
    e += h * v;
    EXPECT_NEAR((eigen(run.pose().p_WB) - e).norm(), 0, within) << k;
  }
}

TEST(Bushing, MatricesStandInTheJointFrame) {
  Eigen::Matrix3d C, D;
  C << 3e-3, 1e-3, 0, 1e-3, 2e-3, 5e-4, 0, 5e-4, 0;
  C = (C * C * 1e3).eval();  // semidefinite
  D << 5, 1, -2, 1, 4, 0.5, -2, 0.5, 6;
  expect_in_joint_axes(Json::object(), Eigen::Matrix3d::Identity(), C, D, {{3, -2, -9.81}},
                       Eigen::Vector3d::Zero(), 1e-10);
}

TEST(Corrections, AMatrixStandsInTheJointFrame) {
  Eigen::Matrix3d Y;
  Y << 0.5, 0.2, 0.1, 0.2, 0.6, -0.1, 0.1, -0.1, 0.3;
  for (Real const C : {0., 1e-3})
    expect_in_joint_axes({{"level", "velocity"}, {"baumgarte", json_of(Y)}}, Y,
                         C * Eigen::Matrix3d::Identity(), Eigen::Matrix3d::Zero(), {},
                         {0.1, -0.2, 0.05}, 1e-12);
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
  for (auto const& [options, linear, angular] : cases) {
    Json scene = hanging("fixed", with(options, {{"level", "velocity"}}));
    scene["bodies"][0]["inertia"] = {0.2, 0.2, 0.2};
    JointRun run(scene, h);
    displace(run, {{{0.1, 0, 0}}, normalised(Quat<>{1, angle / 2, 0, 0})});
    run.step(3);
    EXPECT_NEAR(run.pose().p_WB[0], 0.1 * std::pow(1 - linear, 3), 1e-6) << options;
    EXPECT_NEAR(2 * run.pose().q_WB.x, angle * std::pow(1 - angular, 3), 1e-10) << options;
  }
}

/// A torque on a bushing whose angular compliance differs by axis.
TEST(Bushing, AngularComplianceStandsInTheJointFrameToo) {
  Vec3 const C{{1e-3, 2e-3, 0}}, given{{0.3, 0.5, -0.2}};
  Json scene = hanging(
      "fixed", {{"angular_compliance", {C[0], C[1], C[2]}}, {"angular_damping", 3}}, {{1, 2, 2}});
  scene["bodies"][0]["torque"] = {given[0], given[1], given[2]};
  JointRun run(scene, 0.01);
  run.step(400);
  auto const &q_J = run.scene.joints[0].X_AJ.q_WB, &q = run.pose().q_WB;
  Vec3 const torque = rotate_back(q_J, given),
             rotated = rotate_back(q_J, 2. * Vec3{{q.x, q.y, q.z}});
  // At rest; rotations of 1e-3 change the torque's arm at second order.
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(rotated[k], C[k] * torque[k], 2e-6);
  EXPECT_NEAR(norm(run.twist()), 0, 1e-8);
}

/// Its potential V = 2 v.K v of the quaternion (s, v) is smooth where s changes its sign. So the
/// energy changes in the steps that pass half a turn as it does in those next to them.
TEST(Bushing, KeepsItsEnergyAtHalfATurn) {
  Json const scene = scene_of(
      {rigid("b", 1, {{0.1, 0.2, 0.3}}, {}, {}, {{4.5, 3, 7.5}})},
      {with(ball_at("b", {}), {{"type", "fixed"}, {"angular_compliance", {0.4, 1, 0.25}}})});
  for (char const* integrator : {"implicit_euler", "variational"}) {
    JointRun run(scene, 0.001, integrator, "cascade");
    Real before = run.simulation->measure()[0].energy(), usual = 0, at_half = 0, sign = 1;
    Real const first = before;
    int passed = 0;
    for (int k = 0; k < 4000; ++k) {
      run.step();
      Real const now = run.simulation->measure()[0].energy(), w = run.pose().q_WB.w;
      bool const passes = w * sign < 0 || std::abs(w) < 0.02;
      if (w * sign < 0) ++passed, sign = -sign;
      Real& most = passes ? at_half : usual;
      most = std::max(most, std::abs(now - before));
      before = now;
    }
    EXPECT_GE(passed, 3);
    EXPECT_LT(at_half, 2 * usual + 1e-9 * first);
    EXPECT_LT(usual, 0.005 * first);
  }
}

/// Where a rod that swings from the joint ends.
Vec3 end_of(Json const& joint) {
  JointRun run(scene_of({rigid("body", 1, {{0.02, 0.02, 0.02}}, {{0.5, 0, 0}})}, {joint}, falling),
               0.01);
  run.step(50);
  return run.pose().p_WB;
}

/// An infinitely stiff spring of a strut is a rod.
TEST(Stiffness, AnInfiniteSpringIsARod) {
  Vec3 const to{{0.5, 0, 0}}, rod = end_of(line_of("distance", "body", {}, to));
  Json const stiff = {{"spring", {{"stiffness", 1e14}}}};
  EXPECT_LT(norm(end_of(line_of("strut", "body", {}, to, stiff)) - rod), 1e-10);
  EXPECT_NEAR(norm(rod), 0.5, 1e-12);
}

}  // namespace
}  // namespace orthant::test
