// Joints and couplings: the result of their options.
#include <cmath>

#include "tests/config/scene_json.hpp"

namespace orthant::test::joints {
namespace {

/// The last joint of a scene, read twice: the resolved configuration reads as itself.
JointSpec joint_of(Json const& input) {
  Json once, twice;
  scene_of(input, &once);
  auto const scene = scene_of(once, &twice);
  EXPECT_EQ(once, twice);
  return scene.joints.back();
}

Json json_of(Vec3 const& v) { return {v[0], v[1], v[2]}; }
Json json_of(Mat3 const& A) {
  Json out;
  for (int i = 0; i < 3; ++i) out.push_back({A[i][0], A[i][1], A[i][2]});
  return out;
}
Json json_of(std::vector<CurvePiece> const& pieces) {
  Json out = Json::array();
  for (auto const& p : pieces) out.push_back({{"b", p.b}, {"d", p.d}});
  return out;
}
Json bound(Real x) { return std::isfinite(x) ? Json(x) : Json(x > 0 ? "inf" : "-inf"); }

Json json_of(CoordinateSpec const& c) {
  constexpr char const* motors[] = {"none", "position", "velocity", "force", "prescribed"};
  return {{"coordinate", c.coordinate},
          {"lower", bound(c.lower)},
          {"upper", bound(c.upper)},
          {"limit_compliance", c.limit_compliance},
          {"friction", c.friction},
          {"stiffness", c.stiffness},
          {"damping", c.damping},
          {"rest", c.rest},
          {"spring", json_of(c.spring)},
          {"damper", json_of(c.damper)},
          {"motor", motors[static_cast<int>(c.motor)]},
          {"kp", c.kp},
          {"target_at_1", c.target.value(1)},
          {"target_slope_at_0", c.target.slope(0)}};
}

Json json_of(JointSpec const& j) {
  Vec3 const x{{1, 0, 0}}, z{{0, 0, 1}};
  Json out = {{"name", j.name},
              {"type", j.type},
              {"a", j.a},
              {"b", j.b},
              {"length", j.length},
              {"radius", j.radius},
              {"parts_collide", j.parts_collide},
              {"level", j.level == Level::velocity ? "velocity" : "position"},
              {"compliance", json_of(j.compliance)},
              {"angular_compliance", json_of(j.angular_compliance)},
              {"damping", json_of(j.damping)},
              {"correction", json_of(j.correction)},
              {"angular_correction", json_of(j.angular_correction)},
              {"cam", {{"cosine", j.cam.cosine}, {"sine", j.cam.sine}}},
              {"x_of_a", json_of(rotate(j.X_AJ.q_WB, x))},
              {"z_of_a", json_of(rotate(j.X_AJ.q_WB, z))},
              {"x_of_b", json_of(rotate(j.X_BJ.q_WB, x))},
              {"z_of_b", json_of(rotate(j.X_BJ.q_WB, z))},
              {"coordinates", Json::array()}};
  for (auto const& c : j.coordinates) out["coordinates"].push_back(json_of(c));
  for (auto const& c : j.coupled)
    out["coupled"].push_back({{"joint", c.joint},
                              {"coordinate", c.coordinate},
                              {"harmonics", c.wave.count},
                              {"period", c.period},
                              {"start", c.start},
                              {"pieces", c.table.size()}});
  return out;
}

[[maybe_unused]] bool const joints = test_rows(
    "JointsOfScenes", "config/joints.json",
    [](Json const& row) { expect_values(json_of(joint_of(input_of(row))), row["joint"]); });

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
      auto const q = joint_of(changed(base_of("hinge"), {{"/joints/0", joint}})).X_AJ.q_WB;
      EXPECT_LE(norm(rotate(q, Vec3{{1, 0, 0}}) - a), 1e-15);
      EXPECT_LE(norm(rotate(q, Vec3{{0, 1, 0}}) - b), 1e-15);
      ++pairs;
    }
  EXPECT_GT(pairs, 20);
}

std::vector<CurvePiece> table_of(Json const& of) {
  return joint_of(changed(base_of("coupling"), {{"/joints/6/of", Json::array({of})}}))
      .coupled[0]
      .table;
}

/// The curve passes through the points with two continuous derivatives and is straight outside; or
/// it is monotone.
TEST(Couplings, HaveTablesThatAreSplines) {
  Json const points = {{0, 0}, {1, 2}, {3, 3}, {4, 1}, {6, 2}};
  auto const pieces_of = [&](Json const& more) {
    Json of = {{"joint", "rod"}, {"table", points}};
    of.update(more);
    return table_of(of);
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
  auto const line = table_of({{"joint", "rod"}, {"table", {{1, 5}, {3, 9}}}});
  EXPECT_EQ(line[0].b, 2);
  EXPECT_EQ(line[0].d, 0);
  EXPECT_EQ(line[1].b, 2);
}

}  // namespace
}  // namespace orthant::test::joints
