// Bodies that others throw within a step, against bodies that they would not have met: they do not
// overlap, or the step reports it.
#include <gtest/gtest.h>

#include "tests/integrators/simulations.hpp"

namespace orthant::test::thrown_bodies {
namespace {

Real const radius = 0.03;

/// A ball that rolls into a rack of touching balls, all of one restitution.
Scene billiard(Real restitution) {
  Scene out;
  auto const add = [&](std::string const& name, Vec3 const& x, Vec3 const& v) {
    BodySpec body;
    body.name = name;
    body.shapes = {sphere(radius).shape};
    body.shapes[0].surface.friction = 0.1;
    body.shapes[0].surface.restitution = restitution;
    body.mass = 0.2;
    body.inertia_B = diagonal({{7e-5, 7e-5, 7e-5}});
    body.pose.p_WB = x;
    body.twist = stacked(v, Vec3{});
    out.add(body);
  };
  add("cue", {{-0.5, 0.001, 0}}, {{5, 0, 0}});
  Real const pitch = 2.002 * radius;
  for (int row = 0; row < 4; ++row)
    for (int k = 0; k <= row; ++k)
      add("b" + std::to_string(row) + std::to_string(k),
          {{0.866 * pitch * row, pitch * (k - 0.5 * row), 0}}, {});
  out.gravity = {};
  return out;
}

class EveryIntegratorThrows : public testing::TestWithParam<Json> {};

/// Balls that bounce may overlap by a quarter of a radius until their own impact. Newton's law may
/// gain energy in impacts at once.
TEST_P(EveryIntegratorThrows, BallsDoNotOverlapUnseen) {
  for (Real const h : {0.01, 0.002})
    for (Real const restitution : {0., 0.3, 0.95}) {
      auto const s = simulation(billiard(restitution), h, GetParam());
      Real const first = s->measure()[0].kinetic;
      int solved = 0;
      int const steps = static_cast<int>(0.2 / h);
      for (int step = 0; step < steps; ++step) {
        bool const is_solved = s->step().solved();
        solved += is_solved;
        Measures const& now = s->measure()[0];
        if (!is_solved) continue;
        EXPECT_LT(now.penetration, (restitution > 0 ? 0.26 : 0.011) * radius)
            << h << ", " << restitution << ", " << step;
        EXPECT_LT(now.kinetic, (restitution > 0.9 ? 1.25 : 1.001) * first)
            << h << ", " << restitution << ", " << step;
      }
      EXPECT_GE(solved, 0.85 * steps) << h << ", " << restitution;
    }
}

INSTANTIATE_TEST_SUITE_P(Integrators, EveryIntegratorThrows, testing::ValuesIn(integrators()),
                         [](auto const& of) { return name_of(of.param); });

}  // namespace
}  // namespace orthant::test::thrown_bodies
