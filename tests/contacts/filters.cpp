// Which shapes touch: groups, and pairs of bodies that never do.
#include "orthant/core/config/error.hpp"
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

std::string message_of(Changes const& changes) {
  try {
    Trial const trial(balls, h, {}, changes);
  } catch (Error const& e) {
    return e.what();
  }
  return "";
}

TEST(Filters, RefuseUnknownNames) {
  EXPECT_NE(message_of({R"(bodies.1.touches=["defualt"])"}).find("/bodies/1/touches/0"),
            std::string::npos);
  EXPECT_NE(message_of({R"(apart=[["ball_1","bal_2"]])"}).find("nearest: \"ball_2\""),
            std::string::npos);
  EXPECT_NE(message_of({R"(apart=[["ball_3*","floor"]])"}).find("/apart/0/0"), std::string::npos);
  EXPECT_NE(message_of({R"(apart=[["floor","floor"]])"}).find("two bodies"), std::string::npos);
  EXPECT_NE(message_of({R"(bodies.1.groups="one")"}).find("an array of names"), std::string::npos);
  std::string many = "bodies.1.groups=[";
  for (int k = 0; k < 32; ++k) many += (k ? ",\"" : "\"") + std::to_string(k) + "\"";
  EXPECT_NE(message_of({many + "]"}).find("at most 32 groups"), std::string::npos);
}

}  // namespace
}  // namespace orthant::test::filters
