// Islands that stand: what a step need not compute of them, while others move.

#include "orthant/backends/stepping/steered.hpp"
#include "orthant/tests/conformance/simulations.hpp"
#include "orthant/tests/conformance/watch.hpp"
#include "tests/registered.hpp"

namespace orthant::test {
namespace {

/// A stack, a box on two others and a ball, all at rest, a rod that swings, a box that slides until
/// it stops, and a ball that rolls into the stack.
Json some_stand() {
  return parse_json(R"({
    "bodies": [
      {"name": "floor", "motion": "fixed", "friction": 0.5, "shapes": [{"type": "half_space"}]},
      {"name": "low", "mass": 1, "friction": 0.5, "position": [0, 0, 0.1],
       "orientation": {"axis": [0, 0, 1], "angle": 21},
       "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]},
      {"name": "high", "mass": 1, "friction": 0.5, "position": [0.02, 0.01, 0.3],
       "orientation": {"axis": [0, 0, 1], "angle": 12},
       "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]},
      {"name": "slides", "mass": 1, "friction": 0.3, "position": [0, 2, 0.1], "velocity": [1, 0, 0],
       "shapes": [{"type": "box", "size": [0.3, 0.2, 0.2]}]},
      {"name": "left", "mass": 2, "friction": 0.5, "position": [2, 0, 0.1],
       "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]},
      {"name": "right", "mass": 1, "friction": 0.5, "position": [2.3, 0, 0.1],
       "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]},
      {"name": "across", "mass": 1, "friction": 0.5, "position": [2.15, 0, 0.25],
       "shapes": [{"type": "box", "size": [0.5, 0.2, 0.1]}]},
      {"name": "rests", "mass": 1, "friction": 0.5, "position": [2, 2, 0.1],
       "shapes": [{"type": "sphere", "radius": 0.1}]},
      {"name": "rod", "mass": 1, "position": [0.3, 5, 2],
       "shapes": [{"type": "box", "size": [0.6, 0.04, 0.04]}]},
      {"name": "rolls", "mass": 0.5, "friction": 0.5, "position": [-1.5, 0, 0.1],
       "velocity": [2, 0, 0], "angular_velocity": [0, 20, 0],
       "shapes": [{"type": "sphere", "radius": 0.1}]}
    ],
    "joints": [{"type": "hinge", "b": "rod", "point": [0, 5, 2], "axis": [0, 1, 0]}]})",
                    "scene");
}

/// Balls that bounce and others beside them, of which contacts take part in some steps alone.
Json some_bounce() {
  auto out = some_stand();
  out["bodies"][9]["restitution"] = 0.6;
  out["bodies"][7]["restitution"] = 0.5;
  out["bodies"].push_back({{"name", "bounces"},
                           {"mass", 1},
                           {"restitution", 0.7},
                           {"position", {2, 4, 0.5}},
                           {"shapes", {{{"type", "sphere"}, {"radius", 0.1}}}}});
  return out;
}

/// Steps from what was restored compute everything.
void expect_as_computed(Simulation& sim, Simulation& computed) {
  computed.restore(computed.save());
  EXPECT_EQ(work_of(sim.step()), work_of(computed.step()));
  EXPECT_TRUE(same_bits(sim.last_step().solve.residual, computed.last_step().solve.residual));
  EXPECT_TRUE(same_bits(sim.measure()[0], computed.measure()[0]));
  auto const a = sim.last_step().contact_impulses(), b = computed.last_step().contact_impulses();
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(norm(a[i].impulse_W - b[i].impulse_W), 0);
  ASSERT_TRUE(sim.save() == computed.save());
}

class StandingIslands : public testing::TestWithParam<std::string> {};

TEST_P(StandingIslands, MoveOnToTheBitAsIfTheyWereComputed) {
  for (auto const& scene : {some_stand(), some_bounce()}) {
    auto const settings = experiment_of(scene, {{"integrator", GetParam()}, {"step", 0.004}});
    auto const sim = made(settings), computed = made(settings);
    sim->step();
    computed->restore(sim->save());
    for (int k = 0; k < 450 && !HasFailure(); ++k) {
      SCOPED_TRACE(k);
      expect_as_computed(*sim, *computed);
    }
  }
}

TEST_P(StandingIslands, MoveWhenTheyArePushed) {
  auto const settings = experiment_of(some_stand(), {{"integrator", GetParam()}, {"step", 0.004}});
  auto const sim = made(settings), computed = made(settings);
  for (int k = 0; k < 120; ++k) sim->step();
  computed->restore(sim->save());
  std::vector<Vec6> push(sim->snapshot().pose.size());
  for (int k = 0; k < 40 && !HasFailure(); ++k) {
    SCOPED_TRACE(k);
    push[6] = stacked(Vec3{{k % 20 < 10 ? 8. : 0., 0, 0}}, Vec3{});
    for (auto* each : {sim.get(), computed.get()}) each->parts().pushed->push(push);
    expect_as_computed(*sim, *computed);
  }
  EXPECT_GT(norm(linear(sim->snapshot().twist[6])) + sim->snapshot().pose[6].p_WB[0], 2.1501);
}

INSTANTIATE_TEST_SUITE_P(EveryIntegrator, StandingIslands,
                         testing::ValuesIn(registered().integrators.names()),
                         [](auto const& of) { return of.param; });

/// A world whose boxes rest, with another body and joints.
Json beside(Json const& bodies, Json const& joints, Json const& more) {
  auto out = parse_json(R"({
    "bodies": [
      {"name": "floor", "motion": "fixed", "friction": 0.5, "shapes": [{"type": "half_space"}]},
      {"name": "box", "mass": 1, "friction": 0.5, "position": [0, 0, 0.1],
       "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]},
      {"name": "other", "mass": 2, "friction": 0.5, "position": [2, 0, 0.1],
       "shapes": [{"type": "sphere", "radius": 0.1}]}
    ]})",
                        "scene");
  for (auto const& each : bodies) out["bodies"].push_back(each);
  out["joints"] = joints;
  out.update(more);
  return out;
}
void expect_steps_as_computed(Json const& scene, double h, int steps) {
  auto const settings = experiment_of(scene, {{"step", h}});
  auto const sim = made(settings), computed = made(settings);
  sim->step();
  computed->restore(sim->save());
  for (int k = 0; k < steps && !testing::Test::HasFailure(); ++k) {
    SCOPED_TRACE(k);
    expect_as_computed(*sim, *computed);
  }
}

/// A load that grows until forces turn too stiffly for J at q-: the step is solved again at q+.
TEST(StandingIslands, AreSolvedAgainWhereTheStepIs) {
  Json const ball = {{{"type", "sphere"}, {"radius", 0.02}}};
  expect_steps_as_computed(
      beside(
          {{{"name", "bead"},
            {"mass", 0.1},
            {"position", {0, 5, 5}},
            {"velocity", {0.01, 0, 0}},
            {"shapes", ball}},
           {{"name", "bob"}, {"mass", 1}, {"position", {0, 5, 4.5}}, {"shapes", ball}}},
          {{{"type", "distance"}, {"b", "bead"}, {"point_a", {0, 5, 5.5}}, {"point_b", {0, 5, 5}}},
           {{"type", "distance"},
            {"a", "bead"},
            {"b", "bob"},
            {"point_a", {0, 5, 5}},
            {"point_b", {0, 5, 4.5}}}},
          {{"contact", {{"speculative", false}, {"level", "velocity"}}},
           {"loads",
            {{{"body", "bob"}, {"force", {{0, 0, 0, 0}, {0.2, 0, 0, 0}, {0.4, 0, 0, -20000}}}}}}}),
      0.004, 120);
}

/// A force beside which the limit of stiffness is looked at more closely, by the same solver.
TEST(StandingIslands, AreNotThoseOfAnotherProblem) {
  Json const rod = {{{"type", "box"}, {"size", {0.6, 0.04, 0.04}}}};
  expect_steps_as_computed(
      beside({{{"name", "held"}, {"mass", 10}, {"position", {0.3, 9, 5}}, {"shapes", rod}},
              {{"name", "flies"},
               {"mass", 10},
               {"position", {0.3, 9, 500}},
               {"velocity", {1, 0, 0}},
               {"shapes", rod}}},
             {{{"type", "fixed"}, {"b", "held"}, {"point", {0, 9, 5}}}},
             {{"loads", {{{"body", "held"}, {"force", {{0, 0, 0, 1e6}}}}}}}),
      0.005, 40);
}

/// What slides past a box has a row with it that carries nothing, until it has none.
TEST(StandingIslands, AreOthersWhenABodyLeaves) {
  Json const box = {{{"type", "box"}, {"size", {0.2, 0.2, 0.2}}}};
  expect_steps_as_computed(beside({{{"name", "passes"},
                                    {"mass", 1},
                                    {"friction", 0.001},
                                    {"position", {0.202, 0, 0.1}},
                                    {"velocity", {0, 1, 0}},
                                    {"shapes", box}},
                                   {{"name", "far"},
                                    {"mass", 1},
                                    {"friction", 0.5},
                                    {"position", {0, 5, 0.1}},
                                    {"shapes", box}}},
                                  Json::array(), Json::object()),
                           0.002, 300);
}

/// By their kernels: rows that are known, and none where everything moves.
TEST(StandingIslands, AreFound) {
  auto const looks = [](Json const& scene) {
    auto const sim = made(experiment_of(scene, {{"step", 0.004}}));
    for (int k = 0; k < 100; ++k) sim->step();
    KokkosWatch const watch;
    sim->step();
    return KokkosWatch::kernels.contains("orthant::contact::find_kept");
  };
  EXPECT_TRUE(looks(some_stand()));
  EXPECT_TRUE(looks(some_bounce()));
  EXPECT_FALSE(looks(swinging()));
}

}  // namespace
}  // namespace orthant::test
