// Every symmetric form of friction with every complementarity function: zero residual exactly at
// the solutions of Coulomb's law, and symmetric linearisations.
#include <Eigen/Dense>

#include "constraints/friction/list.hpp"
#include "tests/collision/dice.hpp"
#include "tests/constraints/form_lists.hpp"
#include "tests/constraints/ncp_traits.hpp"
#include "tests/constraints/slope.hpp"
#include "tests/constraints/types.hpp"
#include "tests/dense.hpp"

namespace orthant::test {
namespace {

/// The friction rows of a law, rows 1 and 2.
struct Friction2 {
  Eigen::Vector2d residual, target, step;
  Eigen::Matrix2d P_right, Q;
};

/// In a world with the speeds of the state.
template <class NcpType>
NcpType scaled_to(FrictionState const& s) {
  return at_scale(NcpType{}, {s.speed() + std::fabs(s.bound()), 0});
}

template <class Form, class NcpType>
Friction2 linearised(FrictionState const& state) {
  BlockLaw law;
  Form::linearise(scaled_to<NcpType>(state), state, law);
  Friction2 out;
  for (int i = 0; i < 2; ++i) {
    out.residual[i] = law.residual[1 + i];
    out.target[i] = law.target[1 + i];
    out.step[i] = law.step[1 + i];
    for (int k = 0; k < 2; ++k) {
      out.P_right(i, k) = law.P_right[1 + i][1 + k];
      out.Q(i, k) = law.Q[1 + i][1 + k];
    }
  }
  return out;
}

/// v and lambda at given angles, with r = 2, mu = 0.5: k = r mu lambda_n = lambda_n.
FrictionState state(Real speed, Real along_v, Real load, Real along_l, Real lambda_n) {
  return {{speed * std::cos(along_v), speed * std::sin(along_v)},
          {load / 2 * std::cos(along_l), load / 2 * std::sin(along_l)},
          lambda_n,
          0.5,
          2};
}

Real const pi = 2 * quarter;

/// A symmetric form with a complementarity function, with their types erased: the code below is
/// compiled once.
struct Friction {
  std::string name;
  Friction2 (*at)(FrictionState const&);
  Real (*defined_residual)(int i, Real const (&x)[4], FrictionState const& s);
};

/// Phi = v + r w lambda by the definition of w, from phi alone: one component, of states with
/// velocity (v0, v1) and impulse (l0, l1).
template <class NcpType>
Real defined_residual(int i, Real const (&x)[4], FrictionState const& s) {
  Real const v = std::hypot(x[0], x[1]), f = s.r * std::hypot(x[2], x[3]);
  Real const psi = scaled_to<NcpType>(s)(v, s.bound() - f).phi / traits_of(NcpType{}).inside;
  return x[i] + s.r * larger(0., v - psi) / (f + psi) * x[2 + i];
}

std::vector<Friction> all_frictions() {
  std::vector<Friction> out;
  for_each_in<SymmetricForms>([&](auto form) {
    for_each_in<NcpFunctions>([&](auto phi) {
      using Form = decltype(form);
      using NcpType = decltype(phi);
      out.push_back({std::string(form.name) + "_" + phi.name, linearised<Form, NcpType>,
                     defined_residual<NcpType>});
    });
  });
  return out;
}

class EveryFriction : public ::testing::TestWithParam<Friction> {
 protected:
  static Friction2 at(FrictionState const& s) { return GetParam().at(s); }

