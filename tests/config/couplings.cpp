// Couplings: their result, and the messages for wrong ones.
#include <cmath>

#include "tests/config/scene_json.hpp"

namespace orthant::test::couplings {
namespace {

JointTypes const types = {
    {"ball", {.frames = Frames::point}},
    {"hinge", {.frames = Frames::axis, .coordinates = {{"", "angle"}}}},
    {"slider", {.frames = Frames::axis, .coordinates = {{"", "displacement"}}}},
    {"cylindrical",
     {.frames = Frames::axis,
      .coordinates = {{"translation", "displacement"}, {"rotation", "angle"}},
      .thread = "advance"}},
    {"strut",
     {.frames = Frames::two_points,
      .coordinates = {{"", "distance"}},
      .has_rows = false,
      .without_length = "ball"}},
    {"gear",
     {.frames = Frames::wheels, .has_rows = false, .held = "gear_advance", .has_teeth = true}},
    {"coupling", {.frames = Frames::point, .has_rows = false, .couples = true}}};

/// Three bodies and a fixed one; joints "turn" of the first, "way" of the second, "both" of the
/// first and the second, "rod" from the fixed one to the second, "third", and a ball.
Json scene_with(Json const& coupling) {
  Json scene = parse_json(R"({
    "bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1]}, {"name": "b", "mass": 1, "inertia": [1, 1, 1]},
               {"name": "c", "mass": 1, "inertia": [1, 1, 1]}, {"name": "wall", "motion": "fixed"}],
    "joints": [
      {"name": "turn", "type": "hinge", "b": "a", "point": [0, 0, 0], "axis": [0, 0, 1]},
      {"name": "way", "type": "slider", "b": "b", "point": [0, 0, 0], "axis": [0, 0, 1]},
      {"name": "both", "type": "cylindrical", "a": "a", "b": "b", "point": [0, 0, 0], "axis": [0, 0, 1]},
      {"name": "rod", "type": "strut", "a": "wall", "b": "b", "point_a": [0, 0, 2], "point_b": [0, 0, 0]},
      {"name": "third", "type": "hinge", "b": "c", "point": [0, 0, 0], "axis": [0, 0, 1]},
      {"name": "knob", "type": "ball", "b": "c", "point": [0, 0, 0]}]})",
                          "scene");
  scene["joints"].push_back(coupling);
  return scene;
}

JointSpec coupling_of(Json const& of, Json const& more = Json::object()) {
  Json joint = {{"type", "coupling"}, {"of", of}};
  joint.update(more);
  Json const input = scene_with(joint);
  Json once, twice;
  read_scene({input, once, "scene"}, types);
  auto const scene = read_scene({once, twice, "scene"}, types);
  EXPECT_EQ(once, twice);
  return scene.joints.back();
}

Json const screw = {{{"joint", "turn"}, {"ratio", 0.02}}, {{"joint", "way"}, {"ratio", -1}}};

TEST(Couplings, AreOfCoordinatesOfJoints) {
  auto const joint = coupling_of(
      {{{"joint", "both"}, {"coordinate", "rotation"}, {"cosine", {0, 2}}, {"sine", {1}}},
       {{"joint", "rod"}, {"table", {{0, 0}, {1, 2}, {3, 3}}}},
       {{"joint", "way"}, {"sine", {1}}, {"period", 0.5}}});
  EXPECT_EQ(joint.name, "joint 6");
  EXPECT_EQ(joint.a, 0);
  EXPECT_EQ(joint.b, 1);
  ASSERT_EQ(joint.coupled.size(), 3u);
  auto const &rotation = joint.coupled[0], &rod = joint.coupled[1],
             &displacement = joint.coupled[2];
  EXPECT_EQ(rotation.joint, 2);
  EXPECT_EQ(rotation.coordinate, "angle");
  EXPECT_EQ(rotation.wave.count, 2);
  EXPECT_NEAR(rotation.period, 2 * M_PI, 1e-15);
  EXPECT_EQ(rod.coordinate, "distance");
  EXPECT_EQ(rod.start, 2);
  EXPECT_EQ(rod.table.size(), 3u);
  EXPECT_EQ(displacement.period, 0.5);
  ASSERT_EQ(joint.coordinates.size(), 1u);
  EXPECT_EQ(joint.coordinates[0].coordinate, "coupling");
  EXPECT_TRUE(joint.coordinates[0].motor == Motor::prescribed);
}

