// Judges reject wrong results: bodies that do not move, end elsewhere, are too fast or carry
// another force.
#include <gtest/gtest.h>

#include "bench/oracle/cases.hpp"
#include "bench/oracle/laws.hpp"
#include "tests/table.hpp"

namespace orthant::oracle {
namespace {

using Spoil = std::function<void(Motion&)>;

/// The verdict on the motion of the default choices after `spoil` has changed it.
Findings verdict(Trial const& trial, Parameters const& p, Spoil const& spoil) {
  Json const experiment = trial.experiment(p);
  Look look(p, experiment, [&](Json const& input) {
    Motion m = run(input);
    spoil(m);
    return m;
  });
  Findings out;
  trial.judge(look, out);
  return out;
}

bool moves(Motion const& m, std::size_t body) {
  return m.scene.bodies[body].motion == orthant::Motion::dynamic;
}

/// Finally all bodies are 5 cm farther along each axis.
void displace(Motion& m) {
  for (std::size_t b = 0; b < m.scene.bodies.size(); ++b)
    if (moves(m, b)) m.at.back().pose[b].p_WB += Vec3{{0.05, 0.05, 0.05}};
}

/// In the second half they are faster by 5 m/s and 5 rad/s.
void hasten(Motion& m) {
  for (int i = m.steps() / 2; i <= m.steps(); ++i)
    for (std::size_t b = 0; b < m.scene.bodies.size(); ++b)
      if (moves(m, b)) m.at[i].twist[b] += Vec6{{5, 5, 5, 5, 5, 5}};
}

/// Nothing changes after the start.
void freeze(Motion& m) {
  for (auto& now : m.at) {
    now.pose = m.at[0].pose;
    now.twist = m.at[0].twist;
  }
}

void double_forces(Motion& m) {
  for (auto& now : m.at)
    for (auto& c : now.contacts) c.impulse = 2.0 * c.impulse;
}

class Judge : public ::testing::TestWithParam<int> {
 protected:
  Trial const& trial() const { return trials()[GetParam()]; }
  bool rests() const {
    return trial().name == "stack" || trial().name == "bridge" || trial().name == "soft_sunk" ||
           trial().name == "slope_0.99" || trial().name == "falling_held" ||
           trial().name == "hanging" || trial().name == "sap_stack";
  }
};

TEST_P(Judge, AcceptsTheDefaults) {
  auto const found = verdict(trial(), {}, [](Motion&) {});
  EXPECT_EQ(found.count(), 0) << found.first();
}

TEST_P(Judge, SeesWhatIsTooFast) { EXPECT_GT(verdict(trial(), {}, hasten).count(), 0); }

TEST_P(Judge, SeesWhatDoesNotMove) {
  // For a fast spin only energy is judged, which would be right.
  if (!rests() && trial().name != "fast_spin") {
    EXPECT_GT(verdict(trial(), {}, freeze).count(), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Trials, Judge, ::testing::Range(0, static_cast<int>(trials().size())),
                         [](auto const& each) {
                           std::string name = trials()[each.param].name;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

Trial const& named(std::string const& name) {
  for (auto const& t : trials())
    if (t.name == name) return t;
  throw std::logic_error(name);
}

[[maybe_unused]] bool const judges =
    test::test_rows("JudgesSee", "oracle/judges.json", [](Json const& row) {
      std::map<std::string, Spoil> const spoils = {
          {"Displaced", displace},
          {"DoubleForces", double_forces},
          {"HastenedLastWorld", [](Motion& m) {
             m.at.back().twist.back() += Vec6{{5, 5, 5, 5, 5, 5}};
           }}};
      auto const& spoil = spoils.at(row["name"]);
      for (std::string const name : row["of"])
        EXPECT_GT(verdict(named(name), {}, spoil).count(), 0) << name;
    });

// A relative error of 1e-6 in the speed, and an intermediate step.
TEST(Judges, AskForTheExactCoefficientOfRestitution) {
  Parameters const p{.h = 0.01, .e = 0.5, .fraction = 0.3};
  auto const with = [&](std::vector<double> const& speeds) {
    Look look(p, named("impact_plane").experiment(p), [&](Json const&) {
      Motion m{p.h, {}, {}};
      double z = 0.103;
      for (double v : speeds) {
        if (!m.at.empty()) z += p.h * v;
        m.at.push_back({p.h * static_cast<double>(m.at.size()),
                        {{}, {Vec3{{0, 0, z}}, {}}},
                        {{}, Vec6{{0.7, 0, v, 0, 0, 3}}},
                        {}});
      }
      return m;
    });
    Findings out;
    named("impact_plane").judge(look, out);
    return out.count();
  };
  EXPECT_EQ(with({-1, 0.5, 0.5, 0.5}), 0);
  EXPECT_GT(with({-1, 0.5000005, 0.5000005, 0.5000005}), 0);
  EXPECT_GT(with({-1, -0.3, 0.5, 0.5}), 0);
  EXPECT_GT(with({-1, 0, 0, 0}), 0);
  EXPECT_GT(with({-1, -1, -1, -1}), 0);
}

/// Balls at 0.58 m from each other: in two steps a strut holds them apart, and without it they
/// meet.
TEST(Judges, SeeAnImpulseBetweenBodiesThatDoNotMeet) {
  auto const findings = [](Json const& joints, double speed, bool pushed) {
    auto const ball = [](char const* name, double x, double v) {
      return Json{{"name", name},
                  {"mass", 1},
                  {"friction", 0},
                  {"restitution", 1},
                  {"position", {x, 0, 0}},
                  {"velocity", {v, 0, 0}},
                  {"shapes", {{{"type", "sphere"}, {"radius", 0.06}}}}};
    };
    Json const e = {{"scene",
                     {{"gravity", {0, 0, 0}},
                      {"bodies", {ball("a", 0, 0), ball("b", 0.58, speed)}},
                      {"joints", joints}}},
                    {"step", 0.01},
                    {"steps", 2}};
    Motion m = run(e);
    EXPECT_EQ(m.at.back().contacts.empty() && m.at[1].contacts.empty(), speed > 0);
    Vec3 const x{{1, 0, 0}};
    if (pushed) m.at.back().contacts.push_back({0, 1, {}, x, 5 * x, 0, 100});
    Findings out;
    judge_pushes(m, e, out);
    return out.count();
  };
  Json const strut = {{"type", "strut"},
                      {"a", "a"},
                      {"b", "b"},
                      {"point_a", {0, 0, 0}},
                      {"point_b", {0.58, 0, 0}},
                      {"spring", {{"stiffness", 1e4}, {"rest", 0.45}}}};
  EXPECT_EQ(findings(Json::array({strut}), 5, false), 0);
  EXPECT_EQ(findings(Json::array({strut}), 5, true), 1);
  EXPECT_EQ(findings(Json::array(), -60, false), 0);
}

TEST(Judges, HoldNothingForANumberThatIsNone) {
  Findings right, wrong, far;
  right.near("x", 1, 1, 0);
  EXPECT_EQ(right.count(), 0);
  wrong.near("x", std::nan(""), 1, 1);
  EXPECT_EQ(wrong.count(), 1);
  far.below("x", std::nan(""), 1);
  EXPECT_EQ(far.count(), 1);
}

}  // namespace
}  // namespace orthant::oracle
