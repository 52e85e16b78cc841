// The results of a step, queried in any order and at any time before the next step.
#include <functional>

#include "orthant/core/cone_problem/cone_problem.hpp"
#include "tests/joints/parts.hpp"

namespace orthant::test::step_record {
namespace {

constexpr Real h = 0.01;
constexpr int steps = 12;

/// A cube that lands on a floor, an arm on a hinge turned by a spring and a torque, and a second
/// arm whose angle follows the first.
Json landing(Json const& surface) {
  Json const cube = {{"name", "cube"},
                     {"mass", 1},
                     {"position", {0, 0, 0.104}},
                     {"velocity", {1, 0, -0.5}},
                     {"shapes", box_shape({{0.2, 0.2, 0.2}})}};
  auto const arm = [](char const* name, Real y) {
    return rigid(name, 2, {{0.1, 0.2, 0.25}}, {{0.5, y, 2}});
  };
  auto const hinge = [](char const* name, char const* b, Real y) {
    return joint_at("hinge", b, {{0, y, 2}}, y_axis, {{"name", name}});
  };
  Json const value = {{"amplitude", 3}, {"frequency", 2}},
             driven = {{"spring", {{"stiffness", 20}}},
                       {"motor", {{"type", "force"}, {"value", value}}}},
             of = {{{"joint", "first"}, {"ratio", 1}}, {{"joint", "second"}, {"ratio", -2}}};
  return scene_of({ground({}, surface), with(cube, surface), arm("arm", 0), arm("follower", 1)},
                  {with(hinge("first", "arm", 0), driven),
                   hinge("second", "follower", 1),
                   {{"type", "coupling"}, {"name", "both"}, {"of", of}}},
                  falling);
}
Json rough() { return {{"friction", 0.4}, {"torsional_friction", 0.01}}; }
Json bouncing() { return {{"restitution", 0.5}}; }

Json solver() { return {{"type", "newton"}, {"tolerance", 1e-12}}; }

using Numbers = std::vector<double>;
void add(Numbers& to, Vec3 const& x) { to.insert(to.end(), {x[0], x[1], x[2]}); }
void add(Numbers& to, Vector const& x) { to.insert(to.end(), x.begin(), x.end()); }

Numbers contacts(Simulation& s) {
  Numbers out;
  for (auto const& c : s.last_step().contact_impulses()) {
    for (Vec3 const& x :
         {c.impulse, c.impulse_W, c.value, c.moment_W, c.normal_W, c.sliding_W, c.place.point_W})
      add(out, x);
    out.insert(out.end(), {1. * c.a, 1. * c.b, 1. * c.place.a, 1. * c.place.b, c.place.gap,
                           c.friction, c.force_per_impulse});
  }
  return out;
}
Numbers joints(Simulation& s) {
  Numbers out;
  for (auto const& j : s.last_step().joint_impulses()) {
    out.insert(out.end(), j.impulse.begin(), j.impulse.end());
    out.push_back(j.force_per_impulse);
  }
  return out;
}
Numbers reactions(Simulation& s) {
  Numbers out{s.last_step().force_time()};
  for (auto const& r : s.last_step().joint_reactions())
    for (Vec3 const& x : {r.force_W, r.torque_W, r.force_J, r.torque_J, r.displacement_W})
      add(out, x);
  return out;
}
Numbers problem(Simulation& s) {
  auto const p = s.last_step().problem(0);
  Numbers out(p.W.valuePtr(), p.W.valuePtr() + p.W.nonZeros());
  add(out, p.q);
  add(out, p.mu);
  return out;
}
Numbers gauss(Simulation& s) { return {s.last_step().gauss_gap(0).gap.value_or(-1)}; }
Numbers measures(Simulation& s) {
  auto const m = s.measure()[0];
  Numbers out{m.penetration,    m.joint_error, m.joint_error_angular, m.drift,
              m.speed,          m.spin,        m.ncp_residual,        m.natural_map,
              m.cone_violation, m.elastic,     m.momentum_balance,    m.momentum_balance_angular,
              m.energy()};
  add(out, m.momentum);
  add(out, m.angular_momentum);
  return out;
}
Numbers found(Simulation& s) {
  Numbers out{1. * s.missing_contacts(), 1. * s.redundant_rows().value_or(-1)};
  for (auto const& c : s.contacts()) out.push_back(c.gap);
  return out;
}
Numbers state(Simulation& s) {
  Numbers out;
  auto const now = s.snapshot();
  for (auto const& X : now.pose) {
    add(out, X.p_WB);
    out.insert(out.end(), {X.q_WB.w, X.q_WB.x, X.q_WB.y, X.q_WB.z});
  }
  for (auto const& u : now.twist) add(out, linear(u)), add(out, angular(u));
  return out;
}

using Question = std::function<Numbers(Simulation&)>;
std::vector<Question> questions() {
  return {contacts, joints, reactions, problem, gauss, measures, found, state};
}

/// Each answer, queried alone and immediately, in a run of its own.
std::vector<std::vector<Numbers>> asked_alone(Json const& scene, Json const& integrator) {
  std::vector<std::vector<Numbers>> out;
  for (auto const& ask : questions()) {
    JointRun run(scene, h, integrator, solver());
    out.emplace_back();
    for (int step = 0; step < steps; ++step) {
      run.step();
      out.back().push_back(ask(*run.simulation));
    }
  }
  return out;
}

class EachWay : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(StepRecord, EachWay, testing::ValuesIn(one_of_each_way()), by_integrator);

TEST_P(EachWay, AnswersAlikeInEveryOrder) {
  auto const ask = questions();
  for (auto const& surface : {rough(), bouncing()}) {
    auto const scene = landing(surface);
    auto const alone = asked_alone(scene, GetParam());
    JointRun run(scene, h, GetParam(), solver());
    bool touched = false;
    for (std::size_t step = 0; step < steps; ++step) {
      run.step();
      for (std::size_t first = 0; first < ask.size(); ++first)
        for (bool const back : {false, true})
          for (std::size_t i = 0; i < ask.size(); ++i) {
            std::size_t const k = (first + (back ? ask.size() - i : i)) % ask.size();
            ASSERT_EQ(ask[k](*run.simulation), alone[k][step]) << "question " << k << ", " << step;
          }
      touched = touched || !alone[0][step].empty();
    }
    EXPECT_TRUE(touched) << "the cube has landed";
    EXPECT_GT(std::abs(alone[2].back().at(3)), 0.1) << "the hinge carries something";
  }
}

/// The same numbers as in a run without queries.
TEST_P(EachWay, IsAskedWithoutAnEffectOnTheMotion) {
  auto const scene = landing(rough());
  JointRun asked(scene, h, GetParam(), solver()), left_alone(scene, h, GetParam(), solver());
  for (int step = 0; step < steps; ++step) {
    for (auto const& ask : questions()) ask(*asked.simulation);
    asked.step();
    left_alone.step();
  }
  EXPECT_EQ(state(*asked.simulation), state(*left_alone.simulation));
}

void expect_nothing(StepRecord const& record) {
  EXPECT_TRUE(record.contact_impulses().empty());
  EXPECT_TRUE(record.joint_impulses().empty());
  EXPECT_TRUE(record.joint_reactions().empty());
  EXPECT_EQ(record.problem(0).contacts(), 0);
  EXPECT_FALSE(record.gauss_gap(0).gap.has_value());
  EXPECT_EQ(record.gauss_gap(0).why_not, "no step");
  EXPECT_EQ(record.force_time(), 0);
}

TEST_P(EachWay, HasNothingToTellBeforeTheFirstStep) {
  JointRun run(landing(rough()), h, GetParam(), solver());
  auto& s = *run.simulation;
  auto const start = s.snapshot();
  auto const at_start = measures(s);
  expect_nothing(s.last_step());
  run.step(3);
  EXPECT_FALSE(s.last_step().joint_reactions().empty());
  s.set_state(start);
  expect_nothing(s.last_step());
  EXPECT_EQ(measures(s), at_start);
}

TEST(StepRecord, OfAStepThatContactsHadNoRoomForIsEmpty) {
  Json scene = landing(rough());
  scene["bodies"][1]["velocity"] = {0, 0, -0.2};
  scene["contact"]["capacity"] = 1;
  JointRun run(scene, h);
  auto& s = *run.simulation;
  EXPECT_EQ(s.missing_contacts(), 3);
  auto const before = state(s);
  EXPECT_EQ(s.step().missing_contacts, 3);
  EXPECT_EQ(s.last_step().missing_contacts, 3);
  expect_nothing(s.last_step());
  EXPECT_EQ(state(s), before);
  EXPECT_GT(measures(s).back(), -1e300);
}

}  // namespace
}  // namespace orthant::test::step_record
