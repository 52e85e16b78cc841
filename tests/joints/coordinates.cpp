// Springs, dampers, limits, dry friction and motors along every coordinate of every joint: closed
// forms of the discrete equations.
#include <functional>

#include "tests/joints/parts.hpp"

namespace orthant::test {
namespace {

/// A body with one joint to the world that moves along x, or turns about x: one coordinate of every
/// type of joint in turn.
struct Coordinate {
  std::string type, key;  // the joint, and the key of the laws along the coordinate
  bool is_angular;
};

std::vector<Coordinate> every_coordinate() {
  std::vector<Coordinate> out;
  for (auto const& [name, type] : joint_types_of_serial()) {
    if (name == "gimbal") continue;  // a torque along one of its angles turns all three: Gimbal
    for (auto const& slot : type.coordinates) {
      out.push_back({name, slot.key, std::string(slot.coordinate).starts_with("angle")});
    }
  }
  return out;
}

std::string name_of(testing::TestParamInfo<Coordinate> const& info) {
  return info.param.type + (info.param.key.empty() ? "" : "_" + info.param.key);
}

/// The initial distance of the two points of a strut; other coordinates start at zero.
Real start_of(Coordinate const& along) {
  return joint_types_of_serial().at(along.type).frames == Frames::two_points ? 1.5 : 0;
}

/// The equations of a step are
///   M (w+ - w) = h f + lambda,   c+ = c + h w+,   or c + 2 atan(h w+ / 2) for an angle
/// with the inertia M along the coordinate and a given force f.
class OneCoordinate {
 public:
  OneCoordinate(Coordinate const& along, Json const& laws = Json::object(), Real speed = 0,
                Real force = 0, Real h = 0.01)
      : along_(along), run_(scene(along, laws, speed, force), h), c_(start_of(along)) {}

  Real M() const { return along_.is_angular ? 0.3 : 2; }
  Real h() const { return run_.h; }
  Real t() const { return run_.h * steps_; }
  /// The coordinate with turns counted, and its rate.
  Real c() const { return c_; }
  Real w() const { return run_.twist()[along_.is_angular ? 3 : 0]; }
  /// The impulse lambda of the last step, from the motion.
  Real impulse() const { return impulse_; }
  /// The force along the coordinate, from the reaction.
  Real reaction() const {
    auto const r = run_.reaction();
    return (along_.is_angular ? r.torque_W : r.force_W)[0];
  }
  Simulation& simulation() { return *run_.simulation; }

  void step(Real force = 0) {
    Real const before = w();
    run_.step();
    ++steps_;
    Real const now = along_.is_angular ? angle() : start_of(along_) + run_.pose().p_WB[0];
    Real const rotation = 2 * M_PI;
    c_ = along_.is_angular ? now + rotation * std::round((c_ - now) / rotation) : now;
    impulse_ = M() * (w() - before) - h() * force;
    for (int i = 0; i < 6; ++i) {  // nothing else moves
      if (i != (along_.is_angular ? 3 : 0)) {
        EXPECT_NEAR(run_.twist()[i], 0, 1e-10);
      }
    }
  }

 private:
  static Json scene(Coordinate const& along, Json const& laws, Real speed, Real force) {
    bool const turns = along.is_angular;
    Json const pushed = {{turns ? "torque" : "force", json_of(force * x_axis)}};
    Json const body = rigid("body", 2, {{0.3, 0.5, 0.6}}, {}, turns ? Vec3{} : speed * x_axis,
                            turns ? speed * x_axis : Vec3{});
    auto const frames = joint_types_of_serial().at(along.type).frames;
    // The tested direction is x: the joint's own axis, the second one, or that across both.
    bool const first =
        frames != Frames::two_axes || along.key == "rotation_a" || along.key == "translation_x";
    bool const across = along.key == "translation_z" && !first;
    Json joint = joint_at(along.type.c_str(), "body", {}, first ? x_axis : y_axis);
    if (frames == Frames::two_axes)
      joint["axis_b"] = json_of(across ? z_axis : first ? y_axis : x_axis);
    if (frames == Frames::two_points)
      joint = line_of(along.type.c_str(), "body", {{-start_of(along), 0, 0}}, {});
    (along.key.empty() ? joint : joint[along.key]).update(laws);
    return scene_of({with(body, pushed)}, {joint});
  }

