// The formulations of all pairs of complementarity function and friction, on rows of several
// worlds.
#include "constraints/friction/list.hpp"
#include "constraints/ncp/list.hpp"
#include "tests/built_rows.hpp"
#include "tests/constraints/form_lists.hpp"
#include "tests/registered.hpp"

namespace orthant::test {
namespace {

/// A form of friction and its complementarity function, with their types erased: the code below is
/// compiled once.
struct Case {
  std::string name;
  Json settings;
  NcpValue (*phi)(SpeedScale const&, Real a, Real b);            // null if the form writes all rows
  void (*linearise_form)(ContactRows const& at, ExactLaw& law);  // null if it does not
};

template <class Ncp>
NcpValue value_of(SpeedScale const& scale, Real a, Real b) {
  return at_scale(Ncp{}, scale)(a, b);
}
template <class Form>
void linearise_form(ContactRows const& at, ExactLaw& law) {
  Form{}.linearise(at, law);
}

std::vector<Case> all_cases() {
  std::vector<Case> out;
  for_each_in<FormsWithNcp>([&](auto form) {
    for_each_in<NcpFunctions>([&](auto phi) {
      out.push_back({std::string(phi.name) + "_" + form.name,
                     {{"ncp", phi.name}, {"friction", form.name}},
                     value_of<decltype(phi)>,
                     nullptr});
    });
  });
  for_each_in<WholeForms>([&](auto form) {
    out.push_back({form.name, {{"friction", form.name}}, nullptr, linearise_form<decltype(form)>});
  });
  return out;
}

std::shared_ptr<Formulation<Space> const> make_formulation(Json const& settings) {
  Json resolved;
  Config config(settings, resolved, "solver");
  return registered().formulation(config, registered());
}

/// Two worlds with a joint of three rows, one of two, and two contacts each.
class EveryFormulation : public ::testing::TestWithParam<Case> {
 protected:
  static constexpr int worlds = 2, in_world = 11;

  EveryFormulation()
      : dice(81), built(worlds, 2, blocks(dice)), made(make_formulation(GetParam().settings)) {
    int const n = built.rows.rows;
    weight = BuiltRows::reals(n);
    for (auto* each : {&residual, &target, &step}) *each = BuiltRows::reals(n);
    for (auto* each : {&P_right, &Q, &P_left})
      *each = Array<Space, Real* [max_block_rows]>("orthant::test", n);
    if (symmetric()) P_left = {};
    active = BuiltRows::ints(worlds);
    scale = Array<Space, SpeedScale*>("orthant::test", worlds);
    Kokkos::deep_copy(scale, SpeedScale{});
    auto const& rows = built.rows;
    for (int i = 0; i < n; ++i) {
      weight(i) = dice.between(0.5, 3);
      rows.value(i) = dice.between(-1, 1);
      rows.impulse(i) = dice.between(-1, 1);
    }
    for (int w = 0; w < worlds; ++w) active(w) = 1;
    for (int k = 0; k < rows.blocks; ++k) {
      if (rows.law(k) != Law::free || dice.below(2)) continue;
      for (int i = 0; i < rows.size(k); ++i)
        for (int j = 0; j <= i; ++j)
          rows.compliance(rows.block_row(k) + i, j) = rows.compliance(rows.block_row(k) + j, i) =
              dice.between(0, 1) + 3 * (i == j);
    }
  }

  static std::vector<BlockSpec> blocks(Dice& dice) {
    std::vector<BlockSpec> out;
    for (int w = 0; w < worlds; ++w)
      for (int k = 0; k < 4; ++k) {
        BlockSpec block;
        block.world = w;
        block.body[0] = k % 2;
        block.body[1] = 1 - k % 2;
        block.rows = k == 1 ? 2 : 3;
        block.law = k < 2 ? Law::free : Law::coulomb;
        block.mu = k < 2 ? 0 : 0.5;
        randomise(dice, block);
        out.push_back(block);
      }
    return out;
  }

  void linearise() {
    made->linearise({}, built.rows, weight, scale, {residual, target, step, P_right, Q, P_left},
                    active);
  }

  /// Forms that include the normal row do not depend on the scale of the world.
  void expect_the_forms_own_rows() {
    linearise();
    auto const& rows = built.rows;
    for (int k = 0; k < rows.blocks; ++k) {
      if (rows.law(k) == Law::free) continue;
      int const n = rows.block_row(k), t = n + 1;
      ExactLaw law;
      GetParam().linearise_form({rows.value(n),
                                 weight(n),
                                 {{rows.value(t), rows.value(t + 1)},
                                  {rows.impulse(t), rows.impulse(t + 1)},
                                  rows.impulse(n),
                                  rows.friction(k),
                                  0.5 * (weight(t) + weight(t + 1))}},
                                law);
      for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(residual(n + i), law.residual[i]);
        EXPECT_EQ(target(n + i), -law.Phi[i]);
        EXPECT_EQ(step(n + i), 0);
        for (int j = 0; j < 3; ++j) {
          EXPECT_EQ(P_left(n + i, j), law.P[i][j]);
          EXPECT_EQ(Q(n + i, j), law.Q[i][j]);
          EXPECT_EQ(P_right(n + i, j), i == j ? 1 : 0);
        }
      }
    }
  }