  static void expect_solution(FrictionState const& s) {
    auto const law = at(s);
    Real const scale = s.speed() + s.load();
    EXPECT_LE(law.residual.norm(), 4e-16 * scale);
    // Newton stays there: no row asks for a change. Phi = v + W lambda may lose W's last digits.
    EXPECT_LE((law.P_right * law.target).norm(), 1e-14 * scale);
    EXPECT_LE(law.step.norm(), 1e-14 * scale);
  }
};
INSTANTIATE_TEST_SUITE_P(Forms, EveryFriction, ::testing::ValuesIn(all_frictions()),
                         [](auto const& test) { return test.param.name; });

TEST_P(EveryFriction, SolutionsOfCoulombsLawHaveNoResidual) {
  for (Real const k : {1e-6, 1., 1e6})
    for (Real const angle : {0., 0.3, 1.7, 3.9}) {
      for (Real const load : {0., 0.2, 0.999999})  // sticks
        expect_solution(state(0, 0, load * k, angle, k));
      for (Real const speed : {1e-6, 0.3, 1., 1e3})  // slides
        expect_solution(state(speed * k, angle, k, angle + pi, k));
    }
}

TEST_P(EveryFriction, APartedContactHasNone) {
  for (Real const lambda_n : {0., -1e-9, -2.})
    for (Real const speed : {0., 1e-6, 3.}) expect_solution(state(speed, 0.7, 0, 0, lambda_n));
}

TEST_P(EveryFriction, WithoutACoefficientThereIsNone) {
  FrictionState s = state(2, 0.4, 0, 0, 3);
  s.mu = 0;
  expect_solution(s);
  s.lambda[0] = 0.1;
  EXPECT_GT(at(s).residual.norm(), 0.01);
}

struct Wrong {
  char const* what;
  FrictionState state;
};
Wrong const wrong_answers[] = {{"drives", state(0.5, 0.3, 1, 0.3, 1)},
                               {"no friction", state(0.5, 0, 0, 0, 1)},
                               {"drives hard", state(2, 0.3, 1, 0.3, 1)},
                               {"slides inside", state(0.5, 0, 0.6, pi, 1)},
                               {"outside at rest", state(0, 0, 1.2, 0.3, 1)},
                               {"outside sliding", state(0.5, 0, 1.2, pi, 1)},
                               {"askew", state(0.5, 0, 1, pi - 0.4, 1)},
                               {"across", state(0.5, 0, 1, pi / 2, 1)},
                               {"parted, but carries", state(0, 0, 0.3, 0, 0)},
                               {"pulled, and carries", state(1, 0, 0.3, 0, -1)}};

TEST_P(EveryFriction, WrongAnswersHaveAResidual) {
  for (auto const& wrong : wrong_answers)
    EXPECT_GT(at(wrong.state).residual.norm(), 0.05) << wrong.what;
}

TEST_P(EveryFriction, WrongAnswersAreNoFixedPointOfNewton) {
  for (auto const& wrong : wrong_answers) {
    auto const law = at(wrong.state);
    EXPECT_GT((law.P_right * law.target).norm() + law.step.norm(), 0.01) << wrong.what;
  }
}

TEST_P(EveryFriction, TheResidualIsTheProjectionsForEveryState) {
  // r lambda - P(r lambda - v), by the closest point of the disc
  Dice dice(71);
  for (int i = 0; i < 500; ++i) {
    auto const s = state(dice.between(0, 2), dice.between(0, 2 * pi), dice.between(0, 2),
                         dice.between(0, 2 * pi), dice.between(-0.5, 1));
    Eigen::Vector2d const v(s.v[0], s.v[1]), l(2 * s.lambda[0], 2 * s.lambda[1]);
    Eigen::Vector2d disc = l - v;
    Real const k = std::max(0., s.bound());
    if (disc.norm() > k) disc *= k / disc.norm();
    EXPECT_LT((at(s).residual - (l - disc)).norm(), 4e-15);
  }
}

TEST_P(EveryFriction, IsSymmetricAndPositiveSemidefiniteAndSAndCCommute) {
  Dice dice(72);
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    auto const s = state(dice.below(4) ? dice.between(0, 3) : 0, dice.between(0, 2 * pi),
                         dice.below(4) ? dice.between(0, 2) : 0, dice.between(0, 2 * pi),
                         dice.below(5) ? dice.between(0, 1) : 0);
    auto const law = at(s);
    Real const scale = 1e-14 * (1 + law.Q.norm());
    ASSERT_TRUE(law.Q.allFinite() && law.P_right.allFinite() && law.target.allFinite());
    EXPECT_LT((law.Q - law.Q.transpose()).norm(), scale);
    EXPECT_LT((law.P_right - law.P_right.transpose()).norm(), 1e-15 * (1 + law.P_right.norm()));
    EXPECT_LT((law.P_right * law.Q - law.Q * law.P_right).norm(), 10 * scale);
    auto const of_P_right = symmetric_parts(law.P_right);
    EXPECT_GE(of_P_right.values[0], -1e-14);
    EXPECT_GE(symmetric_parts(law.Q).values[0], -scale);
    for (int k = 0; k < 2; ++k) {  // a direction without P: Q is the identity, no target
      if (of_P_right.values[k] > 1e-6) continue;
      Eigen::Vector2d const e = of_P_right.vectors.col(k);
      EXPECT_NEAR(e.dot(law.Q * e), 1, 10 * scale);
      EXPECT_NEAR(e.dot(law.target), 0, 1e-14 * (1 + law.target.norm()));
    }
  }
}

TEST_P(EveryFriction, IsNewtonsLinearisationOfVPlusWLambda) {
  // At states with lambda opposite to v the form is diagonal in (e, t) and must be the derivative:
  // P = dPhi/dv, Q = dPhi/dlambda.
  Friction const& form = GetParam();
  int compared = 0;
  for (Real const angle : {0., 0.4, 2., 5.})
    for (Real const speed : {0.05, 0.4, 1.5})
      for (Real const load : {0.1, 0.5, 0.9}) {
        SCOPED_TRACE(::testing::Message() << angle << " " << speed << " " << load);
        auto const s = state(speed, angle, load, angle + pi, 1);
        auto const law = at(s);
        Eigen::Matrix2d const P = law.P_right * law.P_right;
        if (P.determinant() < 1e-6) continue;  // eliminated
        Real const x[4] = {s.v[0], s.v[1], s.lambda[0], s.lambda[1]};
        Eigen::Vector2d h;
        Eigen::Matrix2d dv, dl;
        Real error = 0;
        for (int i = 0; i < 2; ++i) {
          h[i] = form.defined_residual(i, x, s);
          for (int k = 0; k < 4; ++k) {
            auto const along = [&](Real t) {
              Real y[4] = {x[0], x[1], x[2], x[3]};
              y[k] = t;
              return form.defined_residual(i, y, s);
            };
            auto const d = slope(along, x[k], 0.02 * smaller(speed, load));
            error = larger(error, d.error);
            (k < 2 ? dv : dl)(i, k % 2) = d.value;
          }
        }
        EXPECT_LT((h + law.P_right * law.target).norm(), 1e-13);
        if (error < 1e-8) {
          EXPECT_LT((P - dv).norm(), 1e-8);
          EXPECT_LT((law.Q - dl).norm(), 1e-8);
        }
        ++compared;
      }
  EXPECT_GT(compared, 10);
}

}  // namespace
}  // namespace orthant::test
