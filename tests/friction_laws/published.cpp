// The contact models of MuJoCo and of Drake's SAP: closed forms with the integrators that take
// them, the settings that they refuse, and the solvers that support them.
#include "orthant/constraints/contact/detail/contact_law.hpp"
#include "tests/friction_laws/methods.hpp"

namespace orthant::test::published {
namespace {

constexpr Real g = 10, mu = 0.5, h = 0.005, T = 0.02;

Changes with(Json const& model, Changes more = {}) {
  more.push_back("contact.model=" + model.dump());
  more.push_back("contact.overlap_tolerance=1");
  return more;
}
/// Of MuJoCo, an impedance that does not depend on the distance.
Json flat(Real d, Json more = Json::object()) {
  more.update({{"type", "mujoco"}, {"least_impedance", d}, {"most_impedance", d}});
  return more;
}
Changes sap(Json model = Json::object(), Changes const& more = {}) {
  model["type"] = "sap";
  return with(model, more);
}
std::string height(Real z) { return "bodies.1.position=" + json({{0, 0, z}}); }
std::string slope(Real angle) {
  return "gravity=" + json({{g * std::sin(angle), 0, -g * std::cos(angle)}});
}

Settings const convex{
    .whole_solver = R"({"type": "newton", "friction": "associated", "tolerance": 1e-12})",
    .whole_integrator = R"({"type": "semi_implicit_euler"})"};

class Published : public testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(Of, Published,
                         testing::ValuesIn(two_convex_methods(in_one_stage, "implicit_euler",
                                                              "moreau_jean")),
                         method_name);
class PublishedByEuler : public Published {};
INSTANTIATE_TEST_SUITE_P(Of, PublishedByEuler,
                         testing::ValuesIn(two_convex_methods(is_eulers, "implicit_euler",
                                                              "semi_implicit_euler")),
                         method_name);

/// From the margin minus the gap on.
TEST_P(Published, PushesWithinItsMargin) {
  Json const model = flat(0.8, {{"margin", 0.01}, {"gap", 0.004}});
  Trial trial(foot_on_floor, h, GetParam().settings, with(model));
  trial.run(150);
  EXPECT_NEAR(trial.position("body")[2], 0.1 + 0.006 - 0.2 * g * T * T, 1e-9);
  EXPECT_NEAR(trial.impulse_between("floor", "body")[2], g * h, 1e-9);
}

///   b v = R_f f,  R_f = (1 - d)/(d m i),  f = m g sin/n:   v = (1 - d) g sin T/(2 n i)
TEST_P(Published, CreepsOnASlope) {
  Real const angle = std::atan(0.6 * mu), i = 4;
  Changes const changes = with(flat(0.8, {{"friction_impedance", i}}), {slope(angle)});
  Real const speed = 0.2 * g * std::sin(angle) * T / (2 * i);
  Trial ball(foot_on_floor, h, GetParam().settings, changes);
  ball.run(300);
  EXPECT_NEAR(ball.velocity("body")[0] / speed, 1, 1e-7);
  auto const contacts = ball.simulation().last_step().contact_impulses();
  ASSERT_EQ(contacts.size(), 1);
  expect_near(contacts[0].sliding_W, ball.velocity("body"), 1e-12);
  Trial box(box_on_floor, h, GetParam().settings, changes);
  box.run(600);
  EXPECT_NEAR(box.velocity("body")[0] / speed, 0.25, 1e-5);
}

/// A contact sliding at speed v has w_n = mu |w_f| with w = -a_ref + R f:
///   k d r = mu (b v - mu R_f f) - R_n f
TEST_P(Published, SlidesAtTheHeightOfTheAssociatedLaw) {
  Real const d = 0.8, i = 2, v = 0.02, b = 2 / (d * T), k = 1 / (d * d * T * T);
  Changes changes = with(flat(d, {{"friction_impedance", i}}));
  for (char const* each :
       {"bodies.0.motion=\"kinematic\"", "bodies.0.velocity=[-0.02,0,0]", "bodies.1.force=[5,0,0]"})
    changes.push_back(each);
  Trial trial(foot_on_floor, h, GetParam().settings, changes);
  trial.run(300);
  Real const R = (1 - d) / d, r = (mu * (b * v - mu * R / i * g) - R * g) / (k * d);
  ASSERT_LT(r, 0);
  EXPECT_NEAR(trial.position("body")[2] - 0.1, r, 1e-9);
  expect_near(trial.impulse_between("floor", "body"), {{-mu * g * h, 0, g * h}}, 1e-9);
  EXPECT_NEAR(trial.velocity("body")[0], 0, 1e-8);
}

/// S = 1/(T zeta)^2, B = 2/T.
TEST(MujocoContact, HasTheSameLawInDirectForm) {
  Json const one = {{"type", "mujoco"}, {"damping_ratio", 0.6}},
             direct = {{"type", "mujoco"}, {"stiffness", 1 / (0.36 * T * T)}, {"damping", 2 / T}};
  Changes const fall = {height(0.12), "bodies.1.velocity=[1,0,-1]"};
  Trial a(foot_on_floor, 0.002, convex, with(one, fall)),
      b(foot_on_floor, 0.002, convex, with(direct, fall));
  a.run(100);
  b.run(100);
  expect_near(a.position("body"), b.position("body"), 1e-10);
}

/// R_i mu_i^2 is the same along both axes: v_i = R_i f_i/b, R = (R_1, 4 R_1) for mu = (1/2, 1/4).
TEST(MujocoContact, CreepsOnAnEllipseByItsRule) {
  Real const d = 0.8, b = 2 / (d * T), R = (1 - d) / d;
  Trial trial(foot_on_floor, h, convex,
              with(flat(d), {"gravity=[0.5,0.4,-10]", "bodies.1.friction=10",
                             "contact.friction_combination=\"minimum\"",
                             R"(bodies.0.friction={"along": 0.5, "across": 0.25})"}));
  trial.run(400);
  EXPECT_NEAR(trial.velocity("body")[0], R * 0.5 / b, 1e-9);
  EXPECT_NEAR(trial.velocity("body")[1], 4 * R * 0.4 / b, 1e-9);
}

TEST(MujocoImpedance, GrowsFromTheLeastToTheMost) {
  ReferenceLaw const law{
      .holds = true, .least = 0.5, .most = 0.9, .width = 0.01, .midpoint = 0.3, .power = 3};
  EXPECT_DOUBLE_EQ(law.impedance(0), 0.5);
  EXPECT_DOUBLE_EQ(law.impedance(-0.003), 0.5 + 0.4 * 0.3);  // y(m) = m
  EXPECT_DOUBLE_EQ(law.impedance(0.003), law.impedance(-0.003));
  EXPECT_DOUBLE_EQ(law.impedance(-0.01), 0.9);
  EXPECT_DOUBLE_EQ(law.impedance(-1), 0.9);
  auto const slope = [&](Real x) {
    return (law.impedance(x + 1e-8) - law.impedance(x - 1e-8)) / 2e-8;
  };
  EXPECT_NEAR(slope(0.003 - 1e-7), 3 * 0.4 / 0.01, 1e-2);  // p on both sides of the midpoint
  EXPECT_NEAR(slope(0.003 + 1e-7), 3 * 0.4 / 0.01, 1e-2);
  EXPECT_NEAR(slope(0.01 - 1e-7), 0, 1e-2);
  ReferenceLaw straight = law;
  straight.power = 1;
  EXPECT_DOUBLE_EQ(straight.impedance(-0.007), 0.5 + 0.4 * 0.7);
}

Real const w = std::sqrt(3) / 3;  // of a foot of 1 kg: W_cc is the identity
Real const least = w / (4 * pi * pi);

/// c/(h + tau) + R_n m g h = 0,   R_n = beta^2 w/(4 pi^2)  or  C/(h (h + tau)),  if that is more
TEST_P(Published, RestsByTheLeastComplianceOrByThatOfItsSurface) {
  for (Real const beta : {1.0, 2.5}) {
    Trial trial(foot_on_floor, h, GetParam().settings, sap({{"near_rigid", beta}}));
    trial.run(200);
    EXPECT_NEAR(trial.position("body")[2] - 0.1, -g * beta * beta * least * h * h, 1e-9);
  }
  Trial soft(foot_on_floor, h, GetParam().settings,
             sap({}, {"bodies.0.compliance=1e-4", "bodies.0.relaxation_time=0.02"}));
  soft.run(400);
  EXPECT_NEAR(soft.position("body")[2] - 0.1, -g * 1e-4, 1e-9);
  Trial stiff(foot_on_floor, h, GetParam().settings,
              sap({}, {"bodies.0.compliance=1e-9", "bodies.0.relaxation_time=0.02"}));
  stiff.run(400);
  EXPECT_NEAR(stiff.position("body")[2] - 0.1, -g * least * h * (h + 0.02), 1e-9);
}

/// lambda = max(0, -(v_free + c/(h + tau))/(1/m + R_n)), for c + (h + tau) v_free < 0, although the
/// surfaces are still apart.
TEST_P(PublishedByEuler, IsDampedBeforeItTouches) {
  for (Real const C : {0.0, 2e-4}) {
    Real const tau = C > 0 ? 0.05 : 0, span = h + tau, R = std::max(least, C / (h * span));
    Changes changes = {"bodies.1.position=[0,0,0.15]"};
    if (C > 0) {
      changes.push_back("bodies.0.compliance=" + json(C));
      changes.push_back("bodies.0.relaxation_time=0.05");
    }
    Trial trial(foot_on_floor, h, GetParam().settings, sap({}, changes));
    Real c = 0.05, v = 0;
    int before = 0;
    for (int step = 0; step < 200; ++step) {
      v -= h * g;
      Real const lambda = std::max(0.0, -(v + c / span) / (1 + R));
      v += lambda;
      c += h * v;
      before += lambda > 0 && c > 0;
      trial.run(1);
      ASSERT_NEAR(trial.velocity("body")[2], v, 1e-10) << "step " << step;
      ASSERT_NEAR(trial.position("body")[2], 0.1 + c, 1e-10) << "step " << step;
    }
    EXPECT_GT(before, C > 0 ? 2 : -1);
    EXPECT_NEAR(c, -g * R * h * span, 1e-9);
  }
}

/// The energy of a contact is that of its actual compliance.
TEST(SapContact, StoresEnergyInItsLeastCompliance) {
  Trial trial(foot_on_floor, h, convex, sap({}));
  trial.run(200);
  Real const c = trial.position("body")[2] - 0.1;
  EXPECT_NEAR(trial.measures().elastic / (0.5 * c * c / (least * h * h)), 1, 1e-6);
}

/// A small ball at 20 m/s, braked by a damper of 30 ms from a distance of 64 cm on. The braking
/// impulse at a distance is no softer than in contact.
TEST(SapContact, IsDampedFromAfarAsWhereItTouches) {
  Real const C = 1e-5, tau = 0.03, dt = 0.002, R = C / (dt * (dt + tau));
  Trial trial(R"({
    "gravity": [0, 0, 0], "contact": {"model": "sap"},
    "bodies": [
      {"name": "wall", "motion": "fixed", "compliance": 1e-5, "relaxation_time": 0.03,
       "shapes": [{"type": "sphere", "radius": 0.01}]},
      {"name": "body", "mass": 1, "position": [0.7, 0, 0], "velocity": [-20, 0, 0],
       "shapes": [{"type": "sphere", "radius": 0.01}]}]})",
              dt, convex);
  Real c = 0.68, v = -20;
  for (int step = 0; step < 40; ++step) {
    v += std::max(0.0, -(v + c / (dt + tau)) / (1 + R));
    c += dt * v;
    trial.run(1);
    ASSERT_NEAR(trial.velocity("body")[0], v, 1e-9) << "step " << step;
  }
  EXPECT_GT(c, 0);
}

/// Open contacts have no row.
TEST(SapContact, PressesOnWhatOverlapsAloneIfItDoesNotLookAhead) {
  Changes const changes = sap({}, {"bodies.1.position=[0,0,0.102]", "bodies.1.velocity=[0,0,-1]",
                                   "contact.speculative=false", "bodies.0.compliance=1e-4"});
  Trial trial(foot_on_floor, h, convex, changes);
  trial.run(1);
  EXPECT_NEAR(trial.velocity("body")[2], -1 - g * h, 1e-12);
  trial.run(1);
  EXPECT_GT(trial.velocity("body")[2], -1);
}

std::string refusal(Settings const& settings, Changes const& changes) {
  return refusal_of(box_on_floor, changes, settings);
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
    Trial first(box_on_floor, h, convex, changes);
    first.run(60);
    for (Json each : kinds) {
      if (each["type"] != "sequence") each["tolerance"] = 1e-11;
      Settings settings = convex;
      settings.whole_solver = each.dump();
      Trial other(box_on_floor, h, settings, changes);
      other.run(60);
      expect_near(other.position("body"), first.position("body"), 1e-8);
      expect_near(other.spin("body"), first.spin("body"), 1e-7);
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
