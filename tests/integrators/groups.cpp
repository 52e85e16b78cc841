// A batch that is stepped in groups of worlds has the same results as one group.
#include "orthant/backends/batches/merged_report.hpp"
#include "orthant/core/cone_problem/cone_problem.hpp"
#include "orthant/tests/integrators/simulations.hpp"
#include "orthant/tests/same_bits.hpp"

namespace orthant::test::groups {
namespace {

constexpr int worlds = 150;
constexpr Real h = 0.005;

/// A cube that falls and slides, and a ball that rolls, differently in each world.
std::unique_ptr<Simulation> tossed(int capacity = 0) {
  Json input = parse_json(R"({"bodies": [
      {"name": "floor", "motion": "fixed", "friction": 0.4, "shapes": [{"type": "half_space"}]},
      {"name": "cube", "mass": {"uniform": [0.5, 2]}, "friction": 0.4,
       "position": [0, 0, {"uniform": [0.05, 0.15]}],
       "velocity": [{"uniform": [-1, 1]}, 0.3, 0],
       "shapes": [{"type": "box", "size": [0.1, 0.1, 0.1]}]},
      {"name": "ball", "mass": 1, "friction": 0.4, "position": [1, 0, 0.1],
       "velocity": [{"uniform": [-1, 1]}, 0, 0], "shapes": [{"type": "sphere", "radius": 0.1}]}]})",
                          "scene");
  if (capacity > 0) input["contact"] = {{"capacity", capacity}};
  return simulation(scene_from(input, worlds), h, "implicit_euler", {"newton", worlds});
}

/// If all worlds share a number of contacts, they form one group.
std::unique_ptr<Simulation> in_one_group() { return tossed(100 * worlds); }

void expect_same(StepReport const& a, StepReport const& b) {
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.contacts, b.contacts);
  auto const &x = a.solve, &y = b.solve;
  EXPECT_EQ(x.reason, y.reason);
  EXPECT_EQ(x.worlds_converged, y.worlds_converged);
  EXPECT_EQ(x.iterations, y.iterations);
  EXPECT_EQ(x.linear_solves, y.linear_solves);
  EXPECT_EQ(x.linear_iterations, y.linear_iterations);
  EXPECT_EQ(x.round_off, y.round_off);
  EXPECT_EQ(x.residual.normal, y.residual.normal);
  EXPECT_EQ(x.residual.friction, y.residual.friction);
  ASSERT_EQ(x.solved_by.size(), y.solved_by.size());
  for (std::size_t k = 0; k < x.solved_by.size(); ++k) {
    EXPECT_STREQ(x.solved_by[k].solver, y.solved_by[k].solver);
    EXPECT_EQ(x.solved_by[k].worlds, y.solved_by[k].worlds);
  }
  ASSERT_EQ(x.history.size(), y.history.size());
  for (std::size_t k = 0; k < x.history.size(); ++k) {
    EXPECT_EQ(x.history[k].iteration, y.history[k].iteration) << k;
    EXPECT_EQ(x.history[k].worlds_running, y.history[k].worlds_running) << k;
    EXPECT_EQ(x.history[k].residual.normal, y.history[k].residual.normal) << k;
    EXPECT_EQ(x.history[k].step, y.history[k].step) << k;
    EXPECT_EQ(x.history[k].linear_iterations, y.history[k].linear_iterations) << k;
    EXPECT_EQ(x.history[k].linear_residual, y.history[k].linear_residual) << k;
  }
}

TEST(Groups, ReportWhatTheBatchInOneReports) {
  auto const grouped = tossed();
  auto const one = in_one_group();
  for (int i = 0; i < 60; ++i) {
    StepRecord const &a = grouped->step(), &b = one->step();
    SCOPED_TRACE(i);
    ASSERT_TRUE(a.solved());
    expect_same(a, b);
    auto const x = grouped->snapshot(), y = one->snapshot();
    ASSERT_TRUE(same_bits(x.pose, y.pose));
    ASSERT_TRUE(same_bits(x.twist, y.twist));
  }
  auto const &m = grouped->measure(), &n = one->measure();
  ASSERT_EQ(m.size(), n.size());
  for (std::size_t w = 0; w < m.size(); ++w) {
    EXPECT_EQ(m[w].kinetic, n[w].kinetic);
    EXPECT_EQ(m[w].natural_map, n[w].natural_map);
  }
}

TEST(Groups, CountBodiesAndWorldsThrough) {
  auto const grouped = tossed();
  auto const one = in_one_group();
  for (int i = 0; i < 40; ++i) {
    grouped->step();
    one->step();
  }
  auto const a = grouped->contacts(), b = one->contacts();
  ASSERT_EQ(a.size(), b.size());
  ASSERT_GT(a.size(), static_cast<std::size_t>(worlds));
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a[k].world, b[k].world);
    EXPECT_EQ(a[k].a, b[k].a);
    EXPECT_EQ(a[k].b, b[k].b);
    EXPECT_EQ(a[k].gap, b[k].gap);
  }
  auto const &x = grouped->last_step(), &y = one->last_step();
  auto const p = x.contact_impulses(), q = y.contact_impulses();
  ASSERT_EQ(p.size(), q.size());
  for (std::size_t k = 0; k < p.size(); ++k) {
    EXPECT_EQ(p[k].world, q[k].world);
    EXPECT_EQ(p[k].place.b, q[k].place.b);
    EXPECT_EQ(p[k].impulse[0], q[k].impulse[0]);
  }
  for (int w : {0, 1, 75, worlds - 1})
    EXPECT_EQ(x.problem(w).contacts(), y.problem(w).contacts()) << w;
}

/// A batch whose worlds choose the lengths of their steps tells the most of any group, and the
/// shortest step; a group of bodies at rest, which makes none, changes nothing.
TEST(Groups, TellTheWorstDivisionOfAny) {
  StepReport coarse, fine, none;
  coarse.division = {2, 0, 0, 0.05, 1e-6};
  fine.division = {9, 3, 1, 0.01, 1e-4};
  MergedReport merged;
  for (auto const& groups : {std::vector{coarse, fine, none}, std::vector{none, fine, coarse}}) {
    auto const all = merged.of(groups).division;
    EXPECT_EQ(all.steps, 9);
    EXPECT_EQ(all.rejected, 3);
    EXPECT_EQ(all.inaccurate, 1);
    EXPECT_EQ(all.shortest, 0.01);
    EXPECT_EQ(all.error, 1e-4);
  }
}

}  // namespace
}  // namespace orthant::test::groups
