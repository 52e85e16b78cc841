// What every form of friction promises: the solutions of its law and no others, and derivatives.
// For one of your own, and likewise with a complementarity function of your own beside a form:
//   INSTANTIATE_TEST_SUITE_P(Mine, FrictionConformance,
//                            testing::Values(Json{{"friction", "mine"}}), pair_name);
#pragma once
#include <Eigen/Eigenvalues>
#include <limits>

#include "orthant/constraints/friction/polyhedral.hpp"
#include "orthant/tests/collision/dice.hpp"
#include "orthant/tests/conformance/contact_law.hpp"

namespace orthant::test {

struct Slope {
  Real value = 0;
  Real error = std::numeric_limits<Real>::infinity();  // estimate
};

/// f'(x) by central differences with widths h, h/2, ..., extrapolated to zero [Ridders 1982]. With
/// widths down to h/64, round-off eps f/h grows by 64 and the truncation error is of order 12. For
/// f analytic within h the error is near 1e-12 f/h. Near a kink the estimate is large.
template <class F>
Slope slope(F const& f, Real x, Real h) {
  int const levels = 6;
  Real table[levels][levels];
  Slope best;
  for (int i = 0; i < levels; ++i, h /= 2) {
    table[i][0] = (f(x + h) - f(x - h)) / ((x + h) - (x - h));
    Real power = 4;
    for (int k = 1; k <= i; ++k, power *= 4) {
      table[i][k] = (power * table[i][k - 1] - table[i - 1][k - 1]) / (power - 1);
      Real const error =
          larger(fabs(table[i][k] - table[i][k - 1]), fabs(table[i][k] - table[i - 1][k - 1]));
      if (error < best.error) best = {table[i][k], error};
    }
  }
  return best;
}

/// "friction", and "ncp" if the form takes a complementarity function.
inline std::string pair_name(testing::TestParamInfo<Json> const& info) {
  auto const type = [&](char const* key) -> std::string {
    if (!info.param.contains(key)) return "";
    Json const& of = info.param.at(key);
    return of.is_string() ? of.get<std::string>() : of.at("type").get<std::string>();
  };
  return type("friction") + (type("ncp").empty() ? "" : "_" + type("ncp"));
}

class FrictionConformance : public testing::TestWithParam<Json> {
 protected:
  static constexpr Real mu = 0.5, r = 2;  // so that r mu lambda_n = lambda_n
  using Kind = FrictionLaw::Kind;

  FrictionConformance() : law(GetParam()) {}
  Kind kind() const { return law.law().kind; }

  /// Velocities and impulses of the tangents, of these sizes at these angles; with its load in
  /// [m/s].
  static ContactAt state(Real speed, Real along_v, Real load, Real along_l, Real lambda_n) {
    Real const f = load / r;
    return {0,        speed * std::cos(along_v), speed * std::sin(along_v),
            lambda_n, f * std::cos(along_l),     f * std::sin(along_l)};
  }
  /// Slides at `speed`; a contact of the associated law separates too.
  ContactAt slides(Real speed, Real angle, Real lambda_n) const {
    auto x = state(speed, angle, lambda_n, angle + 2 * quarter, lambda_n);
    if (kind() == Kind::associated) x[0] = mu * speed;
    return x;
  }
  void expect_solution(ContactAt const& x, Real coefficient = mu) const {
    auto const at = law.at(x, coefficient);
    Real const round_off = 2e-14 * x.norm();
    EXPECT_LE(at.residual.norm(), round_off) << x.transpose();
    EXPECT_LE(at.Phi().norm(), round_off) << x.transpose();  // Newton asks for no change
    EXPECT_LE(at.step.norm(), round_off) << x.transpose();
  }
  static Rows<Space> const& filled(BuiltRows const& built, Linearised const& out, Dice& dice) {
    auto const& rows = built.rows;
    for (int i = 0; i < rows.rows; ++i) {
      rows.value(i) = dice.between(-1, 1);
      rows.impulse(i) = dice.between(-1, 1);
      out.weight(i) = r;
    }
    return rows;
  }

