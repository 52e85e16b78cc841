// A form of friction that a program adds: of the bits of the same one in the list, with its law,
// and beside which complementarity functions it stands.
#include <cstring>

#include "orthant/constraints/register.hpp"
#include "tests/config/refusal.hpp"
#include "tests/registered.hpp"

namespace orthant::test::own_friction {
namespace {

struct OwnDisc : AlartCurnierForm {
  static constexpr char const* name = "own_disc";
};
struct OwnNewton : WNewton {
  static constexpr char const* name = "own_newton";
};
struct OwnCone : Associated {
  static constexpr char const* name = "own_cone";
};
struct OwnPolygon : Polyhedral {
  static constexpr char const* name = "own_polygon";
};
struct OwnFunction : FischerBurmeister {
  static constexpr char const* name = "own_function";
};

Plugins<Space> const& with_own() {
  static auto const all = [] {
    auto plugins = registered();
    add_friction<Space, OwnDisc>(plugins);
    add_friction<Space, OwnNewton>(plugins);
    add_friction<Space, OwnCone>(plugins);
    add_friction<Space, OwnPolygon>(plugins);
    add_ncp<Space, OwnFunction>(plugins);
    add_formulation<Space, OwnFunction, OwnDisc>(plugins);
    return plugins;
  }();
  return all;
}

struct Run {
  Json resolved;
  Snapshot at;
};

/// A box that spins and slides on the floor.
Run run(Json const& solver, int steps = 40) {
  auto const backend = backend_with(with_own());
  Json const input = {
      {"solver", solver},
      {"scene",
       {{"bodies",
         {{{"name", "floor"}, {"motion", "fixed"}, {"shapes", {{{"type", "half_space"}}}}},
          {{"name", "box"},
           {"mass", 1},
           {"position", {0, 0, 0.12}},
           {"velocity", {2, 0.5, 0}},
           {"angular_velocity", {0, 0, 3}},
           {"shapes", {{{"type", "box"}, {"size", {0.2, 0.2, 0.2}}}}}}}}}}};
  Run out;
  Config config(input, out.resolved, "own");
  Setup setup;
  setup.h = 0.01;
  setup.scene = read_scene(config.child("scene"), backend->joint_types());
  auto const made = backend->build(setup, config);
  config.done();
  for (int k = 0; k < steps; ++k) made->step();
  out.at = made->snapshot();
  return out;
}

void expect_same_bits(Json const& a, Json const& b) {
  auto const one = run(a).at, other = run(b).at;
  auto const n = one.pose.size();
  ASSERT_EQ(n, 2u);
  EXPECT_EQ(std::memcmp(one.pose.data(), other.pose.data(), n * sizeof one.pose[0]), 0) << b;
  EXPECT_EQ(std::memcmp(one.twist.data(), other.twist.data(), n * sizeof one.twist[0]), 0) << b;
}

Json newton(Json const& friction, Json const& more = Json::object()) {
  Json out = {{"type", "newton"}, {"friction", friction}};
  out.update(more);
  return out;
}

TEST(OwnFriction, MovesInTheBitsOfTheSameOneOfTheList) {
  for (auto const& entry : with_own().ncp_functions.entries()) {
    Json const ncp = {{"ncp", entry.first}};
    if (entry.first == OwnFunction::name) continue;
    expect_same_bits(newton("alart_curnier", ncp), newton("own_disc", ncp));
  }
  expect_same_bits(newton("w_newton"), newton("own_newton"));
  expect_same_bits(newton("associated"), newton("own_cone"));
  expect_same_bits(newton({{"type", "polyhedral"}, {"facets", 6}}),
                   newton({{"type", "own_polygon"}, {"facets", 6}}));
  expect_same_bits(newton("alart_curnier"), newton("own_disc", {{"ncp", "own_function"}}));
}

/// The cascade goes on with solvers of the law of the form.
TEST(OwnFriction, KeepsItsLaw) {
  auto const then = [](Json const& friction) {
    return run({{"type", "cascade"}, {"friction", friction}}, 1).resolved["solver"]["then"];
  };
  for (auto const& each : then("own_cone")) EXPECT_EQ(each["friction"]["type"], "associated");
  auto const polygon = then({{"type", "own_polygon"}, {"facets", 6}});
  EXPECT_EQ(polygon[0]["friction"], (Json{{"type", "polyhedral"}, {"facets", 6}}));
  EXPECT_EQ(polygon.back()["type"], "lemke");
  EXPECT_EQ(then("own_disc"), then("alart_curnier"));
}

std::string refused(Json const& solver) {
  return refusal([&] { run(solver, 0); });
}

TEST(OwnFriction, StandsBesideTheFunctionsItWasCompiledWith) {
  EXPECT_EQ(refused(newton("own_newton", {{"ncp", "own_function"}})),
            "own/solver/friction: found \"own_newton\" beside ncp \"own_function\", allowed: a "
            "pair of which one comes with Orthant, or that a program compiles by add_formulation");
  EXPECT_THAT(refused(newton("own_cone", {{"ncp", "minimum_map"}})),
              HasSubstr("beside friction \"own_cone\""));
}

TEST(OwnFriction, IsNamedInRefusalsAndInTheCatalogue) {
  EXPECT_THAT(refused(newton("own_dics")), HasSubstr("own_cone, own_disc, own_newton"));
  EXPECT_THAT(refused(newton({{"type", "own_polygon"}, {"facets", 5}})),
              HasSubstr("solver/friction/facets: found 5"));
  EXPECT_THAT(refused(newton("own_disc", {{"linear", "pcr"}})),
              HasSubstr("or other friction: w_newton, own_newton"));
  std::vector<std::string> found;
  for (auto const& each : backend_with(with_own())->catalog())
    if (each.kind == "friction" && each.name.starts_with("own_")) found.push_back(each.name);
  EXPECT_EQ(found, (std::vector<std::string>{"own_cone", "own_disc", "own_newton", "own_polygon"}));
  auto twice = with_own();
  EXPECT_THROW((add_friction<Space, OwnCone>(twice)), std::logic_error);
}

}  // namespace
}  // namespace orthant::test::own_friction
