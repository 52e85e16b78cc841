// The default linear solver: dense for worlds with few rows, sparse for others.
#include <gtest/gtest.h>

#include <cstring>

#include "orthant/core/config/json_file.hpp"
#include "orthant/core/scene/read_scene.hpp"
#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::by_size {
namespace {

/// A row of boxes sliding on a floor, each with four contacts.
Scene sliding(int boxes) {
  Json input = parse_json(R"({"bodies": [
      {"name": "floor", "motion": "fixed", "friction": 0.3, "shapes": [{"type": "half_space"}]}]})",
                          "scene");
  for (int k = 0; k < boxes; ++k)
    input["bodies"].push_back({{"name", "box " + std::to_string(k)},
                               {"mass", 1 + k},
                               {"friction", 0.3},
                               {"position", {0.3 * k, 0, 0.1}},
                               {"velocity", {0, 1 + 0.1 * k, 0}},
                               {"shapes", {{{"type", "box"}, {"size", {0.2, 0.2, 0.2}}}}}});
  Json resolved;
  return read_scene({input, resolved, "/scene"}, {});
}

struct End {
  Snapshot at;
  Factorised factorised;
  int rows = 0;
};

End after_steps(Scene const& scene, Json const& linear) {
  Json solver = {{"type", "newton"}};
  if (!linear.is_null()) solver["linear"] = linear;
  auto const s = simulation(scene, 0.005, "implicit_euler", {solver, 1, false});
  End out;
  for (int i = 0; i < 20; ++i) {
    auto const& report = s->step();
    EXPECT_TRUE(report.solve.converged());
    out.factorised += report.solve.factorised;
    out.rows = report.rows;
  }
  out.at = s->snapshot();
  return out;
}

bool same_bits(Snapshot const& a, Snapshot const& b) {
  auto const bytes = a.twist.size() * sizeof a.twist[0];
  return a.twist.size() == b.twist.size() &&
         std::memcmp(a.twist.data(), b.twist.data(), bytes) == 0 &&
         std::memcmp(a.pose.data(), b.pose.data(), a.pose.size() * sizeof a.pose[0]) == 0;
}

TEST(BySize, IsDenseInASmallWorld) {
  auto const chosen = after_steps(sliding(1), nullptr),
             named = after_steps(sliding(1), "dense_ldlt");
  EXPECT_EQ(chosen.rows, 12);
  EXPECT_TRUE(same_bits(chosen.at, named.at));
  EXPECT_GT(chosen.factorised.dense, 0);
  EXPECT_EQ(chosen.factorised.sparse, 0);
  EXPECT_EQ(named.factorised.dense + named.factorised.sparse, 0) << "nothing was chosen";
}

TEST(BySize, IsSparseInALargeWorld) {
  auto const chosen = after_steps(sliding(12), nullptr),
             named = after_steps(sliding(12), "multifrontal");
  EXPECT_EQ(chosen.rows, 144);
  EXPECT_TRUE(same_bits(chosen.at, named.at));
  EXPECT_EQ(chosen.factorised.dense, 0);
  EXPECT_GT(chosen.factorised.sparse, 0);
}

TEST(BySize, ChangesOverAtTheNumberOfRowsThatIsGiven) {
  auto const rows = [](int most) { return Json{{"type", "by_size"}, {"dense_rows", most}}; };
  EXPECT_EQ(after_steps(sliding(2), rows(24)).factorised.sparse, 0);
  EXPECT_EQ(after_steps(sliding(2), rows(23)).factorised.dense, 0);
  EXPECT_TRUE(
      same_bits(after_steps(sliding(2), rows(23)).at, after_steps(sliding(2), "multifrontal").at));
}

/// In the first world all boxes but one start in the air, so that it has few rows; the other world
/// has many.
TEST(BySize, IsChosenByEachWorldOfABatch) {
  Scene const many = sliding(6);
  Scene few = many;
  for (std::size_t b = 2; b < few.bodies.size(); ++b) few.bodies[b].pose.p_WB[2] += 50;
  Scene both = few;
  both.worlds = {few, many};
  Json const newton = {{"type", "newton"}};
  auto const batch = simulation(both, 0.005, "implicit_euler", {newton, 2});
  auto const first = simulation(few, 0.005, "implicit_euler", {newton, 1, false});
  auto const second = simulation(many, 0.005, "implicit_euler", {newton, 1, false});
  auto const n = first->snapshot().twist.size();
  Factorised factorised;
  for (int i = 0; i < 20; ++i) {
    factorised += batch->step().solve.factorised;
    first->step();
    second->step();
    auto const all = batch->snapshot().twist, a = first->snapshot().twist,
               b = second->snapshot().twist;
    ASSERT_EQ(std::memcmp(all.data(), a.data(), n * sizeof a[0]), 0) << i;
    ASSERT_EQ(std::memcmp(all.data() + n, b.data(), n * sizeof b[0]), 0) << i;
  }
  EXPECT_GT(factorised.dense, 0);
  EXPECT_GT(factorised.sparse, 0);
}

}  // namespace
}  // namespace orthant::test::by_size
