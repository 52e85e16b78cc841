// Compliant contacts with and without damping: a ball on a plane in closed form.
#include "tests/physics/scenes.hpp"

namespace orthant::test::compliant {
namespace {

constexpr Real g = 10, h = 0.01, C = 1e-3, tau = 0.02;  // [s], [m/N], [s]

Changes soft(Real compliance, Real relaxation, Real gap) {
  return {"bodies.1.compliance=" + json(compliance), "bodies.1.relaxation_time=" + json(relaxation),
          "contact.overlap_tolerance=1", lifted(gap)};
}

/// C lambda/h + c+ + tau v+ >= 0, complementary to lambda = v+ - (v - g h) >= 0 (1 kg). The damper
/// acts only if the step began in contact.
struct Recursion {
  Real gap, speed, C, tau;
  void step() {
    Real const free = speed - g * h, t = gap <= 1e-6 ? tau : 0;
    Real const touching = (C / h * free - gap) / (h + t + C / h);
    speed = std::max(free, touching);
    gap += h * speed;
  }
};

TEST(Compliant, ABounceFollowsItsRecursionAndNeverPulls) {
  for (char const* level : {"position", "velocity"})
    for (Real t : {0., tau, 1.}) {
      SCOPED_TRACE(testing::Message() << level << ", tau " << t);
      auto changes = soft(C, t, 0.05);
      changes.push_back(std::string("contact.level=\"") + level + "\"");
      Trial trial(ball_on_floor, h, {}, changes);
      Recursion exact{0.05, 0, C, t};
      for (int k = 0; k < 100; ++k) {
        trial.run(1);
        exact.step();
        ASSERT_NEAR(trial.velocity("body")[2], exact.speed, 1e-8);  // 1e-10 m/s a step
        ASSERT_NEAR(trial.gap(), exact.gap, 1e-10);
        ASSERT_GE(trial.impulse_between("floor", "body")[2], -1e-10);
        auto const m = trial.measures();
        ASSERT_LE(m.natural_map, 4e-10);
        ASSERT_NEAR(m.penetration, std::max(0.0, -trial.gap()), 1e-15);
      }
    }
}

TEST(Compliant, WithoutComplianceItIsTheRigidContactBitForBit) {
  Trial zero(ball_on_floor, h, {}, soft(0, 0, 0.05)), none(ball_on_floor, h, {}, {lifted(0.05)});
  for (int k = 0; k < 50; ++k) {
    zero.run(1);
    none.run(1);
    ASSERT_EQ(zero.gap(), none.gap());
    ASSERT_EQ(zero.velocity("body")[2], none.velocity("body")[2]);
  }
}

/// A tumbling box lands on one corner: its state in the middle of the impact, as a function of C.
TEST(Compliant, ConvergesToTheRigidContactWithFirstOrder) {
  char const* const box = R"({"bodies": [
    {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
    {"name": "body", "mass": 1, "position": [0, 0, 0.8], "velocity": [1, 0.3, -1],
     "angular_velocity": [0.5, 3, 0.2], "orientation": [0.8, 0, 0.6, 0],
     "shapes": [{"type": "box", "size": [1, 0.6, 0.4]}]}]})";
  auto const end = [&](Real compliance) {
    Trial trial(box, h, {.tolerance = 1e-12}, {"bodies.1.compliance=" + json(compliance)});
    trial.run(15);
    EXPECT_GT(trial.impulse_between("floor", "body")[2], 0);
    return trial.position("body");
  };
  Vec3 const rigid = end(0);
  Real const coarse = norm(end(2e-7) - rigid), fine = norm(end(1e-7) - rigid);
  EXPECT_GT(fine, 1e-9);
  EXPECT_NEAR(coarse / fine, 2, 0.01);
}

}  // namespace
}  // namespace orthant::test::compliant
