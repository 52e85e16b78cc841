// Settings that the contact models of other simulators refuse, and the solvers that support them.
#include <gmock/gmock.h>

#include "orthant/core/config/error.hpp"
#include "tests/friction_laws/methods.hpp"

namespace orthant::test::published {
namespace {

Settings const convex = [] {
  Settings out = by_solver({{"type", "newton"}, {"friction", "associated"}, {"tolerance", 1e-11}});
  out.whole_integrator = R"({"type": "semi_implicit_euler"})";
  return out;
}();

std::string refusal(Settings const& settings, Changes const& changes) {
  try {
    Trial(box_on_floor, 0.005, settings, changes);
  } catch (Error const& error) {
    return error.what();
  }
  return "";
}

/// A change and the expected message.
struct Refused {
  char const *change, *says;
};

TEST(PublishedContacts, AreRefusedBesideWhatTheyDoNotKnow) {
  Refused const both[] = {
      {R"(contact.level="position")", "contact/level: found \"position\" beside model"},
      {"contact.baumgarte=0.2", "contact/baumgarte"},
      {"contact.recovery_speed=1", "contact/recovery_speed"},
      {"contact.least_norm=1e-4", "contact/least_norm"},
      {R"(contact.restitution_form="literal")", "contact/restitution_form"},
      {"contact.creep_speed=0.1", "contact/creep_speed"},
      {"contact.friction_softness=0.1", "contact/friction_softness"},
      {"bodies.1.restitution=0.5", "bodies/1/restitution: found 0.5 beside model"},
      {"bodies.0.adhesion=1", "bodies/0/adhesion"},
      {"bodies.0.torsional_friction=0.1", "bodies/0/torsional_friction"},
      {"bodies.0.rolling_friction=0.1", "bodies/0/rolling_friction"},
      {R"(bodies.1.friction={"static": 0.6, "kinetic": 0.4, "stribeck_speed": 0.1})",
       "bodies/1/friction"}};
  for (char const* model : {"sap", "mujoco"}) {
    std::string const chosen = std::string("contact.model=\"") + model + "\"";
    EXPECT_EQ(refusal(convex, {chosen}), "");
    EXPECT_EQ(refusal(convex, {chosen, R"(contact.level="velocity")"}), "");
    for (auto const& each : both)
      EXPECT_THAT(refusal(convex, {chosen, each.change}), testing::HasSubstr(each.says)) << model;
  }
}

TEST(PublishedContacts, OfMujocoHaveNoOtherComplianceAndSearch) {
  Refused const more[] = {
      {"bodies.0.compliance=1e-4", "bodies/0/compliance"},
      {"contact.touching=1e-5", "contact/touching"},
      {"contact.margin=0.1", "contact/margin"},
      {"contact.speculative=false", "contact/speculative"},
      {"contact.model.gap=0.1", "contact/model/gap: found 0.1 beside margin 0"},
      {"contact.model.stiffness=100", "contact/model/stiffness: found one without the other"},
      {"contact.model.damping=100", "contact/model/damping: found one without the other"},
      {"contact.model.time_constant=0.009", "contact/model/time_constant: found 0.009 beside"},
      {"contact.model.most_impedance=1", "contact/model/most_impedance"}};
  for (auto const& each : more)
    EXPECT_THAT(refusal(convex, {R"(contact.model={"type": "mujoco"})", each.change}),
                testing::HasSubstr(each.says));
  EXPECT_THAT(
      refusal(convex, {R"(contact.model={"type": "mujoco", "stiffness": 1e3, "damping": 50})",
                       "contact.model.damping_ratio=1"}),
      testing::HasSubstr("contact/model/damping_ratio: found a value beside \"stiffness\""));
}

/// The laws relate u- and u+ of a whole step.
TEST(PublishedContacts, AreNotSteppedInStages) {
  int accepted = 0;
  for (auto const& each : convex_methods([](Method const&) { return true; }))
    for (char const* model : {"mujoco", "sap"}) {
      auto const why = refusal(each.settings, {std::string("contact.model=\"") + model + "\""});
      accepted += why.empty();
      EXPECT_EQ(why.empty(), in_one_stage(each)) << why;
      EXPECT_THAT(why, testing::AnyOf("", testing::HasSubstr("integrator: found a method of two")));
    }
  EXPECT_GT(accepted, 10);
}

/// An overlap that is found late is removed as fast as it arose, except by Euler's methods.
TEST(PublishedContacts, OfSapLookAheadWhereNothingDampsThem) {
  for (auto const& each : convex_methods(in_one_stage)) {
    auto const why =
        refusal(each.settings, {R"(contact.model="sap")", "contact.speculative=false"});
    if (is_eulers(each)) {
      EXPECT_EQ(why, "") << each.name;
    } else {
      EXPECT_THAT(why, testing::HasSubstr("contact/speculative: found false beside")) << each.name;
    }
  }
}

/// Every form and every solver: refused if it has another law; otherwise all agree.
TEST(PublishedContacts, AreSolvedByTheAssociatedLawAlone) {
  Json const kinds[] = {
      {{"type", "newton"}, {"friction", "associated"}},
      {{"type", "cascade"}, {"friction", "associated"}},
      {{"type", "sequence"}, {"solvers", {{{"type", "newton"}, {"friction", "associated"}}}}}};
  for (char const* model : {"sap", "mujoco"}) {
    Changes const changes = {std::string("contact.model=\"") + model + "\"",
                             "bodies.1.velocity=[0.3,0.4,0]", "bodies.1.angular_velocity=[0,0,1]",
                             "bodies.1.position=[0,0,0.0995]", "contact.overlap_tolerance=1"};
    Trial first(box_on_floor, 0.005, convex, changes);
    first.run(60);
    for (Json each : kinds) {
      if (each["type"] != "sequence") each["tolerance"] = 1e-11;
      Settings settings = convex;
      settings.whole_solver = each.dump();
      Trial other(box_on_floor, 0.005, settings, changes);
      other.run(60);
      expect_near(other.position("box"), first.position("box"), 1e-8);
      expect_near(other.spin("box"), first.spin("box"), 1e-7);
    }
    for (auto const& by : solvers_of_coulombs_law()) {
      Settings settings = by.settings;
      settings.whole_integrator = convex.whole_integrator;
      EXPECT_THAT(refusal(settings, changes),
                  testing::HasSubstr("solver: found Coulomb's law beside contact model"))
          << by.name;
    }
  }
}

}  // namespace
}  // namespace orthant::test::published
