// Couplings of coordinates: their result.
#include <cmath>

#include "tests/config/scene_json.hpp"

namespace orthant::test::couplings {
namespace {

/// Of the joints "turn", "way", "both" and "rod" of the scene.
JointSpec coupling_of(Json const& of, Json const& more = Json::object()) {
  Json joint = {{"type", "coupling"}, {"of", of}};
  joint.update(more);
  Json const input = changed(base_of("coupling"), {{"/joints/6", joint}});
  Json once, twice;
  read_scene({input, once, "scene"}, joint_types);
  auto const scene = read_scene({once, twice, "scene"}, joint_types);
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

}  // namespace
}  // namespace orthant::test::couplings
