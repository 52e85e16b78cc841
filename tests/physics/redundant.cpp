// Redundant joints: they are counted, share the load with least norm, and do not disturb the
// motion.
#include <Eigen/Dense>

#include "tests/dense.hpp"
#include "tests/physics/scenes.hpp"

namespace orthant::test::redundant {
namespace {

constexpr Real g = 9.81;

/// A rod that swings on several ball joints at the same point.
std::string swinging(int joints) {
  std::string out = R"({
  "bodies": [{"name": "rod", "mass": 2, "position": [0.5, 0, 0], "velocity": [0, 1, 0],
              "angular_velocity": [0, 0, 2], "shapes": [{"type": "box", "size": [1, 0.1, 0.1]}]}],
  "joints": [)";
  for (int k = 0; k < joints; ++k)
    out += std::string(k > 0 ? "," : "") + R"({"type": "ball", "b": "rod", "point": [0, 0, 0]})";
  return out + "]}";
}

int redundant(std::string const& scene, Changes const& changes = {}) {
  return Trial(scene, 0.01, {}, changes).simulation().redundant_rows().value_or(-1);
}

TEST(RedundantRows, AreCounted) {
  EXPECT_EQ(redundant(swinging(2)), 3);
  EXPECT_EQ(redundant(swinging(2), {"joints.1.point=[1,0,0]"}), 1);  // about the line through both
  EXPECT_EQ(redundant(swinging(2), {"joints.1.compliance=1e-4"}), 0);  // determines the shares
  // Of 20 rows a mechanism of 18 velocities needs 17: the plane is enforced redundantly three
  // times.
  EXPECT_EQ(redundant(four_bar), 3);
  EXPECT_EQ(redundant(R"({"assemblies": [{"type": "chain", "links": 6}]})"), 0);
  EXPECT_EQ(redundant(R"({"assemblies": [{"type": "chain", "links": 100, "name": "c"}],
                          "joints": [{"type": "ball", "a": "c/50", "b": "c/51", "point": [5.1, 0, 0]}]})",
                      {"assemblies.0.angle=90"}),
            3);
  EXPECT_EQ(redundant(R"({"assemblies": [{"type": "stack", "count": 3}]})"), 0);
}

class Redundant : public testing::TestWithParam<Settings> {};

/// The part in the null space is round-off, 1e-16, over the regularisation, 1e-6, relative to the
/// load, in each iteration.
TEST_P(Redundant, TwoEqualJointsCarryHalfEach) {
  Trial twice(swinging(2), 0.005, GetParam());
  Trial once(swinging(1), 0.005, GetParam());
  Real worst = 0;
  for (int k = 0; k < 500; ++k) {
    twice.run(1);
    auto const joints = twice.simulation().last_step().joint_impulses();
    ASSERT_EQ(joints.size(), 2u);
    Real largest = 0, apart = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      largest = std::max(largest, std::abs(joints[0].impulse[i]));
      apart = std::max(apart, std::abs(joints[0].impulse[i] - joints[1].impulse[i]));
    }
    worst = std::max(worst, apart / largest);
  }
  EXPECT_LE(worst, 2e-9);  // half each, to 1e-9
  // Both have rows accurate to 1e-10 m/s in each of 500 steps.
  once.run(500);
  expect_near(twice.position("rod"), once.position("rod"), 1e-7);
}

/// A body at rest on ball joints at two points r: of all impulses with J^T lambda = -h M g those
/// with the least sum W_ii lambda_i^2 [J].
TEST_P(Redundant, UnequalJointsShareByTheLeastNorm) {
  Real const h = 0.01, m = 2;
  Vec3 const r[2] = {{{-0.7, 0.14, 0.3}}, {{0.35, -0.07, 0.6}}};  // above the centre at x = y = 0
  Vec3 const moments{{0.4, 0.3, 0.2}};
  std::string const scene =
      R"({"bodies": [{"name": "body", "mass": 2, "inertia": )" + json(moments) +
      R"(}], "joints": [{"type": "ball", "b": "body", "point": )" + json(r[0]) +
      R"(}, {"type": "ball", "b": "body", "point": )" + json(r[1]) + "}]}";
  Trial trial(scene, h, GetParam());
  trial.run(20);
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(6, 6);
  Eigen::VectorXd weight(6);
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < 3; ++i) {
      Vec3 e;
      e[i] = 1;
      Vec3 const lever = cross(r[k], e);
      J(3 * k + i, i) = 1;
      weight[3 * k + i] = 1 / m;
      for (int j = 0; j < 3; ++j) {
        J(3 * k + i, 3 + j) = lever[j];
        weight[3 * k + i] += lever[j] * lever[j] / moments[j];
      }
    }
  Eigen::VectorXd load = Eigen::VectorXd::Zero(6);
  load[2] = m * g * h;
  Eigen::VectorXd const root = weight.cwiseSqrt().cwiseInverse();
  Eigen::MatrixXd const scaled = J.transpose() * root.asDiagonal();
  auto const [shortest, rank] = shortest_solution(scaled, load, 1e-10);
  ASSERT_EQ(rank, 5);
  Eigen::VectorXd const expected = root.asDiagonal() * shortest;
  auto const joints = trial.simulation().last_step().joint_impulses();
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(joints[k].impulse[i], expected[3 * k + i], 1e-8 * m * g * h) << k << " " << i;
}

TEST_P(Redundant, AnOverconstrainedMechanismMovesInItsPlane) {
  Trial trial(four_bar, 0.005, GetParam());
  for (int k = 0; k < 100; ++k) {
    trial.run(1);
    EXPECT_LE(trial.measures().joint_error, 1e-12);
    EXPECT_NEAR(trial.position("coupler")[1], 0, 1e-12);
  }
  EXPECT_GT(trial.measures().drift, 0.3);
}

INSTANTIATE_TEST_SUITE_P(EverySolver, Redundant, testing::ValuesIn(every_linear_solver()), name_of);

}  // namespace
}  // namespace orthant::test::redundant
