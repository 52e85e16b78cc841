// The default linear solver: dense for worlds with few rows, sparse for others, and symmetric where
// a scaling makes the matrix symmetric.
#include <gtest/gtest.h>

#include "orthant/core/config/json_file.hpp"
#include "orthant/core/scene/read_scene.hpp"
#include "orthant/solvers/linear/by_size.hpp"
#include "orthant/tests/conformance/schur_systems.hpp"
#include "orthant/tests/conformance/simulations.hpp"
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

TEST(BySize, IsDenseWhereRowsAreFewAndSparseWhereTheyAreMany) {
  auto const up_to = [](int most) { return Json{{"type", "by_size"}, {"dense_rows", most}}; };
  struct {
    int boxes;
    Json linear;
    char const* same_as;
  } const cases[] = {{1, nullptr, "dense_ldlt"},
                     {12, nullptr, "multifrontal"},
                     {2, up_to(24), "dense_ldlt"},
                     {2, up_to(23), "multifrontal"}};
  for (auto const& [boxes, linear, same_as] : cases) {
    SCOPED_TRACE(testing::Message() << boxes << linear);
    auto const chosen = after_steps(sliding(boxes), linear),
               named = after_steps(sliding(boxes), same_as);
    bool const dense = std::string(same_as) == "dense_ldlt";
    EXPECT_EQ(chosen.rows, 12 * boxes);
    EXPECT_TRUE(same_bits(chosen.at.twist, named.at.twist));
    EXPECT_TRUE(same_bits(chosen.at.pose, named.at.pose));
    EXPECT_EQ(chosen.factorised.dense > 0, dense);
    EXPECT_EQ(chosen.factorised.sparse > 0, !dense);
    EXPECT_TRUE(!dense || named.factorised.dense + named.factorised.sparse == 0) << "not chosen";
  }
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
  Factorised factorised;
  for (int i = 0; i < 20; ++i) {
    factorised += batch->step().solve.factorised;
    first->step();
    second->step();
    auto all = first->snapshot().twist, b = second->snapshot().twist;
    all.insert(all.end(), b.begin(), b.end());
    ASSERT_TRUE(same_bits(batch->snapshot().twist, all)) << i;
  }
  EXPECT_GT(factorised.dense, 0);
  EXPECT_GT(factorised.sparse, 0);
}

/// Left rows that are multiples of J, some of them zero or nearly so, as where no contact slides.
TestSystem scaled_rows(Dice& dice) {
  TestSystem t = several_worlds(dice);
  Real const factors[] = {1, 0.3, 1e-6, 1e-13, 0};
  for (int k = 0; k < t.built.rows.blocks; ++k) {
    Mat3 P, Q;
    for (int i = 0; i < 3; ++i) {
      P[i][i] = factors[dice.below(5)];
      Q[i][i] = 0.1 + dice.between(0, 1);
    }
    t.multiply_left(k, P, Q);
  }
  t.consistent(dice);
  return t;
}

TEST(BySize, IsSymmetricWhereLeftRowsAreMultiplesOfTheRows) {
  for (int seed = 1; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    TestSystem t = scaled_rows(dice);
    auto const& rows = t.built.rows;
    Sizes const n = sizes_of(rows);
    Symmetrised<Space> symmetrised(n);
    for (int w = 0; w < rows.worlds; ++w) EXPECT_TRUE(symmetrised.write(t.schur(), w));
    for (int const dense_rows : {0, 100}) {
      BySizeSettings set;
      set.dense_rows = dense_rows;
      set.tolerance = 1e-13;
      BySize<Space> solver(true, set, n);
      EXPECT_TRUE(solver.solve({}, t.schur(), t.b, t.z).usable);
      Eigen::Map<Eigen::VectorXd const> const z(t.z.data(), rows.rows), b(t.b.data(), rows.rows);
      EXPECT_LE((t.matrix() * z - b).norm(), 1e-8 * b.norm());
    }
  }
}

/// The first contacts of these worlds slide.
TestSystem sliding_in(std::vector<int> const& worlds) {
  Dice dice(5);
  TestSystem t = scaled_rows(dice);
  Mat3 P, Q;
  P[0][0] = P[1][1] = Q[2][2] = 1;
  P[1][0] = -0.5;
  for (int w : worlds) t.multiply_left(t.built.rows.world_block(w), P, Q);
  t.consistent(dice);
  return t;
}

TEST(BySize, IsNotSymmetricWhereAContactSlidesAndMayChangeBetweenIterates) {
  TestSystem const first = sliding_in({0});
  auto const& rows = first.built.rows;
  EXPECT_FALSE(Symmetrised<Space>(sizes_of(rows)).write(first.schur(), 0));
  EXPECT_TRUE(Symmetrised<Space>(sizes_of(rows)).write(first.schur(), 3));
  for (int const dense_rows : {0, 12, 100}) {
    BySizeSettings set;
    set.dense_rows = dense_rows;
    BySize<Space> solver(true, set, sizes_of(rows));
    bool same_pattern = false;
    for (std::vector<int> const& worlds :
         {std::vector{0}, {}, {0}, {3}, {0, 3}, {2}, {0, 2, 3}, {}}) {
      TestSystem const t = sliding_in(worlds);
      for (bool const same_matrix : {false, true}) {
        EXPECT_TRUE(solver.solve({}, t.schur(same_pattern, same_matrix), t.b, t.z).usable);
        Eigen::Map<Eigen::VectorXd const> const z(t.z.data(), rows.rows), b(t.b.data(), rows.rows);
        EXPECT_LE((t.matrix() * z - b).norm(), 1e-5 * b.norm()) << testing::PrintToString(worlds);
        same_pattern = true;
      }
    }
  }
}

}  // namespace
}  // namespace orthant::test::by_size