  ContactLaw const law;
};

TEST_P(FrictionConformance, SolutionsOfTheLawHaveNoResidual) {
  for (Real const lambda_n : {1e-6, 1., 1e6})
    for (int const eighth : {0, 1, 3, 6}) {  // corners of a polygon
      Real const angle = 0.5 * quarter * eighth;
      for (Real const load : {0., 0.2, kind() == Kind::polyhedral ? 0.92 : 0.999999})
        expect_solution(state(0, 0, load * lambda_n, angle + 0.1, lambda_n));
      for (Real const speed : {1e-6, 0.3, 1., 1e3})
        expect_solution(slides(speed * lambda_n, angle, lambda_n));
    }
  for (Real const gap : {1e-6, 1., 1e3})
    for (Real const speed : {0., 1e-6, 1.})
      expect_solution({gap, speed * gap, 0.5 * speed * gap, 0, 0, 0});
}

TEST_P(FrictionConformance, WithoutACoefficientThereIsNone) {
  expect_solution({0, 2, 0.4, 3, 0, 0}, 0);
  expect_solution({1, 2, 0.4, 0, 0, 0}, 0);
  EXPECT_GT(law.at({0, 2, 0.4, 3, 0.1, 0}, 0).residual.norm(), 0.01);
}

TEST_P(FrictionConformance, WrongAnswersHaveAResidualAndAreLeft) {
  struct {
    char const* what;
    ContactAt at;
  } const wrong[] = {{"drives", state(0.5, 0.3, 1, 0.3, 1)},
                     {"no friction", state(0.5, 0, 0, 0, 1)},
                     {"drives hard", state(2, 0.3, 1, 0.3, 1)},
                     {"slides inside", state(0.5, 0, 0.6, 2 * quarter, 1)},
                     {"outside at rest", state(0, 0, 1.2, 0.3, 1)},
                     {"outside sliding", state(0.5, 0, 1.2, 2 * quarter, 1)},
                     {"askew", state(0.5, 0, 1, 2 * quarter - 0.4, 1)},
                     {"across", state(0.5, 0, 1, quarter, 1)},
                     {"parted, but carries", state(0, 0, 0.3, 0, 0)},
                     {"pulled, and carries", state(1, 0, 0.3, 0, -1)}};
  for (auto const& each : wrong) {
    auto const at = law.at(each.at);
    EXPECT_GT(at.residual.norm(), 0.05) << each.what;
    EXPECT_GT(at.Phi().norm() + at.step.norm(), 0.01) << each.what;
  }
}

/// r lambda_f - P(r lambda_f - v), by the closest point of the disc; of forms that leave the normal
/// row to a complementarity function.
TEST_P(FrictionConformance, TheResidualIsTheProjectionsForEveryState) {
  if (!GetParam().contains("ncp") || kind() != Kind::coulomb) return;
  Dice dice(71);
  for (int i = 0; i < 500; ++i) {
    auto const x = state(dice.between(0, 2), dice.between(0, 6), dice.between(0, 2),
                         dice.between(0, 6), dice.between(-0.5, 1));
    Eigen::Vector2d const v = x.segment<2>(1), l = r * x.tail<2>();
    Eigen::Vector2d disc = l - v;
    Real const k = std::max(0., r * mu * x[3]);
    if (disc.norm() > k) disc *= k / disc.norm();
    EXPECT_LT((law.at(x).residual.tail<2>() - (l - disc)).norm(), 4e-15);
  }
}

TEST_P(FrictionConformance, DerivativesAreTheSlopesWhereverThereAreSome) {
  if (law.symmetric()) return;
  Dice dice(91);
  int smooth = 0, all = 0;
  for (int trial = 0; trial < 200; ++trial) {
    ContactAt x;
    for (Real& each : x) each = dice.between(-1, 1);
    if (dice.below(3) > 0) x[3] = std::fabs(x[3]);
    Real const coefficient = dice.between(0.1, 1.2);
    auto const at = law.at(x, coefficient);
    for (int k = 0; k < 6; ++k)
      for (int i = 0; i < 3; ++i) {
        auto const d = slope(
            [&](Real t) {
              auto y = x;
              y[k] = t;
              return law.at(y, coefficient).Phi()[i];
            },
            x[k], 0.02);
        ++all;
        if (!(d.error < 1e-10)) continue;  // a kink, or a large curvature, within the width
        ++smooth;
        EXPECT_NEAR((k < 3 ? at.P() : at.Q)(i, k % 3), d.value, 1e-10)
            << x.transpose() << ": row " << i << " by " << k;
      }
  }
  EXPECT_GT(smooth, 0.7 * all);
}

/// Where lambda_f is opposite to v both matrices are diagonal in its direction and the other one,
/// and are the derivatives at a given normal impulse; those of a fixed point, P = 1, are
/// Phi = v + Q lambda.
TEST_P(FrictionConformance, SymmetricFormsHaveDerivativesAgainstSliding) {
  if (!law.symmetric()) return;
  int compared = 0;
  for (Real const angle : {0., 0.4, 2., 5.})
    for (Real const speed : {0.05, 0.4, 1.5})
      for (Real const load : {0.1, 0.5, 0.9, 1.1}) {
        auto const x = state(speed, angle, load, angle + 2 * quarter, 1);
        auto const at = law.at(x);
        Eigen::Matrix2d const P = at.P().bottomRightCorner<2, 2>(),
                              Q = at.Q.bottomRightCorner<2, 2>();
        if (P.determinant() < 1e-6) continue;  // eliminated
        ++compared;
        if ((P - Eigen::Matrix2d::Identity()).norm() < 1e-15) {
          EXPECT_LT((at.Phi().tail<2>() - x.segment<2>(1) - Q * x.tail<2>()).norm(), 1e-13);
          continue;
        }
        for (int k = 0; k < 4; ++k)
          for (int i = 0; i < 2; ++i) {
            int const entry = k < 2 ? 1 + k : 2 + k;
            auto const d = slope(
                [&](Real t) {
                  auto y = x;
                  y[entry] = t;
                  return law.at(y).Phi()[1 + i];
                },
                x[entry], 0.02 * smaller(speed, load));
            if (d.error < 1e-8) {
              EXPECT_NEAR((k < 2 ? P : Q)(i, k % 2), d.value, 1e-8) << x.transpose();
            }
          }
      }
  EXPECT_GT(compared, 10);
}

TEST_P(FrictionConformance, SymmetricFormsAreSymmetricAndPositiveAndPAndQCommute) {
  if (!law.symmetric()) return;
  Dice dice(72);
  for (int i = 0; i < 500; ++i) {
    SCOPED_TRACE(i);
    auto const x = state(dice.below(4) ? dice.between(0, 3) : 0, dice.between(0, 6),
                         dice.below(4) ? dice.between(0, 2) : 0, dice.between(0, 6),
                         dice.below(5) ? dice.between(0, 1) : 0);
    auto const at = law.at(x);
    auto const &P = at.P_right, &Q = at.Q;
    Real const scale = 1e-14 * (1 + Q.norm());
    ASSERT_TRUE(Q.allFinite() && P.allFinite() && at.target.allFinite());
    EXPECT_LT((Q - Q.transpose()).norm(), scale);
    EXPECT_LT((P - P.transpose()).norm(), 1e-15 * (1 + P.norm()));
    EXPECT_LT((P * Q - Q * P).norm(), 10 * scale);
    for (int k = 1; k < 3; ++k)  // the normal row is not coupled
      EXPECT_EQ(P(0, k) + P(k, 0) + Q(0, k) + Q(k, 0), 0);
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> const of_P(P), of_Q(Q);
    EXPECT_GE(of_P.eigenvalues()[0], -1e-14);
    EXPECT_GE(of_Q.eigenvalues()[0], -scale);
    for (int k = 0; k < 3; ++k) {  // a direction without P: Q is the identity, no target
      if (of_P.eigenvalues()[k] > 1e-6) continue;
      Eigen::Vector3d const e = of_P.eigenvectors().col(k);
      EXPECT_NEAR(e.dot(Q * e), 1, 10 * scale);
      EXPECT_NEAR(e.dot(at.target), 0, 1e-14 * (1 + at.target.norm()));
    }
  }
}

/// Of two weights along the tangents their mean counts; a compliant row holds for what it yields.
TEST_P(FrictionConformance, UnitsWeightsAndComplianceEnterAsTheyShould) {
  Dice dice(92);
  for (int trial = 0; trial < 50; ++trial) {
    ContactAt x;
    for (Real& each : x) each = dice.between(-1, 1);
    auto const here = law.at(x);
    for (Real const s : {0x1p-300, 0x1p300}) {
      auto const there = law.at(s * x, mu, {r, r, r}, {s, 0});
      EXPECT_LE((there.target / s - here.target).norm(), 1e-14);
      EXPECT_LE((there.step / s - here.step).norm(), 1e-14);
      EXPECT_LE((there.P_left - here.P_left).norm() + (there.Q - here.Q).norm(), 1e-12);
    }
    auto const mean = law.at(x, mu, {r, r - 0.25, r + 0.25});
    EXPECT_LE((mean.target - here.target).norm() + (mean.Q - here.Q).norm(), 1e-14);
    if (law.symmetric()) continue;
    Eigen::Vector3d const yields(0.3, 0.2, 0.2);
    auto y = x;
    y.head<3>() += yields.cwiseProduct(x.tail<3>());
    auto const soft = law.at(x, mu, {r, r, r}, {}, yields), rigid = law.at(y);
    EXPECT_LE((soft.target - rigid.target).norm(), 1e-14);
    EXPECT_LE((soft.Q - rigid.Q - rigid.P() * yields.asDiagonal()).norm(), 1e-14);
  }
}

/// Joints are beside contacts, in several worlds: Phi = a + Sigma lambda. Of one that rests nothing
/// is written.
TEST_P(FrictionConformance, BilateralRowsAreTheirValueAndComplianceInRunningWorlds) {
  std::vector<BlockSpec> blocks;
  for (int world = 0; world < 2; ++world)
    for (int const size : {3, 2, 3}) {
      blocks.push_back({.world = world, .body = {0, 1}, .rows = size, .mu = mu});
      if (blocks.size() % 3 == 0) blocks.back().law = Law::coulomb;
    }
  BuiltRows const built(2, 2, blocks);
  Linearised const out(built.rows);
  Dice dice(81);
  auto const& rows = filled(built, out, dice);
  for (int k = 0; k < rows.blocks; ++k)
    for (int i = 0; i < rows.size(k) && rows.law(k) == Law::free; ++i)
      for (int j = 0; j <= i; ++j)
        rows.compliance(rows.block_row(k) + i, j) = rows.compliance(rows.block_row(k) + j, i) =
            dice.between(0, 1) + 3 * (i == j);
  auto const made = formulation_of(GetParam());
  for (int i = 0; i < rows.rows; ++i) out.residual(i) = out.target(i) = out.step(i) = -77;
  out.active(0) = 0;
  out.by(*made, rows);
  for (int k = 0; k < rows.blocks; ++k)
    for (int i = rows.block_row(k); i < rows.block_row(k + 1); ++i) {
      bool const rests = rows.block_world(k) == 0;
      EXPECT_EQ(out.residual(i) == -77 && out.target(i) == -77 && out.step(i) == -77, rests);
      if (rests || rows.law(k) != Law::free) continue;
      Real h = 0;
      for (int j = 0; j < rows.size(k); ++j)
        h += rows.compliance(i, j) * rows.impulse(rows.block_row(k) + j);
      h += rows.value(i);
      EXPECT_EQ(out.residual(i), h);
      EXPECT_EQ(out.target(i), -h);
      EXPECT_EQ(out.step(i), 0);
      for (int j = 0; j < max_block_rows; ++j) {
        EXPECT_EQ(out.P_right(i, j), i == rows.block_row(k) + j ? 1 : 0);
        EXPECT_EQ(out.Q(i, j), j < rows.size(k) ? rows.compliance(i, j) : 0);
        if (!made->symmetric()) {
          EXPECT_EQ(out.P_left(i, j), out.P_right(i, j));
        }
      }
    }
}

/// A limit is a contact without tangents; a disc is the friction of a contact with the radius mu
/// lambda_n.
TEST_P(FrictionConformance, LimitsAndDryFrictionAreTheRowsOfAContact) {
  BlockSpec contact{.body = {0, 1}, .law = Law::coulomb, .mu = 0.5};
  BlockSpec limit{.body = {0, 1}, .rows = 1, .law = Law::nonnegative};
  BlockSpec disc{.body = {0, 1}, .rows = 2, .law = Law::disc, .mu = 0.2, .disc = {0.3, 0}};
  BlockSpec line{.body = {0, 1}, .rows = 1, .law = Law::disc, .disc = {0.9, -1}};
  BuiltRows const built(1, 2, {contact, limit, disc, line});
  Linearised const out(built.rows);
  auto const made = formulation_of(GetParam());
  Dice dice(82);
  for (int trial = 0; trial < 50; ++trial) {
    auto const& rows = filled(built, out, dice);
    rows.impulse(0) = 3 * dice.between(0, 1);
    rows.value(0) = rows.value(3);  // the same normal row as that of the limit
    Real const k2 = r * (0.3 + 0.2 * rows.impulse(0)), k1 = r * 0.9;
    out.by(*made, rows);
    Real z[3], f[3];
    for (int i = 0; i < 3; ++i) f[i] = r * rows.impulse(4 + i);
    for (int i = 0; i < 3; ++i) z[i] = f[i] - rows.value(4 + i);
    Real const length = std::hypot(z[0], z[1]), share = length > k2 ? k2 / length : 1;
    Vec<2> on{{share * z[0], share * z[1]}};
    if (int const facets = law.law().facets; facets > 0)
      on = RegularPolygon{facets}.project({{z[0], z[1]}}, k2).point;
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(out.residual(4 + i), f[i] - on[i], 1e-14) << trial;
    EXPECT_NEAR(out.residual(6), f[2] - std::clamp(z[2], -k1, k1), 1e-14) << trial;
    if (!GetParam().contains("ncp")) {
      EXPECT_EQ(out.residual(3), std::min(rows.value(3), r * rows.impulse(3)));
      continue;
    }
    Real const limit_residual = out.residual(3), limit_Q = out.Q(3, 0);
    rows.impulse(0) = rows.impulse(3);
    out.by(*made, rows);
    EXPECT_EQ(out.residual(0), limit_residual);
    EXPECT_EQ(out.Q(0, 0), limit_Q);
  }
}

}  // namespace orthant::test