  bool symmetric() const { return made->symmetric(); }

  Dice dice;
  BuiltRows built;
  std::shared_ptr<Formulation<Space> const> made;
  Array<Space, Real*> weight, residual, target, step;
  Array<Space, Real*[max_block_rows]> P_right, Q, P_left;  // P_left of forms that are not symmetric
  Array<Space, int*> active;
  Array<Space, SpeedScale*> scale;
};
INSTANTIATE_TEST_SUITE_P(Forms, EveryFormulation, ::testing::ValuesIn(all_cases()),
                         [](auto const& test) { return test.param.name; });

TEST_P(EveryFormulation, BilateralRowsAreTheirValueAndCompliance) {
  linearise();
  auto const& rows = built.rows;
  for (int k = 0; k < rows.blocks; ++k) {
    if (rows.law(k) != Law::free) continue;
    for (int i = rows.block_row(k); i < rows.block_row(k + 1); ++i) {
      Real h = 0;
      for (int j = 0; j < rows.size(k); ++j)
        h += rows.compliance(i, j) * rows.impulse(rows.block_row(k) + j);
      h += rows.value(i);
      EXPECT_EQ(residual(i), h);
      EXPECT_EQ(target(i), -h);
      EXPECT_EQ(step(i), 0);
      for (int j = 0; j < max_block_rows; ++j) {
        bool const own = i == rows.block_row(k) + j;
        EXPECT_EQ(P_right(i, j), own ? 1 : 0);
        EXPECT_EQ(Q(i, j), j < rows.size(k) ? rows.compliance(i, j) : 0);
        if (P_left.extent(0) > 0) {
          EXPECT_EQ(P_left(i, j), P_right(i, j));
        }
      }
    }
  }
}

TEST_P(EveryFormulation, NormalRowsAreTheComplementarityFunctionOfValueAndScaledImpulse) {
  if (!GetParam().phi) {
    expect_the_forms_own_rows();
    return;
  } else {
    linearise();
    auto const& rows = built.rows;
    for (int k = 0; k < rows.blocks; ++k) {
      if (rows.law(k) == Law::free) continue;
      int const i = rows.block_row(k);
      Real const r = weight(i);
      auto const phi = GetParam().phi({}, rows.value(i), r * rows.impulse(i));
      EXPECT_EQ(residual(i), phi.phi);
      if (!symmetric()) {
        EXPECT_EQ(P_left(i, 0), phi.da);
        EXPECT_EQ(Q(i, 0), r * phi.db);
        EXPECT_EQ(target(i), -phi.phi);
        EXPECT_EQ(P_left(i, 1) + P_left(i, 2) + Q(i, 1) + Q(i, 2), 0);
        continue;
      }
      if (P_right(i, 0) > 0) {  // P da + Q dlambda = -Phi
        EXPECT_NEAR(P_right(i, 0) * P_right(i, 0), phi.da, 1e-15);
        EXPECT_EQ(Q(i, 0), r * phi.db);
        EXPECT_NEAR(P_right(i, 0) * target(i), -phi.phi, 1e-15);
        EXPECT_EQ(step(i), 0);
      } else {  // dlambda = -Phi / Q
        EXPECT_LE(phi.da, negligible_coupling * phi.db);
        EXPECT_NEAR(step(i), -phi.phi / (r * phi.db), 1e-15);
        EXPECT_EQ(target(i), 0);
        EXPECT_EQ(Q(i, 0), 1);
      }
      for (int j = 1; j < 3; ++j)  // normal and friction rows are not coupled
        EXPECT_EQ(P_right(i, j) + P_right(i + j, 0) + Q(i, j) + Q(i + j, 0), 0);
    }
  }
}

TEST_P(EveryFormulation, SmoothingIsForTheStepNotForTheResidual) {
  // each world has a scale of its own
  for (int w = 0; w < worlds; ++w) scale(w) = {2. + w, 0.3 + w};
  if (!GetParam().phi) {
    expect_the_forms_own_rows();
    return;
  } else {
    linearise();
    auto const& rows = built.rows;
    for (int k = 0; k < rows.blocks; ++k) {
      if (rows.law(k) == Law::free) continue;
      int const i = rows.block_row(k);
      SpeedScale const here = scale(rows.block_world(k));
      Real const a = rows.value(i), b = weight(i) * rows.impulse(i);
      EXPECT_EQ(residual(i), GetParam().phi({here.speed, 0}, a, b).phi);
      auto const smoothed = GetParam().phi(here, a, b);
      if (!symmetric())
        EXPECT_EQ(target(i), -smoothed.phi);
      else if (P_right(i, 0) > 0)
        EXPECT_NEAR(P_right(i, 0) * target(i), -smoothed.phi, 1e-15);
      else
        EXPECT_NEAR(step(i), -smoothed.phi / (weight(i) * smoothed.db), 1e-15);
    }
  }
}

TEST_P(EveryFormulation, AStepAlongAWorldThatRestsIsNotMade) {
  linearise();
  auto const before = residual(0);
  active(0) = 0;
  for (int i = 0; i < built.rows.rows; ++i) {
    built.rows.value(i) += 1;
    residual(i) = target(i) = step(i) = -77;
  }
  linearise();
  for (int i = 0; i < in_world; ++i) {
    EXPECT_EQ(residual(i), -77);
    EXPECT_EQ(target(i), -77);
    EXPECT_EQ(step(i), -77);
    EXPECT_NE(residual(in_world + i), -77);
  }
  EXPECT_NE(before, -77);
}

TEST_P(EveryFormulation, ASolvedContactIsAtRest) {
  auto const& rows = built.rows;
  Real const value[] = {0, 0, 0}, impulse[] = {2, 0.3, -0.4};  // sticks, |l_t| = 0.5 < 1
  for (int k = 0; k < rows.blocks; ++k)
    for (int i = 0; i < rows.size(k); ++i) {
      rows.value(rows.block_row(k) + i) = value[i];
      rows.impulse(rows.block_row(k) + i) = impulse[i];
      for (int j = 0; j < 3; ++j) rows.compliance(rows.block_row(k) + i, j) = 0;
    }
  linearise();
  for (int i = 0; i < rows.rows; ++i) {
    EXPECT_EQ(residual(i), 0) << i;
    EXPECT_EQ(target(i), 0) << i;
    EXPECT_EQ(step(i), 0) << i;
  }
}

/// A limit is a contact without tangents; a disc is the friction of a contact with the radius mu
/// lambda_n.
TEST_P(EveryFormulation, LimitsAndDryFrictionAreTheRowsOfAContact) {
  BlockSpec contact{.body = {0, 1}, .law = Law::coulomb, .mu = 0.5};
  BlockSpec limit{.body = {0, 1}, .rows = 1, .law = Law::nonnegative};
  BlockSpec disc{.body = {0, 1}, .rows = 2, .law = Law::disc, .mu = 0.2, .disc = {0.3, 0}};
  BlockSpec line{.body = {0, 1}, .rows = 1, .law = Law::disc, .disc = {0.9, -1}};
  BuiltRows own(1, 2, {contact, limit, disc, line});
  auto const& rows = own.rows;
  for (int trial = 0; trial < 50; ++trial) {
    for (int i = 0; i < rows.rows; ++i) {
      weight(i) = i < 3 ? 1.5 : 2;
      rows.value(i) = dice.between(-1, 1);
      rows.impulse(i) = dice.between(-1, 1);
    }
    rows.impulse(0) = 3 * dice.between(0, 1);
    // |r lambda - P_k(r lambda - v)|, and the natural map of the limit
    Real const k2 = 2 * (0.3 + 0.2 * rows.impulse(0)), k1 = 2 * 0.9;
    made->linearise({}, rows, weight, scale, {residual, target, step, P_right, Q, P_left}, active);
    Real z[3], f[3];
    for (int i = 0; i < 3; ++i) f[i] = 2 * rows.impulse(4 + i);
    for (int i = 0; i < 3; ++i) z[i] = f[i] - rows.value(4 + i);
    Real const length = std::hypot(z[0], z[1]), share = length > k2 ? k2 / length : 1;
    Vec<2> on{{share * z[0], share * z[1]}};
    if (made->law().facets > 0)
      on = RegularPolygon{made->law().facets}.project({{z[0], z[1]}}, k2).point;
    for (int i = 0; i < 2; ++i) EXPECT_NEAR(residual(4 + i), f[i] - on[i], 1e-14) << trial;
    EXPECT_NEAR(residual(6), f[2] - std::clamp(z[2], -k1, k1), 1e-14) << trial;
    Real const a = rows.value(3), b = 2 * rows.impulse(3);
    EXPECT_EQ(residual(3), GetParam().phi ? GetParam().phi({}, a, b).phi : std::min(a, b));
  }
}

}  // namespace
}  // namespace orthant::test
