// Settings of linear solvers, and what one of them promises beyond the others.
#include <gtest/gtest.h>

#include <algorithm>

#include "orthant/tests/conformance/schur_systems.hpp"
#include "tests/dense.hpp"
#include "tests/solvers/plugins.hpp"

namespace orthant::test::linear_settings {
namespace {

bool is_krylov(std::string const& type) {
  for (auto const* name : {"pcr", "cg", "minres", "gmres", "bicgstab"})
    if (type == name) return true;
  return false;
}

TEST(LinearSettings, AreRefusedOutOfRange) {
  for (auto const& type : linear_solver_names()) {
    std::vector<Json> wrong = {
        {{"tolerance", 0}}, {{"tolerance", -1}}, {{"tolerance", "small"}}, {{"tolerance", 1.5}}};
    if (is_krylov(type)) {
      wrong.push_back({{"max_iterations", 0}});
      wrong.push_back({{"preconditioner", "nonsense"}});
    } else {
      wrong.push_back({{"passes", 0}});
      wrong.push_back({{"regularisation", 0}});  // spqr has no such key
      wrong.push_back({{"regularisation", 0.1}});
    }
    if (type == "cholmod" || type == "multifrontal") wrong.push_back({{"form", "saddle"}});
    if (type == "cholmod") wrong.push_back({{"factor", "frontal"}});
    if (type == "gmres") wrong.push_back({{"restart", 0}});
    if (type == "by_size") wrong.push_back({{"dense_rows", -1}});
    for (Json settings : wrong) {
      settings["type"] = type;
      EXPECT_THROW(make_linear(settings, {1, 1, 1, 1}), Error) << settings;
    }
    EXPECT_NO_THROW(make_linear({{"type", type}}, {1, 1, 1, 1}));
  }
}

TEST(Spqr, GivesTheSolutionOfLeastLength) {
  if (!std::ranges::count(linear_solver_names(), "spqr")) GTEST_SKIP() << "not built";
  for (auto const& make : {hyperstatic, not_symmetric_hyperstatic}) {
    Dice dice(17);
    TestSystem t = make(dice);
    make_linear({{"type", "spqr"}, {"tolerance", 1e-12}}, sizes_of(t.built.rows))
        ->solve({}, t.schur(), t.b, t.z);
    int const n = t.built.rows.rows;
    Eigen::Map<Eigen::VectorXd const> const b(t.b.data(), n), z(t.z.data(), n);
    Eigen::MatrixXd const S = t.matrix();
    auto const [least, rank] = shortest_solution(S, b);
    ASSERT_EQ(rank, 12);
    Eigen::VectorXd const singular = singular_values(S);
    Real const condition = S.norm() * singular.head(12).cwiseInverse().norm();
    EXPECT_LT((z - least).norm(), 1e-14 * condition * least.norm());
  }
}

}  // namespace
}  // namespace orthant::test::linear_settings
