// Which shapes touch: against a look at every pair, of few in a world and of as many as a grid is
// made for; groups, and pairs of bodies that never do.
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <utility>

#include "tests/physics/scenes.hpp"

namespace orthant::test::filters {
namespace {

constexpr Real h = 0.01;

/// Two balls above the floor; the second falls beside the first.
constexpr char const* balls = R"({
  "gravity": [0, 0, -10],
  "bodies": [
    {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
    {"name": "ball_1", "mass": 1, "position": [0, 0, 0.5],
     "shapes": [{"type": "sphere", "radius": 0.5}]},
    {"name": "ball_2", "mass": 1, "position": [0, 0, 1.5],
     "shapes": [{"type": "sphere", "radius": 0.5}]}
  ]})";

/// The heights of both balls after a second; at rest on what they touch they keep theirs.
Vec<2> heights(Changes const& changes) {
  Trial trial(balls, h, {}, changes);
  trial.run(30);
  return {{trial.position("ball_1")[2], trial.position("ball_2")[2]}};
}

void expect_at(Vec<2> const& found, bool first_stays, bool second_stays) {
  EXPECT_EQ(std::abs(found[0] - 0.5) < 1e-6, first_stays) << found[0];
  EXPECT_EQ(std::abs(found[1] - 1.5) < 1e-6, second_stays) << found[1];
}

TEST(Filters, LetAllTouchByDefault) { expect_at(heights({}), true, true); }

/// One of two has to touch a group of the other.
TEST(Filters, AskForGroups) {
  expect_at(heights({R"(bodies.1.groups=["one"])"}), true, true);
  expect_at(heights({R"(bodies.1.groups=["one"])", R"(bodies.2.groups=["one"])"}), true, false);
  expect_at(heights({R"(bodies.1.groups=["one"])", R"(bodies.2.groups=["one"])",
                     R"(bodies.1.touches=["one","default"])"}),
            true, true);
  expect_at(heights({R"(bodies.1.groups=["one"])", R"(bodies.1.touches=[])"}), false, false);
  expect_at(
      heights({R"(bodies.0.touches=["one"])", R"(bodies.0.groups=[])", R"(bodies.1.groups=["one"])",
               R"(bodies.2.touches=["one"])", R"(bodies.2.groups=[])"}),
      true, true);
}

/// Shapes may differ from their body.
TEST(Filters, BelongToShapes) {
  expect_at(heights({R"(bodies.1.groups=["one"])",
                     R"(bodies.2.shapes=[{"type":"sphere","radius":0.5,"groups":["one"]}])"}),
            true, false);
}

TEST(Filters, KeepNamedBodiesApart) {
  expect_at(heights({R"(apart=[["ball_1","ball_2"]])"}), true, false);
  expect_at(heights({R"(apart=[["ball_*","ball_*"]])"}), true, false);
  expect_at(heights({R"(apart=[["floor","*"]])"}), false, false);
  expect_at(heights({R"(apart=[["*_2","f*r"]])"}), true, true);
}

void expect_refused(Changes const& changes, char const* says) {
  EXPECT_NE(refusal_of(balls, changes).find(says), std::string::npos) << says;
}

TEST(Filters, RefuseUnknownNames) {
  expect_refused({R"(bodies.1.touches=["defualt"])"}, "/bodies/1/touches/0");
  expect_refused({R"(apart=[["ball_1","bal_2"]])"}, "nearest: \"ball_2\"");
  expect_refused({R"(apart=[["ball_3*","floor"]])"}, "/apart/0/0");
  expect_refused({R"(apart=[["floor","floor"]])"}, "two bodies");
  expect_refused({R"(bodies.1.groups="one")"}, "an array of names");
  std::string many = "bodies.1.groups=[";
  for (int k = 0; k < 32; ++k) many += (k ? ",\"" : "\"") + std::to_string(k) + "\"";
  expect_refused({many + "]"}, "at most 32 groups");
}

struct Ball {
  Vec3 x;
  Real r;
};

/// In a box of the size in which each touches a few others.
std::vector<Ball> scattered(int count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<Real> part(0, 1);
  Real const side = 0.25 * std::cbrt(count);
  std::vector<Ball> out(count);
  for (auto& ball : out) {
    for (int i = 0; i < 3; ++i) ball.x[i] = side * part(random);
    ball.r = 0.1 + 0.1 * part(random);
  }
  return out;
}

std::string scene_of(std::vector<Ball> const& all) {
  Json bodies = Json::array();
  for (std::size_t k = 0; k < all.size(); ++k)
    bodies.push_back({{"name", "ball " + std::to_string(k)},
                      {"mass", 1},
                      {"position", {all[k].x[0], all[k].x[1], all[k].x[2]}},
                      {"shapes", {{{"type", "sphere"}, {"radius", all[k].r}}}}});
  return Json({{"gravity", {0, 0, 0}}, {"contact", {{"overlap_tolerance", 1}}}, {"bodies", bodies}})
      .dump();
}

TEST(Pairs, AreThoseThatALookAtEachPairFinds) {
  for (int const count : {2, 12, 63, 66, 300}) {
    SCOPED_TRACE(count);
    auto const all = scattered(count);
    std::set<std::pair<int, int>> exact, found;
    for (int a = 0; a < count; ++a)
      for (int b = a + 1; b < count; ++b)
        if (norm(all[b].x - all[a].x) < all[a].r + all[b].r) exact.emplace(a, b);
    Trial trial(scene_of(all), 1e-3);
    for (auto const& c : trial.simulation().contacts())
      if (c.gap < 0) found.insert(std::minmax(c.a, c.b));
    EXPECT_GE(2 * exact.size(), static_cast<std::size_t>(count) / 2);
    EXPECT_EQ(found, exact);
  }
}

}  // namespace
}  // namespace orthant::test::filters
