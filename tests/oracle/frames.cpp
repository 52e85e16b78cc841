// Every trial is right in every frame, and motions without a closed form are the same in all.
#include "bench/oracle/frames.hpp"

#include <gtest/gtest.h>

#include "bench/oracle/cases.hpp"

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

/// Two bodies without any symmetry that fall, with joints between them, and loads.
Json pair(char const* joints, char const* loads = "[]") {
  Json out = Json::parse(R"({"step": 0.01, "steps": 20, "scene": {"bodies": [
    {"name": "a", "mass": 2, "inertia": [[0.3, 0.05, -0.02], [0.05, 0.4, 0.03], [-0.02, 0.03, 0.5]],
     "position": [0.1, 0.2, 0.3], "orientation": [0.8, 0.36, -0.48, 0],
     "velocity": [0.2, -0.5, 0.1], "angular_velocity": [1, -2, 0.5]},
    {"name": "b", "mass": 1, "inertia": [[0.2, -0.03, 0], [-0.03, 0.1, 0.02], [0, 0.02, 0.15]],
     "position": [0.4, -0.2, 0.1], "force": [1, 2, 3], "torque": [0.3, -0.1, 0.2],
     "angular_velocity": [-1, 0.3, 2]}]}})");
  out["scene"]["joints"] = Json::parse(joints);
  out["scene"]["loads"] = Json::parse(loads);
  return out;
}

TEST_P(InFrame, JointsAndTheirLawsMoveBodiesAlike) {
  for (char const* joints : {
           R"([{"type": "hinge", "a": "a", "b": "b", "point": [0.2, 0, 0.2], "axis": [1, 2, -1],
                "spring": {"stiffness": 20, "rest": 0.3}, "limits": {"upper": 0.1}}])",
           R"([{"type": "slider", "a": "a", "b": "b", "point": [0.2, 0, 0.2], "axis": [1, 2, -1],
                "motor": {"type": "velocity", "target": 0.5}}])",
           R"([{"type": "cylindrical", "a": "a", "b": "b", "point": [0.2, 0, 0.2],
                "axis": [1, 2, -1], "pitch": 0.3,
                "translation": {"spring": {"stiffness": 50, "rest": 0.1}}}])",
           R"([{"type": "cylindrical", "a": "a", "b": "b", "point": [0.2, 0, 0.2],
                "axis": [1, 2, -1], "cam": {"sine": [0.1, 0.03], "cosine": [0.05]}}])",
           R"([{"type": "universal", "a": "a", "b": "b", "point": [0.2, 0, 0.2],
                "axis": [1, 0, 1], "axis_b": [1, 1, -1],
                "rotation_a": {"spring": {"stiffness": 9, "rest": 0.4}},
                "rotation_b": {"motor": {"type": "force", "value": 2}}}])",
           R"([{"type": "planar", "a": "a", "b": "b", "point": [0.2, 0, 0.2], "axis": [1, 2, -1],
                "motor": {"type": "velocity", "target": 1}}])",
           R"([{"type": "point_on_line", "a": "a", "b": "b", "point": [0.2, 0, 0.2],
                "axis": [1, 2, -1], "spring": {"stiffness": 20, "rest": 0.3}}])",
           R"([{"type": "point_on_plane", "a": "a", "b": "b", "point": [0.2, 0, 0.2],
                "axis": [1, 2, -1]}])",
           R"([{"type": "revolute_spherical", "a": "a", "b": "b", "point_a": [0.1, 0.2, 0.3],
                "point_b": [0.3, 0.2, 0.3], "axis": [0, 1, 2]}])",
           R"([{"type": "strut", "a": "a", "b": "b", "point_a": [0.1, 0.2, 0.3],
                "point_b": [0.4, 0, 0.1], "motor": {"type": "force", "value": 3}}])",
           R"([{"type": "torsion", "a": "a", "b": "b", "point": [0.2, 0, 0.2], "axis": [1, 2, -1],
                "spring": {"stiffness": 20, "rest": 0.3}}])",
           R"([{"type": "fixed", "a": "a", "b": "b", "point": [0.2, 0, 0.2],
                "open": {"offset": [0.01, 0.02, -0.01], "rotation": [0.1, -0.2, 0.3]},
                "compliance": 1e-3, "angular_compliance": 1e-2}])",
           R"([{"type": "ball", "a": "a", "b": "b", "point": [0.2, 0, 0.2],
                "compliance": [[1e-3, 2e-4, 0], [2e-4, 2e-3, -1e-4], [0, -1e-4, 4e-3]],
                "damping": [5, 2, 1]}])",
           R"([{"type": "gear", "a": "a", "b": "b", "point_a": [0.1, 0.2, 0.3],
                "point_b": [0.3, 0.2, 0.3], "axis": [0, 1, 2], "teeth_a": 10, "teeth_b": 20}])",
           R"([{"type": "rack", "a": "a", "b": "b", "point_a": [0.1, 0.2, 0.3],
                "point_b": [0.3, 0.2, 0.3], "axis": [0, 1, 2]}])",
           R"([{"type": "slider", "name": "s", "b": "a", "point": [0.2, 0, 0.2],
                "axis": [1, 2, -1]},
               {"type": "hinge", "name": "h", "b": "b", "point": [0, 0, 0.2], "axis": [1, 0, 1]},
               {"type": "coupling", "of": [{"joint": "s", "ratio": 1},
                                           {"joint": "h", "ratio": -0.3}]}])"})
    EXPECT_LT(change(pair(joints)), 1e-7) << joints;
}

TEST_P(InFrame, LoadsMoveBodiesAlike) {
  for (char const* loads :
       {R"([{"body": "a", "force": [10, -5, 3], "torque": [1, 2, -1], "point": [0.2, 0.1, 0.4]}])",
        R"([{"body": "a", "force": [10, -5, 3], "torque": [1, 2, -1], "frame": "body",
             "point": [0.2, 0.1, 0.4]}])",
        R"([{"body": "b", "force": [[0, 1, 2, 3], [0.1, -9, 0, 5]],
             "torque": [[0, 0, 0, 0], [0.2, 1, 2, -3]]}])"})
    EXPECT_LT(change(pair("[]", loads)), 1e-9) << loads;
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
