// What tests of joints share: bodies and joints in one line, equations, and steps that are solved.
#pragma once
#include "tests/integrators/parts.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test {

/// A curve of a table alone.
struct Function {
  std::vector<CurvePiece> pieces;

  Function(Json const& points, char const* how) {
    std::vector<Vec<2>> of;
    for (auto const& p : points) of.push_back({{p[0].get<Real>(), p[1].get<Real>()}});
    pieces =
        curve_of(of, std::string(how) == "linear" ? Interpolation::linear : Interpolation::cubic);
  }
  CurveValue operator()(Real x) const {
    auto const at = [&](int k) { return pieces[static_cast<std::size_t>(k)]; };
    return curve_at(Curve{0, static_cast<int>(pieces.size())}, at, x);
  }
};

/// y' = rate(y) by the classical method of fourth order.
template <class Y, class F>
Y integrated(Y y, Real time, int steps, F const& rate) {
  Real const h = time / steps;
  for (int k = 0; k < steps; ++k) {
    auto const a = rate(y), b = rate(y + (h / 2) * a), c = rate(y + (h / 2) * b),
               d = rate(y + h * c);
    y += (h / 6) * (a + 2. * b + 2. * c + d);
  }
  return y;
}

/// Expects that all steps count as solved.
inline void solve_steps(JointRun& run, int steps) {
  for (int k = 0; k < steps; ++k) {
    auto const& report = run.simulation->step();
    ASSERT_TRUE(report.solved()) << run.scene.joints[0].type << " step " << k << ": "
                                 << report.why_unsolved();
  }
}

}  // namespace orthant::test
