// Numbers that differ between worlds: draws.
#include "orthant/core/config/draws.hpp"
#include "orthant/core/scene/read_scene.hpp"
#include "tests/config/scene_json.hpp"

namespace orthant::test {
namespace {

/// The good scene with one value replaced, for some worlds.
Scene worlds_with(std::string const& pointer, Json const& value, int worlds, int seed = 1,
                  OverWorlds* read = nullptr) {
  Json scene = good_scene(), resolved;
  if (!pointer.empty()) scene[Json::json_pointer(pointer)] = value;
  OverWorlds over(worlds, seed, "a.json");
  Scene out = read_worlds({scene, resolved, "a.json/scene"}, joint_types, over);
  if (read) *read = over;
  return out;
}

TEST(WorldNumbers, AreListedOneForEach) {
  for (Json const& given : {Json{1, 2, 3}, Json{{"values", {1, 2, 3}}}}) {
    auto const scene = worlds_with("/bodies/1/mass", given, 3);
    for (int w = 0; w < 3; ++w) {
      EXPECT_EQ(scene.of(w).bodies[1].mass, w + 1);
      EXPECT_DOUBLE_EQ(scene.of(w).bodies[1].inertia_B[0][0], 0.4 * (w + 1) * 0.01);
    }
  }
  auto const moved = worlds_with("/bodies/1/position", {0, {1, 2, 3}, 0}, 3);
  EXPECT_EQ(moved.of(2).bodies[1].pose.p_WB[1], 3);
  EXPECT_EQ(moved.of(2).joints[1].X_BJ.p_WB[1], 3);  // rotated by a half turn about x
}

TEST(WorldNumbers, ThatAreAbsentLeaveOneScene) {
  EXPECT_TRUE(worlds_with("", nullptr, 5).worlds.empty());
}

/// Reference values: the same on every platform, whatever else is drawn.
TEST(WorldNumbers, AreDrawnBySeedPathAndWorldAlone) {
  Json const given = {{"uniform", {2, 4}}};
  auto const few = worlds_with("/bodies/1/mass", given, 3),
             more = worlds_with("/bodies/1/mass", given, 9);
  EXPECT_EQ(few.of(0).bodies[1].mass, 2 + 2 * 0x1.51d9c68db6256p-2);
  EXPECT_EQ(few.of(2).bodies[1].mass, 2 + 2 * 0x1.f7cb91ddf5ef1p-1);
  for (int w = 0; w < 3; ++w) EXPECT_EQ(few.of(w).bodies[1].mass, more.of(w).bodies[1].mass);
  Json scene = good_scene(), resolved;
  scene["bodies"][1]["mass"] = given;
  scene["bodies"][0]["density"] = given;
  OverWorlds over(3, 1, "elsewhere/b.json");
  auto const both = read_worlds({scene, resolved, "elsewhere/b.json/scene"}, joint_types, over);
  for (int w = 0; w < 3; ++w) EXPECT_EQ(few.of(w).bodies[1].mass, both.of(w).bodies[1].mass);
  EXPECT_NE(over.numbers().at("/scene/bodies/0/density").value,
            over.numbers().at("/scene/bodies/1/mass").value);
  EXPECT_NE(worlds_with("/bodies/1/mass", given, 3, 2).of(0).bodies[1].mass,
            few.of(0).bodies[1].mass);
}

/// Mean and variance of many draws, within five standard errors.
TEST(WorldNumbers, HaveTheirDistribution) {
  int const n = 20000;
  struct Moments {
    Json given;
    double mean, variance;
    bool logarithm = false;
  };
  double const ln = std::log(100.0);
  for (auto const& [given, mean, variance, logarithm] :
       {Moments{{{"uniform", {1, 3}}}, 2, 4.0 / 12}, Moments{{{"normal", {5, 0.5}}}, 5, 0.25},
        Moments{{{"log_uniform", {0.01, 1}}}, -ln / 2, ln * ln / 12, true}}) {
    SCOPED_TRACE(given.dump());
    OverWorlds over(n, 7, "");
    over.value(given, "/x");
    double sum = 0, squares = 0;
    for (double x : over.numbers().at("/x").value) {
      if (logarithm) x = std::log(x);
      sum += x;
      squares += (x - mean) * (x - mean);
    }
    EXPECT_NEAR(sum / n, mean, 5 * std::sqrt(variance / n));
    EXPECT_NEAR(squares / n, variance, 5 * variance * std::sqrt(2.0 / n));
  }
}

TEST(WorldNumbers, FunctionsAreThoseOfTheLibrary) {
  EXPECT_EQ(draws::normal_quantile(0.01), -0x1.29c5c4630ff0ep+1);
  for (int k = 1; k < 2000; ++k) {
    double const p = k / 2000.0, x = draws::normal_quantile(p);
    EXPECT_NEAR(0.5 * std::erfc(-x / std::sqrt(2.0)), p, 1e-14);
    EXPECT_NEAR(draws::logarithm(p), std::log(p), 4e-16 * (1 - std::log(p)));
    EXPECT_NEAR(draws::exponential(10 * p) / std::exp(10 * p), 1, 4e-16);
  }
}

TEST(WorldNumbers, WhatWasGivenIsPutBack) {
  Json scene = good_scene(), document;
  scene["bodies"][1]["position"] = {0, {{"normal", {0, 1}}}, 0};
  OverWorlds over(3, 1, "a.json");
  Json& resolved = document["scene"];
  read_worlds({scene, resolved, "a.json/scene"}, joint_types, over);
  over.restore(document);
  EXPECT_EQ(document["scene"]["bodies"][1]["position"], scene["bodies"][1]["position"]);
}

}  // namespace
}  // namespace orthant::test
