// Measures of one contact against hand-computed values.
#include <gtest/gtest.h>

#include "orthant/core/cone_problem/cone_measures.hpp"

namespace orthant::test {
namespace {

/// W = w I for each contact.
ConeProblem contacts(double w, Vector q, Vector mu) {
  ConeProblem p;
  p.W = Sparse(q.size(), q.size());
  p.W.setIdentity();
  p.W *= w;
  p.q = std::move(q);
  p.mu = std::move(mu);
  return p;
}

constexpr double round_off = 1e-15;  // numbers of size 1, and a dozen operations

void expect(ConeMeasures const& m, ConeMeasures const& expected) {
  EXPECT_NEAR(m.natural_map, expected.natural_map, round_off);
  EXPECT_NEAR(m.natural_map_max, expected.natural_map_max, round_off);
  EXPECT_NEAR(m.scaled_map, expected.scaled_map, round_off);
  EXPECT_NEAR(m.cone_violation, expected.cone_violation, round_off);
  EXPECT_NEAR(m.dual_violation, expected.dual_violation, round_off);
  EXPECT_NEAR(m.complementarity, expected.complementarity, round_off);
}

TEST(Measures, AreThoseComputedByHand) {
  using V = Vector;
  double const r = std::sqrt(1.25), q = std::sqrt(26.0), s = std::sqrt(13.0),
               F = std::hypot(1.6, 0.8) / s;
  struct {
    char const* what;
    double w, mu;
    V q, r;
    ConeMeasures expected;
  } const cases[] = {
      // u = 0, and |r_t| = 0.5 <= 0.5 * 2.
      {"sticks", 1, 0.5, V{{-2, -0.5, 0}}, V{{2, 0.5, 0}}, {}},
      // u = (0, -2, 0) against r_t = 1 = mu r_n.
      {"slips", 1, 0.5, V{{-2, -3, 0}}, V{{2, 1, 0}}, {}},
      {"opens", 1, 0.5, V{{1, 0.3, 0}}, V{{0, 0, 0}}, {}},
      {"without velocity", 1, 0.5, V{{0, 0, 0}}, V{{0, 0, 0}}, {}},
      {"without friction", 1, 0, V{{-1, 5, 0}}, V{{1, 0, 0}}, {}},
      // u = (0, 5.5, 0), r - u = (1, -5, 0), whose projection is (1, 0, 0). <r, u> = 2.75.
      {"friction where there is none",
       1,
       0,
       V{{-1, 5, 0}},
       V{{1, 0.5, 0}},
       {0.5 / q, 0.5 / std::hypot(0, 5.5), 0.5 / r, 0.5 / r, 0, 2.75 / (r * q)}},
      // u^ = (-2 + 1.5, -3, 0); P_K(-u^) = (1.6, 0.8, 0); P_K*(u^) = (1.1, -2.2, 0).
      {"no impulse where one is needed", 1, 0.5, V{{-2, -3, 0}}, V{{0, 0, 0}}, {F, F, F, 0, F, 0}},
      // W = 2: u = (0, 2, 0), u^ = (1, 2, 0), which is on the boundary of K*. P_K(r) = (1.2, 0.6,
      // 0); P_K(r - u^) = P_K(0, -1, 0) = (0.4, -0.2, 0); rho = 1/2: P_K(0.5, 0, 0) = (0.5, 0, 0).
      {"outside the cone",
       2,
       0.5,
       V{{-2, 0, 0}},
       V{{1, 1, 0}},
       {std::hypot(0.6, 1.2) / 2, std::hypot(0.6, 1.2) / 2, std::hypot(0.5, 1) / std::sqrt(2.0),
        std::hypot(0.2, 0.4) / std::sqrt(2.0), 0, 3 / (std::sqrt(2.0) * 2)}}};
  for (auto const& c : cases) {
    SCOPED_TRACE(c.what);
    auto const p = contacts(c.w, c.q, Vector::Constant(1, c.mu));
    expect(measure(p, c.r), c.expected);
    EXPECT_NEAR(natural_map(p, c.r), c.expected.natural_map, round_off);
  }
  // u = r = (1, 0, 0), r - u = 0: absolute where there is no velocity.
  EXPECT_NEAR(natural_map(contacts(1, V{{0, 0, 0}}, V{{0.5}}), V{{1, 0, 0}}), 1, round_off);
}

TEST(Measures, ScaledMapDoesNotDependOnUnits) {
  // Impulses in units of 1e-6, where the plain map adds velocities to impulses.
  auto const p = contacts(2, Vector{{-2, 0, 0}}, Vector{{0.5}});
  auto const in_other_units = contacts(2e-6, Vector{{-2, 0, 0}}, Vector{{0.5}});
  Vector const r{{1, 1, 0}};
  EXPECT_NEAR(measure(in_other_units, 1e6 * r).scaled_map, measure(p, r).scaled_map, round_off);
}

TEST(Measures, TakeTheWorstContact) {
  // The first is solved, the second has no impulse where it needs one.
  auto const p = contacts(1, Vector{{-2, -0.5, 0, -1, 0, 0}}, Vector{{0.5, 0.5}});
  auto const m = measure(p, Vector{{2, 0.5, 0, 0, 0, 0}});
  EXPECT_NEAR(m.natural_map, 1 / std::sqrt(5.25), round_off);
  EXPECT_NEAR(m.dual_violation, 1 / std::sqrt(4.25), round_off);
  EXPECT_EQ(m.cone_violation, 0);
}

}  // namespace
}  // namespace orthant::test
