// Every trial is right in every frame, and motions without a closed form are the same in all.
#include "bench/oracle/frames.hpp"

#include <gtest/gtest.h>

#include "bench/oracle/cases.hpp"
#include "tests/table.hpp"

namespace orthant::oracle {
namespace {

class InFrame : public ::testing::TestWithParam<std::string> {
 protected:
  Frame frame() const { return Frame::named(GetParam()); }
  /// The largest change of a body's place, axes or velocity by the frame, over all steps.
  double change(Json const& experiment) const {
    Json framed = experiment;
    framed["frame"] = GetParam();
    Motion const plain = run(experiment), led_back = run(framed);
    double out = 0;
    for (int i = 0; i <= plain.steps(); ++i)
      for (std::size_t b = 0; b < plain.at[i].pose.size(); ++b) {
        auto const &X = plain.at[i].pose[b], &Y = led_back.at[i].pose[b];
        out = std::max({out, norm(X.p_WB - Y.p_WB),
                        norm(rotate(X.q_WB, Vec3{{1, 2, 3}}) - rotate(Y.q_WB, Vec3{{1, 2, 3}})),
                        norm(plain.at[i].twist[b] - led_back.at[i].twist[b])});
      }
    return out;
  }
};

TEST_P(InFrame, EveryTrialIsRight) {
  for (auto const& trial : trials()) {
    Json experiment = trial.experiment({});
    experiment["frame"] = GetParam();
    auto const found = judge(trial, {}, experiment);
    EXPECT_EQ(found.verdict, Verdict::right) << trial.name << ": " << found.why;
  }
}

TEST_P(InFrame, PointsMoveWithTheirBodies) {
  Vec3 const w{{1, -2, 0.5}}, r{{0.3, 0.7, -0.2}};
  EXPECT_LT(norm(frame().of_polar() * cross(w, r) -
                 cross(frame().of_axial() * w, frame().of_polar() * r)),
            1e-14);
  Quat<> const q{0.8, 0.36, -0.48, 0};
  EXPECT_LT(norm(frame().of_polar() * rotate(q, r) -
                 rotate(frame().orientation(q), frame().of_polar_on_body() * r)),
            1e-14);
}

TEST_P(InFrame, MotionsLeadBack) {
  Instant now{0, {{Vec3{{1, 2, 3}}, {0.8, 0.36, -0.48, 0}}}, {Vec6{{1, 2, 3, 4, 5, 6}}}, {}};
  now.contacts.push_back({0, 0, {{1, 2, 3}}, {{0, 0, 1}}, {{4, 5, 6}}});
  Instant const moved = frame().of(now), back = frame().back().of(moved);
  EXPECT_GT(norm(moved.twist[0] - now.twist[0]), 1);
  EXPECT_LT(norm(back.pose[0].p_WB - now.pose[0].p_WB), 1e-14);
  EXPECT_LT(norm(back.twist[0] - now.twist[0]), 1e-14);
  EXPECT_NEAR(back.pose[0].q_WB.y, -0.48, 1e-14);
  EXPECT_LT(norm(back.contacts[0].impulse - now.contacts[0].impulse), 1e-14);
}

/// Two bodies without any symmetry that fall, with joints between them or loads.
TEST_P(InFrame, JointsTheirLawsAndLoadsMoveBodiesAlike) {
  for (auto const& row : test::read_table("oracle/motions.json")) {
    Json pair = test::base_of("skew pair");
    pair["scene"].update({{"joints", row.value("joints", Json::array())},
                          {"loads", row.value("loads", Json::array())}});
    EXPECT_LT(change(pair), row["within"].get<double>()) << row;
  }
}

TEST_P(InFrame, ShapesTouchAlike) {
  for (char const* shape : {R"({"type": "ellipsoid", "half_axes": [0.1, 0.06, 0.08]})",
                            R"({"type": "capsule", "radius": 0.04, "length": 0.1})",
                            R"({"type": "cylinder", "radius": 0.05, "length": 0.12})",
                            R"({"type": "box", "size": [0.1, 0.14, 0.12]})"}) {
    Json e = Json::parse(R"({"step": 0.005, "steps": 60, "scene": {"bodies": [
      {"name": "slope", "motion": "fixed", "position": [0.1, 0, -0.1],
       "orientation": [0.96, 0.28, 0, 0], "restitution": 0.3, "friction": 0.4,
       "shapes": [{"type": "half_space", "orientation": [0.96, 0, 0.28, 0],
                   "position": [0, 0.1, 0.02]}]},
      {"name": "b", "mass": 1, "inertia": [0.01, 0.02, 0.015], "position": [0, 0, 0.2],
       "orientation": [0.8, 0.36, 0, 0.48],
       "velocity": [0.5, 0.2, -1], "angular_velocity": [1, 3, -2], "friction": 0.4}]}})");
    e["scene"]["bodies"][1]["shapes"] = Json::array({Json::parse(shape)});
    e["scene"]["bodies"][1]["shapes"][0].update(
        {{"position", {0.01, -0.02, 0.005}}, {"orientation", {0.6, 0, 0.8, 0}}});
    EXPECT_LT(change(e), 1e-6) << shape;
  }
}

TEST_P(InFrame, WhatHasNoImageIsLeftOut) {
  auto const left_out = [&](Json const& scene) {
    return !why_no_image({{"scene", scene}, {"step", 0.01}}, frame()).empty();
  };
  Json const ellipse = {{"along", 0.5}, {"across", 0.2}};
  EXPECT_TRUE(left_out({{"plane", "xz"}}));
  EXPECT_TRUE(left_out({{"assemblies", Json::array()}}));
  EXPECT_TRUE(left_out({{"bodies", {{{"friction", ellipse}}}}}));
  EXPECT_TRUE(left_out({{"loads", {{{"body", "b"}, {"file", "loads.txt"}}}}}));
  EXPECT_TRUE(left_out(
      {{"joints", {{{"type", "slider"}, {"axis", {0, 0, 1}}, {"compliance", {1, 2, 3}}}}}}));
  EXPECT_FALSE(left_out({{"bodies", Json::array()}}));
}

INSTANTIATE_TEST_SUITE_P(Frames, InFrame, ::testing::ValuesIn(Frame::names()),
                         [](auto const& each) { return each.param; });

}  // namespace
}  // namespace orthant::oracle