  Real angle() const {
    auto const q = run_.pose().q_WB;
    return 2 * std::atan2(q.x, q.w);
  }

  Coordinate along_;
  JointRun run_;
  Real c_, impulse_ = 0;
  int steps_ = 0;
};

/// Rows are accurate to 1e-12 m/s, times masses of some kilograms and stiffnesses times h of up to
/// 10 N s/m.
constexpr Real tolerance = 1e-10;

class EveryCoordinate : public testing::TestWithParam<Coordinate> {};
INSTANTIATE_TEST_SUITE_P(All, EveryCoordinate, testing::ValuesIn(every_coordinate()),
                         [](auto const& test) { return name_of(test); });

/// 0.1 + 0.2 t + 0.3 sin(3 pi t + 0.7) and its rate.
Json const swinging = {
    {"offset", 0.1}, {"rate", 0.2}, {"amplitude", 0.3}, {"frequency", 1.5}, {"phase", 0.7}};
Real wanted(Real t) { return 0.1 + 0.2 * t + 0.3 * std::sin(3 * M_PI * t + 0.7); }
Real wanted_rate(Real t) { return 0.2 + 0.9 * M_PI * std::cos(3 * M_PI * t + 0.7); }

/// A spring that is stiff on one side, slack in the middle and weak on the other side; a damper
/// that saturates.
Json const spring_points = {{-0.5, -60}, {-0.02, 0}, {0.03, 0}, {0.5, 20}};
Json const damper_points = {{-1, -2.5}, {-0.5, -2}, {0, 0}, {0.5, 2}, {1, 2.5}};

/// Laws along a coordinate, and the force at the end of a step for c, w and t there.
struct Pull {
  Json laws;
  std::function<Real(Real c, Real w, Real t)> force;
  Real speed = 0;
  int steps = 50;
  Real stiffness = 0;
  std::function<Real(Real c)> energy = nullptr;
};

std::vector<Pull> pulls(Real start) {
  std::vector<Pull> out;
  for (auto const& [K, D] : {std::pair{200., 0.}, {0., 3.}, {200., 3.}, {1e5, 1.}}) {
    Real const k = K, d = D, rest = start + 0.4;
    out.push_back({{{"spring", {{"stiffness", k}, {"damping", d}, {"rest", rest}}}},
                   [=](Real c, Real w, Real) { return -k * (c - rest) - d * w; },
                   2,
                   100,
                   k});
  }
  for (char const* how : {"linear", "cubic"}) {
    Real const rest = start + 0.1;
    auto const F = Function(spring_points, how), B = Function(damper_points, how);
    out.push_back({{{"spring", {{"force", spring_points}, {"interpolation", how}, {"rest", rest}}},
                    {"damper", {{"force", damper_points}, {"interpolation", how}}}},
                   [=](Real c, Real w, Real) { return -F(c - rest).f - B(w).f; },
                   2,
                   200,
                   0,
                   [=](Real c) { return F(c - rest).integral; }});
  }
  Json moved = swinging;
  moved["offset"] = 0.1 + start;
  out.push_back({{{"motor", {{"type", "position"}, {"kp", 300}, {"kd", 4}, {"target", moved}}}},
                 [=](Real c, Real w, Real t) {
                   return -300 * (c - start - wanted(t)) - 4 * (w - wanted_rate(t));
                 }});
  out.push_back({{{"motor", {{"type", "velocity"}, {"kd", 4}, {"target", swinging}}}},
                 [](Real, Real w, Real t) { return -4 * (w - wanted(t)); }});
  // A drive saturates at its effort.
  Real const most = 0.5, goal = start + 0.3;
  out.push_back(
      {{{"motor",
         {{"type", "position"}, {"kp", 30}, {"kd", 8}, {"target", goal}, {"max_effort", most}}}},
       [=](Real c, Real w, Real) { return std::clamp(-30 * (c - goal) - 8 * w, -most, most); },
       0,
       1000});
  out.push_back(
      {{{"motor", {{"type", "velocity"}, {"kd", 8}, {"target", 0.3}, {"max_effort", most}}}},
       [=](Real, Real w, Real) { return std::clamp(-8 * (w - 0.3), -most, most); },
       0,
       1000});
  // By its mean over the step, from the integral of the curve.
  Real const h = 0.01;
  auto const integral = [](Real t) {
    return 0.1 * t + 0.1 * t * t - 0.1 / M_PI * std::cos(3 * M_PI * t + 0.7);
  };
  out.push_back({{{"motor", {{"type", "force"}, {"value", swinging}}}},
                 [=](Real, Real, Real t) { return (integral(t) - integral(t - h)) / h; }});
  return out;
}

TEST_P(EveryCoordinate, HasTheForceOfItsLawsAtTheEndOfTheStep) {
  for (auto const& pull : pulls(start_of(GetParam()))) {
    SCOPED_TRACE(pull.laws);
    OneCoordinate one(GetParam(), pull.laws, pull.speed);
    for (int k = 0; k < pull.steps; ++k) {
      one.step();
      Real const force = pull.force(one.c(), one.w(), one.t());
      EXPECT_NEAR(one.impulse(), one.h() * force,
                  tolerance * (1 + pull.stiffness * one.h() * one.h()))
          << k;
      EXPECT_NEAR(one.reaction(), force, tolerance * (1 + pull.stiffness) / one.h());
      if (pull.energy) {
        EXPECT_NEAR(one.simulation().measure()[0].elastic, pull.energy(one.c()), 1e-10);
      }
    }
  }
}

TEST_P(EveryCoordinate, ASpringRestsWhereItIsPlacedUnlessItIsSaid) {
  OneCoordinate one(GetParam(), {{"spring", {{"stiffness", 50}}}});
  one.step();
  EXPECT_NEAR(one.w(), 0, tolerance);
}

/// Turns of angles are counted: a weak spring is wound up by four turns, and unwinds.
TEST_P(EveryCoordinate, AnglesAreCountedOverTurns) {
  if (!GetParam().is_angular) GTEST_SKIP() << "a length";
  Real const K = 0.01;
  OneCoordinate one(GetParam(), {{"spring", {{"stiffness", K}}}}, 4.6);
  Real most = 0;
  for (int k = 0; k < 1200; ++k) {
    one.step();
    most = std::max(most, one.c());
    EXPECT_NEAR(one.impulse(), -one.h() * K * one.c(), tolerance);
  }
  EXPECT_GT(most, 8 * M_PI);
  EXPECT_LT(one.c(), most - 1);
}

TEST_P(EveryCoordinate, LimitsStopExactlyAtTheirEnds) {
  Real const start = start_of(GetParam()), lower = start - 0.033, upper = start + 0.036;
  for (Real const force : {20., -20.}) {
    OneCoordinate one(GetParam(), {{"limits", {{"lower", lower}, {"upper", upper}}}}, 0, force);
    for (int k = 0; k < 60; ++k) {
      one.step(force);
      EXPECT_GE(one.c(), lower - tolerance);
      EXPECT_LE(one.c(), upper + tolerance);
      auto const m = one.simulation().measure()[0];
      EXPECT_LE(std::max(m.joint_error, m.joint_error_angular), tolerance);
    }
    EXPECT_NEAR(one.c(), force < 0 ? lower : upper, tolerance);
    EXPECT_NEAR(one.impulse(), -one.h() * force, tolerance);
  }
}

TEST_P(EveryCoordinate, ASoftLimitYieldsByItsCompliance) {
  Real const C = 1e-3, D = 5, force = 10, upper = start_of(GetParam()) + 0.02;
  OneCoordinate one(GetParam(), {{"limits", {{"upper", upper}, {"compliance", C}, {"damping", D}}}},
                    0, force);
  int touching = 0;
  for (int k = 0; k < 300; ++k) {
    one.step(force);
    Real const push = -one.impulse() / one.h();  // >= 0; C (push - D dc/dt) = excess
    Real const a = upper - one.c() + C * (push - D * one.w());
    EXPECT_GE(push, -tolerance / one.h());
    EXPECT_GE(a, -tolerance);
    EXPECT_NEAR(std::min(a, C * push), 0, tolerance);
    touching += push > 1e-6;
  }
  EXPECT_GT(touching, 10);
}

TEST_P(EveryCoordinate, DryFrictionSticksBelowItsForceAndSlidesAbove) {
  Real const F = 3;
  for (Real const force : {2.9, -2.9}) {
    OneCoordinate one(GetParam(), {{"friction", F}}, 0, force);
    for (int k = 0; k < 10; ++k) {
      one.step(force);
      EXPECT_NEAR(one.w(), 0, tolerance);
      EXPECT_NEAR(one.impulse(), -one.h() * force, tolerance);
    }
  }
  for (Real const force : {3.5, -3.5}) {
    OneCoordinate one(GetParam(), {{"friction", F}}, 0, force);
    for (int k = 1; k <= 10; ++k) {
      one.step(force);
      EXPECT_NEAR(one.w(), k * one.h() * (force > 0 ? force - F : force + F) / one.M(), tolerance);
    }
  }
  OneCoordinate one(GetParam(), {{"friction", F}}, 0.1);  // comes to rest and stays there
  for (int k = 0; k < 20; ++k) one.step();
  EXPECT_NEAR(one.w(), 0, tolerance);
}

TEST_P(EveryCoordinate, AVelocityMotorKeepsItsSpeed) {
  OneCoordinate one(GetParam(), {{"motor", {{"type", "velocity"}, {"target", swinging}}}}, 1);
  for (int k = 0; k < 50; ++k) {
    one.step();
    EXPECT_NEAR(one.w(), wanted(one.t()), tolerance);
  }
}

TEST_P(EveryCoordinate, APrescribedMotionIsFollowed) {
  Json motion = swinging;
  Real const start = start_of(GetParam());
  motion["offset"] = 0.1 + start;
  OneCoordinate one(GetParam(), {{"motor", {{"type", "prescribed"}, {"target", motion}}}});
  for (int k = 0; k < 50; ++k) {
    one.step();
    EXPECT_NEAR(one.c(), start + wanted(one.t()), tolerance);
    auto const m = one.simulation().measure()[0];
    EXPECT_LE(std::max(m.joint_error, m.joint_error_angular), tolerance);
    EXPECT_NEAR(one.reaction(), one.impulse() / one.h(), tolerance / one.h());
  }
}

/// The available effort, towards the target; then the target is reached.
TEST_P(EveryCoordinate, APrescribedMotionHasNoMoreThanItsEffort) {
  Real const most = 0.5, target = start_of(GetParam()) + 0.03;
  for (auto const& [type, goal] : {std::pair{"prescribed", target}, {"velocity", 0.02}}) {
    OneCoordinate one(GetParam(),
                      {{"motor", {{"type", type}, {"target", goal}, {"max_effort", most}}},
                       {"spring", {{"damping", 5}}}});
    for (int k = 0; k < 400; ++k) {
      one.step();
      Real const effort = one.impulse() / one.h() + 5 * one.w();
      Real const error = (goal == target ? one.c() : one.w()) - goal;
      EXPECT_LE(std::abs(effort), most + tolerance / one.h());
      if (std::abs(error) < 1e-8) continue;
      EXPECT_NEAR(effort, error > 0 ? -most : most, tolerance / one.h()) << k;
    }
    EXPECT_NEAR(goal == target ? one.c() : one.w(), goal, tolerance);
  }
}

}  // namespace
}  // namespace orthant::test
