// Joints: the result of their options, and the messages for wrong ones.
#include "tests/config/scene_json.hpp"

namespace orthant::test::joints {
namespace {

JointTypes const types = {
    {"fixed", {.frames = Frames::axis, .needs_axis = false}},
    {"hinge", {.frames = Frames::axis, .coordinates = {{"", "angle"}}}},
    {"cylindrical",
     {.frames = Frames::axis,
      .coordinates = {{"translation", "displacement"}, {"rotation", "angle"}},
      .thread = "advance"}},
    {"universal", {Frames::two_axes, {{"rotation_a", "angle_a"}, {"rotation_b", "angle_b"}}}},
    {"distance", {.frames = Frames::two_points}},
    {"link", {.frames = Frames::link}},
    {"strut",
     {.frames = Frames::two_points,
      .coordinates = {{"", "distance"}},
      .has_rows = false,
      .without_length = "ball"}},
    {"rack", {.frames = Frames::wheels, .has_rows = false, .held = "rack_advance"}},
    {"gear",
     {.frames = Frames::wheels, .has_rows = false, .held = "gear_advance", .has_teeth = true}}};

/// A scene with one body and this joint to the world, read twice: the resolved configuration reads
/// as itself.
JointSpec joint_of(Json const& joint) {
  Json const input = {{"bodies", {{{"name", "b"}, {"mass", 1}, {"inertia", {1, 1, 1}}}}},
                      {"joints", Json::array({joint})}};
  Json once, twice;
  read_scene({input, once, "scene"}, types);
  auto const scene = read_scene({once, twice, "scene"}, types);
  EXPECT_EQ(once, twice);
  return scene.joints[0];
}

Json const hinge = {{"type", "hinge"}, {"b", "b"}, {"point", {0, 0, 0}}, {"axis", {0, 0, 1}}};

JointSpec hinge_with(Json const& options) {
  Json joint = hinge;
  joint.update(options);
  return joint_of(joint);
}
std::string refusal_of(Json const& options) {
  return refusal([&] { hinge_with(options); });
}

TEST(Joints, HaveNames) {
  EXPECT_EQ(hinge_with(Json::object()).name, "joint 0");
  EXPECT_EQ(hinge_with({{"name", "elbow"}}).name, "elbow");
}

TEST(Joints, TensorsAreNumbersAxesOrMatrices) {
  auto const number = hinge_with({{"compliance", 2}, {"damping", 3}});
  EXPECT_EQ(number.compliance[1][1], 2);
  EXPECT_EQ(number.compliance[0][1], 0);
  EXPECT_EQ(number.damping[2][2], 3);
  EXPECT_EQ(number.angular_compliance[0][0], 0);
  EXPECT_EQ(hinge_with({{"angular_compliance", {1, 2, 3}}}).angular_compliance[1][1], 2);
  Json const matrix = {{2, 1, 0}, {1, 2, 0}, {0, 0, 0}};
  EXPECT_EQ(hinge_with({{"compliance", matrix}}).compliance[0][1], 1);
}

TEST(Joints, WrongTensorsAreRefused) {
  EXPECT_THAT(refusal_of({{"compliance", -1}}), HasSubstr("scene/joints/0/compliance: found -1"));
  EXPECT_THAT(refusal_of({{"compliance", {1, -1, 0}}}), HasSubstr("joints/0/compliance/1"));
  Json const skew = {{1, 1, 0}, {0, 1, 0}, {0, 0, 1}}, saddle = {{1, 2, 0}, {2, 1, 0}, {0, 0, 1}};
  EXPECT_THAT(refusal_of({{"angular_compliance", skew}}),
              HasSubstr("angular_compliance: found a matrix that is not symmetric"));
  EXPECT_THAT(refusal_of({{"compliance", 1}, {"damping", saddle}}),
              HasSubstr("damping: found a matrix that is not positive semidefinite"));
  EXPECT_THAT(refusal_of({{"compliance", {{1, 2}, {2, 1}, {0, 0}}}}), HasSubstr("three numbers"));
  EXPECT_THAT(refusal_of({{"damping", 1}}), HasSubstr("damping of rows that do not yield"));
}

TEST(Joints, LevelsAreByName) {
  EXPECT_EQ(hinge_with({{"level", "position"}}).level, Level::position);
  auto const velocity = hinge_with({{"level", "velocity"}, {"baumgarte", 0.3}});
  EXPECT_EQ(velocity.level, Level::velocity);
  for (auto const* Y : {&velocity.correction, &velocity.angular_correction})
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) EXPECT_EQ((*Y)[i][k], i == k ? 0.3 : 0);
  EXPECT_EQ(hinge_with({{"level", "velocity"}}).correction[0][0], 0);
  EXPECT_THAT(refusal_of({{"level", "acceleration"}}), HasSubstr("position, velocity"));
  EXPECT_THAT(refusal_of({{"level", "velocity"}, {"baumgarte", 1.5}}), HasSubstr("baumgarte"));
  EXPECT_THAT(refusal_of({{"baumgarte", 0.5}}), HasSubstr("unknown key"));
  EXPECT_THAT(refusal_of({{"angular_baumgarte", 0.5}}), HasSubstr("unknown key"));
}

TEST(Joints, CorrectionsAreOfEachAxis) {
  Json const level = {{"level", "velocity"}};
  auto const with = [&](Json more) {
    more.update(level);
    return more;
  };
  auto const one = hinge_with(with({{"baumgarte", {0.1, 0.2, 1}}}));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(one.correction[i][i], (Vec3{{0.1, 0.2, 1}}[i]));
  EXPECT_EQ(one.angular_correction[0][0], 0);
  Json const rotated = {{0.5, 0.5, 0}, {0.5, 0.5, 0}, {0, 0, 0}};  // eigenvalues 0, 0 and 1
  auto const both = hinge_with(with({{"baumgarte", 0.3}, {"angular_baumgarte", rotated}}));
  EXPECT_EQ(both.correction[2][2], 0.3);
  EXPECT_EQ(both.angular_correction[0][1], 0.5);
  Json const large = {{0.5, 0.6, 0}, {0.6, 0.5, 0}, {0, 0, 0}},
             skew = {{0.5, 0.1, 0}, {-0.1, 0.5, 0}, {0, 0, 0}};
  for (char const* key : {"baumgarte", "angular_baumgarte"}) {
    EXPECT_THAT(refusal_of(with({{key, large}})), HasSubstr(key));
    EXPECT_THAT(refusal_of(with({{key, skew}})), HasSubstr("not symmetric"));
    EXPECT_THAT(refusal_of(with({{key, {0.5, 1.5, 0}}})), HasSubstr("eigenvalues"));
  }
}

TEST(Joints, LawsAlongACoordinateStandInTheJoint) {
  auto const joint = hinge_with(
      {{"limits", {{"lower", -1}}},
       {"friction", 0.5},
       {"spring", {{"stiffness", 3}, {"damping", 4}, {"rest", 5}}},
       {"motor",
        {{"type", "position"}, {"kp", 6}, {"target", {{"amplitude", 2}, {"frequency", 0.25}}}}}});
  ASSERT_EQ(joint.coordinates.size(), 1u);
  auto const& c = joint.coordinates[0];
  EXPECT_EQ(c.coordinate, "angle");
  EXPECT_EQ(c.lower, -1);
  EXPECT_EQ(c.upper, std::numeric_limits<Real>::infinity());
  EXPECT_EQ(c.friction, 0.5);
  EXPECT_EQ(c.stiffness, 3);
  EXPECT_EQ(c.damping, 4);
  EXPECT_EQ(c.rest, 5);
  EXPECT_TRUE(c.motor == Motor::position);
  EXPECT_EQ(c.kp, 6);
  EXPECT_NEAR(c.target.value(1), 2, 1e-15);  // a quarter of a turn
  EXPECT_NEAR(c.target.slope(0), 2 * M_PI * 0.5, 1e-15);
}

TEST(Joints, MotorsOfAPositionWithoutATargetHoldTheStart) {
  Json const motor = {{"type", "position"}, {"kp", 6}};
  EXPECT_EQ(hinge_with({{"motor", motor}}).coordinates[0].target.offset, 0);
  auto const strut = joint_of({{"type", "strut"},
                               {"b", "b"},
                               {"point_a", {0, 0, 2}},
                               {"point_b", {0, 0, 0}},
                               {"motor", motor}});
  EXPECT_EQ(strut.coordinates[0].target.offset, 2);
  EXPECT_EQ(strut.coordinates[0].target.amplitude, 0);
}

TEST(Joints, OfACamHaveItsHarmonics) {
  auto const with = [](Json const& cam) {
    return joint_of({{"type", "cylindrical"},
                     {"b", "b"},
                     {"point", {0, 0, 0}},
                     {"axis", {1, 0, 0}},
                     {"cam", cam}});
  };
  auto const joint = with({{"cosine", {0.1, 0.2}}, {"sine", {0, 0, 3}}});
  EXPECT_EQ(joint.cam.cosine[1], 0.2);
  EXPECT_EQ(joint.cam.sine[2], 3);
  ASSERT_EQ(joint.coordinates.size(), 1u);
  EXPECT_EQ(joint.coordinates[0].coordinate, "advance");
  EXPECT_TRUE(with(nullptr).coordinates.empty());
  auto const found = [&](Json const& cam) { return refusal([&] { with(cam); }); };
  EXPECT_THAT(found(Json::object()), HasSubstr("scene/joints/0/cam: found an object"));
  EXPECT_THAT(found({{"sine", {0, 0}}}), HasSubstr("scene/joints/0/cam: found"));
  EXPECT_THAT(found({{"sine", 0.1}}), HasSubstr("scene/joints/0/cam/sine: found 0.1"));
  EXPECT_THAT(found({{"sine", {1, "x"}}}), HasSubstr("scene/joints/0/cam/sine: found"));
  EXPECT_THAT(found({{"cosine", Json(std::vector<double>(9, 1.))}}), HasSubstr("8 at most"));
  EXPECT_THAT(found({{"tangent", {1, 2}}}), HasSubstr("unknown key"));
}

Json const gear = {{"type", "gear"},         {"b", "b"},          {"point_a", {0, 0, 1}},
                   {"point_b", {0, 0, 1.5}}, {"axis", {2, 0, 0}}, {"teeth_a", 20},
                   {"teeth_b", 30}};

JointSpec gear_with(Json const& more) {
  Json joint = gear;
  joint.update(more);
  return joint_of(joint);
}

/// Pitch circles touch at the given centres; the radius of a wheel in a ring is negative.
TEST(Joints, OfWheelsHaveRadiiByTheirTeeth) {
  auto const joint = gear_with(Json::object());
  EXPECT_EQ(joint.length, 0.5);
  EXPECT_NEAR(joint.radius, 0.3, 1e-15);
  EXPECT_NEAR(norm(rotate(joint.X_AJ.q_WB, {{0, 0, 1}}) - Vec3{{1, 0, 0}}), 0, 1e-15);
  EXPECT_NEAR(norm(rotate(joint.X_BJ.q_WB, {{1, 0, 0}}) - Vec3{{0, 0, 1}}), 0, 1e-15);
  EXPECT_NEAR(gear_with({{"internal", true}}).radius, 1.5, 1e-15);
  EXPECT_NEAR(gear_with({{"internal", true}, {"teeth_b", 10}}).radius, -0.5, 1e-15);
  ASSERT_EQ(joint.coordinates.size(), 1u);
  EXPECT_EQ(joint.coordinates[0].coordinate, "gear_advance");
  EXPECT_TRUE(joint.coordinates[0].motor == Motor::prescribed);
  auto const soft = gear_with({{"compliance", 0.25}, {"damping", 3}}).coordinates[0];
  EXPECT_TRUE(soft.motor == Motor::none);
  EXPECT_EQ(soft.stiffness, 4);
  EXPECT_EQ(soft.damping, 3);
  auto const loose = gear_with({{"compliance", 0.25}, {"backlash", 0.5}}).coordinates[0];
  EXPECT_EQ(loose.lower, -0.25);
  EXPECT_EQ(loose.upper, 0.25);
  EXPECT_EQ(loose.limit_compliance, 0.25);
  EXPECT_EQ(loose.stiffness, 0);
}

TEST(Joints, WrongWheelsAreRefused) {
  auto const found = [](Json const& more) { return refusal([&] { gear_with(more); }); };
  EXPECT_THAT(found({{"teeth_a", 0}}), HasSubstr("scene/joints/0/teeth_a: found 0"));
  EXPECT_THAT(found({{"teeth_b", -3}}), HasSubstr("scene/joints/0/teeth_b: found -3"));
  EXPECT_THAT(found({{"internal", true}, {"teeth_b", 20}}),
              HasSubstr("scene/joints/0/teeth_b: found as many teeth as \"teeth_a\""));
  EXPECT_THAT(found({{"axis", {1, 0, 0.1}}}),
              HasSubstr("not at right angles to the line between the points"));
  EXPECT_THAT(found({{"point_b", {0, 0, 1}}}), HasSubstr("the same point as point_a"));
  EXPECT_THAT(found({{"damping", 1}}), HasSubstr("scene/joints/0/damping: found damping of teeth"));
  EXPECT_THAT(found({{"backlash", -1}}), HasSubstr("scene/joints/0/backlash: found -1"));
  for (char const* key : {"motor", "limits", "spring"})
    EXPECT_THAT(found({{key, Json::object()}}), HasSubstr("unknown key")) << key;
  EXPECT_THAT(found({{"type", "rack"}}), HasSubstr("unknown key")) << "a rack has no teeth_a";
  Json none = gear;
  none.erase("teeth_b");
  EXPECT_THAT(refusal([&] { joint_of(none); }), HasSubstr("teeth_b"));
}

TEST(Joints, OfALinkHaveTheAxisAcross) {
  Json const link = {{"type", "link"},
                     {"b", "b"},
                     {"point_a", {0, 0, 1}},
                     {"point_b", {0, 0, 3}},
                     {"axis", {0, 2, 0}}};
  auto const joint = joint_of(link);
  EXPECT_EQ(joint.length, 2);
  EXPECT_NEAR(norm(rotate(joint.X_AJ.q_WB, {{1, 0, 0}}) - Vec3{{0, 1, 0}}), 0, 1e-15);
  EXPECT_NEAR(norm(rotate(joint.X_BJ.q_WB, {{0, 0, 1}}) - Vec3{{0, 0, 1}}), 0, 1e-15);
  auto const with = [&](char const* key, Json const& value) {
    Json bad = link;
    bad[key] = value;
    return refusal([&] { joint_of(bad); });
  };
  EXPECT_THAT(with("axis", {0, 1, 0.1}), HasSubstr("joints/0/axis: found an axis that is not at"));
  EXPECT_THAT(with("axis", {0, 0, 0}), HasSubstr("joints/0/axis: found a zero vector"));
  EXPECT_THAT(with("point_b", {0, 0, 1}), HasSubstr("joints/0/point_b: found the same point"));
}

TEST(Joints, OfTheWorldWithABodyHaveItOnEitherSide) {
  Json joint = hinge;
  joint["a"] = "b";
  joint["b"] = "world";
  auto const found = joint_of(joint);
  EXPECT_EQ(found.a, 0);
  EXPECT_EQ(found.b, -1);
  joint["a"] = "world";
  EXPECT_THAT(refusal([&] { joint_of(joint); }), HasSubstr("joints/0/b: found the world"));
  joint["b"] = "c";
  EXPECT_THAT(refusal([&] { joint_of(joint); }),
              HasSubstr("joints/0/b: found \"c\", allowed: the name of a body, or \"world\""));
}

TEST(Joints, WrongLawsAreRefused) {
  EXPECT_THAT(refusal_of({{"limits", {{"lower", 1}, {"upper", 0}}}}), HasSubstr("limits/upper"));
  EXPECT_THAT(refusal_of({{"friction", -1}}), HasSubstr("joints/0/friction"));
  EXPECT_THAT(refusal_of({{"spring", {{"stiffness", -1}}}}), HasSubstr("spring/stiffness"));
  EXPECT_THAT(refusal_of({{"spring", {{"stifness", 1}}}}), HasSubstr("unknown key"));
  EXPECT_THAT(refusal_of({{"motor", {{"type", "steam"}, {"target", 0}}}}), HasSubstr("motor/type"));
  EXPECT_THAT(refusal_of({{"motor", {{"type", "velocity"}}}}), HasSubstr("motor/target"));
  EXPECT_THAT(refusal_of({{"motor", {{"type", "position"}, {"target", 0}}}}),
              HasSubstr("motor/kp"));
  EXPECT_THAT(refusal_of({{"motor", {{"type", "force"}, {"value", 0}, {"max_effort", 1}}}}),
              HasSubstr("unknown key"));
  EXPECT_THAT(
      refusal_of({{"motor", {{"type", "position"}, {"kp", 1}, {"target", 0}, {"max_effort", -1}}}}),
      HasSubstr("motor/max_effort"));
}

TEST(Joints, ForcesAlongACoordinateMayBeTables) {
  Json const points = {{-1, -5}, {0, 0}, {1, 20}};
  auto const joint = hinge_with({{"spring", {{"force", points}, {"interpolation", "linear"}}},
                                 {"damper", {{"force", points}}}});
  auto const& c = joint.coordinates[0];
  EXPECT_EQ(c.stiffness, 0);
  EXPECT_EQ(c.rest, 0);
  ASSERT_EQ(c.spring.size(), 3u);
  EXPECT_EQ(c.spring[0].b, 5);
  EXPECT_EQ(c.spring[0].d, 0);
  ASSERT_EQ(c.damper.size(), 3u);
  EXPECT_NE(c.damper[0].d, 0);
  EXPECT_EQ(hinge_with({{"spring", {{"force", points}, {"rest", 0.5}}}}).coordinates[0].rest, 0.5);
}

TEST(Joints, WrongTablesAreRefused) {
  Json const points = {{-1, -5}, {0, 0}, {1, 20}};
  auto const of = [&](Json const& force) { return refusal_of({{"spring", {{"force", force}}}}); };
  EXPECT_THAT(of(3), HasSubstr("joints/0/spring/force: found 3, allowed: an array of two points"));
  EXPECT_THAT(of({{0, 1}}), HasSubstr("spring/force: found an array of 1"));
  EXPECT_THAT(of({{0, 1}, {1, 2, 3}}), HasSubstr("spring/force/1: found an array of 3"));
  EXPECT_THAT(of({{0, 1}, {"a", 2}}), HasSubstr("spring/force/1"));
  EXPECT_THAT(of({{0, 1}, {1, 2}, {1, 3}}), HasSubstr("spring/force/2: found 1 after 1, allowed"));
  EXPECT_THAT(refusal_of({{"spring", {{"force", points}, {"stiffness", 1}}}}),
              HasSubstr("spring/stiffness"));
  EXPECT_THAT(refusal_of({{"spring", {{"force", points}, {"interpolation", "spline"}}}}),
              HasSubstr("cubic, linear"));
  EXPECT_THAT(refusal_of({{"spring", {{"stiffness", 1}, {"interpolation", "linear"}}}}),
              HasSubstr("without \"force\""));
  EXPECT_THAT(refusal_of({{"damper", Json::object()}}), HasSubstr("damper/force"));
  EXPECT_THAT(refusal_of({{"spring", {{"damping", 1}}}, {"damper", {{"force", points}}}}),
              HasSubstr("joints/0/damper: found a damper beside"));
}

TEST(Joints, OfTwoCoordinatesHaveThemApart) {
  Json joint = hinge;
  joint["type"] = "cylindrical";
  joint["rotation"] = {{"friction", 0.5}};
  auto const read = joint_of(joint);
  ASSERT_EQ(read.coordinates.size(), 1u);
  EXPECT_EQ(read.coordinates[0].coordinate, "angle");
  joint["friction"] = 1;
  EXPECT_THAT(refusal([&] { joint_of(joint); }), HasSubstr("unknown key"));
}

TEST(Joints, OfTwoPointsRestWhereTheyArePlaced) {
  Json joint = {{"type", "strut"}, {"b", "b"}, {"point_a", {0, 0, 2}}, {"point_b", {0, 0, 0}}};
  EXPECT_EQ(joint_of(joint).length, 2);
  EXPECT_EQ(joint_of(joint).coordinates[0].rest, 2);
  joint["compliance"] = 1;  // it holds nothing
  EXPECT_THAT(refusal([&] { joint_of(joint); }), HasSubstr("unknown key"));
  joint.erase("compliance");
  joint["type"] = "distance";
  joint["point_b"] = {0, 0, 2};
  EXPECT_THAT(refusal([&] { joint_of(joint); }), HasSubstr("the same point as point_a"));
}

/// The force -K d of a spring with rest length zero needs no direction; all other laws do.
TEST(Joints, AStrutMayStartWithoutLengthIfItIsASpringThatRestsThere) {
  Json joint = {{"type", "strut"},
                {"b", "b"},
                {"point_a", {0, 0, 2}},
                {"point_b", {0, 0, 2}},
                {"spring", {{"stiffness", 4}}}};
  auto const read = joint_of(joint);
  EXPECT_EQ(read.type, "ball");
  EXPECT_EQ(read.compliance[1][1], 0.25);
  EXPECT_EQ(read.compliance[0][1], 0);
  EXPECT_TRUE(read.parts_collide);
  std::pair<char const*, Json> const refused[] = {{"spring", {{"stiffness", 0}}},
                                                  {"spring", {{"stiffness", 4}, {"rest", 1}}},
                                                  {"spring", {{"stiffness", 4}, {"damping", 1}}},
                                                  {"limits", {{"upper", 1}}},
                                                  {"friction", 1},
                                                  {"motor", {{"type", "force"}, {"value", 1}}}};
  for (auto const& [key, value] : refused) {
    Json other = joint;
    other[key] = value;
    EXPECT_THAT(refusal([&] { joint_of(other); }), HasSubstr("a length of zero has no direction"))
        << key;
  }
}

/// x of the frame along the axis of a, y along that of b, for any perpendicular axes.
TEST(Joints, OfTwoAxesHaveTheirFrameAlongBoth) {
  Json joint = {{"type", "universal"}, {"b", "b"}, {"point", {1, 2, 3}}};
  std::vector<Vec3> const axes{{{1, 0, 0}}, {{-1, 0, 0}}, {{0, 1, 0}},    {{0, -1, 0}},
                               {{0, 0, 1}}, {{0, 0, -1}}, {{0.6, 0, 0.8}}};
  int pairs = 0;
  for (auto const& a : axes)
    for (auto const& b : axes) {
      if (std::abs(dot(a, b)) > 1e-12) continue;
      joint["axis"] = {a[0], a[1], a[2]};
      joint["axis_b"] = {b[0], b[1], b[2]};
      auto const q = joint_of(joint).X_AJ.q_WB;
      EXPECT_LE(norm(rotate(q, Vec3{{1, 0, 0}}) - a), 1e-15);
      EXPECT_LE(norm(rotate(q, Vec3{{0, 1, 0}}) - b), 1e-15);
      ++pairs;
    }
  EXPECT_GT(pairs, 20);
  joint["axis_b"] = joint["axis"];
  EXPECT_THAT(refusal([&] { joint_of(joint); }), HasSubstr("not at right angles"));
}

}  // namespace
}  // namespace orthant::test::joints