/// The curve passes through the points with two continuous derivatives and is straight outside; or
/// it is monotone.
TEST(Couplings, HaveTablesThatAreSplines) {
  Json const points = {{0, 0}, {1, 2}, {3, 3}, {4, 1}, {6, 2}};
  auto const pieces_of = [&](Json const& more) {
    Json of = {{"joint", "rod"}, {"table", points}};
    of.update(more);
    return coupling_of(Json::array({of})).coupled[0].table;
  };
  auto const spline = pieces_of(Json::object());
  ASSERT_EQ(spline.size(), 5u);
  EXPECT_EQ(spline.front().c, 0);
  for (std::size_t k = 0; k + 1 < spline.size(); ++k) {
    auto const &p = spline[k], &next = spline[k + 1];
    auto const end = value_of(p, next.x);
    EXPECT_EQ(p.f, points[k][1].get<double>());
    EXPECT_NEAR(end.f, next.f, 1e-14);
    EXPECT_NEAR(end.slope, next.b, 1e-14);
    EXPECT_NEAR(2 * p.c + 6 * p.d * (next.x - p.x), 2 * next.c, 1e-14);
  }
  EXPECT_EQ(spline.back().c, 0);
  EXPECT_EQ(spline.back().d, 0);
  EXPECT_EQ(pieces_of({{"interpolation", "cubic"}})[2].b, 0) << "flat at the highest point";
  auto const line = coupling_of({{{"joint", "rod"}, {"table", {{1, 5}, {3, 9}}}}}).coupled[0].table;
  EXPECT_EQ(line[0].b, 2);
  EXPECT_EQ(line[0].d, 0);
  EXPECT_EQ(line[1].b, 2);
}

TEST(Couplings, HoldYieldOrLeaveItToTheLaws) {
  auto const soft = coupling_of(screw, {{"compliance", 0.25}, {"damping", 3}}).coordinates[0];
  EXPECT_TRUE(soft.motor == Motor::none);
  EXPECT_EQ(soft.stiffness, 4);
  EXPECT_EQ(soft.damping, 3);
  auto const loose = coupling_of(screw, {{"backlash", 0.5}}).coordinates[0];
  EXPECT_EQ(loose.upper, 0.25);
  EXPECT_EQ(loose.lower, -0.25);
  auto const free = coupling_of(screw, {{"held", false}, {"friction", 2}}).coordinates[0];
  EXPECT_EQ(free.friction, 2);
  EXPECT_TRUE(free.motor == Motor::none);
  EXPECT_EQ(free.coordinate, "coupling");
}

