// Friction on a polygon by Newton's method and by pivots, against closed forms.
#include "tests/friction_laws/methods.hpp"

namespace orthant::test::polyhedral {
namespace {

constexpr Real h = 0.01, g = 10, mu = 0.5;

Json newton(int facets) {
  return {{"type", "newton"},
          {"tolerance", 1e-11},
          {"friction", {{"type", "polyhedral"}, {"facets", facets}}}};
}
Json lemke(int facets) {
  return {{"type", "lemke"}, {"tolerance", 1e-11}, {"inner", {{"facets", facets}}}};
}

/// The corner at an angle from the first tangent, which is y of a floor.
Vec3 along(Real angle) { return {{-std::sin(angle), std::cos(angle), 0}}; }

Changes pulled(Vec3 const& force) { return {"bodies.1.force=" + json(force)}; }

struct Sliding {
  Vec3 load, friction, acceleration;  // [m/s^2] of 1 kg
};

/// Sliding within half a facet of a corner's direction has full friction in that corner. Friction
/// within a facet leaves sliding perpendicular to the facet.
std::vector<Sliding> slidings(int facets) {
  std::vector<Sliding> out;
  Real const half = pi / facets, a = 0.8;
  for (int k = 0; k < facets; k += 3) {
    Vec3 const corner = -mu * g * along(2 * half * k);
    for (Real const off : {-0.7, 0., 0.4})
      out.push_back(
          {a * along((2 * k + off) * half) - corner, corner, a * along((2 * k + off) * half)});
    Vec3 const n = along((2 * k + 1) * half), t = cross(z_axis, n);
    Vec3 const on_facet = -mu * g * (std::cos(half) * n + 0.6 * std::sin(half) * t);
    out.push_back({a * n - on_facet, on_facet, a * n});
  }
  return out;
}

void expect_slides(Settings const& settings, int facets) {
  for (auto const& s : slidings(facets)) {
    SCOPED_TRACE(json(s.acceleration));
    Trial trial(foot_on_floor, h, settings, pulled(s.load));
    for (int k = 1; k <= 5; ++k) {
      trial.run(1);
      expect_near(trial.velocity("body"), k * h * s.acceleration, 1e-8);
      expect_near(trial.impulse_between("floor", "body"), h * s.friction + g * h * z_axis, 1e-8);
    }
  }
}

class PolyhedralFacets : public testing::TestWithParam<int> {};

TEST_P(PolyhedralFacets, SlideByTheSupportOfThePolygon) {
  for (Json const& solver : {newton(GetParam()), lemke(GetParam())})
    expect_slides(by_solver(solver), GetParam());
}
TEST_P(PolyhedralFacets, HoldInsideThePolygonAndSlideOutside) {
  Real const half = pi / GetParam();
  for (Json const& solver : {newton(GetParam()), lemke(GetParam())})
    for (Real const at : {0., 1., 2.6}) {  // at a corner, in the middle of a facet, between
      Real const angle = at * half, off = std::fabs(std::remainder(angle - half, 2 * half));
      Real const most = mu * g * std::cos(half) / std::cos(off);
      for (Real const load : {0.999, 1.001}) {
        Trial trial(foot_on_floor, h, by_solver(solver), pulled(load * most * along(angle)));
        trial.run(10);
        EXPECT_EQ(norm(trial.velocity("body")) < 1e-9, load < 1) << at << " " << load;
      }
    }
}
INSTANTIATE_TEST_SUITE_P(Of, PolyhedralFacets, testing::Values(4, 6, 8, 18));

/// A pull to the middle of a facet is held by cos(pi/N) of mu g: Coulomb's law to second order.
TEST(Polyhedral, TendsToCoulombsLawWithSecondOrder) {
  Real last = 0;
  for (int const facets : {8, 16, 32, 64}) {
    Trial trial(foot_on_floor, h, by_solver(newton(facets)), pulled(8 * along(pi / facets)));
    trial.run(10);
    Real const off = norm(trial.velocity("body")) / (10 * h) - (8 - mu * g);
    EXPECT_NEAR(off, mu * g * (1 - std::cos(pi / facets)), 1e-8);
    if (last > 0) {
      EXPECT_NEAR(last / off, 4, 0.06);
    }
    last = off;
  }
}

TEST(Polyhedral, APileThatIsTooLargeForPivotsIsNotSolvedAndSaysSo) {
  Trial trial(R"({"assemblies": [{"type": "stack", "count": 25}]})", h, by_solver(lemke(64)));
  EXPECT_FALSE(trial.step().solve.converged());
}

std::string refusal(Json const& solver) { return refusal_of(foot_on_floor, {}, by_solver(solver)); }

TEST(Polyhedral, RefusesWhatIsNoPolygonOfOppositeCorners) {
  using testing::HasSubstr;
  EXPECT_THAT(refusal(newton(7)), HasSubstr("solver/friction/facets: found 7, allowed: an even"));
  EXPECT_THAT(refusal(newton(2)), HasSubstr("solver/friction/facets: found 2"));
  EXPECT_THAT(refusal(lemke(9)), HasSubstr("solver/inner/facets: found 9, allowed: an even"));
  EXPECT_THAT(refusal({{"type", "sequence"}, {"solvers", {newton(8), lemke(16)}}}),
              HasSubstr("polyhedral friction of 16 facets"));
  EXPECT_EQ(refusal({{"type", "sequence"}, {"solvers", {newton(8), lemke(8)}}}), "");
}

}  // namespace
}  // namespace orthant::test::polyhedral