TEST(Couplings, WrongCoordinatesAreRefused) {
  auto const found = [](Json const& term) {
    return refusal([&] { coupling_of(Json::array({term})); });
  };
  auto const of = [](char const* joint, Json const& more) {
    Json out = {{"joint", joint}};
    out.update(more);
    return out;
  };
  Json const ratio = {{"ratio", 1}};
  EXPECT_THAT(found(of("elbow", ratio)), HasSubstr("scene/joints/6/of/0/joint: found \"elbow\""));
  EXPECT_THAT(found(of("joint 6", ratio)), HasSubstr("that stands before the coupling"));
  EXPECT_THAT(found(of("knob", ratio)), HasSubstr("found \"knob\", of type \"ball\""));
  EXPECT_THAT(found(ratio), HasSubstr("of/0/joint: found nothing"));
  EXPECT_THAT(found(of("both", ratio)), HasSubstr("of/0/coordinate"));
  EXPECT_THAT(found(of("both", {{"coordinate", "angle"}, {"ratio", 1}})),
              HasSubstr("translation, rotation"));
  EXPECT_THAT(found(of("turn", {{"coordinate", "rotation"}, {"ratio", 1}})),
              HasSubstr("unknown key"));
  EXPECT_THAT(found(of("turn", Json::object())), HasSubstr("of/0: found no function"));
  EXPECT_THAT(found(of("turn", {{"ratio", 1}, {"table", {{0, 0}, {1, 1}}}})),
              HasSubstr("of/0: found more than one function"));
  EXPECT_THAT(found(of("turn", {{"ratio", 1}, {"sine", {1}}})), HasSubstr("more than one"));
  EXPECT_THAT(found(of("turn", {{"ratio", 0}})), HasSubstr("of/0/ratio: found 0"));
  EXPECT_THAT(found(of("turn", {{"sine", {0, 0}}})), HasSubstr("harmonics that are all 0"));
  EXPECT_THAT(found(of("way", {{"sine", {1}}})), HasSubstr("of/0/period: found nothing"));
  EXPECT_THAT(found(of("way", {{"sine", {1}}, {"period", 0}})), HasSubstr("of/0/period: found 0"));
  EXPECT_THAT(found(of("way", {{"ratio", 1}, {"period", 1}})), HasSubstr("unknown key"));
  EXPECT_THAT(found(of("way", {{"table", {{0, 0}}}})), HasSubstr("of/0/table: found an array"));
  EXPECT_THAT(found(of("way", {{"table", {{0, 1}, {0, 2}}}})), HasSubstr("of/0/table/1: found 0"));
  EXPECT_THAT(found(of("way", {{"table", {{0, 1}, {1, 1}}}})), HasSubstr("the same value"));
  EXPECT_THAT(found(of("way", {{"table", {{0, 1}, {1, 2}}}, {"interpolation", "linear"}})),
              HasSubstr("spline, cubic"));
  EXPECT_THAT(found(of("way", {{"ratio", 1}, {"interpolation", "cubic"}})),
              HasSubstr("unknown key"));
}

TEST(Couplings, WrongOnesAreRefused) {
  auto const found = [](Json const& of, Json const& more = Json::object()) {
    return refusal([&] { coupling_of(of, more); });
  };
  Json three = screw;
  three.push_back({{"joint", "third"}, {"ratio", 1}});
  EXPECT_THAT(found(three), HasSubstr("scene/joints/6/of: found joints of 3 bodies: \"a\", \"b\", "
                                      "\"c\", allowed: joints that have at most two bodies"));
  EXPECT_THAT(found(Json::array()), HasSubstr("scene/joints/6/of: found 0 coordinates"));
  EXPECT_THAT(found({screw[0], screw[0], screw[0], screw[0], screw[0]}), HasSubstr("one to 4"));
  EXPECT_THAT(refusal([] { coupling_of("turn"); }), HasSubstr("joints/6/of: found"));
  EXPECT_THAT(found(screw, {{"damping", 1}}), HasSubstr("joints/6/damping: found damping of a"));
  EXPECT_THAT(found(screw, {{"compliance", -1}}), HasSubstr("joints/6/compliance: found -1"));
  for (char const* key : {"spring", "limits", "motor", "damper"})
    EXPECT_THAT(found(screw, {{key, Json::object()}}), HasSubstr("\"held\": false")) << key;
  EXPECT_THAT(found(screw, {{"held", false}}), HasSubstr("nothing that acts along"));
  EXPECT_THAT(found(screw, {{"held", false}, {"friction", 1}, {"compliance", 1}}),
              HasSubstr("joints/6/compliance: found a value beside \"held\": false"));
  EXPECT_THAT(found(screw, {{"a", "a"}}), HasSubstr("unknown key"));
  EXPECT_THAT(found(screw, {{"level", "velocity"}}), HasSubstr("unknown key"));
  Json const again = {{"type", "coupling"}, {"of", {{{"joint", "first"}, {"ratio", 1}}}}};
  Json scene = scene_with({{"name", "first"}, {"type", "coupling"}, {"of", screw}});
  scene["joints"].push_back(again);
  Json resolved;
  EXPECT_THAT(refusal([&] {
                read_scene({scene, resolved, "scene"}, types);
              }),
              HasSubstr("found \"first\", of type \"coupling\""));
  scene["joints"].back()["of"][0]["joint"] = "way";
  scene["joints"][4]["name"] = "way";
  EXPECT_THAT(refusal([&] {
                read_scene({scene, resolved, "scene"}, types);
              }),
              HasSubstr("the name of more than one joint"));
}

}  // namespace
}  // namespace orthant::test::couplings
